"""Standing orders at a table, and what nobody else learns: from an order, a number, an error or a step."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from rowdy.play.bots.registry import check_bot
from rowdy.play.table.commands import Order, Play
from rowdy.play.table.entries import Chair, Entry, Opened, Ordered, Played, Sat, Viewer
from rowdy.play.table.state import Phase
from rowdy.play.table.table import Table
from rowdy.rules.game import CHANCE, GameError, Window
from rowdy.rules.record import event_text
from rowdy.rules.record_text import format_record
from rowdy.rules.tiles import ObjectiveCard
from rowdy.rules.xoxo import XoxoGame
from rowdy.rules.xoxo_state import Reveal, State
from tests.play.table.tables import NAMES, SECRET, Room, as_viewer, new_plan, nonce, seated, shown
from tests.worlds import GAMES, Events, fold, random_game, redraw, viewers

each_number_of_seats = pytest.mark.parametrize("seats", [2, 3, 4])


def state(room: Room) -> State:
    assert room.table.game_log is not None
    found = room.table.game_log.state
    assert isinstance(found, State)
    return found


def lies(room: Room, card: ObjectiveCard) -> bool:
    assert isinstance(room.table.game, XoxoGame)
    return room.table.game.in_line(state(room), card)


def holding(seats: int, secret: str) -> Room:
    """A game of XOXO in which everybody holds everything back."""
    room = seated("xoxo", *[None] * seats, secret=secret)
    for chair, hand in enumerate(state(room).hands):
        for card in hand:
            room.do(chair, Order, str(card), "hold")
    return room


@cache
def moves_until_a_line(seats: int, seed: int) -> tuple[tuple[str, ...], Chair, ObjectiveCard]:
    """Moves after which a card that somebody holds back lies for the first time, whose it is, and the card."""
    room, rng, moves = holding(seats, f"{seed:064x}"), Random(seed), list[str]()
    while True:
        found = [(Chair(c), card) for c, hand in enumerate(state(room).hands) for card in hand if lies(room, card)]
        if found:
            return tuple(moves), *found[0]
        moves.append(str(rng.choice(room.legal())))
        room.play(moves[-1])


def with_a_line(seats: int, seed: int) -> tuple[Room, Chair, ObjectiveCard]:
    moves, chair, card = moves_until_a_line(seats, seed)
    room = holding(seats, f"{seed:064x}")
    room.play(*moves)
    return room, chair, card


# When cards are shown


@each_number_of_seats
def test_cards_are_shown_at_once_unless_held_back(seats: int) -> None:
    moves, chair, card = moves_until_a_line(seats, 1)
    room = seated("xoxo", *[None] * seats, secret=f"{1:064x}")
    room.play(*moves)
    assert card in state(room).shown[chair]
    held, _, _ = with_a_line(seats, 1)
    assert not any(state(held).shown)


@each_number_of_seats
def test_to_show_a_card_whose_line_lies_is_as_if_it_had_been_shown_in_that_window(seats: int) -> None:
    turns = set[bool]()
    for seed in range(4):
        room, chair, card = with_a_line(seats, seed)
        turns.add(room.table.to_move == chair)
        before = dict(room.table.seen)
        entry = room.do(chair, Order, str(card), "show")
        assert entry.reopened
        assert card in state(room).shown[chair]
        assert room.table.seen == {viewer: number + 1 for viewer, number in before.items()}
        assert room.table.moved == room.table.seen
        moves, _, _ = moves_until_a_line(seats, seed)
        earlier = holding(seats, f"{seed:064x}")
        earlier.play(*moves[:-1])
        earlier.do(chair, Order, str(card), "show")
        earlier.play(moves[-1])
        assert format_record(room.table.record()) == format_record(earlier.table.record())
        assert shown(room.folded()) == shown(room.table)
    assert False in turns, "it need not be one's own turn"


def test_an_order_ends_the_game_by_the_last_card() -> None:
    room, rng = holding(4, f"{0:064x}"), Random(3)
    while room.table.phase is Phase.PLAYING:
        ready = [(c, card) for c, hand in enumerate(state(room).hands) for card in hand if lies(room, card)]
        if ready:
            chair, card = ready[0]
            last = len(state(room).hands[chair]) == 1
            room.do(chair, Order, str(card), "show")
            assert (room.table.outcome is not None) is last
        else:
            room.play(str(rng.choice(room.legal())))
    outcome = room.table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((chair,), "last_card")
    room.refuses("game-over", chair, Order, str(card), "hold")
    assert shown(room.folded()) == shown(room.table)


@each_number_of_seats
def test_a_card_whose_line_is_covered_waits_until_it_lies_again(seats: int) -> None:
    again = 0
    for seed in range(8, 13):
        room, chair, card = with_a_line(seats, seed)
        rng = Random(seed)
        while room.table.phase is Phase.PLAYING and lies(room, card):
            room.play(str(rng.choice(room.legal())))
        if room.table.phase is Phase.OVER:
            continue
        assert not room.do(chair, Order, str(card), "show").events
        while room.table.phase is Phase.PLAYING and card in state(room).hands[chair]:
            assert not lies(room, card)
            room.play(str(rng.choice(room.legal())))
        again += card in state(room).shown[chair]
    assert again


def test_a_card_is_named_as_it_is_written_and_held_by_its_own_seat() -> None:
    room = seated("xoxo", None, None)
    mine, other = (str(hand[0]) for hand in state(room).hands)
    for card in (other, "?colour", "nonsense"):
        assert room.refuses("no-such-card", 0, Order, card, "hold").details == {"card": card}
    room.do(0, Order, mine, "hold")
    room.do(0, Order, mine, "show")
    assert room.table.chairs[0].held == frozenset()
    seated("djeco", None, None).refuses("no-such-card", 0, Order, "red", "hold")


# What others learn


def learned(table: Table, viewer: Viewer) -> Any:
    return table.seen[viewer], table.moved[viewer], table.told(viewer, 0), table.can(viewer), table.view(viewer)


@each_number_of_seats
def test_an_order_that_shows_nothing_is_nobody_elses_affair(seats: int) -> None:
    room, chair, card = with_a_line(seats, 1)
    others = [viewer for viewer in room.table.seen if viewer != chair]
    orders = [(other, "show") for other in state(room).hands[chair] if not lies(room, other)]
    for named, order in [(card, "hold"), *orders]:
        before, own = [learned(room.table, viewer) for viewer in others], room.table.seen[chair]
        room.do(chair, Order, str(named), order)
        assert [learned(room.table, viewer) for viewer in others] == before
        assert not set(room.table.seeing(room.table.steps[-1])).intersection(others)
        assert room.table.seen[chair] == own + 1
        assert room.table.told(chair, own) == [(own + 1, room.table.steps[-1])]


def entries_of(name: str, events: Events, rng: Random) -> list[Entry]:
    """The log of a table at which this happened; now and then somebody gives an order about what they hold."""
    game, seats = GAMES[name], GAMES[name].seats
    plan = new_plan(game.edition.game, *[None] * seats, starter=game.starter)
    log = [Entry(Opened(plan, SECRET), 0.0)]
    log += [Entry(Sat(NAMES[chair], nonce(chair)), 0.0, Chair(chair), f"s{chair}") for chair in range(seats - 1)]
    parts = [Entry(Sat(NAMES[seats - 1], nonce(seats - 1)), 0.0, Chair(seats - 1), "s")]
    for at, (actor, action) in zip(fold(game, events), events, strict=False):
        answers = isinstance(game.turn(at), Window)
        if actor is not CHANCE and not answers:
            log.append(parts.pop())
            if game.facts.windows and rng.random() < 0.5:
                chair = rng.randrange(seats)
                held = tuple(sorted(map(str, at.hands[chair][: rng.randrange(3)])))
                log.append(Entry(Ordered(held), 0.0, Chair(chair), f"o{len(log)}"))
            parts.append(Entry(Played(), 0.0, Chair(actor), f"p{len(log)}"))
        told = (*parts[0].events, event_text(game.turn(at), actor, action))
        parts[0] = Entry(parts[0].change, 0.0, parts[0].chair, parts[0].command, events=told)
    return [*log, *parts]


def stream(table: Table, viewer: Viewer) -> list[Any]:
    """Everything of the last step that reaches this viewer, and the complaints about moves that may be wrong."""
    game, seat = table.game, table.viewer_seat(viewer)
    step = table.steps[-1]
    visible = viewer in table.seeing(step)
    told = [
        (part, game.seen(before, seat), game.seen(after, seat))
        for before, event, after, _ in (step.happened if visible else ())
        for part in game.observe(before, event, seat)
    ]
    own = step.entry.change if viewer is not None and step.entry.chair == viewer else type(step.entry.change)
    heads = (own, step.entry.chair) if visible else None
    complaints = [complaint(table, viewer, action) for action in game.actions[::17]]
    view = None if table.game_log is None else table.view(viewer)
    return [heads, told, table.seen[viewer], table.moved[viewer], table.can(viewer), view, complaints]


def complaint(table: Table, viewer: Viewer, action: Any) -> str:
    """Why a move may not be made; nothing is said of one that may, so that nothing is played here."""
    if viewer is None or table.game_log is None or action in table.game_log.view(table.seat_of(viewer)).legal:
        return ""
    with pytest.raises(GameError) as caught:
        table.obey(viewer, Play("x", table.seen[viewer], str(action)), 0.0)
    return str(caught.value)


@pytest.mark.parametrize("name", ["xoxo-de-2", "xoxo-de-3", "xoxo-en-4", "djeco-it-2"])
def test_what_a_viewer_cannot_know_makes_no_difference(name: str) -> None:
    game, rng, different = GAMES[name], Random(name), set[Viewer]()
    for seat in viewers(game):
        viewer = as_viewer(seat)
        for seed in range(3):
            events = before_the_end(random_game(name, seed))
            other = redraw(game, events, seat, rng)
            if other == events:
                continue
            different.add(viewer)
            logs = [entries_of(name, world, Random(seed)) for world in (events, other)]
            assert len(logs[0]) == len(logs[1])
            for end in (*range(1 + seed, len(logs[0]), 7), len(logs[0])):
                ours, theirs = (stream(Table.fold(log[:end], check_bot), viewer) for log in logs)
                assert ours == theirs
    assert different == set(viewers(game))


def before_the_end(events: Events) -> Events:
    """All but the last move and what follows from it: after it everything is open."""
    last = max(i for i, (actor, action) in enumerate(events) if actor is not CHANCE and not isinstance(action, Reveal))
    return events[:last]
