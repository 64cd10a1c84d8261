"""Positions as text and drawings, from Python and from `rowdy picture`."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import rowdy
from rowdy.rules.catalog import CATALOG
from tests.interfaces.cli import Cli

XOXO = "...../...../..rcw../...../..... - 11btj/12gsj/24yhj red,circle,joy/blue,green,wink show 1 c3 ./."
RUBIK = """Rowdy: 1
Game: rubik
Edition: de
Seats: Ann, Ben

1. A@b2
2. b2-b3 a@c4
"""
DJECO_HANDS = "r1,r3,b9,y,g/b2,b2,b4,b9,y"
DJECO = f"...../...../..r7../...../..... {DJECO_HANDS} - 0:0 play 1 2"


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("game_id", CATALOG)
def test_every_game_is_shown_as_text_and_drawn(game_id: str) -> None:
    game = rowdy.game(game_id)
    for viewer in (rowdy.ALL, rowdy.SPECTATOR, None, 0, 1):
        text = rowdy.board(game, game.start(), viewer=viewer)
        assert repr(text) == str(text)
        assert drawn(text._repr_svg_()).tag.endswith("svg")
        assert text._repr_svg_() == rowdy.svg(game, game.start(), viewer=viewer)._repr_svg_()


def test_a_viewer_is_drawn_and_written_what_it_may_know_and_nothing_else() -> None:
    game = rowdy.game("djeco")
    other = game.parse_state(DJECO.replace("r1,r3,b9,y,g", "b1,b3,b5,b6,b8"))
    state = game.parse_state(DJECO)
    for show in (rowdy.svg, rowdy.board):
        assert show(game, state, viewer=1) == show(game, other, viewer=1)
        assert show(game, state, viewer=0) != show(game, other, viewer=0)
        assert show(game, state) != show(game, other)
    xoxo = rowdy.game("xoxo")
    held = [XOXO, XOXO.replace("blue,green,wink", "blue,yellow,grumpy")]
    mine, others = ({rowdy.svg(xoxo, xoxo.parse_state(text), viewer=seat) for text in held} for seat in (0, 1))
    assert (len(mine), len(others)) == (1, 2)


def test_moves_and_names_are_marked_and_written() -> None:
    game = rowdy.game("rubik")
    event = rowdy.Event(0, game.parse_action("A@b2"))
    state = game.play(game.start(), *event)
    assert "▸X◂" in rowdy.board(game, state, last=[event])
    assert "b-act" in rowdy.svg(game, state, last=[event])
    assert "b-act" not in rowdy.svg(game, state)
    assert "Ann &amp; Bob" in rowdy.svg(game, state, names=["Ann & Bob", "Ben"])
    assert "Übrig" in rowdy.board(game, state, lang="de") or "übrig" in rowdy.board(game, state, lang="de").lower()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [({"viewer": 2}, "no-such-viewer"), ({"lang": "xx"}, "unknown-language"), ({"names": ["Ann"]}, "name-count")],
)
def test_what_cannot_be_shown_is_refused(wrong: dict[str, object], code: str) -> None:
    game = rowdy.game("rubik")
    with pytest.raises(rowdy.InvalidSetup) as refused:
        rowdy.svg(game, game.start(), **wrong)  # type: ignore[arg-type]
    assert refused.value.code == code


# rowdy picture


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.rowdy"
    path.write_text(RUBIK, "utf-8")
    return path


def stones(svg: str) -> int:
    return len(re.findall(r'class="drawing d-stone"', svg)) - 4  # the sides that both players have


def test_a_step_of_a_record_is_drawn(cli: Cli, record: Path) -> None:
    counts = [stones(cli("picture", str(record), "--at", str(step)).out) for step in range(4)]
    assert counts == [0, 1, 1, 2]
    assert stones(cli("picture", str(record)).out) == 2


@pytest.mark.parametrize(("at", "told"), [("4", "There is no step 4: they go from 0 to 3."), ("-1", "no step -1")])
def test_a_step_that_does_not_exist_is_one_sentence(cli: Cli, record: Path, at: str, told: str) -> None:
    done = cli("picture", str(record), "--at", at)
    assert told in done.err
    assert done.out == ""


def test_a_game_in_progress_shows_no_hidden_cards(cli: Cli, tmp_path: Path) -> None:
    log = rowdy.GameLog(rowdy.game("xoxo"), ("Ann", "Ben"), rowdy.Dealer("any seed"))
    path = tmp_path / "game.rowdy"
    path.write_text(rowdy.format_record(log.record()), "utf-8")
    spectator = cli("picture", str(path)).out
    assert spectator == cli("picture", str(path), "--eyes", "spectator").out
    assert spectator != cli("picture", str(path), "--eyes", "1").out


def test_a_gif_has_a_frame_a_step_and_rests_on_the_last(record: Path) -> None:
    from rowdy.interfaces.cli.commands.picture import draw_step
    from rowdy.interfaces.drawing.gif import make_gif
    from rowdy.interfaces.words import Words
    from rowdy.play.replay import record_steps

    game = rowdy.parse_record(RUBIK)
    gif = Image.open(io.BytesIO(make_gif(draw_step(Words(), game, step) for step in record_steps(game))))
    frames = []
    for number in range(4):
        gif.seek(number)
        frames.append((gif.convert("RGB").tobytes(), gif.info["duration"]))
    assert gif.n_frames == 4  # type: ignore[attr-defined]
    assert len({pixels for pixels, _ in frames}) == 4
    assert [seconds for _, seconds in frames] == [1200, 1200, 1200, 4000]


def test_without_what_draws_it_a_gif_is_refused_in_one_sentence(
    cli: Cli, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setattr("rowdy.interfaces.drawing.gif.find_spec", lambda name: None)
    done = cli("picture", str(record), "--gif")
    assert "pip install resvg-py pillow" in done.err
    assert len(done.err.strip().splitlines()) == 1
