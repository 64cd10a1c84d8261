"""The pictures of docs/solved.md, drawn from its facts."""

from __future__ import annotations

from typing import Any

from scripts.solved.charts import shares, thumb
from scripts.solved.draw import INK, QUIET, TILE, Board, element, picture, stroke, text
from scripts.solved.variants import VARIANTS, Variant

Facts = dict[str, Any]


def pictures(facts: Facts) -> dict[str, str]:
    """Every picture by the name of its file."""
    drawn = {
        "first-squares.svg": first_squares(facts),
        "answer.svg": answer(facts),
        "longest.svg": longest(facts),
        "shares.svg": shares(facts),
        "thumb.svg": thumb(facts),
    }
    for variant in VARIANTS:
        drawn[f"line-{variant.key}.svg"] = line(variant, facts["variants"][variant.key])
    return drawn


def _heads(variant: Variant, board: Board) -> list[str]:
    """The game and its ruling above a board."""
    name, ruling = variant.heading
    return [text(board.middle, 32, name, 15, font_weight=700), text(board.middle, 51, ruling, 13, QUIET)]


# First squares

MARKS = {"win": "M-5 0 -1.5 4 5.5 -4.5", "draw": "M-5 -2.6H5M-5 2.6H5", "loss": "M-4 -4 4 4M4 -4 -4 4"}
TINTS = {"win": "#cfe8dc", "draw": TILE, "loss": "#e2d8ca"}
INKS = {"win": "#0f5c41", "draw": INK, "loss": QUIET}


def mark(value: str, x: float, y: float) -> str:
    """A tick for a win, two dashes for a draw, a cross for a loss."""
    return element("g", stroke(MARKS[value], INKS[value], 2.5), transform=f"translate({x:g} {y:g}) scale(1.2)")


def first_squares(facts: Facts) -> str:
    """A board for each ruling: what each first square leads to."""
    parts = []
    for number, variant in enumerate(VARIANTS):
        board, first = Board(34 + 212 * number, 66, 40, variant.id), facts["variants"][variant.key]["first"]
        fills = {square: TINTS[told["value"]] for square, told in first.items()}
        parts += [*_heads(variant, board), board.felt(fills), board.coordinates()]
        for square, told in first.items():
            (x, y), turns = board.centre(square), told["distance"]
            parts.append(mark(told["value"], x, y - 7 if turns else y))
            if turns:
                parts.append(text(x, y + 16, str(turns), 13, INKS[told["value"]]))
    legend = ((190, "win", "the first player wins"), (410, "draw", "draw"), (520, "loss", "the first player loses"))
    for x, value, words in legend:
        parts += [mark(value, x, 297), text(x + 16, 302, words, text_anchor="start")]
    note = "The number is the turn in which the game ends, if the winner hurries and the loser delays."
    parts.append(text(440, 330, note, 13, QUIET))
    about = "; ".join(f"{v.title}: {_squares(facts['variants'][v.key]['first'])}" for v in VARIANTS)
    return picture(350, "What each first square leads to", about, parts)


def _squares(first: Facts) -> str:
    """First squares by what they lead to."""
    found: dict[str, list[str]] = {}
    for square, told in sorted(first.items()):
        turns = f" in turn {told['distance']}" if told["distance"] else ""
        found.setdefault(f"{told['value']}{turns}", []).append(square)
    return ", ".join(f"{value} from {' '.join(squares)}" for value, squares in found.items())


# The answer to a first stone that does not lie in a corner


def common_answer(facts: Facts, kind: str) -> str:
    """A reply to a first stone on a square of this kind that is best under every ruling."""
    best: list[list[str]] = [facts["variants"][variant.key]["replies"][kind]["best"] for variant in VARIANTS]
    return next(turn for turn in best[0] if all(turn in others for others in best))


def answer(facts: Facts) -> str:
    """From an edge and from the centre: one position, won under every ruling."""
    left, middle, right = (Board(60 + 292 * number, 62, 46, "rubik") for number in range(3))
    parts, about = [], []
    for board, kind, above in ((left, "edge", "X starts on an edge …"), (right, "centre", "… or in the centre")):
        turn = common_answer(facts, kind)
        source, target, placed = turn[:2], turn[3:5], turn[-2:]
        parts += [board.felt(), board.coordinates(), board.stone("A", source), board.plan(turn)]
        parts += _above_and_below(board, above, turn)
        about.append(f"after A@{source} the reply {turn} wins")
    parts += [middle.felt(), middle.coordinates(), middle.stone("B", target), middle.stone("a", placed)]
    parts += _above_and_below(middle, "either way, O wins", "under every ruling, and in XOXO² too")
    parts += [_pointer(left.x + left.size + 38, 1), _pointer(right.x - 50, -1)]
    return picture(352, "One answer to every first square but a corner", "; ".join(about), parts, ["rubik"])


def _above_and_below(board: Board, above: str, below: str) -> list[str]:
    return [text(board.middle, 38, above, 15, font_weight=700), text(board.middle, 328, below, 14, QUIET)]


def _pointer(x: float, way: int) -> str:
    """From one board to the next, to the right (1) or to the left (-1)."""
    return stroke(f"M{x - 14 * way:g} 166h{28 * way}m{-8 * way} -7l{8 * way} 7l{-8 * way} 7", QUIET, 3)


# Lines


def line(variant: Variant, found: Facts) -> str:
    """Best play of both, board by board."""
    parts, turns = [], found["line"]
    for number, told in enumerate(turns):
        board = Board(38 + 212 * (number % 4), 52 + 256 * (number // 4), 37.6, variant.id)
        below = board.y + board.size
        head = f"{number + 1}. {variant.players[number % 2]}"
        parts.append(text(board.middle, board.y - 12, head, 15, font_weight=700))
        parts += [board.felt(), board.stones(told["position"]), board.turn(told["turn"])]
        parts += [
            text(board.middle, below + 20, told["turn"]),
            text(board.middle, below + 38, how_many(told), 13, QUIET),
        ]
    parts += [board.row(row) for row in found["ending"]["rows"]]
    about = " / ".join(f"{number}. {told['turn']}" for number, told in enumerate(turns, 1))
    height = 24 + 256 * ((len(turns) + 3) // 4)
    return picture(height, f"Best play: {variant.title}", about, parts, [variant.id])


def how_many(told: Facts) -> str:
    """How hard a turn was to find."""
    if told["value"] == "loss":
        return f"lost in {told['distance']}"
    verb = {"win": "win", "draw": "hold"}[told["value"]]
    return f"only this of {told['legal']} {verb}s" if told["good"] == 1 else f"{told['good']} of {told['legal']} {verb}"


# The longest win


def longest(facts: Facts) -> str:
    """The position of each ruling that takes longest to win, with the turn that begins it."""
    parts, about = [], []
    for number, variant in enumerate(VARIANTS):
        told = facts["variants"][variant.key]["longest"]
        board, begin = Board(34 + 212 * number, 66, 40, variant.id), told["line"][0]
        winner = variant.players[variant.game.parse_state(told["position"]).mover]
        parts += [*_heads(variant, board), board.felt(), board.coordinates()]
        parts += [board.stones(told["position"]), board.plan(begin["turn"])]
        parts.append(text(board.middle, 288, f"{winner} wins in {told['distance']} turns", 15, font_weight=700))
        parts += [text(board.middle, 308, begin["turn"]), text(board.middle, 326, how_many(begin), 13, QUIET)]
        about.append(f"{variant.title}: {told['position']}, {begin['turn']}")
    return picture(350, "The longest wins", "; ".join(about), parts, ["rubik", "xoxo2"])
