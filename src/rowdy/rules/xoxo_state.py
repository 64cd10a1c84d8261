"""The values of XOXO, moves and states, and their text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rowdy.rules.game import IllegalMove, InvalidMove, Kept, Seat
from rowdy.rules.geometry import Mask, Square
from rowdy.rules.text import PositionReader, format_list, read_list
from rowdy.rules.tiles import CARD, TILE, Card, Hand, Tile, sort_hand

if TYPE_CHECKING:
    from rowdy.rules.xoxo import XoxoGame


class Source(StrEnum):
    """The pile a tile is taken from."""

    OWN = "own"
    DRAW = "draw"


@dataclass(frozen=True, eq=False, slots=True)
class Lay(Kept):
    """The seat to move lays the top tile of a pile on a square."""

    source: Source
    square: Square

    def __str__(self) -> str:
        return f"{self.source}@{self.square}"


@dataclass(frozen=True, eq=False, slots=True)
class Reveal(Kept):
    """A seat's answer to a window: the cards it shows, maybe none."""

    cards: Hand

    def __str__(self) -> str:
        return "!" + (",".join(map(str, self.cards)) or "-")


@dataclass(frozen=True, eq=False, slots=True)
class Deal(Kept):
    """Chance gives a card to a seat; the others see its back."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"{self.seat + 1}+{self.card}"


@dataclass(frozen=True, eq=False, slots=True)
class Show(Kept):
    """Chance shows the tile that now tops a pile."""

    pile: Seat | Source
    tile: Tile

    def __str__(self) -> str:
        return f"{'draw' if isinstance(self.pile, Source) else self.pile + 1}={self.tile}"


Action: TypeAlias = Lay | Reveal | Deal | Show


class Pile(NamedTuple):
    size: int
    top: Tile | None
    """`None` while chance has yet to show it, and when the pile is empty."""


class State(NamedTuple):
    """Everything on the table. A state as one seat sees it has backs in place of the other hands."""

    display: tuple[Tile | None, ...]
    """The top tile on each square of the lattice."""
    unseen: Mask
    """The tiles that nobody has seen yet, as bits in the order of the deck."""
    piles: tuple[Pile, ...]
    """The seats' own piles, then the draw pile."""
    hands: tuple[Hand, ...]
    shown: tuple[Hand, ...]
    seat: Seat
    """Whose turn it is: it lays, or has laid and the window is open."""
    last: Square | None
    """Where the last tile was laid."""
    answers: tuple[Reveal | None, ...] | None
    """What each seat has answered in the open window; `None` if no window is open."""


def remaining_hand(state: State, seat: Seat, action: Reveal) -> Hand:
    """What is left of a hand when these cards go; a back in it may turn out to be a card nobody is known to hold."""
    left = list(state.hands[seat])
    elsewhere = [card for hands in (state.hands, state.shown) for hand in hands for card in hand]
    elsewhere += [card for s, answer in enumerate(state.answers or ()) if answer and s != seat for card in answer.cards]
    for card in action.cards:
        if card in left:
            left.remove(card)
        elif card.value is not None and card.back in left and card not in elsewhere:
            left.remove(card.back)
        else:
            raise IllegalMove("not-held", move=action, card=card)
    return tuple(left)


# Text

_LAY = re.compile(r"(own|draw)@([a-i][1-9])")
_DEAL = re.compile(r"([1-9])\+(\??[a-z]+)")
_SHOW = re.compile(r"([1-9]|draw)=([a-z]{3})")
_CELL = re.compile(r"\.|[a-z]{3}")
_PILE = re.compile(r"([1-9][0-9]{0,2})(\.|[a-z]{3})|0")
_DUE = re.compile(r"(deal|lay|show) ([1-9])(?: ([a-i][1-9]))?(?: (\S+))?")


def _cards(texts: Sequence[str]) -> Hand | None:
    """Different cards, or backs, with these texts, sorted; `None` if a text is no card or comes twice."""
    cards = [CARD.get(text) for text in texts]
    known = [card for card in cards if card is not None]
    values = [card for card in known if card.value is not None]
    return sort_hand(known) if len(known) == len(cards) and len(set(values)) == len(values) else None


def parse_reveal(text: str) -> Reveal | None:
    """`-` or the cards with `,` between."""
    cards = () if text == "-" else _cards(text.split(","))
    return None if cards is None or any(card.value is None for card in cards) else Reveal(cards)


def parse_action(game: XoxoGame, text: str) -> Action:
    if match := _LAY.fullmatch(text):
        if match[2] not in game.grid.index:
            raise InvalidMove("off-board", text=text, square=match[2])
        return Lay(Source(match[1]), match[2])
    if text.startswith("!") and (reveal := parse_reveal(text[1:])):
        return reveal
    if (match := _DEAL.fullmatch(text)) and match[2] in CARD and int(match[1]) <= game.seats:
        return Deal(int(match[1]) - 1, CARD[match[2]])
    if (match := _SHOW.fullmatch(text)) and match[2] in TILE:
        if match[1] == "draw":
            return Show(Source.DRAW, TILE[match[2]])
        if int(match[1]) <= game.seats:
            return Show(int(match[1]) - 1, TILE[match[2]])
    raise InvalidMove("unreadable-move", text=text)


def _format_due(game: XoxoGame, state: State) -> str:
    part = "deal" if game.dealing(state) else "lay" if state.answers is None else "show"
    words = [part, str(state.seat + 1)]
    if state.last is not None:
        words.append(state.last)
    if state.answers is not None:
        words.append("/".join("." if answer is None else str(answer)[1:] for answer in state.answers))
    return " ".join(words)


def format_state(game: XoxoGame, state: State) -> str:
    visible = {tile for tile in (*state.display, *(pile.top for pile in state.piles)) if tile}
    covered = [t for i, t in enumerate(game.tiles) if not state.unseen >> i & 1 and t not in visible]
    piles = "/".join(f"{pile.size}{pile.top or '.'}" if pile.size else "0" for pile in state.piles)
    hands = "/".join(
        format_list([*held, *(f"!{card}" for card in shown)])
        for held, shown in zip(state.hands, state.shown, strict=True)
    )
    board = game.grid.ranks(str(tile or ".") for tile in state.display)
    return f"{board} {format_list(covered)} {piles} {hands} {_format_due(game, state)}"


def parse_state(game: XoxoGame, text: str) -> State:
    return _Reader(game, text).state()


class _Reader(PositionReader["XoxoGame"]):
    def state(self) -> State:
        board, covered_text, piles_text, hands_text, due = self.fields()
        display = self.display(board)
        piles = self.piles(piles_text)
        covered = self.tiles(read_list(covered_text))
        hands, shown = self.hands(hands_text)
        part, seat, last, answers = self.due(due)
        laid = [tile for tile in display if tile]
        visible = laid + [pile.top for pile in piles if pile.top]
        unseen = self.unseen(visible + covered)
        if sum(pile.size for pile in piles) + len(laid) + len(covered) != len(self.game.tiles):
            self.fail("tile-count")
        state = State(display, unseen, piles, hands, shown, seat, last, answers)
        self.check(state, part, laid, covered)
        return state

    def check(self, state: State, part: str, laid: Sequence[Tile], covered: Sequence[Tile]) -> None:
        """The parts must fit each other, and the text must be the one that this state has."""
        game, sizes = self.game, self.game.sizes
        held = [len(hand) + len(shown) for hand, shown in zip(state.hands, state.shown, strict=True)]
        occupied = sum(1 << i for i, tile in enumerate(state.display) if tile)
        if laid and not (game.area.fits(occupied) and occupied & game.area.centre):
            self.fail("outside-field")
        if covered and len(laid) < sizes.field**2:
            self.fail("covered-early")
        if (state.last is None) != (not laid) or (state.last and not occupied >> game.grid.index[state.last] & 1):
            self.fail("last-tile")
        if part == "deal":
            order = [sum(held) // game.seats + (s < sum(held) % game.seats) for s in range(game.seats)]
            if held != order or laid or any(pile.top for pile in state.piles):
                self.fail("dealing")
        elif set(held) != {sizes.hand}:
            self.fail("hand-count")
        if state.answers is not None and (not laid or not all(state.hands)):
            self.fail("unreadable-due", due=part)
        self.check_written(game.format_state(state))
        if any(state.answers or ()):
            self.check_answers(state)

    def check_answers(self, state: State) -> None:
        """The answers given so far must be ones that could be given."""
        asked = state._replace(answers=(None,) * self.game.seats)
        for seat, answer in enumerate(state.answers or ()):
            if answer is not None:
                try:
                    asked = self.game.play(asked, seat, answer)
                except IllegalMove:
                    self.fail("unreadable-due", due=answer)

    def display(self, text: str) -> tuple[Tile | None, ...]:
        cells = self.game.grid.cells(text, _CELL)
        if cells is None or any(cell != "." and cell not in TILE for cell in cells):
            self.fail("unreadable-board", board=text)
        return tuple(TILE.get(cell) for cell in cells)

    def tiles(self, texts: Sequence[str]) -> list[Tile]:
        tiles = [TILE.get(text) for text in texts]
        found = [tile for tile in tiles if tile]
        if len(found) != len(tiles):
            self.fail("unreadable-covered")
        return found

    def piles(self, text: str) -> tuple[Pile, ...]:
        matches = [_PILE.fullmatch(part) for part in text.split("/")]
        sizes = self.game.start().piles
        if len(matches) != len(sizes):
            self.fail("unreadable-piles", piles=text)
        piles = []
        for match, full in zip(matches, sizes, strict=True):
            if match is None or (match[2] or ".") not in {".", *TILE}:
                self.fail("unreadable-piles", piles=text)
            pile = Pile(int(match[1] or 0), TILE.get(match[2] or "."))
            if pile.size > full.size:
                self.fail("pile-size", size=pile.size, most=full.size)
            piles.append(pile)
        return tuple(piles)

    def hands(self, text: str) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        parts = [read_list(part) for part in text.split("/")]
        held = [_cards([card for card in part if not card.startswith("!")]) for part in parts]
        shown = [_cards([card[1:] for card in part if card.startswith("!")]) for part in parts]
        hands, faces = tuple(h for h in held if h is not None), tuple(s for s in shown if s is not None)
        if not len(hands) == len(faces) == len(parts) == self.game.seats:
            self.fail("unreadable-hands", hands=text)
        every = [card for hand in (*hands, *faces) for card in hand]
        values = [card for card in every if card.value is not None]
        too_many = any(
            sum(card.kind is kind for card in every) > sum(card.kind is kind for card in self.game.sizes.cards)
            for kind in {card.kind for card in every}
        )
        if too_many or len(set(values)) != len(values) or any(c.value is None for hand in faces for c in hand):
            self.fail("card-twice", hands=text)
        if any(card not in self.game.sizes.cards for card in values):
            self.fail("unreadable-hands", hands=text)
        return hands, faces

    def due(self, text: str) -> tuple[str, Seat, Square | None, tuple[Reveal | None, ...] | None]:
        match = _DUE.fullmatch(text)
        if match is None or int(match[2]) > self.game.seats or (match[3] and match[3] not in self.game.grid.index):
            self.fail("unreadable-due", due=text)
        part, seat, last, rest = match[1], int(match[2]) - 1, match[3], match[4]
        if (part == "show") != (rest is not None):
            self.fail("unreadable-due", due=text)
        return part, seat, last, None if rest is None else self.answers(rest)

    def answers(self, text: str) -> tuple[Reveal | None, ...]:
        parts = text.split("/")
        answers = tuple(None if part == "." else parse_reveal(part) for part in parts)
        unread = any(answer is None and part != "." for part, answer in zip(parts, answers, strict=True))
        if unread or len(parts) != self.game.seats or None not in answers:
            self.fail("unreadable-due", due=text)
        return answers

    def unseen(self, seen: Sequence[Tile]) -> Mask:
        if len(set(seen)) != len(seen):
            self.fail("tile-twice")
        if any(tile not in self.game.tiles for tile in seen):
            self.fail("tile-not-in-deck")
        return sum(1 << i for i, tile in enumerate(self.game.tiles) if tile not in seen)
