"""Whole evenings at a table, driven by chance: what people do in any order leaves a legal game and a log that folds."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from rowdy.play.table.commands import Consent, Leave, Order, Play, Rematch, Resign, Return, Sit, SitIn, Undo
from rowdy.play.table.entries import Ordered, Viewer
from rowdy.play.table.state import Phase
from rowdy.play.table.table import Stale
from rowdy.play.verify import all_hold, verify
from rowdy.rules.game import GameError
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.tiles import CARDS
from tests.play.table.tables import NAMES, Room, new_plan, nonce, shown, snapshot

EVENINGS = [
    (game, seats, seed)
    for game, seats in (("rubik", 2), ("xoxo2", 2), ("djeco", 2), ("xoxo", 2), ("xoxo", 3), ("xoxo", 4))
    for seed in range(3)
]
COMMANDS: dict[str, type[Any]] = {
    "sit": Sit,
    "play": Play,
    "order": Order,
    "undo": Undo,
    "consent": Consent,
    "resign": Resign,
    "return": Return,
    "leave": Leave,
    "rematch": Rematch,
    "sit-in": SitIn,
}
LIKELY = [2, 2, 6, 6, 4, 1, 4, 2, 2, 4]
"""How often each of them is tried: one that ends a game less than others."""
STALE = (Play, Undo, Consent, Resign)


class Evening(Room):
    """A table whose people, bots and onlookers do all kinds of things, and a count of what everybody was told."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        self.rng = rng = Random(f"{game} {seats} {seed}")
        bots = [None, *(rng.choice((None, None, "medium", "random")) for _ in range(seats - 1))]
        rng.shuffle(bots)
        super().__init__(new_plan(game, *bots, starter=rng.randrange(seats)))
        self.viewers: list[Viewer] = [None, *self.table.people]
        self.told = dict.fromkeys(self.viewers, 1)
        self.moved = dict.fromkeys(self.viewers, 0)
        self.began = dict.fromkeys(self.viewers, 0)
        self.given = defaultdict[Viewer, list[str]](list)
        self.obeyed = defaultdict[Viewer, dict[str, int]](dict)
        """The commands of each viewer, with the round that was on after each."""
        self.verified = 0

    # What happens

    def sensible(self) -> bool:
        """Does what brings the evening on; false if nobody knows what."""
        table, rng = self.table, self.rng
        if table.bot_to_move:
            self._noting(lambda: self._keep(table.play_bot(rng.choice(self.legal()), 1.0)), None, None)
            return True
        if table.undo is not None and rng.random() < 0.5:
            return self.attempt(min(table.undo.waits_for), Consent, rng.random() < 0.7)
        seat = table.to_move
        if seat is not None:
            return self.attempt(table.chair_at(seat), Play, str(rng.choice(self.legal())))
        chair = rng.choice(table.people)
        if table.phase is Phase.OVER:
            return rng.random() < 0.5 and self.attempt(chair, Rematch, nonce(chair, table.round + 1))
        return self.attempt(chair, Sit, NAMES[chair], nonce(chair))

    def anything(self) -> None:
        """Any command of anyone, whether it makes sense or not."""
        rng = self.rng
        chair, kind = rng.choice(self.viewers), rng.choices(list(COMMANDS.values()), LIKELY)[0]
        seen = self.table.seen[chair] + rng.choice((0, 0, 0, 0, -1, -2, -9, 1))
        absent = [other for other in self.table.people if rng.random() < 0.3]
        self.attempt(chair, kind, *self.details(kind, chair), seen=max(0, seen), host=rng.random() < 0.4, absent=absent)

    def details(self, kind: type[Any], chair: Viewer) -> tuple[Any, ...]:
        """What goes with a command, right or wrong."""
        rng, seats = self.rng, len(self.table.chairs)
        if kind is Sit:
            return rng.choice(NAMES), nonce(chair or 0)
        if kind is Play:
            legal = self.legal() if self.table.game_log else ()
            known = rng.choice(self.table.game.actions), rng.choice(legal or ("nonsense",))
            return (str(rng.choice(known)),)
        if kind is Order:
            hands = self.table.game_log.state.hands if self.table.game_log and self.table.game.facts.windows else ()
            hand = hands[self.table.seat_of(chair)] if chair is not None and hands else ()
            return str(rng.choice(hand or CARDS)), rng.choice(("show", "hold"))
        if kind is SitIn:
            return rng.randrange(seats + 1), rng.choice(("medium", "random", "nobody", "strong:sims=9"))
        if kind is Rematch:
            return (nonce(chair or 0, 9),)
        return (rng.random() < 0.7,) if kind is Consent else ()

    def attempt(self, chair: Viewer, kind: type[Any], *given: Any, **more: Any) -> bool:
        """Whether a command was obeyed. A refused one changes nothing; an old or repeated one is known as such."""
        command = self.command(chair, kind, *given, seen=more.pop("seen", None))
        if self.given[chair] and self.rng.random() < 0.05:
            command = kind(self.rng.choice(self.given[chair][-150:]), command.seen, *given)
        self.given[chair].append(command.id)
        assert self.table.repeated(chair, command) == (self.obeyed[chair].get(command.id, -2) >= self.table.round - 1)
        if self.table.repeated(chair, command):
            return False
        old = (
            chair is not None
            and isinstance(command, STALE)
            and not self.moved[chair] <= command.seen <= self.told[chair]
        )
        if isinstance(command, SitIn | Order | Rematch):
            old = command.seen < self.began[chair]
        before = snapshot(self.table)
        try:
            self._noting(lambda: self.tell(chair, command, **more), chair, command.id)
        except GameError as error:
            refused: GameError | None = error
        else:
            refused = None
        assert isinstance(refused, Stale) == old
        assert refused is None or snapshot(self.table) == before
        return refused is None

    def _noting(self, happen: Any, chair: Viewer, command: str | None) -> None:
        before, round = self.position(), self.table.round
        entry = happen()
        if command is not None:
            self.obeyed[chair][command] = self.table.round
        own = isinstance(entry.change, Ordered) and not entry.events
        for viewer in self.viewers:
            if not own or viewer == chair:
                self.told[viewer] += 1
                if self.position() != before:
                    self.moved[viewer] = self.told[viewer]
        if self.table.round != round:
            self.began = dict(self.told)

    def position(self) -> Any:
        return self.table.round, self.table.game_log and self.table.game_log.events

    # What must hold

    def check(self) -> None:
        table = self.table
        assert {viewer: table.seen[viewer] for viewer in self.viewers} == self.told
        assert {viewer: table.moved[viewer] for viewer in self.viewers} == self.moved
        for viewer in self.viewers:
            numbers = [number for number, _ in table.told(viewer, 0)]
            assert numbers == list(range(self.told[viewer] - len(numbers) + 1, self.told[viewer] + 1))
        if table.phase is Phase.OVER and self.verified == table.round:
            self.check_record()
            self.verified += 1

    def check_record(self) -> None:
        record = self.table.record()
        text = format_record(record)
        again = parse_record(text)
        assert format_record(again) == text
        assert again.events == record.events
        assert again.outcome() == self.table.outcome
        nonces = {seat: given for seat, given in enumerate(self.table.dealer.nonces) if given != "-"}
        assert all_hold(verify(text, nonces))

    def check_fold(self) -> None:
        """What is folded from the log is the same table; so it is told in the same way, and can be gone on with."""
        folded = self.folded()
        assert snapshot(folded) == snapshot(self.table)
        assert shown(folded) == shown(self.table)
        self.check_can(folded)

    def check_can(self, folded: Any) -> None:
        """What somebody can do is obeyed, on the folded table; what they cannot is refused."""
        viewer, host = self.rng.choice(self.viewers), self.rng.random() < 0.5
        can = self.table.can(viewer, host)
        listed = [name for name in can if name in COMMANDS]
        before = snapshot(self.table)
        for name, kind in COMMANDS.items():
            if name not in can and (name != "sit-in" or not self.table.full):
                with pytest.raises(GameError):
                    self.table.obey(viewer, self.command(viewer, kind, *self.proper(kind, viewer)), 1.0, host=host)
        assert snapshot(self.table) == before
        if listed:
            kind = COMMANDS[self.rng.choice(listed)]
            folded.obey(viewer, self.command(viewer, kind, *self.proper(kind, viewer)), 1.0, host=host)

    def proper(self, kind: type[Any], viewer: Viewer) -> tuple[Any, ...]:
        """What goes with a command that makes sense."""
        table, rng = self.table, self.rng
        if kind is Play:
            return (str(rng.choice((table.to_move is not None and self.legal()) or table.game.actions)),)
        if kind is SitIn:
            open_seats = [seat for seat, sitter in enumerate(table.sitters) if not sitter.ready]
            return open_seats[0], "random"
        if kind is Sit:
            return "eve", nonce(9)
        return self.details(kind, viewer)


def spend(evening: Evening, entries: int, folds: float) -> None:
    """`folds`: how often the log is folded, for that takes long."""
    while len(evening.log) < entries:
        if evening.rng.random() < 0.3 or not evening.sensible():
            evening.anything()
        evening.check()
        if len(evening.log) < 12 or evening.rng.random() < folds:
            evening.check_fold()
    evening.check_fold()


@pytest.mark.parametrize(("game", "seats", "seed"), EVENINGS)
def test_an_evening(game: str, seats: int, seed: int) -> None:
    spend(Evening(game, seats, seed), entries=120, folds=0.05)


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats", "seed"), EVENINGS)
def test_a_long_evening(game: str, seats: int, seed: int) -> None:
    """Every entry is folded."""
    spend(Evening(game, seats, seed + 1_000), entries=200, folds=1.0)
