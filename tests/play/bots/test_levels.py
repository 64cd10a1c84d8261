"""The levels: easy makes mistakes but no silly ones, and those that search keep to their budget."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.bots.greedy import rate
from rowdy.play.bots.levels import (
    EASY,
    LEVELS,
    PythonSearchBot,
    SearchBot,
    at_first_sight,
    prior_values,
    sensible,
)
from rowdy.play.bots.registry import Bot, RandomBot, bot
from rowdy.play.catalog import KITS
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.kit import NO_MISTAKES, Mistakes, PlayKit, Rating
from rowdy.rules.game import AnyGame, Event, Move, Over
from rowdy.rules.observation_log import ObservationLog
from rowdy.search.catalog import search_kit
from rowdy.search.mcts import SearchSettings
from rowdy.search.python_search import RatedAction, Thought
from tests.play.bots.test_registry import choice, match, wins_at_once, wins_of_other
from tests.rules.support import NINE, djeco, lattice, nine
from tests.worlds import GAMES, PRINTED, SEARCHED, SMALL, random_states


def score(game: AnyGame, player: Bot, other: Bot, games: int) -> float:
    """The player's share of so many games, in turn on both seats."""
    won = 0.0
    for seed in range(games):
        seat = seed % 2
        turn = match(game, (player, other) if seat == 0 else (other, player), seed // 2).turn
        assert isinstance(turn, Over)
        winners = turn.outcome.winners
        won += 0.5 if len(winners) != 1 else float(seat in winners)
    return won / games


# Easy


@pytest.mark.long
@pytest.mark.parametrize("name", ["rubik-de-2", "xoxo2-nl-2", "djeco-it-2", "xoxo-de-2"])
def test_easy_beats_chance(name: str) -> None:
    assert score(PRINTED[name], EASY, RandomBot(), 40) > 0.65


COMPLETING = djeco(lattice({"b3": "r5", "c3": "r6", "b2": "b9", "c2": "b4"}), "r1,b3,b7/?,?,?", "play 4 1")


def completed(**mistakes: float) -> int:
    """How often of a hundred times somebody with these mistakes completes the line that it could."""
    game = rowdy.game("djeco")
    view = game.view(game.parse_state(COMPLETING), 0)
    chosen = [at_first_sight(game, view, 0, Mistakes(**mistakes), Random(seed)) for seed in range(100)]
    return sum(str(move) in {"r1@d3", "r1@a3"} for move in chosen)


def test_a_line_is_overlooked_as_often_as_the_mistakes_say() -> None:
    assert completed(blur=1.0) == 100
    assert 70 <= completed(own_line=0.25, blur=1.0) <= 95
    assert completed(own_line=1.0, blur=1.0) < 60


def test_what_the_others_build_is_overlooked_as_often_as_the_mistakes_say() -> None:
    """b moves, and a has two in a row beside each other; whoever sees that lays a stone at one of their ends."""
    game = rowdy.game("xoxo2")
    state = game.parse_state(".A../..../b.A./.... place")
    view = game.view(state, state.mover)

    def blocks(block: float) -> int:
        chosen = [at_first_sight(game, view, 1, Mistakes(block=block), Random(seed)) for seed in range(40)]
        denied = [rate(game, view, 1, action).denied for action in chosen]
        return sum(found > min(rate(game, view, 1, action).denied for action in view.legal) for found in denied)

    assert blocks(0.0) >= blocks(1.0)


def test_every_level_up_to_the_strongest_has_its_mistakes_in_every_game() -> None:
    for kit in KITS.values():
        assert [name for name in LEVELS if name in kit.mistakes] == list(LEVELS)[:-1]
        for seats in (2, 3, 4):
            levels = [kit.mistakes_of(name, seats) for name in LEVELS]
            for kind in ("no_look_ahead", "no_conclusions", "own_line", "block", "blur", "careless"):
                errors = [getattr(mistakes, kind) for mistakes in levels]
                assert errors == sorted(errors, reverse=True), kind
            assert levels[-1] == NO_MISTAKES


def test_a_level_can_err_otherwise_against_several_opponents() -> None:
    kit: PlayKit[Any] = PlayKit()
    vars(kit).update(mistakes={"easy": Mistakes(0.5)}, mistakes_among_several={"easy": Mistakes(0.8)})
    assert [kit.mistakes_of("easy", seats) for seats in (2, 3, 4)] == [Mistakes(0.5), Mistakes(0.8), Mistakes(0.8)]
    vars(kit).update(mistakes_among_several={})
    assert kit.mistakes_of("easy", 4) == Mistakes(0.5)
    assert kit.mistakes_of("strong", 4) == NO_MISTAKES


def test_levels_heed_the_number_of_seats(searched: Searched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KITS["xoxo"], "mistakes", {"casual": Mistakes()})
    monkeypatch.setattr(KITS["xoxo"], "mistakes_among_several", {"casual": Mistakes(no_look_ahead=1.0)})
    for seats, asked in ((2, 1), (4, 0)):
        searched.asked.clear()
        table = GameLog(rowdy.game("xoxo", seats=seats), ["test"] * seats, Dealer("1"))
        assert isinstance(table.turn, Move)
        seat = table.turn.seat
        SearchBot(50, level="casual").choose(table.game, table.observations(seat), table.view(seat), Random(1))
        assert len(searched.asked) == asked


def test_a_level_looks_ahead_unless_it_happens_not_to(searched: Searched) -> None:
    game = rowdy.game("djeco")
    for lapse, asked in ((1.0, 0), (0.0, 20)):
        searched.asked.clear()
        player = SearchBot(50, mistakes=Mistakes(no_look_ahead=lapse))
        for seed in range(20):
            choice(game, player, COMPLETING, 0, seed)
        assert len(searched.asked) == asked


def test_whoever_draws_no_conclusions_takes_all_hands_to_be_equally_likely(searched: Searched) -> None:
    choice(rowdy.game("djeco"), SearchBot(50, mistakes=Mistakes(no_conclusions=1.0)), COMPLETING, 0)
    assert [asked["settings"].beliefs for asked in searched.asked] == [False]


# The flip games


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_practised_players_begin_in_a_corner(game_id: str) -> None:
    game = rowdy.game(game_id)
    for level in ("medium", "strong"):
        first = bot(f"{level}:sims=50", game).choose(game, (), game.view(game.start(), 0), Random(1))
        assert first.square in {"a1", "a4", "d1", "d4"}


def test_what_is_known_by_heart_is_heeded_in_openings_that_were_learned(searched: Searched) -> None:
    game = rowdy.game("rubik")
    state = game.parse_state("..B./..A./a.b./.... place")
    view, log = game.view(state, state.mover), ObservationLog((), state)
    sound, number = search_kit(game).sound_actions(game, view), search_kit(game).opening_number(game, log)
    assert 1 < len(sound) < len(view.legal)
    assert number is not None
    for not_learned, left in ((0.0, sound), (number - 0.01, sound), (number, view.legal), (1.0, view.legal)):
        searched.asked.clear()
        player = SearchBot(50, learned=True, mistakes=Mistakes(not_learned=not_learned))
        player.choose(game, log, view, Random(1))
        assert [asked["view"].legal for asked in searched.asked] == [left]


def test_nobody_slips_in_an_opening_known_by_heart(searched: Searched) -> None:
    game = rowdy.game("rubik")
    state = game.parse_state("..B./..A./a.b./.... place")
    view, log = game.view(state, state.mover), ObservationLog((), state)
    for not_learned, asked in ((0.0, 1), (1.0, 0)):
        searched.asked.clear()
        player = SearchBot(50, learned=True, mistakes=Mistakes(1.0, not_learned=not_learned))
        player.choose(game, log, view, Random(1))
        assert len(searched.asked) == asked


def test_easy_gives_nothing_away_that_it_need_not() -> None:
    game = rowdy.game("djeco")
    position = djeco(lattice({"b3": "b5", "c3": "b6", "c4": "r1"}), "b7,b8,b9/?,?,?", "play 3 1")
    chosen = {choice(game, EASY, position, 0, seed) for seed in range(60)}
    assert not chosen & {f"b{n}@{square}" for n in (7, 8, 9) for square in ("a3", "d3")}
    assert len(chosen) > 3


@pytest.mark.parametrize("name", ["rubik-de-2", "xoxo2-nl-2"])
def test_easy_never_ends_the_game_for_the_other_if_it_need_not(name: str) -> None:
    game, tempted = PRINTED[name], 0
    for seed in range(60):
        for state in random_states(name, seed)[:-1]:
            losses = wins_of_other(game, state, state.mover)
            if losses and len(losses) < len(game.legal(state, state.mover)):
                assert choice(game, EASY, game.format_state(state), state.mover, seed) not in losses
                tempted += 1
    assert tempted > 5


def test_easy_shows_its_cards() -> None:
    game = rowdy.game("xoxo")
    table = lattice(dict(zip(NINE[3:6], ["rcw", "rcs", "rcg"], strict=True)))
    position = f"{table} - 11rtj/11gsj/23ycj red,circle,grumpy/?colour,?shape,?face show 1 d3 ./."
    assert {choice(game, EASY, position, 0, seed) for seed in range(8)} == {"!red,circle"}


def test_what_is_silly() -> None:
    ratings = {
        "helps the other": Rating(-1, 9, 9),
        "poor for both": Rating(0, 1, 1),
        "builds": Rating(0, 5, 1),
        "blocks": Rating(0, 1, 5),
        "does both": Rating(0, 5, 5),
    }
    assert set(sensible(ratings)) == {"builds", "blocks", "does both"}
    only_bad = {"bad": Rating(-1, 0, 0), "worse": Rating(-2, 9, 9)}
    assert set(sensible(only_bad)) == {"bad"}


# Those that search


class Searched:
    """Stands in for the tree search, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def __call__(self, game: AnyGame, log: Any, view: Any, **how: Any) -> Thought:
        self.asked.append({"log": log, "view": view, **how})
        return Thought((RatedAction(view.legal[-1], 1, 0.5), RatedAction(view.legal[0], 1, 0.4)), 1)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Searched:
    fake = Searched()
    monkeypatch.setattr("rowdy.search.mcts.search", fake)
    monkeypatch.setattr("rowdy.search.compilation.compiler", lambda: True)
    monkeypatch.setattr("rowdy.search.kernels.jit.COMPILED", True)
    return fake


WINDOW_DIVISOR = (
    f"{lattice(dict(zip(NINE[3:6], ['rcw', 'rcs', 'rcg'], strict=True)))}"
    " - 11rtj/11gsj/23ycj red,circle,grumpy/?colour,?shape,?face show 1 d3 ./."
)


def test_a_search_gets_what_the_seat_knows_and_its_best_choice_is_played(searched: Searched) -> None:
    game, log = rowdy.game("djeco"), (Event(0, "anything"),)
    view = game.view(game.parse_state(COMPLETING), 0)
    player = bot("strong:sims=5000+seconds=2")
    assert player.choose(game, log, view, Random(3)) == view.legal[-1]
    (asked,) = searched.asked
    assert asked["log"] is log
    assert asked["view"] is view
    assert (asked["simulations"], asked["settings"]) == (5000, SearchSettings())
    assert asked["seconds"] == pytest.approx(2.0, abs=0.5), "less the time that proofs took"
    assert asked["seed"] == Random(3).getrandbits(32)


def test_a_window_gets_a_tenth(searched: Searched) -> None:
    game = rowdy.game("xoxo")
    for spec in ("mcts:sims=5000+seconds=2", "mcts:sims=500", "mcts:sims=5", "mcts:seconds=1"):
        choice(game, bot(spec), WINDOW_DIVISOR, 0)
    asked = [(ask["simulations"], ask["seconds"]) for ask in searched.asked]
    assert asked == [(500, 0.2), (100, None), (5, None), (None, 0.1)]


def test_one_choice_needs_no_search(searched: Searched) -> None:
    game, full = rowdy.game("djeco"), lattice(nine("r1 b1 r2 b2 r3 b3 b1 r1 b2"))
    assert choice(game, bot("strong"), djeco(full, "?,?,?,?,?/r5,r6,r7,r8,r9", "2"), 1) == "pass"
    assert searched.asked == []


@pytest.mark.parametrize("level", ["medium", "strong", "mcts"])
def test_levels_search_where_there_are_compiled_rules_and_think_plainly_elsewhere(
    searched: Searched, level: str
) -> None:
    player = bot(f"{level}:sims=50")
    assert isinstance(player, SearchBot)
    assert {name for name, game in GAMES.items() if player.searches(game)} == set(SEARCHED)
    for name in ("xoxo-small-wide", "xoxo-small-3"):
        assert match(SMALL[name], (player,) * SMALL[name].seats, 0).over
    assert searched.asked == []
    for name in ("flip-3x3-enclosed", "djeco-small"):
        searched.asked.clear()
        assert match(SMALL[name], (player,) * SMALL[name].seats, 0).over
        assert searched.asked


def test_without_a_compiler_levels_think_plainly(searched: Searched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowdy.search.compilation.compiler", lambda: False)
    game, player = rowdy.game("djeco"), bot("medium")
    assert choice(game, player, COMPLETING, 0) == choice(game, PythonSearchBot(60), COMPLETING, 0)
    assert searched.asked == []


def test_with_a_broken_compiler_levels_think_plainly(searched: Searched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowdy.search.kernels.jit.COMPILED", False)
    assert choice(rowdy.game("djeco"), bot("medium"), COMPLETING, 0)
    assert searched.asked == []


# Plain thinking


@pytest.mark.parametrize("name", ["rubik-de-2", "xoxo2-nl-2"])
def test_plain_thinking_wins_at_once_where_it_can(name: str) -> None:
    game, found = PRINTED[name], 0
    for seed in range(40):
        for state in random_states(name, seed)[:-1]:
            position = game.format_state(state)
            if wins := wins_at_once(game, position, state.mover):
                assert choice(game, PythonSearchBot(8), position, state.mover) in wins
                found += 1
    assert found > 3


def test_first_sight_follows_greed() -> None:
    game = rowdy.game("djeco")
    view = game.view(game.parse_state(COMPLETING), 0)
    sights = prior_values(game, view, 0)
    best = {str(action) for action, sight in sights.items() if sight == max(sights.values())}
    assert best <= {"r1@d3", "r1@a3"}
    assert (min(sights.values()), max(sights.values())) == pytest.approx((0.3, 0.7))


def test_plain_thinking_holds_its_own_against_greed() -> None:
    assert score(PRINTED["rubik-de-2"], PythonSearchBot(40), bot("greedy"), 8) >= 0.5
