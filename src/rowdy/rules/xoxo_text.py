"""XOXO as text: moves, and positions, which are read only if play can lead to them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from rowdy.rules.display import Display
from rowdy.rules.game import Actor, IllegalMove, InvalidMove, Outcome, Seat
from rowdy.rules.geometry import Grid, Mask
from rowdy.rules.text import PositionReader, format_list, read_list
from rowdy.rules.tiles import CARD, TILE, Hand, ObjectiveCard, Tile, sort_hand
from rowdy.rules.xoxo_state import Action, Deal, Lay, Pile, Reveal, Show, Sizes, Source, State


class PositionRules(Protocol):
    """What the rules say about positions: all of `XoxoGame` that is asked here."""

    seats: int
    starter: Seat
    tiles: tuple[Tile, ...]
    sizes: Sizes
    pile_sizes: tuple[int, ...]
    grid: Grid
    area: Display

    @property
    def has_last_window(self) -> bool: ...
    def occupied(self, display: tuple[Tile | None, ...]) -> Mask: ...
    def is_full(self, occupied: Mask) -> bool: ...
    def in_line(self, state: State, card: ObjectiveCard) -> bool: ...
    def dealing(self, state: State) -> bool: ...
    def outcome(self, state: State) -> Outcome | None: ...
    def apply(self, state: State, actor: Actor, action: Action) -> State: ...


_LAY = re.compile(r"(own|draw)@([a-i][1-9])")
_DEAL = re.compile(r"([1-9])\+(\??[a-z]+)")
_SHOW = re.compile(r"([1-9]|draw)=([a-z]{3})")
_CELL = re.compile(r"\.|[a-z]{3}")
_PILE = re.compile(r"([1-9][0-9]{0,2})(\.|[a-z]{3})|0")
_DUE = re.compile(r"(deal|lay|show) ([1-9])(?: ([a-i][1-9]))?(?: (\S+))?")


def _cards(texts: Sequence[str]) -> Hand | None:
    """The cards or backs with these texts, sorted; `None` if a text is not a card, or a card comes twice."""
    cards = [CARD.get(text) for text in texts]
    known = [card for card in cards if card is not None]
    values = [card for card in known if card.value is not None]
    return sort_hand(known) if len(known) == len(cards) and len(set(values)) == len(values) else None


def parse_reveal(text: str) -> Reveal | None:
    """The answer with this text, `-` or cards separated by `,`; `None` if it cannot be read."""
    cards = () if text == "-" else _cards(text.split(","))
    return None if cards is None or any(card.value is None for card in cards) else Reveal(cards)


def parse_action(game: PositionRules, text: str) -> Action:
    if match := _LAY.fullmatch(text):
        if match[2] not in game.grid.index:
            raise InvalidMove("off-board", text=text, square=match[2])
        return Lay(Source(match[1]), match[2])
    if text.startswith("!") and (reveal := parse_reveal(text[1:])):
        return reveal
    if (match := _DEAL.fullmatch(text)) and match[2] in CARD and int(match[1]) <= game.seats:
        return Deal(int(match[1]) - 1, CARD[match[2]])
    if (match := _SHOW.fullmatch(text)) and match[2] in TILE:
        if match[1] == "draw":
            return Show(Source.DRAW, TILE[match[2]])
        if int(match[1]) <= game.seats:
            return Show(int(match[1]) - 1, TILE[match[2]])
    raise InvalidMove("unreadable-move", text=text)


def _format_due(game: PositionRules, state: State) -> str:
    part = "deal" if game.dealing(state) else "lay" if state.answers is None else "show"
    words = [part, str(state.seat + 1)]
    if state.last is not None:
        words.append(game.grid.squares[state.last])
    if state.answers is not None:
        words.append("/".join("." if answer is None else str(answer)[1:] for answer in state.answers))
    return " ".join(words)


def format_state(game: PositionRules, state: State) -> str:
    elsewhere = {*state.display, *(pile.top for pile in state.piles), *state.unseen}
    covered = [tile for tile in game.tiles if tile not in elsewhere]
    piles = "/".join(f"{pile.size}{pile.top or '.'}" if pile.size else "0" for pile in state.piles)
    hands = "/".join(
        format_list([*held, *(f"!{card}" for card in shown)])
        for held, shown in zip(state.hands, state.shown, strict=True)
    )
    board = game.grid.ranks(str(tile or ".") for tile in state.display)
    return f"{board} {format_list(covered)} {piles} {hands} {_format_due(game, state)}"


def parse_state(game: PositionRules, text: str) -> State:
    return _Reader(game, text).state()


class _Reader(PositionReader[PositionRules]):
    def state(self) -> State:
        board, covered_text, piles_text, hands_text, due = self.fields()
        display = self.display(board)
        piles = self.piles(piles_text)
        covered = self.tiles(read_list(covered_text))
        hands, shown = self.hands(hands_text)
        part, seat, last, answers = self.due(due)
        laid = [tile for tile in display if tile] + covered
        unseen = self.unseen(laid + [pile.top for pile in piles if pile.top])
        if sum(pile.size for pile in piles) + len(laid) != len(self.game.tiles):
            self.fail("tile-count")
        state = State(display, unseen, piles, hands, shown, seat, last, answers)
        self.check_display(state, covered)
        self.check_hands(state, part)
        self.check_turns(state, len(laid))
        self.check_tops(state, part)
        self.check_shown(state, laid)
        self.check_written(format_state(self.game, state))
        self.check_answers(state)
        return state

    # Can play have led to this position? Each check refuses only what no play leads to.

    def check_display(self, state: State, covered: Sequence[Tile]) -> None:
        """The display grows from the middle, each tile next to another, and is full before a tile is covered."""
        game = self.game
        occupied = game.occupied(state.display)
        if occupied and not occupied & game.area.centre:
            self.fail("off-middle-tile")
        if not game.area.fits(occupied):
            self.fail("outside-field")
        if not self.in_one_piece(occupied):
            self.fail("tiles-apart")
        if covered and not game.is_full(occupied):
            self.fail("covered-early")
        if (state.last is None) != (not occupied):
            self.fail("last-tile")
        if state.last is not None:
            last = 1 << state.last
            before = occupied & ~last
            could_grow = self.in_one_piece(before) and (not before or bool(before & game.area.centre))
            if not last & occupied or not (covered or could_grow):
                self.fail("last-tile")

    def in_one_piece(self, squares: Mask) -> bool:
        """True if these squares are connected orthogonally."""
        reached, grown = 0, squares & -squares
        while grown != reached:
            reached, grown = grown, grown | self.game.grid.around(grown) & squares
        return reached == squares

    def check_hands(self, state: State, part: str) -> None:
        """Cards are dealt one at a time; then each seat has all of its own, in the hand or shown."""
        game = self.game
        held = [len(hand) + len(shown) for hand, shown in zip(state.hands, state.shown, strict=True)]
        if part == "deal":
            order = [len(range(seat, sum(held), game.seats)) for seat in range(game.seats)]
            if held != order or state.last is not None or any(state.shown):
                self.fail("dealing")
        elif set(held) != {game.sizes.hand}:
            self.fail("hand-count")

    def check_turns(self, state: State, laid: int) -> None:
        """Seats take turns, each laying one tile of its own pile or the draw pile, until a pile is used up."""
        game, seats = self.game, self.game.seats
        over = laid > 0 and state.answers is None and game.outcome(state) is not None
        still_on = over or state.answers is not None
        due = (game.starter + laid - still_on) % seats
        if state.seat != due:
            self.fail("other-seat", laid=laid, seat=due + 1)
        for seat, pile in enumerate(state.piles[:seats]):
            own, turns = game.pile_sizes[seat] - pile.size, len(range((seat - game.starter) % seats, laid, seats))
            if own > turns:
                self.fail("pile-turns", seat=seat + 1, own=own, turns=turns)
        empty = [i for i, pile in enumerate(state.piles) if not pile.size]
        if any(i not in (state.seat, seats) for i in empty) or len(empty) > 1:
            self.fail("pile-used-up", seat=state.seat + 1)
        if state.answers is not None and (not laid or not all(state.hands)):
            self.fail("unreadable-due", due="show")
        if empty and not game.has_last_window and (state.answers is not None or not all(state.hands)):
            self.fail("pile-no-window")

    def check_tops(self, state: State, part: str) -> None:
        """Tops are shown after the deal, pile by pile, and then as soon as the tile above has been laid."""
        hidden = [i for i, pile in enumerate(state.piles) if pile.size and not pile.top]
        if state.last is None:
            shown = len(state.piles) - len(hidden)
            fine = hidden == list(range(shown, len(state.piles))) and (part != "deal" or not shown)
        else:
            laid_from = [i for i in (state.seat, self.game.seats) if state.piles[i].size < self.game.pile_sizes[i]]
            fresh = state.answers is not None and not any(state.answers)
            fine = not hidden or (fresh and len(hidden) == 1 and hidden[0] in laid_from)
        if not fine:
            self.fail("pile-tops")

    def check_shown(self, state: State, laid: Sequence[Tile]) -> None:
        """A shown card had a line of tiles with its feature; of an empty hand, one such line is still there."""
        game = self.game
        for hand, shown in zip(state.hands, state.shown, strict=True):
            for card in shown:
                if sum(bool(tile.features & card.feature) for tile in laid) < game.sizes.line:
                    self.fail("shown-early", card=card)
            if state.last is not None and not hand and not any(game.in_line(state, card) for card in shown):
                self.fail("shown-last")

    def check_answers(self, state: State) -> None:
        """Fails unless the answers given so far are legal."""
        if not any(state.answers or ()):
            return
        asked = state._replace(answers=(None,) * self.game.seats)
        for seat, answer in enumerate(state.answers or ()):
            if answer is not None:
                try:
                    asked = self.game.apply(asked, seat, answer)
                except IllegalMove:
                    self.fail("unreadable-due", due=answer)

    def display(self, text: str) -> tuple[Tile | None, ...]:
        cells = self.game.grid.cells(text, _CELL)
        if cells is None or any(cell != "." and cell not in TILE for cell in cells):
            self.fail("unreadable-board", board=text)
        return tuple(TILE.get(cell) for cell in cells)

    def tiles(self, texts: Sequence[str]) -> list[Tile]:
        tiles = [TILE.get(text) for text in texts]
        found = [tile for tile in tiles if tile]
        if len(found) != len(tiles):
            self.fail("unreadable-covered")
        return found

    def piles(self, text: str) -> tuple[Pile, ...]:
        matches = [_PILE.fullmatch(part) for part in text.split("/")]
        sizes = self.game.pile_sizes
        if len(matches) != len(sizes):
            self.fail("unreadable-piles", piles=text)
        piles = []
        for match, full in zip(matches, sizes, strict=True):
            if match is None or (match[2] or ".") not in {".", *TILE}:
                self.fail("unreadable-piles", piles=text)
            pile = Pile(int(match[1] or 0), TILE.get(match[2] or "."))
            if pile.size > full:
                self.fail("pile-size", size=pile.size, most=full)
            piles.append(pile)
        return tuple(piles)

    def hands(self, text: str) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        parts = [read_list(part) for part in text.split("/")]
        held = [_cards([card for card in part if not card.startswith("!")]) for part in parts]
        shown = [_cards([card[1:] for card in part if card.startswith("!")]) for part in parts]
        hands, faces = tuple(h for h in held if h is not None), tuple(s for s in shown if s is not None)
        if not len(hands) == len(faces) == len(parts) == self.game.seats:
            self.fail("unreadable-hands", hands=text)
        every = [card for hand in (*hands, *faces) for card in hand]
        values = [card for card in every if card.value is not None]
        too_many = any(
            sum(card.kind == kind for card in every) > sum(card.kind == kind for card in self.game.sizes.cards)
            for kind in {card.kind for card in every}
        )
        if too_many or len(set(values)) != len(values) or any(c.value is None for hand in faces for c in hand):
            self.fail("card-twice", hands=text)
        if any(card not in self.game.sizes.cards for card in values):
            self.fail("unreadable-hands", hands=text)
        return hands, faces

    def due(self, text: str) -> tuple[str, Seat, int | None, tuple[Reveal | None, ...] | None]:
        match = _DUE.fullmatch(text)
        if match is None or int(match[2]) > self.game.seats or (match[3] and match[3] not in self.game.grid.index):
            self.fail("unreadable-due", due=text)
        part, seat, rest = match[1], int(match[2]) - 1, match[4]
        last = self.game.grid.index[match[3]] if match[3] else None
        if (part == "show") != (rest is not None):
            self.fail("unreadable-due", due=text)
        return part, seat, last, None if rest is None else self.answers(rest)

    def answers(self, text: str) -> tuple[Reveal | None, ...]:
        parts = text.split("/")
        answers = tuple(None if part == "." else parse_reveal(part) for part in parts)
        unread = any(answer is None and part != "." for part, answer in zip(parts, answers, strict=True))
        if unread or len(parts) != self.game.seats or None not in answers:
            self.fail("unreadable-due", due=text)
        return answers

    def unseen(self, seen: Sequence[Tile]) -> tuple[Tile, ...]:
        if len(set(seen)) != len(seen):
            self.fail("tile-twice")
        if any(tile not in self.game.tiles for tile in seen):
            self.fail("tile-not-in-deck")
        return tuple(tile for tile in self.game.tiles if tile not in seen)
