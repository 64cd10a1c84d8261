"""Checks a finished game: that it is legal, that its seed is the sealed one, and that chance came from nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rowdy.play.dealer import Dealer
from rowdy.rules.game import CHANCE, Chance, GameError, IllegalMove, InvalidRecord, InvalidSetup, Seat
from rowdy.rules.record import ALL, Record, parse_record, result_text
from rowdy.rules.seal import NO_NONCE, commitment


class Verdict(StrEnum):
    """What came of a check."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    """It cannot be checked, so it may or may not hold."""
    ASIDE = "aside"
    """Something to know that proves and disproves nothing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; an interface puts the code into words."""

    verdict: Verdict
    code: str
    details: Mapping[str, object] = field(default_factory=dict)


NOT_LEGAL = ("record-result", "record-resigned-late")
"""Complaints about a record that can be read, but tells of no legal game; so is an illegal move in it."""


def verify(text: str, nonces: Mapping[Seat, str] | None = None) -> tuple[Finding, ...]:
    """All findings on a record; `nonces` are what seats remember to have given. `InvalidRecord` if it is unreadable."""
    try:
        record = parse_record(text, any_seed=True)
    except InvalidRecord as error:
        cause = error.details.get("cause")
        after_end = isinstance(cause, GameError) and cause.code == "record-after-end"
        if error.code in NOT_LEGAL or isinstance(cause, IllegalMove) or after_end:
            return (Finding(Verdict.FAILS, "illegal", {"cause": error}),)
        raise
    remembered = [_remembered(record, seat, nonce) for seat, nonce in (nonces or {}).items()]
    return _legal(record), *_sealed(record), _dealt(record), *_nonces(record), *remembered


def all_hold(findings: tuple[Finding, ...]) -> bool:
    """Whether everything that can go wrong was checked and is right."""
    return all(finding.verdict in (Verdict.HOLDS, Verdict.ASIDE) for finding in findings)


def _legal(record: Record) -> Finding:
    """A record that can be read is legal as far as it goes."""
    outcome = record.outcome()
    if outcome is None:
        return Finding(Verdict.OPEN, "unfinished", {"count": len(record.events)})
    return Finding(Verdict.HOLDS, "legal", {"count": len(record.events), "result": result_text(outcome)})


def _other_seed(record: Record) -> bool:
    sealed, seed = record.commitment, record.seed
    return sealed is not None and seed is not None and commitment(seed, record.salt) != sealed


def _sealed(record: Record) -> tuple[Finding, ...]:
    """Whether the seed is the one committed to; where there is no chance, it does not matter if that is unknown."""
    if _other_seed(record):
        return (Finding(Verdict.FAILS, "other-seed"),)
    if record.seed is not None and record.commitment is not None:
        return (Finding(Verdict.HOLDS, "sealed", {"commitment": record.commitment}),)
    if not record.game.facts.chance:
        return ()
    if record.eyes is not ALL:
        return (Finding(Verdict.OPEN, "eyes"),)
    if record.outcome() is None:
        return (Finding(Verdict.OPEN, "seed-later"),)
    return (Finding(Verdict.OPEN, "no-seed" if record.seed is None else "no-commitment"),)


def _dealt(record: Record) -> Finding:
    """Whether every outcome of chance is the one that seed and nonces give, in order."""
    if not record.game.facts.chance:
        return Finding(Verdict.ASIDE, "no-chance")
    if record.seed is None or record.eyes is not ALL or _other_seed(record):
        return Finding(Verdict.OPEN, "not-dealt")
    dealer, number = Dealer(record.seed, nonces=record.nonces), 0
    for state, (actor, action) in zip(record.states(), record.events, strict=False):
        turn = record.game.turn(state)
        if actor is not CHANCE or not isinstance(turn, Chance):
            continue
        due = dealer.deal(number, turn)
        number += 1
        if due != action:
            return Finding(Verdict.FAILS, "dealt-otherwise", {"number": number, "found": action, "due": due})
    return Finding(Verdict.HOLDS, "dealt", {"count": number})


def _nonces(record: Record) -> tuple[Finding, ...]:
    """Who had a say in the deal."""
    if not record.game.facts.chance:
        return ()
    gave = tuple(seat + 1 for seat, nonce in enumerate(record.nonces) if nonce != NO_NONCE)
    if not gave:
        return (Finding(Verdict.ASIDE, "no-nonces"),)
    return (Finding(Verdict.ASIDE, "nonces", {"seats": gave, "count": len(gave)}),)


def _remembered(record: Record, seat: Seat, nonce: str) -> Finding:
    """Whether the nonce that a seat's own device gave is the one that the record has."""
    if not 0 <= seat < record.game.seats:
        raise InvalidSetup("verify-seat", seat=seat + 1, seats=record.game.seats)
    if record.nonces and record.nonces[seat] == nonce:
        return Finding(Verdict.HOLDS, "same-nonce", {"seat": seat + 1})
    return Finding(Verdict.FAILS, "other-nonce", {"seat": seat + 1})
