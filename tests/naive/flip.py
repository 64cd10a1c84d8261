"""Rubik's Tac Toe and XOXO², naively."""

import copy
from typing import Self

from .common import Move, Over, Pending, check, lines, neighbours, one_of, ranks, squares

STONES = ["AB", "ab"]  # by owner; the two sides of a stone
TURNED = {"A": "B", "B": "A", "a": "b", "b": "a"}


class Flip:
    def __init__(
        self,
        row: str = "enclosed",
        both_rows: str = "draw",
        width: int = 4,
        height: int = 4,
        line: int = 3,
        stones: int = 8,
    ) -> None:
        if stones < 1 or 2 * stones > width * height:
            raise ValueError("the stones do not fit on the board")
        self.row = one_of(row, "enclosed", "survives")
        self.both_rows = one_of(both_rows, "draw", "mover", "opponent")
        self.width = width
        self.height = height
        self.lines = lines(width, height, line)
        self.stones = stones
        self.board = dict.fromkeys(squares(width, height), ".")
        self.part = "place"

    @classmethod
    def from_text(
        cls,
        text: str,
        row: str = "enclosed",
        both_rows: str = "draw",
        width: int = 4,
        height: int = 4,
        line: int = 3,
        stones: int = 8,
    ) -> Self:
        game = cls(row, both_rows, width, height, line, stones)
        fields = text.split(" ")
        if len(fields) != 2:
            raise ValueError(f"not a board and a part: {text}")
        written = fields[0].split("/")
        if len(written) != height or any(len(rank) != width for rank in written):
            raise ValueError(f"wrong size: {text}")
        for rank, letters in zip(ranks(width, height), written, strict=True):
            for square, letter in zip(rank, letters, strict=True):
                game.board[square] = one_of(letter, ".", *TURNED)
        game.part = one_of(fields[1], "flip", "place")
        first, second = game.count(0), game.count(1)
        if first - second not in (0, 1) or first > stones:
            raise ValueError(f"wrong number of stones: {text}")
        if game.part == "flip" and not game.flips(game.mover()):
            raise ValueError(f"no flip exists: {text}")
        return game

    def clone(self) -> Self:
        other = copy.copy(self)
        other.board = dict(self.board)
        return other

    def text(self) -> str:
        board = "/".join("".join(self.board[square] for square in rank) for rank in ranks(self.width, self.height))
        return f"{board} {self.part}"

    def count(self, player: int) -> int:
        return sum(stone in STONES[player] for stone in self.board.values())

    def mover(self) -> int:
        return 0 if self.count(0) == self.count(1) else 1

    def flips(self, player: int) -> list[tuple[str, str]]:
        """The flips this player can make, of the other's stones: source and target."""
        found = []
        for source, stone in self.board.items():
            if stone in STONES[1 - player]:
                for target in neighbours(source, self.width, self.height):
                    if self.board[target] == ".":
                        found.append((source, target))
        return found

    def turn_over(self, source: str, target: str) -> None:
        self.board[target] = TURNED[self.board[source]]
        self.board[source] = "."

    def rows(self, player: int) -> list[list[str]]:
        """The rows of this player, enclosed or not."""
        found = []
        for line in self.lines:
            for side in STONES[player]:
                if all(self.board[square] == side for square in line):
                    found.append(line)
        return found

    def enclosed(self, row: list[str]) -> bool:
        near = [other for square in row for other in neighbours(square, self.width, self.height)]
        return all(self.board[square] != "." for square in near)

    def all_lie(self) -> bool:
        return self.count(0) + self.count(1) == 2 * self.stones

    def just_flipped(self) -> bool:
        """Has the player to move made the flip of this turn? (A flip can be taken back, so one exists then.)"""
        return self.part == "place" and bool(self.flips(self.mover()))

    def end_enclosed(self) -> Over | None:
        winners = [player for player in (0, 1) if any(self.enclosed(row) for row in self.rows(player))]
        if not winners:
            return None
        if len(winners) == 1:
            return Over((winners[0],), "row")
        if self.both_rows == "draw" or self.all_lie():
            return Over((), "both_rows")
        actor = self.mover() if self.just_flipped() else 1 - self.mover()
        return Over((actor if self.both_rows == "mover" else 1 - actor,), "both_rows")

    def end_survives(self) -> Over | None:
        mover = self.mover()
        other = 1 - mover
        if self.just_flipped() or not self.flips(mover):
            won = bool(self.rows(other))
        else:
            won = True
            for source, target in self.flips(mover):
                later = self.clone()
                later.turn_over(source, target)
                if not later.rows(other):
                    won = False
        return Over((other,), "row") if won else None

    def pending(self) -> Pending:
        end = self.end_enclosed() if self.row == "enclosed" else self.end_survives()
        if end is not None:
            return end
        if self.all_lie():
            return Over((), "full")
        mover = self.mover()
        if self.part == "flip":
            return Move(mover, {f"{source}-{target}" for source, target in self.flips(mover)})
        empty = [square for square in self.board if self.board[square] == "."]
        return Move(mover, {f"{side}@{square}" for side in STONES[mover] for square in empty})

    def apply(self, actor: int | None, text: str) -> None:
        check(self.pending(), actor, text)
        if "-" in text:
            source, target = text.split("-")
            self.turn_over(source, target)
            self.part = "place"
        else:
            side, square = text.split("@")
            self.board[square] = side
            self.part = "flip" if self.flips(self.mover()) else "place"
