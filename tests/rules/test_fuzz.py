"""Whatever text comes in, each reader reads it or refuses it with its own error; what it reads, it writes back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rowdy
from rowdy.rules.cards import read_numbers
from rowdy.rules.catalog import CATALOG
from rowdy.rules.decks import DeckEntry, read_entries
from rowdy.rules.game import (
    CHANCE,
    AnyGame,
    Chance,
    HiddenHand,
    InvalidDeck,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidSetup,
    InvalidText,
    Move,
    Window,
)
from rowdy.rules.record import ALL, SPECTATOR, Record
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.seal import commitment
from rowdy.rules.tiles import BALANCED, read_deck
from tests.worlds import AWKWARD, GAMES, PRINTED, players, random_game, random_states, sample, viewers

FUZZED = [
    *("rubik-de-2", "xoxo2-nl-2", "xoxo-de-2", "xoxo-en-4", "xoxo-custom", "djeco-it-2", "djeco-fixed", "djeco-custom"),
    *("flip-3x3-survives", "xoxo-small-3", "djeco-small-some", "djeco-small-recycle"),
]
every_game = pytest.mark.parametrize("name", FUZZED)
examples = settings(max_examples=60)

LETTERS = [*"abcdefghijrswy ABO0123456789.,/+-=@!?_#:"]
NASTY = [
    *"²³¹٣३２ａＡſKİ",  # noqa: RUF001  digits that int() or \d take, letters that fold to others
    *("\n", "\r", "\t", "\x00", "\x1c", "\x85", "\xa0", "\u2028", "\u3000", "\ufeff", "\ud800", "\U0001f3b2"),
]
WORDS = [
    *(
        "  ",
        "--",
        "//",
        "00",
        "-1",
        "1_0",
        "1e3",
        "None",
        "9" * 30,
        "r7",
        "b12",
        "rcw",
        "c3",
        "1+",
        "2!-",
        "# ",
        "\n\n",
    ),
    *("own", "draw", "pass", "lay", "show", "deal", "play", "flip", "place", "red", "joy", "?colour"),
    *("Rowdy: 1\n", "Game: xoxo\n", "Edition: de\n", "Seats: a, b\n", "Eyes: 1\n", "Ruling: ", "Deck: "),
    *("Resigned: 1\n", "Nonces: -,-\n", "Salt: ", "Seed: s\n"),
]
ALPHABET = [*LETTERS, *NASTY, *WORDS]
any_text = (
    st.text(max_size=40)
    | st.text(st.sampled_from([*LETTERS, *NASTY]), max_size=25)
    | st.lists(st.sampled_from(ALPHABET), max_size=20).map("".join)
)


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """A good text with up to four things cut out, put in, changed, doubled or taken from another one."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 5)))
        match draw(st.integers(0, 4)):
            case 0:
                new = ""
            case 1:
                new = text[start:end] + draw(st.sampled_from(ALPHABET))
            case 2:
                new = draw(st.sampled_from([*LETTERS, *NASTY]))
            case 3:
                new = text[start:end] * 2
            case _:
                other = draw(st.sampled_from(texts))
                new = other[start : start + draw(st.integers(0, 30))]
        text = text[:start] + new + text[end:]
    return text


def read(reader: Callable[[str], Any], text: str, error: type[InvalidText]) -> Any:
    """What the reader makes of the text, or `None` if it refuses it as it should."""
    try:
        return reader(text)
    except InvalidText as refused:
        complaint = refused
    assert type(complaint) is error
    assert re.fullmatch("[a-z]+(-[a-z]+)*", complaint.code)
    assert complaint.details
    assert complaint.code in str(complaint)
    return None


@cache
def move_texts(name: str) -> list[str]:
    actions = [*GAMES[name].actions, *GAMES[name].chances]
    return [str(action) for action in Random(name).sample(actions, min(60, len(actions)))]


@cache
def position_texts(name: str) -> list[str]:
    game = GAMES[name]
    states = sample(random_states(name, 0), 12, Random(name))
    return [game.format_state(s) for state in states for s in (state, *(game.seen(state, v) for v in viewers(game)))]


@cache
def record_texts(name: str) -> list[str]:
    game, events = GAMES[name], random_game(name, 0)
    salt, nonces = "5a" * 32, ("0c" * 16, *["-"] * (game.seats - 1))
    whole = Record(game, players(game), events, commitment=commitment("s"), seed="s")
    live = replace(whole, commitment=commitment("s", salt), salt=salt, nonces=nonces)
    part = Record(game, players(game), events[: len(events) // 3], practice=True)
    resigned = replace(live, events=part.events, resigned=(1,))
    records = (whole, live, part, resigned)
    return [format_record(record.seen_by(eyes)) for record in records for eyes in (ALL, SPECTATOR, 0)]


# Moves


def check_move(game: AnyGame, text: str) -> bool:
    """Moves may be typed with cards, or the ends of a line, in any order; they are written in one."""
    action = read(game.parse_action, text, InvalidMove)
    if action is None:
        return False
    assert sorted(re.split("[,!-]|@(?=.*-)", str(action))) == sorted(re.split("[,!-]|@(?=.*-)", text))
    assert game.parse_action(str(action)) == action
    hash(action)
    return True


@every_game
@examples
@given(data=st.data())
def test_any_text_as_a_move(name: str, data: st.DataObject) -> None:
    check_move(GAMES[name], data.draw(any_text | mutated(move_texts(name))))


@every_game
def test_every_nasty_thing_around_a_move(name: str) -> None:
    game = GAMES[name]
    for text in move_texts(name)[::3]:
        assert check_move(game, text)
        for nasty in NASTY:
            assert not check_move(game, text + nasty)
            assert not check_move(game, nasty + text)
            for i, letter in enumerate(text):
                if letter.isdigit():
                    assert not check_move(game, text[:i] + nasty + text[i + 1 :])


# Positions


def check_position(game: AnyGame, text: str) -> None:
    """What can be read is written back letter by letter, and can be played on from."""
    state = read(game.parse_state, text, InvalidPosition)
    if state is None:
        return
    assert game.format_state(state) == text
    hash(state)
    turn = game.turn(state)
    if isinstance(turn, Chance):
        assert turn.actions
        assert min(turn.weights) >= 0 < sum(turn.weights)
    asked = (turn.seat,) if isinstance(turn, Move) else turn.seats if isinstance(turn, Window) else ()
    for actor in (*range(game.seats), CHANCE):
        if actor in asked and game.hides(state, actor):
            with pytest.raises(HiddenHand):
                game.legal(state, actor)
            continue
        for action in game.legal(state, actor)[:20]:
            assert game.turn(game.play(state, actor, action))
    for viewer in viewers(game):
        seen = game.seen(state, viewer)
        assert game.parse_state(game.format_state(seen)) == seen


@every_game
@examples
@given(data=st.data())
def test_any_text_as_a_position(name: str, data: st.DataObject) -> None:
    check_position(GAMES[name], data.draw(any_text | mutated(position_texts(name))))


@every_game
@examples
@given(data=st.data())
def test_a_position_with_one_thing_changed(name: str, data: st.DataObject) -> None:
    """Small changes by letters of the notation, which are the ones that get far into the readers."""
    text = data.draw(st.sampled_from(position_texts(name)))
    i = data.draw(st.integers(0, len(text) - 1))
    check_position(GAMES[name], text[:i] + data.draw(st.sampled_from(LETTERS)) + text[i + 1 :])


@every_game
def test_every_nasty_thing_around_a_position(name: str) -> None:
    for text in position_texts(name)[::9]:
        for nasty in NASTY:
            for edited in (text + nasty, nasty + text, text.replace("1", nasty), text.replace(" ", nasty)):
                if edited != text:
                    assert read(GAMES[name].parse_state, edited, InvalidPosition) is None


XOXO_TABLE = "...../...../..rcw../...../..... - 11bcj/12gsj/24ycj"
ALL_BUT_ONE = ",".join(["r7"] * 16 + ["r99"] + ["b7"] * 16 + ["b8", "b99"] + ["y"] * 6 + ["g"] * 2)
DEAD_ENDS = [
    # an answer with a card that the seat does not hold
    ("xoxo-de-2", f"{XOXO_TABLE} red,heart,joy/blue,square,wink show 1 c3 grumpy/."),
    # an answer with a card that shows in no line
    ("xoxo-de-2", f"{XOXO_TABLE} red,heart,joy/blue,square,wink show 1 c3 red/."),
    # a card is to be drawn from a deck that is empty while the discard has yet to be shuffled in
    ("djeco-custom", f"...../...../..r8../...../..... -/- {ALL_BUT_ONE} 0:0 play 60 2 +1"),
]


@pytest.mark.parametrize(("name", "text"), DEAD_ENDS, ids=["not-held", "no-line", "empty-deck"])
def test_a_position_that_cannot_be_played_on_is_refused(name: str, text: str) -> None:
    assert read(GAMES[name].parse_state, text, InvalidPosition) is None


# Records


def check_record(text: str) -> None:
    record = read(parse_record, text, InvalidRecord)
    if record is not None:
        written = format_record(record)
        again = parse_record(written)
        assert format_record(again) == written
        assert again.events == record.events
        assert list(again.states()) == list(record.states())


@examples
@given(any_text)
def test_any_text_as_a_record(text: str) -> None:
    check_record(text)


@pytest.mark.parametrize("name", [*PRINTED, *AWKWARD])
@settings(max_examples=15)
@given(data=st.data())
def test_a_record_with_things_changed(name: str, data: st.DataObject) -> None:
    check_record(data.draw(mutated(record_texts(name))))


@pytest.mark.parametrize("name", PRINTED)
@settings(max_examples=15)
@given(data=st.data())
def test_a_refused_record_names_a_line_of_it(name: str, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(record_texts(name)))
    i = data.draw(st.integers(0, len(text) - 1))
    text = text[:i] + data.draw(st.sampled_from(ALPHABET)) + text[i + 1 :]
    try:
        parse_record(text)
    except InvalidRecord as error:
        refused = error
    else:
        return
    assert 1 <= int(str(refused.details["line"])) <= len(text.splitlines())


# Decks and set-ups


def deck_from(reader: Callable[[list[DeckEntry]], Any], text: str) -> Any:
    return reader(read_entries(text))


@pytest.mark.parametrize("reader", [read_deck, read_numbers])
@examples
@given(data=st.data())
def test_any_text_as_a_deck(reader: Callable[[list[DeckEntry]], Any], data: st.DataObject) -> None:
    good = [",".join(map(str, BALANCED)), "\n".join(map(str, BALANCED)), " ".join("123456789" * 2)]
    text = data.draw(any_text | mutated(good) | st.sampled_from(good))
    entries = read_entries(text)
    assert all(entry.text and 1 <= entry.line <= len(text.splitlines()) for entry in entries)
    deck = read(partial(deck_from, reader), text, InvalidDeck)
    if deck is not None:
        assert len(deck) == (48 if reader is read_deck else 18)
        assert reader(read_entries(",".join(map(str, deck)))) == deck


@settings(max_examples=300)
@given(
    game=st.sampled_from([*CATALOG]) | any_text,
    edition=st.none() | st.sampled_from(["de", "en", "nl", "it", "ru"]) | any_text,
    seats=st.none() | st.integers(-2, 6),
    starter=st.integers(-2, 5),
    rulings=st.dictionaries(
        st.sampled_from(["piles", "deck", "row", "both_rows", "target", "numbers", "grid"]) | any_text,
        st.sampled_from(["de", "custom", "survives", "mover", "12", "fixed"]) | any_text,
        max_size=2,
    ),
    deck=st.none() | st.lists(any_text | st.integers(), max_size=3) | st.just(BALANCED) | st.just("123456789" * 2),
)
def test_any_setup(game: str, edition: str | None, seats: int | None, starter: int, rulings: Any, deck: Any) -> None:
    try:
        made = rowdy.game(game, edition=edition, seats=seats, starter=starter, rulings=rulings, deck=deck)
    except (InvalidSetup, InvalidDeck) as error:
        refused = error
    else:
        same = rowdy.game(
            game, edition=edition, seats=seats, starter=starter, rulings=made.options, deck=made.deck or None
        )
        assert same.options == made.options
        assert all(made.options[name] == option for name, option in rulings.items() if deck is None)
        assert not isinstance(made.turn(made.start()), type(None))
        return
    assert refused.code
    assert refused.details


# Size

HUGE = 100_000


def refuse_huge(refuse: Callable[[str], None], unit: str) -> None:
    """Ten times the text takes about ten times the time; what grows with its square takes a hundred times."""
    seconds = []
    for length in (HUGE // 10, HUGE):
        text = unit * (length // len(unit))
        began = time.process_time()
        refuse(text)
        seconds.append(time.process_time() - began)
    assert seconds[1] < 30 * seconds[0] + 0.1


@pytest.mark.parametrize("name", ["rubik-de-2", "xoxo-en-4", "djeco-custom"])
@pytest.mark.parametrize("unit", ["1", "a1", "r1+", "r7,", "/", " ", "?,", "!red,", "..", "pass ", "\n", "1+?colour "])
def test_huge_texts_are_refused_at_once(name: str, unit: str) -> None:
    game = GAMES[name]
    position = game.format_state(random_states(name, 0)[-1])

    def refuse(text: str) -> None:
        read(game.parse_action, text, InvalidMove)
        read(game.parse_action, "!" + text, InvalidMove)
        for i, field in enumerate(position.split(" ")):
            read(game.parse_state, position.replace(field, text, 1) if i else text, InvalidPosition)

    refuse_huge(refuse, unit)


@pytest.mark.parametrize("unit", ["1", "a b ", "\n", "# x\n", "1. ", "Ruling: piles=en\n", "Seats: a, b\n", "a: b\n"])
def test_huge_records_and_decks_are_refused_at_once(unit: str) -> None:
    def refuse(text: str) -> None:
        for record in (text, record_texts("xoxo-de-2")[0] + text, "Rowdy: 1\n" + text):
            read(parse_record, record, InvalidRecord)
        for reader in (read_deck, read_numbers):
            assert read(partial(deck_from, reader), text, InvalidDeck) is None

    refuse_huge(refuse, unit)
