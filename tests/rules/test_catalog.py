"""The catalog: which games, editions, rulings and seats there are, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import rowdy
from rowdy.rules.catalog import CATALOG, changed_rulings
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import GameError, InvalidSetup
from rowdy.rules.rulings import Says
from tests.worlds import CUSTOM_TILES, PRINTED

EDITIONS = {"xoxo": ["de", "en"], "rubik": ["de"], "xoxo2": ["nl"], "djeco": ["it", "pt", "sv", "da", "ru"]}
OPTIONS = {
    "xoxo": {"piles": ["de", "en"], "deck": ["balanced", "custom"], "last_window": ["yes", "no"]},
    "rubik": {"row": ["enclosed", "survives"], "both_rows": ["draw", "mover", "opponent"]},
    "xoxo2": {"row": ["survives", "enclosed"], "both_rows": ["draw", "mover", "opponent"]},
    "djeco": {
        "target": ["5", "1", "2", "3", "4", "6", "7", "8", "9", "10", "11", "12"],
        "numbers": ["1-9x2", "1-6x3", "custom"],
        "yellow": ["stack", "some"],
        "scorer": ["owner", "maker"],
        "lines": ["each", "one"],
        "discard": ["out", "recycle"],
        "grid": ["floating", "fixed"],
    },
}
"""The rulings of each game with their options, the default first."""


def refused(game_id: str, **choices: Any) -> InvalidSetup:
    with pytest.raises(InvalidSetup) as caught:
        rowdy.game(game_id, **choices)
    return caught.value


def test_there_are_four_games() -> None:
    assert rowdy.games() == ("xoxo", "rubik", "xoxo2", "djeco")
    assert {game: list(CATALOG[game].seats) for game in CATALOG} == {
        "xoxo": [2, 3, 4],
        "rubik": [2],
        "xoxo2": [2],
        "djeco": [2],
    }


@pytest.mark.parametrize("game_id", EDITIONS)
def test_editions_and_rulings_are_those_of_the_rulebooks(game_id: str) -> None:
    found = rules_kit(game_id)
    assert found.id == game_id
    assert [edition.name for edition in found.editions] == EDITIONS[game_id]
    assert all(edition.game == game_id for edition in found.editions)
    assert {ruling.name: [str(option) for option in ruling.options] for ruling in found.rulings} == OPTIONS[game_id]
    assert all(len(set(ruling.options)) == len(ruling.options) > 1 for ruling in found.rulings)
    assert all(str(ruling.default) == OPTIONS[game_id][ruling.name][0] for ruling in found.rulings)
    assert found.decisions
    assert found.minutes > 0


@pytest.mark.parametrize("game_id", EDITIONS)
def test_every_ruling_tells_what_each_rulebook_says(game_id: str) -> None:
    books = set(EDITIONS[game_id]) | ({"de", "nl"} if game_id in ("rubik", "xoxo2") else set())
    for ruling in rules_kit(game_id).rulings:
        assert set(ruling.sources) <= books
        assert ruling.sources
        assert all(isinstance(says, Says) or says in ruling.options for says in ruling.sources.values())
    for edition in rules_kit(game_id).editions:  # an edition plays what its book says
        settled = rules_kit(game_id).defaults(edition)
        for ruling in rules_kit(game_id).rulings:
            says = ruling.sources.get(edition.name, Says.SILENT)
            assert settled[ruling.name] == (ruling.default if isinstance(says, Says) else says)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("xoxo-de-2", {}),
        ("xoxo-en-2", {"piles": "en"}),
        ("rubik-de-2", {}),
        ("xoxo2-nl-2", {}),
        ("djeco-it-2", {}),
        ("djeco-pt-2", {}),
        ("djeco-sv-2", {"yellow": "some"}),
        ("djeco-da-2", {"yellow": "some"}),
        ("djeco-ru-2", {"yellow": "some"}),
    ],
)
def test_an_edition_changes_only_this(name: str, changes: dict[str, str]) -> None:
    game = PRINTED[name]
    defaults = {ruling: options[0] for ruling, options in OPTIONS[game.edition.game].items()}
    assert game.options == defaults | changes
    assert changed_rulings(game) == {}


def test_the_first_edition_and_the_fewest_seats_are_taken_if_nothing_is_said() -> None:
    for game_id in rowdy.games():
        game = rowdy.game(game_id)
        assert (game.edition.name, game.seats, game.starter) == (EDITIONS[game_id][0], 2, 0)


@pytest.mark.parametrize("game_id", EDITIONS)
def test_every_option_can_be_played(game_id: str) -> None:
    for name, options in OPTIONS[game_id].items():
        for option in options:
            rulings = {name: option} | ({"row": "enclosed"} if name == "both_rows" else {})
            if option == "custom":
                assert refused(game_id, rulings=rulings).code == "deck-missing"
                continue
            game = rowdy.game(game_id, rulings=rulings)
            assert game.options[name] == option
            assert changed_rulings(game) == {n: o for n, o in rulings.items() if o != OPTIONS[game_id][n][0]}
            game.turn(game.start())


def test_an_option_may_be_given_as_a_number() -> None:
    assert rowdy.game("djeco", rulings={"target": 7}).options["target"] == "7"


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("chess", {}, "unknown-game"),
    ("", {}, "unknown-game"),
    ("XOXO", {}, "unknown-game"),
    ("xoxo", {"edition": "nl"}, "unknown-edition"),
    ("rubik", {"edition": ""}, "unknown-edition"),
    ("rubik", {"rulings": {"piles": "de"}}, "unknown-ruling"),
    ("xoxo", {"rulings": {"piles": "nl"}}, "unknown-option"),
    ("djeco", {"rulings": {"target": "0"}}, "unknown-option"),
    ("djeco", {"rulings": {"target": "13"}}, "unknown-option"),
    ("djeco", {"rulings": {"target": "05"}}, "unknown-option"),
    ("djeco", {"rulings": {"target": "\u0665"}}, "unknown-option"),
    ("xoxo2", {"rulings": {"both_rows": "mover"}}, "ruling-needs"),
    ("rubik", {"rulings": {"row": "survives", "both_rows": "opponent"}}, "ruling-needs"),
    ("xoxo", {"seats": 1}, "seat-count"),
    ("xoxo", {"seats": 5}, "seat-count"),
    ("djeco", {"seats": 3}, "seat-count"),
    ("rubik", {"seats": 0}, "seat-count"),
    ("xoxo", {"starter": 2}, "starter"),
    ("xoxo", {"starter": -1}, "starter"),
    ("xoxo", {"seats": 3, "starter": 3}, "starter"),
    ("rubik", {"starter": 1}, "starter"),
    ("xoxo2", {"starter": 1}, "starter"),
    ("rubik", {"deck": ["rcj"]}, "no-deck"),
    ("xoxo", {"rulings": {"deck": "custom"}}, "deck-missing"),
    ("xoxo", {"rulings": {"deck": "balanced"}, "deck": CUSTOM_TILES}, "deck-and-ruling"),
]


@pytest.mark.parametrize(("game_id", "choices", "code"), REFUSED)
def test_what_does_not_exist_is_refused(game_id: str, choices: dict[str, Any], code: str) -> None:
    error = refused(game_id, **choices)
    assert error.code == code
    assert error.details
    assert code in str(error)


def test_an_error_tells_what_there_is_instead() -> None:
    assert refused("chess").details == {"name": "chess", "known": "xoxo, rubik, xoxo2, djeco"}
    assert refused("xoxo", edition="x").details["known"] == "de, en"
    assert refused("xoxo", rulings={"x": "y"}).details["known"] == "piles, deck, last_window"
    assert set(str(refused("djeco", rulings={"grid": "x"}).details["known"]).split(", ")) == {"floating", "fixed"}
    assert refused("xoxo", seats=9).details["known"] == "2, 3, 4"
    assert refused("xoxo", starter=4).details["starter"] == 5


def test_errors_are_value_errors_with_a_code_and_words_for_developers() -> None:
    error = GameError("some-code", square="c3", n=2)
    assert isinstance(error, ValueError)
    assert (error.code, error.details, str(error)) == (
        "some-code",
        {"square": "c3", "n": 2},
        "some-code (square=c3, n=2)",
    )
    assert str(GameError("bare")) == "bare"


def test_the_starter_starts() -> None:
    for game_id, seats, starter in (("xoxo", 4, 3), ("djeco", 2, 1)):
        game = rowdy.game(game_id, seats=seats, starter=starter)
        assert game.starter == starter
        assert game.start().seat == starter


def test_a_deck_makes_the_ruling_custom() -> None:
    game = rowdy.game("xoxo", deck=CUSTOM_TILES)
    assert changed_rulings(game) == {"deck": "custom"}
    assert game.deck == CUSTOM_TILES
