"""Djeco's Tic Tac Toe as one viewer sees it: stacks, the own hand and what it can do, tokens, and lines that lie."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.marks import line_squares
from rowdy.interfaces.web import picture
from rowdy.interfaces.web.boards_common import (
    CLEAR,
    COVER,
    KEPT,
    LAY,
    LINE,
    ask,
    empty_cell,
    layout,
    make_cell,
    mark_last,
)
from rowdy.interfaces.web.picture import Board, Cell, Choice, DjecoBeside, DjecoSeat, Line, Picture, Piece
from rowdy.interfaces.words import Words
from rowdy.rules.cards import GREEN, OWNED, YELLOW, Card, Hand
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_rulings import GridRuling
from rowdy.rules.djeco_state import Green, Lay, Pass, Stack, State, Yellow
from rowdy.rules.game import Event, Move, Over, Seat, View
from rowdy.rules.geometry import Square, bits

SIGNS = ("cross", "ring")
COLOURS = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
HINTS = {
    LAY: "picture-hint-lay",
    COVER: "picture-hint-cover",
    LAY | COVER: "picture-hint-lay-cover",
    CLEAR: "picture-hint-clear",
    0: "picture-hint-none",
}


def paint(
    describer: Describer, game: DjecoGame, view: View[Any, Any], last: Sequence[Event[Any]], all_open: bool
) -> Picture:
    words, viewer = describer.words, describer.viewer
    state: State = view.state
    fixed = game.rulings.grid is GridRuling.FIXED
    fields = (game.area.fixed,) if fixed else game.area.fields
    used = state.used or (0 if fixed else game.area.centre)
    place = layout(game.grid.width, game.grid.height, fields, used)
    marks = list(place.marks)
    mark_last(marks, game.grid, last)
    lines = _lines(words, game, state, marks)
    moves, uses = _moves(words, game, state, view.legal, marks)
    cells = tuple(map(_cell, repeat(words), place.squares, place.pick(state.stacks), place.pick(marks)))
    left = game.sizes.tokens - sum(state.tokens)
    hand = () if viewer is None or isinstance(view.turn, Over) else state.hands[viewer]
    return Picture(
        ask=ask(describer, view.turn, _due(state, view.legal)),
        turn=view.turn.seat if isinstance(view.turn, Move) else None,
        board=Board(place.columns, place.rows, cells),
        seats=tuple([_seat(words, game, state, seat, seat == viewer or all_open) for seat in (0, 1)]),
        beside=_beside(words, game.deck_size(state), state.discard, left, game.rulings.target),
        moves=moves,
        pieces=tuple([_piece(words, card, uses.get(card, 0) if moves else None) for card in hand]),
        lines=lines,
    )


def _due(state: State, legal: tuple[Any, ...]) -> str:
    """Only the own hand may tell that nothing can be played; that the other has passed is known to all."""
    if legal and isinstance(legal[0], Pass):
        return "picture-ask-pass"
    return "picture-ask-stead" if state.passes else "picture-ask-play"


# The stacks


@lru_cache(maxsize=KEPT)
def _cell(words: Words, square: Square, stack: Stack, marks: int) -> Cell:
    if not stack:
        return empty_cell(words, square, "card", marks)
    what = words("djeco-stack", top=_card_name(words, stack[-1]), height=len(stack))
    shown = tuple(map(_card, stack))
    return make_cell(words, square, "card", picture.Stack(shown[-1], len(shown), shown), what, marks)


@lru_cache(maxsize=KEPT)
def _card(card: Card) -> picture.Card:
    return picture.Card(COLOURS[card.colour], card.number)


@lru_cache(maxsize=KEPT)
def _card_name(words: Words, card: Card) -> str:
    return words(f"card-{COLOURS[card.colour]}", number=card.number)


def _lines(words: Words, game: DjecoGame, state: State, marks: list[int]) -> tuple[Line, ...]:
    """The lines of one colour."""
    found = list[Line]()
    for seat, colour in enumerate(game.look(state.stacks, state.used).colours):
        for row in game.rows(colour):
            squares = bits(row)
            for i in squares:
                marks[i] |= LINE
            found.append(_line(words, tuple([game.grid.squares[i] for i in squares]), seat))
    return tuple(found)


@lru_cache(maxsize=KEPT)
def _line(words: Words, squares: tuple[Square, ...], seat: Seat) -> Line:
    colour = words("value-red" if seat == 0 else "value-blue")
    return Line(squares, f"{words.listing(list(squares))}: {colour}", owner=seat)


# What can be done


def _moves(
    words: Words, game: DjecoGame, state: State, legal: tuple[Any, ...], marks: list[int]
) -> tuple[tuple[Choice, ...], dict[Card, int]]:
    """The moves, and what each card of the hand can do."""
    index, stacks, moves, uses = game.grid.index, state.stacks, list[Choice](), dict[Card, int]()
    for action in legal:
        if isinstance(action, Lay):
            card, i = action.card, index[action.square]
            can = COVER if stacks[i] else LAY
            marks[i] |= can
            uses[card] = uses.get(card, 0) | can
            moves.append(_lay(card, action.square))
        elif isinstance(action, Yellow):
            marks[index[action.square]] |= CLEAR
            uses[YELLOW] = CLEAR
            moves.append(_yellow(words, action.square, action.count))
        elif isinstance(action, Green):
            choice = _green(words, action.first, action.last)
            for square in choice.squares:
                marks[index[square]] |= CLEAR
            uses[GREEN] = CLEAR
            moves.append(choice)
        else:
            moves.append(Choice(str(action), name=words("picture-pass")))
    return tuple(moves), uses


@lru_cache(maxsize=KEPT)
def _lay(card: Card, square: Square) -> Choice:
    return Choice(str(Lay(card, square)), str(card), target=square)


@lru_cache(maxsize=KEPT)
def _yellow(words: Words, square: Square, count: int | None) -> Choice:
    name = words("picture-yellow", count=count) if count else ""
    return Choice(str(Yellow(square, count)), str(YELLOW), target=square, name=name)


@lru_cache(maxsize=KEPT)
def _green(words: Words, first: Square, last: Square) -> Choice:
    name = words("picture-green", first=first, last=last)
    return Choice(str(Green(first, last)), str(GREEN), squares=line_squares(first, last), name=name)


@lru_cache(maxsize=KEPT)
def _piece(words: Words, card: Card, use: int | None) -> Piece:
    """A card of the hand; `use` is what it can do, `None` where nobody asks."""
    hint, colour = "", COLOURS[card.colour]
    if use is not None:
        title = words("picture-card", colour=colour, number=card.number)
        hint = words(HINTS[use], card=title, colour=colour, number=card.number)
    label = str(card.number) if card.number else words("picture-clear")
    return Piece(str(card), _card(card), label, _card_name(words, card), bool(use), hint)


# Beside the board


def _seat(words: Words, game: DjecoGame, state: State, seat: Seat, is_open: bool) -> DjecoSeat:
    hand, tokens, target = state.hands[seat], state.tokens[seat], game.rulings.target
    name, label = _seat_names(words, seat, tokens, target, len(hand))
    shown: tuple[picture.Card, ...] = ()
    if is_open and hand:
        name = f"{name}: {_cards_name(words, hand)}"
        shown = tuple(map(_card, hand))
    return DjecoSeat(name, label, COLOURS[OWNED[seat]], SIGNS[seat], tokens, target, len(hand), shown)


@lru_cache(maxsize=KEPT)
def _seat_names(words: Words, seat: Seat, tokens: int, target: int, held: int) -> tuple[str, str]:
    label = words("djeco-hidden", count=held)
    colour = words("djeco-red" if seat == 0 else "djeco-blue")
    return words("picture-seat-djeco", colour=colour, count=tokens, target=target, cards=label), label


def _cards_name(words: Words, several: Hand) -> str:
    return ", ".join([_card_name(words, card) for card in several])


def _beside(words: Words, deck: int, discard: Hand, left: int, target: int) -> DjecoBeside:
    label, aim, tokens = _beside_names(words, deck, left, target)
    gone, shown = _discard(words, discard)
    return DjecoBeside(label, f"{label}; {tokens}; {gone}", aim, deck, left, shown)


@lru_cache(maxsize=KEPT)
def _beside_names(words: Words, deck: int, left: int, target: int) -> tuple[str, str, str]:
    tokens = words("picture-tokens-left", count=left)
    return words("picture-deck", deck=deck), words("picture-aim", target=target), tokens


@lru_cache(maxsize=KEPT)
def _discard(words: Words, discard: Hand) -> tuple[str, tuple[picture.Card, ...]]:
    gone = f"{words('picture-discard')}: {_cards_name(words, discard) or words('none')}"
    return gone, tuple(map(_card, discard))
