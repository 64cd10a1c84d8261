"""What best play leads to from a position, as JSON for programs; the same for `rowdy explore` and over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from rowdy.rules.game import AnyGame
from rowdy.search.oracle import Probe, RatedTurn, Value


class ProbedTurn(Struct, frozen=True):
    """A whole turn, and what it leads to for the player who makes it."""

    turn: str
    value: Value
    distance: int | None
    """The number of turns until the game is over; `None` for a draw."""


class ProbeAnswer(Struct, frozen=True):
    """A position of a solved game; `value` and `distance` are those for the player to move."""

    game: str
    position: str
    value: Value
    distance: int | None
    turns: tuple[ProbedTurn, ...]
    """All turns, best first."""
    line: tuple[str, ...]
    """Best play of both to the end."""


def probe_answer(game: AnyGame, state: Any, probe: Probe, line: Iterable[RatedTurn]) -> ProbeAnswer:
    return ProbeAnswer(
        game=game.edition.game,
        position=game.format_state(state),
        value=probe.value,
        distance=probe.distance,
        turns=tuple(ProbedTurn(str(turn), turn.verdict.value, turn.verdict.distance) for turn in probe.turns),
        line=tuple(map(str, line)),
    )


def probe_json(answer: ProbeAnswer) -> str:
    """The answer as one line of JSON."""
    return json.dumps(msgspec.to_builtins(answer)) + "\n"
