"""One running game: its log of events, the states it folds to, and what each viewer may know of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from rowdy.play.dealer import Dealer
from rowdy.play.orders import NOTHING, answer_by_orders
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Event, IllegalMove, Move, Over, Seat, Turn, View, Window
from rowdy.rules.record import ALL, Record, Viewpoint, read_event
from rowdy.rules.tiles import Card
from rowdy.rules.xoxo_state import Reveal


@lru_cache(maxsize=4096)
def _text(seat: Seat | None, action: Any) -> str:
    """As `event_text` has it; only windows are answered by reveals, so nobody has to look what was due."""
    return str(action) if seat is None or not isinstance(action, Reveal) else f"{seat + 1}{action}"


def last_turn(log: Sequence[Event[Any]]) -> tuple[Event[Any], ...]:
    """The moves of the seat that moved last, the last one first; answers to windows are no moves."""
    moves = (event for event in reversed(log) if event.actor is not CHANCE and not isinstance(event.action, Reveal))
    latest = next(moves, None)
    return (latest, *takewhile(lambda event: event.actor == latest.actor, moves)) if latest else ()


class Course:
    """Commands in, views out. Chance speaks by itself, as soon as it is due."""

    def __init__(
        self,
        game: AnyGame,
        players: Sequence[str],
        dealer: Dealer,
        events: Sequence[Event[Any]] = (),
        practice: bool = False,
        patched: bool = False,
        texts: Iterable[str] = (),
    ) -> None:
        """`texts`: more events, as records write them.

        `patched`: the seed of the events given is lost, so chance goes on from another, and no seed tells it all."""
        self.game = game
        self.players = tuple(players)
        self.dealer = dealer
        self.practice = practice
        self.patched = patched
        chances = [action for actor, action in events if actor is CHANCE] if patched else []
        self._spoken = dict(enumerate(chances))
        self._events: list[Event[Any]] = []
        self._states: list[Any] = []
        self.last_turn: tuple[Event[Any], ...] = ()
        """The moves of the seat that moved last, the last one first."""
        self._chances = 0
        self._last_chance = -1
        """The place in the log where chance spoke last."""
        self._last_moves: dict[Actor, int] = {}
        """The place of each seat's last own move."""
        self._reach(game.start())
        for event in events:
            self._append(event)
        self.append(texts)
        self._deal()

    def _reach(self, state: Any) -> None:
        self._states.append(state)
        self.state = state
        self.turn: Turn[Any] = self.game.turn(state)

    @property
    def over(self) -> bool:
        return isinstance(self.turn, Over)

    @property
    def events(self) -> tuple[Event[Any], ...]:
        return tuple(self._events)

    @property
    def length(self) -> int:
        return len(self._events)

    def view(self, viewer: Seat | None) -> View[Any, Any]:
        turn, state = self.turn, self.state
        if not isinstance(turn, Move):
            return self.game.view(state, viewer)
        # Whose move it is, and what that seat can do, it sees as it is.
        legal = tuple(self.game.legal(state, turn.seat)) if turn.seat == viewer else ()
        return View(viewer, self.game.seen(state, viewer), turn, legal)

    def log(self, viewer: Seat | None) -> tuple[Event[Any], ...]:
        """What this viewer has seen happen so far."""
        steps = zip(self._states, self._events, strict=False)
        return tuple(seen for state, event in steps for seen in self.game.observe(state, event, viewer))

    def record(self, eyes: Viewpoint = ALL, resigned: tuple[Seat, ...] = ()) -> Record:
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
        )
        return full.seen_by(eyes)

    def check(self, seat: Seat, action: Any) -> None:
        """Complains unless this may be done, by what the seat knows, so that nothing else is told."""
        if action not in self.game.legal(self.state, seat):
            self.game.play(self.game.seen(self.state, seat), seat, action)
            raise IllegalMove("not-legal", move=action)

    def act(self, seat: Seat, action: Any) -> None:
        """A seat moves or answers."""
        try:
            self._append(Event(seat, action))
        except IllegalMove:
            self.check(seat, action)
            raise
        self._deal()

    def undo(self, seat: Seat) -> bool:
        """Takes back everything since this seat's last own move, with that move; the same chance comes again."""
        i = self.last_move(seat)
        if i is None:
            return False
        self.take_back(i)
        return True

    def last_move(self, seat: Seat) -> int | None:
        """The place in the log of this seat's last own move.

        Answers to windows are given by standing orders, so they are no moves of their own.
        """
        return self._last_moves.get(seat)

    def take_back(self, keep: int) -> None:
        """Leaves as many events in the log."""
        self._cut(keep)
        self.practice = True

    def told_something(self, since: int) -> bool:
        """Whether from there on chance spoke, or a move showed somebody what they could not know before."""
        if self._last_chance >= since:
            return True
        if not self.game.facts.hidden:
            return False
        steps = zip(self._states[since:], self._events[since:], strict=False)
        return any(self._tells(state, *event) for state, event in steps)

    def _tells(self, state: Any, actor: Actor, action: Any) -> bool:
        """Others know of a move beforehand if they see that there is a choice; a pass tells of all that is held."""
        others = [seat for seat in range(self.game.seats) if seat != actor]
        known = [self.game.legal(self.game.seen(state, seat), actor) for seat in others]
        return any(action not in legal or len(legal) == 1 for legal in known)

    # Windows

    def answer(self, orders: Mapping[Seat, frozenset[Card]]) -> None:
        """Answers open windows from the standing orders, until one passes with nothing shown."""
        while isinstance(turn := self.turn, Window):
            for seat in turn.seats:
                if legal := self.game.legal(self.state, seat):
                    choice = len(legal) > 1
                    answer = answer_by_orders(legal, orders.get(seat, NOTHING)) if choice else legal[0]
                    self._append(Event(seat, answer))
            self._deal()

    def reopen(self) -> bool:
        """Opens the last window anew, if nothing has happened since and nobody showed anything in it.

        A card may be shown as long as its line lies: it is the same as if that window were still open.
        """
        i = len(self._events) - self.game.seats
        if i < 0 or not isinstance(self.turn, Move) or not isinstance(self.game.turn(self._states[i]), Window):
            return False
        self._cut(i)
        return True

    # The log

    def event_texts(self, since: int) -> tuple[str, ...]:
        """The events from there on, as records write them."""
        return tuple([_text(None if actor is CHANCE else actor, action) for actor, action in self._events[since:]])

    def append(self, texts: Iterable[str]) -> None:
        """Goes on with events that are known to be right."""
        for text in texts:
            self._append(read_event(self.game, self.state, text))

    def steps(self, since: int = 0) -> tuple[tuple[Any, Event[Any], Any], ...]:
        """The events from there on, each with the states before and after it."""
        states, events = self._states, self._events
        return tuple([(states[i], events[i], states[i + 1]) for i in range(since, len(events))])

    def _cut(self, keep: int) -> None:
        reached = self._states[keep]
        del self._events[keep:], self._states[keep:]
        self._reach(reached)
        self.last_turn = last_turn(self._events)
        acts = [(actor, i) for i, (actor, action) in enumerate(self._events) if not isinstance(action, Reveal)]
        chances = [i for actor, i in acts if actor is CHANCE]
        self._chances, self._last_chance = len(chances), max(chances, default=-1)
        self._last_moves = {actor: i for actor, i in acts if actor is not CHANCE}

    def _append(self, event: Event[Any]) -> None:
        actor, action = event
        self._reach(self.game.play(self.state, actor, action))
        if actor is CHANCE:
            self._chances += 1
            self._last_chance = len(self._events)
        elif not isinstance(action, Reveal):
            self._last_moves[actor] = len(self._events)
            before = self.last_turn
            self.last_turn = (event, *before) if before and before[0].actor == actor else (event,)
        self._events.append(event)

    def _deal(self) -> None:
        while isinstance(turn := self.turn, Chance):
            spoken = self._spoken.get(self._chances)
            known = spoken is not None and spoken in turn.actions
            self._append(Event(CHANCE, spoken if known else self.dealer.deal(self._chances, turn)))
