"""One running game: its log of events, the states it folds to, and what each viewer may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rowdy.play.dealer import Dealer
from rowdy.rules.game import CHANCE, AnyGame, Chance, Event, IllegalMove, Over, Seat, Turn, View, Window
from rowdy.rules.record import ALL, Record, Viewpoint


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
    ) -> None:
        """`patched`: the seed of the events given is lost, so chance goes on from another, and no seed tells it all."""
        self.game = game
        self.players = tuple(players)
        self.dealer = dealer
        self.practice = practice
        self.patched = patched
        chances = [action for actor, action in events if actor is CHANCE] if patched else []
        self._spoken = dict(enumerate(chances))
        self._events: list[Event[Any]] = []
        self._states: list[Any] = [game.start()]
        for event in events:
            self._append(event)
        self._deal()

    @property
    def state(self) -> Any:
        return self._states[-1]

    @property
    def turn(self) -> Turn[Any]:
        return self.game.turn(self.state)

    @property
    def over(self) -> bool:
        return isinstance(self.turn, Over)

    @property
    def events(self) -> tuple[Event[Any], ...]:
        return tuple(self._events)

    def view(self, viewer: Seat | None) -> View[Any, Any]:
        return self.game.view(self.state, viewer)

    def log(self, viewer: Seat | None) -> tuple[Event[Any], ...]:
        """What this viewer has seen happen so far."""
        steps = zip(self._states, self._events, strict=False)
        return tuple(seen for state, event in steps for seen in self.game.observe(state, event, viewer))

    def record(self, eyes: Viewpoint = ALL) -> Record:
        full = Record(
            self.game,
            self.players,
            self.events,
            practice=self.practice,
            commitment=None if self.patched else self.dealer.commitment,
            seed=self.dealer.seed if self.over and not self.patched else None,
        )
        return full.seen_by(eyes)

    def act(self, seat: Seat, action: Any) -> None:
        """A seat moves or answers. A complaint comes from what the seat knows, so that it tells nothing else."""
        seen = self.game.seen(self.state, seat)
        if action not in self.game.legal(seen, seat):
            self.game.play(seen, seat, action)
            raise IllegalMove("not-legal", move=action)
        self._append(Event(seat, action))
        self._deal()

    def undo(self, seat: Seat) -> bool:
        """Takes back everything since this seat's last own move, with that move; the same chance comes again.

        Answers to windows are given by standing orders, so they are no moves of their own.
        """
        for i in range(len(self._events) - 1, -1, -1):
            if self._events[i].actor == seat and not isinstance(self.game.turn(self._states[i]), Window):
                del self._events[i:], self._states[i + 1 :]
                self.practice = True
                return True
        return False

    def _append(self, event: Event[Any]) -> None:
        self._states.append(self.game.play(self.state, event.actor, event.action))
        self._events.append(event)

    def _deal(self) -> None:
        number = sum(actor is CHANCE for actor, _ in self._events)
        while isinstance(turn := self.turn, Chance):
            spoken = self._spoken.get(number)
            outcome = spoken if spoken in turn.actions else self.dealer.deal(number, turn)
            self._append(Event(CHANCE, outcome))
            number += 1
