"""Bots choose legally and alike, from views alone, and greed pays; and how they are named."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.bots.levels import LEVELS, MCTS, MEDIUM, STRONG, PythonSearchBot, SearchBot
from rowdy.play.bots.registry import BOTS, Bot, GreedyBot, RandomBot, bot, bot_names, budget, switches
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.rules.game import AnyGame, InvalidSetup, Move, Over, Window
from rowdy.rules.xoxo_state import Reveal
from rowdy.search.mcts import SearchSettings
from tests.rules.support import NINE, djeco, lattice
from tests.worlds import HIDDEN, PRINTED, SMALL, Events, fold, observations, players, random_game, redraw, sample

SPECS = ["random", "beginner", "easy", "casual:sims=20", "greedy", "perfect", "mcts:sims=20"]
"""Every kind of bot; those that search differ in nothing but their budget."""


def every_bot_and_game(games: dict[str, AnyGame]) -> pytest.MarkDecorator:
    """Each bot with each game that it plays."""
    pairs = [(name, spec) for spec in SPECS for name, game in games.items() if bot(spec).plays(game)]
    return pytest.mark.parametrize(("name", "spec"), pairs)


def due(table: GameLog) -> int:
    """A seat that has to act now."""
    return next(seat for seat in range(table.game.seats) if table.view(seat).legal)


def match(game: AnyGame, bots: tuple[Bot, ...], seed: int) -> GameLog:
    table, rng = GameLog(game, players(game), Dealer(str(seed))), Random(seed)
    while not table.over:
        seat = due(table)
        table.act(seat, bots[seat].choose(game, table.observations(seat), table.view(seat), rng))
    return table


def choice(game: AnyGame, bot: Bot, position: str, seat: int, seed: int = 0) -> str:
    view = game.view(game.parse_state(position), seat)
    return str(bot.choose(game, (), view, Random(seed)))


# Any bot


@every_bot_and_game(PRINTED)
def test_bots_play_every_game_to_its_end(name: str, spec: str) -> None:
    """The table takes only what is legal."""
    table = match(PRINTED[name], (bot(spec),) * PRINTED[name].seats, 1)
    assert table.over


@every_bot_and_game(SMALL)
def test_bots_play_small_games_too(name: str, spec: str) -> None:
    for seed in range(3):
        assert match(SMALL[name], (bot(spec),) * SMALL[name].seats, seed).over


@every_bot_and_game(PRINTED)
def test_a_bot_asked_again_chooses_the_same(name: str, spec: str) -> None:
    """It keeps nothing between calls: whatever it was asked in between, and whichever of its kind is asked."""
    game, events = PRINTED[name], random_game(name, 0)
    rng = Random(name)
    asked: list[tuple[int, Any, Any]] = []
    for i, state in sample(list(enumerate(fold(game, events))), 12, rng):
        for seat in range(game.seats):
            view = game.view(state, seat)
            if view.legal:
                log = observations(game, events[:i], seat)
                asked.append((i, log, view))
    assert asked
    fresh = deepcopy(bot(spec))
    first = [bot(spec).choose(game, log, view, Random(i)) for i, log, view in asked]
    assert all(action in view.legal for action, (_, _, view) in zip(first, asked, strict=True))
    order = list(range(len(asked)))
    rng.shuffle(order)
    for k in order:
        i, log, view = asked[k]
        assert fresh.choose(game, log, view, Random(i)) == first[k]


@every_bot_and_game({name: game for name, game in PRINTED.items() if name in HIDDEN})
def test_a_bot_chooses_the_same_in_worlds_that_it_cannot_tell_apart(name: str, spec: str) -> None:
    game, rng = PRINTED[name], Random(name)
    events: Events = random_game(name, 2)[:60]
    compared = 0
    for seat in range(game.seats):
        other = redraw(game, events, seat, rng)
        pairs = enumerate(zip(fold(game, events), fold(game, other), strict=False))
        differing = [(i, a, b) for i, (a, b) in pairs if a != b and isinstance(game.turn(a), Move)]
        for i, here, there in sample(differing, 12, rng):
            views = game.view(here, seat), game.view(there, seat)
            logs = observations(game, events[:i], seat), observations(game, other[:i], seat)
            assert views[0] == views[1]
            assert logs[0] == logs[1]
            if views[0].legal:
                pairs_asked = zip(logs, views, strict=True)
                choices = {bot(spec).choose(game, log, view, Random(5)) for log, view in pairs_asked}
                assert len(choices) == 1
                compared += 1
    assert compared


def test_the_random_bot_chooses_everything_equally_often() -> None:
    game = PRINTED["rubik-de-2"]
    view, rng = game.view(game.start(), 0), Random(1)
    counts = dict.fromkeys(view.legal, 0)
    for _ in range(100 * len(counts)):
        counts[RandomBot().choose(game, (), view, rng)] += 1
    assert len(counts) == 32
    assert 55 < min(counts.values()) <= max(counts.values()) < 145


# Names and settings


def error(spec: str, game: AnyGame | None = None) -> InvalidSetup:
    with pytest.raises(InvalidSetup) as caught:
        bot(spec, game)
    return caught.value


def test_there_are_bots_by_name() -> None:
    assert {name: bot(name) for name in BOTS} == BOTS
    assert list(BOTS) == [*LEVELS, "perfect", "greedy", "random", "mcts"]
    assert list(LEVELS) == ["beginner", "easy", "casual", "medium", "skilled", "advanced", "strong"], "tables know them"
    assert bot_names() == list(BOTS)
    wrong = error("deep blue")
    assert wrong.code == "unknown-bot"
    assert wrong.details == {"name": "deep blue", "known": ", ".join(BOTS)}


@pytest.mark.parametrize("sign", [",", "+"])
def test_settings_follow_a_name(sign: str) -> None:
    found = bot(f"mcts:sims=20000{sign}seconds=1.5")
    assert isinstance(found, SearchBot)
    assert (found.simulations, found.seconds) == (20_000, 1.5)


def test_who_sets_one_limit_takes_the_other_away() -> None:
    """So that a number of simulations alone always gives the same choice."""
    counted, timed = bot("strong:sims=5000"), bot("strong:seconds=2")
    assert isinstance(counted, SearchBot)
    assert isinstance(timed, SearchBot)
    assert (counted.simulations, counted.seconds, counted.fallback) == (5000, None, PythonSearchBot(50))
    assert (timed.simulations, timed.seconds, timed.fallback) == (None, 2.0, PythonSearchBot(seconds=2.0))
    assert counted.pace_seconds == STRONG.pace_seconds


@pytest.mark.parametrize("spec", ["strong:seconds=30", "medium:sims=5+seconds=1", "mcts:seconds=0.1"])
def test_a_search_is_over_before_the_bot_seems_to_have_thought(spec: str) -> None:
    found, level = bot(spec), bot(spec.partition(":")[0])
    assert isinstance(found, SearchBot)
    assert isinstance(level, SearchBot)
    assert found.seconds
    assert found.pace_seconds == pytest.approx(max(level.pace_seconds, 1.1 * found.seconds))


def test_switches_of_the_search_can_be_set() -> None:
    assert budget(bot("strong")) == {"sims": STRONG.simulations, "seconds": STRONG.seconds}
    assert budget(bot("greedy")) == {}
    for name, default in switches().items():
        assert bot(f"mcts:{name}={default}") == replace(MCTS, settings=SearchSettings())
    found = bot("medium:beliefs=off+c_puct=0.5")
    assert found == replace(MEDIUM, settings=SearchSettings(beliefs=False, c_puct=0.5))


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("strong:", "bot-parameter-form"),
        ("strong:sims", "bot-parameter-form"),
        ("strong:sims=", "bot-parameter-form"),
        ("strong:=5", "bot-parameter-form"),
        ("strong:sims=5,", "bot-parameter-form"),
        ("strong:sims=5+sims=6", "bot-parameter-twice"),
        ("strong:depth=5", "bot-parameter"),
        ("strong:sims=0", "bot-sims"),
        ("strong:sims=-5", "bot-sims"),
        ("strong:sims=1e5", "bot-sims"),
        ("strong:sims=999999999", "bot-sims"),
        ("strong:sims=²", "bot-sims"),
        ("strong:seconds=0", "bot-seconds"),
        ("strong:seconds=nan", "bot-seconds"),
        ("strong:seconds=inf", "bot-seconds"),
        ("strong:seconds=9999", "bot-seconds"),
        ("greedy:sims=5", "bot-no-parameters"),
        (":sims=5", "unknown-bot"),
        ("", "unknown-bot"),
        ("Strong", "unknown-bot"),
    ],
)
def test_what_cannot_be_set_is_refused(spec: str, code: str) -> None:
    assert error(spec).code == code


@pytest.mark.parametrize(("old", "now"), [("curiosity", "c_puct"), ("doubt", "fpu_reduction")])
def test_a_setting_that_has_another_name_now_is_refused_with_it(old: str, now: str) -> None:
    wrong = error(f"mcts:sims=5+{old}=0.5")
    assert wrong.code == "bot-parameter-renamed"
    assert wrong.details == {"name": "mcts", "key": old, "now": now}
    assert now in switches()


def test_a_setting_must_be_of_its_kind() -> None:
    numbers = ["much", "nan", "inf", "1_0", "\uff11", "-1", "1e3", "100.1", "101"]
    for key, text in [("beliefs", "maybe"), *((key, text) for key in ("c_puct", "fpu_reduction") for text in numbers)]:
        wrong = error(f"mcts:{key}={text}")
        assert wrong.code == "bot-setting"
        assert wrong.details == {"name": "mcts", "key": key, "text": text, "default": switches()[key]}


def test_a_setting_may_be_nothing_or_much() -> None:
    for text in ("0", "100", "100.0", "0.25"):
        assert bot(f"mcts:fpu_reduction={text}") == replace(MCTS, settings=SearchSettings(fpu_reduction=float(text)))


def test_a_bot_with_settings_must_know_the_game_too() -> None:
    assert error("perfect", PRINTED["djeco-it-2"]).code == "bot-game"
    assert bot("mcts:sims=5", PRINTED["djeco-it-2"]).plays(PRINTED["djeco-it-2"])


# Greed


@pytest.mark.parametrize(
    ("name", "games"), [("rubik-de-2", 30), ("xoxo2-nl-2", 30), ("djeco-it-2", 20), ("xoxo-de-2", 20)]
)
def test_greed_beats_chance(name: str, games: int) -> None:
    """In turn on both seats; a game that nobody or everybody wins counts half."""
    game, score = PRINTED[name], 0.0
    for seed in range(games):
        seat = seed % 2
        bots = (GreedyBot(), RandomBot()) if seat == 0 else (RandomBot(), GreedyBot())
        turn = match(game, bots, seed).turn
        assert isinstance(turn, Over)
        winners = turn.outcome.winners
        score += 0.5 if len(winners) != 1 else float(seat in winners)
    assert score > 0.7 * games


def wins_at_once(game: AnyGame, position: str, seat: int) -> set[str]:
    state = game.parse_state(position)
    found = set()
    for action in game.legal(state, seat):
        turn = game.turn(game.play(state, seat, action))
        if isinstance(turn, Over) and seat in turn.outcome.winners:
            found.add(str(action))
    return found


@pytest.mark.parametrize("game_id", ["rubik", "xoxo2"])
def test_greed_wins_at_once_when_it_can_and_never_gives_the_game_away_needlessly(game_id: str) -> None:
    game = rowdy.game(game_id)
    won = 0
    for seed in range(60):
        rng = Random(seed)
        state = game.start()
        while isinstance(turn := game.turn(state), Move):
            position, seat = game.format_state(state), turn.seat
            if wins := wins_at_once(game, position, seat):
                assert choice(game, GreedyBot(), position, seat, seed) in wins
                won += 1
            losses = wins_of_other(game, state, seat)
            if losses and len(losses) < len(game.legal(state, seat)):
                assert choice(game, GreedyBot(), position, seat, seed) not in losses
            state = game.play(state, seat, rng.choice(game.legal(state, seat)))
    assert won > 20


def wins_of_other(game: AnyGame, state: Any, seat: int) -> set[str]:
    """The moves of this seat that end the game for the other."""
    after = {str(action): game.turn(game.play(state, seat, action)) for action in game.legal(state, seat)}
    return {text for text, turn in after.items() if isinstance(turn, Over) and turn.outcome.winners == (1 - seat,)}


@pytest.mark.parametrize(
    ("hand", "table", "moves"),
    [
        ("r1,r2,b3", {"b3": "r5", "c3": "r6", "b2": "b9"}, {"r1@d3", "r2@d3", "r1@a3", "r2@a3"}),
        ("r6,r9,b3", {"b3": "r5", "c3": "b6", "d3": "r7", "b2": "b4"}, {"r6@c3"}),
        ("r1,b5,y", {"b2": "r3", "c3": "r6", "d2": "b4", "b4": "r8"}, {"r1@d4", "r1@b3"}),
    ],
)
def test_greed_in_djeco_completes_its_line(hand: str, table: dict[str, str], moves: set[str]) -> None:
    game = rowdy.game("djeco")
    position = djeco(lattice(table), f"{hand}/?,?,?", f"play {len(table)} 1")
    state = game.parse_state(position)
    assert {str(move) for move in game.legal(state, 0) if game.play(state, 0, move).tokens == (1, 0)} == moves
    assert {choice(game, GreedyBot(), position, 0, seed) for seed in range(8)} <= moves


def test_greed_in_djeco_leaves_the_others_line_alone() -> None:
    game = rowdy.game("djeco")
    position = djeco(lattice({"b3": "b5", "c3": "b6", "c4": "r1"}), "b7,b8,b9/?,?,?", "play 3 1")
    chosen = {choice(game, GreedyBot(), position, 0, seed) for seed in range(8)}
    assert not chosen & {f"b{n}@{square}" for n in (7, 8, 9) for square in ("a3", "d3")}


def test_greed_in_xoxo_completes_a_line_of_its_own_card() -> None:
    game = rowdy.game("xoxo")
    table = lattice({"b3": "rsj", "c3": "rcw"})
    position = f"{table} - 11rtj/11gsj/24ycj red,triangle,grumpy/?colour,?shape,?face lay 1 b3"
    for seed in range(5):
        assert choice(game, GreedyBot(), position, 0, seed) in {"own@d3", "own@a3"}
    # the same table, but the line would serve nobody at this seat
    position = position.replace("red,triangle,grumpy", "blue,heart,grumpy")
    assert choice(game, GreedyBot(), position, 0) not in {"own@d3", "own@a3"}


def test_greed_in_xoxo_shows_all_it_can() -> None:
    game = rowdy.game("xoxo")
    table = lattice(dict(zip(NINE[3:6], ["rcw", "rcs", "rcg"], strict=True)))
    position = f"{table} - 11rtj/11gsj/23ycj red,circle,grumpy/?colour,?shape,?face show 1 d3 ./."
    view = game.view(game.parse_state(position), 0)
    assert isinstance(view.turn, Window)
    assert GreedyBot().choose(game, (), view, Random(0)) == max(view.legal, key=lambda answer: len(str(answer)))
    assert choice(game, GreedyBot(), position, 0) == "!red,circle"
    assert isinstance(GreedyBot().choose(game, (), view, Random(0)), Reveal)
