"""A running game as a log: its events, the states that they lead to, and what each viewer may know of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from rowdy.play.dealer import Dealer
from rowdy.rules.game import (
    CHANCE,
    Actor,
    AnyGame,
    Chance,
    Event,
    GameError,
    HiddenHand,
    Highlight,
    IllegalMove,
    Move,
    Over,
    Seat,
    Turn,
    View,
    Window,
)
from rowdy.rules.observation_log import ObservationLog, seen_states
from rowdy.rules.record import ALL, Record, Viewpoint, check_start, event_text, read_event

CHANCE_WAS_DUE: Chance[Any] = Chance((), ())
"""Stands for chance in the turns that a log keeps, as the possible outcomes take more memory than the state itself."""


class Transition(NamedTuple):
    """An event of the game with the states before and after it."""

    before: Any
    event: Event[Any]
    after: Any
    is_answer: bool
    """True if the event answers a window."""


def seen_transitions(game: AnyGame, log: Sequence[Event[Any]], viewer: Seat | None) -> list[Transition]:
    """The events of a log with the states before and after each, as its viewer saw them."""
    around = pairwise(seen_states(game, log, viewer))
    return [
        Transition(before, event, after, isinstance(game.turn(before), Window))
        for event, (before, after) in zip(log, around, strict=True)
    ]


def deciding(game: AnyGame, happened: Sequence[Transition]) -> tuple[Highlight, ...]:
    """The highlights of the last events that decided the game."""
    return tuple(
        found
        for before, event, after, _ in happened
        for found in game.highlights(before, event, after)
        if found.decides
    )


class GameLog:
    """The events of one game in order. Whenever chance is due, the dealer's outcome is appended at once.

    >>> import rowdy
    >>> running = rowdy.GameLog(rowdy.game("rubik"), ("Ann", "Ben"), rowdy.Dealer("any seed"))
    >>> running.act(0, running.game.parse_action("A@b2"))
    >>> running.turn, running.state
    (Move(seat=1), <rubik ..../..../.A../.... flip>)
    >>> [str(event.action) for event in running.observations(1)]
    ['A@b2']
    """

    def __init__(
        self,
        game: AnyGame,
        players: Sequence[str],
        dealer: Dealer,
        events: Sequence[Event[Any]] = (),
        practice: bool = False,
        patched: bool = False,
        texts: Iterable[str] = (),
        start: Any = None,
    ) -> None:
        """A game that goes on after these events.

        `texts`: more events after `events`, in the notation of records.
        `patched`: the seed of the given events is lost. Chance continues from another one, so no record shows a seed.
        `start`: the state that the log begins with, if it is not that of the game; this makes it practice.
        """
        if start is not None:
            check_start(game, start)
        self.game = game
        self.players = tuple(players)
        self.dealer = dealer
        self.start = start
        self.practice = practice or start is not None
        self.patched = patched
        chances = [action for actor, action in events if actor is CHANCE] if patched else []
        self._known_chances = dict(enumerate(chances))
        """Outcomes of chance that do not come from the seed; they are repeated after moves are taken back."""
        self._events: list[Event[Any]] = []
        self._states: list[Any] = []
        self._turns: list[Turn[Any]] = []
        """What the game waits for in each of the states; chance is kept without its outcomes."""
        self._chances = 0
        self._last_chance = -1
        """The index of the last event of chance."""
        self._moves: list[int] = []
        """The indices of the moves among the events; answers to windows and chance are no moves."""
        self._reach(game.start() if start is None else start)
        for event in events:
            self._append(event)
        self.append(texts)
        self._deal()

    def _reach(self, state: Any) -> None:
        self.turn: Turn[Any] = self.game.turn(state)
        self.state = state
        self._states.append(state)
        self._turns.append(CHANCE_WAS_DUE if isinstance(self.turn, Chance) else self.turn)

    @property
    def over(self) -> bool:
        return isinstance(self.turn, Over)

    @property
    def events(self) -> tuple[Event[Any], ...]:
        return tuple(self._events)

    @property
    def length(self) -> int:
        return len(self._events)

    @property
    def has_moves(self) -> bool:
        """Whether any seat has moved."""
        return bool(self._moves)

    @property
    def previous_turn(self) -> Turn[Any] | None:
        """What the game waited for before its last event, chance without its outcomes; `None` if there is no event."""
        return self._turns[-2] if self._events else None

    def view(self, viewer: Seat | None) -> View[Any, Any]:
        """What this viewer may know of the game now; `None` is a spectator."""
        turn, state = self.turn, self.state
        if not isinstance(turn, Move):
            return self.game.view(state, viewer)
        # The seat to move knows its own cards, so its legal actions follow from the full state.
        legal = tuple(self.game.legal(state, turn.seat)) if turn.seat == viewer else ()
        return View(viewer, self.game.seen(state, viewer), turn, legal)

    def observations(self, viewer: Seat | None) -> ObservationLog:
        """All that this viewer has seen happen so far."""
        steps = zip(self._states, self._events, strict=False)
        seen = [seen for state, event in steps for seen in self.game.observe(state, event, viewer)]
        return ObservationLog(seen, None if self.start is None else self.game.seen(self.start, viewer))

    def last_turn(self, viewer: Seat | None) -> tuple[Event[Any], ...]:
        """The moves that the last seat to move made in a row, as this viewer saw them, the latest first."""
        return self._observed(self._last_places(), viewer)

    def moves_since(self, viewer: Seat | None) -> tuple[Event[Any], ...]:
        """The moves since this viewer's own last one, as they saw them, oldest first; for a spectator the last turn.

        Answers to windows and chance events are not moves.
        """
        return self._observed(self._places_since(viewer), viewer)

    def steps_since(self, viewer: Seat | None) -> list[tuple[Transition, ...]]:
        """The moves since this viewer's own last one, oldest first, each with the answers and chance that followed it.

        As in `moves_since` these are the last turn for a spectator. Nothing is hidden in them.
        """
        places = self._places_since(viewer)
        return [self.transitions(*around) for around in pairwise([*places, self.length])] if places else []

    def _places_since(self, viewer: Seat | None) -> list[int]:
        """The indices of the moves since this viewer's own last one; for a spectator those of the last turn."""
        if viewer is None:
            return list(self._last_places())[::-1]
        since = takewhile(lambda i: self._events[i].actor != viewer, reversed(self._moves))
        return list(since)[::-1]

    def _last_places(self) -> Iterable[int]:
        """The indices of the moves that the last seat to move made in a row, the latest first."""
        if not self._moves:
            return ()
        events = self._events
        mover = events[self._moves[-1]].actor
        return takewhile(lambda i: events[i].actor == mover, reversed(self._moves))

    def _observed(self, places: Iterable[int], viewer: Seat | None) -> tuple[Event[Any], ...]:
        """The events with these indices, as this viewer saw them."""
        observe, states, events = self.game.observe, self._states, self._events
        return tuple([seen for i in places for seen in observe(states[i], events[i], viewer)])

    def record(self, eyes: Viewpoint = ALL, resigned: tuple[Seat, ...] = ()) -> Record:
        """The game as a record, for these eyes; the seed is in it only once the game is over."""
        shown = (self.over or bool(resigned)) and not self.patched
        full = Record(
            self.game,
            self.players,
            self.events,
            practice=self.practice,
            commitment=None if self.patched else self.dealer.commitment,
            seed=self.dealer.seed if shown else None,
            salt=self.dealer.salt if shown else None,
            nonces=() if self.patched else self.dealer.nonces,
            resigned=resigned,
            start=self.start,
        )
        return full.seen_by(eyes)

    def check(self, seat: Seat, action: Any) -> None:
        """Raises an error if the seat may not do this. It follows from what the seat knows, so it reveals nothing."""
        if action not in self.game.legal(self.state, seat):
            self.game.play(self.game.seen(self.state, seat), seat, action)
            raise IllegalMove("not-legal", move=action)

    def act(self, seat: Seat, action: Any) -> None:
        """Appends a seat's move, or its answer to a window, and the outcomes of chance that follow."""
        try:
            self._append(Event(seat, action))
        except IllegalMove:
            self.check(seat, action)
            raise
        self._deal()

    def undo(self, seat: Seat) -> bool:
        """Takes back the seat's last move and all events since; false if it has made none.

        If the same moves are made again, chance gives the same outcomes again.
        """
        i = self.last_move(seat)
        if i is None:
            return False
        self.take_back(i)
        return True

    def last_move(self, seat: Seat) -> int | None:
        """The index of this seat's last move, if it has made one; answers to windows are not moves."""
        return next((i for i in reversed(self._moves) if self._events[i].actor == seat), None)

    def take_back(self, keep: int) -> None:
        """Takes back all but the first `keep` events; the game is practice from then on."""
        self.truncate(keep)
        self.practice = True

    def revealed_something(self, since: int) -> bool:
        """True if an event from index `since` on was chance, or showed somebody what they could not know before."""
        if self._last_chance >= since:
            return True
        if not self.game.facts.hidden:
            return False
        steps = zip(self._states[since:], self._events[since:], strict=False)
        return any(self._reveals(state, *event) for state, event in steps)

    def _reveals(self, state: Any, actor: Actor, action: Any) -> bool:
        """True if a move showed something to others: a card that was held or, if it was forced, what the hand lacks."""
        others = [seat for seat in range(self.game.seats) if seat != actor]
        try:
            known = [self.game.legal(self.game.seen(state, seat), actor) for seat in others]
        except HiddenHand:
            return True
        return any(action not in legal or len(legal) == 1 for legal in known)

    # Events

    def event_texts(self, since: int) -> tuple[str, ...]:
        """The events from index `since` on, in the notation of records."""
        events = zip(self._turns[since:], self._events[since:], strict=False)
        return tuple([event_text(turn, actor, action) for turn, (actor, action) in events])

    def append(self, texts: Iterable[str]) -> None:
        """Appends events that are known to be legal, with all outcomes of chance among them."""
        for text in texts:
            self._append(read_event(self.game, self.state, text))

    def transitions(self, since: int = 0, until: int | None = None) -> tuple[Transition, ...]:
        """The events from index `since` on, to the last or before `until`, each with the states before and after it."""
        states, events, turns = self._states, self._events, self._turns
        return tuple(
            [
                Transition(states[i], events[i], states[i + 1], isinstance(turns[i], Window))
                for i in range(since, len(events) if until is None else until)
            ]
        )

    def deciding(self) -> tuple[Highlight, ...]:
        """What decided the game; nothing while it goes on."""
        return deciding(self.game, self.transitions(self.length - 1)) if self.over and self._events else ()

    def truncate(self, keep: int) -> None:
        """Removes all but the first `keep` events, as if the others had never happened."""
        reached = self._states[keep]
        del self._events[keep:], self._states[keep:], self._turns[keep:]
        self._reach(reached)
        chances = [i for i, (actor, _) in enumerate(self._events) if actor is CHANCE]
        self._chances, self._last_chance = len(chances), max(chances, default=-1)
        del self._moves[bisect_left(self._moves, keep) :]

    def _append(self, event: Event[Any]) -> None:
        actor, action = event
        due = self.turn
        self._reach(self.game.play(self.state, actor, action))
        if actor is CHANCE:
            self._chances += 1
            self._last_chance = len(self._events)
        elif isinstance(due, Move):
            self._moves.append(len(self._events))
        self._events.append(event)

    def _deal(self) -> None:
        while isinstance(turn := self.turn, Chance):
            known = self._known_chances.get(self._chances)
            usable = known is not None and known in turn.actions
            outcome = known if usable else self.dealer.deal(self._chances, turn)
            try:
                self._append(Event(CHANCE, outcome))
            except GameError as error:  # the players have done nothing wrong
                raise RuntimeError(f"the game refuses {outcome}, which its own chance offers") from error
