"""A table in one viewer's words: its view, and what was said in each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.web.boards import paint
from rowdy.interfaces.web.messages import About, Line, OutcomeView, RulingView, SeatView, TableView, UndoView
from rowdy.interfaces.web.picture import Picture, written
from rowdy.interfaces.words import Words
from rowdy.play.chairs import Sitter
from rowdy.play.entries import (
    Again,
    BotCame,
    CameBack,
    Chair,
    Left,
    Played,
    Resigned,
    Sat,
    UndoAsked,
    UndoGranted,
    Undone,
    UndoRefused,
)
from rowdy.play.orders import NOTHING
from rowdy.play.table import Step, Table, Viewer
from rowdy.rules.catalog import changed_rulings
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.game import Outcome, View

BY_THEMSELVES = {
    Sat: "told-sat",
    UndoAsked: "told-undo-asked",
    UndoGranted: "told-undo-granted",
    UndoRefused: "told-undo-refused",
    Undone: "told-undone",
    Resigned: "told-resigned",
    Left: "told-left",
    CameBack: "told-back",
    Again: "told-again",
}
"""The sentence on a change that needs no more than who made it."""


class Teller:
    """Speaks of a table, as it is now, to one viewer in one language."""

    def __init__(self, table: Table, viewer: Viewer, words: Words, host: bool = False) -> None:
        self.table = table
        self.viewer = viewer
        self.words = words
        self.host = host
        self._look()

    def _look(self) -> None:
        """Takes in who sits where, which stays the same from move to move."""
        table = self.table
        self._seating = table.seating
        self.seat = table.seat_seen(self.viewer)
        self.names = self._names()
        self.describer = Describer(self.words, table.game, self.names, self.seat)
        self._scores = isinstance(table.game, DjecoGame)
        seats = tuple(self._seat(sitter, name) for sitter, name in zip(table.sitters, self.names, strict=True))
        self.seats = written(seats)

    def refreshed(self) -> Teller:
        """The same, knowing what has changed."""
        if self._seating != self.table.seating:
            self._look()
        return self

    def _names(self) -> tuple[str, ...]:
        """What the seats are called; equal names are told apart by their seat."""
        plain = [self._name(sitter) for sitter in self.table.sitters]
        if len(set(plain)) == len(plain):
            return tuple(plain)
        return tuple(
            self.words("name-numbered", name=name, seat=seat + 1) if plain.count(name) > 1 else name
            for seat, name in enumerate(plain)
        )

    def _name(self, sitter: Sitter) -> str:
        if sitter.name is not None:
            return sitter.name
        return self.words("open-seat") if sitter.player is None else self.words("bot-named", name=sitter.player)

    # Steps

    def lines(self, since: int) -> tuple[Line, ...]:
        """What was said in the steps of this round that come after that one."""
        return tuple(Line(number, self.say(step)) for number, step in self.table.told(self.viewer, since))

    @property
    def seen(self) -> int:
        """How many steps the viewer has been told."""
        return self.table.seen[self.viewer]

    @property
    def answered(self) -> str:
        """The id of the command that led to the last step, if this viewer gave it."""
        entry = self.table.steps[-1].entry
        own = entry.chair == self.viewer and (self.viewer is not None or self.host)
        return (entry.command or "") if own else ""

    def say(self, step: Step) -> tuple[str, ...]:
        said = self._change(step)
        observe, describe = self.table.game.observe, self.describer.event
        for before, event, after, seen in self.table.telling(step):
            for part in observe(before, event, self.seat):
                if sentence := describe(seen, part):
                    said.append(sentence)
            if self._scores and after.tokens != before.tokens:  # which lie open
                said += self.describer.earned(before.tokens, after.tokens)
        return tuple(said)

    def _change(self, step: Step) -> list[str]:
        """What there is to say of an entry but for what happened in the game."""
        change, chair = step.entry.change, step.entry.chair
        if isinstance(change, Played):
            return []
        if isinstance(change, BotCame):
            bot = self.words("bot-named", name=change.bot)
            if self.table.chairs[change.chair].name:
                return [self.words("told-sits-in", bot=bot, **self._who(change.chair))]
            return [self.words("told-bot-came", bot=bot)]
        message = BY_THEMSELVES.get(type(change))
        return [] if message is None or chair is None else [self.words(message, **self._who(chair))]

    def _who(self, chair: Chair) -> dict[str, str]:
        return {"who": self.names[self.table.seat_of(chair)], "you": "yes" if chair == self.viewer else "no"}

    def reaction(self, chair: Chair, reaction: str) -> str:
        return self.words(f"reaction-{reaction}", **self._who(chair))

    # The view

    def view(self) -> TableView:
        return views([self])[0]

    def look(self) -> View[Any, Any] | None:
        """What the viewer sees of the game, once it has begun."""
        return None if self.table.course is None else self.table.view(self.viewer)

    def frame(self, picture: Picture | None) -> TableView:
        """The view with its picture."""
        table, outcome = self.table, self.table.outcome
        ended = None if outcome is None else self._outcome(outcome)
        return TableView(
            phase=table.phase,
            round=table.round + 1,
            say=ended.say if ended else picture.ask if picture else self._awaited(),
            seats=self.seats,
            can=table.can(self.viewer, self.host),
            you=self.seat,
            picture=picture,
            undo=self._undo(),
            outcome=ended,
            practice=table.course is not None and table.course.practice,
            commitment=table.dealer.commitment or "",
            next_commitment=table.next_commitment or "",
        )

    def picture(self, view: View[Any, Any]) -> Picture:
        table = self.table
        assert table.course is not None
        open = table.outcome is not None
        held = NOTHING if self.viewer is None or open else table.chairs[self.viewer].held
        return paint(self.describer, view, table.course.last_turn, held, all_open=open)

    def _seat(self, sitter: Sitter, name: str) -> SeatView:
        kind: Literal["person", "bot", "open"] = "person" if sitter.name else "bot" if sitter.player else "open"
        return SeatView(
            name=name,
            kind=kind,
            bot=sitter.player,
            left=sitter.left,
            resigned=sitter.resigned,
            again=sitter.wants_again,
            nonce=sitter.nonce,
        )

    def _undo(self) -> UndoView | None:
        asked = self.table.undo
        if asked is None:
            return None
        return UndoView(
            self.table.seat_of(asked.chair),
            self.words("told-undo-asked", **self._who(asked.chair)),
            tuple(sorted(map(self.table.seat_of, asked.waits_for))),
        )

    def _outcome(self, outcome: Outcome) -> OutcomeView:
        dealer = self.table.dealer
        said = self.describer.outcome(outcome)
        return OutcomeView(outcome.winners, outcome.reason, said, dealer.seed, dealer.salt or "")

    def _awaited(self) -> str:
        return self.words("waiting-for-people", count=sum(not sitter.ready for sitter in self.table.sitters))

    # What stays

    def about(self, table_id: str, grace: float) -> About:
        table, words = self.table, self.words
        game = table.game.edition.game
        edition = table.game.edition.name
        return About(
            table=table_id,
            game=game,
            title=words(f"game-{game}"),
            edition=edition,
            edition_say=words(f"edition-{game}-{edition}"),
            rulings=tuple(self._ruling(name, option) for name, option in changed_rulings(table.game).items()),
            host=self.host,
            confirm=table.plan.confirm,
            hidden=table.game.facts.hidden,
            grace=grace,
        )

    def _ruling(self, name: str, option: str) -> RulingView:
        known = f"ruling-{name}-{option}"
        chosen = self.words(known) if self.words.has(known) else option
        return RulingView(name, option, f"{self.words(f'ruling-{name}')} {chosen}")


def views(tellers: Sequence[Teller]) -> list[TableView]:
    """One for each. All look before anyone paints, and so on: code that runs many times in a row stays in the
    processor's reach, and costs less than by turns with other code."""
    looks = [teller.look() for teller in tellers]
    pairs = zip(tellers, looks, strict=True)
    pictures = [None if look is None else teller.picture(look) for teller, look in pairs]
    return [teller.frame(picture) for teller, picture in zip(tellers, pictures, strict=True)]
