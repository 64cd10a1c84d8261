"""`rowdy review`: judges a recorded game, every move with a mark and a better one, and sums up each player."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from math import ceil
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.commands.replay import default_eyes
from rowdy.interfaces.cli.screen import INTERRUPTED, Screen
from rowdy.interfaces.cli.verdicts import patience
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.review_words import ReviewWords
from rowdy.interfaces.seating import Seating
from rowdy.interfaces.titles import game_title
from rowdy.interfaces.words import Words
from rowdy.play.game_log import deciding
from rowdy.play.hints import playouts, searcher
from rowdy.play.replay import record_steps
from rowdy.play.review import (
    Decision,
    Judge,
    Judged,
    Mark,
    Summary,
    decisions,
    expected_shares,
    judge_by_search,
    judge_exactly,
    judgeable,
    solved,
    summarise,
)
from rowdy.rules.game import InvalidSetup, Outcome, Seat
from rowdy.rules.guest_games import guest_code
from rowdy.rules.record import ALL, Record, eyes_text
from rowdy.rules.record_text import result_text
from rowdy.search.catalog import search_kit
from rowdy.search.compilation import PERFECT, can_search, part_of
from rowdy.search.oracle import Value, Verdict
from rowdy.search.python_search import share

MARK_SIGNS = {
    Mark.BEST: ("✓", "green"),
    Mark.GOOD: ("·", ""),
    Mark.INACCURACY: ("?!", "cyan"),
    Mark.MISTAKE: ("?", "yellow"),
    Mark.BLUNDER: ("??", "bold red"),
    Mark.FORCED: ("", "dim"),
}
BARS = "▁▂▃▄▅▆▇█"
DIGITS = 4
"""The decimals of shares in JSON."""
DEFAULT_SIMULATIONS = 10_000
"""The default number of simulations for each move."""
MAX_SIMULATIONS = 10_000_000


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help=words("help-replay-file"))
    parser.add_argument("--seat", type=int, metavar="N", help=words("help-review-seat"))
    parser.add_argument(
        "--sims", type=int, metavar="N", default=DEFAULT_SIMULATIONS, help=words("help-sims", count=DEFAULT_SIMULATIONS)
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help=words("help-search-seed"))
    parser.add_argument("--json", action="store_true", help=words("help-review-json"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    if not 1 <= args.sims <= MAX_SIMULATIONS:
        raise InvalidSetup("review-sims", most=MAX_SIMULATIONS)
    seat = None if args.seat is None else args.seat - 1
    record = saves.load(args.file or saves.latest())
    with guest_code(record.game.edition.game):
        return run_review(screen, record, seat, args.sims, args.seed, args.json)


def whose(record: Record, seat: Seat | None) -> tuple[Record, tuple[Seat, ...]]:
    """The record as it may be seen, and the seats whose moves are judged: all, or the one asked for.

    While a game goes on, a better move would give cards away. So, as in a replay, only the moves of the only person are
    judged, or nobody's, unless somebody names their seat.
    """
    if seat is not None and not 0 <= seat < len(record.players):
        raise InvalidSetup("review-seat", seat=seat + 1, seats=len(record.players))
    if record.game.facts.hidden:
        asked = seat is not None and record.eyes is ALL
        record = record.seen_by(seat if asked and seat is not None else default_eyes(record))
    seats = judgeable(record)
    if not seats:
        raise InvalidSetup("review-nobody")
    if seat is None:
        return record, seats
    if seat not in seats:
        raise InvalidSetup("review-other-seat", seat=seat + 1, eyes=eyes_text(record.eyes))
    return record, (seat,)


def run_review(screen: Screen, record: Record, seat: Seat | None, sims: int, seed: int, as_json: bool) -> int:
    """Runs the review; returns the exit code."""
    record, seats = whose(record, seat)
    game = record.game
    if solved(game):
        oracle, how = search_kit(game).oracle(game), dict[str, Any](method="exact")
        return go_through(screen, record, seats, lambda decision: judge_exactly(decision, oracle), how, as_json)
    think = searcher(sims, seed)
    able = can_search(game)
    made = sims if able else playouts(sims)
    how = {"method": "search" if able else "playouts", "simulations": made, "seed": seed}
    return go_through(screen, record, seats, lambda decision: judge_by_search(game, decision, think), how, as_json)


def go_through(
    screen: Screen, record: Record, seats: tuple[Seat, ...], judge: Judge, how: dict[str, Any], as_json: bool
) -> int:
    """Judges and tells move by move; if it is interrupted, the moves judged until then are summed up."""
    todo, found = decisions(record, seats), list[Judged]()
    part = PERFECT if solved(record.game) else part_of(record.game)
    report = ReviewReport(screen, record, todo)
    if not as_json:
        report.greet(how)
    with _bar(screen, len(todo), as_json) as step:
        try:
            for decision in todo:
                with nullcontext() if found or as_json else patience(screen, part):
                    found.append(judge(decision))
                if not as_json:
                    report.tell(found[-1])
                step()
        except KeyboardInterrupt:
            pass
    whole = len(found) == len(todo)
    if as_json:
        sys.stdout.write(json.dumps(_as_data(record, seats, found, whole, how)) + "\n")
    else:
        report.sum_up(seats, found, whole)
    return 0 if whole else INTERRUPTED


@contextmanager
def _bar(screen: Screen, total: int, beside: bool) -> Iterator[Callable[[], None]]:
    """A progress bar below the moves or, with `beside`, on standard error, as a program reads the output."""
    console = screen.errors if beside else screen.console
    if screen.plain or not console.is_terminal:
        yield lambda: None
        return
    columns = TextColumn("{task.description}"), BarColumn(24), MofNCompleteColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(screen.words("review-progress"), total=total)
        yield lambda: bar.advance(task)


class ReviewReport:
    """Tells a review to a person."""

    def __init__(self, screen: Screen, record: Record, todo: Sequence[Decision]) -> None:
        self.screen = screen
        self.words = screen.words
        self.record = record
        self.names = Seating(record.players).names(screen.words, you=False)
        self.describer = Describer(screen.words, record.game, self.names, None)
        self.review_words = ReviewWords(screen.words, self.describer)
        self.turn = 0
        """The number of the turn of the last move told."""
        self.wide = [
            max((len(text) for text in texts), default=0)
            for texts in (
                [str(decision.turn) for decision in todo],
                [self.names[decision.seat] for decision in todo],
                [self._move(decision.actions) for decision in todo],
            )
        ]
        """The widths of the columns turn, name and move, in characters."""

    def greet(self, how: dict[str, Any]) -> None:
        game = self.record.game.edition.game
        names = ", ".join(f"{seat + 1} {name}" for seat, name in enumerate(self.names))
        self.screen.say(self.words("review-title", game=game_title(self.words, game), seats=names), style="bold")
        self.screen.say(self.review_words.how(how["method"], how.get("simulations", 0), self.record.game))

    # Moves

    def tell(self, judged: Judged) -> None:
        """Prints a line for a move; the first of a turn has the turn's number."""
        turn = f"{judged.turn}." if judged.turn != self.turn else ""
        self.turn = judged.turn
        name, move, verdict = self.names[judged.seat], self._move(judged.actions), self._verdict(judged)
        if self.screen.plain:
            said = self.words("review-line", name=name, move=move, verdict=verdict)
            self.screen.say(f"{judged.turn}. {said}")
            return
        sign, style = MARK_SIGNS[judged.mark]
        numbers, names, moves = self.wide
        line = Text(f"{turn.rjust(numbers + 1)} {name.ljust(names)}  {move.ljust(moves)}  ")
        self.screen.show(line.append(f"{sign.ljust(2)} {verdict}", style=style))

    def _move(self, actions: Sequence[Any]) -> str:
        return " ".join(self.describer.kit.listed(self.words, action) for action in actions)

    def _verdict(self, judged: Judged) -> str:
        before, after = self._values(judged)
        if judged.mark is Mark.FORCED:
            return self.words("review-forced")
        if judged.mark is Mark.BEST:
            return self.words("review-best", value=after)
        mark, better = self.words(f"mark-{judged.mark}"), self._move(judged.best)
        return self.words("review-worse", mark=mark, value=after, best=better, better=before)

    def _values(self, judged: Judged) -> tuple[str, str]:
        """The expected value of the best move, and of the move made, in words."""
        if judged.exact is not None:
            return self._exact(judged.exact[0]), self._exact(judged.exact[1])
        return self.review_words.percent(judged.before), self.review_words.percent(judged.after)

    def _exact(self, verdict: Verdict) -> str:
        if verdict.value is Value.DRAW:
            return self.words("review-draw")
        return self.words(f"review-{verdict.value}", count=verdict.distance)

    # Summary

    def sum_up(self, seats: Sequence[Seat], found: Sequence[Judged], whole: bool) -> None:
        outcome = self.record.outcome()
        if not whole:
            self.screen.say(self.words("review-stopped", count=len(found)))
        elif outcome is None:
            self.screen.say(self.words("review-unfinished" if found else "review-none"))
        else:
            last = record_steps(self.record)[-1]
            ended = deciding(self.record.game, last.transitions)
            self.screen.say(self.describer.outcome(outcome, last.state, ended), style="bold")
        if not found:
            return
        self._table(summarise(found, seats))
        self._pictures(seats, found, outcome if whole else None)

    def _table(self, summaries: Sequence[Summary]) -> None:
        """Shows a row for each seat; a mark that nobody got has no column."""
        marks = [mark for mark in Mark if any(summary.counts[mark] for summary in summaries)]
        headers = [self.words("review-seat"), self.words("review-accuracy")]
        rows = [
            [
                self.names[summary.seat],
                self.review_words.percent(summary.accuracy),
                *(str(summary.counts[mark]) for mark in marks),
            ]
            for summary in summaries
        ]
        self.screen.say("")
        self.screen.table(headers + [self.words(f"mark-{mark}") for mark in marks], rows)
        self.screen.say(self.words("review-accuracy-means"), style="dim")

    def _pictures(self, seats: Sequence[Seat], found: Sequence[Judged], outcome: Outcome | None) -> None:
        """Shows each seat's expected share turn by turn: as bars, or in tenths for screen readers."""
        self.screen.say("")
        self.screen.say(self.words("review-course-plain" if self.screen.plain else "review-course"))
        for seat in seats:
            parts = expected_shares(found, seat)
            if outcome is not None:
                parts.append(share(outcome, seat, self.record.game.seats))
            name = self.names[seat]
            if self.screen.plain:
                self.screen.say(f"{name}: {' '.join('-' if part is None else str(round(10 * part)) for part in parts)}")
            else:
                wide = max(map(len, self.names))
                self.screen.say(f"{name.ljust(wide)}  {sparkline(parts, self.screen.console.width - wide - 2)}")


def sparkline(parts: Sequence[float | None], room: int) -> str:
    """A bar for each value, or for the last of each group of values if there is no room for all."""
    step = max(1, ceil(len(parts) / max(1, room)))
    kept = [parts[min(i + step, len(parts)) - 1] for i in range(0, len(parts), step)]
    return "".join(" " if part is None else BARS[min(int(part * len(BARS)), len(BARS) - 1)] for part in kept)


# For programs


def _as_data(
    record: Record, seats: Sequence[Seat], found: Sequence[Judged], whole: bool, how: dict[str, Any]
) -> dict[str, Any]:
    """The review as JSON; seats are counted from 1, as in records, and shares of the game are from 0 to 1."""
    outcome = record.outcome()
    return {
        "game": record.game.edition.game,
        "edition": record.game.edition.name,
        "players": list(record.players),
        "eyes": eyes_text(record.eyes),
        "result": None if outcome is None else result_text(outcome),
        **how,
        "whole": whole,
        "moves": [_move_data(judged) for judged in found],
        "seats": [_seat_data(record, summary) for summary in summarise(found, seats)],
    }


def _move_data(judged: Judged) -> dict[str, Any]:
    data = {
        "turn": judged.turn,
        "event": judged.ply,
        "seat": judged.seat + 1,
        "move": " ".join(map(str, judged.actions)),
        "mark": judged.mark,
        "best": " ".join(map(str, judged.best)),
        "before": _rounded(judged.before),
        "after": _rounded(judged.after),
        "loss": _rounded(judged.loss),
    }
    if judged.exact is not None:
        before, after = judged.exact
        data["exact"] = {
            "before": {"value": before.value, "distance": before.distance},
            "after": {"value": after.value, "distance": after.distance},
        }
    return data


def _seat_data(record: Record, summary: Summary) -> dict[str, Any]:
    return {
        "seat": summary.seat + 1,
        "player": record.players[summary.seat],
        "accuracy": _rounded(summary.accuracy),
        **{str(mark): count for mark, count in summary.counts.items()},
    }


def _rounded(part: float | None) -> float | None:
    return None if part is None else round(part, DIGITS)
