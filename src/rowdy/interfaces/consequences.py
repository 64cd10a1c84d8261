"""What a house rule changes: claims from the study and the solution of a game, and their sentences.

All figures come from the files that `rowdy study GAME --rulings` writes; none is in the code or the locales.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TypeAlias

import msgspec

from rowdy.interfaces.titles import bot_level, decided_by, edition_title
from rowdy.interfaces.words import Words
from rowdy.play.arena.figures import Difference, Quantity, Setting, Study, differences
from rowdy.play.arena.rulings import changes, comparisons, measured_rulings
from rowdy.rules.catalog import CATALOG, kit
from rowdy.rules.kit import RulesKit
from rowdy.rules.rulings import Option

FOLDER = "study_files"
"""The folder of the studies that ship, one file for each game."""

Figure: TypeAlias = str | int


class StudyClaimCode(StrEnum):
    """The kind of a claim; its sentence is the message `consequence-CODE`."""

    SOLVED = "solved"
    """What perfect play leads to."""
    USUAL = "usual"
    """This option is the default."""
    FIGURES = "figures"
    """Figures of a game with all rules as in the edition."""
    LENGTH = "length"
    DRAWS = "draws"
    FIRST = "first"
    REASON = "reason"
    NO_DIFFERENCE = "no-difference"


@dataclass(frozen=True)
class StudyClaim:
    """Something known about an option, with the figures for its sentence."""

    code: StudyClaimCode
    figures: Mapping[str, Figure]


@cache
def shipped_study(game_id: str) -> Study | None:
    """The study of a game that ships with Rowdy; `None` if there is none, as for guest games."""
    path = files("rowdy.interfaces").joinpath(FOLDER, f"{game_id}.json")
    return read_study(path.read_bytes()) if game_id in CATALOG and path.is_file() else None


def read_study(text: bytes) -> Study:
    return msgspec.json.decode(text, type=Study)


def claims(study: Study, name: str, option: Option, seats: int) -> tuple[StudyClaim, ...]:
    """What is known about an option of a ruling, with this many seats and everything else as in the study's edition."""
    rules = kit(study.game)
    default = rules.ruling(name).default
    edition = rules.edition(study.edition)
    now = study.setting(seats, changes(rules, edition, name, option))
    usual = study.setting(seats, changes(rules, edition, name, default))
    if now is None or usual is None or name not in measured_rulings(rules):
        return ()
    found = [_solved(now)] if now.solved else []
    return (*found, *([StudyClaim(StudyClaimCode.USUAL, {})] if option == default else _compared(study, usual, now)))


def _solved(setting: Setting) -> StudyClaim:
    assert setting.solved
    winner = setting.solved.winner
    who = "draw" if winner is None else ("first", "second")[winner]
    return StudyClaim(StudyClaimCode.SOLVED, {"winner": who, "turns": setting.solved.turns or 0})


def figures_claim(setting: Setting) -> StudyClaim:
    figures = setting.figures
    draws = percent(figures.draws.value)
    return StudyClaim(
        StudyClaimCode.FIGURES,
        {
            "moves": round(figures.moves.value),
            "first": percent(figures.first.value),
            "fair": percent(1 / setting.seats),
            "draws": draws,
            "drawn": "some" if draws else "few" if figures.draws.value else "none",
        },
    )


def _compared(study: Study, usual: Setting, now: Setting) -> list[StudyClaim]:
    found = differences(usual.figures, now.figures, comparisons(study))
    if not found:
        return [StudyClaim(StudyClaimCode.NO_DIFFERENCE, {"games": now.figures.games})]
    return [_difference(study.game, one) for one in _telling(found)]


def _telling(found: Sequence[Difference]) -> list[Difference]:
    """The differences without redundant ones: of several reasons only the one that changes most is kept.

    If that is the reason of all draws, the difference in draws says the same, and it is left out too.
    """
    plain = [one for one in found if one.quantity is not Quantity.REASON]
    reasons = [one for one in found if one.quantity is Quantity.REASON]
    most = max(reasons, key=lambda one: abs(one.now - one.before), default=None)
    told = [(one.before, one.now) for one in plain]
    return [*plain, *([most] if most and (most.before, most.now) not in told else [])]


def _difference(game_id: str, found: Difference) -> StudyClaim:
    if found.quantity is Quantity.MOVES:
        change = round(100 * abs(found.now / found.before - 1))
        return StudyClaim(StudyClaimCode.LENGTH, {"change": "more" if found.more else "fewer", "percent": change})
    code = {
        Quantity.DRAW: StudyClaimCode.DRAWS,
        Quantity.FIRST: StudyClaimCode.FIRST,
        Quantity.REASON: StudyClaimCode.REASON,
    }
    figures: dict[str, Figure] = {
        "change": "more" if found.more else "fewer",
        "now": percent(found.now),
        "before": percent(found.before),
    }
    if found.reason:
        figures |= {"game": game_id, "reason": found.reason}
    return StudyClaim(code[found.quantity], figures)


def percent(share: float) -> int:
    return round(100 * share)


# Sentences


def sentence(words: Words, claim: StudyClaim) -> str:
    figures = dict(claim.figures)
    if claim.code is StudyClaimCode.REASON:
        figures["reason"] = decided_by(words, str(figures.pop("game")), str(figures["reason"]))
    return words(f"consequence-{claim.code}", **figures)


def consequence(words: Words, game_id: str, name: str, option: Option, seats: int) -> str:
    """What an option changes, in sentences; empty if nothing was measured."""
    study = shipped_study(game_id)
    return " ".join(sentence(words, claim) for claim in claims(study, name, option, seats)) if study else ""


def results(words: Words, rules: RulesKit, name: str, option: Option) -> tuple[str, ...]:
    """What an option changes, for the rules page: one text for all numbers of seats, or one for each that differs.

    The default is not mentioned there.
    """
    study = shipped_study(rules.id)
    if study is None:
        return ()
    seats_by_text = dict[str, list[str]]()
    for seats in rules.seats:
        told = (
            sentence(words, claim)
            for claim in claims(study, name, option, seats)
            if claim.code is not StudyClaimCode.USUAL
        )
        seats_by_text.setdefault(" ".join(told), []).append(str(seats))
    seats_by_text.pop("", None)
    return tuple(
        text
        if len(seats) == len(rules.seats)
        else words("consequence-players", players=words.listing(seats), text=text)
        for text, seats in seats_by_text.items()
    )


def usual_figures(words: Words, game_id: str, seats: int) -> str:
    """The figures of a game with this many seats and the default rules, in a sentence; empty if they are not known."""
    study = shipped_study(game_id)
    setting = study and study.setting(seats, {})
    return sentence(words, figures_claim(setting)) if setting else ""


def measured(words: Words, game_id: str) -> str:
    """How the figures of a game were measured, in a sentence; empty if there are none."""
    study = shipped_study(game_id)
    if study is None:
        return ""
    games = min(setting.figures.games for setting in study.settings)
    edition = edition_title(words, game_id, study.edition)
    return words("consequence-measured", games=games, bot=bot_level(words, study.bot), edition=edition)
