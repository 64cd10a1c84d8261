"""Tables to try things at: people who give commands, bots that play anything, and all that can be known of a table."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from random import Random
from typing import Any

import pytest

from rowdy.play.bots.registry import check_bot
from rowdy.play.table.commands import AnyCommand, Command, Play, Rematch, Sit
from rowdy.play.table.entries import Chair, ChairPlan, Entry, Plan, Viewer, decode_entry, encode_entry
from rowdy.play.table.state import Phase
from rowdy.play.table.table import Table
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import GameError

SECRET = "5e" * 32
NAMES = ("ann", "bob", "cem", "dee")


def nonce(chair: int, round: int = 0) -> str:
    return f"{round:016x}{chair:016x}"


def as_viewer(chair: int | None) -> Viewer:
    return None if chair is None else Chair(chair)


def new_plan(game: str, *chairs: str | None, **more: Any) -> Plan:
    """A bot for each name, a person for each `None`."""
    return Plan(game, rules_kit(game).edition(None).name, tuple(map(ChairPlan, chairs)), **more)


class Room:
    """A table with its log as it is stored; commands are given ids, and have seen everything unless told."""

    def __init__(self, plan: Plan, secret: str = SECRET) -> None:
        self.table, entry = Table.open(plan, secret, 0.0, check_bot)
        self.log = [encode_entry(entry)]
        self.commands = 0

    def tell(self, chair: int | None, command: AnyCommand, host: bool = False, absent: Collection[int] = ()) -> Entry:
        return self._keep(
            self.table.obey(as_viewer(chair), command, float(len(self.log)), set(map(Chair, absent)), host)
        )

    def do(
        self,
        chair: int | None,
        kind: type[Any],
        *given: Any,
        seen: int | None = None,
        host: bool = False,
        absent: Collection[int] = (),
    ) -> Entry:
        return self.tell(chair, self.command(chair, kind, *given, seen=seen), host, absent)

    def command(self, chair: int | None, kind: type[Any], *given: Any, seen: int | None = None) -> Any:
        self.commands += 1
        command = kind(f"c{self.commands}", self.table.seen[as_viewer(chair)] if seen is None else seen, *given)
        assert isinstance(command, Command)
        return command

    def refuses(self, code: str, chair: int | None, kind: type[Any], *given: Any, **more: Any) -> GameError:
        """Whatever is refused changes nothing at all."""
        before = snapshot(self.table)
        with pytest.raises(GameError) as caught:
            self.do(chair, kind, *given, **more)
        assert caught.value.code == code
        assert snapshot(self.table) == before
        return caught.value

    def sit(self, *chairs: int) -> None:
        for chair in chairs:
            self.do(chair, Sit, NAMES[chair], nonce(chair))

    def play(self, *moves: str) -> None:
        """Each move by the one whose turn it is, a person or a bot."""
        for move in moves:
            seat = self.table.to_move
            assert seat is not None
            if self.table.bot_to_move:
                self._keep(self.table.play_bot(self.table.game.parse_action(move), float(len(self.log))))
            else:
                self.do(self.table.chair_at(seat), Play, move)

    def play_on(self, rng: Random, most: int = 10_000) -> None:
        """Anything legal, until the round is over."""
        while most and self.table.phase is Phase.PLAYING:
            self.play(str(rng.choice(self.legal())))
            most -= 1

    def legal(self) -> tuple[Any, ...]:
        """What the one whose turn it is may do."""
        assert self.table.game_log is not None
        return self.table.game_log.view(self.table.to_move).legal

    def again(self, *chairs: int) -> None:
        for chair in chairs:
            self.do(chair, Rematch, nonce(chair, self.table.round + 1))

    def folded(self) -> Table:
        return Table.fold(map(decode_entry, self.log), check_bot)

    def _keep(self, entry: Entry) -> Entry:
        self.log.append(encode_entry(entry))
        return entry


def seated(game: str, *chairs: str | None, secret: str = SECRET, **more: Any) -> Room:
    """A table at which everybody has sat down."""
    room = Room(new_plan(game, *chairs, **more), secret)
    room.sit(*room.table.people)
    return room


def snapshot(table: Table) -> dict[str, Any]:
    """Everything at a table as values that do not change with it."""
    kept = {name: value for name, value in vars(table).items() if name not in ("game_log", "dealer", "undo")}
    kept |= {name: list(value) for name, value in kept.items() if isinstance(value, list)}
    kept |= {name: dict(value) for name, value in kept.items() if isinstance(value, dict)}
    kept["chairs"] = [copy(sitter) for sitter in table.chairs]
    kept["done"] = {viewer: tuple(ids) for viewer, ids in table.done.items()}
    kept["undo"] = table.undo and (table.undo.chair, table.undo.keep, frozenset(table.undo.waits_for))
    kept["dealer"] = _values(table.dealer)
    kept["game_log"] = table.game_log and _values(table.game_log)
    return kept


def _values(thing: Any) -> dict[str, Any]:
    values = {name: list(value) if isinstance(value, list) else value for name, value in vars(thing).items()}
    return {name: vars(value) if name == "dealer" else value for name, value in values.items()}


def shown(table: Table) -> dict[str, Any]:
    """What a table tells: to every viewer, and about itself."""
    viewers = list(table.seen)
    return {
        "can": [(table.can(viewer), table.can(viewer, host=True)) for viewer in viewers],
        "told": [table.told(viewer, 0) for viewer in viewers],
        "view": [table.game_log and table.view(viewer) for viewer in viewers],
        "game": (table.phase, table.outcome, table.to_move, table.bot_to_move, table.names, table.resigned),
        "luck": (table.bot_seed(), table.next_commitment),
        "record": table.game_log and table.record(),
    }
