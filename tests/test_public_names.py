"""What `import rowdy` offers: the list of names, where they come from, and the examples in their docstrings."""

from __future__ import annotations

import doctest
import inspect
import pickle
from importlib import import_module

import pytest

import rowdy

ALIASES = {"Actor", "Seat", "Square", "Turn"}
CONSTANTS = {"ALL", "CHANCE", "SPECTATOR", "__version__"}
DOCUMENTED = sorted(set(rowdy.__all__) - ALIASES - CONSTANTS)


def examples(thing: object) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(inspect.getdoc(thing) or "")


def test_every_public_name_has_one_home_and_no_other_name_has_one() -> None:
    assert set(rowdy._HOMES) == set(rowdy.__all__) - {"__version__"}
    for name, module in rowdy._HOMES.items():
        assert getattr(rowdy, name) is getattr(import_module(module), name)


def test_names_are_listed_before_they_are_loaded_and_others_are_refused() -> None:
    assert set(rowdy.__all__) <= set(dir(rowdy))
    with pytest.raises(AttributeError, match="module 'rowdy' has no attribute 'chess'"):
        _ = rowdy.chess  # type: ignore[attr-defined]


def test_the_search_has_a_stable_import() -> None:
    from rowdy.search import search
    from rowdy.search.mcts import search as home

    assert search is home
    with pytest.raises(ImportError):
        from rowdy.search import chess  # type: ignore[attr-defined]  # noqa: F401


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_class_and_function_has_an_example_that_runs(name: str) -> None:
    thing = getattr(rowdy, name)
    assert examples(thing), f"rowdy.{name} has no example"
    found = doctest.DocTest(examples(thing), {}, name, None, None, None)
    report: list[str] = []
    failed, _ = doctest.DocTestRunner().run(found, out=report.append)
    assert not failed, "".join(report)


def test_the_package_itself_explains_aliases_and_constants() -> None:
    text = rowdy.__doc__ or ""
    assert all(f"`{name}`" in text for name in (ALIASES | CONSTANTS) - {"__version__"})
    failed, tried = doctest.testmod(rowdy)
    assert (failed, tried > 3) == (0, True)


def test_what_a_game_and_a_state_show_of_themselves() -> None:
    game = rowdy.game("djeco", edition="sv", rulings={"target": "3"}, starter=1)
    assert repr(game) == "rowdy.game('djeco', edition='sv', rulings={'target': '3'}, starter=1)"
    assert eval(repr(game)) == game
    assert repr(rowdy.game("djeco", deck=[1] * 18)) == "rowdy.game('djeco', rulings={'numbers': 'custom'}, deck=<18>)"
    assert repr(game.start()) == f"<djeco {game.format_state(game.start())}>"
    assert repr(pickle.loads(pickle.dumps(rowdy.game("xoxo2").start()))) == "<xoxo2 ..../..../..../.... place>"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("edition", ["de", "en"])
def test_states_of_xoxo_are_shown_in_notation_whatever_the_edition(edition: str, seats: int) -> None:
    game = rowdy.game("xoxo", edition=edition, seats=seats)
    assert repr(game.start()) == f"<xoxo {game.format_state(game.start())}>"


def test_what_notation_cannot_tell_is_shown_by_its_fields() -> None:
    from rowdy.rules.djeco import DjecoGame
    from rowdy.rules.flip import FlipGame, Sizes

    rubik, djeco = rowdy.game("rubik"), rowdy.game("djeco")
    assert repr(FlipGame(rubik.edition, rubik.rulings, Sizes(3, 3, 3, 4))) == "rowdy.game('rubik', ...)"
    small = DjecoGame(djeco.edition, djeco.rulings, sizes=type(djeco.sizes)(field=2, line=2))
    assert repr(small.start()).startswith("State(stacks=")
