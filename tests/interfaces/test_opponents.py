"""Bots at the terminal: a pace that tells nothing, and no waiting for a compiler."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.interfaces.cli.opponents import Opponents, Pace
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.session import Session
from rowdy.interfaces.seating import Seating
from rowdy.interfaces.words import Words
from rowdy.play.bots.levels import EASY, STRONG, PythonSearchBot, SearchBot
from rowdy.play.bots.perfect import PerfectBot
from rowdy.play.bots.registry import Bot, RandomBot
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.game import AnyGame, Event, View
from rowdy.search.compilation import PERFECT, CompiledPart, KernelCache, parts
from tests.compiled import MadeUpCache
from tests.interfaces.cli import Cli


class Clock:
    """Time that passes only when told, or slept through."""

    def __init__(self) -> None:
        self.now = 100.0
        self.naps: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.now += seconds


class Thinker:
    """Thinks for so long, at least where it has a choice."""

    pace_seconds = 1.0

    def __init__(self, clock: Clock, seconds: Callable[[View[Any, Any]], float]) -> None:
        self.clock = clock
        self.seconds = seconds

    def plays(self, game: AnyGame) -> bool:
        return True

    def choose(self, game: AnyGame, log: Sequence[Event[Any]], view: View[Any, Any], rng: Random) -> Any:
        self.clock.now += self.seconds(view)
        return view.legal[-1]


# The pace


def answer(pace: Pace, player: Bot, window: bool = False) -> None:
    """A bot that answers at once."""
    with pace.asking(player, window):
        pass


def test_an_answer_comes_after_the_time_the_bot_appears_to_think() -> None:
    clock = Clock()
    pace = Pace(clock, clock.sleep)
    with pace.asking(EASY, window=False):
        clock.now += 0.1
    pace.keep()
    assert clock.now == pytest.approx(100.3)
    answer(pace, STRONG)
    answer(pace, STRONG, window=True)
    answer(pace, RandomBot())
    pace.keep()
    assert clock.now == pytest.approx(100.3 + STRONG.pace_seconds * 1.1 + 0.3)


def test_time_before_the_bots_were_asked_is_not_theirs() -> None:
    clock = Clock()
    pace = Pace(clock, clock.sleep)
    clock.now += 50
    pace.begin()
    answer(pace, EASY)
    pace.keep()
    assert clock.naps == pytest.approx([0.3])


def test_thinking_that_takes_longer_is_rounded_up() -> None:
    for taken in (1.01, 1.5, 1.99):
        clock = Clock()
        pace = Pace(clock, clock.sleep)
        with pace.asking(Thinker(clock, lambda view: 0), window=False):
            clock.now += taken
        pace.keep()
        assert clock.now == pytest.approx(102.0)


def shown(pace: Pace, clock: Clock, player: Bot, taken: float, window: bool = False) -> float:
    """For how long a bot that takes so long seems to think."""
    began = clock.now
    with pace.asking(player, window):
        clock.now += taken
    pace.keep()
    return clock.now - began


def test_a_bot_that_takes_long_seems_to_do_so_where_it_has_no_choice() -> None:
    clock = Clock()
    pace, slow, quick = Pace(clock, clock.sleep), replace(STRONG), EASY
    assert shown(pace, clock, slow, 7.5) == pytest.approx(8)  # code is loaded
    assert shown(pace, clock, slow, 0) == pytest.approx(1)
    for taken in (2.4, 2.9, 0, 1.2, 0):
        assert shown(pace, clock, slow, taken) == pytest.approx(3)
    assert shown(pace, clock, slow, 0, window=True) == pytest.approx(0.3)
    assert shown(pace, clock, slow, 0.25, window=True) == pytest.approx(0.3)
    assert shown(pace, clock, quick, 0) == pytest.approx(0.3)
    for taken in (0.45, 0.42, 0, 0.41):
        assert shown(pace, clock, slow, taken, window=True) == pytest.approx(0.5)
    assert shown(pace, clock, slow, 0) == pytest.approx(3)
    assert shown(pace, clock, slow, 3.1) == pytest.approx(4)


def test_a_bot_that_hides_nothing_is_not_waited_for() -> None:
    clock = Clock()
    pace, open_one = Pace(clock, clock.sleep), replace(STRONG, pace_seconds=0.0)
    for taken in (5.0, 5.0, 0.0):
        assert shown(pace, clock, open_one, taken) == taken


def test_nobody_waits_where_no_bot_was_asked() -> None:
    clock = Clock()
    pace = Pace(clock, clock.sleep)
    clock.now += 3
    pace.keep()
    assert clock.naps == []


def screen() -> Screen:
    return Screen(Words())


def session(game: AnyGame, seconds: Callable[[View[Any, Any]], float], lines: int, patch: pytest.MonkeyPatch) -> Clock:
    """A game against a bot that thinks by its cards; the person takes the first move each time."""
    clock = Clock()
    patch.setattr("sys.stdin", io.StringIO("1\n" * lines))
    played = Session(screen(), GameLog(game, ("you", "random"), Dealer("5")), Seating(("you", "random")))
    played.file.saving = False
    played.opponents.bots = {1: Thinker(clock, seconds)}
    played.opponents.pace = Pace(clock, clock.sleep)
    played.run()
    return clock


@pytest.mark.parametrize("game_id", ["xoxo", "djeco"])
def test_how_long_a_bot_thinks_does_not_show(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it takes no time, once more the more it may do, windows included: a person sees the same."""
    game = rowdy.game(game_id)
    quick = session(game, lambda view: 0, 12, monkeypatch)
    slow = session(game, lambda view: 0.03 * (len(view.legal) > 1), 12, monkeypatch)
    assert len(slow.naps) > 8
    assert slow.now == pytest.approx(quick.now)
    assert sum(slow.naps) < sum(quick.naps)


@pytest.mark.parametrize(
    ("game_id", "people", "interactive", "paced"),
    [("xoxo", 1, True, True), ("xoxo", 1, False, False), ("xoxo", 0, True, False), ("rubik", 1, True, False)],
)
def test_there_are_pauses_only_where_a_person_could_learn_from_time(
    game_id: str, people: int, interactive: bool, paced: bool
) -> None:
    naps: list[float] = []
    terminal = screen()
    terminal.interactive = interactive
    seating = Seating(("you",) * people + ("easy",) * (2 - people))
    pace = Opponents(terminal, rowdy.game(game_id), seating, sleep=naps.append).pace
    answer(pace, EASY)
    pace.keep()
    assert bool(naps) == paced


# The compiler


class Machine:
    """What is compiled on a machine, and a helper at work there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cache = MadeUpCache()
        self.chosen: list[str] = []
        for kind in (PythonSearchBot, SearchBot, PerfectBot):
            monkeypatch.setattr(kind, "choose", self.note(kind.__name__))

    def opponents(self, game_id: str, *labels: str, sleep: Callable[[float], None] = time.sleep) -> Opponents:
        return Opponents(screen(), rowdy.game(game_id), Seating(labels), cache=self.cache, sleep=sleep)

    def note(self, name: str) -> Callable[..., Any]:
        def choose(player: Any, game: Any, log: Any, view: Any, rng: Any) -> Any:
            self.chosen.append(name)
            return view.legal[0]

        return choose

    def finish(self, *parts: CompiledPart) -> None:
        self.cache.compiled.extend(parts)
        self.cache.helper.working = False


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def ask(bots: Opponents, seat: int) -> None:
    view = bots.game.view(bots.game.start(), 0)
    bots.choose(seat, (), view, Random(0))


def test_plain_thinking_fills_in_until_the_code_is_compiled(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = machine.opponents("rubik", "you", "strong")
    bots.prepare()
    assert machine.cache.started == [["flip", PERFECT]]  # what a hint needs comes last
    ask(bots, 1)
    bots.report()
    bots._began -= 7
    bots.report()
    machine.finish("flip")
    bots.report()
    ask(bots, 1)
    bots.report()
    assert machine.chosen == ["PythonSearchBot", "SearchBot"]
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3
    assert "background" in told[0]
    assert "Still compiling after 7 s" in told[1]
    assert "full strength" in told[2]


def test_the_bots_are_ready_while_a_hint_is_still_compiled_for(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = machine.opponents("rubik", "you", "strong")
    bots.prepare()
    machine.cache.compiled.append("flip")
    bots._began -= 7
    bots.report()
    bots.report()
    assert len(told := capsys.readouterr().out.splitlines()) == 2
    assert "full strength" in told[1]


def test_where_compiling_fails_plain_thinking_goes_on(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    bots = machine.opponents("rubik", "you", "medium")
    bots.prepare()
    machine.finish()
    bots.report()
    ask(bots, 1)
    assert machine.chosen == ["PythonSearchBot"]
    assert "strength" not in capsys.readouterr().out


def test_what_is_compiled_already_is_used_without_a_word(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.finish(*parts())
    bots = machine.opponents("djeco", "you", "strong")
    bots.prepare()
    bots.report()
    ask_djeco = bots.game.view(GameLog(bots.game, ("you", "strong"), Dealer("1")).state, 0)
    bots.choose(1, (), ask_djeco, Random(0))
    assert machine.chosen == ["SearchBot"]
    assert capsys.readouterr().out == ""


def test_a_perfect_bot_waits_for_the_helper(machine: Machine) -> None:
    looks: list[float] = []

    def sleep(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 3:
            machine.finish(PERFECT)

    bots = machine.opponents("rubik", "you", "perfect", sleep=sleep)
    bots.prepare()
    assert machine.cache.started == [[PERFECT]]
    ask(bots, 1)
    assert len(looks) == 3
    assert machine.chosen == ["PerfectBot"]


def test_among_bots_alone_each_plays_as_strong_as_it_is(machine: Machine) -> None:
    """Nobody is kept waiting, and the same seed gives the same game on every machine."""
    bots = machine.opponents("rubik", "strong", "perfect")
    bots.prepare()
    assert machine.cache.started == []
    ask(bots, 0)
    assert machine.chosen == ["SearchBot"]


@pytest.mark.parametrize(
    ("game_id", "part"), [("rubik", PERFECT), ("xoxo2", PERFECT), ("xoxo", "xoxo"), ("djeco", "djeco")]
)
def test_hints_are_compiled_for_without_a_word(
    game_id: str, part: CompiledPart, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    for labels in (("you", "easy"), ("you", "you=Ann")):
        bots = machine.opponents(game_id, *labels)
        bots.prepare()
        bots._began -= 7
        bots.report()
    assert machine.cache.started == [[part]] * 2
    assert capsys.readouterr().out == ""


# Who sits down


def test_medium_sits_down_where_nobody_is_named(cli: Cli) -> None:
    cli("play", "rubik", lines="quit\n")
    assert cli.record().players == ("you", "medium")


def test_settings_that_a_comma_parts_are_told_apart(cli: Cli) -> None:
    run = cli("play", "rubik", "--seats", "you,strong:sims=5000,seconds=2")
    assert run.code == 2
    assert run.err.endswith(
        "“seconds=2” cannot sit down. Separate the settings of a bot by +: strong:sims=5000+seconds=2\n"
    )
    assert "+" not in cli("play", "rubik", "--seats", "strong:sims=5000,you=a=b").err


def test_settings_stay_with_a_seat_in_the_record(cli: Cli, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KernelCache, "missing", lambda cache, wanted: list(wanted))
    seats = "strong:sims=30+seconds=2,you"
    cli("play", "rubik", "--seats", seats, lines="quit\n")
    assert cli.record().players == tuple(seats.split(","))
    run = cli("play", "--resume", lines="quit\n")
    assert run.err == ""
    assert "1 Bot (strong, sims=30+seconds=2), 2 You" in run.out
    assert machine.chosen == ["PythonSearchBot"]
