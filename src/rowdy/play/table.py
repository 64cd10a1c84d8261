"""One table: chairs, rounds and the game on it. The one authority: commands in, entries and steps out."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from rowdy.play.chairs import Sitter
from rowdy.play.commands import AnyCommand, Consent, Leave, Order, Play, Rematch, Resign, Return, SitIn, Undo
from rowdy.play.course import Course
from rowdy.play.dealer import Dealer
from rowdy.play.decisions import can, decide, let_sit_in, playing
from rowdy.play.entries import (
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
)
from rowdy.play.plans import check_plan, game_of_round
from rowdy.rules.game import Event, GameError, InvalidSetup, Move, Outcome, Over, Seat, View, Window
from rowdy.rules.record import RESIGNED, Record
from rowdy.rules.tiles import Card
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Lay, Reveal

Viewer: TypeAlias = Chair | None
"""Who looks on: somebody on a chair, or a spectator."""

MOST_WHIMS = 1_000
"""So often somebody may give orders, take back, leave and return in a round; who plays on is never stopped by it."""
REMEMBERED = 100
"""So many of a viewer's last commands are known again."""

_IN_THE_GAME = frozenset({Played, Ordered})
"""Changes that leave everybody's chair as it is."""
_WHIMS = frozenset({Ordered, UndoAsked, Undone, Left, CameBack})
"""What can be done for ever."""
_HAS_RESIGNED = attrgetter("resigned")


class Phase(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Stale(GameError):
    """The command was given before its giver had seen what happened meanwhile."""


class Step(NamedTuple):
    """An entry, and what happened in the game through it: each event with the states before and after it."""

    entry: Entry
    happened: tuple[tuple[Any, Event[Any], Any], ...] = ()


class Telling(NamedTuple):
    """An event to be told, with the states before and after it."""

    before: Any
    event: Event[Any]
    after: Any
    seen: Any
    """Where a tile is laid: the state before it, as a spectator sees it. Everybody may."""


@dataclass
class UndoRequest:
    """Somebody wants to take back; it lapses with the next move."""

    chair: Chair
    keep: int
    waits_for: set[Chair]


class Table:
    """Chairs stay with their people; in each round a chair has a seat of the game, and the next chair starts."""

    def __init__(self, plan: Plan, secret: str) -> None:
        self.plan = plan
        self.secret = secret
        self.chairs = [Sitter(place.bot) for place in plan.chairs]
        self.people = [chair for chair, sitter in enumerate(self.chairs) if sitter.person]
        self.alone = len(self.people) == 1
        """Whether one person plays against bots."""
        self.round = 0
        self.course: Course | None = None
        self.outcome: Outcome | None = None
        """How the round ended, once it has."""
        self.undo: UndoRequest | None = None
        self.seating = 0
        """Changes with everything but moves and orders: with who sits where, and how they stand to the game."""
        self.steps: list[Step] = []
        """Those of this round."""
        self._telling: tuple[Step | None, Sequence[Telling]] = (None, ())
        """What there is to tell of the last step asked about."""
        self.entries = 0
        self.records: list[Record] = []
        """Of the rounds before this one."""
        viewers: tuple[Viewer, ...] = (None, *range(len(plan.chairs)))
        self.seen = dict.fromkeys(viewers, 0)
        """The number of steps that each viewer has been told."""
        self.moved = dict.fromkeys(viewers, 0)
        """The number of the last of them that changed the game."""
        self.began = dict.fromkeys(viewers, 0)
        """The number of the one that began this round: what was said before it was meant for another."""
        self.done = {viewer: deque[str](maxlen=REMEMBERED) for viewer in viewers}
        """The ids of the last commands that were obeyed."""
        self._set_up()

    # Opening and folding

    @classmethod
    def open(cls, plan: Plan, secret: str, now: float) -> tuple[Table, Entry]:
        """A new table and its first entry; `GameError` if the plan makes no game."""
        check_plan(plan)
        table = cls(plan, secret)
        return table, table._begin(Entry(Opened(plan, secret), now))

    @classmethod
    def fold(cls, entries: Iterable[Entry]) -> Table:
        """The table as it was when the last of these entries was written."""
        first, *others = entries
        assert isinstance(first.change, Opened)
        table = cls(first.change.plan, first.change.secret)
        for entry in (first, *others):
            table._replay(entry)
        return table

    def _replay(self, entry: Entry) -> None:
        self._settle(entry.chair, entry.change)
        since = None
        if self.course is None:
            if self.full:
                since = 0
                self._start(entry.events)
        elif entry.events or isinstance(entry.change, Undone):
            if entry.reopened:
                self.course.reopen()
            if isinstance(entry.change, Undone):
                self.course.take_back(entry.change.keep)
            since = self._length
            self.course.append(entry.events)
        self._note(entry, since)

    def _set_up(self) -> None:
        """The game and the dealer of this round."""
        self.game, self.first_chair = game_of_round(self.plan, self.round)
        self.dealer = self._dealer(self.round)

    def _dealer(self, round: int) -> Dealer:
        return Dealer(self._derive(f"seed.{round}"), secret=True, salt=self._derive(f"salt.{round}"))

    def _derive(self, what: str) -> str:
        """A secret of its own for each use: whoever gets to know one of them can tell no other."""
        return hmac.digest(self.secret.encode(), what.encode(), "sha256").hex()

    @property
    def next_commitment(self) -> str | None:
        """That of the next round, once this one is over: it is known before anyone gives a nonce for it."""
        return None if self.outcome is None else self._dealer(self.round + 1).commitment

    # Chairs and seats

    def seat_of(self, chair: Chair) -> Seat:
        return (chair - self.first_chair) % len(self.chairs)

    def chair_at(self, seat: Seat) -> Chair:
        return (seat + self.first_chair) % len(self.chairs)

    def seat_seen(self, viewer: Viewer) -> Seat | None:
        """The seat through which somebody looks, or `None` for a spectator."""
        return None if viewer is None else self.seat_of(viewer)

    @property
    def sitters(self) -> list[Sitter]:
        """Those at the table in the order of the game's seats."""
        return self.chairs[self.first_chair :] + self.chairs[: self.first_chair]

    @property
    def names(self) -> tuple[str, ...]:
        """The labels of the seats, as records have them."""
        return tuple(sitter.name or sitter.player or "?" for sitter in self.sitters)

    def others_playing(self, chair: Chair) -> set[Chair]:
        """The other people who play themselves."""
        return {other for other in self.people if other != chair and self.chairs[other].player is None}

    @property
    def full(self) -> bool:
        return all(sitter.ready for sitter in self.chairs)

    # What goes on

    @property
    def _length(self) -> int:
        return self.course.length if self.course else 0

    @property
    def phase(self) -> Phase:
        if self.course is None:
            return Phase.WAITING
        return Phase.PLAYING if self.outcome is None else Phase.OVER

    def _ended(self) -> Outcome | None:
        """How the round ended: by the rules, or because too few have not resigned."""
        if self.course is None:
            return None
        turn = self.course.turn
        if isinstance(turn, Over):
            return turn.outcome
        if not any(map(_HAS_RESIGNED, self.chairs)):
            return None
        left = [seat for seat, sitter in enumerate(self.sitters) if not sitter.resigned]
        if len(left) == 1 or not any(self.sitters[seat].name for seat in left):
            return Outcome(tuple(left), RESIGNED)
        return None

    @property
    def resigned(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, sitter in enumerate(self.sitters) if sitter.resigned)

    @property
    def to_move(self) -> Seat | None:
        if self.course is None or self.outcome is not None:
            return None
        turn = self.course.turn
        return turn.seat if isinstance(turn, Move) else None

    @property
    def bot_to_move(self) -> str | None:
        """The bot that is to move, if it is a bot's turn."""
        seat = self.to_move
        return None if seat is None else self.sitters[seat].player

    def bot_luck(self) -> str:
        """What seeds the bot to move: the same position gives the same choice, so that it can be asked again."""
        return self._derive(f"bot.{self.round}.{self.to_move}.{self._length}")

    def view(self, viewer: Viewer) -> View[Any, Any]:
        """What this viewer may know of the game; after the end everything."""
        assert self.course is not None
        if self.outcome is not None:
            return View(self.seat_seen(viewer), self.course.state, self.course.turn, ())
        return self.course.view(self.seat_seen(viewer))

    def telling(self, step: Step) -> Sequence[Telling]:
        """What there is to tell of a step, to one viewer after the other. Windows in which nobody shows anything are
        no news."""
        told, telling = self._telling
        if told is not step:
            shown = any(type(event.action) is Reveal and event.action.cards for _, event, _ in step.happened)
            telling = [
                Telling(before, event, after, self.game.seen(before, None) if type(event.action) is Lay else None)
                for before, event, after in step.happened
                if shown or type(event.action) is not Reveal
            ]
            self._telling = step, telling
        return telling

    def record(self, round: int | None = None) -> Record:
        """The full record of a round, the current one unless told; it is for nobody's eyes before the end."""
        if round is not None and round != self.round:
            if not 0 <= round < len(self.records):
                raise InvalidSetup("no-such-round", round=round + 1, most=self.round + 1)
            return self.records[round]
        if self.course is None:
            raise InvalidSetup("not-begun")
        by_resigning = self.outcome is not None and self.outcome.reason == RESIGNED
        record = self.course.record(resigned=self.resigned if by_resigning else ())
        return replace(record, players=self.names)

    def seeing(self, step: Step) -> Collection[Viewer]:
        """Who is told of a step at all: orders are a seat's own affair until a card is shown."""
        entry = step.entry
        return (entry.chair,) if not entry.events and isinstance(entry.change, Ordered) else self.seen

    def told(self, viewer: Viewer, since: int) -> list[tuple[int, Step]]:
        """The steps of this round with a higher number than that which this viewer may see, each with its number."""
        number, found = self.seen[viewer], list[tuple[int, Step]]()
        for step in reversed(self.steps):
            if number <= since:
                break
            if viewer in self.seeing(step):
                found.append((number, step))
                number -= 1
        return found[::-1]

    def can(self, viewer: Viewer, host: bool = False) -> tuple[str, ...]:
        """The commands that make sense for somebody now; letting a bot sit in for the absent is told elsewhere."""
        return can(self, viewer, host)

    # Commands

    def repeated(self, viewer: Viewer, command: AnyCommand) -> bool:
        """Whether this very command has been obeyed already."""
        return command.id in self.done[viewer]

    def obey(
        self,
        chair: Chair | None,
        command: AnyCommand,
        now: float,
        absent: Collection[Chair] = (),
        host: bool = False,
    ) -> Entry:
        """Does what somebody commands and returns the entry that tells it, or raises why not and changes nothing."""
        if isinstance(command, Play):
            return self._play(chair, command, now)
        if isinstance(command, SitIn | Order | Rematch) and command.seen < self.began[chair]:
            raise Stale("stale")
        if isinstance(command, SitIn):
            return self._do(chair, command, let_sit_in(self, chair, command, absent, host), now)
        if chair is None:
            raise GameError("only-watching")
        if isinstance(command, Order | Undo | Leave | Return) and self.chairs[chair].whims >= MOST_WHIMS:
            raise GameError("too-many-whims", most=MOST_WHIMS)
        if isinstance(command, Undo | Consent | Resign):
            self._check_seen(chair, command.seen)
        if isinstance(command, Order):
            return self._order(chair, command, now)
        return self._do(chair, command, decide(self, chair, command), now)

    def play_bot(self, action: Any, now: float) -> Entry:
        """The move of the bot whose turn it is."""
        seat = self.to_move
        assert seat is not None
        assert self.sitters[seat].player is not None
        return self._act(seat, action, Entry(Played(), now, self.chair_at(seat)))

    def preview(self, chair: Chair, move: str) -> View[Any, Any]:
        """How things would lie after a move, as far as the seat can know: chance has not spoken."""
        seat, course = playing(self, chair)
        action = course.game.parse_action(move)
        course.check(seat, action)
        after = course.game.play(course.game.seen(course.state, seat), seat, action)
        return View(seat, after, course.game.turn(after), ())

    def _check_seen(self, chair: Chair, seen: int) -> None:
        if not self.moved[chair] <= seen <= self.seen[chair]:
            raise Stale("stale")

    def _play(self, chair: Chair | None, command: Play, now: float) -> Entry:
        if chair is None:
            raise GameError("only-watching")
        self._check_seen(chair, command.seen)
        seat, course = playing(self, chair)
        return self._act(seat, course.game.parse_action(command.move), Entry(Played(), now, chair, command.id))

    def _act(self, seat: Seat, action: Any, entry: Entry) -> Entry:
        course = self.course
        assert course is not None
        since = course.length
        course.act(seat, action)
        if isinstance(course.turn, Window):
            course.answer(self._orders())
        self._settle(entry.chair, entry.change)
        return self._note(self._with_events(entry, since), since)

    def _orders(self) -> dict[Seat, frozenset[Card]]:
        return {seat: sitter.held for seat, sitter in enumerate(self.sitters) if sitter.held}

    def _order(self, chair: Chair, command: Order, now: float) -> Entry:
        """Where the card's line lies, an order to show it is obeyed at once: the last window opens anew."""
        seat, course = playing(self, chair)
        game = course.game
        hand = course.state.hands[seat] if isinstance(game, XoxoGame) else ()
        card = next((card for card in hand if str(card) == command.card), None)
        if card is None:
            raise GameError("no-such-card", card=command.card)
        held = self.chairs[chair].held & frozenset(hand)
        held = held | {card} if command.order == "hold" else held - {card}
        change = Ordered(tuple(sorted(map(str, held))))
        self._settle(chair, change)
        entry = Entry(change, now, chair, command.id)
        shows = command.order == "show" and isinstance(game, XoxoGame) and game.in_line(course.state, card)
        if not (shows and course.reopen()):
            return self._note(entry)
        since = self._length
        course.answer(self._orders())
        return self._note(self._with_events(entry, since, reopened=True), since)

    # What commands do

    def _do(self, chair: Chair | None, command: AnyCommand, change: AnyChange, now: float) -> Entry:
        """A change that was found right; the game may lose its last moves by it, or begin."""
        self._settle(chair, change)
        entry = Entry(change, now, chair, command.id)
        if isinstance(change, Undone) and self.course is not None:
            self.course.take_back(change.keep)
            return self._note(entry, change.keep)
        return self._begin(entry)

    def _begin(self, entry: Entry) -> Entry:
        """The game begins by itself once everybody is there."""
        if self.course is not None or not self.full:
            return self._note(entry)
        self._start()
        return self._note(self._with_events(entry, 0), 0)

    def _start(self, texts: Iterable[str] = ()) -> None:
        self.dealer = self.dealer.with_nonces([sitter.nonce for sitter in self.sitters])
        self.course = Course(self.game, self.names, self.dealer, texts=texts)

    def _with_events(self, entry: Entry, since: int, reopened: bool = False) -> Entry:
        assert self.course is not None
        texts = self.course.event_texts(since)
        return Entry(entry.change, entry.at, entry.chair, entry.command, reopened, texts)

    def _settle(self, chair: Chair | None, change: AnyChange) -> None:
        """What a change means for chairs and rounds, whether it is made now or read again."""
        if isinstance(change, Played):
            self.undo = None
            return
        if isinstance(change, BotCame):
            self.chairs[change.chair].stand_in = change.bot
            self._forget_undo(change.chair)
        elif chair is not None:
            self._settle_chair(chair, change)
        wanted = any(sitter.wants_again for sitter in self.chairs)
        if wanted and not any(sitter.asked_again for sitter in self.chairs):
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
                hand = self.course.state.hands[self.seat_of(chair)] if self.course else ()
                sitter.held = frozenset(card for card in hand if str(card) in held)
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

    def _forget_undo(self, chair: Chair) -> None:
        """A bot takes nothing back, and cannot consent for the person it plays for."""
        if self.undo is not None and (chair == self.undo.chair or chair in self.undo.waits_for):
            self.undo = None

    def _next_round(self) -> None:
        self.records.append(self.record())
        self.round += 1
        self.course = self.outcome = None
        self.steps = []
        self.began = {viewer: seen + 1 for viewer, seen in self.seen.items()}
        for sitter in self.chairs:
            sitter.begin_again()
        self._set_up()

    def _note(self, entry: Entry, since: int | None = None) -> Entry:
        """Remembers what everybody is now told; the game has changed from `since` on, if it has at all."""
        self.outcome = self._ended()
        kind = type(entry.change)
        self.seating += kind not in _IN_THE_GAME
        happened = () if self.course is None or since is None else self.course.steps(since)
        step = Step(entry, happened)
        self.steps.append(step)
        self.entries += 1
        for viewer in self.seeing(step):
            self.seen[viewer] = seen = self.seen[viewer] + 1
            if since is not None:
                self.moved[viewer] = seen
        if entry.chair is not None and kind in _WHIMS:
            self.chairs[entry.chair].whims += 1
        if entry.command is not None:
            self.done[entry.chair].append(entry.command)
        return entry
