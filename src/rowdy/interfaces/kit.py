"""The kit of a game on the interface floor: its words, its board in a terminal, and its picture in a browser.

The base class shows any game by its notation alone: the pieces on the squares, and the moves as texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.examples import Example
from rowdy.interfaces.terminal import Cell, TerminalBoard, board_rows
from rowdy.interfaces.titles import line_name
from rowdy.interfaces.web.pictures import generic as boards_plain
from rowdy.interfaces.web.pictures.picture import Goal, Picture, Piece
from rowdy.interfaces.why import ANY, Reason
from rowdy.interfaces.words import Words
from rowdy.play.kit import Gain, Held, OrderItem
from rowdy.play.lessons import Lesson
from rowdy.rules.game import AnyGame, Event, Highlight, InvalidPosition, Outcome, Seat, View
from rowdy.rules.geometry import Square

G = TypeVar("G", bound=AnyGame)

WHO = "\ue000"
"""Stands for a name in a cached sentence; sentences are few, names are many, and no name has this character."""
_SQUARE = re.compile(r"(?<![A-Za-z0-9])[a-i][1-9](?![A-Za-z0-9])")


def line_names(words: Words, found: Highlight) -> str:
    """The lines of a highlight, each by its squares."""
    return words.listing(list(map(line_name, found.lines)))


def addressed(audience: Audience, seat: Seat) -> dict[str, str]:
    """The variables of most sentences: a seat's name, and whether it is called "you"."""
    return {"who": audience.names[seat], "you": "yes" if seat == audience.you else "no"}


@dataclass(frozen=True)
class Marks:
    """What a terminal marks on the board."""

    touched: AbstractSet[Square]
    """The squares of the last turn."""
    targets: AbstractSet[Square]
    """The squares where the viewer can do something now."""
    won: AbstractSet[Square] = frozenset()
    """The squares of the lines that decided the game."""

    def cell(
        self,
        square: Square,
        top: str = "",
        bottom: str = "",
        style: str = "",
        spoken: str = "",
        large: Sequence[str] = (),
    ) -> Cell:
        """The cell for a square, with its marks."""
        touched, target, won = square in self.touched, square in self.targets, square in self.won
        return Cell(square, top, bottom, style, spoken, touched, target, won, large)


class InterfaceKit(Generic[G]):
    """The kit of a game of which only the rules are known; a game's own kit overrides what it can do better."""

    def __init__(
        self,
        ftl: Mapping[str, str] | None = None,
        lesson: Lesson | None = None,
        examples: Mapping[str, Example] | None = None,
    ) -> None:
        """`ftl`: the messages of a game of another package in Fluent, by language; English must be among them.

        `lesson`: the steps in which somebody learns the game; `interfaces/lessons.py` says how its messages are named.
        `examples`: the boards of its rules, by the ids that the text of the rules uses.
        """
        self.ftl: Mapping[str, str] = ftl or {}
        self.lesson = lesson
        self.examples: Mapping[str, Example] = examples or {}

    # Words

    def sentence(self, words: Words, game: G, action: Any, you: bool) -> str | None:
        """The sentence on an action, with `WHO` in place of its seat's name, or `None` if nothing is said.

        `you` is true if the sentence addresses the seat that acted, or that chance dealt to.
        """
        return words("event-any", who=WHO, you="yes" if you else "no", move=str(action))

    def whole_turn(self, words: Words, game: G, actions: Sequence[Any], you: bool) -> str | None:
        """One sentence on a turn of several moves, as in `sentence`; `None` if each move has its own."""
        return None

    def filled(self, words: Words, game: G, public: Any, event: Event[Any], said: str) -> str:
        """The sentence completed with what depends on the state before the event, as a spectator sees it."""
        return said

    def served(self, action: Any) -> Seat | None:
        """The seat to which this outcome of chance belongs; `None` if to no single seat."""
        return None

    def news(self, audience: Audience, before: Any, after: Any) -> list[str]:
        """Sentences on what else changed between two states, such as points that were earned."""
        return []

    def is_quiet(self, action: Any) -> bool:
        """True if an action need not be told, as the table shows it anyway, such as the next tile of a pile."""
        return False

    def together(self, found: Sequence[Highlight]) -> Sequence[Highlight]:
        """What was achieved at one moment, merged where one sentence can tell it."""
        return found

    def highlight(self, audience: Audience, found: Highlight) -> str:
        """The sentence on something that was achieved."""
        return audience.words("key-any", who=audience.names[found.seat], lines=line_names(audience.words, found))

    def cards(self, words: Words, found: Highlight) -> tuple[Goal, ...]:
        """The objective cards that were turned up."""
        return ()

    def ending(self, audience: Audience, outcome: Outcome, state: Any, deciding: Sequence[Highlight]) -> list[str]:
        """Why a game ended so, in sentences that need not name the winner; if empty, the outcome's reason is told."""
        return []

    def move(self, words: Words, game: G, action: Any) -> str:
        """A move that somebody could make, in words."""
        return str(action)

    def listed(self, words: Words, action: Any) -> str:
        """An action in a list of moves: in notation, if people can read that."""
        return str(action)

    def item(self, words: Words, item: OrderItem) -> str:
        """An item of standing orders, in words."""
        return item

    def gain(self, words: Words, gain: Gain) -> str | None:
        """What a move gains at once, in words."""
        return None

    def prompt(self, words: Words, game: G, state: Any, seat: Seat) -> str:
        """What the seat to move is asked for."""
        return words("ask-any")

    def ask(self, words: Words, game: G, state: Any, seat: Seat, example: str) -> str:
        """What the seat to move is asked for, with a move that is possible as an example, if the kit has use for it."""
        return self.prompt(words, game, state, seat)

    def help(self, words: Words, game: G) -> str:
        """How to type moves."""
        return words("help-any")

    def why_not(self, audience: Audience, view: View[Any, Any], piece: str, square: Square) -> Reason:
        """Why the seat to move cannot do anything with this piece on this square.

        `piece` is what was picked before, by its key or square, or empty. `square` is where the person pointed, or
        empty if that was the piece itself.
        """
        return Reason(ANY)

    # Squares

    def touches(self, game: G, action: Any) -> tuple[Square, ...]:
        """The squares on which an action puts something, or which it clears."""
        return tuple(square for square in _SQUARE.findall(str(action)) if game.grid and square in game.grid.index)

    def origin(self, game: G, action: Any) -> str:
        """Where the piece of an action comes from: a square, or `own` or `draw` for a pile; empty if from the hand."""
        squares = self.touches(game, action)
        return squares[0] if len(squares) > 1 else ""

    def aims(self, game: G, action: Any) -> tuple[Square, ...]:
        """The squares that a person points at first to make this move."""
        return self.touches(game, action)[:1]

    # Positions set up by hand

    setup_parts: tuple[str, ...] = ()
    """The parts of a turn that can be due in such a position, as in the messages `explore-part-…`."""

    def setup_pieces(self, words: Words, game: G) -> tuple[Piece, ...]:
        """The pieces that can be put on any square; none if positions cannot be set up by hand."""
        return ()

    def arranged(self, game: G, cells: Mapping[Square, str], part: str) -> Any:
        """The state with these pieces, by their keys, and this part due; it need not be a possible position."""
        raise InvalidPosition("no-set-up", game=game.edition.game)

    def part_due(self, game: G, state: Any) -> str:
        """Which of `setup_parts` is due in a state."""
        return ""

    # Pictures

    def beside(self, audience: Audience, state: Any) -> list[str]:
        """What there is to know beside the pieces on the squares; without a board, the whole position in notation."""
        position = audience.game.format_state(state)
        return [audience.words("position-any", position=position)] if audience.game.grid is None else []

    def board(self, audience: Audience, state: Any, marks: Marks, held: Held | None, plain: bool) -> TerminalBoard:
        """The table for a terminal, from a state as the audience sees it.

        `held` is what the viewer holds back, `None` if nobody gives orders. `plain` is true if it will be read aloud.
        """
        grid, lying = audience.game.grid, audience.game.cells(state)
        beside = self.beside(audience, state)
        if grid is None:
            return TerminalBoard([], beside)
        texts = [(square, lying.get(square, "")) for square in grid.squares]
        cells = [marks.cell(square, text, spoken=text) for square, text in texts]
        return TerminalBoard(board_rows(grid, cells, grid.all), beside)

    def paint(
        self, audience: Audience, view: View[Any, Any], last: Sequence[Event[Any]], held: Held, all_open: bool
    ) -> Picture:
        """The table for a browser, with marks for the moves of the last turn.

        `held` is what this viewer holds back. With `all_open` every hand that the view knows is shown, for views of a
        full state once the game is over.
        """
        game: Any = audience.game
        touched = {square for event in last for square in self.touches(game, event.action)}
        moves = [(action, self.move(audience.words, game, action)) for action in view.legal]
        return boards_plain.paint(audience, view, touched, moves, self.beside(audience, view.state))
