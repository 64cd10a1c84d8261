"""One table: takes commands, changes its state, and returns the entries that are to be stored."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Self

from rowdy.play.catalog import play_kit
from rowdy.play.kit import Held
from rowdy.play.table.commands import (
    AnyCommand,
    Command,
    Consent,
    Leave,
    Order,
    Play,
    Rematch,
    Resign,
    Return,
    SitIn,
    Undo,
)
from rowdy.play.table.decisions import can, decide, let_sit_in, playing
from rowdy.play.table.entries import AnyChange, Chair, Entry, Opened, Ordered, Plan, Played, Undone, Viewer
from rowdy.play.table.plans import BotCheck, check_plan
from rowdy.play.table.state import TableState
from rowdy.play.windows import answer_all, ordered, reopen, reopen_last
from rowdy.rules.game import GameError, Seat, View, Window

MAX_SIDE_COMMANDS_PER_ROUND = 1_000
"""How often somebody may give orders, ask to take back, leave and return in one round; moves do not count."""


class Stale(GameError):
    """Raised for a command that was sent before its sender had seen the last step."""


class Table(TableState):
    """A table that obeys commands. It alone decides what happens there, and knows no clock, disk or socket."""

    def __init__(self, plan: Plan, secret: str, check_bot: BotCheck) -> None:
        super().__init__(plan, secret)
        self.check_bot = check_bot

    # Opening and loading

    @classmethod
    def open(cls, plan: Plan, secret: str, now: float, check_bot: BotCheck) -> tuple[Self, Entry]:
        """A new table and its first entry; `GameError` if nothing can be played by this plan."""
        check_plan(plan, check_bot)
        table = cls(plan, secret, check_bot)
        return table, table._begin(Entry(Opened(plan, secret), now))

    @classmethod
    def fold(cls, entries: Iterable[Entry], check_bot: BotCheck) -> Self:
        """The table that these entries lead to, the first of which opened it."""
        first, *others = entries
        assert isinstance(first.change, Opened)
        table = cls(first.change.plan, first.change.secret, check_bot)
        for entry in (first, *others):
            table.follow(entry)
        return table

    def follow(self, entry: Entry) -> None:
        """Applies the next entry, which another server made from the same table."""
        self._settle(entry.chair, entry.change)
        since = None
        if self.game_log is None:
            if self.full:
                since = 0
                self._start(entry.events)
        elif entry.events or isinstance(entry.change, Undone):
            if entry.reopened:
                reopen_last(self.game_log)
            if isinstance(entry.change, Undone):
                self.game_log.take_back(entry.change.keep)
            since = self._length
            self.game_log.append(entry.events)
        self._note(entry, since)

    def can(self, viewer: Viewer, host: bool = False) -> tuple[str, ...]:
        """The commands that a viewer can give now, apart from `sit-in` for somebody who is away."""
        return can(self, viewer, host)

    # Commands

    def repeated(self, viewer: Viewer, command: Command) -> bool:
        """True if this viewer's command was already obeyed, in this round or the last, and was sent again."""
        return command.id in self.done[viewer] or command.id in self.done_before[viewer]

    def obey(
        self,
        chair: Chair | None,
        command: AnyCommand,
        now: float,
        absent: Collection[Chair] = (),
        host: bool = False,
    ) -> Entry:
        """Obeys a command and returns the entry to be stored; a `GameError` says why not, and then nothing changes."""
        if isinstance(command, Play):
            return self._play(chair, command, now)
        if isinstance(command, SitIn | Order | Rematch) and command.seen < self.began[chair]:
            raise Stale("stale")
        if isinstance(command, SitIn):
            return self._do(chair, command, let_sit_in(self, chair, command, absent, host, self.check_bot), now)
        if chair is None:
            raise GameError("only-watching")
        if isinstance(command, Order | Undo | Leave | Return) and self._too_many_side_commands(chair):
            raise GameError("too-many-side-commands", most=MAX_SIDE_COMMANDS_PER_ROUND)
        if isinstance(command, Undo | Consent | Resign):
            self._check_seen(chair, command.seen)
        if isinstance(command, Order):
            return self._order(chair, command, now)
        return self._do(chair, command, decide(self, chair, command), now)

    def play_bot(self, action: Any, now: float) -> Entry:
        """Makes the move of the bot whose turn it is, and returns the entry to be stored."""
        seat = self.to_move
        assert seat is not None
        assert self.sitters[seat].player is not None
        return self._act(seat, action, Entry(Played(), now, self.chair_at(seat)))

    def preview(self, chair: Chair, move: str) -> View[Any, Any]:
        """The view of the chair's seat as it would be after a move, before chance is drawn."""
        seat, game_log = playing(self, chair)
        action = game_log.game.parse_action(move)
        game_log.check(seat, action)
        after = game_log.game.play(game_log.game.seen(game_log.state, seat), seat, action)
        return View(seat, after, game_log.game.turn(after), ())

    def _too_many_side_commands(self, chair: Chair) -> bool:
        return self.chairs[chair].side_commands >= MAX_SIDE_COMMANDS_PER_ROUND

    def _check_seen(self, chair: Chair, seen: int) -> None:
        """Raises `Stale` if the game has changed since the step that the sender had seen."""
        if not self.moved[chair] <= seen <= self.seen[chair]:
            raise Stale("stale")

    def _play(self, chair: Chair | None, command: Play, now: float) -> Entry:
        if chair is None:
            raise GameError("only-watching")
        self._check_seen(chair, command.seen)
        seat, game_log = playing(self, chair)
        return self._act(seat, game_log.game.parse_action(command.move), Entry(Played(), now, chair, command.id))

    def _act(self, seat: Seat, action: Any, entry: Entry) -> Entry:
        game_log = self.game_log
        assert game_log is not None
        since = game_log.length
        game_log.act(seat, action)
        if isinstance(game_log.turn, Window):
            answer_all(game_log, self._orders())
        self._settle(entry.chair, entry.change)
        return self._note(self._with_events(entry, since), since)

    def _orders(self) -> dict[Seat, Held]:
        return {seat: sitter.held for seat, sitter in enumerate(self.sitters) if sitter.held}

    def _order(self, chair: Chair, command: Order, now: float) -> Entry:
        """Changes a standing order; if it would have changed the answer to the last window, that opens once more."""
        seat, game_log = playing(self, chair)
        items = play_kit(game_log.game).order_items(game_log.game, game_log.state, seat)
        item = command.card
        if item not in items:
            raise GameError("no-such-card", card=item)
        held = ordered(self.chairs[chair].held & frozenset(items), command.order, frozenset({item}))
        change = Ordered(tuple(sorted(held)))
        self._settle(chair, change)
        entry = Entry(change, now, chair, command.id)
        if command.order == "hold" or not reopen(game_log, seat, frozenset({item})):
            return self._note(entry)
        since = self._length
        answer_all(game_log, self._orders())
        return self._note(self._with_events(entry, since, reopened=True), since)

    def _do(self, chair: Chair | None, command: AnyCommand, change: AnyChange, now: float) -> Entry:
        """Makes a change that has been checked; it may take back moves, or fill the last chair and begin the game."""
        self._settle(chair, change)
        entry = Entry(change, now, chair, command.id)
        if isinstance(change, Undone) and self.game_log is not None:
            self.game_log.take_back(change.keep)
            return self._note(entry, change.keep)
        return self._begin(entry)

    def _begin(self, entry: Entry) -> Entry:
        """Notes an entry, and begins the game if every chair now has somebody to play."""
        if self.game_log is not None or not self.full:
            return self._note(entry)
        self._start()
        if self.game_log is not None and isinstance(self.game_log.turn, Window):  # a position can begin with one
            answer_all(self.game_log, self._orders())
        return self._note(self._with_events(entry, 0), 0)

    def _with_events(self, entry: Entry, since: int, reopened: bool = False) -> Entry:
        assert self.game_log is not None
        texts = self.game_log.event_texts(since)
        return Entry(entry.change, entry.at, entry.chair, entry.command, reopened, texts)
