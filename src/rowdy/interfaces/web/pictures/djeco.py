"""Djeco's Tic Tac Toe as one viewer sees it: stacks, the own hand and what it can do, tokens, and lines that lie."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import repeat
from typing import Any, Literal, NamedTuple

from rowdy.interfaces.audience import Audience
from rowdy.interfaces.web.pictures.common import (
    CLEAR,
    COVER,
    LAY,
    LINE,
    MAX_CACHED_BOARDS,
    MAX_CACHED_CELLS,
    MAX_CACHED_PARTS,
    Layout,
    ask,
    empty_cell,
    layout,
    make_cell,
    mark_last,
)
from rowdy.interfaces.web.pictures.picture import (
    BoardCell,
    BoardPicture,
    CardLook,
    DjecoBeside,
    DjecoSeat,
    DrawnLine,
    OfferedMove,
    Picture,
    Piece,
    Sendable,
    StackLook,
    Wire,
    encoded,
)
from rowdy.interfaces.words import Words
from rowdy.rules.cards import GREEN, OWNED, YELLOW, DjecoCard, Hand
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import Action, Draw, Green, Lay, Pass, Stack, State, Yellow
from rowdy.rules.game import Move, Over, Seat, View
from rowdy.rules.geometry import Mask, Square, bits, squares_between

COLOURS = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
SIDES, SIDE_SIGNS = tuple(COLOURS[colour] for colour in OWNED), ("cross", "ring")
"""The colour and the sign of each seat."""
CLEARS: dict[DjecoCard, Literal["square", "line"]] = {YELLOW: "square", GREEN: "line"}
"""What the cards without a number clear."""
HINTS = {
    LAY: "picture-hint-lay",
    COVER: "picture-hint-cover",
    LAY | COVER: "picture-hint-lay-cover",
    CLEAR: "picture-hint-clear",
    0: "picture-hint-none",
}


class _Public(NamedTuple):
    """The parts that are the same for all viewers; made once, only from what everybody may know."""

    place: Layout
    marks: tuple[int, ...]
    board: BoardPicture
    lines: tuple[Wire[DrawnLine], ...]
    beside: Wire[DjecoBeside]


def paint(
    audience: Audience, game: DjecoGame, view: View[Any, Any], touched: tuple[Square, ...], all_open: bool
) -> Picture:
    words, viewer, turn, legal = audience.words, audience.viewer, view.turn, view.legal
    state: State = view.state
    stacks, tokens = state.stacks, state.tokens
    public = _public(words, game, stacks, state.used, state.discard, game.deck_size(state), tokens, touched)
    board, uses = public.board, None
    if legal:
        marks = list(public.marks)
        uses = _uses(game, stacks, legal, marks)
        board = _board(words, public.place, stacks, marks)
    hand = () if viewer is None or isinstance(turn, Over) else state.hands[viewer]
    target = game.rulings.target
    middle = not state.used and len({action.square for action in legal if isinstance(action, Lay)}) == 1
    return Picture(
        ask=ask(audience, turn, _due(state, legal), _sides(words)),
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
        beside=public.beside,
        moves=tuple(map(_move, repeat(words), legal)),
        pieces=tuple([_piece(words, card, uses.get(card, 0) if uses is not None else None, middle) for card in hand]),
        lines=public.lines,
    )


def _due(state: State, legal: tuple[Any, ...]) -> str:
    """Returns the message for the move that is due.

    That nothing can be played follows from the viewer's own legal moves alone, since it depends on the hand; that the
    other has passed is public.
    """
    if legal and isinstance(legal[0], Pass):
        return "picture-ask-pass"
    return "picture-ask-stead" if state.passes else "picture-ask-play"


# The board


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _public(
    words: Words,
    game: DjecoGame,
    stacks: tuple[Stack, ...],
    used: Mask,
    discard: Hand,
    deck: int,
    tokens: tuple[int, int],
    touched: tuple[Square, ...],
) -> _Public:
    place = layout(game.grid, game.fields(used))
    marks = list(place.marks)
    mark_last(marks, game.grid, touched)
    lines = list[Wire[DrawnLine]]()
    for owner, colour in enumerate(game.look(stacks).colours):
        for row in game.rows(colour):
            lines.append(_line(words, game, row, owner))
            for i in bits(row):
                marks[i] |= LINE
    beside = _beside(words, deck, discard, game.sizes.tokens - sum(tokens), game.rulings.target)
    return _Public(place, tuple(marks), _board(words, place, stacks, marks), tuple(lines), beside)


def _board(words: Words, place: Layout, stacks: tuple[Stack, ...], marks: Sequence[int]) -> BoardPicture:
    cells = tuple(map(_cell, repeat(words), place.squares, place.pick(stacks), place.pick(marks)))
    return BoardPicture(place.columns, place.rows, cells)


@lru_cache(maxsize=MAX_CACHED_CELLS)
def _cell(words: Words, square: Square, stack: Stack, marks: int) -> Wire[BoardCell]:
    if not stack:
        return empty_cell(words, square, "card", marks)
    return make_cell(words, square, "card", *_stack(words, stack), marks)


@lru_cache(maxsize=MAX_CACHED_PARTS)
def _stack(words: Words, stack: Stack) -> tuple[Wire[StackLook], str]:
    """Returns how a stack looks, and its name."""
    shown = tuple(map(_card, stack))
    name = words("djeco-stack", top=_card_name(words, stack[-1]), height=len(stack))
    return encoded(StackLook(shown[-1], len(shown), shown)), name


@cache
def _card(card: DjecoCard) -> CardLook:
    return CardLook(COLOURS[card.colour], card.number, CLEARS.get(card))


@cache
def _card_name(words: Words, card: DjecoCard) -> str:
    return words("card-label", colour=COLOURS[card.colour], number=card.number)


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _line(words: Words, game: DjecoGame, row: Mask, owner: Seat) -> Wire[DrawnLine]:
    squares = tuple([game.grid.squares[i] for i in bits(row)])
    colour = words("value-red" if owner == 0 else "value-blue")
    name = words("picture-line", squares=words.listing(squares), what=colour)
    return encoded(DrawnLine(squares, name, owner=owner, colour=SIDES[owner]))


# What can be done


@cache
def touches(action: Action) -> tuple[Square, ...]:
    """Returns the squares that an action changes."""
    match action:
        case Lay(_, square) | Yellow(square):
            return (square,)
        case Green(first, last):
            return squares_between(first, last)
        case Pass() | Draw():
            return ()


@cache
def _move(words: Words, action: Action) -> Wire[OfferedMove]:
    match action:
        case Lay(card, square):
            return encoded(OfferedMove(str(action), str(card), target=square))
        case Yellow(square, count):
            name = words("picture-yellow", count=count) if count else ""
            return encoded(OfferedMove(str(action), str(action.card), target=square, name=name))
        case Green(first, last):
            name = words("picture-green", first=first, last=last)
            squares = squares_between(first, last)
            return encoded(OfferedMove(str(action), str(action.card), squares=squares, name=name))
        case Pass() | Draw():
            return encoded(OfferedMove(str(action), name=words("picture-pass")))


def _uses(
    game: DjecoGame, stacks: tuple[Stack, ...], legal: tuple[Action, ...], marks: list[int]
) -> dict[DjecoCard, int]:
    """Returns what each card of the hand can do, and marks the squares where it can be done."""
    index, uses = game.grid.index, dict[DjecoCard, int]()
    for action in legal:
        if type(action) is Lay:
            i, card = index[action.square], action.card
            can = COVER if stacks[i] else LAY
            marks[i] |= can
            uses[card] = uses.get(card, 0) | can
        elif isinstance(action, Yellow | Green):
            uses[action.card] = CLEAR
            for square in touches(action):
                marks[index[square]] |= CLEAR
    return uses


@cache
def _piece(words: Words, card: DjecoCard, use: int | None, middle: bool) -> Wire[Piece]:
    """Returns a card of the hand; `use` is what it can do now, `None` if it is not the viewer's turn.

    `middle` tells whether the middle is the only square for it.
    """
    hint, colour = "", COLOURS[card.colour]
    if use is not None:
        title = words("picture-card", colour=colour, number=card.number)
        message = "picture-hint-middle" if middle and use == LAY else HINTS[use]
        hint = words(message, card=title, colour=colour, number=card.number)
    label = str(card.number) if card.number else words("picture-clear")
    return encoded(Piece(str(card), _card(card), label, _card_name(words, card), bool(use), hint))


# Beside the board


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _seat(words: Words, seat: Seat, hand: Hand, tokens: int, target: int) -> Wire[DjecoSeat]:
    name, label = _seat_names(words, seat, tokens, target, len(hand))
    if hand:
        name = f"{name}: {_names(words, hand)}"
    cards, side = tuple(map(_card, hand)), _side(words, seat)
    return encoded(DjecoSeat(name, label, SIDES[seat], SIDE_SIGNS[seat], tokens, target, len(hand), cards, side))


@cache
def _closed_seat(words: Words, seat: Seat, held: int, tokens: int, target: int) -> Wire[DjecoSeat]:
    name, label = _seat_names(words, seat, tokens, target, held)
    return encoded(DjecoSeat(name, label, SIDES[seat], SIDE_SIGNS[seat], tokens, target, held, side=_side(words, seat)))


def _side(words: Words, seat: Seat) -> str:
    return words(f"value-{SIDES[seat]}")


@cache
def _sides(words: Words) -> tuple[str, ...]:
    """Returns the colour and sign of each player, as a sentence has them; no line breaks between the two."""
    return tuple(words(f"djeco-side-{side}").replace(" ", "\N{NO-BREAK SPACE}") for side in SIDES)


@cache
def _seat_names(words: Words, seat: Seat, tokens: int, target: int, held: int) -> tuple[str, str]:
    label = words("djeco-hidden", count=held)
    colour = words("djeco-red" if seat == 0 else "djeco-blue")
    return words("picture-seat-djeco", colour=colour, count=tokens, target=target, cards=label), label


def _names(words: Words, cards: Hand) -> str:
    return words.series(map(_card_name, repeat(words), cards))


@lru_cache(maxsize=MAX_CACHED_BOARDS)
def _discard(words: Words, discard: Hand) -> tuple[str, Sendable[tuple[CardLook, ...]]]:
    """Returns the discard in words, and as it looks."""
    return _names(words, discard), encoded(tuple(map(_card, discard))) if discard else ()


def _beside(words: Words, deck: int, discard: Hand, left: int, target: int) -> Wire[DjecoBeside]:
    label, aim, tokens = _beside_names(words, deck, left, target)
    gone, shown = _discard(words, discard)
    size = f"{words('picture-discard')} {len(discard)}" if discard else ""
    return encoded(DjecoBeside(label, f"{label}; {tokens}: {gone or words('none')}", aim, deck, left, shown, size))


@cache
def _beside_names(words: Words, deck: int, left: int, target: int) -> tuple[str, str, str]:
    """Returns the deck, the aim and the tokens left, in words."""
    aim = words("picture-aim", target=target)
    tokens = f"{words('picture-tokens-left', count=left)}; {words('picture-discard')}"
    return words("picture-deck", deck=deck), aim, tokens
