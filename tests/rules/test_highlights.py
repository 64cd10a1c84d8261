"""What an action achieved, and which lines decided a game: exactly what the naive games find, and why it counts."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeAlias

import pytest

import rowdy
from rowdy.rules.game import CHANCE, AnyGame, Event, Highlight
from tests.naive import common
from tests.naive.djeco import Djeco
from tests.naive.flip import Flip
from tests.naive.xoxo import KINDS, Xoxo
from tests.rules.support import after, at, outcome
from tests.rules.test_differential import Pair, allowed, each_variant

Fact: TypeAlias = tuple[str, int, frozenset[tuple[str, ...]], tuple[str, ...], int, bool]
"""A highlight's code, seat, lines, items, count, and whether it decides."""


def fact(
    code: str,
    seat: int,
    lines: Iterable[Iterable[str]] = (),
    items: Iterable[str] = (),
    count: int = 0,
    decides: bool = False,
) -> Fact:
    return code, seat, frozenset(tuple(sorted(line)) for line in lines), tuple(items), count, decides


def told(found: Iterable[Highlight]) -> set[Fact]:
    return {fact(str(h.code), h.seat, h.lines, h.items, h.count, h.decides) for h in found}


# The naive games


def naive_flip(before: Flip, game: Flip) -> set[Fact]:
    end = game.pending()
    if not isinstance(end, common.Over):
        code = "open" if game.row == "enclosed" else "due"
        return {
            fact(code, player, [row], [game.board[row[0]]])
            for player in (0, 1)
            for row in game.rows(player)
            if row not in before.rows(player)
        }
    if game.row == "enclosed":
        return {
            fact("enclosed", player, [row], [game.board[row[0]]], decides=True)
            for player in (0, 1)
            for row in game.rows(player)
            if game.enclosed(row)
        }
    found = set()
    for player in end.winners:
        for row in game.rows(player):
            if game.part == "flip":
                code = "unbreakable"
            elif before.part == "flip":
                code = "survived" if row in before.rows(player) else "made"
            else:
                code = "unflippable"
            found.add(fact(code, player, [row], [game.board[row[0]]], decides=True))
        if not game.rows(player):
            found.add(fact("forced", player, [min(rows_to_come(game, player))], decides=True))
    return found


def rows_to_come(game: Flip, player: int) -> list[list[str]]:
    """The rows that this player would have after some flip."""
    found = []
    for source, target in game.flips(1 - player):
        later = game.clone()
        later.turn_over(source, target)
        found += [sorted(row) for row in later.rows(player)]
    return found


def naive_djeco(before: Djeco, game: Djeco) -> set[Fact]:
    end = game.pending()
    decides = isinstance(end, common.Over) and end.reason in ("target", "tokens")
    new = [line for colour in "rb" for line in game.coloured(colour) if line not in before.coloured(colour)]
    return {
        fact("tokens", seat, new, count=game.tokens[seat] - before.tokens[seat], decides=decides)
        for seat in (0, 1)
        if game.tokens[seat] > before.tokens[seat]
    }


def naive_xoxo(before: Xoxo, game: Xoxo) -> set[Fact]:
    found = set()
    for seat in range(game.seats):
        cards = [card for card in game.shown[seat] if card not in before.shown[seat]]
        if cards:
            lines = [line for card in cards for line in lines_of(game, card)]
            found.add(fact("shown", seat, lines, cards, len(game.held[seat]), not game.held[seat]))
    return found


def lines_of(game: Xoxo, card: str) -> list[list[str]]:
    """The lines whose top tiles all have the card's value."""
    position, kind = next((i, kind) for i, kind in enumerate(KINDS) if card in kind)
    tops = {square: stack[-1][position] for square, stack in game.stacks.items()}
    return [line for line in game.lines if all(tops.get(square) == kind[card] for square in line)]


class Watched(Pair):
    """Both implementations, and what each finds worth telling."""

    def __init__(self, variant: str, rng: random.Random) -> None:
        super().__init__(variant, rng)
        self.codes: set[str] = set()

    def step(self, pending: common.Pending) -> None:
        before, twin = self.state, self.naive.clone()
        actor, legal = self.rng.choice(list(allowed(pending).items()))
        text = self.rng.choice(sorted(legal))
        action = self.game.parse_action(text)
        self.state = self.game.play(self.state, actor, action)
        self.naive.apply(None if actor is CHANCE else actor, text)
        found = self.game.highlights(before, Event(actor, action), self.state)
        assert told(found) == self._expected(twin), (self, text)
        assert len(found) == len(told(found))
        self.codes |= {f"{highlight.code}{'!' * highlight.decides}" for highlight in found}

    def _expected(self, before: object) -> set[Fact]:
        match before, self.naive:
            case Flip(), Flip():
                return naive_flip(before, self.naive)
            case Djeco(), Djeco():
                return naive_djeco(before, self.naive)
            case Xoxo(), Xoxo():
                return naive_xoxo(before, self.naive)
        raise AssertionError(before)

    def watch(self) -> set[str]:
        while not isinstance(pending := self.naive.pending(), common.Over):
            self.step(pending)
        return self.codes


def codes(variant: str, games: int) -> set[str]:
    """All that random games of a variant have to tell; what decides has a `!`."""
    return set().union(*(Watched(variant, random.Random(f"{variant} {seed}")).watch() for seed in range(games)))


@each_variant
def test_every_line_is_one_that_the_naive_games_find(variant: str, games: int, reasons: set[str]) -> None:
    codes(variant, -(-games // 6))


@pytest.mark.parametrize(
    ("variant", "games", "known"),
    [
        ("rubik", 24, {"open", "enclosed!"}),
        ("xoxo2", 40, {"due", "survived!", "made!", "unflippable!", "unbreakable!", "forced!"}),
        ("djeco target=2 hand=3", 6, {"tokens", "tokens!"}),
        ("xoxo pile=6 hand=1 line=2", 6, {"shown!"}),
        ("xoxo seats=3", 4, {"shown", "shown!"}),
    ],
)
def test_random_games_meet_everything_there_is_to_tell(variant: str, games: int, known: set[str]) -> None:
    assert codes(variant, games) == known


# By hand

RUBIK, XOXO2 = rowdy.game("rubik"), rowdy.game("xoxo2")


def highlights(game: AnyGame, position: str, move: str) -> list[Highlight]:
    before = at(game, position)
    state = after(game, position, move)
    seat = next(s for s in range(game.seats) if game.parse_action(move) in game.legal(before, s))
    return list(game.highlights(before, Event(seat, game.parse_action(move)), state))


@pytest.mark.parametrize(
    ("game", "position", "move", "code", "line"),
    [
        (RUBIK, "AA.b/bbaB/bBAa/.BAa place", "A@c4", "enclosed", "a4 b4 c4"),
        (XOXO2, ".bab/BaB./aAA./..A. flip", "d4-d3", "survived", "a2 b3 c4"),
        (XOXO2, "A.../bAB./...a/.... flip", "c3-c2", "made", "a4 b3 c2"),
        (XOXO2, "bbBb/AABA/.B.b/aabA place", "B@c2", "unbreakable", "c2 c3 c4"),
        (XOXO2, "a.Bb/AAaB/ABBa/aaAa place", "a@b4", "unflippable", "b4 c3 d2"),
    ],
)
def test_a_row_that_decides_says_why_it_counts(game: AnyGame, position: str, move: str, code: str, line: str) -> None:
    (found,) = highlights(game, position, move)
    assert (found.code, found.lines, found.decides) == (code, (tuple(line.split()),), True)


def test_where_every_flip_makes_a_row_one_of_those_is_named() -> None:
    (found,) = highlights(XOXO2, "A.Ab/bBAa/B.bB/aaAa place", "B@b2")
    assert (found.code, found.seat, found.lines, found.decides) == ("forced", 0, (("a4", "b4", "c4"),), True)
    assert found.to_come


@pytest.mark.parametrize(("both", "first"), [("draw", 0), ("mover", 1), ("opponent", 0)])
def test_both_rows_are_told_and_the_winner_s_come_first(both: str, first: int) -> None:
    game = rowdy.game("rubik", rulings={"both_rows": both})
    position, move = "ABA./aaaB/b.a./AAAb place", "b@b2"
    end = outcome(game, after(game, position, move))
    assert end is not None
    assert end.reason == "both_rows"
    found = highlights(game, position, move)
    assert {h.code for h in found} == {"enclosed"}
    assert {h.seat for h in found} == {0, 1}
    assert found[0].seat == first


def test_a_row_with_an_empty_square_beside_it_does_not_count_yet() -> None:
    (found,) = highlights(RUBIK, "A.../bAB./...a/.... flip", "c3-c2")
    assert (found.code, found.seat, found.lines, found.decides) == ("open", 0, (("a4", "b3", "c2"),), False)
