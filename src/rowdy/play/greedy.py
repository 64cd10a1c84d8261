"""How the greedy bot values lines: by how much of each already lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import State as DjecoState
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip import State as FlipState
from rowdy.rules.game import AnyGame, Over, Seat, View
from rowdy.rules.geometry import bits
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import State as XoxoState


class Rating(NamedTuple):
    """Compared from the left: first what is completed, then what is built, then what the others are denied."""

    completed: int
    built: int
    denied: int


def rate(game: AnyGame, view: View[Any, Any], seat: Seat, action: Any) -> Rating:
    """What an action of this seat is worth to it, as far as the seat can tell."""
    after = game.play(view.state, seat, action)
    turn = game.turn(after)
    if isinstance(turn, Over) and turn.outcome.winners:
        return Rating(100 if seat in turn.outcome.winners else -100, 0, 0)
    if isinstance(game, FlipGame):
        return _rate_flip(game, after, seat)
    if isinstance(game, XoxoGame):
        return _rate_xoxo(game, after, seat)
    if isinstance(game, DjecoGame):
        return _rate_djeco(game, view.state, after, seat)
    raise TypeError(f"no lines known for {type(game).__name__}")


def _worth(counts: Iterable[int]) -> int:
    """Two in a line are worth more than one in each of two."""
    return sum(n * n for n in counts)


def _rate_flip(game: FlipGame, state: FlipState, seat: Seat) -> Rating:
    def lines(owner: Seat) -> int:
        """For each side, the lines that hold nothing but this owner's stones showing it."""
        sides = state.stones[2 * owner], state.stones[2 * owner + 1]
        return _worth(
            (side & line).bit_count() for side in sides for line in game.grid.lines if not line & state.occupied & ~side
        )

    rows = len(game.winning_rows(state, seat)) - len(game.winning_rows(state, 1 - seat))
    return Rating(rows, lines(seat), -lines(1 - seat))


def _rate_xoxo(game: XoxoGame, state: XoxoState, seat: Seat) -> Rating:
    occupied = sum(1 << i for i, tile in enumerate(state.display) if tile)
    lines = [bits(line) for line in game.grid.lines if game.area.fits(line | occupied)]
    features = [[tile.features if (tile := state.display[i]) else 0 for i in line] for line in lines]

    def worth(feature: int) -> int:
        return _worth(sum(bool(tile & feature) for tile in line) for line in features)

    hand = state.hands[seat]
    known = {card for cards in (hand, *state.shown) for card in cards}
    wanted = {card.kind for s, cards in enumerate(state.hands) if s != seat for card in cards}
    rivals = [card for card in game.sizes.cards if card.kind in wanted and card not in known]
    return Rating(
        sum(game.in_line(state, card) for card in hand),
        sum(worth(card.feature) for card in hand),
        -sum(worth(card.feature) for card in rivals),
    )


def _rate_djeco(game: DjecoGame, before: DjecoState, after: DjecoState, seat: Seat) -> Rating:
    table = game.look(after.stacks, after.used)
    lines = [line for line in game.grid.lines if game.fits(line | after.used)]

    def worth(owner: Seat) -> int:
        """The lines that hold nothing but tops of this owner's colour."""
        own = table.colours[owner]
        return _worth((own & line).bit_count() for line in lines if not line & table.occupied & ~own)

    def gained(owner: Seat) -> int:
        return after.tokens[owner] - before.tokens[owner]

    return Rating(gained(seat) - gained(1 - seat), worth(seat), -worth(1 - seat))
