"""Djeco's Tic Tac Toe as one viewer sees it: stacks, the own hand and what it can do, tokens, and lines that lie."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import repeat
from typing import Any, NamedTuple

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.marks import line_squares, touches
from rowdy.interfaces.web import picture
from rowdy.interfaces.web.boards_common import (
    CLEAR,
    COVER,
    KEPT,
    LAY,
    LINE,
    RECENT,
    Layout,
    ask,
    empty_cell,
    layout,
    make_cell,
    mark_last,
)
from rowdy.interfaces.web.picture import Board, Cell, Choice, DjecoBeside, DjecoSeat, Line, Picture, Piece, written
from rowdy.interfaces.words import Words
from rowdy.rules.cards import GREEN, OWNED, YELLOW, Card, Hand
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_rulings import GridRuling
from rowdy.rules.djeco_state import Action, Green, Lay, Pass, Stack, State, Yellow
from rowdy.rules.game import Event, Move, Over, Seat, View
from rowdy.rules.geometry import Mask, Square, bits

COLOURS = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
SIDES, SIGNS = tuple(COLOURS[colour] for colour in OWNED), ("cross", "ring")
"""The colour and the sign of each seat."""
HINTS = {
    LAY: "picture-hint-lay",
    COVER: "picture-hint-cover",
    LAY | COVER: "picture-hint-lay-cover",
    CLEAR: "picture-hint-clear",
    0: "picture-hint-none",
}


class _Ground(NamedTuple):
    """What all see alike; it is made of nothing else, and once for all who look on."""

    place: Layout
    marks: tuple[int, ...]
    board: Board
    lines: tuple[Line, ...]
    beside: DjecoBeside


def paint(
    describer: Describer, game: DjecoGame, view: View[Any, Any], last: Sequence[Event[Any]], all_open: bool
) -> Picture:
    words, viewer, turn, legal = describer.words, describer.viewer, view.turn, view.legal
    state: State = view.state
    stacks, tokens = state.stacks, state.tokens
    ground = _ground(words, game, stacks, state.used, state.discard, game.deck_size(state), sum(tokens), tuple(last))
    board, uses = ground.board, None
    if legal:
        marks = list(ground.marks)
        uses = _uses(game, stacks, legal, marks)
        board = _board(words, ground.place, stacks, marks)
    hand = () if viewer is None or isinstance(turn, Over) else state.hands[viewer]
    target = game.rulings.target
    return Picture(
        ask=ask(describer, turn, _due(state, legal)),
        turn=turn.seat if isinstance(turn, Move) else None,
        board=board,
        seats=tuple(
            [
                _seat(words, seat, held, tokens[seat], target)
                if seat == viewer or all_open
                else _closed_seat(words, seat, len(held), tokens[seat], target)
                for seat, held in enumerate(state.hands)
            ]
        ),
        beside=ground.beside,
        moves=tuple(map(_choice, repeat(words), legal)),
        pieces=tuple([_piece(words, card, uses.get(card, 0) if uses is not None else None) for card in hand]),
        lines=ground.lines,
    )


def _due(state: State, legal: tuple[Any, ...]) -> str:
    """Only the own hand may tell that nothing can be played; that the other has passed is known to all."""
    if legal and isinstance(legal[0], Pass):
        return "picture-ask-pass"
    return "picture-ask-stead" if state.passes else "picture-ask-play"


# The stacks


@lru_cache(maxsize=RECENT)
def _ground(
    words: Words,
    game: DjecoGame,
    stacks: tuple[Stack, ...],
    used: Mask,
    discard: Hand,
    deck: int,
    tokens: int,
    last: tuple[Event[Any], ...],
) -> _Ground:
    fixed = game.rulings.grid is GridRuling.FIXED
    fields = (game.area.fixed,) if fixed else game.area.fields
    place = layout(game.grid.width, game.grid.height, fields, used or (0 if fixed else game.area.centre))
    marks = list(place.marks)
    mark_last(marks, game.grid, last)
    lines = list[Line]()
    for owner, colour in enumerate(game.look(stacks, used).colours):
        for row in game.rows(colour):
            lines.append(_line(words, game, row, owner))
            for i in bits(row):
                marks[i] |= LINE
    beside = _beside(words, deck, discard, game.sizes.tokens - tokens, game.rulings.target)
    return _Ground(place, tuple(marks), _board(words, place, stacks, marks), tuple(lines), beside)


def _board(words: Words, place: Layout, stacks: tuple[Stack, ...], marks: Sequence[int]) -> Board:
    cells = tuple(map(_cell, repeat(words), place.squares, place.pick(stacks), place.pick(marks)))
    return Board(place.columns, place.rows, cells)


@lru_cache(maxsize=KEPT)
def _cell(words: Words, square: Square, stack: Stack, marks: int) -> Cell:
    if not stack:
        return empty_cell(words, square, "card", marks)
    return make_cell(words, square, "card", *_stack(words, stack), marks)


@lru_cache(maxsize=KEPT)
def _stack(words: Words, stack: Stack) -> tuple[picture.Stack, str]:
    """How a stack looks, and its name."""
    shown = tuple(map(_card, stack))
    name = words("djeco-stack", top=_card_name(words, stack[-1]), height=len(stack))
    return written(picture.Stack(shown[-1], len(shown), shown)), name


@cache
def _card(card: Card) -> picture.Card:
    return picture.Card(COLOURS[card.colour], card.number)


@cache
def _card_name(words: Words, card: Card) -> str:
    return words(f"card-{COLOURS[card.colour]}", number=card.number)


@lru_cache(maxsize=RECENT)
def _line(words: Words, game: DjecoGame, row: Mask, owner: Seat) -> Line:
    squares = tuple([game.grid.squares[i] for i in bits(row)])
    name = f"{words.listing(list(squares))}: {words('value-red' if owner == 0 else 'value-blue')}"
    return written(Line(squares, name, owner=owner))


# What can be done


@cache
def _choice(words: Words, action: Action) -> Choice:
    match action:
        case Lay(card, square):
            return written(Choice(str(action), str(card), target=square))
        case Yellow(square, count):
            name = words("picture-yellow", count=count) if count else ""
            return written(Choice(str(action), str(YELLOW), target=square, name=name))
        case Green(first, last):
            name = words("picture-green", first=first, last=last)
            return written(Choice(str(action), str(GREEN), squares=line_squares(first, last), name=name))
    return written(Choice(str(action), name=words("picture-pass")))


def _uses(game: DjecoGame, stacks: tuple[Stack, ...], legal: tuple[Action, ...], marks: list[int]) -> dict[Card, int]:
    """What each card of the hand can do, which is marked where it can be done."""
    index, uses = game.grid.index, dict[Card, int]()
    for action in legal:
        if type(action) is Lay:
            i, card = index[action.square], action.card
            can = COVER if stacks[i] else LAY
            marks[i] |= can
            uses[card] = uses.get(card, 0) | can
        elif type(action) is not Pass:
            uses[YELLOW if type(action) is Yellow else GREEN] = CLEAR
            for square in touches(action):
                marks[index[square]] |= CLEAR
    return uses


@cache
def _piece(words: Words, card: Card, use: int | None) -> Piece:
    """A card of the hand; `use` is what it can do, `None` where nobody asks."""
    hint, colour = "", COLOURS[card.colour]
    if use is not None:
        title = words("picture-card", colour=colour, number=card.number)
        hint = words(HINTS[use], card=title, colour=colour, number=card.number)
    label = str(card.number) if card.number else words("picture-clear")
    return written(Piece(str(card), _card(card), label, _card_name(words, card), bool(use), hint))


# Beside the board


def _seat(words: Words, seat: Seat, hand: Hand, tokens: int, target: int) -> DjecoSeat:
    name, label = _seat_names(words, seat, tokens, target, len(hand))
    if hand:
        name = f"{name}: {_names(words, hand)}"
    return DjecoSeat(name, label, SIDES[seat], SIGNS[seat], tokens, target, len(hand), tuple(map(_card, hand)))


@cache
def _closed_seat(words: Words, seat: Seat, held: int, tokens: int, target: int) -> DjecoSeat:
    name, label = _seat_names(words, seat, tokens, target, held)
    return written(DjecoSeat(name, label, SIDES[seat], SIGNS[seat], tokens, target, held))


@cache
def _seat_names(words: Words, seat: Seat, tokens: int, target: int, held: int) -> tuple[str, str]:
    label = words("djeco-hidden", count=held)
    colour = words("djeco-red" if seat == 0 else "djeco-blue")
    return words("picture-seat-djeco", colour=colour, count=tokens, target=target, cards=label), label


def _names(words: Words, cards: Hand) -> str:
    return ", ".join(map(_card_name, repeat(words), cards))


@lru_cache(maxsize=RECENT)
def _gone(words: Words, discard: Hand) -> tuple[str, tuple[picture.Card, ...]]:
    """The discard in words, and as it looks."""
    return _names(words, discard), written(tuple(map(_card, discard))) if discard else ()


def _beside(words: Words, deck: int, discard: Hand, left: int, target: int) -> DjecoBeside:
    label, aim, tokens = _beside_names(words, deck, left, target)
    gone, shown = _gone(words, discard)
    return written(DjecoBeside(label, f"{label}; {tokens}: {gone or words('none')}", aim, deck, left, shown))


@cache
def _beside_names(words: Words, deck: int, left: int, target: int) -> tuple[str, str, str]:
    tokens = f"{words('picture-tokens-left', count=left)}; {words('picture-discard')}"
    return words("picture-deck", deck=deck), words("picture-aim", target=target), tokens
