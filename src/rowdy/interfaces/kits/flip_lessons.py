"""The lessons of Rubik's Tac Toe and XOXO²: flips, rows that break, and rows that win."""

from __future__ import annotations

from rowdy.play.lessons import Attempt, Lesson, LessonReply, LessonStep, Pointers, loses, moved, wins
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import State
from rowdy.rules.game import Seat
from rowdy.rules.geometry import Mask, Square, bits


def _rows(attempt: Attempt, owner: Seat) -> tuple[Mask, ...]:
    game, state = _flip(attempt)
    return game.rows(state.stones, owner)


def _flip(attempt: Attempt) -> tuple[FlipGame, State]:
    game = attempt.game
    assert isinstance(game, FlipGame)
    return game, attempt.after


def _squares(attempt: Attempt, mask: Mask) -> tuple[Square, ...]:
    game, _ = _flip(attempt)
    return tuple(game.grid.squares[i] for i in bits(mask))


# Conditions


def has_flipped(attempt: Attempt) -> bool:
    """The flip of the turn has been made."""
    return "-" in "".join(attempt.moves)


def has_row(attempt: Attempt) -> bool:
    return bool(_rows(attempt, attempt.seat))


def rival_has_row(attempt: Attempt) -> bool:
    return bool(_rows(attempt, 1 - attempt.seat))


def broke_row(attempt: Attempt) -> bool:
    return has_flipped(attempt) and not rival_has_row(attempt)


def mixed_sides(attempt: Attempt) -> bool:
    """Three of the learner's stones lie in line, but show different sides."""
    game, state = _flip(attempt)
    return bool(game.grid.rows(state.stones.of(attempt.seat))) and not has_row(attempt)


# What replies point at


def own_line(attempt: Attempt) -> Pointers:
    """A line of the learner's stones, whatever sides they show."""
    game, state = _flip(attempt)
    return Pointers(_squares(attempt, game.grid.rows(state.stones.of(attempt.seat))[0]))


def rival_row(attempt: Attempt) -> Pointers:
    return Pointers(_squares(attempt, _rows(attempt, 1 - attempt.seat)[0]))


def ways_out(attempt: Attempt) -> Pointers:
    """The learner's row, and every flip that takes a stone out of it and leaves no row."""
    game, state = _flip(attempt)
    row = _rows(attempt, attempt.seat)[0]
    flips = [
        (i, j)
        for i, j in game.flips(state.stones, attempt.seat)
        if row >> i & 1 and (game.enclosed or not game.rows(state.stones.flipped(i, j), attempt.seat))
    ]
    squares = game.grid.squares
    return Pointers(_squares(attempt, row), tuple((squares[i], squares[j]) for i, j in flips))


def breakable(attempt: Attempt) -> bool:
    """The learner has a row that has not won."""
    return moved(attempt) and has_row(attempt) and not wins(attempt)


NO_ROW = LessonReply("no-row")
MIXED = LessonReply("sides", mixed_sides, own_line)

RUBIK = Lesson(
    steps=(
        LessonStep("place", "..../..../..../.... place", moved),
        LessonStep("flip", "..../.a../..A./.... flip", has_flipped, squares=("b3",)),
        LessonStep(
            "break",
            "...a/.AB./bbb./A..B flip",
            broke_row,
            (LessonReply("stays", rival_has_row, rival_row),),
            squares=("a2", "b2", "c2"),
        ),
        LessonStep("row", "..b./.A../.Aa./a..B place", has_row, (MIXED, NO_ROW)),
        LessonStep(
            "lock",
            ".ba./AAAb/abBa/.A.B place",
            wins,
            (LessonReply("gap", breakable, ways_out),),
            squares=("a3", "b3", "c3"),
        ),
        LessonStep(
            "push",
            "..../.A../abab/BBB. flip",
            wins,
            (LessonReply("gap", breakable, ways_out),),
            squares=("a1", "b1", "c1"),
        ),
    ),
    endgame=".a../..BB/Ab.B/..ab flip",
)

XOXO2 = Lesson(
    steps=(
        LessonStep("place", "..../..../..../.... place", moved),
        LessonStep("flip", "..../..b./.B../.... flip", has_flipped, squares=("c3",)),
        LessonStep(
            "break",
            "..ab/.Ba./A.a./.B.A flip",
            broke_row,
            (LessonReply("stays", loses, rival_row),),
            squares=("c4", "c3", "c2"),
        ),
        LessonStep("row", ".b../B..a/.B.A/...b place", has_row, (MIXED, NO_ROW)),
        LessonStep(
            "closed", "AA../..../aba./BB.b place", wins, (LessonReply("breaks", breakable, ways_out), MIXED, NO_ROW)
        ),
        LessonStep("two", ".A.b/.Aa./b.AA/.a.. place", wins, (LessonReply("one", breakable, ways_out), MIXED, NO_ROW)),
    ),
    endgame="..../..bA/a.b./..BA flip",
)
