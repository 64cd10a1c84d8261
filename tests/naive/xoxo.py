"""XOXO, naively."""

import copy
from itertools import combinations
from typing import Self

from .common import (
    Move,
    Over,
    Pending,
    Window,
    check,
    draw_from,
    fits,
    lines,
    name,
    neighbours,
    one_of,
    ranks,
    squares,
)

COLOURS = {"red": "r", "blue": "b", "green": "g", "yellow": "y"}
SHAPES = {"circle": "c", "square": "s", "triangle": "t", "heart": "h"}
FACES = {"joy": "j", "wink": "w", "surprise": "s", "grumpy": "g"}
KINDS = [COLOURS, SHAPES, FACES]
ALL_CARDS = [card for kind in KINDS for card in kind]


def all_tiles() -> list[str]:
    """The 64 combinations, in the order of the table."""
    return [c + s + f for c in COLOURS.values() for s in SHAPES.values() for f in FACES.values()]


def balanced_deck() -> list[str]:
    """The 48 tiles whose three indices do not sum to a multiple of 4."""
    deck = []
    for tile in all_tiles():
        indices = [list(kind.values()).index(letter) for kind, letter in zip(KINDS, tile, strict=True)]
        if sum(indices) % 4 != 0:
            deck.append(tile)
    return deck


class Xoxo:
    def __init__(
        self,
        seats: int,
        piles: list[int],
        draw: int,
        hand: int,
        deck: list[str],
        cards: list[str] | None = None,
        last_window: str = "yes",
        starter: int = 0,
        size: int = 3,
        line: int = 3,
    ) -> None:
        self.seats = seats
        self.hand = hand
        self.last_window = one_of(last_window, "yes", "no")
        self.size = size
        self.lattice = 2 * size - 1
        self.lines = lines(self.lattice, self.lattice, line)
        self.undealt = list(ALL_CARDS if cards is None else cards)
        self.unseen = list(deck)
        self.left = [*piles, draw]  # tiles in each pile; the last one is the draw pile
        self.tops: list[str | None] = [None for _ in self.left]
        self.held: list[list[str]] = [[] for _ in range(seats)]
        self.shown: list[list[str]] = [[] for _ in range(seats)]
        self.stacks: dict[str, list[str]] = {}  # the tiles on each square, from the bottom to the top
        self.seat = starter
        self.due = "deal" if hand > 0 else "lay"
        self.last = ""  # the square of the last tile
        self.used_up = False  # has a pile's last tile been laid?
        self.answers: list[str | None] = [None for _ in range(seats)]
        self.over: Over | None = None
        if len(piles) != seats or seats < 1 or min(piles) < 1 or draw < 0 or size < 2:
            raise ValueError("wrong sizes")
        if sum(self.left) > len(deck) or hand * seats > len(self.undealt):
            raise ValueError("too few tiles or cards")
        if any(tile not in all_tiles() for tile in deck) or any(card not in ALL_CARDS for card in self.undealt):
            raise ValueError("an unknown tile or card")

    def clone(self) -> Self:
        return copy.deepcopy(self)

    # What is due

    def pending(self) -> Pending:
        if self.over is not None:
            return self.over
        if self.due == "deal":
            return draw_from(f"{self.next_dealt() + 1}+", self.undealt)
        bare = self.bare_pile()
        if bare is not None:
            return draw_from(f"{self.pile_name(bare)}=", self.unseen)
        if self.due == "show":
            return self.reveal_window()
        return Move(self.seat, self.moves())

    def next_dealt(self) -> int:
        return sum(len(hand) for hand in self.held) % self.seats

    def bare_pile(self) -> int | None:
        """The first pile whose top is about to show, if there is one."""
        for pile, count in enumerate(self.left):
            if count > 0 and self.tops[pile] is None:
                return pile
        return None

    def pile_name(self, pile: int) -> str:
        return "draw" if pile == self.seats else str(pile + 1)

    def moves(self) -> set[str]:
        found = set()
        free = [square for square in squares(self.lattice, self.lattice) if self.may_lay(square)]
        for source, pile in [("own", self.seat), ("draw", self.seats)]:
            if self.left[pile] > 0:
                found |= {f"{source}@{square}" for square in free}
        return found

    def may_lay(self, square: str) -> bool:
        if not self.stacks:
            return square == name(self.size - 1, self.size - 1)
        if len(self.stacks) == self.size * self.size:
            return square in self.stacks and square != self.last
        if square in self.stacks:
            return False
        touches = any(near in self.stacks for near in neighbours(square, self.lattice, self.lattice))
        return touches and fits({square, *self.stacks}, self.size)

    def reveal_window(self) -> Window:
        legal: dict[int, set[str]] = {}
        for seat in range(self.seats):
            if not self.held[seat]:
                continue
            legal[seat] = set()
            if self.answers[seat] is None:
                possible = [card for card in ALL_CARDS if card in self.held[seat] and self.satisfied(card)]
                for number in range(len(possible) + 1):
                    for some in combinations(possible, number):
                        legal[seat].add("!" + (",".join(some) or "-"))
        return Window(legal)

    def satisfied(self, card: str) -> bool:
        """Does the card's feature show on all tops of some line?"""
        for position, kind in enumerate(KINDS):
            if card in kind:
                fine = [square for square, stack in self.stacks.items() if stack[-1][position] == kind[card]]
                for line in self.lines:
                    if all(square in fine for square in line):
                        return True
        return False

    # What is done

    def apply(self, actor: int | None, text: str) -> None:
        pending = self.pending()
        check(pending, actor, text)
        if isinstance(pending, Move):
            self.lay(*text.split("@"))
        elif isinstance(pending, Window):
            assert actor is not None
            self.answers[actor] = text[1:]
            if all(self.answers[seat] is not None for seat in pending.legal):
                self.close_window()
        elif self.due == "deal":
            self.deal(text.split("+")[1])
        else:
            pile = self.bare_pile()
            assert pile is not None
            tile = text.split("=")[1]
            self.unseen.remove(tile)
            self.tops[pile] = tile

    def deal(self, card: str) -> None:
        self.held[self.next_dealt()].append(card)
        self.undealt.remove(card)
        if sum(len(hand) for hand in self.held) == self.hand * self.seats:
            self.due = "lay"

    def lay(self, source: str, square: str) -> None:
        pile = self.seat if source == "own" else self.seats
        tile = self.tops[pile]
        assert tile is not None
        self.stacks.setdefault(square, []).append(tile)
        self.last = square
        self.tops[pile] = None
        self.left[pile] -= 1
        self.used_up = self.left[pile] == 0
        nobody_asked = not any(self.held)
        if nobody_asked or (self.used_up and self.last_window == "no"):
            self.end_turn()
        else:
            self.due = "show"

    def close_window(self) -> None:
        winners = []
        anything = False
        for seat, answer in enumerate(self.answers):
            if answer is not None and answer != "-":
                anything = True
                for card in answer.split(","):
                    self.held[seat].remove(card)
                    self.shown[seat].append(card)
                if not self.held[seat]:
                    winners.append(seat)
        self.answers = [None for _ in range(self.seats)]
        if winners:
            self.over = Over(tuple(winners), "last_card")
            self.next_seat()
        elif not anything:
            self.end_turn()

    def end_turn(self) -> None:
        if self.used_up:
            most = max(len(cards) for cards in self.shown)
            order = [(self.seat + step) % self.seats for step in range(1, self.seats + 1)]
            best = [seat for seat in order if len(self.shown[seat]) == most]
            self.over = Over((best[0],), "pile" if len(best) == 1 else "pile_tie")
        self.next_seat()

    def next_seat(self) -> None:
        self.seat = (self.seat + 1) % self.seats
        self.due = "lay"

    # The position as text

    def text(self) -> str:
        fields = [self.board_text(), self.covered_text(), self.piles_text(), self.hands_text(), self.due_text()]
        return " ".join(fields)

    def board_text(self) -> str:
        written = []
        for rank in ranks(self.lattice, self.lattice):
            written.append("".join(self.stacks[square][-1] if square in self.stacks else "." for square in rank))
        return "/".join(written)

    def covered_text(self) -> str:
        covered = [tile for stack in self.stacks.values() for tile in stack[:-1]]
        return ",".join(sorted(covered, key=all_tiles().index)) or "-"

    def piles_text(self) -> str:
        written = []
        for count, top in zip(self.left, self.tops, strict=True):
            written.append("0" if count == 0 else f"{count}{top or '.'}")
        return "/".join(written)

    def hands_text(self) -> str:
        written = []
        for held, shown in zip(self.held, self.shown, strict=True):
            cards = sorted(held, key=ALL_CARDS.index) + ["!" + card for card in sorted(shown, key=ALL_CARDS.index)]
            written.append(",".join(cards) or "-")
        return "/".join(written)

    def due_text(self) -> str:
        words = [self.due, str(self.seat + 1)]
        if self.last:
            words.append(self.last)
        if self.due == "show":
            words.append("/".join("." if answer is None else answer for answer in self.answers))
        return " ".join(words)
