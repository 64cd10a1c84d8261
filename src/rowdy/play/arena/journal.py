"""The journal of an arena, a file of JSON lines: a header that says what is compared, then a line for each result."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rowdy.folders import data_folder
from rowdy.play.arena.arena import Contest
from rowdy.play.arena.code import code_digest
from rowdy.play.arena.match import Match, Result
from rowdy.rules.game import GameError, InvalidText
from rowdy.version import __version__

try:
    import fcntl
except ImportError:  # Windows: nothing keeps two arenas from writing to one file there
    fcntl = None  # type: ignore[assignment]

FORMAT_VERSION = 1
SUFFIX = ".jsonl"
MAX_NAME_LENGTH = 60


def header(contest: Contest) -> dict[str, Any]:
    return {**_about(contest), "code": code_digest(contest.spec.game)}


def _about(contest: Contest) -> dict[str, Any]:
    return {"arena": FORMAT_VERSION, "rowdy": __version__, **contest.to_json()}


def write_line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"


def default_path(contest: Contest) -> Path:
    """The default path of a contest's journal: the same for the same contest, whichever code plays it."""
    line = write_line(_about(contest))
    name = "-".join([contest.spec.game, *contest.bots])
    plain = re.sub("[^a-z0-9]+", "-", name.lower())[:MAX_NAME_LENGTH].strip("-")
    return data_folder() / "arena" / f"{plain}-{hashlib.sha256(line.encode()).hexdigest()[:8]}{SUFFIX}"


def read_data(text: str) -> Any:
    """The value of a line of JSON; `InvalidText` if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidText("no-json") from None


class Journal:
    """The file of one contest. Journals of the same contest, or results alone, may be concatenated into one file."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.contest = contest
        self.results: dict[Match, Result] = {}
        """The results found in the file."""
        self.torn = False
        """True if the last line was cut off in the middle."""
        self._headed = False
        self._keep = 0
        """The number of bytes in the file up to the end of the last whole line."""
        self._ended = True
        """True if the last line ends with a line break."""
        self._file: int | None = None

    def read(self) -> None:
        """Reads the file if there is one; `GameError` if it is not a journal of this contest."""
        data = self.path.read_bytes() if self.path.exists() else b""
        self.results, self.torn, self._headed, self._keep, self._ended = {}, False, False, 0, True
        for number, line in enumerate(data.splitlines(keepends=True), 1):
            try:
                self._read_line(line, number)
            except InvalidText as error:
                if not self._is_torn(line):
                    raise GameError("arena-line", path=self.path, line=number, cause=error) from error
                self.torn = True
                return
            self._keep += len(line)
            self._ended = line.endswith(b"\n")

    def _read_line(self, line: bytes, number: int) -> None:
        text = line.decode("utf-8", errors="replace")
        if not text.strip():
            return
        data = read_data(text)
        if isinstance(data, dict) and "arena" in data:
            self._check_header(data)
            self._headed = True
            return
        result = Result.from_json(data)
        if not self.contest.holds(result.match):
            raise GameError("arena-other-match", path=self.path, line=number)
        if result.code and result.code != code_digest(self.contest.spec.game):
            raise GameError("arena-other-code", path=self.path)
        self.results.setdefault(result.match, result)

    def _is_torn(self, line: bytes) -> bool:
        """True if a write of ours was interrupted here. Any other unreadable line may be somebody's text."""
        known = self._keep > 0 or write_line(header(self.contest)).encode().startswith(line)
        return known and not line.endswith(b"\n")

    def _check_header(self, there: dict[str, Any]) -> None:
        here = header(self.contest)
        for name in here | there:
            if there.get(name) != here.get(name):
                if name == "code":  # it comes last in a header, so everything else is the same
                    raise GameError("arena-other-code", path=self.path)
                old, new = (_short(data.get(name)) for data in (there, here))
                raise GameError("arena-other", path=self.path, name=name, there=old, here=new)

    # Writing

    def __enter__(self) -> Self:
        """Opens and locks the file, reads it, and cuts off a torn last line."""
        try:
            binary = getattr(os, "O_BINARY", 0)  # Windows would change the line ends
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | binary, 0o666)
            self._lock(self._file)
            self.read()
            if self.torn:
                os.truncate(self._file, self._keep)
            if not self._ended:
                os.write(self._file, b"\n")
            if not self._headed:
                self._write(header(self.contest))
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):
                raise self._unwritable(error) from error
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def append(self, result: Result) -> None:
        """Appends a result, which is on disk when this returns."""
        try:
            self._write(result.to_json())
        except OSError as error:
            raise self._unwritable(error) from error

    def _write(self, data: dict[str, Any]) -> None:
        assert self._file is not None
        line = write_line(data).encode()
        if os.write(self._file, line) < len(line):  # a single call, so that no signal can split the line
            raise OSError("the disk is full")
        os.fsync(self._file)

    def _lock(self, file: int) -> None:
        """Locks the file: two arenas that write to one journal would play every match twice."""
        if fcntl is None:
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise GameError("arena-busy", path=self.path) from None
        except OSError:  # this file system has no locks
            pass

    def _unwritable(self, error: OSError) -> GameError:
        return GameError("arena-unwritable", path=self.path, reason=error.strerror or error)


def _short(value: Any) -> str:
    """A value of the header, shortened for an error message."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
