"""Games from any position: played by bots to the end, recorded, read back, judged, and never said to be fair."""

from __future__ import annotations

import pickle
from functools import cache
from random import Random
from typing import Any

import pytest

import rowdy
from rowdy.play.bots.registry import bot
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog
from rowdy.play.hints import advise, searcher
from rowdy.play.review import decisions, judge_by_search, judgeable
from rowdy.play.verify import CheckStatus, all_hold, verify
from rowdy.play.windows import reopen
from rowdy.rules.game import (
    AnyGame,
    Chance,
    GameError,
    InvalidPosition,
    InvalidRecord,
    InvalidSetup,
    Move,
    Outcome,
    Over,
    Window,
)
from rowdy.rules.observation_log import ObservationLog, extend_log, seen_states
from rowdy.rules.record import SPECTATOR, Record, eyes_text, observations
from rowdy.rules.record_text import format_record, parse_record
from rowdy.search.catalog import search_kit
from tests.worlds import PRINTED, fold, next_event, players, random_game, random_states, viewers

every_game = pytest.mark.parametrize("name", PRINTED)
FOUR = ("xoxo-de-3", "rubik-de-2", "xoxo2-nl-2", "djeco-it-2")
SIMS = 12


def start_in(name: str, part: float, seed: int = 0) -> Any:
    """A state of a random game where this much of it has been played."""
    states = random_states(name, seed)
    return states[int(part * (len(states) - 1))]


def start_where(name: str, kind: type, from_part: float = 0.4) -> Any:
    """The first state from there on of a random game that waits for this."""
    states = random_states(name, 0)
    return next(s for s in states[int(from_part * len(states)) :] if isinstance(PRINTED[name].turn(s), kind))


@cache
def played(name: str, bot_name: str, part: float = 0.4) -> GameLog:
    """A game from a position, by one bot in all seats."""
    game, player = PRINTED[name], bot(bot_name)
    game_log = GameLog(
        game, (bot_name.partition(":")[0],) * game.seats, Dealer("sesame", True), start=start_in(name, part)
    )
    while not game_log.over:
        turn = game_log.turn
        assert isinstance(turn, Move | Window)
        asked = [turn.seat] if isinstance(turn, Move) else list(turn.seats)
        for seat in asked:
            view = game_log.view(seat)
            if view.legal:
                rng = Random(f"{seat} {game_log.length}")
                game_log.act(seat, player.choose(game, game_log.observations(seat), view, rng))
    return game_log


# The log


@every_game
def test_a_log_folds_from_its_position(name: str) -> None:
    game, events = PRINTED[name], random_game(name, 1)
    for begun in (1, len(events) // 3, 2 * len(events) // 3):
        start, *states = fold(game, events[begun:], list(fold(game, events[:begun]))[-1])
        for viewer in viewers(game):
            log = observations(game, events[begun:], viewer, start)
            assert log.start == game.seen(start, viewer)
            assert list(seen_states(game, log, viewer))[-1] == game.seen(states[-1], viewer)
            copy = pickle.loads(pickle.dumps(log))
            assert (copy, copy.start) == (log, log.start)


@every_game
def test_a_plain_sequence_of_events_is_a_log_from_the_start(name: str) -> None:
    game, events = PRINTED[name], random_game(name, 0)[:12]
    log = observations(game, events, 0)
    assert log.start is None
    for same in (log, tuple(log), list(log)):
        assert list(seen_states(game, same, 0)) == list(seen_states(game, log, 0))
    assert next(seen_states(game, log, 0)) == game.seen(game.start(), 0)


def test_a_log_goes_on_from_the_same_position() -> None:
    game, start = PRINTED["rubik-de-2"], start_in("rubik-de-2", 0.5)
    event = next_event(game, start, Random(1))
    assert event is not None
    longer = extend_log(ObservationLog((), start), [event])
    assert (tuple(longer), longer.start) == ((event,), start)
    assert extend_log((), [event]).start is None


# Playing


@pytest.mark.parametrize("bot_name", ["random", "greedy", f"medium:sims={SIMS}"])
@pytest.mark.parametrize("name", FOUR)
def test_bots_play_on_from_a_position_and_the_record_tells_it(name: str, bot_name: str) -> None:
    game_log, game = played(name, bot_name), PRINTED[name]
    assert game_log.over
    for eyes in (SPECTATOR, *range(game.seats)):
        seen = game_log.record(eyes)
        read = parse_record(format_record(seen))
        assert (read.events, read.start, list(read.states())) == (seen.events, seen.start, list(seen.states()))
    read = parse_record(format_record(game_log.record()))
    assert (read.start, read.events, read.practice) == (start_in(name, 0.4), game_log.events, True)
    assert read.last_state() == game_log.state
    again = GameLog(read.game, read.players, Dealer("sesame"), read.events, start=read.start)
    assert (again.state, again.events) == (game_log.state, game_log.events)


@pytest.mark.parametrize("name", [name for name in PRINTED if PRINTED[name].facts.chance])
def test_chance_goes_on_from_the_position(name: str) -> None:
    """What is due is drawn at once, by numbers that count from the position on."""
    game, start = PRINTED[name], start_where(name, Chance)
    game_log = GameLog(game, players(game), Dealer("sesame"), start=start)
    due = game.turn(start)
    assert isinstance(due, Chance)
    assert game_log.events[0].action == Dealer("sesame").deal(0, due)
    assert not isinstance(game_log.turn, Chance)


@every_game
def test_undo_does_not_go_before_the_position(name: str) -> None:
    game, start, rng = PRINTED[name], start_where(name, Move), Random(3)
    game_log = GameLog(game, players(game), Dealer("sesame"), start=start)
    for seat in range(game.seats):
        assert not game_log.undo(seat)
    event = next_event(game, game_log.state, rng)
    assert event is not None
    assert isinstance(event.actor, int)
    game_log.act(event.actor, event.action)
    assert game_log.undo(event.actor)
    assert game_log.state == start
    assert not game_log.undo(event.actor)


def test_a_window_that_was_open_is_answered_first() -> None:
    game = PRINTED["xoxo-de-3"]
    windows = [s for s in random_states("xoxo-de-3", 0) if isinstance(game.turn(s), Window)]
    start = next(s for s in windows if not any(s.answers) and len(game.legal(s, 0)) > 1)
    half = game.play(start, 1, game.legal(start, 1)[0])
    game_log = GameLog(game, players(game), Dealer("sesame"), start=half)
    assert game_log.observations(0).start == game.seen(half, 0)
    for seat in (0, 2):
        game_log.act(seat, game.legal(game_log.state, seat)[0])
    assert [event.actor for event in game_log.observations(0)] == [0, 1, 2], (
        "the answer given before is told when all have"
    )
    released = str(game.legal(start, 0)[-1].cards[0])
    assert not reopen(game_log, 0, frozenset({released})), "one of the answers cannot be taken back"
    for eyes in (0, 1, SPECTATOR):
        text = format_record(game_log.record(eyes))
        assert parse_record(text).last_state() == game.seen(game_log.state, eyes if isinstance(eyes, int) else None)
        assert "\n0. " in text


@pytest.mark.parametrize("name", [name for name in PRINTED if PRINTED[name].facts.hidden])
def test_a_position_with_unknown_cards_cannot_be_played_from(name: str) -> None:
    game = PRINTED[name]
    seen = game.seen(start_in(name, 0.5), 0)
    for make in (lambda: GameLog(game, players(game), Dealer(), start=seen), lambda: full_record(game, seen)):
        with pytest.raises(InvalidPosition) as caught:
            make()
        assert caught.value.code == "position-unknown"


@every_game
def test_a_state_that_no_text_can_tell_cannot_be_played_from(name: str) -> None:
    """One of another game, or one made by hand to which no play leads."""
    game = PRINTED[name]
    other = rowdy.game("rubik" if game.edition.game == "xoxo2" else "xoxo2").start()
    text = game.format_state(start_in(name, 0.5))
    made: dict[str, dict[str, Any]] = {"xoxo": {"last": None}, "djeco": {"played": 0}}
    by_hand = start_in(name, 0.5)._replace(**made.get(game.edition.game, {"turn": Over(Outcome((0,), "row"))}))
    for start in (other, by_hand, text):
        with pytest.raises(InvalidPosition):
            GameLog(game, players(game), Dealer(), start=start)
        with pytest.raises(InvalidPosition):
            full_record(game, start)


def full_record(game: AnyGame, start: Any) -> Record:
    return Record(game, players(game), practice=True, start=start)


@every_game
def test_such_a_game_is_always_practice(name: str) -> None:
    game, start = PRINTED[name], start_in(name, 0.5)
    assert GameLog(game, players(game), Dealer(), start=start).record().practice
    with pytest.raises(InvalidSetup) as caught:
        Record(game, players(game), start=start)
    assert caught.value.code == "record-position-practice"


# Bots, hints and reviews


@pytest.mark.parametrize("name", FOUR)
def test_moves_are_judged_from_what_was_seen_since_the_position(name: str) -> None:
    record = parse_record(format_record(played(name, "random", 0.7).record()))
    game = record.game
    made = decisions(record, judgeable(record))
    assert made
    for decision in made:
        *_, seen = seen_states(game, decision.log, decision.seat)
        assert seen == decision.view.state
    if game.facts.hidden:
        judged = [judge_by_search(game, decision, searcher(SIMS)) for decision in made[-4:]]
        assert all(one.best for one in judged)


@pytest.mark.parametrize("name", FOUR)
def test_hints_are_given_from_a_position(name: str) -> None:
    game, start = PRINTED[name], start_where(name, Move, 0.6)
    game_log = GameLog(game, players(game), Dealer("sesame"), start=start)
    assert isinstance(game_log.turn, Move)
    seat = game_log.turn.seat
    assert advise(game, game_log.observations(seat), game_log.view(seat), searcher(SIMS))


@pytest.mark.parametrize("name", ["xoxo-de-3", "djeco-it-2"])
def test_a_belief_goes_by_the_log_since_the_position(name: str) -> None:
    game = PRINTED[name]
    game_log = GameLog(game, players(game), Dealer("sesame"), start=start_where(name, Move, 0.3))
    rng = Random(5)
    for _ in range(12):
        event = next_event(game, game_log.state, rng)
        if event is None:
            break
        assert isinstance(event.actor, int)
        game_log.act(event.actor, event.action)
        for seat in range(game.seats):
            found = search_kit(game).believe(game, game_log.observations(seat), game_log.view(seat), seed=1, weigh=True)
            assert found.cumulative_weights[-1] == pytest.approx(1)


# Verifying


@pytest.mark.parametrize("name", FOUR)
def test_it_is_never_verified_to_be_fair(name: str) -> None:
    findings = verify(format_record(played(name, "random").record()))
    verdicts = {finding.code: finding.verdict for finding in findings}
    assert verdicts["position"] is CheckStatus.OPEN
    assert verdicts["legal"] is CheckStatus.HOLDS
    assert CheckStatus.FAILS not in verdicts.values()
    assert ("dealt" in verdicts) == PRINTED[name].facts.chance
    assert not all_hold(findings)


# Reading

STARTED = """\
Rowdy: 1
Game: djeco
Edition: it
Seats: ann, bob
Practice: yes
Position: ...../...../..r7../...../..... r1,r3,b9,y/b2,b2,b4,b9,y - 0:0 play 1 2 +1

0. 1+g
1. b2@b3 2+b1
2. r1@d3 1+y
"""
SEEN = STARTED.replace("Practice", "Eyes: 1\nPractice").replace("b2,b2,b4,b9,y", "?,?,?,?,?").replace("2+b1", "2+?")


def cause_of(text: str) -> tuple[str, int]:
    with pytest.raises(InvalidRecord) as caught:
        parse_record(text)
    cause, line = caught.value.details["cause"], caught.value.details["line"]
    assert isinstance(cause, GameError)
    assert isinstance(line, int)
    return cause.code, line


def test_the_records_edited_below_are_sound() -> None:
    record = parse_record(STARTED)
    assert format_record(record) == STARTED
    assert format_record(record.seen_by(0)) == SEEN
    assert format_record(parse_record(SEEN)) == SEEN
    assert eyes_text(parse_record(SEEN).eyes) == "1"


@pytest.mark.parametrize(
    ("text", "old", "new", "code", "line"),
    [
        (STARTED, "Practice: yes\n", "", "record-position-practice", 5),
        (STARTED, "b2,b2,b4,b9,y", "?,?,?,?,?", "position-unknown", 6),
        (STARTED, "..r7..", "..r7.", "unreadable-board", 6),
        (STARTED, "b2,b2,b4,b9,y", "b2,b2,b2,b9,y", "card-count", 6),
        (SEEN, "?,?,?,?,?", "b2,b2,b4,b9,y", "position-not-seen-so", 7),
        (SEEN, "Eyes: 1", "Eyes: 2", "position-not-seen-so", 7),
        (SEEN, "Eyes: 1", "Eyes: spectator", "position-not-seen-so", 7),
        (SEEN, "r1,r3,b9,y", "?,?,?,?", "not-seen-so", 11),
        (STARTED, "0. 1+g", "1. 1+g", "record-turn-number", 8),
        (STARTED, "1. b2@b3", "1. r1@b3", "not-held", 9),
    ],
)
def test_a_position_that_does_not_go_with_its_record_is_named(
    text: str, old: str, new: str, code: str, line: int
) -> None:
    assert old in text
    assert cause_of(text.replace(old, new)) == (code, line)


def test_the_start_of_the_game_is_a_position_too() -> None:
    game = rowdy.game("djeco")
    game_log = GameLog(game, ("a", "b"), Dealer("sesame"), start=game.start())
    assert game_log.events == GameLog(game, ("a", "b"), Dealer("sesame")).events
    assert parse_record(format_record(game_log.record())).start == game.start()
