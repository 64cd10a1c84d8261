"""Djeco Tic Tac Toe, naively."""

import copy
from typing import Self

from .common import Move, Over, Pending, check, draw_from, fits, name, one_of, ranks, squares, window
from .common import lines as all_lines


def card_order(card: str) -> tuple[int, int]:
    """Red, blue, yellow, green; then by number."""
    return "rbyg".index(card[0]), int(card[1:] or 0)


def cards_text(cards: list[str]) -> str:
    return ",".join(sorted(cards, key=card_order)) or "-"


class Djeco:
    def __init__(
        self,
        target: int = 5,
        numbers: list[int] | None = None,
        yellow: str = "stack",
        scorer: str = "owner",
        lines: str = "each",
        discard: str = "out",
        grid: str = "floating",
        hand: int = 5,
        yellows: int = 6,
        greens: int = 2,
        tokens: int = 24,
        max_turns: int = 300,
        starter: int = 0,
        size: int = 3,
        line: int = 3,
    ) -> None:
        self.target = target
        self.yellow = one_of(yellow, "stack", "some")
        self.scorer = one_of(scorer, "owner", "maker")
        self.score = one_of(lines, "each", "one")
        self.recycle = one_of(discard, "out", "recycle") == "recycle"
        self.grid = one_of(grid, "floating", "fixed")
        self.bank = tokens
        self.max_turns = max_turns
        self.size = size
        self.lattice = 2 * size - 1
        self.lines = all_lines(self.lattice, self.lattice, line)
        if numbers is None:
            numbers = [number for number in range(1, 10) for _ in range(2)]
        self.deck = [f"{colour}{number}" for colour in "rb" for number in numbers] + ["y"] * yellows + ["g"] * greens
        self.hands: list[list[str]] = [[], []]
        self.discard: list[str] = []
        self.stacks: dict[str, list[str]] = {}  # the cards on each occupied square, from the bottom to the top
        self.used: set[str] = set()  # squares used since the table was last empty
        self.tokens = [0, 0]
        self.played = 0
        self.seat = starter
        self.passes = 0
        self.draws = ([starter, 1 - starter] * hand)[: len(self.deck)]
        self.over: Over | None = None

    def clone(self) -> Self:
        return copy.deepcopy(self)

    # What is due

    def pending(self) -> Pending:
        if self.over is not None:
            return self.over
        if self.draws:
            return draw_from(f"{self.draws[0] + 1}+", self.deck)
        seat = self.seat if self.passes == 0 else 1 - self.seat
        return Move(seat, self.moves(seat) or {"pass"})

    def moves(self, seat: int) -> set[str]:
        found = set()
        for card in self.hands[seat]:
            if card == "y":
                for square, stack in self.stacks.items():
                    if self.yellow == "stack":
                        found.add(f"y@{square}")
                    else:
                        found |= {f"y{number}@{square}" for number in range(1, len(stack) + 1)}
            elif card == "g":
                for line in self.lines:
                    if all(square in self.stacks for square in line):
                        found.add(f"g@{line[0]}-{line[-1]}")
            else:
                for square in squares(self.lattice, self.lattice):
                    if self.may_lay(card, square):
                        found.add(f"{card}@{square}")
        return found

    def may_lay(self, card: str, square: str) -> bool:
        if square in self.stacks:
            return self.stacks[square][-1][1:] == card[1:]
        if self.grid == "fixed":
            corner = (self.size - 1) // 2
            return square in window(corner, corner, self.size)
        if not self.stacks:
            return square == name(self.size - 1, self.size - 1)
        return fits({square, *self.used}, self.size)

    def coloured(self, colour: str) -> list[list[str]]:
        """The lines whose tops are all of this colour."""
        found = []
        for line in self.lines:
            if all(square in self.stacks and self.stacks[square][-1][0] == colour for square in line):
                found.append(line)
        return found

    # What is done

    def apply(self, actor: int | None, text: str) -> None:
        check(self.pending(), actor, text)
        if actor is None:
            card = text.split("+")[1]
            self.deck.remove(card)
            self.hands[self.draws.pop(0)].append(card)
            self.refill()
        elif text == "pass":
            self.passes += 1
            if self.passes == 2:
                self.both_passed()
        else:
            self.play(actor, text)

    def play(self, seat: int, text: str) -> None:
        before = {colour: self.coloured(colour) for colour in "rb"}
        what, where = text.split("@")
        if what[0] == "y":
            self.hands[seat].remove("y")
            number = len(self.stacks[where]) if what == "y" else int(what[1:])
            self.take(where, number)
            self.discard.append("y")
        elif what == "g":
            self.hands[seat].remove("g")
            for line in self.lines:
                if f"{line[0]}-{line[-1]}" == where:
                    for square in line:
                        self.take(square, len(self.stacks[square]))
            self.discard.append("g")
        else:
            self.hands[seat].remove(what)
            self.stacks.setdefault(where, []).append(what)
            self.used.add(where)
        if not self.stacks:
            self.used = set()
        for owner in (seat, 1 - seat):
            colour = "rb"[owner]
            new = [line for line in self.coloured(colour) if line not in before[colour]]
            earned = len(new) if self.score == "each" else min(1, len(new))
            taker = owner if self.scorer == "owner" else seat
            self.tokens[taker] += min(earned, self.bank - sum(self.tokens))
        self.played += 1
        self.seat = 1 - seat
        self.passes = 0
        self.test_end()
        if self.over is None and (self.deck or (self.recycle and self.discard)):
            self.draws = [seat]
            self.refill()

    def take(self, square: str, number: int) -> None:
        """So many cards from the top of a stack go to the discard."""
        for _ in range(number):
            self.discard.append(self.stacks[square].pop())
        if not self.stacks[square]:
            del self.stacks[square]

    def test_end(self) -> None:
        for seat in (0, 1):
            if self.tokens[seat] >= self.target and self.tokens[seat] - self.tokens[1 - seat] >= 2:
                self.over = Over((seat,), "target")
                return
        if sum(self.tokens) == self.bank:
            self.over = Over(self.leaders(), "tokens")
        elif self.recycle and self.played >= self.max_turns:
            self.over = Over(self.leaders(), "turns")

    def leaders(self) -> tuple[int, ...]:
        """The seat with more tokens, or nobody."""
        if self.tokens[0] == self.tokens[1]:
            return ()
        return (0,) if self.tokens[0] > self.tokens[1] else (1,)

    def both_passed(self) -> None:
        available = len(self.deck) + (len(self.discard) if self.recycle else 0)
        if available == 0:
            self.over = Over(self.leaders(), "blocked")
            return
        self.passes = 0
        self.draws = [self.seat, 1 - self.seat][:available]
        self.refill()

    def refill(self) -> None:
        """Make the discard the new deck if a card is to be drawn and there is none."""
        if self.draws and not self.deck and self.recycle:
            self.deck = self.discard
            self.discard = []

    # The position as text

    def text(self) -> str:
        hands = "/".join(cards_text(hand) for hand in self.hands)
        tokens = f"{self.tokens[0]}:{self.tokens[1]}"
        due = f"play {self.played} {self.seat + 1}" + " pass" * self.passes
        if self.draws:
            due += " +" + ",".join(str(seat + 1) for seat in self.draws)
        return " ".join([self.board_text(), hands, cards_text(self.discard), tokens, due])

    def board_text(self) -> str:
        written = []
        for rank in ranks(self.lattice, self.lattice):
            letters = ""
            for square in rank:
                if square in self.stacks:
                    letters += "+".join(self.stacks[square])
                else:
                    letters += "_" if square in self.used else "."
            written.append(letters)
        return "/".join(written)
