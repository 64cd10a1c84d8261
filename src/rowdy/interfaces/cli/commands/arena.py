"""`rowdy arena`: compares bots, and shows the result as a table or JSON."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.text import Text

from rowdy.interfaces.cli.arena_progress import make_report, percent
from rowdy.interfaces.cli.contests import MAX_WORKERS, compile_for, log_path, tell
from rowdy.interfaces.cli.options import add_game, add_setup, make_game
from rowdy.interfaces.cli.plot import Plotter, check_plot, games_in_rounds
from rowdy.interfaces.cli.ray import add_ray, ray_cluster_if
from rowdy.interfaces.cli.screen import INTERRUPTED, Screen
from rowdy.interfaces.cli.workers import check_workers
from rowdy.interfaces.titles import edition_title, game_title
from rowdy.interfaces.words import Words
from rowdy.play.arena.arena import Arena, Contest, PlayMatches, Score, Standing, StopReason, check_bots
from rowdy.play.arena.journal import Journal, default_path, read_data, write_line
from rowdy.play.arena.match import Match
from rowdy.play.arena.ratings import Estimate
from rowdy.play.arena.ray_matches import run_on
from rowdy.play.arena.workers import run_matches
from rowdy.play.dealer import Dealer
from rowdy.rules.catalog import games
from rowdy.rules.game import GameError, InvalidSetup, InvalidText
from rowdy.search.compilation import KERNEL_CACHE, KernelCache
from rowdy.version import __version__

MAX_GAMES = 10_000_000
WIDTHS = 0.1, 50.0
"""The least and greatest half-width of an interval that can be asked for, in percent."""
DEFAULT_GAMES = 400
"""The default for the most games that an arena plays."""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, games(), optional=True)
    parser.add_argument("bots", nargs="*", default=(), metavar="BOT", help=words("help-arena-bot"))
    add_setup(parser, words)
    parser.add_argument("--seats", type=int, metavar="N", help=words("help-seat-count"))
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        default=DEFAULT_GAMES,
        help=words("help-arena-games", number=str(DEFAULT_GAMES)),
    )
    parser.add_argument("--until", metavar="WIDTH", help=words("help-arena-until").replace("%", "%%"))
    parser.add_argument("--seed", default="1", help=words("help-arena-seed"))
    parser.add_argument("--workers", type=int, metavar="N", help=words("help-arena-workers"))
    add_ray(parser, words)
    parser.add_argument("--log", type=Path, metavar="FILE", help=words("help-arena-log"))
    parser.add_argument("--fresh", action="store_true", help=words("help-arena-fresh"))
    parser.add_argument("--json", action="store_true", help=words("help-arena-json"))
    parser.add_argument("--plot", type=Path, action="append", metavar="FILE", help=words("help-arena-plot"))
    parser.add_argument("--list-matches", action="store_true", help=words("help-list-matches"))
    parser.add_argument("--play-matches", type=Path, metavar="FILE", help=words("help-play-matches"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    workers = check_workers(args.workers, MAX_WORKERS)
    if args.play_matches:
        if args.game is not None:
            raise InvalidSetup("play-matches-alone", name=" ".join([args.game, *args.bots]))
        return play_matches(screen, args.play_matches, workers)
    if args.game is None:
        raise InvalidSetup("no-game", known=", ".join(games()))
    until = None if args.until is None else read_width(args.until)
    plots = tuple(args.plot or ())
    options = ArenaOptions(args.games, until, workers, args.log, args.fresh, args.json, plots, args.ray)
    contest = Contest.of(make_game(args, args.seats), " ".join(args.bots).split(), args.seed)
    return list_matches(contest, options) if args.list_matches else run_arena(screen, contest, options)


@dataclass(frozen=True)
class ArenaOptions:
    """How a contest is played, and what output is wanted."""

    games: int
    until: float | None
    workers: int
    log: Path | None
    fresh: bool
    json: bool
    plots: tuple[Path, ...]
    ray: str | None = None
    """The address of a Ray cluster that plays."""

    def rounds(self, contest: Contest) -> int:
        """The number of complete rounds that the number of games allows."""
        a_round = len(contest.seatings)
        if not a_round <= self.games <= MAX_GAMES:
            raise InvalidSetup("arena-games", least=a_round, most=MAX_GAMES)
        return self.games // a_round


def read_width(text: str) -> float:
    """Half the width of an interval: `4%` is 0.04."""
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?%?", text.strip(), re.ASCII)
    if found is None or not WIDTHS[0] <= float(found[1]) <= WIDTHS[1]:
        raise InvalidSetup("arena-until", text=text)
    return float(found[1]) / 100


# Matches as lines, for a cluster


def list_matches(contest: Contest, options: ArenaOptions) -> int:
    """Prints the matches that the journal does not have yet, one a line."""
    log = Journal(options.log or default_path(contest), contest)
    log.read()
    for match in Arena(contest, options.rounds(contest), options.until, log.results).todo():
        sys.stdout.write(write_line(match.to_json()))
    return 0


def play_matches(screen: Screen, path: Path, workers: int) -> int:
    """Plays the matches of a file or of standard input; prints each result as a line as soon as it is known."""
    text = sys.stdin.read() if path == Path("-") else path.read_text("utf-8", errors="replace")
    matches = _read_matches(text)
    for spec in dict.fromkeys(match.spec for match in matches):
        compile_for(screen, spec, {name for match in matches for name in match.bots if match.spec == spec}, beside=True)
    for result in run_matches(matches, workers):
        sys.stdout.write(write_line(result.to_json()))
        sys.stdout.flush()
    return 0


def _read_matches(text: str) -> list[Match]:
    """The matches in a text; all are read before any is played, so that an error at the end shows at once."""
    matches = []
    for line_number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                match = Match.from_json(read_data(line))
                check_bots(match.bots, match.spec.make())
                Dealer(match.seed)
            except InvalidText as error:
                raise GameError("match-line", line=line_number, cause=error) from error
            matches.append(match)
    return matches


# A whole arena


def run_arena(
    screen: Screen,
    contest: Contest,
    options: ArenaOptions,
    cache: KernelCache = KERNEL_CACHE,
    play: PlayMatches | None = None,
) -> int:
    """Plays the contest, continuing where its journal ends; returns the exit code.

    `play` plays the matches, unless a Ray cluster does; by default processes of this machine do.
    """
    rounds = options.rounds(contest)
    for path in options.plots:
        check_plot(path)
    path = log_path(screen, contest, options.log, options.fresh, options.json)
    with Journal(path, contest) as log:
        arena = Arena(contest, rounds, options.until, log.results)
        _tell_begin(screen, arena, log, options.json)
        interrupted = False
        try:
            if not arena.end:
                compile_for(screen, contest.spec, contest.competitors, options.json, cache)
            with (
                ray_cluster_if(screen, options.ray, options.json) as cluster,
                make_report(screen, arena, options.json) as report,
            ):
                elsewhere = partial(run_on, cluster, contest.spec.game) if cluster else play
                arena.run(log, options.workers, report.update, elsewhere)
        except KeyboardInterrupt:
            interrupted = True
        except GameError:
            if not options.json:
                _show(screen, arena)
            raise
    _give(screen, arena, options, path, interrupted)
    return INTERRUPTED if interrupted else 0


def _tell_begin(screen: Screen, arena: Arena, log: Journal, beside: bool) -> None:
    words, contest = screen.words, arena.contest
    if not beside:
        screen.say(title(words, contest), style="bold")
        rounds, matches = words("arena-rounds", count=arena.rounds), len(contest.seatings)
        screen.say(words("arena-most", count=arena.most, rounds=rounds, matches=matches, seed=contest.seed))
        screen.say(words("arena-log", path=log.path))
    if log.torn:
        tell(screen, words("arena-torn"), beside)
    if arena.found:
        tell(screen, words("arena-found", count=arena.found), beside)


def title(words: Words, contest: Contest) -> str:
    """`XOXO, German rulebook, 3 seats: strong, greedy, greedy`."""
    spec = contest.spec
    rulings = [f"{name}={option}" for name, option in spec.rulings]
    about = [game_title(words, spec.game), edition_title(words, spec.game, spec.edition), *rulings]
    bots = contest.line_ups[0] if len(contest.line_ups) == 1 else contest.competitors
    return words("arena-title", game=", ".join(about), seats=spec.seats, bots=", ".join(bots))


# Results


def _give(screen: Screen, arena: Arena, options: ArenaOptions, path: Path, interrupted: bool) -> None:
    if options.json:
        sys.stdout.write(json.dumps(to_json(arena, path, interrupted), ensure_ascii=False, indent=2) + "\n")
    else:
        _show(screen, arena)
        _tell_end(screen, arena, options, interrupted)
    if arena.tally.rounds:
        plotter = Plotter(screen.words, title(screen.words, arena.contest), arena.tally)
        for plot in options.plots:
            plotter.write(plot)
            tell(screen, screen.words("arena-plot", path=plot), options.json)


def to_json(arena: Arena, path: Path, interrupted: bool) -> dict[str, Any]:
    """The results as JSON; seats are counted from 1, as in all texts."""
    tally = arena.tally
    return {
        "rowdy": __version__,
        **arena.contest.to_json(),
        "games": tally.matches,
        "rounds": tally.rounds,
        "most": arena.most,
        "until": arena.until,
        "ended": "interrupted" if interrupted else arena.end,
        "log": str(path),
        "standings": [_standing_json(standing) for standing in tally.standings()],
    }


def _standing_json(standing: Standing) -> dict[str, Any]:
    thinking, score = standing.thinking, standing.score
    return {
        "bot": standing.bot,
        **_score_json(score),
        "share": _estimate_json(standing.share, 6),
        "times_fair": round(standing.times_fair, 6),
        "elo": None if standing.elo is None else _estimate_json(standing.elo, 2),
        "by_seat": [{"seat": seat, **_score_json(part)} for seat, part in enumerate(standing.by_seat, 1)],
        "seconds": {
            "choices": thinking.choices,
            "mean": round(thinking.seconds / max(1, thinking.choices), 6),
            "longest": round(thinking.longest, 6),
        },
    }


def _score_json(score: Score) -> dict[str, Any]:
    points = round(score.points, 6)
    return {"games": score.matches, "won": score.won, "shared": score.shared, "lost": score.lost, "points": points}


def _estimate_json(estimate: Estimate, digits: int) -> dict[str, float]:
    figures = {"value": estimate.value, "low": estimate.low, "high": estimate.high, "half_width": estimate.half_width}
    return {name: round(figure, digits) + 0.0 for name, figure in figures.items()}


def _show(screen: Screen, arena: Arena) -> None:
    """Shows the table of the bots, best first."""
    words, tally = screen.words, arena.tally
    standings = tally.standings()
    if not standings:
        screen.say(words("arena-nothing"))
        return
    columns = ["bot", "won", "shared", "lost", "share", "fair", "elo", "mean", "longest"]
    if arena.contest.spec.seats == 2:
        columns.remove("fair")
    if not any(standing.score.shared for standing in standings):
        columns.remove("shared")
    rows = [[cells[column] for column in columns] for cells in (_cells(words, each) for each in standings)]
    headers = [words(f"arena-{column}") for column in columns]
    screen.table(*((headers, rows) if screen.plain else _lined_up(headers, rows)))
    screen.say(words("arena-points", games=games_in_rounds(words, tally)))
    if len(standings) > 1 and standings[0].elo:
        screen.say(words("arena-elo-from", bot=arena.contest.competitors[-1]))


def _cells(words: Words, standing: Standing) -> dict[str, str]:
    score, share, rating, thinking = standing.score, standing.share, standing.elo, standing.thinking
    return {
        "bot": standing.bot,
        "won": str(score.won),
        "shared": str(score.shared),
        "lost": str(score.lost),
        "share": f"{percent(words, share.value)} ± {percent(words, share.half_width)}",
        "fair": words.number(standing.times_fair, 2),
        "elo": "" if rating is None else f"{rating.value:+.0f} ± {rating.half_width:.0f}" if rating.half_width else "0",
        "mean": words.number(thinking.seconds / max(1, thinking.choices), 3),
        "longest": words.number(thinking.longest, 2),
    }


def _lined_up(
    headers: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[Sequence[str], Sequence[Sequence[str | Text]]]:
    """The table with aligned figures that are never wrapped; in a narrow terminal the bots' names are."""
    widths = [max(map(len, column)) for column in zip(headers, *rows, strict=True)]
    head, *lined = [
        [row[0], *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        for row in (headers, *rows)
    ]
    pieces = [[Text(bot, overflow="fold"), *(Text(cell, no_wrap=True) for cell in cells)] for bot, *cells in lined]
    return head, pieces


def _tell_end(screen: Screen, arena: Arena, options: ArenaOptions, interrupted: bool) -> None:
    words, tally = screen.words, arena.tally
    if interrupted:
        screen.say(words("arena-interrupted", fresh="yes" if options.fresh else "no"))
        if rest := arena.matches - tally.matches:
            screen.say(words("arena-rest", count=rest))
    elif arena.until is not None:
        width, wanted = percent(words, arena.half_width), percent(words, arena.until)
        reached = "arena-narrow" if arena.end is StopReason.NARROW else "arena-wide"
        screen.say(words(reached, width=width, wanted=wanted))
