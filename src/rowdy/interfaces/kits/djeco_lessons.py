"""The lesson of Djeco's Tic Tac Toe: lines and tokens, stacking on numbers, clearing, the other's colour."""

from __future__ import annotations

from collections.abc import Iterator

from rowdy.play.lessons import Attempt, Condition, Lesson, LessonReply, LessonStep, Pointers, moved, starts_with
from rowdy.rules.djeco import DjecoGame
from rowdy.rules.djeco_state import State
from rowdy.rules.game import Seat
from rowdy.rules.geometry import Mask, Square, bits


def _djeco(attempt: Attempt) -> tuple[DjecoGame, State]:
    game = attempt.game
    assert isinstance(game, DjecoGame)
    return game, attempt.after


def _squares(game: DjecoGame, mask: Mask) -> tuple[Square, ...]:
    return tuple(game.grid.squares[i] for i in bits(mask))


# Conditions


def scores(attempt: Attempt) -> bool:
    return _gain(attempt, attempt.seat) > 0


def helps_rival(attempt: Attempt) -> bool:
    return _gain(attempt, 1 - attempt.seat) > 0


def spares_rival(attempt: Attempt) -> bool:
    return moved(attempt) and not helps_rival(attempt)


def _gain(attempt: Attempt, seat: Seat) -> int:
    tokens: int = attempt.after.tokens[seat] - attempt.before.tokens[seat]
    return tokens


def clears_threat(card: str) -> Condition:
    """The last move is with this card, and no line of the other's colour can be completed on an empty square."""

    def check(attempt: Attempt) -> bool:
        return starts_with(card)(attempt) and not any(_threats(attempt))

    return check


def _threats(attempt: Attempt) -> Iterator[Mask]:
    """The lines with two cards of the other's colour and an empty square on which a third may go."""
    game, state = _djeco(attempt)
    occupied, colours, _ = game.look(state.stacks)
    colour, free = colours[1 - attempt.seat], game.room(state.used) & ~occupied
    for line in game.grid.lines:
        if (line & colour).bit_count() == 2 and line & free:
            yield line


# What replies point at


def threat(attempt: Attempt) -> Pointers:
    game, _ = _djeco(attempt)
    found = next(_threats(attempt), None)
    return Pointers() if found is None else Pointers(_squares(game, found))


def rival_line(attempt: Attempt) -> Pointers:
    """A line of the other's colour."""
    game, state = _djeco(attempt)
    colours = game.look(state.stacks).colours
    return Pointers(_squares(game, game.rows(colours[1 - attempt.seat])[0]))


HELPED = LessonReply("helped", helps_rival, rival_line)

LESSON = Lesson(
    steps=(
        LessonStep(
            "lay",
            "...../...../.b7r4../...../..... r2,r6,b3,b9,y/r1,r8,b2,b5,y - 0:0 play 2 1",
            moved,
        ),
        LessonStep(
            "line",
            "...../...b2./.r8r4../..b7../..... r2,r6,b3,b9,y/r1,r3,b1,b5,y - 0:0 play 4 1",
            scores,
            (LessonReply("rival", starts_with("b")), LessonReply("apart")),
            squares=("b3", "c3"),
        ),
        LessonStep(
            "stack",
            "...../..b7../.r8b5r4./...../..... r2,r5,b3,b9,y/r1,r3,b2,b6,y - 0:0 play 4 1",
            scores,
            (LessonReply("other"),),
            squares=("b3", "c3", "d3"),
        ),
        LessonStep(
            "yellow",
            "...../...../.b6b8../.r2.r4./..... r5,b3,b9,y/r1,r3,b1,b2 - 0:0 play 4 1",
            clears_threat("y"),
            (HELPED, LessonReply("threat", lambda attempt: any(_threats(attempt)), threat), LessonReply("use")),
            squares=("b3", "c3"),
        ),
        LessonStep(
            "green",
            "...../.b6b8r3./.b1r2b4./...../..... r5,b3,b9,g/r1,r6,b2,y - 0:0 play 6 1",
            clears_threat("g"),
            (HELPED, LessonReply("threat", lambda attempt: any(_threats(attempt)), threat), LessonReply("use")),
        ),
        LessonStep(
            "rival",
            "...../...../.b6b8../.r2.r4./..... b1,b3,b9/r1,r3,b2 - 0:0 play 4 1",
            spares_rival,
            (HELPED,),
            squares=("b3", "c3"),
        ),
    ),
    endgame="...../...../r3_b9+r9../r7_.../b1+r1_b8.. r2,r8,r9,b2,b7/r4,b1,b2,b3,y "
    "r4,r5,r6,r6,r7,b4,b5,y,y,y,g 3:2 play 18 1",
)
