"""Rubik's Tac Toe and XOXO² in words, in a terminal and in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, assert_never

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.kit import WHO, InterfaceKit, Marks
from rowdy.interfaces.terminal import Cell, TerminalBoard, board_rows
from rowdy.interfaces.web.pictures import flip as boards_flip
from rowdy.interfaces.web.pictures.picture import Picture
from rowdy.interfaces.words import Words
from rowdy.play.kit import Held
from rowdy.rules.flip import STONES, Action, Flip, FlipGame, Place, State
from rowdy.rules.game import Event, Seat, View
from rowdy.rules.geometry import Square

SIGNS = {
    "rubik": {"A": ("X", "bold blue"), "B": ("X", "bold green"), "a": ("O", "bold yellow"), "b": ("O", "bold white")},
    "xoxo2": {"A": ("★", "bold green"), "B": ("★", "bold red"), "a": ("⬡", "bold green"), "b": ("⬡", "bold red")},
}


class FlipInterface(InterfaceKit[FlipGame]):
    # Words

    def sentence(self, words: Words, game: FlipGame, action: Action, you: bool) -> str:
        return _sentence(words, game.edition.game, action, "yes" if you else "no")

    def move(self, words: Words, game: FlipGame, action: Action) -> str:
        match action:
            case Flip(source, target):
                return words("move-flip", source=source, target=target)
            case Place(stone, square):
                return words("move-place", what=stone_words(words, game.edition.game, stone), square=square)
            case _:
                assert_never(action)

    def prompt(self, words: Words, game: FlipGame, state: State, seat: Seat) -> str:
        return words(f"ask-{state.part}", stone="Aa"[seat])

    def help(self, words: Words) -> str:
        return words("help-flip")

    # Squares

    def touches(self, game: FlipGame, action: Action) -> tuple[Square, ...]:
        return (action.target if isinstance(action, Flip) else action.square,)

    def aims(self, game: FlipGame, action: Action) -> tuple[Square, ...]:
        return (action.source if isinstance(action, Flip) else action.square,)

    # Pictures

    def board(self, audience: Audience, state: State, marks: Marks, held: Held | None, plain: bool) -> TerminalBoard:
        game, words, names = audience.game, audience.words, audience.names
        assert isinstance(game, FlipGame)
        left = [game.sizes.stones - state.stones.of(owner).bit_count() for owner in (0, 1)]
        supply = words("flip-supply", first=names[0], first_left=left[0], second=names[1], second_left=left[1])
        cells = [self._cell(audience, state, i, square, marks) for i, square in enumerate(game.grid.squares)]
        return TerminalBoard(board_rows(game.grid, cells, game.grid.all), [supply])

    def _cell(self, audience: Audience, state: State, i: int, square: Square, marks: Marks) -> Cell:
        stone = next((s for s, mask in zip(STONES, state.stones, strict=True) if mask >> i & 1), None)
        if stone is None:
            return marks.cell(square)
        words, game_id = audience.words, audience.game.edition.game
        sign, style = SIGNS[game_id][stone]
        side, spoken = words(f"side-{game_id}-{stone}"), stone_words(words, game_id, stone)
        return marks.cell(square, sign, f"{stone} {side}", style, spoken)

    def paint(
        self, audience: Audience, view: View[Any, Any], last: Sequence[Event[Any]], held: Held, all_open: bool
    ) -> Picture:
        game = audience.game
        assert isinstance(game, FlipGame)
        touched = tuple([square for event in last for square in self.touches(game, event.action)])
        return boards_flip.paint(audience, game, view, touched)


@cache
def _sentence(words: Words, game_id: str, action: Action, you: str) -> str:
    match action:
        case Flip(source, target):
            return words("event-flip", who=WHO, you=you, source=source, target=target)
        case Place(stone, square):
            stone = stone_words(words, game_id, stone)
            return words("event-place", who=WHO, you=you, stone=stone, square=square)
        case _:
            assert_never(action)


def stone_words(words: Words, game_id: str, stone: str) -> str:
    """A stone's owner and the side it shows."""
    return words(f"stone-{game_id}-{stone}")
