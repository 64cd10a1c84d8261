"""Bots from other packages: the example of the docs as pasted, lazily loaded, and harmless when broken."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

import rowdy
from rowdy.play.bots.registry import BOTS, bot, bot_names, is_bot
from rowdy.rules.game import InvalidSetup, Over
from tests.docs_blocks import blocks
from tests.interfaces.cli import Cli
from tests.play.bots.test_registry import choice, match
from tests.play.conftest import Install, write_metadata
from tests.worlds import PRINTED, random_states

PAGE = Path(__file__).parents[3] / "docs" / "bots.md"

# The example


@pytest.fixture
def magpie(tmp_path: Path, install: Install) -> None:
    page = PAGE.read_text("utf-8")
    files = dict(re.findall(r"`([a-z]+\.(?:toml|py))`:\n\n```[a-z]+\n(.*?)```", page, re.DOTALL))
    assert len(files) == sum(block.language != "" for block in blocks(page)), "a snippet that no test runs"
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert set(files) == {"pyproject.toml", f"{project['name']}.py"}
    install({}, "")
    write_metadata(tmp_path, project["name"], project["entry-points"]["rowdy.bots"])


@pytest.mark.usefixtures("magpie")
@pytest.mark.parametrize("name", PRINTED)
def test_the_example_plays_every_game(name: str) -> None:
    game = PRINTED[name]
    assert match(game, (bot("magpie", game), *[bot("random")] * (game.seats - 1)), 1).over


@pytest.mark.usefixtures("magpie")
def test_the_example_takes_a_win() -> None:
    game, found = PRINTED["rubik-de-2"], 0
    for seed in range(20):
        state = random_states("rubik-de-2", seed)[-2]
        wins = [
            str(action)
            for action in game.legal(state, state.mover)
            if isinstance(game.turn(game.play(state, state.mover, action)), Over)
        ]
        found += choice(game, bot("magpie"), game.format_state(state), state.mover) in wins
    assert found > 10


@pytest.mark.usefixtures("magpie")
def test_the_example_is_listed_and_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cli = Cli(tmp_path / "home", monkeypatch, capsys)
    assert "bot: magpie; plays: all; what it does: From magpie:Magpie." in cli("bots").out
    run = cli("play", "rubik", "--seats", "magpie,random", "--seed", "1")
    assert (run.code, run.err) == (0, "")
    assert bot_names() == [*BOTS, "magpie"]
    assert is_bot("magpie")


# Other guests

GUEST = """
class Last:
    pace_seconds = 2.5
    def plays(self, game):
        return game.edition.game == "rubik"
    def choose(self, game, log, view, rng):
        return view.legal[-1]

def make():
    return Last()

ready_made = Last()
number = 5

class Breaks(Last):
    def choose(self, game, log, view, rng):
        raise LookupError("lost my way")

class Cheats(Last):
    def choose(self, game, log, view, rng):
        return "everything"

class Leaves(Last):
    def choose(self, game, log, view, rng):
        raise SystemExit(7)

class Shy(Last):
    def plays(self, game):
        raise SystemExit

class Array(Last):
    def choose(self, game, log, view, rng):
        import numpy
        return numpy.zeros(2)

class Soon(Last):
    pace_seconds = "soon"

class Never(Last):
    pace_seconds = float("inf")

class Before(Last):
    pace_seconds = -1

class Gone:
    def __init__(self):
        raise SystemExit(3)

class NeedsMore(Last):
    def __init__(self, more):
        pass

class NoWord(Last):
    def plays(self, game):
        raise RuntimeError
"""


def error(spec: str, game_id: str | None = None) -> InvalidSetup:
    with pytest.raises(InvalidSetup) as caught:
        bot(spec, None if game_id is None else rowdy.game(game_id))
    return caught.value


@pytest.mark.parametrize("made", ["Last", "make", "ready_made"])
def test_a_class_a_function_or_the_bot_itself(install: Install, made: str) -> None:
    install({"last": f"visitors:{made}"}, GUEST)
    game = rowdy.game("rubik")
    assert choice(game, bot("last", game), game.format_state(game.start()), 0) == str(game.legal(game.start(), 0)[-1])
    assert getattr(bot("last"), "pace_seconds", None) == 2.5
    assert error("last", "djeco").code == "bot-game"
    assert error("last:sims=5").code == "bot-no-parameters"


def test_a_guest_is_loaded_only_when_named(install: Install) -> None:
    install({"last": "visitors:Last"}, GUEST)
    bot("greedy")
    with pytest.raises(InvalidSetup):
        bot("nobody")
    assert is_bot("last")
    assert "visitors" not in sys.modules
    bot("last")
    assert "visitors" in sys.modules


def test_the_house_keeps_its_names(install: Install) -> None:
    install(dict.fromkeys(("greedy", "a:b", "c+d", "you"), "visitors:Last"), GUEST)
    assert bot_names() == list(BOTS)
    assert not is_bot("you")
    assert bot("greedy") is BOTS["greedy"]


@pytest.mark.parametrize(
    ("value", "code", "reason"),
    [
        ("visitors:Missing", "guest-failed", "AttributeError"),
        ("nowhere:Last", "guest-failed", "ModuleNotFoundError"),
        ("visitors:number", "guest-failed", "TypeError"),
        ("visitors:NeedsMore", "guest-failed", "TypeError"),
        ("visitors:GUEST.upper", "guest-failed", "AttributeError"),
        ("visitors:Gone", "guest-failed", "SystemExit: 3"),
        ("visitors:Soon", "guest-failed", "soon"),
        ("visitors:Never", "guest-failed", "pace_seconds is inf"),
        ("visitors:Before", "guest-failed", "pace_seconds is -1"),
    ],
)
def test_one_that_cannot_be_loaded_says_why(install: Install, value: str, code: str, reason: str) -> None:
    install({"poor": value}, GUEST)
    wrong = error("poor")
    assert wrong.code == code
    assert reason in str(wrong.details["reason"])


def test_one_that_is_no_bot_says_so(install: Install) -> None:
    install({"poor": "visitors:make"}, "def make():\n    return object()\n")
    assert error("poor").code == "guest-no-bot"


def test_a_broken_one_disturbs_nobody(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install({"poor": "visitors:Last", "rich": "nowhere:Last"}, "raise RuntimeError('not today')\n")
    cli = Cli(tmp_path / "home", monkeypatch, capsys)
    run = cli("bots")
    assert run.code == 0
    assert "bot: poor; what it does: The bot poor (visitors:Last) does not work: RuntimeError: not today" in run.out
    assert "No module named 'nowhere'" in run.out
    assert cli("play", "rubik", "--seats", "greedy,random").code == 0
    run = cli("play", "rubik", "--seats", "you,poor")
    assert run.code == 2
    assert "not today" in run.err
    assert run.err.count("\n") == 1


@pytest.mark.parametrize(
    ("made", "code"),
    [
        ("Breaks", "guest-failed"),
        ("Cheats", "guest-illegal"),
        ("NoWord", "guest-failed"),
        ("Leaves", "guest-failed"),
        ("Shy", "guest-failed"),
        ("Array", "guest-failed"),
    ],
)
def test_one_that_goes_wrong_at_the_table_is_named(install: Install, made: str, code: str) -> None:
    install({"poor": f"visitors:{made}"}, GUEST)
    game = rowdy.game("rubik")
    with pytest.raises(InvalidSetup) as caught:
        choice(game, bot("poor", game), game.format_state(game.start()), 0)
    assert caught.value.code == code
    assert caught.value.details["name"] == "poor"
