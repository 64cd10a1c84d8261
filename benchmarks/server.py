"""The live server: CPU of a move beside a bare WebSocket echo, memory, and answer times with thousands of games.

A move is a command by WebSocket of one of two people, on disk (SQLite, synchronous=FULL) before both are told, each
with a whole view of their own. The CPU is that of the server's process alone, all threads, in and out of the kernel.
The echo is bare Starlette under the same uvicorn settings, with a text as long as a step of XOXO: there and back it
carries as many letters as a move to two people. Each stands beside the echo with as many messages under way, "alone"
being one; they take turns, after some rounds that nobody counts, and the median round counts. The load comes from this
process. The database lies in the folder for temporary files: where that is no disk, set TMPDIR to one that is.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import multiprocessing
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from itertools import chain, islice, product
from multiprocessing.connection import Connection as Pipe

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import hostile, served, shared
from benchmarks.served import NAMES, Cookies, Served, serving
from rowdy.interfaces.web.server import raise_file_limit

GAMES = ("xoxo", "rubik", "xoxo2", "djeco")
ALL = "a move"
"""The mean over the four games."""
MAX_RATIO = 10
"""How many times the CPU of an echo a move may take in any game, with many games at once."""
MAX_MILLISECONDS = 20
"""Within which time 99 of 100 commands must be answered, with thousands of games."""
MAX_ATTACKED_MILLISECONDS = 100
"""Within which time 99 of 100 honest moves must be told while others flood, half-open and think hard."""
FLOODERS, HALF_OPEN, THINKING_TABLES = 6, 200, 20
"""How many connections flood, how many are left half open, and at how many tables a strong bot thinks."""
HONEST_EVERY_SECONDS = 1.0
"""The mean pause between two moves of an honest game during an attack."""
MAX_COMING = 50
"""How many connections are made at once."""
WARM_UP_ROUNDS = 3
"""How many rounds do not count: in them sentences and parts of pictures are made, which are kept."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5, help="rounds in which all take turns (default: 5)")
    parser.add_argument("--together", type=int, default=50, help="games played at once in these (default: 50)")
    parser.add_argument("--games", type=int, default=2_000, help="games at once for answer times (default: 2,000)")
    parser.add_argument("--every", type=float, default=5.0, help="seconds from move to move in a game (default: 5)")
    parser.add_argument("--seconds", type=float, default=30.0, help="for how long they are played (default: 30)")
    parser.add_argument("--honest", type=int, default=20, help="honest games during an attack (default: 20)")
    parser.add_argument("--attacked", type=float, default=20.0, help="seconds of the attack (default: 20)")
    parser.add_argument("--idle", type=int, default=1_000, help="idle games for memory (default: 1,000)")
    parser.add_argument("--shared", type=int, default=100, help="games at once beside PostgreSQL (default: 100)")
    parser.add_argument("--only-shared", action="store_true", help="only SQLite beside PostgreSQL")


def run(args: argparse.Namespace) -> None:
    from benchmarks.sharing import measure_sharing  # which plays the games of this module

    raise_file_limit()
    measure_sharing(args.shared)
    if args.only_shared:
        return
    asyncio.run(compare_cpu(args.rounds, args.together))
    asyncio.run(measure_memory(args.idle))
    asyncio.run(measure_answers(args.games, args.every, args.seconds))
    asyncio.run(measure_attacked(args.honest, args.attacked))


# Those who play


class Choice(msgspec.Struct):
    move: str


class Picture(msgspec.Struct):
    moves: tuple[Choice, ...] = ()


class View(msgspec.Struct):
    phase: str
    picture: Picture | None = None


class Message(msgspec.Struct):
    """What is needed of a message to play on."""

    type: str
    n: int = 0
    view: View | None = None
    code: str = ""
    answers: str = ""


_MESSAGE = msgspec.json.Decoder(Message)


class Person:
    """One of two at a table."""

    def __init__(self, line: ClientConnection, number: int) -> None:
        self.line = line
        self.number = number
        self.n = 0
        self.view = View("waiting")
        self.letters = 0
        """How long the last message was."""

    async def hear(self) -> Message:
        """The next step."""
        while True:
            text = await self.line.recv()
            message = _MESSAGE.decode(text)
            assert message.type not in ("answer", "bye", "trouble"), text
            if message.view is not None:
                self.n, self.view, self.letters = message.n, message.view, len(text)
                return message

    async def command(self, what: str) -> None:
        await self.line.send(f'{{{what},"id":"{self.number}-{self.n}","seen":{self.n}}}')

    async def sit(self) -> None:
        await self.command(f'"do":"sit","name":"{NAMES[self.number]}","nonce":"{"0" * 32}"')

    async def play(self, rng: random.Random) -> None:
        assert self.view.picture is not None
        await self.command(f'"do":"play","move":"{rng.choice(self.view.picture.moves).move}"')

    @property
    def to_move(self) -> bool:
        return self.view.picture is not None and bool(self.view.picture.moves)


class Game:
    """Two people at a table, each with a connection."""

    def __init__(self, people: Sequence[Person], seed: int) -> None:
        self.people = people
        self.rng = random.Random(seed)
        self.sizes: list[int] = []
        """Of the steps."""

    @property
    def over(self) -> bool:
        return self.people[0].view.phase == "over"

    async def begin(self) -> None:
        for person in self.people:
            await person.sit()
            for other in self.people:
                await other.hear()

    async def move(self) -> tuple[float, float]:
        """The seconds until the one who moves has the step, and until the other has."""
        mover, other = sorted(self.people, key=lambda person: not person.to_move)
        began = time.perf_counter()
        await mover.play(self.rng)
        told = await asyncio.gather(_timed(mover), _timed(other))
        self.sizes += [person.letters for person in self.people]
        return told[0] - began, told[1] - began

    async def play(self) -> int:
        """Without a pause to the end; how many moves that took."""
        moves = 0
        while not self.over:
            await self.move()
            moves += 1
        return moves


async def _timed(person: Person) -> float:
    await person.hear()
    return time.perf_counter()


async def come(stack: AsyncExitStack, servers: Sequence[Served], opened: Iterable[Cookies]) -> list[Game]:
    """Everybody connects and sits down; if there are several servers, the people of a game at different ones."""
    free = asyncio.Semaphore(MAX_COMING)

    async def join(number: int, one: Cookies) -> Game:
        async with free:
            people = []
            for place, cookie in enumerate(one.cookies):
                path = f"/api/tables/{one.table}/live?as={place + 1}"
                server = servers[place % len(servers)]
                people.append(Person(await _connect(stack, server, path, {"Cookie": cookie}), place))
                await people[-1].hear()
            game = Game(people, number)
            await game.begin()
            return game

    return await asyncio.gather(*(join(number, one) for number, one in enumerate(opened)))


async def _connect(stack: AsyncExitStack, server: Served, path: str, headers: dict[str, str]) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}{path}"
    waiting = connect(
        address, additional_headers=headers, compression=None, ping_interval=None, proxy=None, open_timeout=60
    )
    line = await waiting
    stack.push_async_callback(line.close)
    return line


# CPU


class Costs:
    """Seconds of CPU, and how many times those of the echo beside it."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.ratios: list[float] = []

    def note(self, cost: float, echo: float) -> None:
        self.seconds.append(cost)
        self.ratios.append(cost / echo)


async def compare_cpu(rounds: int, together: int) -> None:
    """Each row is measured in turn, in new games each time, with the echo before it."""
    costs: defaultdict[tuple[str, int], Costs] = defaultdict(Costs)
    sizes: dict[str, list[int]] = {name: [] for name in GAMES}
    with serving(served.tables) as server:
        for game in GAMES:
            await _play(server, game, together, WARM_UP_ROUNDS, sizes[game])
        text = "x" * round(statistics.mean(sizes["xoxo"]))
        with serving(served.echo) as bare:
            await _echo(bare, together, 1_000, text)
            for number, at_once in product(range(1, rounds + 1), (together, 1)):
                shared.tell(f"CPU: round {number} of {rounds}, {at_once} at once")
                moves, echoes = [], []
                for game in GAMES:
                    echoes.append(await _echo(bare, at_once, 2_000 / at_once**0.5, text))
                    moves.append(await _play(server, game, at_once, 1 if at_once > 1 else 12, sizes[game]))
                    costs["echo", at_once].note(echoes[-1], echoes[-1])
                    costs[game, at_once].note(moves[-1], echoes[-1])
                costs[ALL, at_once].note(statistics.mean(moves), statistics.mean(echoes))
    sizes = {"echo": [len(text)], ALL: [*chain.from_iterable(sizes.values())], **sizes}
    rows = [_cpu_row(name, [costs[name, at_once] for at_once in (together, 1)], sizes[name]) for name in sizes]
    headers = ["server CPU", f"{together} at once, µs", f"ratio (must {MAX_RATIO})"]
    shared.print_table([*headers, "alone, µs", "ratio", "letters"], rows)


def _cpu_row(name: str, costs: Sequence[Costs], sizes: list[int]) -> list[str]:
    cells = [name]
    for cost in costs:
        cells += [f"{statistics.median(cost.seconds) * 1e6:,.0f}", f"{statistics.median(cost.ratios):.1f}"]
    return [*cells, f"{statistics.mean(sizes):,.0f}"]


async def _play(server: Served, game: str, at_once: int, times: int, sizes: list[int]) -> float:
    """Seconds of CPU a move."""
    moves, used = 0, 0.0
    for _ in range(times):
        async with AsyncExitStack() as stack:
            games = await come(stack, [server], server.open(game, at_once))
            before = server.cpu()
            moves += sum(await asyncio.gather(*(one.play() for one in games)))
            used += server.cpu() - before
            sizes += chain.from_iterable(one.sizes for one in games)
    return used / moves


async def _echo(server: Served, at_once: int, each: float, text: str) -> float:
    """Seconds of CPU for a message in and one out."""

    async def talk(line: ClientConnection) -> None:
        for _ in range(round(each)):
            await line.send(text)
            await line.recv()

    async with AsyncExitStack() as stack:
        lines = [await _connect(stack, server, "/echo", {}) for _ in range(at_once)]
        before = server.cpu()
        await asyncio.gather(*map(talk, lines))
        return (server.cpu() - before) / (at_once * round(each))


# Memory


async def measure_memory(tables: int) -> None:
    rows = []
    for game in GAMES:
        shared.tell(f"memory: {tables} games of {game}")
        with serving(served.tables) as server:
            server.lay(game, 50)  # what all games share is there before
            before = server.memory()
            opened = server.lay(game, tables)
            laid = server.memory()
            async with AsyncExitStack() as stack:
                for one in opened:
                    path = f"/api/tables/{one.table}/live?as=1"
                    await (await _connect(stack, server, path, {"Cookie": one.cookies[0]})).recv()
                connected = server.memory()
        per_game, per_connection = (laid - before) / tables, (connected - laid) / tables
        rows.append([game, f"{per_game / 1024:.1f}", f"{per_connection / 1024:.1f}"])
    made = f"idle game after {served.MOVES} moves, KiB"
    shared.print_table(["memory of the server", made, "connection, KiB"], rows)


# Answer times


async def measure_answers(games: int, every: float, seconds: float) -> None:
    """All four games, as many of each; a pause is any time up to twice the mean."""
    times: list[tuple[float, float]] = []
    with serving(served.tables) as server:
        shared.tell(f"{games} games: {2 * games} connections")
        opened = [server.open(game, -(-games // len(GAMES))) for game in GAMES]
        mixed = islice((tables[i] for i in range(len(opened[0])) for tables in opened), games)
        async with AsyncExitStack() as stack:
            playing = await come(stack, [server], mixed)
            shared.tell(f"{games} games: playing for {seconds:.0f} s")
            gc.disable()  # the pauses of the load itself are not the server's
            before, began = server.cpu(), time.perf_counter()
            until = began + seconds
            await asyncio.gather(*(_play_calmly(game, every, until, times) for game in playing))
            used, taken = server.cpu() - before, time.perf_counter() - began
            gc.enable()
            memory = server.memory()
    print(f"{len(playing):,} games at once, {2 * len(playing):,} connections, {memory / 2**20:.0f} MB in all")
    print(f"{len(times) / taken:,.0f} moves/s; the server's process uses {used / taken:.0%} of a core")
    print_times("command to step, ms", times, MAX_MILLISECONDS)


def print_times(title: str, times: Sequence[tuple[float, float]], most: int) -> None:
    rows = []
    for name, column in zip(("who moved", "the other"), zip(*times, strict=True), strict=True):
        ranks = sorted(column)
        found = (ranks[len(ranks) // 2], ranks[len(ranks) * 99 // 100], ranks[-1])
        rows.append([name, *(f"{value * 1e3:.1f}" for value in found)])
    shared.print_table([title, "median", f"99th percentile (must {most})", "longest"], rows)


async def _play_calmly(game: Game, every: float, until: float, times: list[tuple[float, float]]) -> None:
    while not game.over:
        pause = game.rng.uniform(0, 2 * every)
        if time.perf_counter() + pause > until:
            return
        await asyncio.sleep(pause)
        times.append(await game.move())


# Answer times during an attack


async def measure_attacked(games: int, seconds: float) -> None:
    """Honest games on a server with all its limits, before and while others flood, half-open and let bots think."""
    with serving(served.guarded_tables) as server:
        async with AsyncExitStack() as stack:
            each = -(-games // len(GAMES))
            opened = [table for game in GAMES for table in server.open(game, 2 * each)]
            playing = await come(stack, [server], opened)
            calm = await play_for(playing[::2], seconds / 2)
            tables = [*server.open_against("xoxo", "strong", THINKING_TABLES), *server.open("rubik", 1)]
            with attacking(server.port, tables, FLOODERS, HALF_OPEN, seconds) as attackers:
                shared.tell(f"an attack for {seconds:.0f} s: {FLOODERS} flood, {HALF_OPEN} half-open")
                attacked = await play_for(playing[1::2], seconds)
                done = await asyncio.to_thread(attackers.recv)
    print_times("honest moves before an attack, ms", calm, MAX_ATTACKED_MILLISECONDS)
    print_times("honest moves during an attack, ms", attacked, MAX_ATTACKED_MILLISECONDS)
    print(", ".join(f"{count:,} {what}" for what, count in done.items()))


async def play_for(games: Sequence[Game], seconds: float) -> list[tuple[float, float]]:
    times: list[tuple[float, float]] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(_play_calmly(game, HONEST_EVERY_SECONDS, until, times) for game in games))
    return times


@contextmanager
def attacking(port: int, tables: list[Cookies], flooders: int, half_open: int, seconds: float) -> Iterator[Pipe]:
    """Yields a pipe, which tells in the end how often attackers were cut off."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=hostile.attack, args=(theirs, port, tables, flooders, half_open, seconds))
    process.start()
    theirs.close()
    try:
        yield ours
    finally:
        process.kill()
        process.join()
