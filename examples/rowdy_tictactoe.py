"""Classic tic-tac-toe for Rowdy, with a misère ruling: a whole game in one file (docs/new-game.md explains it)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rowdy import Actor, Facts, Game, InvalidPosition, Move, Outcome, Over, Seat, Square, Turn, kits

SIGNS = "XO"  # the first player's, then the second player's


class Line(StrEnum):  # what three in a row do for the player who has them
    WINS = "wins"
    LOSES = "loses"


@dataclass(frozen=True)
class Rulings:
    line: Line


@dataclass(frozen=True, eq=False, slots=True)
class Mark(kits.Interned):
    """The player to move puts their sign on an empty square."""

    square: Square

    def __str__(self) -> str:
        return self.square


@dataclass(frozen=True)
class State:
    """What lies on each square, in the order a1, b1, c1, a2 …: a sign, or a dot."""

    cells: str

    @property
    def mover(self) -> Seat:
        return self.cells.count("X") - self.cells.count("O")


class TicTacToe(Game[State, Mark]):
    rulings: Rulings
    grid: kits.Grid = kits.Grid(3, 3, 3)

    @property
    def facts(self) -> Facts:
        return Facts(max_turns=9, max_actions=9, max_legal=9, distinct_actions=9)

    @property
    def actions(self) -> tuple[Mark, ...]:
        return tuple(map(Mark, self.grid.squares))

    def start(self) -> State:
        return State("." * 9)

    def turn(self, state: State) -> Turn[Mark]:
        for seat in (0, 1):
            if self.has_line(state, seat):
                winner = seat if self.rulings.line is Line.WINS else 1 - seat
                return Over(Outcome((winner,), "line"))
        return Move(state.mover) if "." in state.cells else Over(Outcome((), "full"))

    def has_line(self, state: State, seat: Seat) -> bool:
        lying = sum(1 << i for i, sign in enumerate(state.cells) if sign == SIGNS[seat])
        return any(line & lying == line for line in self.grid.lines)

    def moves(self, state: State, seat: Seat) -> Sequence[Mark]:
        return [mark for mark, sign in zip(self.actions, state.cells, strict=True) if sign == "."]

    def apply(self, state: State, actor: Actor, action: Mark) -> State:
        self.check_legal(state, actor, action)
        i = self.grid.index[action.square]
        return State(state.cells[:i] + SIGNS[state.mover] + state.cells[i + 1 :])

    def cells(self, state: State) -> Mapping[Square, str]:
        return {square: sign for square, sign in zip(self.grid.squares, state.cells, strict=True) if sign != "."}

    def format_state(self, state: State) -> str:
        return self.grid.ranks(state.cells)

    def parse_state(self, text: str) -> State:
        cells = self.grid.cells(text, re.compile("[XO.]"))
        state = State("".join(cells or ()))
        if cells is None or state.mover not in (0, 1) or self.has_line(state, state.mover):
            raise InvalidPosition("unreadable-position", text=text)
        return state


LINE = kits.Ruling("line", tuple(Line), {"classic": Line.WINS, "misere": Line.LOSES})


def make(setup: kits.Setup) -> TicTacToe:
    return TicTacToe(setup.edition, Rulings(**setup.rulings))


class Search(kits.SearchKit[TicTacToe]):
    small = True

    def canonical(self, game: TicTacToe, state: State) -> State:
        return State(min("".join(state.cells[i] for i in image) for image in game.grid.symmetries))


class Play(kits.PlayKit[TicTacToe]):
    def rate(self, game: TicTacToe, before: State, after: State, seat: Seat) -> kits.Rating:
        rows = [[after.cells[i] for i in range(9) if line >> i & 1] for line in game.grid.lines]
        sense = 1 if game.rulings.line is Line.WINS else -1

        def lines(sign: str, other: str) -> int:
            return sense * kits.line_worth(row.count(sign) for row in rows if other not in row)

        own, other = SIGNS[seat], SIGNS[1 - seat]
        return kits.Rating(0, lines(own, other), -lines(other, own))


ENGLISH = """
game-tictactoe = Tic-tac-toe
game-tictactoe-line = Three in a row, as everybody knows it, or the other way round.
aim-tictactoe = { $line ->
    [loses] Do not get three of your signs in a row.
   *[wins] Get three of your signs in a row.
}
example-tictactoe-aim = The third X in the top row ends the game.
rules-tictactoe = By turns you put your sign on an empty square. Three in a row end the game.
player-tictactoe-1 = X
player-tictactoe-2 = O
edition-tictactoe-classic = classic rules
edition-tictactoe-misere = misère rules
ruling-tictactoe-line = What do three in a row do for whoever has them?
ruling-tictactoe-line-wins = They win.
ruling-tictactoe-line-loses = They lose.
reason-tictactoe-line-win = { $winner } won.
reason-tictactoe-full-draw = A draw: the board is full.
lesson-tictactoe-line-title = Three in a row
lesson-tictactoe-line-say = You have two in a row. Put the third beside them.
lesson-tictactoe-line-right = Three in a row: you won.
lesson-tictactoe-line-apart = That is no row yet. Look at the top.
"""
STEP = kits.LessonStep("line", "XX./OO./...", kits.wins, (kits.LessonReply("apart"),))
LESSON = kits.Lesson((STEP,), endgame="X../.O./...")
KIT = kits.Kit(
    kits.RulesKit("tictactoe", make, books=("classic", "misere"), rulings=(LINE,), minutes=2),
    search=Search(),
    play=Play(),
    interface=kits.InterfaceKit({"en": ENGLISH}, LESSON, {"aim": kits.Example("XX./OO./...", moves=("c3",))}),
)
