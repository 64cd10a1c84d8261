"""The perfect bot: never gives a result away, hurries, delays, and sets problems where it cannot win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

import rowdy
from rowdy.play.bots.perfect import Comparison, PerfectBot, trickiest
from rowdy.play.bots.registry import Bot, bot
from rowdy.play.hardness import score
from rowdy.rules.flip import FlipGame
from rowdy.rules.flip_state import Place, State
from rowdy.rules.game import InvalidSetup, Over
from rowdy.search.oracle import Oracle
from rowdy.search.perfect import RatedTurn, Value, play_turn, prober
from tests.quick import first_quick

GAMES = {
    "rubik": rowdy.game("rubik"),
    "rubik, mover": rowdy.game("rubik", rulings={"both_rows": "mover"}),
    "rubik, opponent": rowdy.game("rubik", rulings={"both_rows": "opponent"}),
    "xoxo2": rowdy.game("xoxo2"),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


QUICK = PerfectBot(Comparison(max_turns=3, max_slow_turns=1, rate=partial(score, tries=1, strengths=(4, 8, 16))))
"""How well bots try changes which of the best turns is chosen, and never whether it is one of them."""


def choose(player: Bot, game: FlipGame, state: State, rng: Random) -> State:
    action = player.choose(game, (), game.view(state, state.mover), rng)
    return game.play(state, state.mover, action)


def random_position(game: FlipGame, laid: int, rng: Random) -> State:
    """A position from random play that goes on, with so many stones at least."""
    while True:
        state = game.start()
        while not isinstance(game.turn(state), Over):
            if state.laid >= laid:
                return state
            state = choose(bot("random"), game, state, rng)


def match(game: FlipGame, state: State, bots: tuple[Bot, Bot], rng: Random) -> Iterator[State]:
    """The positions of a game, from the given one to the end."""
    yield state
    while not isinstance(game.turn(state), Over):
        state = choose(bots[state.mover], game, state, rng)
        yield state


def result(game: FlipGame, state: State, seat: int) -> Value:
    turn = game.turn(state)
    assert isinstance(turn, Over)
    winners = turn.outcome.winners
    return Value.DRAW if not winners else Value.WIN if seat in winners else Value.LOSS


WORTH = {Value.LOSS: 0, Value.DRAW: 1, Value.WIN: 2}


@every_game
@pytest.mark.parametrize("other", first_quick(["greedy", "random", "perfect"]))
def test_it_never_does_worse_than_the_position_is_worth(game: FlipGame, other: str) -> None:
    for seed in range(6):
        rng = Random(seed)
        start = random_position(game, 2 * seed, rng)
        seat = seed // 2 % 2
        rival = QUICK if other == "perfect" else bot(other)
        bots = (QUICK, rival) if seat == 0 else (rival, QUICK)
        value = prober(game).verdict(start).value
        worth = WORTH[value] if start.mover == seat else 2 - WORTH[value]
        *_, end = match(game, start, bots, rng)
        if other == "perfect":
            assert WORTH[result(game, end, seat)] == worth
        else:
            assert WORTH[result(game, end, seat)] >= worth


@pytest.mark.long
@every_game
def test_two_perfect_bots_take_as_long_as_was_foretold(game: FlipGame) -> None:
    decided = 0
    for seed in range(8):
        rng = Random(seed)
        start = random_position(game, seed + 3, rng)
        verdict = prober(game).verdict(start)
        if verdict.distance is None:
            continue
        decided += 1
        *before, _ = match(game, start, (QUICK, QUICK), rng)
        assert before[-1].laid - start.laid + 1 == verdict.distance  # every turn but the last lays a stone
    assert decided


@every_game
@pytest.mark.parametrize("value", [Value.DRAW, Value.LOSS])
def test_where_it_cannot_win_it_sets_the_hardest_problem(game: FlipGame, value: Value) -> None:
    """Among the turns that keep the result, and lose as late as can be, in late positions, where all are compared."""
    asked: list[tuple[State, RatedTurn]] = []

    def stones_left(oracle: Oracle, state: State, rng: Random) -> float:
        """The more stones lie on the left, the harder."""
        return sum(square in game.cells(state) for square in ("a1", "a2", "a3", "a4")) / 4

    comparison = Comparison(max_turns=1_000, max_slow_turns=1, rate=stones_left)
    for seed in range(40):
        rng = Random(seed)
        state = random_position(game, 11 + seed % 4, rng)
        turns = prober(game).probe(state).turns
        kept = [turn for turn in turns if turn.verdict == turns[0].verdict]
        after = {turn.actions: play_turn(game, state, turn) for turn in kept}
        going_on = [turn for turn in kept if not isinstance(game.turn(after[turn.actions]), Over)]
        if turns[0].verdict.value is not value or len(going_on) < 2:
            continue
        found = trickiest(game, prober(game), state, kept, rng, comparison)
        scores = {turn.actions: stones_left(prober(game), after[turn.actions], rng) for turn in going_on}
        assert max(scores[turn.actions] for turn in found if turn.actions in scores) == max(scores.values())
        assert {turn.verdict for turn in found} == {turns[0].verdict}
        asked.append((state, found[0]))
    assert asked


def test_it_varies_with_the_seed() -> None:
    game = GAMES["xoxo2"]
    view = game.view(game.start(), 0)
    chosen = {QUICK.choose(game, (), view, Random(seed)) for seed in range(40)}
    assert {action.square for action in chosen if isinstance(action, Place)} == {"a1", "d1", "a4", "d4"}
    assert len(chosen) == 8


def test_it_knows_only_the_solved_games() -> None:
    assert bot("perfect", GAMES["rubik"]) is bot("perfect")
    with pytest.raises(InvalidSetup) as caught:
        bot("perfect", rowdy.game("djeco"))
    assert caught.value.code == "bot-game"
    assert caught.value.details == {
        "name": "perfect",
        "game": "djeco",
        "known": "beginner, easy, casual, medium, skilled, advanced, strong, greedy, random, mcts",
    }
