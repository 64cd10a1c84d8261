"""Games that are searched whole: the values are those of a plain minimax that keeps nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import rowdy_tictactoe

import rowdy
from rowdy.play.explorer import analyse
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import AnyGame, Move, Over
from rowdy.rules.kit import Setup
from rowdy.search import perfect
from rowdy.search.catalog import search_kit
from rowdy.search.oracle import Value, Verdict, play_turn
from rowdy.search.whole_search import WholeSearch, can_be_searched_whole
from tests.worlds import GAMES

VALUES = {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}


def minimax(game: AnyGame, state: Any, seat: int) -> int:
    """1 if the seat wins, -1 if the other does."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return 0 if len(turn.outcome.winners) != 1 else 1 if seat in turn.outcome.winners else -1
    assert isinstance(turn, Move)
    found = [minimax(game, game.play(state, turn.seat, action), seat) for action in game.legal(state, turn.seat)]
    return max(found) if turn.seat == seat else min(found)


def tictactoe(edition: str) -> AnyGame:
    kit = rowdy_tictactoe.KIT.rules
    return kit.make(Setup(kit.edition(edition), kit.defaults(kit.edition(edition)), 2, 0, None))


def position(game: AnyGame, rng: Random, moves: int) -> Any:
    """A position that is not over, after so many moves if there is one."""
    state = game.start()
    for _ in range(moves):
        turn = game.turn(state)
        assert isinstance(turn, Move)
        after = game.play(state, turn.seat, rng.choice(game.legal(state, turn.seat)))
        if isinstance(game.turn(after), Over):
            break
        state = after
    return state


@pytest.mark.parametrize("edition", ["classic", "misere"])
def test_the_values_are_those_of_a_plain_minimax(edition: str) -> None:
    game, rng = tictactoe(edition), Random(edition)
    oracle = WholeSearch(game)
    for _ in range(40):
        state = position(game, rng, rng.randrange(3, 8))
        turn = game.turn(state)
        assert isinstance(turn, Move)
        probe = oracle.probe(state)
        assert probe.value is VALUES[minimax(game, state, turn.seat)]
        assert sorted(str(rated) for rated in probe.turns) == sorted(map(str, game.legal(state, turn.seat)))
        for rated in probe.turns:
            assert rated.verdict.value is VALUES[minimax(game, play_turn(game, state, rated), turn.seat)]


def test_a_winner_hurries_and_the_main_line_is_as_long_as_it_says() -> None:
    game = tictactoe("classic")
    oracle, state = WholeSearch(game), game.parse_state("X../.O./..X")
    probe = oracle.probe(game.parse_state("XX./OO./..."))
    assert (str(probe.turns[0]), probe.distance) == ("c3", 1)
    assert oracle.probe(game.start()).value is Value.DRAW
    assert len(list(oracle.main_line(state))) == 6, "nobody errs, so the board is full in the end"
    found = analyse(oracle, game.start())
    assert len(found.turns) == 9


def test_turns_of_several_moves_are_rated_as_the_solver_rates_them() -> None:
    """With values and distances, in the last turns of a flip game."""
    game, rng, compared = rowdy.game("rubik"), Random(3), 0
    assert isinstance(game, FlipGame)
    oracle = WholeSearch(game)
    while compared < 6:
        state = position(game, rng, 26)
        if state.laid < 14:
            continue
        compared += 1
        ours, known = oracle.probe(state), perfect.probe(game, state)
        assert {str(each): _told(each.verdict) for each in ours.turns} == {
            str(each): _told(each.verdict) for each in known.turns
        }
        assert _told(ours.verdict) == _told(known.verdict)


def _told(verdict: Verdict) -> tuple[Value, int | None]:
    return verdict.value, None if verdict.value is Value.DRAW else verdict.distance


def test_only_games_without_secrets_and_chance_are_searched_whole() -> None:
    assert not any(can_be_searched_whole(game) for game in GAMES.values() if game.facts.hidden or game.seats > 2)
    assert not any(search_kit(game).small for game in GAMES.values())
    game, kit = tictactoe("classic"), rowdy_tictactoe.KIT.search
    assert kit.solved(game)
    assert kit.oracle(game) is kit.oracle(game), "it keeps what it has found out"
