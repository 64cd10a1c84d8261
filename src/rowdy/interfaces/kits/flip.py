"""Rubik's Tac Toe and XOXO² in words, in a terminal and in a browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, assert_never

from rowdy.interfaces import terminal_pieces
from rowdy.interfaces.audience import Audience
from rowdy.interfaces.kit import WHO, InterfaceKit, Marks, addressed, line_names
from rowdy.interfaces.terminal import PIECE_STYLES, Cell, TerminalBoard, board_rows
from rowdy.interfaces.web.pictures import flip as boards_flip
from rowdy.interfaces.web.pictures.picture import Picture, Piece
from rowdy.interfaces.why import Reason, most_telling, refusals
from rowdy.interfaces.words import Words
from rowdy.play.kit import Held
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip import Reason as EndReason
from rowdy.rules.flip_state import STONES, STONES_OF, Action, Flip, Part, Place, State, Stones
from rowdy.rules.game import Event, Highlight, InvalidPosition, Outcome, Seat, View
from rowdy.rules.geometry import Square

STONE_SIGNS = {
    "rubik": {
        "A": ("X", PIECE_STYLES["blue"]),
        "B": ("X", PIECE_STYLES["green"]),
        "a": ("O", PIECE_STYLES["yellow"]),
        "b": ("O", "bold"),
    },
    "xoxo2": {
        "A": ("★", PIECE_STYLES["green"]),
        "B": ("★", PIECE_STYLES["red"]),
        "a": ("⬡", PIECE_STYLES["green"]),
        "b": ("⬡", PIECE_STYLES["red"]),
    },
}


SOURCE, TARGET, SQUARE = "\ue001", "\ue002", "\ue003"
"""Stand for the squares in the sentence on a whole turn, as `WHO` does for a name: there are thousands of turns, but
with these the sentences are few enough to be cached."""


class FlipInterface(InterfaceKit[FlipGame]):
    # Words

    def sentence(self, words: Words, game: FlipGame, action: Action, you: bool) -> str:
        return _sentence(words, game.edition.game, action, "yes" if you else "no")

    def whole_turn(self, words: Words, game: FlipGame, actions: Sequence[Action], you: bool) -> str | None:
        match actions:
            case [Flip(source, target), Place(stone, square)]:
                said = _turn_sentence(words, game.edition.game, stone, "yes" if you else "no")
                return said.replace(SOURCE, source).replace(TARGET, target).replace(SQUARE, square)
            case _:
                return None

    def move(self, words: Words, game: FlipGame, action: Action) -> str:
        match action:
            case Flip(source, target):
                return words("move-flip", source=source, target=target)
            case Place(stone, square):
                return words("move-place", stone=words(f"placed-{game.edition.game}-{stone}"), square=square)
            case _:
                assert_never(action)

    def together(self, found: Sequence[Highlight]) -> Sequence[Highlight]:
        return _alike_together(found)

    def highlight(self, audience: Audience, found: Highlight) -> str:
        return self._row(audience, f"key-row-{found.code}", found)

    def _row(self, audience: Audience, message: str, found: Highlight) -> str:
        words, game_id = audience.words, audience.game.edition.game
        stones = words(f"stones-{game_id}-{found.items[0]}") if found.items else ""
        line = line_names(words, found)
        count = len(found.lines)
        return words(message, **addressed(audience, found.seat), line=line, stones=stones, count=count)

    def ending(self, audience: Audience, outcome: Outcome, state: State, deciding: Sequence[Highlight]) -> list[str]:
        rows = _alike_together(deciding)
        if outcome.reason == EndReason.BOTH_ROWS:
            ruled = audience.game.options["both_rows"] if outcome.winners else "draw"
            said = [self._row(audience, "end-row", found) for found in rows]
            return [*said, audience.words("end-both_rows", ruled=ruled)]
        return [self.highlight(audience, found) for found in rows] or [
            audience.words("end-flip-full" if outcome.reason == EndReason.FULL else "end-flip-row")
        ]

    def ask(self, words: Words, game: FlipGame, state: State, seat: Seat, example: str) -> str:
        return words(f"ask-{state.part}", example=example)

    def help(self, words: Words, game: FlipGame) -> str:
        return words("help-flip")

    def why_not(self, audience: Audience, view: View[Any, Any], piece: str, square: Square) -> Reason:
        game, state = audience.game, view.state
        assert isinstance(game, FlipGame)
        if state.part is Part.PLACE:
            return self._why_not_place(audience, game, view, piece, square)
        if piece in tuple(STONES):
            return Reason("flip-due")
        source = piece or square
        targets = (square,) if piece else tuple(game.grid.squares)
        found = refusals(audience, view, (Flip(source, target) for target in targets))
        if not piece and "occupied" in found:
            return Reason("no-room", {"square": square})
        return most_telling(found, "no-stone", "own-stone", "occupied", "not-adjacent")

    def _why_not_place(
        self, audience: Audience, game: FlipGame, view: View[Any, Any], piece: str, square: Square
    ) -> Reason:
        """Why no stone can be placed there. Pointing at an opposing stone means a flip, which is not due."""
        state: State = view.state
        rival = 1 - state.mover
        if not piece and square in game.grid.index and state.stones.of(rival) >> game.grid.index[square] & 1:
            if game.can_flip(state.stones, rival):
                return Reason("flipped-already")
            return Reason("no-room", {"square": square})
        stones = (piece,) if piece in tuple(STONES) else STONES_OF[state.mover]
        return most_telling(refusals(audience, view, (Place(stone, square) for stone in stones)), "occupied")

    # Squares

    def touches(self, game: FlipGame, action: Action) -> tuple[Square, ...]:
        return (action.target if isinstance(action, Flip) else action.square,)

    def origin(self, game: FlipGame, action: Action) -> str:
        return action.source if isinstance(action, Flip) else ""

    def aims(self, game: FlipGame, action: Action) -> tuple[Square, ...]:
        return (action.source if isinstance(action, Flip) else action.square,)

    # Positions set up by hand

    setup_parts = tuple(Part)

    def setup_pieces(self, words: Words, game: FlipGame) -> tuple[Piece, ...]:
        return boards_flip.stones(words, game.edition.game)

    def arranged(self, game: FlipGame, cells: Mapping[Square, str], part: str) -> State:
        if part not in set(Part):
            raise InvalidPosition("unreadable-position", text=part)
        stones = Stones()
        for square, stone in cells.items():
            if stone not in tuple(STONES):
                raise InvalidPosition("unreadable-position", text=stone)
            if square not in game.grid.index:
                raise InvalidPosition("unreadable-position", text=square)
            stones = stones.placed(stone, game.grid.index[square])
        return game.state(stones, Part(part))

    def part_due(self, game: FlipGame, state: State) -> str:
        return state.part

    # Pictures

    def board(self, audience: Audience, state: State, marks: Marks, held: Held | None, plain: bool) -> TerminalBoard:
        game, words, names = audience.game, audience.words, audience.names
        assert isinstance(game, FlipGame)
        left = [game.sizes.stones - state.stones.of(owner).bit_count() for owner in (0, 1)]
        supply = words(
            "flip-supply",
            first=names[0],
            first_left=left[0],
            first_stones=self._sides(audience, 0),
            second=names[1],
            second_left=left[1],
            second_stones=self._sides(audience, 1),
        )
        cells = [self._cell(audience, state, i, square, marks) for i, square in enumerate(game.grid.squares)]
        return TerminalBoard(board_rows(game.grid, cells, game.grid.all), [supply])

    def _sides(self, audience: Audience, owner: Seat) -> str:
        """The two sides of a player's stones, by letter and in words."""
        game_id = audience.game.edition.game
        return ", ".join(f"{stone} {audience.words(f'stone-{game_id}-{stone}')}" for stone in STONES_OF[owner])

    def _cell(self, audience: Audience, state: State, i: int, square: Square, marks: Marks) -> Cell:
        stone = next((s for s, mask in zip(STONES, state.stones, strict=True) if mask >> i & 1), None)
        if stone is None:
            return marks.cell(square)
        words, game_id = audience.words, audience.game.edition.game
        sign, style = STONE_SIGNS[game_id][stone]
        side, spoken = words(f"side-{game_id}-{stone}"), words(f"stone-{game_id}-{stone}")
        large = terminal_pieces.stone(sign, boards_flip.COLOURS[game_id][stone])
        return marks.cell(square, sign, f"{stone} {side}", style, spoken, large)

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
            placed = words(f"placed-{game_id}-{stone}")
            return words("event-place", who=WHO, you=you, stone=placed, square=square)
        case _:
            assert_never(action)


@cache
def _turn_sentence(words: Words, game_id: str, stone: str, you: str) -> str:
    placed = words(f"placed-{game_id}-{stone}")
    return words("event-turn", who=WHO, you=you, source=SOURCE, target=TARGET, stone=placed, square=SQUARE)


def _alike_together(found: Sequence[Highlight]) -> list[Highlight]:
    """The highlights with rows of the same stones and the same reason merged, so that the reason is told once."""
    alike: dict[object, Highlight] = {}
    for one in found:
        key = one.code, one.seat, one.items
        alike[key] = replace(alike[key], lines=(*alike[key].lines, *one.lines)) if key in alike else one
    return list(alike.values())
