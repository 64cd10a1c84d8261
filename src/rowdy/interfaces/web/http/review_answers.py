"""The review of a game for a page: each move with its mark in words, the players' chances, and how far it has come."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.review_words import ReviewWords
from rowdy.interfaces.seating import DEFAULT, Seating
from rowdy.interfaces.titles import game_title, line_name
from rowdy.interfaces.web.foreign_words import ForeignText, marked_words
from rowdy.interfaces.web.http.bodies import SeatWanted, TableWanted
from rowdy.interfaces.web.http.explorer_answers import explorer_address
from rowdy.interfaces.web.live.reviews import Review
from rowdy.interfaces.web.pictures.picture import WonLine
from rowdy.interfaces.words import Words
from rowdy.play.claims import MAX_CLAIMS, Claim, GivesWin, Keeps, MakesLines, MissedWin, held_by_others, last_that_held
from rowdy.play.review import Mark, expected_shares, summarise
from rowdy.play.reviewed import ReviewedMove, decisive_moments
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import GameError, Move, Over, Seat
from rowdy.rules.geometry import Square
from rowdy.rules.record import ALL

MARK_SIGNS = {
    Mark.BEST: "✓",
    Mark.GOOD: "✓",
    Mark.INACCURACY: "?!",
    Mark.MISTAKE: "✗",
    Mark.BLUNDER: "✗✗",
    Mark.FORCED: "·",
}


class ReviewMove(Struct, frozen=True, omit_defaults=True):
    """A move with its mark."""

    turn: int
    step: int
    """The step of the replay that shows it."""
    seat: Seat
    name: str
    move: str
    mark: Mark
    sign: str
    label: str
    """What the mark means, in a few words."""
    best: str = ""
    """A better move in words, unless `say` mentions it."""
    say: tuple[str, ...] = ()
    """What was proved about the move, one sentence each."""
    lines: tuple[WonLine, ...] = ()
    """The lines that these sentences mention."""
    arrows: tuple[tuple[Square, Square], ...] = ()
    """The moves that these sentences mention, each from one square to another."""
    after: float | None = None
    """The share of the game that the seat could expect after the move."""
    explore: str = ""
    """The address of the explorer with the position before the move."""
    table: TableWanted | None = None
    """A table to play on from the position before the move."""


class SeatReview(Struct, frozen=True, omit_defaults=True):
    """The marks of one seat, and its accuracy in words; empty if it never had a choice."""

    seat: Seat
    name: str
    accuracy: str = ""


class Curve(Struct, frozen=True):
    """The share of the game that a seat could expect after each turn; `None` before its first turn."""

    seat: Seat
    name: str
    shares: tuple[float | None, ...]


class ReviewView(Struct, frozen=True, omit_defaults=True):
    """A review as far as it has come."""

    id: str
    state: Literal["running", "stopped", "done", "failed"]
    game: str
    title: str
    how: str
    """How the moves are judged."""
    exact: bool
    done: int
    total: int
    first: int
    """The number of the first of these moves; earlier ones were sent before."""
    moves: tuple[ReviewMove, ...]
    seats: tuple[SeatReview, ...] = ()
    curves: tuple[Curve, ...] = ()
    moments: tuple[int, ...] = ()
    """The numbers of the decisive moves."""
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


class ReviewNarrator:
    """Tells one review in one language."""

    def __init__(self, words: Words, review: Review) -> None:
        self.title = game_title(words, review.record.game.edition.game)
        self.words = words = marked_words(words, review.record.game.edition.game)
        self.review = review
        self.moves = tuple(review.moves)
        """The moves judged by now; more may be judged while these are put into words."""
        self.state = review.state
        self.record = record = review.record
        self.game = record.game
        self.names = Seating(record.players).names(words, you=False)
        self.speaker = ReviewWords(words, Describer(words, self.game, self.names, None))

    def view(self, first: int = 0) -> ReviewView:
        """Returns the review with its moves from this number on."""
        review, judged = self.review, [move.judged for move in self.moves]
        first = min(first, len(judged))
        return ReviewView(
            id=review.id,
            state=self.state,
            game=self.game.edition.game,
            title=self.title,
            how=self.speaker.how(review.method, review.simulations, self.game),
            exact=review.method == "exact",
            done=len(judged),
            total=review.total,
            first=first,
            moves=tuple(self._move(number) for number in range(first, len(judged))),
            seats=tuple(
                SeatReview(each.seat, self.names[each.seat], self.speaker.percent(each.accuracy))
                for each in summarise(judged, review.seats)
            ),
            curves=tuple(
                Curve(seat, self.names[seat], tuple(expected_shares(judged, seat))) for seat in self._curves()
            ),
            moments=tuple(decisive_moments(self.moves)),
        )

    def _curves(self) -> tuple[Seat, ...]:
        """The seats whose curves are drawn; if two players' shares add up to 1, one curve is enough."""
        if self.review.method != "exact":
            return self.review.seats
        return Seating(self.record.players).people[:1] or (0,)

    def _move(self, number: int) -> ReviewMove:
        move = self.moves[number]
        last, state = move.ply + len(move.moves) - 1, self._states[move.ply]
        claims = self.claims(number)
        said = any(isinstance(claim, Keeps | MissedWin) and claim.moves == move.best for claim in claims)
        return ReviewMove(
            turn=move.turn,
            step=bisect_right(self._move_plies, last),
            seat=move.seat,
            name=self.names[move.seat],
            move=self.speaker.moves(move.moves),
            mark=move.mark,
            sign=MARK_SIGNS[move.mark],
            label=self.speaker.label(move),
            best="" if move.best == move.moves or said else self.speaker.turn(move.best),
            say=tuple(self.speaker.claim(claim, move.seat) for claim in claims),
            lines=tuple(WonLine(line, move.seat, line_name(line)) for claim in claims for line in _lines(claim)),
            arrows=tuple(arrow for claim in claims for arrow in self._arrows(claim)),
            after=move.after,
            explore=explorer_address(self.game, state),
            table=self._table(move, state),
        )

    def claims(self, number: int) -> tuple[Claim, ...]:
        """The claims about a move: those proved when it was judged, and those that the whole record proves."""
        move = self.moves[number]
        found = list(move.claims)
        if lost := last_that_held([each.judged for each in self.moves[: number + 1]], number):
            found.insert(0, lost)
        if move.mark in (Mark.MISTAKE, Mark.BLUNDER) and self.record.eyes is ALL and self.record.outcome():
            found += held_by_others(self.game, self._states[move.ply], move.seat)
        return tuple(found[: MAX_CLAIMS + self.game.seats - 2])

    def _arrows(self, claim: Claim) -> list[tuple[Square, Square]]:
        """The arrow of the first move of a turn, if it moves a piece on the board."""
        if not isinstance(claim, GivesWin):
            return []
        action = self.game.parse_action(claim.moves[0])
        kit = self.speaker.describer.kit
        source, targets = kit.origin(self.game, action), kit.touches(self.game, action)
        return [(source, targets[-1])] if self.game.grid and source in self.game.grid.index else []

    @cached_property
    def _states(self) -> list[Any]:
        return list(self.record.states())

    @cached_property
    def _move_plies(self) -> list[int]:
        """The indices of the events with which the steps of the replay begin."""
        turns = (self.game.turn(state) for state in self._states)
        return [i for i, turn in enumerate(turns) if isinstance(turn, Move) and i < len(self.record.events)]

    def _table(self, move: ReviewedMove, state: Any) -> TableWanted | None:
        """A table to play on from a finished game: as the player of the move, or against the bot that made it."""
        game, turn = self.game, self.game.turn(state)
        deck = rules_kit(game.edition.game).deck_ruling
        known = self.record.eyes is ALL or not game.facts.hidden
        if not known or isinstance(turn, Over) or not isinstance(turn, Move):
            return None
        if self.record.outcome() is None or (deck and game.options[deck] == "custom"):
            return None
        people = Seating(self.record.players).people
        me = move.seat if move.seat in people or not people else people[0]
        seats = tuple(SeatWanted("me") if seat == me else SeatWanted("bot", DEFAULT) for seat in range(game.seats))
        try:
            position = game.format_state(state)
        except GameError:
            return None
        return TableWanted(
            game.edition.game, seats, game.edition.name, rulings=changed_rulings(game), position=position
        )


def _lines(claim: Claim) -> tuple[tuple[Square, ...], ...]:
    match claim:
        case GivesWin(_, line) if line:
            return (line,)
        case MakesLines(lines):
            return lines
        case _:
            return ()
