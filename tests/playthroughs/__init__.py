"""Whole games written out, every state with what each viewer sees: a change in what games do shows up as a difference.

`python -m tests.playthroughs` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rowdy.play.dealer import Dealer
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Event, Move, Over, Turn, Window
from rowdy.rules.record_text import result_text
from tests.worlds import PRINTED, viewers

FOLDER = Path(__file__).parent
FILES = {FOLDER / f"{name}.txt": game for name, game in PRINTED.items()}
SEEDS = {
    "xoxo-de-2": 3,
    "xoxo-de-3": 23,
    "xoxo-de-4": 13,
    "xoxo-en-2": 0,
    "xoxo-en-3": 8,
    "xoxo-en-4": 27,
    "rubik-de-2": 12,
    "xoxo2-nl-2": 6,
    "djeco-it-2": 7,
    "djeco-pt-2": 9,
    "djeco-sv-2": 35,
    "djeco-da-2": 16,
    "djeco-ru-2": 26,
}
"""Chosen for games that are not long, end in different ways, and have cards shown, lines cleared and turns passed."""
HEAD = """\
# {game}, edition {edition}, {seats} seats. Made by: python -m tests.playthroughs
# Each block is a state. First its position and what is due; a chance outcome has * and its weight where that is not 1.
# Then what each seat (and -, a spectator) sees: the fields of the position, = where it sees what is; after ; what it
# may do; after ~ the outcomes of chance to which it gives another weight. Last who does what.
"""


def playthrough(game: AnyGame) -> str:
    """One game, with chance and choices from seeds that never change."""
    edition = game.edition
    head = HEAD.format(game=edition.game, edition=edition.name, seats=game.seats)
    name = f"{edition.game}-{edition.name}-{game.seats}"
    return head + "".join(f"\n{block}" for block in _blocks(game, f"{name} {SEEDS[name]}"))


def _blocks(game: AnyGame, seed: str) -> Iterator[str]:
    dealer, rng = Dealer(seed), Random(seed)
    state, chances = game.start(), 0
    while True:
        turn = game.turn(state)
        lines = [game.format_state(state), _due(turn), *_seen(game, state)]
        event = _choose(game, state, turn, dealer, chances, rng)
        if event is None:
            yield "\n".join(lines) + "\n"
            return
        chances += event.actor is CHANCE
        yield "\n".join([*lines, f"> {_name(event.actor)} {event.action}"]) + "\n"
        state = game.play(state, event.actor, event.action)


def _choose(game: AnyGame, state: Any, turn: Turn[Any], dealer: Dealer, chances: int, rng: Random) -> Event[Any] | None:
    actor: Actor
    match turn:
        case Over():
            return None
        case Chance():
            return Event(CHANCE, dealer.deal(chances, turn))
        case Move(seat):
            actor = seat
        case Window(seats):  # in any order; cards are shown more often than not
            actor = _pick([seat for seat in seats if game.legal(state, seat)], rng)
            if rng.random() < 0.6:
                return Event(actor, game.legal(state, actor)[-1])
    return Event(actor, _pick(game.legal(state, actor), rng))


def _pick(choices: Sequence[Any], rng: Random) -> Any:
    """Of all that Random does, only `random` gives the same in every version of Python."""
    return choices[int(rng.random() * len(choices))]


def _name(actor: Actor) -> str:
    return "chance" if actor is CHANCE else str(actor + 1)


def _due(turn: Turn[Any]) -> str:
    match turn:
        case Chance():
            return f"chance {_outcomes(turn)}"
        case Move(seat):
            return f"move {seat + 1}"
        case Window(seats):
            return "window " + ",".join(str(seat + 1) for seat in seats)
        case Over(outcome):
            return f"over {result_text(outcome)}"


def _outcomes(chance: Chance[Any], told: Chance[Any] | None = None) -> str:
    """The outcomes that are possible, without those already told with the same weight."""
    known = {} if told is None else dict(zip(told.actions, told.weights, strict=True))
    pairs = zip(chance.actions, chance.weights, strict=True)
    return " ".join(
        f"{action}" if weight == 1 else f"{action}*{weight}"
        for action, weight in pairs
        if weight and known.get(action) != weight
    )


def _seen(game: AnyGame, state: Any) -> Iterator[str]:
    position, turn = game.format_state(state).split(" ", 4), game.turn(state)
    for viewer in viewers(game):
        view = game.view(state, viewer)
        fields = game.format_state(view.state).split(" ", 4)
        words = ["=" if field == true else field for field, true in zip(fields, position, strict=True)]
        line = f"{'-' if viewer is None else viewer + 1}: {' '.join(words)}"
        if view.legal:
            line += " ; " + " ".join(map(str, view.legal))
        if isinstance(turn, Chance) and isinstance(view.turn, Chance):
            line += f" ~ {different}" if (different := _outcomes(view.turn, turn)) else ""
        elif view.turn != turn:
            line += " ~ " + _due(view.turn)
        yield line
