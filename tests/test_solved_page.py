"""docs/solved.md and its pictures tell what docs/solved.json tells, and that is what the package answers.

`python scripts/make_solved.py --fill` fills the page in anew; without `--fill` the facts are found out anew, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Place, State
from rowdy.rules.game import Over
from rowdy.search.perfect import Prober, Value
from rowdy.search.tablebase import variant
from scripts.solved.lines import KINDS, plain
from scripts.solved.page import GAP, fill, percent, table, texts
from scripts.solved.pictures import common_answer, pictures
from scripts.solved.variants import BY_KEY
from tests.search.totals import recorded

DOCS = Path(__file__).parent.parent / "docs"
FACTS: dict[str, Any] = json.loads((DOCS / "solved.json").read_text("utf-8"))
PAGE = (DOCS / "solved.md").read_text("utf-8")

every_ruling = pytest.mark.parametrize("key", BY_KEY)


@cache
def prober(key: str) -> Prober:
    """What the package ships: no solution lies in a folder that does not exist."""
    return Prober(BY_KEY[key].game, Path("nowhere"))


# The page


def test_the_page_is_filled_from_the_facts() -> None:
    assert fill(PAGE, FACTS) == PAGE


def test_a_gap_without_a_fact_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill("<!--=unheard.of--><!--/-->", FACTS)


def test_gaps_do_not_begin_a_line_of_prose() -> None:
    """Markdown takes a line that begins with a comment for one that is no prose."""
    for gap in GAP.finditer(PAGE):
        alone = gap[3].startswith("\n") and gap[3].endswith("\n")
        assert alone or PAGE[gap.start() - 1] != "\n", gap[2]
        assert not alone or PAGE[gap.start() - 2 : gap.start()] == "\n\n", gap[2]


def test_every_gap_is_closed() -> None:
    assert PAGE.count("<!--=") == PAGE.count("<!--/-->") == len(GAP.findall(PAGE))


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert len(links) >= 10
    for link in links:
        assert (DOCS / link).is_file(), link


def test_numbers_are_written_short() -> None:
    assert [percent(share) for share in (0, 1e-6, 0.0041, 0.066, 0.0996, 0.734, 1)] == [
        *("0%", "under 0.01%", "0.41%", "6.6%", "10%", "73%", "100%")
    ]
    assert table([["a", "b"], ["1", "2"]]) == "\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"


# The pictures


def test_the_pictures_are_drawn_from_the_facts() -> None:
    drawn = pictures(FACTS)
    assert {path.name for path in (DOCS / "solved").iterdir()} == set(drawn)
    for name, picture in drawn.items():
        assert (DOCS / "solved" / name).read_text("utf-8") == picture, name
        assert f"](solved/{name})" in PAGE


def test_pictures_can_be_read_aloud_and_load_nothing() -> None:
    for name, picture in pictures(FACTS).items():
        root = ElementTree.fromstring(picture)
        space = "{http://www.w3.org/2000/svg}"
        assert root.get("role") == "img", name
        assert all(root.findtext(f"{space}{part}") for part in ("title", "desc")), name
        used = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', picture))
        assert used <= set(re.findall(r' id="([\w-]+)"', picture)), name
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", ""), name


# The facts, beside what the package answers


@every_ruling
def test_the_values_of_the_game_and_of_its_first_squares(key: str) -> None:
    found, asked = FACTS["variants"][key], prober(key)
    game = asked.game
    told = asked.probe(game.start())
    assert (found["value"], found["distance"]) == (told.value, told.distance)
    for turn in told.turns:
        (action,) = turn.actions
        assert isinstance(action, Place)
        assert found["first"][action.square] == {"value": turn.verdict.value, "distance": turn.verdict.distance}
    assert set(found["first"]) == set(game.grid.squares)


def positions(
    game: FlipGame, state: State, line: list[dict[str, Any]]
) -> Iterator[tuple[State, dict[str, Any], State]]:
    """Each turn of a line with the positions before and after it."""
    for told in line:
        after = state
        for action in told["turn"].split():
            after = game.play(after, after.mover, game.parse_action(action))
        yield state, told, after
        state = after


@every_ruling
@pytest.mark.parametrize("which", ["line", "longest"])
def test_lines_are_best_play(key: str, which: str) -> None:
    found, asked = FACTS["variants"][key], prober(key)
    game = asked.game
    line, start = found["line"], game.start()
    if which == "longest":
        line, start = found["longest"]["line"], game.parse_state(found["longest"]["position"])
    for before, told, after in positions(game, start, line):
        verdict, then = asked.verdict(before), asked.verdict(after)
        assert (told["value"], told["distance"]) == (verdict.value, verdict.distance)
        assert told["position"] == game.format_state(after)
        assert {verdict.value, then.value} in ({Value.WIN, Value.LOSS}, {Value.DRAW}), "the turn keeps the value"
        if verdict.distance is not None:
            assert then.distance == verdict.distance - 1, "and makes the best of it"
    assert isinstance(game.turn(after), Over)


@every_ruling
def test_the_longest_win_is_as_long_as_any(key: str) -> None:
    found = FACTS["variants"][key]
    longest, layers = found["longest"], found["layers"]
    told = prober(key).verdict(prober(key).game.parse_state(longest["position"]))
    assert (told.value, told.distance) == ("win", longest["distance"])
    assert longest["distance"] == max(int(distance) for layer in layers for distance in layer["open"]["win"])


@every_ruling
def test_the_totals_of_the_layers_are_the_recorded_ones(key: str) -> None:
    found, totals = FACTS["variants"][key]["layers"], recorded(variant(BY_KEY[key].game))
    assert {
        layer["stones"]: tuple(layer[name] for name in ("positions", "wins", "draws", "losses")) for layer in found
    } == {total.stones: (total.positions, total.wins, total.draws, total.losses) for total in totals}


@every_ruling
def test_every_position_is_counted_once(key: str) -> None:
    """Finished, won, drawn, lost; in XOXO² those that no play leads to are left out, since the mover has a row."""
    for layer in FACTS["variants"][key]["layers"]:
        found = layer["open"]
        counted = found["over"] + found["draw"] + sum(found["win"].values()) + sum(found["loss"].values())
        assert counted == layer["positions"] if key != "xoxo2" else counted <= layer["positions"]


# What the prose takes for granted


def test_every_first_square_but_a_corner_loses_to_one_answer() -> None:
    game = BY_KEY["rubik"].game
    corners = {
        square for square, ways in zip(game.grid.squares, game.grid.neighbours, strict=True) if ways.bit_count() == 2
    }
    for found in FACTS["variants"].values():
        lost = {square for square, told in found["first"].items() if told["value"] == "loss"}
        assert lost | corners == set(game.grid.squares)
    answered = set()
    for kind in ("edge", "centre"):
        state = game.play(game.start(), 0, game.parse_action(f"A@{KINDS[kind]}"))
        for action in common_answer(FACTS, kind).split():
            state = game.play(state, 1, game.parse_action(action))
        answered.add(plain(game, state))
    assert len(answered) == 1
    assert {told["value"] for told in FACTS["variants"]["rubik-mover"]["first"].values()} == {"loss"}


def test_x_wins_in_o_s_turn_and_nobody_does_in_xoxo2() -> None:
    known = texts(FACTS)
    assert known["xoxo2.theirs.all"] == "none"
    assert all(known[f"rubik.theirs.{stones}"] in ("none", "under 0.01%") for stones in range(1, 16, 2))


def test_the_longest_win_comes_after_a_corner_and_has_one_way_only() -> None:
    game, told = BY_KEY["rubik"].game, FACTS["variants"]["rubik"]["longest"]
    winning = told["line"][::2]
    assert all(turn["good"] == 1 for turn in winning)
    assert len(told["line"]) % 2 == 0, "O has the last turn"
    corner = game.play(game.start(), 0, game.parse_action("A@a1"))
    flips = [game.play(corner, 1, flip) for flip in game.legal(corner, 1)]
    after = {plain(game, game.play(state, 1, place)) for state in flips for place in game.legal(state, 1)}
    assert plain(game, game.parse_state(told["position"])) in after
