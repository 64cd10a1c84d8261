"""A recorded game step by step, in pictures and words."""

from __future__ import annotations

import dataclasses

from msgspec import Struct
from msgspec.structs import replace

from rowdy.interfaces.describe import Describer
from rowdy.interfaces.seating import Seating
from rowdy.interfaces.web.foreign_words import ForeignText, marked_words
from rowdy.interfaces.web.http.explorer_answers import explorer_address
from rowdy.interfaces.web.pictures.common import with_won_lines
from rowdy.interfaces.web.pictures.picture import Picture
from rowdy.interfaces.words import Words
from rowdy.play.game_log import deciding
from rowdy.play.kit import NOTHING_HELD
from rowdy.play.replay import RecordStep, record_steps
from rowdy.rules.game import Seat, View
from rowdy.rules.record import ALL, Record, eyes_text, viewer


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """A move with the chance and the answers that follow it; the first step is the deal."""

    say: tuple[str, ...]
    picture: Picture
    move: str = ""
    seat: Seat | None = None
    quiet: int = 0
    """How many of the sentences, the last ones, tell what the table shows anyway."""
    turn: str = ""
    """One sentence on the turn so far, if its steps read better together than one by one."""
    explore: str = ""
    """The address of the explorer with the position after the step; only of a solved game that is over."""
    comments: tuple[str, ...] = ()
    """The record's comments on this step, in any language."""


class Replay(Struct, frozen=True, omit_defaults=True):
    game: str
    edition: str
    names: tuple[str, ...]
    eyes: str
    """A seat's number from 1, `spectator`, or `all`."""
    steps: tuple[ReplayStep, ...]
    practice: bool = False
    winners: tuple[Seat, ...] | None = None
    """`None` while the game goes on."""
    outcome: str = ""
    title: str = ""
    """The result in a few words: who won, or that nobody did."""
    why: tuple[str, ...] = ()
    you: Seat | None = None
    """The seat that is called "you", if the viewer played it."""
    hidden: bool = False
    """True if seats held hidden cards, so that it matters through whose eyes the game is seen."""
    foreign: tuple[ForeignText, ...] = ()
    """The texts of this message that have words in another language, in parts."""


def replay(record: Record, words: Words, you: Seat | None = None) -> Replay:
    """Returns the game step by step, as the record's eyes saw it.

    `you` is the seat that the viewer played, which is called "you" through whichever eyes they look.
    """
    words = marked_words(words, record.game.edition.game)
    names = Seating(record.players).names(words, you=False)
    you = you if you in range(len(names)) else None
    seeing = Describer(words, record.game, names, viewer(record.eyes))
    describer = seeing if you is None else dataclasses.replace(seeing, viewer=you)
    steps = record_steps(record)
    shown = [_step(record, describer, seeing, step) for step in steps]
    outcome, ended = record.outcome(), deciding(record.game, steps[-1].transitions)
    if outcome:
        shown[-1] = replace(shown[-1], picture=with_won_lines(shown[-1].picture, ended))
    return Replay(
        game=record.game.edition.game,
        edition=record.game.edition.name,
        names=tuple(names),
        eyes=eyes_text(record.eyes),
        steps=tuple(shown),
        practice=record.practice,
        winners=outcome.winners if outcome else None,
        outcome=describer.outcome(outcome, steps[-1].state, ended) if outcome else "",
        title=describer.title_to_viewer(outcome) or describer.title(outcome) if outcome else "",
        why=tuple(describer.ending(outcome, steps[-1].state, ended)) if outcome else (),
        you=you,
        hidden=record.game.facts.hidden,
    )


def _step(record: Record, describer: Describer, seeing: Describer, step: RecordStep) -> ReplayStep:
    """Returns a step, with the words of `describer` and the picture of `seeing`."""
    said, quiet = describer.told(step.transitions)
    view = View(seeing.viewer, step.state, record.game.turn(step.state), ())
    picture = seeing.kit.paint(seeing, view, step.last_turn, NOTHING_HELD, all_open=record.eyes is ALL)
    actor, action = step.move or (None, "")
    return ReplayStep(
        say=(*said, *quiet),
        picture=picture,
        move=str(action),
        seat=actor if isinstance(actor, int) else None,
        quiet=len(quiet) if step.move else 0,
        turn=describer.joined_turn(step.last_turn[::-1], said) if step.move else "",
        explore=explorer_address(record.game, step.state) if record.outcome() else "",
        comments=step.comments,
    )
