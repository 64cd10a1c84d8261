"""`rowdy verify`: checks whether a record is what it claims to be, one line for each check, for people or programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.cli.server_record import TableLink, find_record, read_link
from rowdy.interfaces.words import Words
from rowdy.play.verify import NOT_SEALED, CheckStatus, Finding, all_hold, compare, verify
from rowdy.rules.game import GameError, InvalidSetup, Seat
from rowdy.rules.record_text import parse_record
from rowdy.rules.seal import valid_nonce

NOT_ALL, NOT_READ = 1, 2
"""The exit codes if not everything holds, and if a file could not be read."""
STYLES = {CheckStatus.HOLDS: "green", CheckStatus.FAILS: "bold red", CheckStatus.OPEN: "yellow", CheckStatus.ASIDE: ""}


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help=words("help-replay-file"))
    parser.add_argument(
        "--nonce", action="append", default=[], metavar="SEAT=HEX", dest="nonces", help=words("help-verify-nonce")
    )
    parser.add_argument("--server", metavar="LINK", help=words("help-verify-server"))
    parser.add_argument("--json", action="store_true", help=words("help-verify-json"))


def run(screen: Screen, args: argparse.Namespace) -> int:
    """Returns the worst exit code of all files."""
    return run_verify(screen, args.files, args.nonces, args.json, args.server)


def run_verify(
    screen: Screen, files: Sequence[Path], nonces: Sequence[str], as_json: bool, server: str | None = None
) -> int:
    """Verifies the files; returns the worst exit code of all."""
    if nonces and len(files) > 1:
        raise InvalidSetup("verify-nonce-files")
    remembered = dict(map(_read_nonce, nonces))
    link = None if server is None else read_link(server)
    tell = _print_json if as_json else _tell
    worst = 0
    for path in files:
        findings, error = _look_at(screen.words, path, remembered, link)
        tell(screen, path if len(files) > 1 or as_json else None, findings, error)
        worst = max(worst, NOT_READ if error else 0 if all_hold(findings) else NOT_ALL)
    return worst


def _read_nonce(text: str) -> tuple[Seat, str]:
    seat, _, nonce = text.partition("=")
    if not (len(seat) == 1 and seat in "123456789" and valid_nonce(nonce)):
        raise InvalidSetup("verify-nonce", text=text)
    return int(seat) - 1, nonce


def _look_at(
    words: Words, path: Path, nonces: Mapping[Seat, str], link: TableLink | None
) -> tuple[tuple[Finding, ...], str | None]:
    """The findings on a file, or the error that prevented them, so that the other files are still checked."""
    try:
        text = saves.read_text(path)
        findings = verify(text, nonces)
        if any(finding.code == "illegal" for finding in findings):
            return findings, None
        return (*findings, *(_compare(text, link) if link else ()), NOT_SEALED), None
    except GameError as error:
        return (), words.error(error)
    except OSError as error:
        return (), words("cannot-read", path=path, reason=error.strerror or error)


def _compare(text: str, link: TableLink) -> tuple[Finding, ...]:
    found = find_record(link, parse_record(text, any_seed=True))
    if found.text is not None:
        return compare(text, found.text)
    if found.later:
        return (Finding(CheckStatus.OPEN, "server-later"),)
    return (Finding(CheckStatus.FAILS, "server-none"),)


def _in_words(words: Words, finding: Finding) -> str:
    return words(f"verify-{finding.code}", **{name: _plain(words, value) for name, value in finding.details.items()})


def _plain(words: Words, value: object) -> object:
    match value:
        case GameError():
            return words.error(value)
        case tuple():
            return words.listing([str(item) for item in value])
        case _:
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
    if any(finding.verdict is CheckStatus.FAILS for finding in findings):
        return "verify-end-wrong"
    return "verify-end-whole" if all_hold(findings) else "verify-end-part"


# For programs


def _print_json(screen: Screen, path: Path | None, findings: tuple[Finding, ...], error: str | None) -> None:
    """Prints one line of JSON for a file."""
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
