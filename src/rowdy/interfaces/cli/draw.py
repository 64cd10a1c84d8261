"""Each game on the screen, from one viewer's view: the board, and what lies beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from rowdy.interfaces.cli.board import Cell, show_board
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.marks import aims, touches
from rowdy.rules import cards, djeco, djeco_state, flip, tiles, xoxo, xoxo_state
from rowdy.rules.game import AnyGame, Event, Seat, View
from rowdy.rules.geometry import Grid, Mask

STONES = {
    "rubik": {"A": ("X", "bold blue"), "B": ("X", "bold green"), "a": ("O", "bold yellow"), "b": ("O", "bold white")},
    "xoxo2": {"A": ("★", "bold green"), "B": ("★", "bold red"), "a": ("⬡", "bold green"), "b": ("⬡", "bold red")},
}
COLOUR_STYLES = {"red": "bold red", "blue": "bold blue", "green": "bold green", "yellow": "bold yellow"}
SHAPES = {"circle": "●", "square": "■", "triangle": "▲", "heart": "♥"}
FACES = {"joy": ":)", "wink": ";)", "surprise": ":o", "grumpy": ">:("}
CARD_SIGNS = {"r": ("✕", "bold red"), "b": ("○", "bold blue"), "y": ("y", "bold yellow"), "g": ("g", "bold green")}


@dataclass(frozen=True)
class Artist:
    """Draws a game for one viewer."""

    screen: Screen
    describer: Describer
    orders: dict[Seat, frozenset[tiles.Card]] | None = None
    """The cards each seat holds back; `None` where nobody gives orders."""

    @property
    def game(self) -> AnyGame:
        return self.describer.game

    def draw(self, view: View[Any, Any], last: Sequence[Event[Any]] = ()) -> None:
        """The table, with marks for the moves of the last turn and for what the viewer can do now."""
        touched = {square for event in last for square in touches(event.action)}
        targets = {square for action in view.legal for square in aims(action)}
        match self.game:
            case flip.FlipGame():
                self._draw_flip(self.game, view.state, touched, targets)
            case xoxo.XoxoGame():
                self._draw_xoxo(self.game, view.state, touched, targets)
            case djeco.DjecoGame():
                self._draw_djeco(self.game, view.state, touched, targets)
            case _:
                raise TypeError(f"no picture of {type(self.game).__name__}")

    def _board(self, grid: Grid, cells: Iterable[Cell], keep: Mask) -> None:
        """Shows the rows and columns that hold a square worth keeping."""
        flat = list(cells)
        kept = [grid.places[i] for i in range(len(flat)) if keep >> i & 1]
        columns = {column for column, _ in kept}
        rows = {row for _, row in kept}
        show_board(
            self.screen,
            [[flat[row * grid.width + column] for column in sorted(columns)] for row in sorted(rows, reverse=True)],
        )

    # Flip games

    def _draw_flip(self, game: flip.FlipGame, state: flip.State, touched: set[str], targets: set[str]) -> None:
        signs = STONES[game.edition.game]

        def cell(i: int, square: str) -> Cell:
            stone = next((s for s, mask in zip(flip.STONES, state.stones, strict=True) if mask >> i & 1), None)
            if stone is None:
                return Cell(square, last=square in touched, target=square in targets)
            sign, style = signs[stone]
            side = self.screen.words(f"side-{game.edition.game}-{stone}")
            return Cell(
                square,
                sign,
                f"{stone} {side}",
                style,
                self.describer.stone(stone),
                last=square in touched,
                target=square in targets,
            )

        self._board(game.grid, (cell(i, square) for i, square in enumerate(game.grid.squares)), game.grid.all)
        supply = [game.sizes.stones - (state.stones[s] | state.stones[s + 1]).bit_count() for s in (0, 2)]
        names = self.describer.names
        self.screen.say(
            self.screen.words(
                "flip-supply", first=names[0], first_left=supply[0], second=names[1], second_left=supply[1]
            )
        )

    # XOXO

    def _draw_xoxo(self, game: xoxo.XoxoGame, state: xoxo_state.State, touched: set[str], targets: set[str]) -> None:
        occupied = sum(1 << i for i, tile in enumerate(state.display) if tile)

        def cell(i: int, square: str) -> Cell:
            tile = state.display[i]
            if tile is None:
                return Cell(square, last=square in touched, target=square in targets)
            colour, shape, face = tile.names
            return Cell(
                square,
                f"{SHAPES[shape]} {FACES[face]}",
                str(tile),
                COLOUR_STYLES[colour],
                self.describer.tile(tile),
                last=square in touched,
                target=square in targets,
            )

        cells = (cell(i, square) for i, square in enumerate(game.grid.squares))
        self._board(game.grid, cells, game.area.room(occupied) | occupied)
        self.screen.table(
            [self.screen.words(f"xoxo-{column}") for column in ("seat", "pile", "top", "cards", "shown")],
            [self._xoxo_seat(game, state, seat) for seat in range(game.seats)] + [self._xoxo_draw(state)],
        )

    def _xoxo_seat(self, game: xoxo.XoxoGame, state: xoxo_state.State, seat: Seat) -> list[str | Text]:
        size, top = state.piles[seat]
        cards = [self._xoxo_card(game, state, seat, card) for card in state.hands[seat]]
        shown = [self.describer.card(card) for card in state.shown[seat]]
        return [self.describer.names[seat], str(size), self._tile(top), ", ".join(cards), ", ".join(shown)]

    def _xoxo_card(self, game: xoxo.XoxoGame, state: xoxo_state.State, seat: Seat, card: tiles.Card) -> str:
        """A card held, with its order where its owner is looking, and whether its line lies."""
        notes = []
        if self.orders is not None and seat == self.describer.viewer:
            held = card in self.orders.get(seat, frozenset())
            notes.append(self.screen.words("order-hold" if held else "order-show"))
        if game.in_line(state, card):
            notes.append(self.screen.words("order-line"))
        return self.describer.card(card) + (f" [{', '.join(notes)}]" if notes else "")

    def _xoxo_draw(self, state: xoxo_state.State) -> list[str | Text]:
        size, top = state.piles[-1]
        return [self.screen.words("xoxo-draw-pile"), str(size), self._tile(top), "", ""]

    def _tile(self, tile: tiles.Tile | None) -> Text:
        """A tile that tops a pile, as on the board."""
        if tile is None:
            return Text()
        if self.screen.plain:
            return Text(f"{tile}, {self.describer.tile(tile)}")
        colour, shape, face = tile.names
        return Text.assemble((f"{SHAPES[shape]} {FACES[face]}", COLOUR_STYLES[colour]), f"  {tile}")

    # Djeco

    def _draw_djeco(
        self, game: djeco.DjecoGame, state: djeco_state.State, touched: set[str], targets: set[str]
    ) -> None:
        occupied = game.look(state.stacks, state.used).occupied

        def cell(i: int, square: str) -> Cell:
            stack = state.stacks[i]
            if not stack:
                return Cell(square, last=square in touched, target=square in targets)
            sign, style = CARD_SIGNS[stack[-1].colour]
            spoken = self.screen.words("djeco-stack", top=self.describer.number_card(stack[-1]), height=len(stack))
            return Cell(
                square,
                f"{sign} {stack[-1].number}",
                "+".join(map(str, stack)),
                style,
                spoken,
                last=square in touched,
                target=square in targets,
            )

        cells = (cell(i, square) for i, square in enumerate(game.grid.squares))
        self._board(game.grid, cells, game.free(state) | occupied | state.used)
        self.screen.table(
            [self.screen.words(f"djeco-{column}") for column in ("seat", "colour", "tokens", "hand")],
            [self._djeco_seat(game, state, seat) for seat in (0, 1)],
        )
        discard = " ".join(map(str, state.discard)) or self.screen.words("none")
        left = game.sizes.tokens - sum(state.tokens)
        self.screen.say(self.screen.words("djeco-beside", deck=game.deck_size(state), discard=discard, left=left))

    def _djeco_seat(self, game: djeco.DjecoGame, state: djeco_state.State, seat: Seat) -> list[str]:
        hand = state.hands[seat]
        known = cards.HIDDEN not in hand
        held = " ".join(map(str, hand)) if known else self.screen.words("djeco-hidden", count=len(hand))
        colour = self.screen.words("djeco-red" if seat == 0 else "djeco-blue")
        tokens = self.screen.words("djeco-of", tokens=state.tokens[seat], target=game.rulings.target)
        return [self.describer.names[seat], colour, tokens, held or self.screen.words("none")]
