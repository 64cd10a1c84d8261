"""A table: sitting down, playing, taking back, resigning, another round, and who may do what."""

from __future__ import annotations

from random import Random

import pytest

from rowdy.play.bots.registry import check_bot
from rowdy.play.game_log import GameLog
from rowdy.play.table.chairs import STAND_IN, Sitter
from rowdy.play.table.commands import Consent, Leave, Order, Play, Rematch, Resign, Return, Sit, SitIn, Undo
from rowdy.play.table.decisions import MAX_ROUNDS
from rowdy.play.table.entries import Chair, UndoAsked, UndoGranted, Undone
from rowdy.play.table.state import Phase
from rowdy.play.table.table import MAX_SIDE_COMMANDS_PER_ROUND, Stale, Table
from rowdy.play.verify import all_hold, verify
from rowdy.rules.game import GameError, InvalidSetup, Outcome
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.seal import NO_NONCE, commitment
from tests.play.table.tables import NAMES, SECRET, Room, new_plan, nonce, seated, snapshot

FLIP = ("rubik", "xoxo2")
DEALT = ("xoxo", "djeco")


# Opening and sitting down


@pytest.mark.parametrize(
    ("code", "game", "chairs", "more"),
    [
        ("starter", "xoxo", (None, None), {"starter": 2}),
        ("starter", "rubik", (None, None), {"starter": -1}),
        ("bot-no-parameters", "xoxo", (None, "strong:sims=9"), {}),
        ("unknown-bot", "xoxo", (None, "nobody"), {}),
        ("seat-count", "rubik", (None, None, None), {}),
        ("unknown-option", "rubik", (None, None), {"rulings": {"row": "perhaps"}}),
    ],
)
def test_a_plan_that_makes_no_game_is_refused(
    code: str, game: str, chairs: tuple[str | None, ...], more: dict[str, object]
) -> None:
    with pytest.raises(InvalidSetup) as caught:
        Table.open(new_plan(game, *chairs, **more), SECRET, 0.0, check_bot)
    assert caught.value.code == code


def test_the_game_begins_when_everybody_is_there() -> None:
    room = Room(new_plan("xoxo", None, "random", None))
    commitment = room.table.dealer.commitment
    room.sit(2)
    assert room.table.to_move is None
    room.sit(0)
    assert room.table.phase is Phase.PLAYING
    assert room.table.names == ("ann", "random", "cem")
    assert room.table.dealer.nonces == (nonce(0), NO_NONCE, nonce(2))
    assert room.table.dealer.commitment == commitment


def test_bots_alone_begin_at_once() -> None:
    room = Room(new_plan("djeco", "random", "random"))
    room.play_on(Random(1))
    assert room.table.phase is Phase.OVER


def test_nobody_takes_a_seat_or_a_name_of_somebody_else() -> None:
    room = Room(new_plan("xoxo", None, "random", None))
    room.sit(0)
    room.refuses("chair-taken", 0, Sit, "zoe", nonce(0))
    room.refuses("chair-taken", 1, Sit, "zoe", nonce(1))
    room.refuses("name-taken", 2, Sit, "ann", nonce(2))


@pytest.mark.parametrize("kind", [Leave, Return, Undo, Resign])
def test_who_has_not_sat_down_must_do_that_first(kind: type) -> None:
    room = Room(new_plan("rubik", None, None))
    room.refuses("sit-first", 0, kind)


def test_nobody_asks_for_a_round_from_a_chair_on_which_a_bot_sits_in() -> None:
    room = Room(new_plan("rubik", None, None))
    room.sit(0)
    room.do(0, SitIn, 1, "random", host=True)
    room.do(0, Resign)
    room.refuses("sit-first", 1, Rematch, nonce(1))
    assert room.table.can(Chair(1)) == ("sit",)


def test_spectators_only_watch() -> None:
    room = seated("rubik", None, None)
    for kind, given in ((Play, ("A@b2",)), (Leave, ()), (Sit, ("eve", nonce(9))), (SitIn, (0, "random"))):
        room.refuses("only-watching", None, kind, *given)
    assert room.table.can(None) == ()


# Bots that sit in


def test_before_the_game_the_host_fills_open_seats() -> None:
    room = Room(new_plan("xoxo", None, None, None))
    assert "sit-in" in room.table.can(None, host=True)
    room.sit(0)
    room.refuses("only-host", 0, SitIn, 1, "random")
    room.refuses("still-here", 0, SitIn, 0, "random", host=True)
    room.refuses("no-such-seat", 0, SitIn, 3, "random", host=True)
    room.refuses("unknown-bot", 0, SitIn, 1, "nobody", host=True)
    room.refuses("bot-no-parameters", 0, SitIn, 1, "strong:sims=9", host=True)
    room.do(0, SitIn, 1, "random", host=True)
    room.refuses("bot-plays-here", 0, SitIn, 1, "random", host=True)
    command = room.command(None, SitIn, 2, "random")
    room.tell(None, command, host=True)
    assert room.table.repeated(None, command), "a host without a chair may ask again, too"
    assert room.table.names == ("ann", "random", "random")
    assert room.table.phase is Phase.PLAYING


def test_later_anyone_at_the_table_may_have_somebody_absent_played_for() -> None:
    room = seated("xoxo", None, None, None)
    room.refuses("still-here", 0, SitIn, 1, "random")
    room.do(0, SitIn, 1, "random", absent=[1])
    room.refuses("bot-plays-here", 1, Resign)
    assert room.table.can(Chair(1)) == ("return",)
    room.refuses("has-left", 1, Leave)
    room.do(1, Return)
    assert room.table.chairs[1].player is None
    room.refuses("is-here", 1, Return)
    room.do(1, Leave)
    room.refuses("has-left", 1, Leave)
    room.do(2, SitIn, 1, "random")
    assert room.table.chairs[1].player == STAND_IN, "nobody chooses how well somebody else is played for"


def test_who_comes_late_takes_the_seat_from_the_bot_but_has_no_say_in_the_deal() -> None:
    room = Room(new_plan("djeco", None, None, starter=1))
    room.sit(0)
    room.do(0, SitIn, 1, "random", host=True)
    room.play_on(Random(1), 3)
    dealer, events = room.table.dealer, room.table.game_log and room.table.game_log.events
    room.sit(1)
    assert (room.table.dealer, room.table.game_log and room.table.game_log.events) == (dealer, events)
    assert dealer.nonces == (nonce(0), NO_NONCE)
    assert room.table.chairs[1].nonce == NO_NONCE
    room.play_on(Random(1))
    assert room.table.record().players == ("ann", "bob")
    assert all_hold(verify(format_record(room.table.record()), {0: nonce(0)}))


# Moves


def test_complaints_tell_why_nothing_can_be_played() -> None:
    room = Room(new_plan("rubik", None, None))
    room.sit(0)
    room.refuses("not-begun", 0, Play, "A@b2")
    room.refuses("not-begun", 0, Undo)
    room.refuses("not-over", 0, Rematch, nonce(0))
    with pytest.raises(InvalidSetup, match="not-begun"):
        room.table.record()
    room.sit(1)
    room.refuses("not-your-turn", 1, Play, "a@b2")
    room.refuses("not-your-stone", 0, Play, "a@b2")
    room.refuses("unreadable-move", 0, Play, "nonsense")
    room.refuses("not-over", 0, Rematch, nonce(0))
    room.refuses("undo-not-asked", 0, Consent, True)
    room.do(0, Resign)
    for kind, given in ((Play, ("A@b2",)), (Resign, ()), (Undo, ()), (Order, ("red", "hold"))):
        room.refuses("game-over", 1, kind, *given)


def test_a_preview_changes_nothing_and_knows_no_chance() -> None:
    room = seated("xoxo", None, None)
    before = snapshot(room.table)
    view = room.table.preview(Chair(0), "own@c3")
    assert view.state.piles[0].top is None
    with pytest.raises(GameError):
        room.table.preview(Chair(0), "own@a1")
    assert snapshot(room.table) == before


def test_a_command_from_before_the_last_move_is_stale() -> None:
    room = seated("rubik", None, None)
    seen = room.table.seen[Chair(0)]
    room.play("A@b2")
    for kind, given in ((Play, ("nonsense",)), (Undo, ()), (Consent, (True,)), (Resign, ())):
        for number in (seen, room.table.seen[Chair(0)] + 1):
            assert isinstance(room.refuses("stale", 0, kind, *given, seen=number), Stale)
    room.do(1, Leave)
    room.do(1, Return)
    room.do(1, Play, "b2-b3", seen=seen + 1)
    room.do(0, Leave, seen=0)


def test_ones_own_order_makes_no_move_stale() -> None:
    room = seated("xoxo", None, None)
    assert room.table.game_log is not None
    seen, card = room.table.seen[Chair(0)], str(room.table.game_log.state.hands[0][0])
    room.do(0, Order, card, "hold", seen=0)
    assert room.table.seen[Chair(0)] == seen + 1
    room.do(0, Play, "own@c3", seen=seen)


def test_a_new_round_makes_old_commands_stale() -> None:
    """Also where nothing is dealt, so that the first round could be confused with the next."""
    room = seated("rubik", None, None)
    room.do(0, Resign)
    seen = room.table.seen[Chair(1)]
    room.again(0, 1)
    room.refuses("stale", 1, Play, "A@b2", seen=seen)
    room.refuses("stale", 1, Resign, seen=seen + 1)
    room.do(1, Play, "A@b2", seen=seen + 2)


def test_the_commands_of_a_round_are_known_again_to_the_end_of_the_next() -> None:
    room = seated("xoxo", None, None)
    assert room.table.game_log is not None
    card = str(room.table.game_log.state.hands[0][0])
    commands = [room.command(0, Order, card, order) for order in ("show", "hold") * 200]
    for command in commands:
        assert not room.table.repeated(Chair(0), command)
        room.tell(0, command)
        assert room.table.repeated(Chair(0), command)
        assert not room.table.repeated(Chair(1), command)
    for table in (room.table, room.folded()):
        assert all(table.repeated(Chair(0), command) for command in commands)
    refused = room.command(0, Consent, True)
    with pytest.raises(GameError):
        room.tell(0, refused)
    assert not room.table.repeated(Chair(0), refused)
    for known in (True, False):
        room.do(0, Resign)
        room.again(0, 1)
        for table in (room.table, room.folded()):
            assert {table.repeated(Chair(0), command) for command in commands} == {known}


def test_side_commands_have_an_end_but_stop_nobody_from_playing() -> None:
    room = seated("rubik", None, None)
    for _ in range(MAX_SIDE_COMMANDS_PER_ROUND // 2):
        room.do(1, Leave)
        room.do(1, Return)
    for whim in (Leave, Return, Undo):
        room.refuses("too-many-side-commands", 1, whim)
    assert snapshot(room.folded()) == snapshot(room.table)
    room.play("A@b2")
    room.do(0, Leave)
    room.do(0, Return)
    room.do(1, Resign)
    room.again(0)
    room.again(1)
    room.do(1, Leave)


def test_a_table_has_an_end_of_rounds() -> None:
    room = seated("rubik", None, "random")
    for _ in range(MAX_ROUNDS - 1):
        room.do(0, Resign)
        room.again(0)
    room.do(0, Resign)
    room.refuses("rounds-full", 0, Rematch, nonce(0, MAX_ROUNDS))


def test_what_was_said_before_a_round_is_not_meant_for_it() -> None:
    room = seated("xoxo", None, None)
    room.do(1, Resign)
    old = room.table.seen[Chair(0)]
    room.again(0)
    room.again(1)
    for command in (SitIn("late", old, 1), Order("late", old, "red", "show"), Rematch("late", old, nonce(0, 2))):
        with pytest.raises(Stale):
            room.table.obey(Chair(0), command, 1.0, absent=[Chair(1)])


def test_hints_are_for_those_alone_unless_the_table_allows_them() -> None:
    for room, hint in (
        (seated("rubik", None, "random"), True),
        (seated("rubik", None, None), False),
        (seated("rubik", None, None, hints=True), True),
    ):
        assert ("hint" in room.table.can(Chair(0))) is hint
        assert {"play", "preview", "resign", "leave"} <= set(room.table.can(Chair(0)))
        assert "play" not in room.table.can(Chair(1))


# Taking back


@pytest.mark.parametrize("game", [*FLIP, *DEALT])
def test_alone_anything_is_taken_back_and_the_same_chance_comes_again(game: str) -> None:
    room = seated(game, None, "random")
    room.play_on(Random(2))
    assert room.table.game_log is not None
    whole = room.table.game_log.events
    assert room.table.game_log.over
    while "undo" in room.table.can(Chair(0)):
        assert isinstance(room.do(0, Undo).change, Undone)
        assert room.table.to_move == 0
    room.refuses("undo-nothing", 0, Undo)
    moves = [event for event in whole[len(room.table.game_log.events) :] if isinstance(event.actor, int)]
    room.play(*(str(action) for _, action in moves if not str(action).startswith("!")))
    assert room.table.game_log.events == whole
    assert parse_record(format_record(room.table.record())).practice


def test_who_is_played_for_takes_nothing_back() -> None:
    room = seated("djeco", None, "random")
    room.play_on(Random(1), 4)
    room.do(None, SitIn, 0, "random", host=True, absent=[0])
    room.refuses("bot-plays-here", 0, Undo)
    room.play_on(Random(1))
    room.refuses("game-over", 0, Undo)


@pytest.mark.parametrize("game", FLIP)
def test_among_people_a_move_is_taken_back_if_the_other_agrees(game: str) -> None:
    room = seated(game, None, None)
    room.play_on(Random(1), 2)
    assert room.table.game_log is not None
    events = room.table.game_log.events
    assert [event.actor for event in events] == [0, 1], "the second is within a turn"
    for chair in (1, 0):
        assert room.do(chair, Undo).change == UndoAsked(chair)
        assert "undo" not in {*room.table.can(Chair(0)), *room.table.can(Chair(1))}
        room.refuses("undo-waits", chair, Undo)
        room.refuses("undo-waits", 1 - chair, Undo)
        room.refuses("undo-not-asked", chair, Consent, True)
        assert "consent" in room.table.can(Chair(1 - chair))
        room.do(1 - chair, Consent, False)
        assert room.table.game_log.events == events[: chair + 1]
        room.refuses("undo-not-asked", 1 - chair, Consent, True)
        room.do(chair, Undo)
        room.do(1 - chair, Consent, True)
        assert room.table.game_log.events == events[:chair]
    room.refuses("undo-nothing", 0, Undo)
    assert room.table.record().practice


@pytest.mark.parametrize("game", FLIP)
def test_among_people_the_end_stays(game: str) -> None:
    room = seated(game, None, None)
    room.play_on(Random(2))
    for chair in (0, 1):
        room.refuses("game-over", chair, Undo)
        assert room.table.can(Chair(chair)) == ("rematch", "leave")


def test_a_wish_to_take_back_lapses() -> None:
    """By a move, by giving up, and where one of the two is played for by a bot."""
    for lapse in ("move", "resign", "asked", "asker"):
        room = seated("rubik", None, None)
        room.play("A@b2")
        room.do(0, Undo)
        if lapse == "move":
            room.play("b2-b3")
        elif lapse == "resign":
            room.do(1, Resign)
        else:
            room.do(None, SitIn, 1 if lapse == "asked" else 0, "random", host=True, absent=[0, 1])
        assert room.table.undo is None
        assert room.folded().undo is None


def test_a_bot_cannot_agree_for_the_person_it_plays_for() -> None:
    room = seated("rubik", None, None)
    room.play("A@b2")
    room.do(0, Undo)
    room.do(0, SitIn, 1, absent=[1])
    assert room.table.undo is None
    room.refuses("undo-away", 0, Undo)
    assert "undo" not in room.table.can(Chair(0))
    room.do(1, Return)
    assert room.do(0, Undo).change == UndoAsked(0)


def test_a_bot_on_a_chair_that_nobody_took_is_not_asked() -> None:
    room = Room(new_plan("rubik", None, None))
    room.sit(0)
    room.do(0, SitIn, 1, "random", host=True)
    room.play("A@b2")
    assert room.do(0, Undo).change == Undone(0)


@pytest.mark.parametrize("game", DEALT)
def test_among_people_nothing_is_taken_back_once_something_was_told(game: str) -> None:
    room = seated(game, None, None)
    room.refuses("undo-nothing", 0, Undo)
    for _ in range(12):
        chair = room.table.to_move
        assert chair is not None
        room.play(str(room.legal()[-1]))
        room.refuses("undo-told", chair, Undo)
        assert "undo" not in room.table.can(Chair(chair))


def test_all_who_play_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game for more than two has anything to take back among people; a table does not rely on it."""
    monkeypatch.setattr(GameLog, "revealed_something", lambda game_log, since: False)
    room = seated("xoxo", None, None, None, "random")
    room.play("own@c3")
    keep = room.do(0, Undo).change.keep  # type: ignore[union-attr]
    assert isinstance(room.do(2, Consent, True).change, UndoGranted)
    room.refuses("undo-not-asked", 2, Consent, True)
    assert room.folded().undo == room.table.undo
    assert room.do(1, Consent, True).change == Undone(keep)
    room.play("own@c3")
    room.do(0, Undo)
    room.do(0, SitIn, 2, absent=[2])
    assert room.table.undo is None


# Giving up


@pytest.mark.parametrize("game", [*FLIP, *DEALT])
def test_of_two_the_other_wins(game: str) -> None:
    room = seated(game, None, None)
    room.play_on(Random(1), 3)
    room.do(1, Resign)
    assert room.table.outcome == Outcome((0,), "resigned")
    assert room.table.to_move is None
    assert room.table.bot_to_move is None
    text = format_record(room.table.record())
    assert "\nResigned: 2\nResult: 1 resigned\n" in text
    assert all_hold(verify(text, {0: nonce(0), 1: nonce(1)}))
    assert room.table.view(None).state == room.table.game_log.state  # type: ignore[union-attr]


def test_of_more_people_the_others_play_on_with_a_bot() -> None:
    room = seated("xoxo", None, None, None, "random")
    room.do(1, Resign)
    assert room.table.phase is Phase.PLAYING
    assert room.table.chairs[1].player == STAND_IN
    room.refuses("bot-plays-here", 1, Resign)
    room.refuses("is-here", 1, Return)
    room.do(1, Leave)
    room.do(1, Return)
    assert room.table.chairs[1].player == STAND_IN, "who has resigned plays no more"
    room.play("own@c3")
    room.refuses("undo-told", 0, Undo)
    room.do(0, Resign)
    assert room.table.outcome is None
    room.do(2, Resign)
    assert room.table.outcome == Outcome((3,), "resigned")
    assert "\nResigned: 1,2,3\n" in format_record(room.table.record())


def test_bots_share_the_win_over_somebody_alone() -> None:
    room = seated("xoxo", "random", None, "random")
    room.do(1, Resign)
    assert room.table.outcome == Outcome((0, 2), "resigned")
    room.refuses("game-over", 1, Undo)
    assert parse_record(format_record(room.table.record())).outcome() == room.table.outcome


# Another round


@pytest.mark.parametrize("game", DEALT)
def test_the_next_chair_starts_where_any_may(game: str) -> None:
    room = seated(game, None, None, starter=1)
    for round in range(3):
        assert room.table.round == round
        assert room.table.to_move == (1 + round) % 2
        assert [room.table.seat_of(Chair(chair)) for chair in (0, 1)] == [0, 1]
        room.do(0, Resign)
        room.again(1, 0)


@pytest.mark.parametrize("game", FLIP)
def test_the_next_chair_starts_by_a_change_of_seats_where_the_first_must(game: str) -> None:
    room = seated(game, None, None)
    for round in range(3):
        starter = round % 2
        assert room.table.to_move == 0
        assert room.table.chair_at(0) == starter
        assert room.table.seat_of(Chair(starter)) == 0
        assert room.table.viewer_seat(Chair(starter)) == 0
        assert room.table.names == (("ann", "bob"), ("bob", "ann"))[starter]
        room.refuses("not-your-turn", 1 - starter, Play, str(room.legal()[0]))
        room.do(starter, Play, str(room.legal()[0]))
        room.do(0, Resign)
        assert room.table.outcome == Outcome((room.table.seat_of(Chair(1)),), "resigned")
        room.again(1, 0)


def test_the_seed_of_the_next_round_is_sealed_before_anyone_adds_to_it() -> None:
    room = seated("xoxo", None, None)
    sealed = {room.table.dealer.commitment}
    for round in (1, 2):
        assert room.table.next_commitment is None
        room.do(0, Resign)
        promised = room.table.next_commitment
        room.again(0)
        assert room.table.next_commitment == promised
        room.again(1)
        dealer = room.table.dealer
        assert dealer.commitment == promised == commitment(dealer.seed, dealer.salt)
        assert dealer.nonces == (nonce(0, round), nonce(1, round))
        sealed.add(promised)
    assert len(sealed) == 3


def test_a_round_begins_afresh_but_its_numbers_go_on() -> None:
    room = seated("xoxo", None, None, None)
    assert room.table.game_log is not None
    room.do(1, Order, str(room.table.game_log.state.hands[1][0]), "hold")
    room.do(2, Resign)
    room.do(1, Resign)
    seen, first = dict(room.table.seen), room.table.record()
    room.again(0, 1)
    room.refuses("asked-already", 0, Rematch, nonce(0, 1))
    room.again(2)
    assert room.table.seen == {viewer: number + 3 for viewer, number in seen.items()}
    assert room.table.moved == room.table.seen
    assert [number for number, _ in room.table.told(Chair(0), 0)] == [room.table.seen[Chair(0)]]
    assert room.table.chairs == [Sitter(None, name, nonce(chair, 1)) for chair, name in enumerate(NAMES[:3])]
    assert room.table.record(0) == first
    assert room.table.record(1) == room.table.record()
    for number in (-1, 2):
        with pytest.raises(InvalidSetup, match="no-such-round"):
            room.table.record(number)


@pytest.mark.parametrize("how", ["leaves first", "leaves later", "is played for"])
def test_nobody_waits_for_somebody_who_is_gone(how: str) -> None:
    room = seated("djeco", None, None)
    room.do(1, Resign)
    if how == "leaves first":
        room.do(1, Leave)
    room.again(0)
    if how == "leaves later":
        assert room.table.round == 0
        room.do(1, Leave)
    if how == "is played for":
        assert room.table.round == 0
        room.do(0, SitIn, 1, "random", absent=[1])
    assert room.table.round == 1
    assert room.table.phase is Phase.PLAYING
    assert room.table.dealer.nonces == (nonce(0, 1), NO_NONCE)
    assert room.table.chairs[1].player == STAND_IN
    room.do(1, Return)
    assert room.table.chairs[1].player is None
    assert snapshot(room.folded()) == snapshot(room.table)


def test_who_wants_another_round_is_back() -> None:
    for away in ("left", "played for"):
        room = seated("djeco", None, None)
        if away == "left":
            room.do(1, Leave)
        else:
            room.do(0, SitIn, 1, "random", absent=[1])
        room.do(0, Resign)
        room.again(1)
        assert "leave" in room.table.can(Chair(1))
        room.again(0)
        assert room.table.chairs[1].player is None
