"""Whether a record is what it seems: each check of it in a line, for people or for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.play.verify import Finding, Verdict, all_hold, verify
from rowdy.rules.game import GameError, InvalidSetup, Seat
from rowdy.rules.seal import valid_nonce

NOT_ALL, UNREADABLE = 1, 2
"""The exit codes where not everything holds, and where there was nothing to check."""
STYLES = {Verdict.HOLDS: "green", Verdict.FAILS: "bold red", Verdict.OPEN: "yellow", Verdict.ASIDE: ""}


def run_verify(screen: Screen, files: Sequence[Path], nonces: Sequence[str], as_json: bool) -> int:
    """The command; returns the exit code, the worst of all files."""
    if nonces and len(files) > 1:
        raise InvalidSetup("verify-nonce-files")
    remembered = dict(map(_read_nonce, nonces))
    tell = _print_json if as_json else _tell
    worst = 0
    for path in files:
        findings, error = _look_at(screen.words, path, remembered)
        tell(screen, path if len(files) > 1 or as_json else None, findings, error)
        worst = max(worst, UNREADABLE if error else 0 if all_hold(findings) else NOT_ALL)
    return worst


def _read_nonce(text: str) -> tuple[Seat, str]:
    seat, _, nonce = text.partition("=")
    if not (len(seat) == 1 and seat in "123456789" and valid_nonce(nonce)):
        raise InvalidSetup("verify-nonce", text=text)
    return int(seat) - 1, nonce


def _look_at(words: Words, path: Path, nonces: Mapping[Seat, str]) -> tuple[tuple[Finding, ...], str | None]:
    """The findings, or why there are none: one bad file does not keep the others from being looked at."""
    try:
        return verify(saves.read_text(path), nonces), None
    except GameError as error:
        return (), words.error(error)
    except OSError as error:
        return (), words("cannot-read", path=path, reason=error.strerror or error)


def _in_words(words: Words, finding: Finding) -> str:
    return words(f"verify-{finding.code}", **{name: _plain(words, value) for name, value in finding.details.items()})


def _plain(words: Words, value: object) -> object:
    match value:
        case GameError():
            return words.error(value)
        case tuple():
            return words.listing([str(item) for item in value])
    return value


def _tell(screen: Screen, path: Path | None, findings: tuple[Finding, ...], error: str | None) -> None:
    words = screen.words
    if path is not None:
        screen.say(str(path), style="bold")
    if error is not None:
        screen.complain(error)
        return
    for finding in findings:
        verdict = words(f"verify-verdict-{finding.verdict}")
        screen.say(words("verify-line", verdict=verdict, text=_in_words(words, finding)), STYLES[finding.verdict])
    screen.say(words(_closing(findings)), style="bold")


def _closing(findings: tuple[Finding, ...]) -> str:
    if any(finding.verdict is Verdict.FAILS for finding in findings):
        return "verify-end-wrong"
    return "verify-end-whole" if all_hold(findings) else "verify-end-part"


# For programs


def _print_json(screen: Screen, path: Path | None, findings: tuple[Finding, ...], error: str | None) -> None:
    """A line a file."""
    data: dict[str, Any] = {"file": str(path), "verified": error is None and all_hold(findings)}
    if error is not None:
        data["error"] = error
    data["findings"] = [
        {
            "verdict": finding.verdict,
            "code": finding.code,
            "text": _in_words(screen.words, finding),
            **{
                name: value if isinstance(value, int | tuple) else str(value) for name, value in finding.details.items()
            },
        }
        for finding in findings
    ]
    sys.stdout.write(json.dumps(data) + "\n")
