"""The tree search: wins taken, losses averted, values as the rules have them, the same answer to the same question."""

from __future__ import annotations

import signal
import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.rules.game import AnyGame, Move, Over, View
from rowdy.search import mcts
from rowdy.search.kernels.jit import COMPILED
from rowdy.search.mcts import SearchSettings, kernel_of, search
from rowdy.search.perfect import Value, prober
from rowdy.search.python_search import Thought
from tests.rules.support import CARDS, TILES, after, lattice, nine
from tests.rules.support import djeco as djeco_position
from tests.search.exact import exact, expected, replies
from tests.search.support import VARIANTS, flip_game, played
from tests.search.xoxo_support import RED_SQUARES, late, red_squares
from tests.worlds import SEARCHED, SMALL, Events, fold, observations, random_game, random_states, redraw

pytestmark = pytest.mark.skipif(not COMPILED, reason="the tree search runs on Numba only")

THOROUGH = SearchSettings(hold=True)
"""Windows are thought about, too."""


def think(
    game: AnyGame,
    view: View[Any, Any],
    simulations: int,
    seed: int = 0,
    log: Events = (),
    settings: SearchSettings = THOROUGH,
) -> Thought:
    return search(game, log, view, simulations=simulations, seed=seed, settings=settings)


def view_at(game: AnyGame, position: str, seat: int | None = None) -> View[Any, Any]:
    """What a seat sees, by default the one to move."""
    state = game.parse_state(position)
    if seat is None:
        turn = game.turn(state)
        assert isinstance(turn, Move)
        seat = turn.seat
    return game.view(state, seat)


def best(thought: Thought) -> str:
    return str(thought.choices[0].action)


def moments(game: AnyGame, events: Events) -> list[tuple[Events, int]]:
    """Wherever a seat has a choice: the events before, and the seat."""
    found = list[tuple[Events, int]]()
    for i, state in enumerate(fold(game, events)):
        found += [(events[:i], seat) for seat in range(game.seats) if len(game.legal(state, seat)) > 1]
    return found


def question(game: AnyGame, events: Events, seat: int) -> tuple[Events, View[Any, Any]]:
    *_, state = fold(game, events)
    return observations(game, events, seat), game.view(state, seat)


# The same answer to the same question


@pytest.mark.parametrize("name", SEARCHED)
def test_a_thought_is_whole_and_can_be_had_again(name: str) -> None:
    game, rng, different = SEARCHED[name], Random(name), 0
    choices = [moment for seed in range(2) for moment in moments(game, random_game(name, seed))]
    for events, seat in rng.sample(choices, 2):
        log, view = question(game, events, seat)
        thought = think(game, view, 200, 5, log)
        assert {choice.action for choice in thought.choices} == set(view.legal)
        assert len(thought.choices) == len(view.legal)
        assert sum(choice.visits for choice in thought.choices) == thought.simulations == 200
        assert all(0 <= choice.value <= 1 for choice in thought.choices)
        order = [(choice.visits, choice.value) for choice in thought.choices if 0 < choice.value < 1]
        assert order == sorted(order, reverse=True)
        assert think(game, view, 200, 5, log) == thought
        different += think(game, view, 200, 6, log) != thought
    assert different or name in SMALL


def test_batches_make_no_difference() -> None:
    """With a time to watch the search comes up for air; the answer is the same if the time is not over."""
    game = rowdy.game("djeco")
    log, view = question(game, *moments(game, random_game("djeco-it-2", 0))[5])
    alone = search(game, log, view, simulations=700, seed=1)
    assert search(game, log, view, simulations=700, seconds=1000, seed=1) == alone


@pytest.mark.parametrize("name", ["xoxo-de-2", "xoxo-en-3", "xoxo-de-4", "djeco-it-2", "djeco-recycle"])
def test_a_thought_depends_on_what_the_seat_knows_alone(name: str) -> None:
    game, rng, other_worlds = SEARCHED[name], Random(name), 0
    for events, seat in rng.sample(moments(game, random_game(name, 1)), 4):
        other = redraw(game, events, seat, rng)
        other_worlds += other != events
        questions = [question(game, world, seat) for world in (events, other)]
        thoughts = [think(game, view, 150, log=log) for log, view in questions]
        assert thoughts[0] == thoughts[1]
    assert other_worlds


def test_a_search_that_peeks_would_be_caught() -> None:
    """The control of the test above: with the true cards in its view, the search answers other worlds differently."""
    for name in ("xoxo-de-2", "djeco-it-2"):
        game, rng, caught = SEARCHED[name], Random(name), 0
        for events, seat in rng.sample(moments(game, random_game(name, 1)), 4):
            thoughts = []
            for world in (events, redraw(game, events, seat, rng)):
                *_, state = fold(game, world)
                log, view = question(game, world, seat)
                thoughts.append(think(game, replace(view, state=state), 150, log=log))
            caught += thoughts[0] != thoughts[1]
        assert caught


def test_a_tree_that_is_full_is_played_out_from_where_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """And that is told."""
    for limit, value in (("MAX_NODES", 20), ("MAX_EDGES", 1)):
        with monkeypatch.context() as few:
            few.setattr(mcts, limit, value)
            for name in ("xoxo-de-3", "djeco-it-2", "xoxo2-nl-2"):
                game = SEARCHED[name]
                log, view = question(game, *moments(game, random_game(name, 0))[4])
                thought = think(game, view, 600 if limit == "MAX_NODES" else 4000, log=log)
                assert sum(choice.visits for choice in thought.choices) == thought.simulations
                assert thought.cut or limit == "MAX_EDGES"


def test_a_tree_grows_where_nodes_are_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is that of a tree which had room from the start."""
    game = rowdy.game("djeco")
    log, view = question(game, *moments(game, random_game("djeco-it-2", 0))[2])
    grown = search(game, log, view, simulations=6000)
    monkeypatch.setattr(mcts, "EDGES_PER_NODE", 100)
    assert search(game, log, view, simulations=6000) == grown
    assert grown.cut == 0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts")
@pytest.mark.parametrize("name", ["xoxo-de-2", "djeco-it-2", "rubik-de-2"])
def test_a_search_is_interrupted_at_once(name: str) -> None:
    """As by Ctrl-C; the processor's time is measured, since a busy machine may be long about anything."""

    class Interrupted(Exception):
        pass

    def interrupt(*_: object) -> None:
        raise Interrupted

    game = SEARCHED[name]
    log, view = question(game, *moments(game, random_game(name, 0))[0])
    search(game, log, view, simulations=10)
    before = signal.signal(signal.SIGPROF, interrupt)
    try:
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, 0.2)
        with pytest.raises(Interrupted):
            search(game, log, view, simulations=10**8)
        assert time.process_time() - began < 0.2 + 0.05
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# What may be asked


def test_only_what_the_view_names_is_considered() -> None:
    for name in ("xoxo-de-2", "djeco-it-2", "rubik-de-2"):
        game = SEARCHED[name]
        log, view = question(game, *moments(game, random_game(name, 0))[3])
        some = view.legal[1:3]
        thought = think(game, replace(view, legal=some), 300, log=log)
        assert {choice.action for choice in thought.choices} == set(some)
        assert sum(choice.visits for choice in thought.choices) == 300


def test_a_time_is_enough() -> None:
    game = rowdy.game("rubik")
    thought = search(game, (), game.view(game.start(), 0), seconds=0.01)
    assert thought.simulations == sum(choice.visits for choice in thought.choices) >= 1
    few = search(game, (), game.view(game.start(), 0), simulations=3, seconds=1000)
    assert few.simulations == 3


def test_what_cannot_be_answered_is_refused() -> None:
    game = rowdy.game("rubik")
    with pytest.raises(ValueError, match="is to act"):
        search(game, (), game.view(game.start(), None), simulations=1)
    with pytest.raises(ValueError, match="is to act"):
        search(game, (), game.view(game.start(), 1), simulations=1)
    with pytest.raises(ValueError, match="simulations or a time"):
        search(game, (), game.view(game.start(), 0))
    small = SMALL["xoxo-small-2"]
    with pytest.raises(ValueError, match="no kernel"):
        kernel_of(small)


# Wins at hand


def wins_at_once(game: AnyGame, state: Any, seat: int) -> set[str]:
    ends = {str(action): game.turn(game.play(state, seat, action)) for action in game.legal(state, seat)}
    return {text for text, turn in ends.items() if isinstance(turn, Over) and turn.outcome.winners == (seat,)}


@pytest.mark.parametrize("name", ["rubik-de-2", "xoxo2-nl-2", "rubik-mover", "rubik-opponent"])
def test_it_wins_at_once_where_it_can_in_the_flip_games(name: str) -> None:
    game, found = SEARCHED[name], 0
    for state in [state for seed in range(40) for state in random_states(name, seed)]:
        if isinstance(turn := game.turn(state), Move) and (wins := wins_at_once(game, state, turn.seat)):
            thought = think(game, game.view(state, turn.seat), 300, seed=found)
            assert best(thought) in wins, game.format_state(state)
            assert thought.choices[0].value == 1
            found += 1
    assert found > 3


JOYS = {"b4": "ghj", "b3": "rsj", "b2": "yhj", "c3": "rcw"}
CIRCLES = {"c4": "gcg", "c2": "ycs"}
RED_PAIR = {2: JOYS | CIRCLES, 3: JOYS | CIRCLES, 4: JOYS}
"""Cards were shown on a line of joys and one of circles; a red tile on a3 or d3 makes the next line."""
XOXO_HANDS = {
    2: "red,!circle,!joy/blue,heart,wink",
    3: "red,!circle,!joy/blue,heart,wink/green,square,surprise",
    4: "red,!joy/blue,heart/green,square/yellow,wink",
}
XOXO_PILES = {2: "10rtj/11gsj/21bcj", 3: "9rtj/10gsj/10btj/13bcj", 4: "7rtj/8gsj/8btj/8gtw/13bcj"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_lays_the_tile_that_completes_its_last_card(seats: int) -> None:
    game = rowdy.game("xoxo", seats=seats)
    view = view_at(game, f"{lattice(RED_PAIR[seats])} - {XOXO_PILES[seats]} {XOXO_HANDS[seats]} lay 1 b4")
    for seed in range(5):
        thought = think(game, view, 500, seed)
        assert best(thought) in {"own@d3", "own@a3"}
        assert thought.choices[0].value > 0.95


@pytest.mark.parametrize(
    ("rulings", "table", "hands", "tokens", "wins"),
    [
        ({"target": "2"}, {"b3": "r5", "c3": "r6", "b2": "b9"}, "r1,b3,b4/?,?,?", "1:0", {"r1@d3", "r1@a3"}),
        ({}, {"b3": "b5", "c3": "b6", "b2": "r9"}, "?,?,?/r3,r4,b1", "3:4", {"b1@d3", "b1@a3"}),
        ({"yellow": "some"}, {"b3": "r1", "c3": "r2+b2", "d3": "r3"}, "b9,y/?,?", "4:3", {"y1@c3"}),
    ],
)
def test_it_makes_the_line_that_wins_in_djeco(
    rulings: dict[str, str], table: dict[str, str], hands: str, tokens: str, wins: set[str]
) -> None:
    game, mover = rowdy.game("djeco", rulings=rulings), 2 if hands.startswith("?") else 1
    view = view_at(game, djeco_position(lattice(table), hands, str(mover), tokens))
    for seed in range(5):
        thought = think(game, view, 500, seed)
        assert best(thought) in wins
        assert thought.choices[0].value == 1


# Losses averted


def test_it_covers_what_would_let_the_other_win_in_xoxo() -> None:
    """The other's last card is red for certain, and a red tile is on top of its pile: b4, c4 or d4 must change."""
    game = rowdy.game("xoxo")
    display = "rsj rcs gtg yhw yts bsg gcj yss bcw"
    view = view_at(game, late(display, "3gsj/1rtw/8gtw", "blue,!green,!yellow/?colour,!circle,!joy", "lay 1 d2"))
    assert len(view.legal) == 16
    for seed in range(5):
        thought = think(game, view, 2000, seed)
        assert best(thought).split("@")[1] in {"b4", "c4", "d4"}
        assert thought.choices[0].value > 0.1
        value = {str(choice.action): choice.value for choice in thought.choices}
        assert max(value["own@b2"], value["own@c3"]) < 0.1


def test_it_breaks_the_line_that_would_let_the_other_win_in_djeco() -> None:
    """All that is left in the deck or in the other's hand is blue: only a card on d4 or a cleared position helps."""
    game = rowdy.game("djeco")
    table = lattice(nine("b1 b2 _ r3 b4 r5 b6 r7 r8"))
    text = djeco_position(table, "r1,y/b8,b9", "1", "2:4", deck=["b5", "b7"])
    view = view_at(game, text)
    for seed in range(5):
        assert best(think(game, view, 2000, seed)) in {"r1@d4", "y@b4", "y@c4"}


# Values as the rules have them


def values(game: AnyGame, view: View[Any, Any], simulations: int = 5000) -> dict[str, tuple[float, float]]:
    """For each action, what the search makes of it with nothing else to think about, and what is expected."""
    settings, found = SearchSettings(beliefs=False, hold=True), dict[str, tuple[float, float]]()
    for action in view.legal:
        (choice,) = think(game, replace(view, legal=(action,)), simulations, settings=settings).choices
        found[str(action)] = choice.value, expected(game, view, action)
    return found


def check_values(game: AnyGame, view: View[Any, Any]) -> set[float]:
    """Within four standard errors, and a little that is lost while the seats find out what is best for them.

    Returns the different values there are.
    """
    found = values(game, view)
    assert all(value == pytest.approx(true, abs=0.03) for value, true in found.values()), found
    return {round(true, 3) for _, true in found.values()}


@pytest.mark.parametrize("seed", [1, 20])
def test_the_last_two_tiles_of_xoxo(seed: int) -> None:
    """One of two tiles comes to light, then the other seat, whose card is one of three, uses up a pile."""
    game, tiles = rowdy.game("xoxo"), Random(seed).sample(TILES, 14)
    piles, hands = f"1{tiles[9]}/2{tiles[10]}/2{tiles[11]}", "?colour,!circle,!joy/blue,!heart,!wink"
    view = view_at(game, late(" ".join(tiles[:9]), piles, hands, "lay 2 d2", tiles[12:]))
    assert {0, 0.333, 0.5, 0.667} <= check_values(game, view)


@pytest.mark.parametrize(
    ("hands", "seed"),
    [
        ("?colour,?shape,!joy/?shape,?face,!red/blue,!heart,!wink", 11),
        ("?colour,?face/?shape,?face/?colour,?shape/blue,!heart", 0),
    ],
)
def test_the_last_tile_of_xoxo_with_more_seats(hands: str, seed: int) -> None:
    """Any tile uses up a pile; the others may then show as many cards as the seat has shown, or their last."""
    seats = hands.count("/") + 1
    game, tiles = rowdy.game("xoxo", seats=seats), Random(seed).sample(TILES, 16)
    piles = "/".join(f"1{tile}" for tile in tiles[9 : 10 + seats])
    view = view_at(game, late(" ".join(tiles[:9]), piles, hands, f"lay {seats} d2"))
    assert len(check_values(game, replace(view, legal=view.legal[1::2]))) > 3


@pytest.mark.parametrize("seed", [1, 3])
def test_the_last_two_cards_of_djeco(seed: int) -> None:
    """The game ends after 300 cards; the other holds two of six cards."""
    game, rng = rowdy.game("djeco", rulings={"discard": "recycle", "yellow": "some"}), Random(seed)
    view = view_at(game, djeco_end(rng, hands=(2, 2), deck=4, due="play 298 1"))
    assert len(check_values(game, view)) > 2


def djeco_end(rng: Random, hands: tuple[int, int], deck: int, due: str) -> str:
    """A random table with few cards left in the hands and in the deck; the others are in the discard."""
    cards = rng.sample(CARDS, len(CARDS))
    tops = [card for card in cards if card not in "yg"][:7]
    for card in tops:
        cards.remove(card)
    table = rng.sample([*tops, "_", "_"], 9)
    held = [cards.pop() for _ in range(sum(hands))]
    both = [",".join(sorted(part, key=CARDS.index)) for part in (held[: hands[0]], held[hands[0] :])]
    tokens = rng.choice(["2:3", "3:3", "4:3", "3:4"])
    return djeco_position(lattice(nine(" ".join(table))), "/".join(both), due, tokens, deck=cards[:deck])


def test_results_of_the_last_cards_of_djeco_are_proved() -> None:
    """With the deck empty all is known; most values are then those of going through everything, not means."""
    game, proved = rowdy.game("djeco"), 0
    for seed in range(6):
        state = game.parse_state(djeco_end(Random(seed), hands=(2, 1), deck=0, due="1"))
        worth = {move: exact(game, later)[0] for move, later in replies(game, state)}
        thought = think(game, game.view(state, 0), 4000, seed)
        assert thought.choices[0].value == pytest.approx(worth[best(thought)], abs=0.02)
        assert worth[best(thought)] == max(worth.values())
        proved += thought.choices[0].value == worth[best(thought)]
    assert proved > 2


@pytest.mark.parametrize("rulings", [{}, {"yellow": "some", "lines": "one"}])
def test_it_plays_the_last_cards_of_djeco_perfectly(rulings: dict[str, str]) -> None:
    """The deck is empty, so that all is known; in most positions some moves are mistakes."""
    game, tried = rowdy.game("djeco", rulings=rulings), 0
    for seed in range(40):
        state = game.parse_state(djeco_end(Random(seed), hands=(2, 1), deck=0, due="1"))
        worth = {move: exact(game, later)[0] for move, later in replies(game, state)}
        if len(set(worth.values())) > 1:
            thought = think(game, game.view(state, 0), 1500, seed)
            assert worth[best(thought)] == max(worth.values()), game.format_state(state)
            tried += 1
    assert tried > 8


GOOD = {Value.LOSS: 0, Value.DRAW: 1, Value.WIN: 2}


def check_late_flips(variant: str, number: int) -> int:
    """With at most three empty squares nothing is given away; returns in how many positions it could have been."""
    game, tried = flip_game(variant), 0
    oracle = prober(game)
    for seed in range(number):
        state = played(Random(seed), game, 13 + seed % 3)
        worth = dict[str, int]()
        for action in game.legal(state, state.mover):
            later = game.play(state, state.mover, action)
            value = GOOD[oracle.verdict(later).value]
            worth[str(action)] = value if later.mover == state.mover else 2 - value
        if len(set(worth.values())) > 1:
            thought = think(game, game.view(state, state.mover), 3000, seed)
            assert worth[best(thought)] == max(worth.values()), game.format_state(state)
            tried += 1
    return tried


@pytest.mark.parametrize("variant", ["rubik", "xoxo2"])
def test_it_gives_nothing_away_late_in_the_flip_games(variant: str) -> None:
    assert check_late_flips(variant, 20) > 5


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_never_gives_anything_away_late_in_the_flip_games(variant: str) -> None:
    assert check_late_flips(variant, 300) > 100


# Windows


@pytest.mark.parametrize(
    "hands",
    [
        "red,!joy,!wink/?colour,?shape,?face",
        "red,!joy,!wink/?shape,!blue,!surprise",
        "red,square,!wink/?colour,?shape,?face",
        "red,!joy,!wink/?colour,?shape,?face/?colour,?shape,?face",
        "red,!joy/?colour,?shape/?shape,?face/?shape,!wink",
    ],
)
def test_the_last_card_is_shown(hands: str) -> None:
    """Whether others may do so as well or not."""
    seats = hands.count("/") + 1
    game = rowdy.game("xoxo", seats=seats)
    view = view_at(game, red_squares(hands, f"show 1 d3 {'/'.join('.' * seats)}"), 0)
    for seed in range(5):
        thought = think(game, view, 60, seed)
        assert best(thought) == ("!red,square" if "square" in hands else "!red")
        assert thought.choices[0].value > 0.7


def test_what_is_shown_at_once_is_shared() -> None:
    """The other's last card is one of four shapes; if it is the square, both win. A card held back is worth less."""
    game = rowdy.game("xoxo")
    text = red_squares("red,!joy,!wink/?shape,!blue,!surprise", "show 1 d3 ./.")
    thought = think(game, view_at(game, text, 0), 20_000)
    value = {str(choice.action): choice.value for choice in thought.choices}
    assert value["!red"] == pytest.approx(1 - 1 / 4 / 2, abs=0.01)
    assert value["!-"] < 0.8


@pytest.mark.parametrize(
    "hands",
    [
        "blue,joy,!wink/red,square,!circle",
        "red,joy,!wink/square,grumpy,!circle",
        "red,square,joy/blue,heart,!circle",
        "red,joy,wink/square,heart,!circle/blue,surprise,!triangle",
    ],
)
def test_the_last_window_is_worth_what_it_should(hands: str) -> None:
    """A pile is used up: who has shown most wins. Each seat is asked in turn, knowing its own hand."""
    seats, choices = hands.count("/") + 1, 0
    game = rowdy.game("xoxo", seats=seats)
    piles = "/".join(["2gtw", "2bcj", "2gsj", "1rss"][-seats - 1 :])
    state = after(game, late("rsj rsw gtg ghw yts bsg gcj ysg bcw", piles, hands, f"lay {seats} c2"), "draw@d4")
    for seat in range(seats):
        view = game.view(state, seat)
        check_values(game, view)
        choices += len(view.legal) > 1
    assert choices


def test_cards_are_shown_without_thinking_if_they_shall_not_be_held() -> None:
    game = rowdy.game("xoxo")
    text = f"{RED_SQUARES} - 10rtj/11gsj/24bcj red,square,joy/?colour,?shape,?face show 1 d3 ./."
    thought = think(game, view_at(game, text, 0), 1000, settings=SearchSettings(hold=False))
    assert best(thought) == "!red,square"
    assert {str(choice.action) for choice in thought.choices} == {"!-", "!red", "!square", "!red,square"}
    assert thought.simulations == 0
