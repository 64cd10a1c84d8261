"""The state of a table: chairs, rounds and the game, as the table's entries lead to it.

Nothing here checks a command. `decisions` says what may be done, and `Table` does it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, NamedTuple

from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.table.chairs import Sitter
from rowdy.play.table.entries import (
    Again,
    AnyChange,
    BotCame,
    CameBack,
    Chair,
    Entry,
    Left,
    Opened,
    Ordered,
    Plan,
    Played,
    Resigned,
    Sat,
    UndoAsked,
    UndoGranted,
    Undone,
    UndoRefused,
    Viewer,
)
from rowdy.play.table.plans import game_of_round, starting_state
from rowdy.play.table.secrets import TableSecrets
from rowdy.play.table.steps import Announcement, TableStep, announce
from rowdy.rules.game import Highlight, InvalidSetup, Move, Outcome, Over, Seat, View
from rowdy.rules.record import RESIGNED, Record

_IN_THE_GAME = frozenset({Played, Ordered})
"""Changes that do not affect who sits where."""
_SIDE_CHANGES = frozenset({Ordered, UndoAsked, Undone, Left, CameBack})
"""Changes that do not bring the game nearer to its end, so that somebody could make them for ever."""
_HAS_RESIGNED = attrgetter("resigned")


class Phase(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


@dataclass
class UndoRequest:
    """Somebody's request to take back a move, which lapses with the next move."""

    chair: Chair
    keep: int
    """How many events of the game would stay."""
    waits_for: set[Chair]
    """The chairs whose consent is still missing."""


class RoundTally(NamedTuple):
    """The score over the rounds that have ended. A shared win counts for each winner, a draw for nobody."""

    wins: tuple[int, ...]
    """For each chair, the rounds that it has won."""
    draws: int


class TableState:
    """What a table's entries lead to. People keep their chairs, each of which has a seat of the game in every round."""

    def __init__(self, plan: Plan, secret: str) -> None:
        self.plan = plan
        self.secrets = TableSecrets(secret)
        self.chairs = [Sitter(chair.bot) for chair in plan.chairs]
        self.people = [chair for chair in self.all_chairs if self.chairs[chair].person]
        self.alone = len(self.people) == 1
        """True if one person plays against bots."""
        self.round = 0
        self.game_log: GameLog | None = None
        self.outcome: Outcome | None = None
        """How the round ended, once it has."""
        self.undo: UndoRequest | None = None
        self.seating = 0
        """A version number, which grows when anything but the game and the orders changes, such as who sits where."""
        self.steps: list[TableStep] = []
        """The steps of this round."""
        self._announced: tuple[TableStep | None, Sequence[Announcement]] = (None, ())
        """The last step that `announcements` was asked for, and its answer."""
        self.entries = 0
        """How many entries the table has."""
        self.records: list[Record] = []
        """The records of the rounds before this one."""
        self.won: list[tuple[Chair, ...]] = []
        """The chairs that won each of the rounds before this one; none in a draw."""
        viewers: tuple[Viewer, ...] = (None, *self.all_chairs)
        self.seen = dict.fromkeys(viewers, 0)
        """For each viewer, the number of the last step that they have been told."""
        self.moved = dict.fromkeys(viewers, 0)
        """For each viewer, the number of the last step that changed the game."""
        self.began = dict.fromkeys(viewers, 0)
        """For each viewer, the number of the step that began this round; older commands were meant for another."""
        self.done = {viewer: set[str]() for viewer in viewers}
        """The ids of each viewer's commands that were obeyed in this round."""
        self.done_before: Mapping[Viewer, Collection[str]] = dict.fromkeys(viewers, ())
        """Those ids for the round before, as a request for another round may be sent again once that has begun."""
        self._set_up()

    def _set_up(self) -> None:
        """Makes the game and the dealer of this round."""
        self.game, self.first_chair = game_of_round(self.plan, self.round)
        self.dealer: Dealer = self.secrets.dealer(self.round)

    @property
    def next_commitment(self) -> str | None:
        """The commitment of the next round, shown once this one is over, before anybody gives a nonce for it."""
        return None if self.outcome is None else self.secrets.dealer(self.round + 1).commitment

    # Chairs and seats

    @property
    def all_chairs(self) -> list[Chair]:
        return list(map(Chair, range(len(self.plan.chairs))))

    def seat_of(self, chair: Chair) -> Seat:
        """The seat of the game that a chair has in this round."""
        return (chair - self.first_chair) % len(self.chairs)

    def chair_at(self, seat: Seat) -> Chair:
        """The chair that has this seat of the game in this round."""
        return Chair((seat + self.first_chair) % len(self.chairs))

    def viewer_seat(self, viewer: Viewer) -> Seat | None:
        """The seat of the game from which a viewer looks, or `None` for a spectator."""
        return None if viewer is None else self.seat_of(viewer)

    @property
    def sitters(self) -> list[Sitter]:
        """The sitters in the order of the game's seats."""
        return self.chairs[self.first_chair :] + self.chairs[: self.first_chair]

    @property
    def names(self) -> tuple[str, ...]:
        """The labels of the seats in records."""
        return tuple(sitter.name or sitter.player or "?" for sitter in self.sitters)

    def others_playing(self, chair: Chair) -> set[Chair]:
        """The chairs of the other people who play themselves."""
        return {other for other in self.people if other != chair and self.chairs[other].player is None}

    @property
    def full(self) -> bool:
        """True if every chair has a person or a bot to play."""
        return all(sitter.ready for sitter in self.chairs)

    # The game

    @property
    def _length(self) -> int:
        return self.game_log.length if self.game_log else 0

    @property
    def phase(self) -> Phase:
        if self.game_log is None:
            return Phase.WAITING
        return Phase.PLAYING if self.outcome is None else Phase.OVER

    def _ended(self) -> Outcome | None:
        """How the round ended, if it did: by the rules, or because all but one side have resigned."""
        if self.game_log is None:
            return None
        turn = self.game_log.turn
        if isinstance(turn, Over):
            return turn.outcome
        if not any(map(_HAS_RESIGNED, self.chairs)):
            return None
        left = [seat for seat, sitter in enumerate(self.sitters) if not sitter.resigned]
        if len(left) == 1 or not any(self.sitters[seat].name for seat in left):
            return Outcome(tuple(left), RESIGNED)
        return None

    @property
    def tally(self) -> RoundTally | None:
        """The score of all rounds that have ended, or `None` while there is none."""
        rounds = self.won if self.outcome is None else [*self.won, self._winning_chairs(self.outcome)]
        if not rounds:
            return None
        wins = tuple(sum(chair in winners for winners in rounds) for chair in self.all_chairs)
        return RoundTally(wins, sum(not winners for winners in rounds))

    def _winning_chairs(self, outcome: Outcome) -> tuple[Chair, ...]:
        return tuple(map(self.chair_at, outcome.winners))

    @property
    def deciding(self) -> tuple[Highlight, ...]:
        """The highlights that decided the round; empty while it goes on, or if no move did."""
        if self.game_log is None or self.outcome is None:
            return ()
        return self.game_log.deciding()

    @property
    def resigned(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, sitter in enumerate(self.sitters) if sitter.resigned)

    @property
    def to_move(self) -> Seat | None:
        """The seat whose move it is, while the game goes on."""
        if self.game_log is None or self.outcome is not None:
            return None
        turn = self.game_log.turn
        return turn.seat if isinstance(turn, Move) else None

    @property
    def bot_to_move(self) -> str | None:
        """The bot that is to move, if it is a bot's turn."""
        seat = self.to_move
        return None if seat is None else self.sitters[seat].player

    def bot_seed(self) -> str:
        """The random seed for the bot to move; the same position gives the same seed, so that it can be asked again."""
        return self.secrets.bot_seed(self.round, self.to_move, self._length)

    def view(self, viewer: Viewer) -> View[Any, Any]:
        """What this viewer may know of the game; after the end, everything."""
        assert self.game_log is not None
        if self.outcome is not None:
            return View(self.viewer_seat(viewer), self.game_log.state, self.game_log.turn, ())
        return self.game_log.view(self.viewer_seat(viewer))

    def announcements(self, step: TableStep) -> Sequence[Announcement]:
        """The events of a step that are announced; they are the same for all viewers, so they are made once."""
        announced, found = self._announced
        if announced is not step:
            found = announce(self.game, step)
            self._announced = step, found
        return found

    def forget_announcements(self) -> None:
        """Lets go of what `announcements` keeps, once all viewers were told of the step."""
        self._announced = None, ()

    def record(self, round: int | None = None) -> Record:
        """The full record of a round, by default the current one. It holds secrets until the round is over."""
        if round is not None and round != self.round:
            if not 0 <= round < len(self.records):
                raise InvalidSetup("no-such-round", round=round + 1, most=self.round + 1)
            return self.records[round]
        if self.game_log is None:
            raise InvalidSetup("not-begun")
        by_resigning = self.outcome is not None and self.outcome.reason == RESIGNED
        record = self.game_log.record(resigned=self.resigned if by_resigning else ())
        return replace(record, players=self.names)

    def seeing(self, step: TableStep) -> Collection[Viewer]:
        """The viewers who are told of a step: all, but of an order that shows no card only the chair that gave it."""
        entry = step.entry
        return (entry.chair,) if not entry.events and isinstance(entry.change, Ordered) else self.seen

    def told(self, viewer: Viewer, since: int) -> list[tuple[int, TableStep]]:
        """The steps of this round that this viewer was told after step number `since`, each with its number."""
        number, found = self.seen[viewer], list[tuple[int, TableStep]]()
        for step in reversed(self.steps):
            if number <= since:
                break
            if viewer in self.seeing(step):
                found.append((number, step))
                number -= 1
        return found[::-1]

    # Changes

    def _start(self, texts: Iterable[str] = ()) -> None:
        """Begins the game of this round, or resumes it from these events."""
        self.dealer = self.dealer.with_nonces([sitter.nonce for sitter in self.sitters])
        start = starting_state(self.plan, self.game)
        self.game_log = GameLog(self.game, self.names, self.dealer, texts=texts, start=start)

    def _settle(self, chair: Chair | None, change: AnyChange) -> None:
        """Makes a change to chairs and rounds, whether a new command asks for it or it is read from the log."""
        if isinstance(change, Played):
            self.undo = None
            return
        if isinstance(change, BotCame):
            self.chairs[change.chair].stand_in = change.bot
            self._forget_undo(change.chair)
        elif chair is not None:
            self._settle_chair(chair, change)
        wanted = any(sitter.wants_again for sitter in self.chairs)
        if wanted and not any(sitter.rematch_pending for sitter in self.chairs):
            self._next_round()

    def _settle_chair(self, chair: Chair, change: AnyChange) -> None:
        sitter = self.chairs[chair]
        match change:
            case Sat(name, nonce):
                sitter.name, sitter.nonce = name, nonce
                sitter.come_back()
            case Undone() | UndoRefused():
                self.undo = None
            case Ordered(held):
                sitter.held = frozenset(held)
            case UndoAsked(keep):
                self.undo = UndoRequest(chair, keep, self.others_playing(chair))
            case UndoGranted() if self.undo is not None:
                self.undo.waits_for.discard(chair)
            case Resigned():
                sitter.resigned = True
                self.undo = None
            case Left():
                sitter.left = True
            case CameBack():
                sitter.come_back()
            case Again(nonce):
                sitter.come_back()
                sitter.wants_again, sitter.nonce = True, nonce
            case Opened() | Played() | BotCame() | UndoGranted():
                pass

    def _forget_undo(self, chair: Chair) -> None:
        """Drops the request to take back if a bot now sits in for somebody it concerns, as a bot cannot consent."""
        if self.undo is not None and (chair == self.undo.chair or chair in self.undo.waits_for):
            self.undo = None

    def _next_round(self) -> None:
        self.records.append(self.record())
        if self.outcome is not None:
            self.won.append(self._winning_chairs(self.outcome))
        self.round += 1
        self.game_log = self.outcome = None
        self.steps = []
        self.began = {viewer: seen + 1 for viewer, seen in self.seen.items()}
        self.done_before, self.done = self.done, {viewer: set() for viewer in self.done}
        for sitter in self.chairs:
            sitter.begin_again()
        self._set_up()

    def _note(self, entry: Entry, since: int | None = None) -> Entry:
        """Adds the step of an entry. The game has new events from index `since` on; `None` if it has not changed."""
        self.outcome = self._ended()
        kind = type(entry.change)
        self.seating += kind not in _IN_THE_GAME
        log = self.game_log
        happened = () if log is None or since is None else log.transitions(since)
        turn = log.last_turn(None) if log is not None and happened and kind is Played else ()
        step = TableStep(entry, happened, turn)
        self.steps.append(step)
        self.entries += 1
        for viewer in self.seeing(step):
            self.seen[viewer] = seen = self.seen[viewer] + 1
            if since is not None:
                self.moved[viewer] = seen
        if entry.chair is not None and kind in _SIDE_CHANGES:
            self.chairs[entry.chair].side_commands += 1
        if entry.command is not None:
            self.done[entry.chair].add(entry.command)
        return entry
