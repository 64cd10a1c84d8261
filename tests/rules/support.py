"""Words for the tests of the rules: positions and moves are written in the project's notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, IllegalMove, Move, Outcome, Over, Window

COLOURS, SHAPES, FACES = "rbgy", "csth", "jwsg"
VALUES = [
    *("red", "blue", "green", "yellow"),
    *("circle", "square", "triangle", "heart"),
    *("joy", "wink", "surprise", "grumpy"),
]
TILES = [COLOURS[c] + SHAPES[s] + FACES[f] for c, s, f in product(range(4), range(4), range(4)) if (c + s + f) % 4 != 0]
"""The balanced deck of XOXO, worked out here from the rule."""

CARDS = [f"{colour}{n}" for colour in "rb" for n in range(1, 10) for _ in range(2)] + ["y"] * 6 + ["g"] * 2
"""The 44 cards of Djeco with the default numbers."""

NINE = ["b4", "c4", "d4", "b3", "c3", "d3", "b2", "c2", "d2"]
"""The middle window of the lattice, in the order in which it is read."""

LINES = [
    ("b4", "c4", "d4"),
    ("b3", "c3", "d3"),
    ("b2", "c2", "d2"),
    ("b2", "b3", "b4"),
    ("c2", "c3", "c4"),
    ("d2", "d3", "d4"),
    ("b2", "c3", "d4"),
    ("b4", "c3", "d2"),
]
"""Its rows, columns and diagonals, each from the left or from below, as a green card names them."""


def at(game: AnyGame, position: Any) -> Any:
    """The state, given as such or as text."""
    return game.parse_state(position) if isinstance(position, str) else position


def after(game: AnyGame, position: Any, moves: str) -> Any:
    """The state after these moves, answers (`2!red`) and chance outcomes, with blanks between."""
    state = at(game, position)
    for text in moves.split():
        seat, mark, shown = text.partition("!")
        actor: Actor
        if mark:
            actor, text = int(seat) - 1, mark + shown
        else:
            match game.turn(state):
                case Chance():
                    actor = CHANCE
                case Move(seat=to_move):
                    actor = to_move
                case turn:
                    raise AssertionError(f"{text} comes when {turn} is due")
        state = game.play(state, actor, game.parse_action(text))
    return state


def text(game: AnyGame, position: Any) -> str:
    return game.format_state(at(game, position))


def fields(game: AnyGame, position: Any) -> list[str]:
    return text(game, position).split(" ", 4)


def mover(game: AnyGame, position: Any) -> int:
    """The seat whose move is due; an error if none is."""
    turn = game.turn(at(game, position))
    assert isinstance(turn, Move), turn
    return turn.seat


def asked(game: AnyGame, position: Any) -> tuple[int, ...]:
    """The seats whose answer a window waits for; an error if there is none."""
    turn = game.turn(at(game, position))
    assert isinstance(turn, Window), turn
    return turn.seats


def outcome(game: AnyGame, position: Any) -> Outcome | None:
    """How the game ended, or `None` while it goes on."""
    turn = game.turn(at(game, position))
    return turn.outcome if isinstance(turn, Over) else None


def ended(winners: Iterable[int], reason: str) -> Outcome:
    return Outcome(tuple(winners), reason)


def winners(game: AnyGame, position: Any) -> tuple[int, ...]:
    result = outcome(game, position)
    assert result is not None, "the game goes on"
    return result.winners


def goes_on(game: AnyGame, position: Any) -> bool:
    return outcome(game, position) is None


def legal_texts(game: AnyGame, position: Any, seat: int | None = None) -> set[str]:
    """The moves of a seat, by default of the one to move."""
    state = at(game, position)
    return {str(action) for action in game.legal(state, mover(game, state) if seat is None else seat)}


def accepted_texts(game: AnyGame, position: Any, seat: int | None = None) -> set[str]:
    """The moves of a seat, by default of the one to move, that are not refused when it tries each there is."""
    state, found = at(game, position), set()
    for action in game.actions:
        with suppress(IllegalMove):
            game.play(state, mover(game, state) if seat is None else seat, action)
            found.add(str(action))
    return found


def squares_for(game: AnyGame, position: Any, piece: str) -> set[str]:
    """Where the seat to move may lay this piece: a stone, a card, or the top of a pile."""
    moves = (move.split("@") for move in legal_texts(game, position) if "@" in move)
    return {square for what, square in moves if what == piece}


def chances(game: AnyGame, position: Any) -> dict[str, Fraction]:
    """The chance outcomes that are due, with their probabilities; an error if none is."""
    turn = game.turn(at(game, position))
    assert isinstance(turn, Chance), turn
    return {str(action): probability for action, probability in turn.outcomes}


def weights(game: AnyGame, position: Any) -> dict[str, int]:
    """The cards that may come next, each with how many there are."""
    turn = game.turn(at(game, position))
    assert isinstance(turn, Chance), turn
    return {str(action).split("+")[1]: n for action, n in zip(turn.actions, turn.weights, strict=True)}


def dealt(game: AnyGame) -> Any:
    """The start of the game, after the first outcome of every chance before the first move."""
    state = game.start()
    while isinstance(turn := game.turn(state), Chance):
        state = game.play(state, CHANCE, turn.actions[0])
    return state


def seen_by(game: AnyGame, position: Any, viewer: int | None) -> str:
    """The position as a seat, or a spectator, knows it."""
    return game.format_state(game.view(at(game, position), viewer).state)


def lattice(pieces: dict[str, str]) -> str:
    """The first field of a position: these pieces on the lattice a1-e5."""
    return "/".join("".join(pieces.get(column + row, ".") for column in "abcde") for row in "54321")


def nine(pieces: str) -> dict[str, str]:
    """Up to nine pieces on b2-d4, row by row from the top left, with blanks between."""
    return dict(zip(NINE, pieces.split(), strict=False))


def spare_tiles(used: str, n: int) -> list[str]:
    """The first tiles of the deck that a text does not name."""
    return [tile for tile in TILES if tile not in used][:n]


def a_last_square(squares: Iterable[str]) -> str:
    """A square that can have been the last of these on which a tile of XOXO was laid."""
    return next(last for last in squares if _grown(set(squares) - {last}))


def _grown(squares: set[str]) -> bool:
    """Whether these squares, c3 among them, are all reached from c3."""
    reached: set[str] = set()
    grown = {"c3"} & squares
    while grown > reached:
        reached = grown
        near = {(ord(s[0]) + dx, int(s[1]) + dy) for s in reached for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        grown = reached | {s for s in squares if (ord(s[0]), int(s[1])) in near}
    return reached == squares


def djeco(lattice: str, hands: str, due: str, tokens: str = "0:0", deck: Sequence[str] | None = None) -> str:
    """A position of Djeco.

    `due` is the seat and what follows; the number of cards played is that of those that lie, unless it is given.
    With `deck`, all other cards that lie nowhere else are in the discard; else those that have to be, for squares to be
    empty again and for tokens to have been earned.
    """
    table = cards_on(lattice)
    left = Counter(CARDS) - Counter(deck or ())
    left.subtract(card for hand in hands.split("/") for card in hand.split(",") if card not in "-?")
    left.subtract(table)
    assert min(left.values()) >= 0, "more cards than there are"
    if deck is None:
        emptied, earned = lattice.count("_"), sum(map(int, tokens.split(":")))
        left = _cleared(left, max(emptied + 1 if emptied else 0, earned + 2 - len(table) if earned else 0))
    discard = [card for card in dict.fromkeys(CARDS) for _ in range(left[card])]
    played = "" if due.startswith("play") else f"play {len(table) + len(discard)} "
    return f"{lattice} {hands} {','.join(discard) or '-'} {tokens} {played}{due}"


def _cleared(left: Counter[str], n: int) -> Counter[str]:
    """About as many of the cards left, with the yellow card that cleared them; blue ones with high numbers first."""
    if n <= 0:
        return Counter()
    numbered = [card for card in reversed(dict.fromkeys(CARDS)) if card not in "yg" for _ in range(left[card])]
    return Counter(["y", *numbered[: max(n - 1, 1)]])


def cards_on(lattice: str) -> list[str]:
    """The cards in the first field of a position of Djeco; numbers have one digit."""
    return [lattice[i : i + 2] for i, letter in enumerate(lattice) if letter in "rb"]
