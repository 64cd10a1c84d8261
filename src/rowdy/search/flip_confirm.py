"""Confirms puzzles of the flip games by an independent search: that each turn is right, the only one, and well met.

It has its own reading and writing of positions and turns, so that it cannot share a fault of the rules or the solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from rowdy.search.kernels import flip_confirm as kernel

STONES = 16
"""The number of stones of both players together."""
_SQUARES = [f"{column}{row}" for row in "1234" for column in "abcd"]
_LETTERS = ("AB", "ab")


@dataclass(frozen=True, slots=True)
class Ending:
    """What a turn leads to: a position in which the game goes on, or an end."""

    position: int
    winner: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class PuzzleClaim:
    """What a puzzle claims of its position: the player to move wins in exactly `turns` own turns, or draws."""

    value: Literal["win", "draw"]
    turns: int | None = None
    """The solver's own turns until the win, if both play perfectly; `None` for a draw."""


class Confirmer:
    """Confirms puzzles of one game; it remembers what it has searched, as puzzles share positions."""

    def __init__(self, survives: bool) -> None:
        self._known = kernel.new_known(survives)
        self._listed = np.zeros((4, kernel.MAX_TURNS), np.int64)

    @property
    def searched(self) -> int:
        """The number of positions searched so far."""
        return int(self._known.nodes[0])

    def fault(self, text: str, line: Sequence[str], claim: PuzzleClaim) -> str:
        """Why a puzzle is wrong, or an empty text; `line` alternates the solver's turns and the opponent's."""
        position, solver = read_position(text), _laid(read_position(text)) % 2
        for number, made in enumerate(line):
            turns = self.turns(position)
            if made not in turns:
                return f"{made} is no turn of {text}"
            left = None if claim.turns is None else 2 * claim.turns - 1 - number
            last = number == len(line) - 1
            if number % 2:
                why = self._reply_fault(turns[made], solver, left)
            elif claim.value == "win" and last and number:
                why = "" if turns[made].winner == solver else f"{made} does not win at once"
            else:
                why = self._turn_fault(turns, made, solver, claim.value, left)
            if why or (turns[made].over and not last):
                return why or f"{made} ends the game early"
            position = turns[made].position
        return "" if len(line) % 2 else "the line ends with a reply"

    def turns(self, position: int) -> dict[str, Ending]:
        """Every turn of a position by its text."""
        count = int(kernel.list_turns(self._known, position, self._listed))
        mover, found = _laid(position) % 2, {}
        for flip, place, after, ended in self._listed[:, :count].T.tolist():
            parts = []
            if flip != kernel.NO_FLIP:
                parts.append(f"{_SQUARES[flip % 16]}-{_SQUARES[flip // 16]}")
            if place != kernel.NO_PLACE:
                parts.append(f"{_LETTERS[mover][place // 16]}@{_SQUARES[place % 16]}")
            winner = ended - kernel.FIRST_WON if ended in (kernel.FIRST_WON, kernel.SECOND_WON) else None
            found[" ".join(parts)] = Ending(after, winner, ended != kernel.GOES_ON)
        return found

    def wins(self, ending: Ending, player: int, within: int | None = None) -> bool:
        """True if the player can force a win from here, within this number of turns of both, or at all."""
        if ending.over:
            return ending.winner == player
        left = STONES - _laid(ending.position)
        turns = left if within is None else min(within, left)
        return bool(kernel.forces(self._known, ending.position, player, turns))

    def _turn_fault(self, turns: dict[str, Ending], made: str, solver: int, value: str, left: int | None) -> str:
        """Why the solver's turn is wrong: only it may keep the value, and a win must take exactly `left` turns."""
        after = turns[made]
        others = {text: ending for text, ending in turns.items() if text != made}
        if not others:
            return f"{made} is the only turn there is"
        if value == "draw":
            if any(self.wins(ending, solver) for ending in turns.values()):
                return "the position is won"
            if self.wins(after, 1 - solver):
                return f"{made} loses"
            holding = [text for text, ending in others.items() if not self.wins(ending, 1 - solver)]
            return f"{holding[0]} draws too" if holding else ""
        if not self.wins(after, solver, None if left is None else left - 1):
            return f"{made} does not win in time"
        if left is not None and left > 1 and self.wins(after, solver, left - 2):
            return f"{made} wins sooner"
        winning = [text for text, ending in others.items() if self.wins(ending, solver)]
        return f"{winning[0]} wins too" if winning else ""

    def _reply_fault(self, after: Ending, solver: int, left: int | None) -> str:
        """Why the opponent's reply is wrong: it must delay the win for all the turns that were claimed."""
        if left is None or left < 2:
            return ""
        return "the reply is not the toughest" if self.wins(after, solver, left - 2) else ""


@cache
def confirmer(survives: bool) -> Confirmer:
    """The one confirmer of a game, so that it remembers what it has found; not thread-safe."""
    return Confirmer(survives)


def read_position(text: str) -> int:
    """A position at the start of a turn, packed into a number as the kernel takes it."""
    cells = "".join(reversed(text.split(" ")[0].split("/")))
    occupied = sum(1 << i for i, cell in enumerate(cells) if cell != ".")
    second = sum(1 << i for i, cell in enumerate(cells) if cell in "ab")
    turned = sum(1 << i for i, cell in enumerate(cells) if cell in "Bb")
    return occupied | second << 16 | turned << 32


def _laid(position: int) -> int:
    return (position & 0xFFFF).bit_count()
