"""Games described in one line, made in either implementation, and the counts that compare the two.

A variant is the id of a game and what differs from its defaults: its edition, rulings, seats, starter (from 1), deck
and sizes, as in `xoxo edition=en seats=3 last_window=no` or `djeco numbers=1,1,2 yellows=1 greens=1 hand=2`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import rowdy
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Sizes as DjecoSizes
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip import Sizes as FlipSizes
from rowdy.rules.game import AnyGame
from rowdy.rules.tiles import CARD, CARDS, TILE
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Sizes as XoxoSizes
from tests.naive.common import Chance, Pending, ranks
from tests.naive.common import Game as NaiveGame
from tests.naive.djeco import Djeco
from tests.naive.flip import Flip
from tests.naive.xoxo import Xoxo, all_tiles, balanced_deck

FOLDER = Path(__file__).parent
GAMES = ("rubik", "xoxo2", "xoxo", "djeco")
START = "start"
SIZES = {
    "width",
    "height",
    "line",
    "stones",
    "field",
    "pile",
    "hand",
    "cards",
    "yellows",
    "greens",
    "tokens",
    "max_turns",
}
SETUP = {"edition", "seats", "starter", "deck"}

# From the rules, not from the engine.
EDITIONS = {
    ("xoxo", "en"): {"piles": "en"},
    ("djeco", "sv"): {"yellow": "some"},
    ("djeco", "da"): {"yellow": "some"},
    ("djeco", "ru"): {"yellow": "some"},
}
PILES = {"de": {2: 12, 3: 10, 4: 8}, "en": {2: 12, 3: 8, 4: 6}}
OBJECTIVES = {2: 3, 3: 3, 4: 2}
NUMBERS = {"1-9x2": [n for n in range(1, 10) for _ in "12"], "1-6x3": [n for n in range(1, 7) for _ in "123"]}


def read_variant(variant: str) -> tuple[str, dict[str, str]]:
    """The id of the game, and what is given beside it."""
    game_id, *given = variant.split()
    return game_id, dict(item.split("=") for item in given)


# The naive game


def naive(variant: str, position: str = START) -> NaiveGame:
    game_id, given = read_variant(variant)
    given = EDITIONS.get((game_id, given.pop("edition", "")), {}) | given
    if game_id == "xoxo":
        return _naive_xoxo(given, position)
    if game_id == "djeco":
        return _naive_djeco(given, position)
    sizes = {name: int(given.pop(name)) for name in sorted(SIZES & set(given))}
    given.setdefault("row", {"rubik": "enclosed", "xoxo2": "survives"}[game_id])
    if position == START:
        return Flip(given.pop("row"), given.pop("both_rows", "draw"), **sizes)
    return Flip.from_text(position, given.pop("row"), given.pop("both_rows", "draw"), **sizes)


def _naive_xoxo(given: dict[str, str], position: str) -> Xoxo:
    seats = int(given.get("seats", "2"))
    pile = int(given.get("pile", PILES[given.get("piles", "de")][seats]))
    deck = given["deck"].split(",") if "deck" in given else balanced_deck()
    game = Xoxo(
        seats,
        [pile] * seats,
        draw=len(deck) - seats * pile,
        hand=int(given.get("hand", OBJECTIVES[seats])),
        deck=deck,
        cards=given["cards"].split(",") if "cards" in given else None,
        last_window=given.get("last_window", "yes"),
        starter=int(given.get("starter", "1")) - 1,
        size=int(given.get("field", "3")),
        line=int(given.get("line", "3")),
    )
    if position != START:
        _set_xoxo(game, position)
    return game


def _naive_djeco(given: dict[str, str], position: str) -> Djeco:
    numbers = given.get("numbers", "1-9x2")
    game = Djeco(
        target=int(given.get("target", "5")),
        numbers=NUMBERS.get(numbers) or [int(number) for number in numbers.split(",")],
        yellow=given.get("yellow", "stack"),
        scorer=given.get("scorer", "owner"),
        lines=given.get("lines", "each"),
        discard=given.get("discard", "out"),
        grid=given.get("grid", "floating"),
        hand=int(given.get("hand", "5")),
        yellows=int(given.get("yellows", "6")),
        greens=int(given.get("greens", "2")),
        tokens=int(given.get("tokens", "24")),
        max_turns=int(given.get("max_turns", "300")),
        starter=int(given.get("starter", "1")) - 1,
        size=int(given.get("field", "3")),
        line=int(given.get("line", "3")),
    )
    if position != START:
        _set_djeco(game, position)
    return game


def _cells(board: str, cell: str, lattice: int) -> dict[str, str]:
    """What a position's first field has on each square."""
    written = [re.findall(cell, rank) for rank in board.split("/")]
    return {
        s: c for rank, row in zip(ranks(lattice, lattice), written, strict=True) for s, c in zip(rank, row, strict=True)
    }


def _listed(cards: str) -> list[str]:
    return [] if cards == "-" else cards.split(",")


def _set_xoxo(game: Xoxo, position: str) -> None:
    """Put the naive game into a position before its end. Where exactly the covered tiles lie makes no difference."""
    board, covered, piles, hands, due = position.split(" ", 4)
    game.stacks = {s: [tile] for s, tile in _cells(board, r"\.|[a-z]{3}", game.lattice).items() if tile != "."}
    for tile in _listed(covered):
        next(iter(game.stacks.values())).insert(0, tile)
    game.left = [int(pile.rstrip(".abcdefghijklmnopqrstuvwxyz")) for pile in piles.split("/")]
    game.tops = [pile.lstrip("0123456789").strip(".") or None for pile in piles.split("/")]
    game.held = [[card for card in _listed(hand) if card[0] != "!"] for hand in hands.split("/")]
    game.shown = [[card[1:] for card in _listed(hand) if card[0] == "!"] for hand in hands.split("/")]
    for tile in [tile for stack in game.stacks.values() for tile in stack] + [top for top in game.tops if top]:
        game.unseen.remove(tile)
    for card in [card for hand in game.held + game.shown for card in hand]:
        game.undealt.remove(card)
    game.due, seat, *rest = due.split()
    game.seat = int(seat) - 1
    game.last = rest[0] if rest else ""
    game.used_up = 0 in game.left
    if game.due == "show":
        game.answers = [None if answer == "." else answer for answer in rest[1].split("/")]


def _set_djeco(game: Djeco, position: str) -> None:
    """Put the naive game into a position that fewer than two passes led to; it may have ended by its tokens."""
    board, hands, discard, tokens, due = position.split(" ", 4)
    cells = _cells(board, r"[._]|[rb]\d+(?:\+[rb]\d+)*", game.lattice)
    game.stacks = {square: cell.split("+") for square, cell in cells.items() if cell not in "._"}
    game.used = {square for square, cell in cells.items() if cell != "."}
    game.hands = [_listed(hand) for hand in hands.split("/")]
    game.discard = _listed(discard)
    for card in [card for cards in [*game.stacks.values(), *game.hands, game.discard] for card in cards]:
        game.deck.remove(card)
    game.tokens = [int(number) for number in tokens.split(":")]
    _, played, seat, *rest = due.split()
    game.played, game.seat = int(played), int(seat) - 1
    game.passes = rest.count("pass")
    game.draws = [int(number) - 1 for item in rest if item[0] == "+" for number in item[1:].split(",")]
    game.test_end()


# The engine


@cache
def engine(variant: str) -> AnyGame:
    game_id, given = read_variant(variant)
    rulings = {name: value for name, value in given.items() if name not in SIZES | SETUP}
    sized = SIZES & set(given)
    deck = given.get("deck", "").split(",") if "deck" in given else None
    numbers = None
    if rulings.get("numbers", "1-9x2") not in NUMBERS:
        numbers = tuple(int(number) for number in rulings.pop("numbers").split(","))
    game = rowdy.game(
        game_id,
        edition=given.get("edition"),
        seats=int(given["seats"]) if "seats" in given else None,
        rulings=rulings,
        deck=None if sized else deck or numbers,
        starter=int(given.get("starter", "1")) - 1,
    )
    if not sized:
        return game
    sizes = {name: int(given[name]) for name in sorted(sized - {"cards"})}
    match game:
        case FlipGame():
            return FlipGame(game.edition, game.rulings, FlipSizes(**sizes))
        case DjecoGame():
            return DjecoGame(game.edition, game.rulings, game.starter, numbers, DjecoSizes(**sizes))
        case XoxoGame():
            cards = tuple(CARD[card] for card in given["cards"].split(",")) if "cards" in given else CARDS
            tiles = tuple(TILE[tile] for tile in sorted(deck, key=all_tiles().index)) if deck else game.tiles
            standard = {"pile": game.sizes.pile, "hand": game.sizes.hand}
            material = XoxoSizes(**standard | sizes, cards=cards)
            return XoxoGame(game.edition, game.rulings, game.seats, game.starter, tiles, material)
    raise AssertionError(variant)


# The counts


@dataclass(frozen=True, slots=True)
class Count:
    """One line of a data file. `chance` is `all`, where every outcome counts, or a seed, which picks one each time."""

    variant: str
    position: str
    chance: str
    unit: str
    depth: int
    count: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        count = "?" if self.count is None else f"{self.count:,}"
        seconds = "?" if self.seconds is None else f"{self.seconds:.2f}"
        return " | ".join([self.variant, self.position, self.chance, self.unit, str(self.depth), count, seconds])


def read_count(line: str) -> Count | None:
    """The count on a line of a data file; nothing on an empty line and a comment."""
    if not line or line.startswith("#"):
        return None
    variant, position, chance, unit, depth, count, seconds = line.split(" | ")
    assert variant.split()[0] in GAMES, line
    assert unit in ("actions", "turns"), line
    return Count(
        variant,
        position,
        chance,
        unit,
        int(depth),
        None if count == "?" else int(count.replace(",", "")),
        None if seconds == "?" else float(seconds),
    )


def pick(seed: str, number: int, outcomes: Iterable[str]) -> str:
    """Chance for counts with a seed, by the texts of the outcomes alone, so that both implementations can follow it."""
    texts = sorted(outcomes)
    digest = hashlib.sha256(f"{seed} {number}".encode()).digest()
    return texts[int.from_bytes(digest) % len(texts)]


class Dealt:
    """A naive game in which a seed picks one outcome of every chance."""

    def __init__(self, game: NaiveGame, seed: str, number: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.number = number

    def pending(self) -> Pending:
        now = self.game.pending()
        if isinstance(now, Chance):
            return Chance({pick(self.seed, self.number, now.outcomes): Fraction(1)})
        return now

    def apply(self, actor: int | None, text: str) -> None:
        self.game.apply(actor, text)
        self.number += actor is None

    def clone(self) -> Dealt:
        return Dealt(self.game.clone(), self.seed, self.number)

    def text(self) -> str:
        return self.game.text()
