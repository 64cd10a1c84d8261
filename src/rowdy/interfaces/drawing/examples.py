"""The examples of the rules as drawings: one board or two, and what lies beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.catalog import interface_kit
from rowdy.interfaces.drawing.board import ExtraMarks, Shown, draw_board, read_picture
from rowdy.interfaces.drawing.pieces import draw_goal, draw_piece, draw_sign
from rowdy.interfaces.drawing.templates import Element
from rowdy.interfaces.examples import Example, Moment, moments
from rowdy.interfaces.titles import player_title
from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, Seat


@dataclass(frozen=True)
class PieceRow:
    """Pieces beside a board; the drawings are silent for screen readers, so each has a label."""

    label: str
    kind: str
    """The kind of the pieces, for style sheets."""
    pieces: tuple[tuple[Element, str], ...]


@dataclass(frozen=True)
class DrawnExample:
    boards: tuple[Element, ...]
    rows: tuple[PieceRow, ...]


def draw_example(words: Words, game: AnyGame, example: Example) -> DrawnExample:
    seen = moments(game, example)
    shown = [picture_of(words, game, moment) for moment in seen]
    first, later = ExtraMarks(example.pick, example.lines, example.notice), ExtraMarks(example.pick, (), example.notice)
    boards = tuple(
        draw_board(one, _in_words(words, one), later if nth else first, alone=False) for nth, one in enumerate(shown)
    )
    return DrawnExample(boards, tuple(_rows(words, shown[-1], example, seen[-1].view.viewer or 0)))


def picture_of(words: Words, game: AnyGame, moment: Moment) -> Shown:
    """A moment of an example as its viewer sees it."""
    names = [player_title(words, game.edition.game, seat) for seat in range(game.seats)]
    audience = Audience(words, game, names, moment.view.viewer)
    picture = interface_kit(game).paint(audience, moment.view, moment.last, frozenset(), all_open=False)
    return read_picture(picture)


def _in_words(words: Words, shown: Shown) -> str:
    """The pieces on the squares in words."""
    lying = [cell.name.partition(";")[0] for cell in shown.board.cells if cell.piece]
    return "; ".join(lying) or words("cell-empty")


def _rows(words: Words, shown: Shown, example: Example, viewer: Seat) -> Iterator[PieceRow]:
    if "goals" in example.beside:
        for seat in (1 - viewer, viewer):
            goals = (*shown.seats[seat].cards, *shown.seats[seat].shown)
            label = words("rules-own-cards" if seat == viewer else "rules-other-cards")
            yield PieceRow(label, "goals", tuple((draw_goal(goal), goal.label) for goal in goals))
    if "pieces" in example.beside:
        yield PieceRow("", "pieces", tuple((draw_piece(piece.look), piece.label) for piece in shown.pieces))
    if "tokens" in example.beside:
        for one in shown.seats:
            label = words("rules-tokens", colour=words(f"djeco-{one.colour}"), count=one.tokens)
            yield PieceRow(label, f"tokens is-{one.colour}", ((draw_sign(one.sign), ""),) * one.tokens)
