"""Nobody learns on the wire what they may not know: with other secrets they are told the same, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import rowdy
from rowdy.interfaces.web.store import Store, open_store
from rowdy.play.table import Viewer
from rowdy.rules.djeco_state import Draw, Lay
from rowdy.rules.tiles import CARD
from rowdy.rules.xoxo_state import Deal
from tests.interfaces.web.director import Director, play_again, play_first
from tests.interfaces.web.wire import Fate, World, world
from tests.worlds import AWKWARD, HIDDEN, fold, observations, redraw

WHOLE = 1_000
QUICK = ("xoxo-en-2", "djeco-it-2")
ALL = ("xoxo-de-2", "xoxo-en-3", "xoxo-de-4", "djeco-it-2", *(name for name in AWKWARD if name in HIDDEN))


@pytest.fixture
def fate(monkeypatch: pytest.MonkeyPatch) -> Fate:
    return Fate(monkeypatch)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "tables.sqlite")) as store:
        yield store


def told(made: World, viewer: Viewer) -> tuple[list[str], list[str]]:
    """All that somebody was told before the end, and all that they fetched."""
    ear = made.ears[viewer]
    return made.normal(ear.before_end()), made.normal(ear.exports)


def end(made: World, viewers: tuple[Viewer, ...]) -> None:
    for viewer in viewers:
        made.ears[viewer].hear_out()
        if made.going_on:
            made.export(viewer)
            made.peek(viewer)


def compare(name: str, seed: int, most: int, fate: Fate, store: Store) -> None:
    """Plays a game, then for each viewer another that must look the same to them."""
    game, rng = HIDDEN[name], Random(f"{name} {seed}")
    fate.shuffle(rng)
    with world(store, game) as first:
        story = play_first(first, rng, most)
        end(first, first.viewers)
        assert first.table.course is not None
        events = first.table.course.events
    differ = 0
    for viewer in first.viewers:
        other = redraw(game, events, viewer, rng)
        differ += set(fold(game, events)) != set(fold(game, other))
        fate.prescribe([action for actor, action in other if not isinstance(actor, int)])
        with world(store, game) as second:
            play_again(second, story, viewer, rng)
            end(second, (viewer,))
            assert second.table.course is not None
            assert second.table.course.events == other, "this is not the world that was wanted"
        assert_same(told(first, viewer), told(second, viewer))
        assert first.table_id != second.table_id
        assert "TABLE" in told(first, viewer)[0][0]
        assert "SEAL" in told(first, viewer)[0][0]
    assert differ > len(first.viewers) / 2


def assert_same(here: tuple[list[str], list[str]], there: tuple[list[str], list[str]]) -> None:
    for mine, other in zip(here, there, strict=True):
        for i, (text, again) in enumerate(zip(mine, other, strict=False)):
            assert text == again, f"message {i}"
        assert len(mine) == len(other)


@pytest.mark.parametrize("name", QUICK)
def test_other_secrets_change_no_byte_of_what_somebody_is_told(name: str, fate: Fate, store: Store) -> None:
    compare(name, 0, 10, fate, store)


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
def test_other_secrets_change_no_byte_in_any_game(name: str, fate: Fate, store: Store) -> None:
    compare(name, 1, WHOLE, fate, store)


@pytest.mark.long
@pytest.mark.parametrize("name", ["xoxo-en-4", "djeco-recycle"])
def test_nor_in_a_game_that_is_broken_off_late(name: str, fate: Fate, store: Store) -> None:
    compare(name, 2, 15, fate, store)


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
            made.do(0, "order", card="yellow", order=order)
            for viewer in made.viewers:
                made.export(viewer)
                made.come_back(viewer, 0)
            director.move()
        assert made.going_on
        assert "yellow" in everything(made, 0)
        assert {made.ears[viewer].language for viewer in (1, None)} == {"en", "de"}
        for viewer in (1, None):
            assert not re.search("yellow|gelb", everything(made, viewer), re.IGNORECASE)
            assert '"hold"' not in everything(made, viewer)


@pytest.mark.parametrize("seed", range(2))
def test_no_number_is_told_but_those_of_cards_that_were_seen(seed: int, fate: Fate, store: Store) -> None:
    """Each number is on one card of a colour, and none of them could be anything else."""
    rng, numbers = Random(seed), range(80, 98)
    game = rowdy.game("djeco", deck=tuple(numbers), starter=seed)
    fate.shuffle(rng)
    with world(store, game) as made:
        director = Director(made, rng)
        for _ in range(8):
            director.move()
        assert made.table.course is not None
        events = made.table.course.events
        for viewer in made.viewers:
            made.come_back(viewer, 0)
            found = {int(text) for text in re.findall(r"\b[rb]?([89]\d)\b", everything(made, viewer))}
            seen = [a.card.number for _, a in observations(game, events, viewer) if isinstance(a, Draw | Lay)]
            assert found & set(numbers) == set(seen) - {0} < set(numbers)


@pytest.mark.parametrize("name", QUICK)
def test_seed_secret_and_keys_leave_the_server_when_they_may(name: str, fate: Fate, store: Store) -> None:
    rng = Random(name)
    fate.shuffle(rng)
    with world(store, HIDDEN[name]) as made:
        play_first(made, rng, 10)
        dealer, keys = made.table.dealer, {viewer: ear.key for viewer, ear in made.ears.items()}
        for viewer in made.viewers:
            made.export(viewer)
            texts = everything(made, viewer)
            for secret in (made.table.secret, dealer.seed, dealer.salt, made.table.bot_luck(), *keys.values()):
                assert secret is not None
                assert secret not in texts
        for seat in range(1, made.game.seats):
            made.do(seat, "resign")
        made.ears[None].hear_out()
        last = "\n".join(made.ears[None].heard)
        assert dealer.seed in last
        assert made.table.secret not in last


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
            director.quiet(2)
        assert made.table.course is not None
        for card in made.table.course.state.hands[2]:
            made.do(2, "order", card=str(card), order="hold")
        after = count_heard(made)
        assert after.pop(2) >= heard.pop(2) + 30
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
        assert after.pop(1) == heard.pop(1) + 8
        assert after == heard
        assert director.move().public, "the game goes on"
        assert '"windows":4' in everything(made, 1)
        for viewer in (0, 2, None):
            found = set(re.findall(r'"windows":\d', everything(made, viewer)))
            assert found == (set() if viewer is None else {'"windows":1'})


def test_how_often_somebody_gives_orders_is_told_by_no_limit(
    fate: Fate, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowdy.play.table.MOST_WHIMS", 20)
    with world(store, HIDDEN["xoxo-de-2"]) as made:
        assert made.table.course is not None
        card = str(made.table.course.state.hands[1][0])
        for i in range(30):
            made.do(1, "order", card=card, order=("hold", "show")[i % 2])
        assert "too-many-whims" in made.ears[1].heard[-1]
        assert Director(made, Random(0)).move().viewer == 0
        assert made.table.to_move == 1


def count_heard(made: World) -> dict[Viewer, int]:
    """How much each viewer was told by now, less what they ask here."""
    for ear in made.ears.values():
        ear.hear_out()
    return {viewer: sum('"id":"now"' not in text for text in ear.heard) for viewer, ear in made.ears.items()}
