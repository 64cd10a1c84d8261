"""`rowdy study`: what each house rule of a game changes, from the shipped study or measured anew."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from rowdy.interfaces.cli.arena_progress import duration
from rowdy.interfaces.cli.contests import MAX_WORKERS, compile_for, log_path, tell
from rowdy.interfaces.cli.options import add_game
from rowdy.interfaces.cli.ray import add_ray, ray_cluster_if
from rowdy.interfaces.cli.screen import INTERRUPTED, Screen
from rowdy.interfaces.cli.workers import check_workers
from rowdy.interfaces.consequences import claims, sentence, shipped_study
from rowdy.interfaces.titles import decided_by, edition_title, game_title, ruling_question
from rowdy.interfaces.words import Words
from rowdy.play.arena.arena import Arena, Contest
from rowdy.play.arena.figures import Mean, Setting, Study
from rowdy.play.arena.journal import Journal
from rowdy.play.arena.match import Match, Result
from rowdy.play.arena.ray_matches import run_on
from rowdy.play.arena.rulings import changes, measured_rulings
from rowdy.play.arena.study import StudyPlan
from rowdy.rules.catalog import games, kit
from rowdy.rules.game import GameError, InvalidSetup

MAX_GAMES_PER_SETTING = 1_000_000
DEFAULT_GAMES_PER_SETTING = 1000
"""The default number of games of each setting."""
DEFAULT_BOT = "medium"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    add_game(parser, words, games())
    parser.add_argument("--rulings", action="store_true", help=words("help-study-rulings"))
    parser.add_argument("--edition", metavar="NAME", help=words("help-edition"))
    parser.add_argument("--seats", type=int, metavar="N", help=words("help-study-seats"))
    parser.add_argument("--bot", default=DEFAULT_BOT, metavar="BOT", help=words("help-study-bot", name=DEFAULT_BOT))
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        default=DEFAULT_GAMES_PER_SETTING,
        help=words("help-study-games", number=str(DEFAULT_GAMES_PER_SETTING)),
    )
    parser.add_argument("--seed", default="1", help=words("help-arena-seed"))
    parser.add_argument("--workers", type=int, metavar="N", help=words("help-arena-workers"))
    add_ray(parser, words)
    parser.add_argument("--fresh", action="store_true", help=words("help-study-fresh"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=words("help-study-out"))
    parser.add_argument("--json", action="store_true", help=words("help-study-json"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    if args.rulings:
        plan = StudyPlan.of(args.game, args.edition, args.seats, args.bot, args.games, args.seed, MAX_GAMES_PER_SETTING)
        options = StudyOptions(check_workers(args.workers, MAX_WORKERS), args.fresh, args.out, args.json, args.ray)
        return run_study(screen, plan, options)
    kit(args.game)  # raises an error if there is no such game
    if args.out is not None:
        raise InvalidSetup("study-out-alone")
    study = shipped_study(args.game)
    if study is None:
        raise InvalidSetup("study-none", game=args.game)
    show(screen, study, args.json)
    return 0


@dataclass(frozen=True)
class StudyOptions:
    """How a study is carried out, and where it is written."""

    workers: int
    fresh: bool
    out: Path | None
    json: bool
    ray: str | None = None
    """The address of a Ray cluster that plays."""


# Measuring


def run_study(screen: Screen, plan: StudyPlan, options: StudyOptions) -> int:
    """Plays the games that the journals do not have yet, then shows and writes the study; returns the exit code."""
    words, count = screen.words, len(plan.contests)
    if options.out:
        _check_out(options.out)
    about = words("study-title", game=game_title(words, plan.game_id), edition=_edition(words, plan), bot=plan.bot)
    tell(screen, about, options.json, "bold")
    tell(screen, words("study-most", count=count, games=plan.games, seed=plan.seed), options.json)
    try:
        results = _play(screen, plan, options)
    except KeyboardInterrupt:
        tell(screen, words("arena-interrupted", fresh="yes" if options.fresh else "no"), options.json)
        return INTERRUPTED
    study = plan.study(results, _command(plan))
    if options.out:
        options.out.write_bytes(encode(study))
        tell(screen, words("study-written", path=options.out), options.json)
    show(screen, study, options.json)
    return 0


def _edition(words: Words, plan: StudyPlan) -> str:
    return edition_title(words, plan.game_id, plan.edition.name)


def _check_out(path: Path) -> None:
    """Raises `GameError` if the file cannot be written, before the first game rather than after the last."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise GameError("study-unwritable", path=path)


def _play(screen: Screen, plan: StudyPlan, options: StudyOptions) -> dict[Match, Result]:
    compile_for(screen, plan.contests[0].spec, [plan.bot], options.json)
    results = dict[Match, Result]()
    with (
        ray_cluster_if(screen, options.ray, options.json) as cluster,
        _progress(screen, plan, options.json) as progress,
    ):
        play = partial(run_on, cluster, plan.game_id) if cluster else None
        for number, contest in enumerate(plan.contests, 1):
            path = log_path(screen, contest, None, options.fresh, options.json)
            with Journal(path, contest) as log:
                arena = Arena(contest, plan.games, found=log.results)
                progress(number, contest, arena)
                arena.run(log, options.workers, partial(progress, number, contest, arena), play)
                results |= arena.results
    return results


def _command(plan: StudyPlan) -> str:
    """The command that repeats this study, with any number of workers."""
    kit_seats = kit(plan.game_id).seats
    seats = [] if plan.seats == kit_seats else ["--seats", str(plan.seats[0])]
    edition = [] if plan.edition == kit(plan.game_id).editions[0] else ["--edition", plan.edition.name]
    what = ["rowdy", "study", plan.game_id, "--rulings", *edition, *seats]
    return shlex.join([*what, "--bot", plan.bot, "--games", str(plan.games), "--seed", plan.seed])


def encode(study: Study) -> bytes:
    return msgspec.json.format(msgspec.json.encode(study), indent=1) + b"\n"


# Progress


Report = Callable[[int, Contest, Arena], None]
"""Shows the progress of the setting with this number."""


@contextmanager
def _progress(screen: Screen, plan: StudyPlan, beside: bool) -> Iterator[Report]:
    """Reports progress by a bar of all games, or by a line for each setting where no bar can be drawn."""
    console = screen.errors if beside else screen.console
    began, words, settings = time.perf_counter(), screen.words, len(plan.contests)
    most, played_before, told = plan.games * settings, dict[int, int](), set[int]()

    def line(number: int, contest: Contest, arena: Arena) -> tuple[str, int]:
        played_before.setdefault(number, arena.found)
        done = (number - 1) * plan.games + arena.matches
        played = done - sum(played_before.values())
        left = (time.perf_counter() - began) * (most - done) / played if played else 0.0
        about = words("study-setting", number=number, all=settings, what=_name(words, contest.spec.seats, contest))
        return f"{about} {words('solve-left', time=duration(left))}" if played else about, done

    if screen.plain or not console.is_terminal:

        def say(number: int, contest: Contest, arena: Arena) -> None:
            text, _ = line(number, contest, arena)
            if number not in told:
                told.add(number)
                console.print(Text(text))

        yield say
        return
    with Progress(BarColumn(20), TextColumn("{task.description}", markup=False), console=console) as bar:
        task = bar.add_task("", total=most)

        def draw(number: int, contest: Contest, arena: Arena) -> None:
            text, done = line(number, contest, arena)
            bar.update(task, description=text, completed=done)

        yield draw


def _name(words: Words, seats: int, contest: Contest) -> str:
    changed = ", ".join(f"{name}={option}" for name, option in contest.spec.rulings)
    return words("study-name", seats=seats, rulings=changed or words("none"))


# Results


def show(screen: Screen, study: Study, json: bool) -> None:
    """Shows the study as JSON, or as a table and sentences for each ruling."""
    if json:
        sys.stdout.write(encode(study).decode())
        return
    words, rules = screen.words, kit(study.game)
    edition = rules.edition(study.edition)
    games_each = min(setting.figures.games for setting in study.settings)
    title = edition_title(words, study.game, study.edition)
    screen.say(words("study-about", game=game_title(words, study.game), edition=title), style="bold")
    screen.say(words("study-how", games=games_each, bot=study.bot, seed=study.seed, rowdy=study.rowdy, code=study.code))
    for seats in study.seats:
        for name, options in measured_rulings(rules).items():
            screen.say("")
            screen.say(
                f"{name}: {ruling_question(words, study.game, name)} {words('study-seats', seats=seats)}", "bold"
            )
            found = [(option, study.setting(seats, changes(rules, edition, name, option))) for option in options]
            rows = [_row(words, study, str(option), setting) for option, setting in found if setting]
            screen.table([words(f"study-{column}") for column in ("option", "moves", "first", "draws", "ends")], rows)
            for option in options:
                said = " ".join(sentence(words, claim) for claim in claims(study, name, option, seats))
                screen.say(f"{option}: {said}")


def _row(words: Words, study: Study, option: str, setting: Setting) -> list[str | Text]:
    figures = setting.figures
    ends = [f"{decided_by(words, study.game, name)} {_share(words, mean)}" for name, mean in figures.reasons.items()]
    moves, first, draws = (
        _plus_minus(words, figures.moves, 1),
        _share(words, figures.first),
        _share(words, figures.draws),
    )
    return [option, moves, first, draws, "; ".join(ends)]


def _share(words: Words, mean: Mean) -> str:
    share = Mean(100 * mean.value, 100 * mean.low, 100 * mean.high, 0.0)
    return words("percent", number=_plus_minus(words, share, 0))


def _plus_minus(words: Words, mean: Mean, digits: int) -> str:
    """The value, and half the width of its interval."""
    return f"{words.number(mean.value, digits)} ± {words.number((mean.high - mean.low) / 2, digits)}"
