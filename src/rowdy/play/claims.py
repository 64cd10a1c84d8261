"""What can be said of a move: typed claims, each proved by the rules, the oracle or the record.

Every sentence about a move is made from a claim and nothing else, and a test proves every claim again by other means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from rowdy.play.catalog import play_kit
from rowdy.play.review import Decision, Judged, Mark
from rowdy.rules.game import AnyGame, Event, Move, Over, Seat, Window
from rowdy.rules.geometry import Square
from rowdy.search.catalog import search_kit
from rowdy.search.compilation import compiler
from rowdy.search.oracle import Oracle, RatedTurn, Value
from rowdy.search.symmetry import Moves, play_all

MAX_CLAIMS = 2
"""The most claims that are made about one move."""
MARKED = (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
"""The marks of moves of which more is said."""
MIN_SHIFT = 25
"""The least change of a belief about a card, in percentage points, that is mentioned."""
BELIEF_SEED = 0
"""The seed of beliefs that are sampled."""
LineSquares: TypeAlias = tuple[Square, ...]


class _Claim(Struct, frozen=True, omit_defaults=True, tag_field="claim"):
    pass


class MissedWin(_Claim, frozen=True, tag="missed-win"):
    """The player could have won with this turn, at once."""

    moves: tuple[str, ...]
    line: LineSquares = ()
    """The row that it would have made, if one decided."""


class GivesWin(_Claim, frozen=True, tag="gives-win"):
    """After the move the opponent can win with this turn, at once."""

    moves: tuple[str, ...]
    line: LineSquares = ()


class Keeps(_Claim, frozen=True, tag="keeps"):
    """This turn would have kept the value of the position."""

    moves: tuple[str, ...]
    value: Literal["win", "draw"]


class EveryTurnLoses(_Claim, frozen=True, tag="every-turn-loses"):
    """Every turn loses in the position before the move; names the player's last turn that could have held."""

    turn: int = 0
    """The number of that turn; 0 if none of the player's turns could have held."""
    moves: tuple[str, ...] = ()


class MakesLines(_Claim, frozen=True, tag="makes-lines"):
    """The move completed several lines at once, which brought its player or somebody else this many tokens."""

    lines: tuple[LineSquares, ...]
    seat: Seat
    count: int


class CouldShow(_Claim, frozen=True, tag="could-show"):
    """The player could have shown these cards here, and did not."""

    cards: tuple[str, ...]


class Suggests(_Claim, frozen=True, tag="suggests"):
    """The move made it more or less likely to another seat that its player held a card."""

    witness: Seat
    """The seat whose belief it is, formed as our bots would in that seat."""
    card: str
    before: int
    """The probability before the move, in percent, as is `after`."""
    after: int


class HeldCards(_Claim, frozen=True, tag="held"):
    """What another player held then, as it turned out."""

    seat: Seat
    cards: tuple[str, ...]


Claim: TypeAlias = MissedWin | GivesWin | Keeps | EveryTurnLoses | MakesLines | CouldShow | Suggests | HeldCards


# What the rules and the oracle prove of one decision


def claims_of(game: AnyGame, decision: Decision, judged: Judged, oracle: Oracle | None) -> tuple[Claim, ...]:
    """The claims about a decision that follow from what its player could know."""
    found = [*_made(game, decision)]
    if judged.mark in MARKED or (judged.exact and judged.mark is not Mark.BEST):
        found += _shown(game, decision)
        if oracle is not None:
            found += _values(oracle, decision, judged)
    if judged.mark in (*MARKED, Mark.FORCED) and len(found) < MAX_CLAIMS and search_kit(game).compiled(game):
        found += _suggested(game, decision)
    return tuple(found[:MAX_CLAIMS])


def _values(oracle: Oracle, decision: Decision, judged: Judged) -> Iterator[Claim]:
    game, state = oracle.game, decision.view.state
    assert judged.exact is not None
    best, made = judged.exact
    turns = oracle.probe(state).turns
    if turns[0].verdict.value is Value.WIN and turns[0].verdict.distance == 1 and made.distance != 1:
        line = _deciding_line(game, state, turns[0].actions)
        if line is not None:
            yield MissedWin(_texts(turns[0].actions), line)
            return
    after = play_all(game, state, decision.actions)
    if isinstance(game.turn(after), Move) and made.value is Value.LOSS:
        reply = oracle.best(after)
        if reply is not None and reply.verdict.distance == 1 and _ends_turn(game, after, decision.seat):
            line = _deciding_line(game, after, reply.actions)
            if line is not None:
                yield GivesWin(_texts(reply.actions), line)
    if made.value is not best.value and best.value is not Value.LOSS:
        yield Keeps(_texts(_best(turns, judged)), "win" if best.value is Value.WIN else "draw")


def _best(turns: Sequence[RatedTurn], judged: Judged) -> Moves:
    return judged.best if any(turn.actions == judged.best for turn in turns) else turns[0].actions


def _ends_turn(game: AnyGame, after: Any, seat: Seat) -> bool:
    """True if the turn is over, so that the opponent is next."""
    turn = game.turn(after)
    return isinstance(turn, Move) and turn.seat != seat


def _deciding_line(game: AnyGame, state: Any, moves: Moves) -> LineSquares | None:
    """The row with which the player to move wins by these moves, empty if no row decided; `None` if they do not win."""
    turn = game.turn(state)
    assert isinstance(turn, Move)
    mover, line = turn.seat, LineSquares()
    for action in moves:
        due = game.turn(state)
        if not isinstance(due, Move):
            return None
        before, state = state, game.play(state, due.seat, action)
        decided = [one for one in game.highlights(before, Event(due.seat, action), state) if one.decides]
        line = next((one.lines[0] for one in decided if one.lines and one.seat == mover and not one.to_come), ())
    end = game.turn(state)
    return line if isinstance(end, Over) and end.outcome.winners == (mover,) else None


def _made(game: AnyGame, decision: Decision) -> Iterator[Claim]:
    """A claim that several lines were made at once, if they earned something."""
    view, seat = decision.view, decision.seat
    if not isinstance(view.turn, Move) or len(decision.actions) != 1:
        return
    action = decision.actions[0]
    after = game.play(view.state, seat, action)
    for found in game.highlights(view.state, Event(seat, action), after):
        if len(found.lines) > 1 and found.count > 1 and not found.items:
            yield MakesLines(found.lines, found.seat, found.count)


def _shown(game: AnyGame, decision: Decision) -> Iterator[Claim]:
    """A claim about cards that could have been shown in a window."""
    kit, view = play_kit(game), decision.view
    if not isinstance(view.turn, Window) or not kit.orders:
        return
    released = kit.released(decision.actions[0])
    most = max((kit.released(answer) for answer in view.legal if released <= kit.released(answer)), key=len)
    if cards := tuple(sorted(most - released)):
        yield CouldShow(cards)


def _suggested(game: AnyGame, decision: Decision) -> Iterator[Claim]:
    """A claim about the card of the player about which the move said the most, if it said much."""
    if not decision.witnesses or not compiler():
        return
    spent = str(getattr(decision.actions[0], "card", ""))  # everybody sees that it is no longer held
    found = list[Suggests]()
    for witness in decision.witnesses:
        before, after = (
            search_kit(game).likely_cards(game, log, view, BELIEF_SEED) for log, view in (witness.before, witness.after)
        )
        for (seat, card), share in after.items():
            if seat == decision.seat and card != spent:
                found.append(Suggests(witness.seat, card, round(100 * before[seat, card]), round(100 * share)))
    most = max(found, key=lambda each: abs(each.after - each.before))
    if abs(most.after - most.before) >= MIN_SHIFT:
        yield most


# What several decisions, or the whole record, prove


def last_that_held(judged: Sequence[Judged], number: int) -> EveryTurnLoses | None:
    """The last turn with which a seat could have held, if this is its first decision in which every turn loses."""
    move = judged[number]
    if move.exact is None or move.exact[0].value is not Value.LOSS:
        return None
    before = [each for each in judged[:number] if each.seat == move.seat and each.exact is not None]
    if any(each.exact and each.exact[0].value is Value.LOSS for each in before):
        return None
    if not before or before[-1].exact is None or before[-1].exact[1].value is not Value.LOSS:
        return EveryTurnLoses()
    return EveryTurnLoses(before[-1].turn, tuple(map(str, before[-1].best)))


def held_by_others(game: AnyGame, state: Any, seat: Seat) -> list[HeldCards]:
    """What the others held in a full state."""
    kit = play_kit(game)
    items = {other: kit.order_items(game, state, other) for other in range(game.seats) if other != seat}
    return [HeldCards(other, tuple(cards)) for other, cards in items.items() if cards]


def _texts(moves: Moves) -> tuple[str, ...]:
    return tuple(map(str, moves))
