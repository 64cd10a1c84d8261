"""The rivals of the benchmarks: they play by the rules, see no more than their seat, and are no pushovers."""

from __future__ import annotations

from configparser import ConfigParser
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

import rowdy
from benchmarks.rivals.child import Child
from benchmarks.rivals.players import KINDS, Seer, rival
from benchmarks.strength import play
from rowdy.play.arena.match import GameSpec, Match
from rowdy.play.bots.levels import LEVELS
from rowdy.play.bots.registry import bot, budget
from rowdy.rules.game import AnyGame, Move
from rowdy.search.kernels.jit import COMPILED
from tests.worlds import SEARCHED, Events, fold, observations, random_game, redraw

pytestmark = [pytest.mark.long, pytest.mark.skipif(not COMPILED, reason="rivals run on Numba only")]

HONEST = tuple(kind for kind in KINDS if kind != "seer")


def spec(game_id: str, seats: int) -> GameSpec:
    return GameSpec.of(rowdy.game(game_id, seats=seats))


@pytest.mark.parametrize(("game_id", "seats"), [("xoxo", 2), ("xoxo", 3), ("xoxo", 4), ("djeco", 2)])
@pytest.mark.parametrize("kind", KINDS)
def test_rivals_play_whole_games_and_the_same_again(kind: str, game_id: str, seats: int) -> None:
    player = rival(f"{kind}-40")
    assert player is not None
    if not player.plays(rowdy.game(game_id, seats=seats)):
        assert (kind, game_id) in {("hider", "djeco"), ("bluffer", "djeco")}  # there is nothing to show
        return
    match = Match(spec(game_id, seats), (f"{kind}-40",) * seats, "rivals")
    assert play(match) == play(match)


@pytest.mark.parametrize(("game_id", "seats"), [("xoxo", 2), ("xoxo", 4), ("djeco", 2)])
def test_a_rival_beats_one_that_plays_at_random(game_id: str, seats: int) -> None:
    games, won = 20, 0.0
    for number in range(games):
        bots = ("ismcts-200", *("random",) * (seats - 1))
        won += play(Match(spec(game_id, seats), bots, f"rivals/{number}")).points(0)
    assert won > 1.7 * games / seats  # in sixty games it wins 1.9 to 2.6 times its fair share


def turns(game: AnyGame, events: Events) -> list[tuple[Events, int]]:
    """The events before each move of a seat that has a choice, and the seat."""
    found = []
    for i, state in enumerate(fold(game, events)):
        turn = game.turn(state)
        if isinstance(turn, Move) and len(game.legal(state, turn.seat)) > 1:
            found.append((events[:i], turn.seat))
    return found


@pytest.mark.parametrize("name", ["xoxo-de-2", "xoxo-de-4", "djeco-it-2"])
def test_only_a_seer_depends_on_hidden_cards(name: str) -> None:
    """The seer is the control: swapped cards, which change no choice of the others, change some of its choices."""
    game, rng, seer = SEARCHED[name], Random(name), rival("seer-60")
    assert isinstance(seer, Seer)
    peeked = 0
    for events, seat in rng.sample(turns(game, random_game(name, 1)), 6):
        answers = dict[str, list[object]]()
        for world in (events, redraw(game, events, seat, rng)):
            *_, state = fold(game, world)
            log, view = observations(game, world, seat), game.view(state, seat)
            for kind in HONEST:
                player = rival(f"{kind}-60")
                assert player is not None
                if player.plays(game):
                    answers.setdefault(kind, []).append(player.choose(game, log, view, Random(1)))
            answers.setdefault("seer", []).append(seer.choose_seeing(game, state, view, Random(1)))
        peeked += answers["seer"][0] != answers["seer"][1]
        assert all(one == other for kind, (one, other) in answers.items() if kind != "seer")
    assert peeked


def test_rivals_can_be_found_as_guests() -> None:
    """By `rowdy arena`, if `benchmarks/guests` is on the path."""
    entries = ConfigParser()
    entries.read(Path(__file__).parents[1] / "benchmarks/guests/rowdy_rivals-1.0.dist-info/entry_points.txt")
    named = dict(entries["rowdy.bots"])
    assert {name.rpartition("-")[0] for name in named} == set(HONEST)
    for name, place in named.items():
        assert EntryPoint(name, place, "rowdy.bots").load() == rival(name)


@pytest.mark.parametrize("name", ["xoxo-de-2", "xoxo-de-4", "djeco-it-2"])
def test_neither_levels_nor_the_child_depend_on_hidden_cards(name: str) -> None:
    """Their mistakes come from chance and from what they see, never from what others hold."""
    game, rng = SEARCHED[name], Random(name)
    levels = [bot(f"{level}:sims=40" if budget(found) else level) for level, found in LEVELS.items()]
    for events, seat in rng.sample(turns(game, random_game(name, 1)), 6):
        answers = []
        for world in (events, redraw(game, events, seat, rng)):
            *_, state = fold(game, world)
            log, view = observations(game, world, seat), game.view(state, seat)
            answers.append([player.choose(game, log, view, Random(1)) for player in (*levels, Child())])
        assert answers[0] == answers[1]
