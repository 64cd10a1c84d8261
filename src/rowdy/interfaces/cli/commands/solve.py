"""`rowdy solve`: solves a flip game completely, and shows the result."""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Sequence
from contextlib import closing
from math import prod
from pathlib import Path

from rowdy.interfaces.cli.options import add_game, add_rulings, make_solved_game
from rowdy.interfaces.cli.ray import add_ray, ray_cluster
from rowdy.interfaces.cli.screen import INTERRUPTED, Screen
from rowdy.interfaces.cli.solve_progress import Meter, SolveProgress, SolveProgressBar, SolveProgressLines, millions
from rowdy.interfaces.cli.verdicts import Speaker, patience
from rowdy.interfaces.cli.workers import check_workers
from rowdy.interfaces.words import Words
from rowdy.rules.flip import FlipGame, Sizes
from rowdy.rules.flip_state import Place
from rowdy.rules.game import AnyGame, GameError, InvalidSetup
from rowdy.search.library import solved_games
from rowdy.search.perfect import Prober
from rowdy.search.retrograde import PIECES, Totals, layer_size, solve
from rowdy.search.symmetry import choices
from rowdy.search.tablebase import Solution, solutions_folder, solve_into, solve_one, variant, variants

MAX_WORKERS = PIECES
"""The most workers; more would have nothing to do."""
IMAGES = 32
"""The number of positions solved as one: eight symmetries of the board, times either player's stones turned over."""
TINY = Sizes(3, 3, 3, 2)
"""A game that is solved in no time, to have all code compiled."""
REGIONS = {2: "corner", 3: "edge", 4: "centre"}
"""The name of a kind of square, by the number of its neighbours."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, solved_games())
    add_rulings(parser, words)
    parser.add_argument("--workers", type=int, metavar="N", help=words("help-workers"))
    parser.add_argument("--every-ruling", action="store_true", help=words("help-every-ruling"))
    add_ray(parser, words)
    parser.add_argument("--out", type=Path, metavar="DIR", help=words("help-out"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    game = make_solved_game(args)
    if not isinstance(game, FlipGame):
        raise InvalidSetup("no-need-to-solve", game=args.game)
    wanted = variants(game) if args.every_ruling else [game]
    if args.ray is not None:
        return solve_on_ray(screen, wanted, args.out or solutions_folder(), args.ray)
    codes = (run_solve(screen, one, args.out, args.workers) for one in wanted)
    return next((code for code in codes if code), 0)


def solve_on_ray(screen: Screen, wanted: Sequence[FlipGame], folder: Path, address: str) -> int:
    """Lets nodes of a cluster solve these games, each into a folder that all nodes share."""
    pieces = [(game, str(folder.absolute())) for game in wanted]
    try:
        with (
            ray_cluster(screen, address, beside=False) as cluster,
            closing(cluster.run(solve_one, pieces, wanted[0].edition.game)) as solved,
        ):
            for done in solved:
                game, _ = done.item
                if not Solution(game, folder).exists():
                    raise GameError("solve-elsewhere", path=folder)
                screen.say(screen.words("ray-solved", game=_title(screen, game), code=done.code), style="bold")
                _show_totals(screen, done.result)
                _show_values(screen, game, folder)
                _show_place(screen, game, folder)
    except KeyboardInterrupt:
        screen.say(screen.words("solve-interrupted"))
        return INTERRUPTED
    return 0


def run_solve(screen: Screen, game: AnyGame, out: Path | None, workers: int | None) -> int:
    """Solves the game into a folder, continuing where an earlier run stopped; returns the exit code."""
    assert isinstance(game, FlipGame)
    workers = check_workers(workers, MAX_WORKERS)
    folder = solutions_folder() if out is None else out
    screen.say(screen.words("solve-begin", game=_title(screen, game), count=workers))
    try:
        with patience(screen):
            _compile(game)
        report = _make_report(screen, game)
        totals = _solve(game, folder, workers, report)
        times = report.meter.times
    except KeyboardInterrupt:
        screen.say(screen.words("solve-interrupted"))
        return INTERRUPTED
    _show_totals(screen, totals)
    _show_values(screen, game, folder)
    if report.layer is None:
        screen.say(screen.words("solve-found-all", count=report.meter.found))
    else:
        _show_cost(screen, totals[report.meter.found :], *times)
    _show_place(screen, game, folder)
    return 0


def _title(screen: Screen, game: FlipGame) -> str:
    """The game with the rulings that its solution depends on."""
    options = ", ".join(f"{name}={option}" for name, option in game.options.items() if option in variant(game))
    return f"{screen.words(f'game-{game.edition.game}')} ({options})"


def _compile(game: FlipGame) -> None:
    """Compiles or loads all code first, so that only solving is timed."""
    for _ in solve(FlipGame(game.edition, game.rulings, TINY)):
        pass


def _make_report(screen: Screen, game: FlipGame) -> SolveProgress:
    sizes = [prod(layer_size(game, stones)) for stones in range(2 * game.sizes.stones + 1)]
    return SolveProgressLines(screen, Meter(sizes)) if screen.plain else SolveProgressBar(screen, Meter(sizes))


def _solve(game: FlipGame, folder: Path, workers: int, report: SolveProgress) -> list[Totals]:
    """Solves the game; returns the totals of all layers, from all stones to none."""
    totals = []
    try:
        with report:
            for layer in solve_into(folder, game, workers=workers, progress=report.progress):
                totals.append(layer)
                report.finish(layer.stones)
    except OSError as error:
        code = "solve-space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "solve-files"
        raise GameError(code, path=error.filename or folder, reason=error.strerror or error) from error
    except MemoryError:
        raise GameError("solve-memory") from None
    return totals


# Results


def _show_totals(screen: Screen, totals: Sequence[Totals]) -> None:
    """Shows a row for each layer, fewest stones first, and one for the sum."""
    headers = [screen.words(f"solve-{column}") for column in ("stones", "positions", "wins", "draws", "losses")]
    rows = [[str(layer.stones), *_counts(screen.words, [layer])] for layer in reversed(totals)]
    rows.append([screen.words("solve-in-all"), *_counts(screen.words, totals)])
    if not screen.plain:
        widths = [max(map(len, column)) for column in zip(headers, *rows, strict=True)]
        headers, *rows = [
            [cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in (headers, *rows)
        ]
    screen.table(headers, rows)
    screen.say(screen.words("solve-counted"))


def _counts(words: Words, layers: Sequence[Totals]) -> list[str]:
    columns = ([layer.positions, layer.wins, layer.draws, layer.losses] for layer in layers)
    return [words.number(sum(column)) for column in zip(*columns, strict=True)]


def _show_values(screen: Screen, game: FlipGame, folder: Path) -> None:
    """Shows the value of the game and of every first move, mirror images as one."""
    speaker, state = Speaker(screen.words, game), game.start()
    probe = Prober(game, folder).probe(state)
    screen.say(screen.words("solve-value", value=speaker.verdict(state.mover, probe.verdict)), style="bold")
    rows = []
    for choice in choices(game, state, {turn.actions: turn.verdict for turn in probe.turns}):
        squares = sorted({move.square for (move,) in choice.ways if isinstance(move, Place)})
        neighbours = game.grid.neighbours[game.grid.index[squares[0]]].bit_count()
        region = screen.words(f"solve-{REGIONS[neighbours]}")
        rows.append([region, " ".join(squares), speaker.verdict(state.mover, choice.verdict)])
    screen.table([screen.words(f"solve-first-{column}") for column in ("stone", "squares", "value")], rows)


def _show_cost(screen: Screen, solved: Sequence[Totals], wall: float, cpu: float) -> None:
    """Shows the time that this run took, for the layers that it solved itself."""
    words, positions = screen.words, sum(layer.positions for layer in solved) / IMAGES
    screen.say(
        words(
            "solve-cost",
            positions=millions(words, positions),
            wall=words.number(wall, 1),
            cpu=words.number(cpu, 1),
            rate=millions(words, positions / max(cpu, 1e-6)),
        )
    )
    memory = peak_memory()
    if memory is not None:
        screen.say(words("solve-memory", size=words.number(memory / 1e9, 2)))


def peak_memory() -> int | None:
    """The peak memory of this process in bytes; `None` if the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _show_place(screen: Screen, game: FlipGame, folder: Path) -> None:
    """Shows where the files are, and who uses them."""
    path, usual = (folder / variant(game)).resolve(), (solutions_folder() / variant(game)).resolve()
    if path == usual:
        screen.say(screen.words("solve-used", path=path))
    else:
        screen.say(screen.words("solve-elsewhere", path=path, usual=usual))
