"""Verifies a finished game: it is legal, its seed is the one committed to, and all chance follows from that seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rowdy.play.dealer import Dealer
from rowdy.rules.game import CHANCE, Chance, GameError, IllegalMove, InvalidRecord, InvalidSetup, Seat
from rowdy.rules.record import ALL, Record
from rowdy.rules.record_text import format_record, parse_record, result_text
from rowdy.rules.seal import NO_NONCE, commitment


class CheckStatus(StrEnum):
    """The result of one check."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    """The record does not hold what the check needs."""
    ASIDE = "aside"
    """Something worth knowing that is not a check."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check with its result, as a code and details that an interface puts into words."""

    verdict: CheckStatus
    code: str
    details: Mapping[str, object] = field(default_factory=dict)


NOT_SEALED = Finding(CheckStatus.ASIDE, "not-sealed")
"""What a record alone cannot prove: who played, what they did, and whether anything was taken back."""
NOT_LEGAL = ("record-result", "record-not-over", "record-resigned-late")
"""The codes of errors in a record that can be read but is not of a legal game."""


def verify(text: str, nonces: Mapping[Seat, str] | None = None) -> tuple[Finding, ...]:
    """All findings on a record; `InvalidRecord` if it cannot be read.

    `nonces` are those that the devices of some seats remember, which are compared with the record.
    """
    try:
        record = parse_record(text, any_seed=True)
    except InvalidRecord as error:
        cause = error.details.get("cause")
        after_end = isinstance(cause, GameError) and cause.code == "record-after-end"
        if error.code in NOT_LEGAL or isinstance(cause, IllegalMove) or after_end:
            return (Finding(CheckStatus.FAILS, "illegal", {"cause": error}),)
        raise
    remembered = [_remembered(record, seat, nonce) for seat, nonce in (nonces or {}).items()]
    return _legal(record), *_begun(record), *_sealed(record), _dealt(record), *_nonces(record), *remembered


def compare(text: str, of_server: str) -> tuple[Finding, ...]:
    """Findings on whether a record is the same as the server's of that round and, if not, how they differ."""
    (own, own_turns), (other, other_turns) = _headers_and_turns(text), _headers_and_turns(of_server)
    differing = tuple(sorted(name for name in own | other if own.get(name) != other.get(name)))
    findings = [Finding(CheckStatus.FAILS, "server-headers", {"names": differing})] if differing else []
    if own_turns != other_turns:
        findings.append(Finding(CheckStatus.FAILS, "server-turns"))
    return tuple(findings) or (Finding(CheckStatus.HOLDS, "server-same"),)


def _headers_and_turns(text: str) -> tuple[dict[str, list[str]], str]:
    """The headers and the turns of a record, in our canonical form."""
    head, _, turns = format_record(parse_record(text, any_seed=True)).partition("\n\n")
    headers: dict[str, list[str]] = {}
    for line in head.splitlines():
        name, _, value = line.partition(": ")
        headers.setdefault(name, []).append(value)
    return headers, turns


def all_hold(findings: tuple[Finding, ...]) -> bool:
    """True if all checks could be made and hold."""
    return all(finding.verdict in (CheckStatus.HOLDS, CheckStatus.ASIDE) for finding in findings)


def _legal(record: Record) -> Finding:
    """Whether the game is legal to its end. A record that can be read is legal as far as it goes."""
    outcome = record.outcome()
    if outcome is None:
        return Finding(CheckStatus.OPEN, "unfinished", {"count": len(record.events)})
    return Finding(CheckStatus.HOLDS, "legal", {"count": len(record.events), "result": result_text(outcome)})


def _begun(record: Record) -> tuple[Finding, ...]:
    """What a position at the start leaves open: somebody chose it, and with it the cards."""
    return () if record.start is None else (Finding(CheckStatus.OPEN, "position"),)


def _other_seed(record: Record) -> bool:
    sealed, seed = record.commitment, record.seed
    return sealed is not None and seed is not None and commitment(seed, record.salt) != sealed


def _sealed(record: Record) -> tuple[Finding, ...]:
    """Whether the seed is the one committed to. In a game without chance an unknown seed does not matter."""
    if _other_seed(record):
        return (Finding(CheckStatus.FAILS, "other-seed"),)
    if record.seed is not None and record.commitment is not None:
        return (Finding(CheckStatus.HOLDS, "sealed", {"commitment": record.commitment}),)
    if not record.game.facts.chance:
        return ()
    if record.eyes is not ALL:
        return (Finding(CheckStatus.OPEN, "eyes"),)
    if record.outcome() is None:
        return (Finding(CheckStatus.OPEN, "seed-later"),)
    return (Finding(CheckStatus.OPEN, "no-seed" if record.seed is None else "no-commitment"),)


def _dealt(record: Record) -> Finding:
    """Whether every outcome of chance is the one that follows from seed and nonces."""
    if not record.game.facts.chance:
        return Finding(CheckStatus.ASIDE, "no-chance")
    if record.seed is None or record.eyes is not ALL or _other_seed(record):
        return Finding(CheckStatus.OPEN, "not-dealt")
    dealer, number = Dealer(record.seed, nonces=record.nonces), 0
    for state, (actor, action) in zip(record.states(), record.events, strict=False):
        turn = record.game.turn(state)
        if actor is not CHANCE or not isinstance(turn, Chance):
            continue
        due = dealer.deal(number, turn)
        number += 1
        if due != action:
            return Finding(CheckStatus.FAILS, "dealt-otherwise", {"number": number, "found": action, "due": due})
    return Finding(CheckStatus.HOLDS, "dealt", {"count": number})


def _nonces(record: Record) -> tuple[Finding, ...]:
    """Which seats added a nonce to the deal."""
    if not record.game.facts.chance:
        return ()
    gave = tuple(seat + 1 for seat, nonce in enumerate(record.nonces) if nonce != NO_NONCE)
    if not gave:
        return (Finding(CheckStatus.ASIDE, "no-nonces"),)
    return (Finding(CheckStatus.ASIDE, "nonces", {"seats": gave, "count": len(gave)}),)


def _remembered(record: Record, seat: Seat, nonce: str) -> Finding:
    """Whether the nonce that a seat's device remembers is the one in the record."""
    if not 0 <= seat < record.game.seats:
        raise InvalidSetup("verify-seat", seat=seat + 1, seats=record.game.seats)
    if record.nonces and record.nonces[seat] == nonce:
        return Finding(CheckStatus.HOLDS, "same-nonce", {"seat": seat + 1})
    return Finding(CheckStatus.FAILS, "other-nonce", {"seat": seat + 1})
