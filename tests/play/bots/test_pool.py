"""Worker processes that think: answers as in one process, and none that crashes, hangs or goes astray stops a game."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NoReturn, TypeVar

import pytest

import rowdy
from rowdy.play.bots import pool, worker
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.bots.levels import PythonSearchBot, SearchBot
from rowdy.play.bots.perfect import PerfectBot
from rowdy.play.bots.pool import MAX_ATTEMPTS, BotPool, StartWorker, Timing, start_bot_worker
from rowdy.play.bots.registry import bot
from rowdy.play.bots.worker import Failure, HintQuestion, MoveQuestion, answer, load_next, pack_game
from rowdy.play.hints import Forced
from rowdy.play.worker_process import start_worker
from rowdy.rules.game import GameError, InvalidSetup, Move
from rowdy.rules.record import observations
from rowdy.search.compilation import KERNEL_CACHE, PERFECT, CompiledPart, Helper, KernelCache, parts
from tests.compiled import MadeUpCache, MadeUpHelper
from tests.play.conftest import Install
from tests.worlds import GAMES, random_game, random_states

T = TypeVar("T")

GAME = rowdy.game("rubik")
VIEW = GAME.view(GAME.start(), 0)
LAST = VIEW.legal[-1]

VISITORS = """
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path

HERE = Path(__file__).parent

def first_time():
    try:
        (HERE / "once").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True

def no_mistake():
    pass

def crash():
    os._exit(7)

def hang():
    while True:
        pass

def cheat():
    send = Connection.send
    Connection.send = lambda line, said: send(line, 10**6)

class Last:
    def __init__(self, mistake=no_mistake, always=False):
        self.mistake = mistake
        self.always = always
    def plays(self, game):
        return True
    def choose(self, game, log, view, rng):
        if self.always or self.mistake is not no_mistake and first_time():
            self.mistake()
        return view.legal[-1]

class Breaks(Last):
    def choose(self, game, log, view, rng):
        with (HERE / "asked").open("a") as file:
            print(os.getpid(), file=file)
        raise LookupError(str(view))

class Waits(Last):
    def choose(self, game, log, view, rng):
        (HERE / "waiting").touch()
        while not (HERE / "go").exists():
            time.sleep(0.01)
        return view.legal[0]

class Notes(Last):
    def choose(self, game, log, view, rng):
        (HERE / "noted").touch()
        return view.legal[0]

last, crashes, hangs, cheats, dies = Last(), Last(crash), Last(hang), Last(cheat), Last(crash, True)
breaks, waits, notes = Breaks(), Waits(), Notes()
"""
NAMES = ("last", "crashes", "hangs", "cheats", "dies", "breaks", "waits", "notes")


@pytest.fixture(autouse=True)
def visitors(install: Install) -> None:
    install({name: f"visitors:{name}" for name in NAMES}, VISITORS)


def talk(
    with_them: Callable[[BotPool], Awaitable[T]],
    size: int = 1,
    timing: Timing = Timing(),  # noqa: B008  (frozen)
    cache: KernelCache = KERNEL_CACHE,
    start: StartWorker = start_bot_worker,
) -> T:
    async def main() -> T:
        async with BotPool(size, timing, (), cache, start) as thinkers:
            return await asyncio.wait_for(with_them(thinkers), 30)

    found = asyncio.run(main())
    assert multiprocessing.active_children() == []
    return found


def ask(thinkers: BotPool, name: str, seed: str = "1") -> Awaitable[Any]:
    return asyncio.ensure_future(thinkers.choose(name, GAME, (), VIEW, seed))


async def until(there: Callable[[], object]) -> None:
    while not there():
        await asyncio.sleep(0.01)


def safe(seed: str) -> Any:
    return Random(seed).choice(VIEW.legal)


# Answers


@pytest.mark.parametrize("names", [("xoxo-de-3", "djeco-it-2", "rubik-de-2"), ("xoxo-custom", "djeco-custom")])
def test_a_worker_answers_as_the_bot_does_here(names: Iterable[str]) -> None:
    wanted = []
    for name in names:
        game, events = GAMES[name], random_game(name, 1)
        for ply, state in enumerate(random_states(name, 1)):
            if isinstance(turn := game.turn(state), Move) and ply % 3 == 0:
                seat = turn.seat
                wanted.append((game, observations(game, events[:ply], seat), game.view(state, seat), f"{name}/{ply}"))

    async def all_of_them(thinkers: BotPool) -> list[Any]:
        return await asyncio.gather(*(thinkers.choose("easy", *each) for each in wanted))

    here = [bot("easy").choose(game, log, view, Random(seed)) for game, log, view, seed in wanted]
    assert talk(all_of_them, size=2) == here
    assert len(set(here)) > 10


def test_a_hint() -> None:
    state = GAME.parse_state("AABA/.aBa/abaA/AbBa flip")
    view = GAME.view(state, state.mover)
    assert talk(lambda thinkers: thinkers.advise(GAME, (), view)) == Forced(view.legal[0])


def test_who_asks_first_is_answered_first_also_if_asked_again() -> None:
    async def order(thinkers: BotPool) -> list[int]:
        answered: list[int] = []

        async def note(number: int, name: str) -> None:
            assert await ask(thinkers, name) == LAST
            answered.append(number)

        await asyncio.gather(*(note(i, "last" if i else "crashes") for i in range(6)))
        return answered

    assert talk(order) == [0, 1, 2, 3, 4, 5]


def test_bots_go_before_hints_and_hints_in_their_order(tmp_path: Path) -> None:
    async def order(thinkers: BotPool) -> list[str]:
        answered: list[str] = []

        async def note(what: str, question: Awaitable[Any]) -> None:
            await question
            answered.append(what)

        first = asyncio.create_task(note("first", ask(thinkers, "waits")))
        await until((tmp_path / "waiting").exists)
        state = GAME.parse_state("AABA/.aBa/abaA/AbBa flip")
        view = GAME.view(state, state.mover)
        waiting = [asyncio.create_task(note(f"hint {i}", thinkers.advise(GAME, (), view))) for i in range(3)]
        waiting += [asyncio.create_task(note(f"bot {i}", ask(thinkers, "last"))) for i in range(3)]
        await until(lambda: len(thinkers._waiting) == 7)
        (tmp_path / "go").touch()
        await asyncio.gather(first, *waiting)
        return answered

    assert talk(order) == ["first", *(f"{what} {i}" for what in ("bot", "hint") for i in range(3))]


def test_nobody_starves_the_others(tmp_path: Path) -> None:
    """A visitor with sixty tables takes turns with everybody else, and so do hints behind moves."""

    async def order(thinkers: BotPool) -> list[str]:
        answered: list[str] = []

        async def note(what: str, question: Awaitable[Any]) -> None:
            await question
            answered.append(what)

        def move(visitor: str, table: str) -> Coroutine[Any, Any, None]:
            return note(visitor, thinkers.choose("last", GAME, (), VIEW, "1", Asker(visitor, table)))

        first = asyncio.create_task(note("first", ask(thinkers, "waits")))
        await until((tmp_path / "waiting").exists)
        waiting = [asyncio.create_task(move("greedy", f"table {i}")) for i in range(60)]
        state = GAME.parse_state("AABA/.aBa/abaA/AbBa flip")
        hint = thinkers.advise(GAME, (), GAME.view(state, state.mover), Asker("ann", "a"))
        waiting.append(asyncio.create_task(note("hint", hint)))
        waiting += [asyncio.create_task(move(name, name)) for name in ("ann", "ann", "ben")]
        await until(lambda: len(thinkers._waiting) == 65)
        (tmp_path / "go").touch()
        await asyncio.gather(first, *waiting)
        return answered

    found = talk(order)
    assert found[:7] == ["first", "greedy", "ann", "ben", "greedy", "ann", "greedy"]
    assert found[-1] == "hint"


def test_one_visitor_cannot_have_all_workers(tmp_path: Path) -> None:
    async def ask_beside(thinkers: BotPool) -> Any:
        greedy = [
            asyncio.create_task(thinkers.choose("waits", GAME, (), VIEW, "1", Asker("greedy", f"table {i}")))
            for i in range(8)
        ]
        await until((tmp_path / "waiting").exists)
        found = await thinkers.choose("last", GAME, (), VIEW, "1", Asker("ann", "a"))
        assert not any(task.done() for task in greedy)
        (tmp_path / "go").touch()
        await asyncio.gather(*greedy)
        return found

    assert talk(ask_beside, size=2) == LAST


def test_a_question_nobody_waits_for_is_dropped(tmp_path: Path) -> None:
    async def stop_waiting(thinkers: BotPool) -> Any:
        tasks = [asyncio.create_task(thinkers.choose(name, GAME, (), VIEW, "1")) for name in ("waits", "notes", "last")]
        await until((tmp_path / "waiting").exists)
        for task in tasks[:2]:
            task.cancel()
        (tmp_path / "go").touch()
        return await tasks[2]

    assert talk(stop_waiting) == LAST
    assert not (tmp_path / "noted").exists()


@pytest.mark.parametrize("thinking_already", [False, True])
def test_who_waits_when_it_closes_is_cancelled(thinking_already: bool, tmp_path: Path) -> None:
    async def close() -> None:
        thinkers = BotPool(1, Timing(answer_timeout=600), parts=())
        await thinkers.start()
        questions = [ask(thinkers, "hangs"), ask(thinkers, "last")]
        await until((tmp_path / "once").exists if thinking_already else multiprocessing.active_children)
        await asyncio.wait_for(thinkers.close(), 20)
        questions.append(ask(thinkers, "last"))
        for question in questions:
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(question, 20)

    asyncio.run(close())
    assert multiprocessing.active_children() == []


# Workers that fail


@pytest.mark.parametrize(("name", "size"), [("crashes", 1), ("crashes", 2), ("hangs", 1), ("cheats", 1)])
def test_one_that_fails_is_replaced_and_the_move_asked_again(
    name: str, size: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert talk(lambda thinkers: ask(thinkers, name), size, Timing(answer_timeout=1 if name == "hangs" else 30)) == LAST
    assert (tmp_path / "once").exists()
    assert caplog.records == []


def test_a_worker_that_always_fails_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    assert talk(lambda thinkers: ask(thinkers, "dies", "5")) == safe("5")
    assert [record.getMessage() for record in caplog.records] == [
        "No answer from dies in rubik: crashed, crashed, crashed"
    ]


def test_a_bot_that_raises_costs_no_worker_and_its_words_are_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def twice(thinkers: BotPool) -> list[Any]:
        return [await ask(thinkers, "breaks", seed) for seed in ("1", "2")]

    assert talk(twice) == [safe("1"), safe("2")]
    asked = (tmp_path / "asked").read_text().split()
    assert len(asked) == 2 * MAX_ATTEMPTS
    assert len(set(asked)) == 1
    (first, _) = [record.getMessage() for record in caplog.records]
    assert first == "No answer from breaks in rubik: guest-failed, guest-failed, guest-failed"


def test_where_no_worker_can_be_started_games_go_on(caplog: pytest.LogCaptureFixture) -> None:
    def start(parts: object) -> NoReturn:
        raise OSError("no more processes")

    async def choose_and_advise(thinkers: BotPool) -> Any:
        with pytest.raises(GameError) as caught:
            await thinkers.advise(GAME, (), VIEW)
        assert caught.value.code == "thinker-failed"
        return await ask(thinkers, "easy")

    caplog.set_level(logging.INFO)
    assert talk(choose_and_advise, size=2, start=start) == safe("1")
    assert len([record for record in caplog.records if record.name == pool.__name__]) == 2


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="PROCESSES CANNOT BE STOPPED on this system")
def test_one_that_is_stopped_without_work_is_noticed_and_replaced() -> None:
    async def stop_and_ask(thinkers: BotPool) -> Any:
        await ask(thinkers, "last")
        assert await thinkers.can_think()
        (worker,) = multiprocessing.active_children()
        assert worker.pid
        os.kill(worker.pid, signal.SIGSTOP)
        assert not await thinkers.can_think()
        while not await thinkers.can_think():
            await asyncio.sleep(0.01)
        (other,) = multiprocessing.active_children()
        assert other.pid != worker.pid
        return await ask(thinkers, "last")

    assert talk(stop_and_ask, timing=Timing(reply_timeout=0.3)) == LAST


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="PROCESSES CANNOT BE STOPPED on this system")
def test_one_that_thinks_counts_as_well_for_as_long_as_it_may_think() -> None:
    async def look(thinkers: BotPool) -> Any:
        await ask(thinkers, "last")
        (worker,) = multiprocessing.active_children()
        assert worker.pid
        os.kill(worker.pid, signal.SIGSTOP)
        asked = ask(thinkers, "last")
        await until(lambda: thinkers._workers[0].busy)
        assert await thinkers.can_think()
        os.kill(worker.pid, signal.SIGCONT)
        return await asked

    assert talk(look, timing=Timing(reply_timeout=0.0)) == LAST


def never_up(*_: object) -> None:
    time.sleep(60)


def test_one_that_never_comes_up_is_not_waited_for() -> None:
    timing = Timing(start_timeout=0.05)
    found = talk(lambda thinkers: ask(thinkers, "last"), timing=timing, start=partial(start_worker, never_up))
    assert found == safe("1")


SERVER = """
import asyncio
import os
import signal
from multiprocessing import active_children

import rowdy
from rowdy.play.bots.pool import BotPool

async def main():
    game = rowdy.game("rubik")
    async with BotPool(2, parts=()) as thinkers:
        ask = lambda name: thinkers.choose(name, game, (), game.view(game.start(), 0), "1")
        while len(workers := active_children()) < 2:
            await asyncio.sleep(0)
        for worker in workers:
            os.kill(worker.pid, signal.SIGINT)
        await asyncio.gather(*(ask("last") for _ in range(9)))
        hanging = asyncio.create_task(ask("hangs"))
        print("all there" if set(workers) == set(active_children()) else "replaced", flush=True)
        await hanging

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_workers_do_not_hear_ctrl_c_but_leave_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """Its output ends when the last process that could write to it does."""
    script = tmp_path / "server.py"
    script.write_text(SERVER, "utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        assert server.stdout
        assert server.stdout.readline() == b"all there\n"
        while not (tmp_path / "once").exists():
            assert server.poll() is None
            time.sleep(0.01)
        server.kill()
        assert server.communicate(timeout=20)[0] == b""


# In the worker


def choice(name: str, cache: KernelCache = KERNEL_CACHE) -> object:
    return answer(MoveQuestion(name, pack_game(GAME), (), VIEW, "1"), cache)


def test_plain_thinking_fills_in_until_the_code_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = MadeUpCache()
    for place, kind in enumerate((PythonSearchBot, SearchBot, PerfectBot)):
        monkeypatch.setattr(kind, "choose", lambda *_, place=place: VIEW.legal[place])
    assert (choice("strong", cache), choice("perfect", cache)) == (0, 2)
    cache.compiled.append("flip")
    assert choice("strong", cache) == 1


def test_what_goes_wrong_in_a_bot_has_a_name_and_in_a_hint_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    reason = InvalidSetup("not-solved", game="rubik", variant="x")

    def fail(*_: object) -> None:
        raise reason

    monkeypatch.setattr(PerfectBot, "choose", fail)
    monkeypatch.setattr(worker, "advise", fail)
    assert choice("perfect") == Failure("not-solved")
    assert answer(HintQuestion(pack_game(GAME), (), VIEW)) is reason
    monkeypatch.setattr(PerfectBot, "choose", lambda *_: "a move of another game")
    assert choice("perfect") == Failure("ValueError")


def test_code_is_loaded_once_it_is_compiled() -> None:
    cache = MadeUpCache(compiled=["djeco", "flip"])
    left = list(parts())
    for _ in range(4):
        left = load_next(left, cache)
    assert (cache.asked_for, left) == (["djeco", "flip"], ["xoxo", PERFECT])
    cache.compiled.append(PERFECT)
    assert load_next(left, cache) == ["xoxo"]


# Compiling


@pytest.mark.parametrize("finished", [True, False])
def test_perfect_play_waits_while_its_code_is_compiled(finished: bool) -> None:
    """Where that comes to nothing, it goes on without."""
    looks: list[list[CompiledPart]] = []
    helper = MadeUpHelper()

    class Compiling(KernelCache):
        def start_preparing(self, parts: Iterable[CompiledPart]) -> Helper:
            return helper

        def missing(self, wanted: Iterable[CompiledPart] | None = None) -> list[CompiledPart]:
            looks.append(list(wanted or ()))
            helper.working = finished or len(looks) < 3
            return [] if finished and len(looks) == 3 else looks[-1]

    def start(parts: object) -> NoReturn:
        assert len(looks) in (0, 3)
        raise OSError

    timing = Timing(poll_interval=0.0)
    found = talk(lambda thinkers: ask(thinkers, "perfect"), timing=timing, cache=Compiling(), start=start)
    assert found == safe("1")
    assert looks == [[PERFECT]] * 3


@pytest.mark.parametrize("finished", [True, False])
def test_the_bots_warm_up_until_the_code_is_compiled_or_nobody_compiles(finished: bool) -> None:
    left = ["flip", PERFECT]
    helper = MadeUpHelper()

    class Compiling(KernelCache):
        def start_preparing(self, parts: Iterable[CompiledPart]) -> Helper:
            return helper

        def missing(self, wanted: Iterable[CompiledPart] | None = None) -> list[CompiledPart]:
            return left

    async def warming_up(thinkers: BotPool) -> list[bool]:
        found = [await thinkers.warming_up()]
        left.remove("flip")
        found.append(await thinkers.warming_up())
        if finished:
            left.clear()
        else:
            helper.working = False
        return [*found, await thinkers.warming_up(), await thinkers.warming_up()]

    assert talk(warming_up, cache=Compiling()) == [True, True, False, False]


def test_nothing_warms_up_where_all_is_compiled() -> None:
    assert talk(lambda thinkers: thinkers.warming_up()) is False
