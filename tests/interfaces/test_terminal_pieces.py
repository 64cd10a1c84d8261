"""Large pieces: every one can be told from every other without colours, and none bends the board."""

from __future__ import annotations

from itertools import product

from rowdy.interfaces import terminal_pieces
from rowdy.interfaces.cli.board import LARGE_HEIGHT, LARGE_WIDTH
from rowdy.interfaces.cli.plain_letters import plain_letters
from rowdy.interfaces.kits.djeco import CARD_SIGNS, COLOURS
from rowdy.interfaces.kits.flip import STONE_SIGNS
from rowdy.interfaces.web.pictures import flip
from rowdy.rules.tiles import KINDS, VALUES

MARKS = 4
"""How many columns brackets and arrows take."""


def drawings() -> dict[str, list[tuple[str, ...]]]:
    """Every piece of every game, by game."""
    tiles = product(*(VALUES[kind] for kind in KINDS))
    return {
        "xoxo": [terminal_pieces.tile(*names) for names in tiles],
        "djeco": [
            terminal_pieces.card(CARD_SIGNS[colour][0], COLOURS[colour], number)
            for colour in "rb"
            for number in range(1, 100)
        ],
        **{
            game: [terminal_pieces.stone(sign, flip.COLOURS[game][stone]) for stone, (sign, _) in signs.items()]
            for game, signs in STONE_SIGNS.items()
        },
    }


def test_pieces_differ_without_colours_and_without_unicode() -> None:
    for game, pieces in drawings().items():
        assert len(set(pieces)) == len(pieces), game
        assert len({tuple(map(plain_letters, piece)) for piece in pieces}) == len(pieces), game


def test_pieces_fit_their_squares_with_all_marks() -> None:
    for game, pieces in drawings().items():
        for piece in pieces:
            assert len(piece) == LARGE_HEIGHT, game
            assert len(set(map(len, piece))) == 1, piece
            assert len(piece[0]) + MARKS <= LARGE_WIDTH, piece
            assert all(len(plain_letters(line)) == len(line) for line in piece), piece
            assert "?" not in "".join(map(plain_letters, piece)), piece
