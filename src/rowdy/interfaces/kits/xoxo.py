"""XOXO in words, in a terminal and in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, assert_never

from rowdy.interfaces import terminal_pieces
from rowdy.interfaces.audience import Audience
from rowdy.interfaces.kit import WHO, InterfaceKit, Marks, addressed, line_names
from rowdy.interfaces.phrases import Gap
from rowdy.interfaces.terminal import PIECE_STYLES, Cell, Columns, TerminalBoard, Text, board_rows
from rowdy.interfaces.titles import line_name
from rowdy.interfaces.web.pictures import xoxo as boards_xoxo
from rowdy.interfaces.web.pictures.picture import Goal, Picture
from rowdy.interfaces.web.pictures.xoxo import tile_label
from rowdy.interfaces.why import Reason, most_telling, refusals
from rowdy.interfaces.words import Words
from rowdy.play.kit import Gain, Held, OrderItem
from rowdy.rules.game import Event, Highlight, Outcome, Seat, View
from rowdy.rules.geometry import Square
from rowdy.rules.tiles import CARD, ObjectiveCard, Tile
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Action, Deal, Lay, Reveal, Show, Source, State

SHAPES = {"circle": "●", "square": "■", "triangle": "▲", "heart": "♥"}
FACES = {"joy": ":)", "wink": ";)", "surprise": ":o", "grumpy": ">:("}
TILE_GAP = Gap("\ue001")
"""Stands for the laid tile in a cached sentence, as `WHO` does for a name."""
CARDS = Gap("\ue002")
"""Stands for the cards that were shown, each with its lines."""


class XoxoInterface(InterfaceKit[XoxoGame]):
    # Words

    def sentence(self, words: Words, game: XoxoGame, action: Action, you: bool) -> str | None:
        return _sentence(words, action, "yes" if you else "no")

    def filled(self, words: Words, game: XoxoGame, public: State, event: Event[Action], said: str) -> str:
        actor, action = event
        if isinstance(action, Reveal):
            return CARDS.fill(said, words.listing([_card_in_line(words, game, public, card) for card in action.cards]))
        if not isinstance(action, Lay) or not isinstance(actor, int):
            return said
        top = public.piles[actor if action.source is Source.OWN else -1].top
        return TILE_GAP.fill(said, tile_words(words, top) if top else "")

    def served(self, action: Action) -> Seat | None:
        match action:
            case Deal(seat):
                return seat
            case Show(pile):
                return pile if isinstance(pile, int) else None
            case _:
                return None

    def is_quiet(self, action: Action) -> bool:
        return isinstance(action, Show)

    def highlight(self, audience: Audience, found: Highlight) -> str:
        words = audience.words
        return words("key-shown", **addressed(audience, found.seat), cards=self._cards(words, found), count=found.count)

    def cards(self, words: Words, found: Highlight) -> tuple[Goal, ...]:
        return tuple(boards_xoxo.goal(words, CARD[item]) for item in found.items)

    def ending(self, audience: Audience, outcome: Outcome, state: State, deciding: Sequence[Highlight]) -> list[str]:
        words = audience.words
        if deciding:
            return [
                words(
                    "end-xoxo-last_card",
                    **addressed(audience, found.seat),
                    lines=line_names(words, found),
                    cards=self._cards(words, found),
                    count=len(found.items),
                )
                for found in deciding
            ]
        (winner,) = outcome.winners
        most = len(state.shown[winner])
        tied = [seat for seat, shown in enumerate(state.shown) if len(shown) == most]
        names = [words("among-you") if seat == audience.you else audience.names[seat] for seat in tied]
        return [
            words(f"end-xoxo-{outcome.reason}", **addressed(audience, winner), count=most, names=words.listing(names))
        ]

    def _cards(self, words: Words, found: Highlight) -> str:
        return words.listing([self.item(words, item) for item in found.items])

    def move(self, words: Words, game: XoxoGame, action: Action) -> str:
        match action:
            case Lay(pile, square):
                return words("move-own" if pile is Source.OWN else "move-draw", square=square)
            case _:
                return self.listed(words, action)

    def listed(self, words: Words, action: Action) -> str:
        if not isinstance(action, Reveal):
            return str(action)
        cards = words.series(card_words(words, card) for card in action.cards)
        return words("review-show", cards=cards) if cards else words("review-show-nothing")

    def item(self, words: Words, item: OrderItem) -> str:
        return card_words(words, CARD[item])

    def gain(self, words: Words, gain: Gain) -> str:
        return words("hint-line", cards=words.listing([self.item(words, item) for item in gain.items]))

    def ask(self, words: Words, game: XoxoGame, state: State, seat: Seat, example: str) -> str:
        return words("ask-xoxo", example=example)

    def help(self, words: Words, game: XoxoGame) -> str:
        return words("help-xoxo")

    def why_not(self, audience: Audience, view: View[Any, Any], piece: str, square: Square) -> Reason:
        return most_telling(refusals(audience, view, (Lay(source, square) for source in Source)))

    # Squares

    def touches(self, game: XoxoGame, action: Action) -> tuple[Square, ...]:
        return (action.square,) if isinstance(action, Lay) else ()

    def origin(self, game: XoxoGame, action: Action) -> str:
        return str(action.source) if isinstance(action, Lay) else ""

    # Pictures

    def board(self, audience: Audience, state: State, marks: Marks, held: Held | None, plain: bool) -> TerminalBoard:
        game, words = audience.game, audience.words
        assert isinstance(game, XoxoGame)
        occupied = game.occupied(state.display)
        cells = [_cell(words, square, state.display[i], marks) for i, square in enumerate(game.grid.squares)]
        seats = [self._seat(audience, game, state, seat, held, plain) for seat in range(game.seats)]
        size, top = state.piles[-1]
        pile: list[Text] = [words("xoxo-draw-pile"), str(size), _top(words, top, plain), "", ""]
        headers = [words(f"xoxo-{column}") for column in ("seat", "pile", "top", "cards", "shown")]
        rows = board_rows(game.grid, cells, game.area.room(occupied) | occupied)
        return TerminalBoard(rows, [Columns(headers, [*seats, pile])])

    def _seat(
        self, audience: Audience, game: XoxoGame, state: State, seat: Seat, held: Held | None, plain: bool
    ) -> list[Text]:
        words, (size, top) = audience.words, state.piles[seat]
        orders = held if seat == audience.viewer else None
        cards = [_noted_card(words, card, game.in_line(state, card), orders) for card in state.hands[seat]]
        shown = [card_words(words, card) for card in state.shown[seat]]
        return [audience.names[seat], str(size), _top(words, top, plain), words.series(cards), words.series(shown)]

    def paint(
        self, audience: Audience, view: View[Any, Any], last: Sequence[Event[Any]], held: Held, all_open: bool
    ) -> Picture:
        game = audience.game
        assert isinstance(game, XoxoGame)
        touched = tuple([square for event in last for square in self.touches(game, event.action)])
        return boards_xoxo.paint(audience, game, view, touched, held, all_open)


@cache
def _sentence(words: Words, action: Action, you: str) -> str | None:
    who = {"who": WHO, "you": you}
    match action:
        case Lay(pile, square):
            return words("event-lay", **who, tile=TILE_GAP.phrase, square=square, source=pile)
        case Reveal(shown):
            return words("event-reveal", **who, cards=CARDS.phrase) if shown else None
        case Show(pile, tile):
            message = "event-top" if isinstance(pile, int) else "event-draw-top"
            return words(message, **who, tile=tile_words(words, tile))
        case Deal(_, card):
            return words("event-deal", **who, card=card_words(words, card))
        case _:
            assert_never(action)


@cache
def tile_words(words: Words, tile: Tile) -> str:
    """A tile in words, as the object of a sentence."""
    colour, shape, face = tile.names
    return words("tile", colour=words(f"colour-{colour}"), shape=shape, face=words(f"face-{face}"))


def card_words(words: Words, card: ObjectiveCard) -> str:
    """An objective card, or its back, in words."""
    if card.value is None:
        return words("card-back", kind=words(f"kind-{card.kind}"))
    return words(f"value-{card}")


def _card_in_line(words: Words, game: XoxoGame, state: State, card: ObjectiveCard) -> str:
    """A card that was shown, with the lines of the display that allow it; a later tile may cover them."""
    shared = game.look(state.display).lines
    lines = [line_name(sorted(game.grid.squares[i] for i in line)) for line, what in shared if what & card.feature]
    return f"{card_words(words, card)} ({words.series(lines)})" if lines else card_words(words, card)


# In a terminal


def _cell(words: Words, square: Square, tile: Tile | None, marks: Marks) -> Cell:
    if tile is None:
        return marks.cell(square)
    sign, style = _sign(tile)
    return marks.cell(square, sign, str(tile), style, tile_label(words, tile), terminal_pieces.tile(*tile.names))


def _sign(tile: Tile) -> tuple[str, str]:
    """The sign of a tile, and its style."""
    colour, shape, face = tile.names
    return f"{SHAPES[shape]} {FACES[face]}", PIECE_STYLES[colour]


def _top(words: Words, tile: Tile | None, plain: bool) -> Text:
    """The top tile of a pile, drawn as on the board."""
    if tile is None:
        return ""
    return f"{tile}, {tile_label(words, tile)}" if plain else (_sign(tile), (f"  {tile}", ""))


def _noted_card(words: Words, card: ObjectiveCard, in_line: bool, held: Held | None) -> str:
    """A card in a hand, with a note if it is held back by order or has a line on the display."""
    notes = [words("order-hold")] if held is not None and str(card) in held else []
    if in_line:
        notes.append(words("order-line"))
    return card_words(words, card) + (f" [{', '.join(notes)}]" if notes else "")
