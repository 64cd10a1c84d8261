"""A recorded game step by step, in pictures and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.seating import Seating
from rowdy.interfaces.web.boards import paint
from rowdy.interfaces.web.picture import Picture
from rowdy.interfaces.words import Words
from rowdy.play.bots import is_bot
from rowdy.play.course import last_turn
from rowdy.rules.game import InvalidSetup, Move, Seat, View
from rowdy.rules.record import ALL, SPECTATOR, Record, Viewpoint, eyes_text, viewer


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """A move with the chance and the answers that follow it; the first step is the deal."""

    say: tuple[str, ...]
    picture: Picture
    move: str = ""
    seat: Seat | None = None


class Replay(Struct, frozen=True, omit_defaults=True):
    game: str
    edition: str
    names: tuple[str, ...]
    eyes: str
    """A seat's number from 1, `spectator`, or `all`."""
    steps: tuple[ReplayStep, ...]
    practice: bool = False
    winners: tuple[Seat, ...] | None = None
    """Nothing while the game goes on."""
    outcome: str = ""


def replay(record: Record, words: Words) -> Replay:
    """The game as the record's eyes saw it."""
    names = [
        words("bot-named", name=name) if is_bot(label) else name
        for label, name in zip(record.players, Seating(record.players).names(words, you=False), strict=True)
    ]
    describer = Describer(words, record.game, names, viewer(record.eyes))
    states = list(record.states())
    moves = [i for i in range(len(record.events)) if isinstance(record.game.turn(states[i]), Move)]
    spans = zip([0, *moves], [*moves, len(record.events)], strict=True)
    outcome = record.outcome()
    return Replay(
        game=record.game.edition.game,
        edition=record.game.edition.name,
        names=tuple(names),
        eyes=eyes_text(record.eyes),
        steps=tuple(_step(record, describer, states, start, end, first=i == 0) for i, (start, end) in enumerate(spans)),
        practice=record.practice,
        winners=outcome.winners if outcome else None,
        outcome=describer.outcome(outcome) if outcome else "",
    )


def _step(record: Record, describer: Describer, states: Sequence[Any], start: int, end: int, first: bool) -> ReplayStep:
    said = [
        sentence for i in range(start, end) for sentence in describer.step(states[i], record.events[i], states[i + 1])
    ]
    view = View(describer.viewer, states[end], record.game.turn(states[end]), ())
    last = last_turn(record.events[:end])
    picture = paint(describer, view, last, all_open=record.eyes is ALL)
    if first:
        return ReplayStep(tuple(said), picture)
    actor, action = record.events[start]
    return ReplayStep(tuple(said), picture, str(action), actor if isinstance(actor, int) else None)


def read_eyes(text: str, seats: int) -> Viewpoint:
    """Whose eyes are meant; `InvalidSetup` if there are none such."""
    known: dict[str, Viewpoint] = {eyes_text(eyes): eyes for eyes in (ALL, SPECTATOR, *range(seats))}
    if text not in known:
        raise InvalidSetup("eyes", text=text, seats=seats)
    return known[text]
