"""The lesson of XOXO: lines for hidden goals, covering, reading backs, and when to show a card."""

from __future__ import annotations

from collections.abc import Iterator

from rowdy.play.lessons import (
    Attempt,
    Condition,
    Lesson,
    LessonReply,
    LessonStep,
    Pointers,
    Pointing,
    moved,
    starts_with,
)
from rowdy.rules.geometry import Square, bits
from rowdy.rules.tiles import CARD, CARDS, Kind
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import State


def _xoxo(attempt: Attempt) -> tuple[XoxoGame, State]:
    game = attempt.game
    assert isinstance(game, XoxoGame)
    return game, attempt.after


# Conditions


def shown(card: str) -> Condition:
    """The learner's card lies open."""
    return lambda attempt: CARD[card] in _xoxo(attempt)[1].shown[attempt.seat]


def kept(card: str) -> Condition:
    """There is a line for the card, but the learner still holds it back."""

    def check(attempt: Attempt) -> bool:
        game, state = _xoxo(attempt)
        held = CARD[card] in state.hands[attempt.seat] and card in attempt.held
        return held and game.in_line(state, CARD[card])

    return check


def safe_from(kind: Kind) -> Condition:
    """No line shows a feature of this kind, and none can after one more tile."""

    def check(attempt: Attempt) -> bool:
        return moved(attempt) and not made_line(kind)(attempt) and not any(_threats(attempt, kind))

    return check


def made_line(kind: Kind) -> Condition:
    """A line shows a feature of this kind."""

    def check(attempt: Attempt) -> bool:
        game, state = _xoxo(attempt)
        return any(game.in_line(state, card) for card in CARDS if card.kind is kind)

    return check


def _threats(attempt: Attempt, kind: Kind) -> Iterator[tuple[Square, ...]]:
    """The lines that lack one tile to show a feature of this kind."""
    game, state = _xoxo(attempt)
    targets, occupied = game.targets(state), game.occupied(state.display)
    for line in game.grid.lines:
        empty = line & ~occupied
        if empty.bit_count() != 1 or not empty & targets:
            continue
        tiles = [tile for i in bits(line) if (tile := state.display[i]) is not None]
        if any(all(tile.features & card.feature for tile in tiles) for card in CARDS if card.kind is kind):
            yield tuple(game.grid.squares[i] for i in bits(line))


# What replies point at


def line_of(kind: Kind) -> Pointing:
    def points(attempt: Attempt) -> Pointers:
        game, state = _xoxo(attempt)
        shared = sum(card.feature for card in CARDS if card.kind is kind)
        lines = [line for line, features in game.look(state.display).lines if features & shared]
        return Pointers(tuple(game.grid.squares[i] for i in lines[0]))

    return points


def threat_of(kind: Kind) -> Pointing:
    return lambda attempt: Pointers(next(_threats(attempt, kind)))


LESSON = Lesson(
    steps=(
        LessonStep(
            "lay",
            "...../...../.bsjrcw../...../..... - 11rtj/12gss/23ghw red,heart,wink/blue,square,joy lay 1 b3",
            moved,
        ),
        LessonStep(
            "line",
            "...../.bhsrss../.gtgrcw../...../..... - 11rtj/12gsj/21yhw red,heart,wink/blue,square,joy lay 1 b4",
            shown("red"),
            (LessonReply("apart", starts_with("own")), LessonReply("other")),
            squares=("c3", "c4"),
        ),
        LessonStep(
            "cover",
            "...../.gcgrhjbcs./.gsggssrtj./.rcwghsrtg./..... bhs 9yhw/9gtw/20ytj "
            "square,triangle,wink/heart,joy,surprise lay 1 b4",
            shown("triangle"),
            (LessonReply("other", starts_with("own")), LessonReply("apart")),
            squares=("d2", "d3"),
        ),
        LessonStep(
            "backs",
            "...../.rhsbhw../.rcwgsjytj./..bts../..... - 10gcw/11rsw/21yhj "
            "blue,yellow,joy/circle,triangle,heart lay 1 c2",
            safe_from(Kind.SHAPE),
            (
                LessonReply("gave", made_line(Kind.SHAPE), line_of(Kind.SHAPE)),
                LessonReply("open", points=threat_of(Kind.SHAPE)),
            ),
        ),
        LessonStep(
            "hold",
            "...../.bhsrssgcj./.gtwrcwysw./...../..... - 10rtj/11gsj/21ycs red,heart,!wink/blue,square,joy lay 1 d4",
            kept("red"),
            (LessonReply("told", shown("red")), LessonReply("other")),
            squares=("c3", "c4"),
        ),
        LessonStep(
            "show",
            ".yssghjrhg./.yhgytjrtj./.gtggcwrss./...../..... rsw,gsj 8rtw/11ytw/18gsg "
            "red,joy,!green/blue,grumpy,!square show 1 d3 ./.",
            shown("red"),
            (LessonReply("no-line"),),
            held=frozenset({"red", "joy"}),
            squares=("d3", "d4", "d5"),
        ),
    ),
    endgame="...../.bcwgcgrcw./.gtwrswghj./.ghsyswycj./..... gcw,gsg,ytw 8bhs/8rtw/20gss "
    "blue,!circle,!wink/red,grumpy,!green lay 1 d2",
)
