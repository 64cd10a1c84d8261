"""Djeco's Tic Tac Toe in words, in a terminal and in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, assert_never

from rowdy.interfaces import terminal_pieces
from rowdy.interfaces.audience import Audience
from rowdy.interfaces.kit import WHO, InterfaceKit, Marks, addressed, line_names
from rowdy.interfaces.terminal import PIECE_STYLES, Cell, Columns, TerminalBoard, board_rows
from rowdy.interfaces.titles import line_name
from rowdy.interfaces.web.pictures import djeco as boards_djeco
from rowdy.interfaces.web.pictures.picture import Picture
from rowdy.interfaces.why import ANY, Reason, most_telling, refusals
from rowdy.interfaces.words import Words
from rowdy.play.kit import Gain, Held, OrderItem
from rowdy.rules.cards import HIDDEN, DjecoCard, parse_card
from rowdy.rules.djeco import PASS, DjecoGame
from rowdy.rules.djeco_state import Action, Draw, Green, Lay, Pass, Stack, State, Yellow
from rowdy.rules.game import Event, Highlight, Move, Outcome, Seat, View
from rowdy.rules.geometry import Square

CARD_SIGNS = {
    "r": ("✕", PIECE_STYLES["red"]),
    "b": ("○", PIECE_STYLES["blue"]),
    "y": ("y", PIECE_STYLES["yellow"]),
    "g": ("g", PIECE_STYLES["green"]),
}
COLOURS = {"r": "red", "b": "blue", "y": "yellow", "g": "green", "?": "hidden"}
LINES = "\ue003"
"""Stands for the lines that earned tokens in a cached sentence, as `WHO` does for a name."""


class DjecoInterface(InterfaceKit[DjecoGame]):
    # Words

    def sentence(self, words: Words, game: DjecoGame, action: Action, you: bool) -> str:
        return _sentence(words, action, "yes" if you else "no")

    def served(self, action: Action) -> Seat | None:
        return action.seat if isinstance(action, Draw) else None

    def news(self, audience: Audience, before: State, after: State) -> list[str]:
        """Sentences on seats that have more tokens than before, and on the last card of the deck."""
        game = audience.game
        assert isinstance(game, DjecoGame)
        if not game.recycles and game.deck_size(before) and not game.deck_size(after):
            return [audience.words("event-deck-empty")]
        if after.tokens == before.tokens:
            return []
        turn = game.turn(before)
        mover = turn.seat if isinstance(turn, Move) else None
        lines = [
            line_name(game.grid.names(line)) for new in game.new_lines(before.stacks, after.stacks) for line in new
        ]
        return [
            _earned(audience.words, now - then, seat == mover, seat == audience.you)
            .replace(LINES, audience.words.series(lines))
            .replace(WHO, audience.names[seat])
            for seat, (then, now) in enumerate(zip(before.tokens, after.tokens, strict=True))
            if now != then
        ]

    def is_quiet(self, action: Action) -> bool:
        return isinstance(action, Draw)

    def highlight(self, audience: Audience, found: Highlight) -> str:
        return audience.words("key-tokens", **addressed(audience, found.seat), count=found.count)

    def ending(self, audience: Audience, outcome: Outcome, state: State, deciding: Sequence[Highlight]) -> list[str]:
        words, game = audience.words, audience.game
        assert isinstance(game, DjecoGame)
        more, fewer = max(state.tokens), min(state.tokens)
        counts = {"more": more, "fewer": fewer, "draw": "no" if outcome.winners else "yes"}
        said = words(f"end-djeco-{outcome.reason}", target=game.rulings.target, turns=game.sizes.max_turns, **counts)
        lines = [words("end-djeco-line", lines=line_names(words, found), count=found.count) for found in deciding]
        return [*lines, said]

    def move(self, words: Words, game: DjecoGame, action: Action) -> str:
        match action:
            case Lay(card, square):
                return words("move-play", card=card_words(words, card), square=square)
            case Yellow(square, count):
                return words("move-yellow", square=square, count=count or 0)
            case Green(first, last):
                return words("move-green", first=first, last=last)
            case Pass():
                return words("move-pass")
            case Draw():
                return str(action)
            case _:
                assert_never(action)

    def item(self, words: Words, item: OrderItem) -> str:
        card = parse_card(item)
        return card_words(words, card) if card else item

    def gain(self, words: Words, gain: Gain) -> str:
        return words("hint-tokens", count=gain.count)

    def ask(self, words: Words, game: DjecoGame, state: State, seat: Seat, example: str) -> str:
        return words("ask-djeco-pass" if example == str(PASS) else "ask-djeco", example=example)

    def help(self, words: Words, game: DjecoGame) -> str:
        return words("help-djeco", yellow=str(game.rulings.yellow))

    def why_not(self, audience: Audience, view: View[Any, Any], piece: str, square: Square) -> Reason:
        game = audience.game
        assert isinstance(game, DjecoGame)
        if view.legal == (PASS,):
            return Reason("must-pass")
        held = view.state.hands[view.viewer]
        cards = [card for card in dict.fromkeys(held) if not piece or str(card) == piece]
        if not square:
            details = {"colour": COLOURS[cards[0].colour], "number": cards[0].number} if cards else {}
            return Reason("cannot-play", details) if cards else Reason(ANY)
        pointed = (action for action in game.actions if square in boards_djeco.touches(action))
        found = refusals(audience, view, (action for action in pointed if _card_of(action) in cards))
        told = found.get("other-number")
        if told is None:
            return most_telling(found, "not-middle", "off-field", "outside-field", "line-not-filled", "nothing-there")
        number = view.state.stacks[game.grid.index[square]][-1].number
        return Reason(told.code if piece else "no-card-fits", {"square": square, "number": number})

    # Squares

    def touches(self, game: DjecoGame, action: Action) -> tuple[Square, ...]:
        return boards_djeco.touches(action)

    def origin(self, game: DjecoGame, action: Action) -> str:
        return ""

    def aims(self, game: DjecoGame, action: Action) -> tuple[Square, ...]:
        return boards_djeco.touches(action)

    # Pictures

    def board(self, audience: Audience, state: State, marks: Marks, held: Held | None, plain: bool) -> TerminalBoard:
        game, words = audience.game, audience.words
        assert isinstance(game, DjecoGame)
        cells = [_cell(words, square, state.stacks[i], marks) for i, square in enumerate(game.grid.squares)]
        headers = [words(f"djeco-{column}") for column in ("seat", "colour", "tokens", "hand")]
        seats = Columns(headers, [_seat(audience, game, state, seat) for seat in (0, 1)])
        discard = " ".join(map(str, state.discard)) or words("none")
        left = game.sizes.tokens - sum(state.tokens)
        beside = words("djeco-beside", deck=game.deck_size(state), discard=discard, left=left)
        rows = board_rows(game.grid, cells, game.room(state.used) | state.used)
        return TerminalBoard(rows, [seats, beside])

    def paint(
        self, audience: Audience, view: View[Any, Any], last: Sequence[Event[Any]], held: Held, all_open: bool
    ) -> Picture:
        game = audience.game
        assert isinstance(game, DjecoGame)
        touched = tuple([square for event in last for square in self.touches(game, event.action)])
        return boards_djeco.paint(audience, game, view, touched, all_open)


def _card_of(action: Action) -> DjecoCard | None:
    """The card that a move plays."""
    return action.card if isinstance(action, Lay | Yellow | Green) else None


@cache
def _sentence(words: Words, action: Action, you: str) -> str:
    who = {"who": WHO, "you": you}
    match action:
        case Lay(card, square):
            return words("event-play", **who, card=card_words(words, card), square=square)
        case Yellow(square, count):
            return words("event-yellow", **who, square=square, count=count or 0)
        case Green(first, last):
            return words("event-green", **who, first=first, last=last)
        case Pass():
            return words("event-pass", **who)
        case Draw(_, card):
            return words("event-draw", **who, card=card_words(words, card))
        case _:
            assert_never(action)


@cache
def _earned(words: Words, count: int, mover: bool, you: bool) -> str:
    flags = {"mover": "yes" if mover else "no", "you": "yes" if you else "no"}
    return words("event-tokens", who=WHO, **flags, count=count, lines=LINES)


def card_words(words: Words, card: DjecoCard) -> str:
    """A card in words, as the object of a sentence."""
    return words(f"card-{COLOURS[card.colour]}", number=card.number)


# In a terminal


def _cell(words: Words, square: Square, stack: Stack, marks: Marks) -> Cell:
    if not stack:
        return marks.cell(square)
    top, (sign, style) = stack[-1], CARD_SIGNS[stack[-1].colour]
    label = words("card-label", colour=COLOURS[top.colour], number=top.number)
    spoken = words("djeco-stack", top=label, height=len(stack))
    large = terminal_pieces.card(sign, COLOURS[top.colour], top.number)
    return marks.cell(square, f"{sign} {top.number}", "+".join(map(str, stack)), style, spoken, large)


def _seat(audience: Audience, game: DjecoGame, state: State, seat: Seat) -> list[str]:
    words, hand = audience.words, state.hands[seat]
    held = words("djeco-hidden", count=len(hand)) if HIDDEN in hand else " ".join(map(str, hand))
    colour = words("djeco-red" if seat == 0 else "djeco-blue")
    tokens = words("djeco-of", tokens=state.tokens[seat], target=game.rulings.target)
    return [audience.names[seat], colour, tokens, held or words("none")]
