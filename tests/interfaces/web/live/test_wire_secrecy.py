"""Nobody learns on the wire what they may not know: with other secrets they are told the same, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.interfaces.web.store.store import Store, open_store
from rowdy.play.table.entries import Chair, Viewer
from rowdy.play.table.table import MAX_SIDE_COMMANDS_PER_ROUND
from rowdy.rules.djeco_state import Draw, Lay
from rowdy.rules.game import AnyGame, Move
from rowdy.rules.tiles import CARD
from rowdy.rules.xoxo_state import Deal
from tests.interfaces.web.clocked import Clocked, clocked
from tests.interfaces.web.director import Director, Story, bring, play_again, play_first, redraw_all
from tests.interfaces.web.two_servers import two_servers
from tests.interfaces.web.wire import Deed, Fate, World, world
from tests.quick import first_quick
from tests.visiting_games import installed
from tests.worlds import AWKWARD, HIDDEN, Events, fold, observations, redraw

WHOLE = 1_000
QUICK = {"xoxo-en-2": 10, "djeco-it-2": 10, "guest-tricks-plain": 3}
"""How many moves tell something, and leave something hidden."""
ALL = ("xoxo-de-2", "xoxo-en-3", "xoxo-de-4", "djeco-it-2", *(name for name in AWKWARD if name in HIDDEN))


@pytest.fixture(autouse=True)
def _examples(tmp_path: Path) -> Iterator[None]:
    with installed(tmp_path, tricks="rowdy_tricks:KIT"):
        yield


@pytest.fixture
def fate(monkeypatch: pytest.MonkeyPatch) -> Fate:
    return Fate(monkeypatch)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "tables.sqlite")) as store:
        yield store


def told(made: World, viewer: Viewer) -> tuple[list[str], list[str]]:
    """All that somebody was told before the end, and all that they fetched."""
    return made.told(viewer), made.normal(made.ears[viewer].exports if viewer in made.ears else [])


def end(made: World, viewers: tuple[Viewer, ...]) -> None:
    for viewer in viewers:
        made.ears[viewer].hear_out()
        if made.going_on:
            made.export(viewer)
            made.peek(viewer)


def compare(
    name: str, seed: int, most: int, fate: Fate, store: Store, screen: bool = False, database: str | None = None
) -> None:
    """Plays a game, then for each viewer, or the table's screen alone, another that must look the same to them.

    With a database the first game is played at one server, and the others at two that share it.
    """
    game, rng = HIDDEN[name], Random(f"{name} {seed}")
    fate.shuffle(rng)
    with world(store, game, screen) as first:
        viewers = first.viewers[-1:] if screen else first.viewers
        story = play_first(first, rng, most)
        end(first, viewers)
        assert first.table.game_log is not None
        events = first.table.game_log.events
    differ = 0
    for viewer in viewers:
        other = redraw(game, events, viewer, rng)
        differ += set(fold(game, events)) != set(fold(game, other))
        fate.prescribe([action for actor, action in other if not isinstance(actor, int)])
        with two_servers(database, game, screen) if database else world(store, game, screen) as second:
            play_again(second, story, viewer, rng)
            end(second, (viewer,))
            assert second.table.game_log is not None
            assert second.table.game_log.events == other, "this is not the world that was wanted"
        if database:
            assert_same(
                *((without_farewells(heard), exports) for heard, exports in (told(first, viewer), told(second, viewer)))
            )
        else:
            assert_same(told(first, viewer), told(second, viewer))
        assert first.table_id != second.table_id
        assert "TABLE" in told(first, viewer)[0][0]
        assert "SEAL" in told(first, viewer)[0][0]
        assert ('"host":true' in told(first, viewer)[0][0]) == screen
    assert differ > len(viewers) / 2


def without_farewells(texts: list[str]) -> list[str]:
    """Without what is told of who goes just before a server stops: of two servers one stops first."""
    found: list[str] = []
    for text in texts:
        while '"server-stops"' in text and found and found[-1].startswith('{"type":"here"'):
            found.pop()
        found.append(text)
    return found


def assert_same(here: tuple[list[str], list[str]], there: tuple[list[str], list[str]]) -> None:
    for mine, other in zip(here, there, strict=True):
        for i, (text, again) in enumerate(zip(mine, other, strict=False)):
            assert text == again, f"message {i}"
        assert len(mine) == len(other)


@pytest.mark.parametrize("name", first_quick(QUICK))
def test_other_secrets_change_no_byte_of_what_somebody_is_told(name: str, fate: Fate, store: Store) -> None:
    compare(name, 0, QUICK[name], fate, store)


@pytest.mark.long
@pytest.mark.parametrize(("name", "most"), [("xoxo-en-2", 6), ("xoxo-en-3", 10), ("djeco-it-2", 10)])
def test_nor_at_two_servers(name: str, most: int, fate: Fate, store: Store, postgres_address: str) -> None:
    """Half of the people are at each: they are told what they would be told at one, whatever the others hold."""
    compare(name, 0, most, fate, store, database=postgres_address)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_other_secrets_change_no_byte_in_any_game(name: str, fate: Fate, store: Store) -> None:
    compare(name, 3, WHOLE, fate, store)


@pytest.mark.long
@pytest.mark.parametrize("name", ["xoxo-en-4", "djeco-recycle"])
def test_nor_in_a_game_that_is_broken_off_late(name: str, fate: Fate, store: Store) -> None:
    compare(name, 2, 15, fate, store)


@pytest.mark.parametrize("name", first_quick(QUICK))
def test_nor_of_what_the_screen_in_a_room_is_told(name: str, fate: Fate, store: Store) -> None:
    compare(name, 1, QUICK[name], fate, store, screen=True)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_nor_of_what_the_screen_is_told_in_any_game(name: str, fate: Fate, store: Store) -> None:
    compare(name, 4, WHOLE, fate, store, screen=True)


# With bots, hints and times


def compare_with_bots(
    name: str, bots: dict[int, str], seed: int, most: int, fate: Fate, screen: bool = False
) -> set[str]:
    """The same on a clock, where bots play and hints are given; tells what else happened.

    What bots and hints are asked for a seat must be the same, too, and so must all times, although each world's bots
    think for other times within a step of their pace. All worlds have one secret, from which a bot's luck comes: so it
    would show if the deal went into that.
    """
    game, rng = HIDDEN[name], Random(f"{name} {bots} {seed}")
    fate.shuffle(rng)
    with clocked(game, rng, bots, screen=screen) as first:
        viewers = first.viewers[-1:] if screen else (*first.viewers, *map(Chair, bots))
        story = play_first(first, rng, most)
        end(first, first.viewers)
        assert first.table.game_log is not None
        game_logs = [*first.undone, first.table.game_log.events]
    spoken, differ = tuple(fate.spoken), 0
    for viewer in viewers:
        other = redraw_all(game, game_logs, viewer, bots, rng)
        made = [bring(game_log, other) for game_log in game_logs]
        differ += any(
            moments(game, game_log) != moments(game, again) for game_log, again in zip(game_logs, made, strict=True)
        )
        fate.prescribe(other[chosen] for chosen in spoken)
        with clocked(game, rng, bots, first.thinkers.whims, screen=screen) as second:
            play_again(second, story, viewer, rng)
            end(second, (viewer,) if viewer in second.ears else ())
            assert second.table.game_log is not None
            assert second.table.game_log.events == made[-1], "this is not the world that was wanted"
        assert_same(told(first, viewer), told(second, viewer))
    assert differ > len(viewers) / 2
    return what_happened(first, story)


def moments(game: AnyGame, events: Events) -> set[Any]:
    """The states in which somebody is to move: in which order a hand was dealt makes no other world."""
    return {state for state in fold(game, events) if isinstance(game.turn(state), Move)}


def what_happened(made: Clocked, story: Story) -> set[str]:
    bots = {deed.viewer for deed in story if isinstance(deed, Deed) and deed.by_bot}
    hints = [text for seat in made.people for text in made.thinkers.asked.get(seat, []) if "('hint', " in text]
    happened = {
        "bot": bots.intersection(made.bots),
        "stand-in": bots.intersection(made.people),
        "hint": hints,
        "undo": made.undone,
    }
    return {what for what, times in happened.items() if times}


@pytest.mark.parametrize(
    ("name", "bots", "seed", "happens"),
    [
        ("xoxo-en-2", {1: "easy"}, 1, {"bot", "hint", "undo"}),
        pytest.param("djeco-it-2", {0: "medium"}, 4, {"bot", "hint", "undo"}, marks=pytest.mark.long),
        pytest.param("xoxo-en-3", {0: "easy", 2: "medium"}, 2, {"bot", "hint", "undo"}, marks=pytest.mark.long),
        pytest.param("xoxo-en-3", {0: "easy"}, 4, {"bot", "hint", "stand-in"}, marks=pytest.mark.long),
        ("djeco-it-2", {}, 5, {"hint", "stand-in"}),
        ("guest-tricks-plain", {1: "medium"}, 1, {"bot", "hint"}),
    ],
)
def test_nor_do_other_secrets_change_what_bots_and_hints_are_asked_nor_any_time(
    name: str, bots: dict[int, str], seed: int, happens: set[str], fate: Fate
) -> None:
    assert compare_with_bots(name, bots, seed, 3 if name.startswith("guest") else 12, fate) == happens


@pytest.mark.parametrize(
    ("name", "bots"), [("xoxo-en-3", {0: "easy"}), pytest.param("djeco-it-2", {0: "medium"}, marks=pytest.mark.long)]
)
def test_nor_when_the_screen_is_told_anything(name: str, bots: dict[int, str], fate: Fate) -> None:
    """On a clock: with other secrets it is told as much, in the same order and at the same times."""
    assert "bot" in compare_with_bots(name, bots, 4, 12, fate, screen=True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "bots", "seed", "happens"),
    [
        ("xoxo-en-2", {1: "easy"}, 2, {"bot", "hint", "undo"}),
        ("xoxo-en-3", {0: "easy"}, 2, {"bot", "hint", "stand-in"}),
        ("xoxo-en-3", {0: "easy", 2: "medium"}, 1, {"bot", "hint", "undo"}),
        ("xoxo-de-4", {2: "strong"}, 0, {"bot", "hint", "stand-in"}),
        ("xoxo-en-3", {}, 1, {"hint", "stand-in"}),
        ("djeco-it-2", {0: "medium"}, 0, {"bot", "hint", "undo"}),
        ("djeco-it-2", {}, 0, {"hint", "stand-in"}),
        ("djeco-recycle", {1: "easy"}, 0, {"bot", "hint", "undo"}),
    ],
)
def test_nor_in_whole_games_with_bots(
    name: str, bots: dict[int, str], seed: int, happens: set[str], fate: Fate
) -> None:
    assert compare_with_bots(name, bots, seed, WHOLE, fate) == happens


# Hints are for whoever asks alone

ASKED = '{"do":"hint","id":"hint","seen":0}'
HINT_TAKES = 0.7


def play_with_a_hint(asks: bool, bots: dict[int, str], meanwhile: str, fate: Fate) -> Clocked:
    """A game in which something happens after the first seat has asked for a hint, or could have."""
    fate.draw = lambda number, chance: Random(number).choices(chance.actions, chance.weights)[0]
    with clocked(HIDDEN["xoxo-en-3"], Random(0), bots, hint_seconds=(HINT_TAKES,)) as made:
        director = Director(made, Random(1))
        for _ in range(3):
            director.move()
        assert made.table.to_move == 0
        if asks:
            made.tell(Chair(0), ASKED)
            assert 0 in made.room.thinking.hints
        if meanwhile == "comes back":
            made.come_back(Chair(0), 0)
        elif meanwhile == "moves":
            director.move()
        else:
            assert made.do(Chair(0), meanwhile).public
        made.wait(10.0)
        assert not made.room.thinking.hints
        for _ in range(3):
            director.move()
        end(made, made.viewers)
    return made


ALONE, AMONG_PEOPLE = {1: "easy", 2: "easy"}, {1: "easy"}


@pytest.mark.parametrize(
    ("bots", "meanwhile"),
    [
        (ALONE, "undo"),
        (AMONG_PEOPLE, "leave"),
        *(pytest.param(ALONE, what, marks=pytest.mark.long) for what in ("moves", "leave", "comes back")),
        pytest.param(AMONG_PEOPLE, "moves", marks=pytest.mark.long),
    ],
)
def test_a_hint_changes_nothing_for_others_whatever_happens_meanwhile(
    bots: dict[int, str], meanwhile: str, fate: Fate
) -> None:
    hinted, plain = (play_with_a_hint(asks, bots, meanwhile, fate) for asks in (True, False))
    for viewer in (*plain.viewers, *map(Chair, bots)):
        if viewer != 0:
            assert_same(told(hinted, viewer), told(plain, viewer))
    more = [text for text in told(hinted, Chair(0))[0] if text not in told(plain, Chair(0))[0]]
    answers = [text for text in more if '"id":"hint","ok":true' in text]
    assert len(answers) == (meanwhile != "comes back"), "who has gone waits for nothing"
    assert [text for text in more if text not in answers and "('hint', " not in text] == []


# Cruder, and independent of other worlds


def everything(made: World, viewer: Viewer) -> str:
    made.ears[viewer].hear_out()
    return "\n".join((*made.ears[viewer].before_end(), *made.ears[viewer].exports))


def test_a_card_that_no_tile_shows_is_named_to_its_owner_alone(fate: Fate, store: Store) -> None:
    """Without yellow tiles nobody else has a reason to hear of yellow."""
    rng, yellow = Random("yellow"), Deal(0, CARD["yellow"])
    fate.draw = lambda number, chance: yellow if yellow in chance.actions else rng.choice(chance.actions)
    with world(store, HIDDEN["xoxo-custom"]) as made:
        director = Director(made, rng)
        for order in ("hold", "show", "hold", "show"):
            made.do(Chair(0), "order", card="yellow", order=order)
            for viewer in made.viewers:
                made.export(viewer)
                made.come_back(viewer, 0)
            director.move()
        assert made.going_on
        assert "yellow" in everything(made, Chair(0))
        assert {made.ears[viewer].language for viewer in (Chair(1), None)} == {"en", "de"}
        for viewer in (Chair(1), None):
            assert not re.search("yellow|gelb", everything(made, viewer), re.IGNORECASE)
            assert '"hold"' not in everything(made, viewer)


@pytest.mark.parametrize("seed", first_quick(range(2)))
def test_no_number_is_told_but_those_of_cards_that_were_seen(seed: int, fate: Fate, store: Store) -> None:
    """Each number is on one card of a colour, and none of them could be anything else."""
    rng, numbers = Random(seed), range(80, 98)
    game = rowdy.game("djeco", deck=tuple(numbers), starter=seed)
    fate.shuffle(rng)
    with world(store, game) as made:
        director = Director(made, rng)
        for _ in range(8):
            director.move()
        assert made.table.game_log is not None
        events = made.table.game_log.events
        for viewer in made.viewers:
            made.come_back(viewer, 0)
            found = {int(text) for text in re.findall(r"\b[rb]?([89]\d)\b", everything(made, viewer))}
            seen = [a.card.number for _, a in observations(game, events, viewer) if isinstance(a, Draw | Lay)]
            assert found & set(numbers) == set(seen) - {0} < set(numbers)


@pytest.mark.parametrize("name", first_quick(QUICK, 2))
def test_seed_secret_and_keys_leave_the_server_when_they_may(name: str, fate: Fate, store: Store) -> None:
    rng = Random(name)
    fate.shuffle(rng)
    with world(store, HIDDEN[name]) as made:
        play_first(made, rng, QUICK[name])
        dealer, keys = made.table.dealer, {viewer: ear.key for viewer, ear in made.ears.items()}
        for viewer in made.viewers:
            made.export(viewer)
            texts = everything(made, viewer)
            for secret in (made.table.secrets.secret, dealer.seed, dealer.salt, made.table.bot_seed(), *keys.values()):
                assert secret is not None
                assert secret not in texts
        for seat in range(1, made.game.seats):
            made.do(Chair(seat), "resign")
        made.ears[None].hear_out()
        last = "\n".join(made.ears[None].heard)
        assert dealer.seed in last
        assert made.table.secrets.secret not in last


def test_what_concerns_only_one_seat_is_told_to_nobody_else(fate: Fate, store: Store) -> None:
    rng = Random("quiet")
    fate.shuffle(rng)
    with world(store, HIDDEN["xoxo-de-4"]) as made:
        director = Director(made, rng)
        for _ in range(4):
            heard = count_heard(made)
            assert director.move().public
            assert count_heard(made) == {viewer: n + 1 for viewer, n in heard.items()}, "a move is one message to all"
        heard = count_heard(made)
        for _ in range(30):
            director.quiet(Chair(2))
        assert made.table.game_log is not None
        for card in made.table.game_log.state.hands[2]:
            made.do(Chair(2), "order", card=str(card), order="hold")
        after = count_heard(made)
        assert after.pop(Chair(2)) >= heard.pop(Chair(2)) + 30
        assert after == heard


def test_how_many_look_through_a_seat_is_told_to_them_alone(fate: Fate, store: Store) -> None:
    with world(store, HIDDEN["xoxo-en-3"]) as made:
        director = Director(made, Random("windows"))
        director.move()
        heard = count_heard(made)
        made.look_in(1)
        made.look_in(1, windows=3)
        made.renew(1)
        after = count_heard(made)
        assert after.pop(Chair(1)) == heard.pop(Chair(1)) + 8
        assert after == heard
        assert director.move().public, "the game goes on"
        assert '"windows":4' in everything(made, Chair(1))
        for viewer in (Chair(0), Chair(2), None):
            found = set(re.findall(r'"windows":\d', everything(made, viewer)))
            assert found == (set() if viewer is None else {'"windows":1'})


def test_how_often_somebody_gives_orders_is_told_by_no_limit(fate: Fate, store: Store) -> None:
    with world(store, HIDDEN["xoxo-de-2"]) as made:
        assert made.table.game_log is not None
        card = str(made.table.game_log.state.hands[1][0])
        made.table.chairs[Chair(1)].side_commands = MAX_SIDE_COMMANDS_PER_ROUND - 20
        for i in range(30):
            made.do(Chair(1), "order", card=card, order=("hold", "show")[i % 2])
        assert "too-many-side-commands" in made.ears[Chair(1)].heard[-1]
        assert Director(made, Random(0)).move().viewer == 0
        assert made.table.to_move == 1


def count_heard(made: World) -> dict[Viewer, int]:
    """How much each viewer was told by now, less what they ask here."""
    for ear in made.ears.values():
        ear.hear_out()
    return {viewer: sum('"id":"now"' not in text for text in ear.heard) for viewer, ear in made.ears.items()}
