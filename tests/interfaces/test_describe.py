"""Events in words: to whom something happened is told by name, and to that seat itself as "you"."""

from __future__ import annotations

from random import Random

import pytest

import rowdy
from rowdy.interfaces.describe import Describer
from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.play.dealer import Dealer
from rowdy.play.game_log import GameLog, Transition, seen_transitions
from rowdy.rules.djeco_state import Action, State
from rowdy.rules.game import CHANCE, AnyGame, Event, Move, Over
from tests.rules.support import after, djeco, lattice, nine
from tests.rules.test_xoxo_end import LAID, red_circles
from tests.worlds import GAMES, random_game, random_states

RUBIK, XOXO2, XOXO, DJECO = (rowdy.game(name) for name in ("rubik", "xoxo2", "xoxo", "djeco"))
PLAIN = ("Qa", "Qb", "Qc", "Qd")
ODD = ("{ $who }", "$you", "you", "<b>")


def said(game: AnyGame, event: Event[str], viewer: int | None, names: tuple[str, ...] = ("Ann", "Ben")) -> str | None:
    return Describer(Words(), game, names, viewer).event(None, Event(event.actor, game.parse_action(event.action)))


@pytest.mark.parametrize(
    ("game", "event", "to_seat", "to_others"),
    [
        (RUBIK, Event(1, "b3-b4"), "You flip", "Ben flips"),
        (DJECO, Event(1, "r7@c3"), "You play", "Ben plays"),
        (DJECO, Event(1, "pass"), "You cannot play, so you pass", "Ben cannot play and passes"),
        (DJECO, Event(CHANCE, "2+r7"), "You draw a red 7", "Ben draws a red 7"),
        (XOXO, Event(CHANCE, "2=rcw"), "Your pile", "Ben"),
        (XOXO, Event(CHANCE, "draw=rcw"), "The draw pile", "The draw pile"),
    ],
)
def test_a_seat_is_you_to_itself_alone(game: AnyGame, event: Event[str], to_seat: str, to_others: str) -> None:
    assert (said(game, event, 1) or "").startswith(to_seat)
    assert (said(game, event, 0) or "").startswith(to_others)
    assert said(game, event, 0) == said(game, event, None)


def test_showing_nothing_is_not_worth_a_word() -> None:
    assert said(XOXO, Event(1, "!-"), 1) is None


def test_games_with_the_same_moves_have_their_own_stones() -> None:
    assert said(RUBIK, Event(0, "A@b2"), 0) != said(XOXO2, Event(0, "A@b2"), 0)


def told(before: State, event: Event[Action], viewer: int | None, game: AnyGame = DJECO) -> list[str]:
    """What is said aloud of an event in a game of Djeco's."""
    transition = Transition(before, event, game.play(before, *event), is_answer=False)
    return Describer(Words(), game, ("Ann", "Ben"), viewer).told([transition])[0]


def test_tokens_are_told_with_the_card_that_earned_them() -> None:
    before = DJECO.parse_state(djeco(lattice(nine("r7 b3 r2 b9 r3 b5")), "r1,r4/b2,b4", "1"))
    event = Event(0, DJECO.parse_action("r1@d2"))
    assert told(before, event, 1) == ["Ann plays a red 1 on d2.", "That earns a token (b4\N{EN DASH}c3\N{EN DASH}d2)!"]


def test_all_lines_that_earned_tokens_are_named() -> None:
    before = DJECO.parse_state(djeco(lattice(nine("b1 b4 r2 r5 r6 . b7 b3 r4")), "r3,r9/b2,b9", "1"))
    event = Event(0, DJECO.parse_action("r3@d3"))
    assert told(before, event, 0) == [
        "You play a red 3 on d3.",
        "That earns 2 tokens (d2\N{EN DASH}d3\N{EN DASH}d4, b3\N{EN DASH}c3\N{EN DASH}d3)!",
    ]


@pytest.mark.parametrize(
    ("discard", "news"),
    [("out", ["No card is left to draw. When nobody can play any more, more tokens win."]), ("recycle", [])],
)
def test_the_last_card_of_the_deck_is_told_once_unless_the_discard_is_shuffled(discard: str, news: list[str]) -> None:
    game = rowdy.game("djeco", rulings={"discard": discard})
    state, rng, found = game.start(), Random(2), list[str]()
    while not isinstance(turn := game.turn(state), Over):
        actor = turn.seat if isinstance(turn, Move) else CHANCE
        event = Event(actor, rng.choice(game.legal(state, actor)))
        found += [text for text in told(state, event, 0, game) if "left to draw" in text]
        state = game.play(state, *event)
    assert found == news


def test_a_card_that_is_shown_names_its_line_which_the_next_tile_may_cover() -> None:
    before = after(XOXO, red_circles("red,circle,!joy/blue,square,wink"), LAID)
    event = Event(0, XOXO.parse_action("!circle,red"))
    assert Describer(Words(), XOXO, ("Ann", "Ben"), 1).event(before, event) == (
        "Ann shows: red (b3\N{EN DASH}c3\N{EN DASH}d3) and circle (b3\N{EN DASH}c3\N{EN DASH}d3)!"
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", GAMES)
def test_odd_names_stay_and_no_gap_does(name: str, language: str) -> None:
    game = GAMES[name]
    plain, odd = (Describer(Words(language), game, names[: game.seats], None) for names in (PLAIN, ODD))
    for before, event in zip(random_states(name, 0), random_game(name, 0), strict=False):
        state = None if event.actor is CHANCE else before
        sentence = plain.event(state, event) or ""
        assert sentence.isprintable()
        for mine, theirs in zip(plain.names, odd.names, strict=True):
            sentence = sentence.replace(mine, theirs)
        assert (odd.event(state, event) or "") == sentence


def test_a_log_has_one_line_for_each_turn() -> None:
    log = happened(RUBIK, "A@b2 b2-b3 b@a1 a1-a2 B@d4")
    assert [turn.said for turn in Describer(Words(), RUBIK, ("Ann", "Ben"), 1).turns(log)] == [
        "Ann places a blue X on b2.",
        "You flip the stone from b2 to b3 and place a white O on a1.",
        "Ann flips the stone from a1 to a2 and places a green X on d4.",
    ]


def test_what_the_table_shows_anyway_is_a_detail_of_its_turn() -> None:
    log = happened(DJECO, "")
    (deal,) = Describer(Words(), DJECO, ("Ann", "Ben"), None).turns(log)
    assert deal.said == "The game begins."
    assert len(deal.details) == 2 * 5


def happened(game: AnyGame, moves: str) -> list[Transition]:
    """What a spectator sees of these moves."""
    log = GameLog(game, ("Ann", "Ben"), Dealer("7"))
    for move in moves.split():
        assert isinstance(log.turn, Move)
        log.act(log.turn.seat, game.parse_action(move))
    return seen_transitions(game, log.observations(None), None)
