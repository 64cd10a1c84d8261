"""Games on disk: the record and, while the game goes on, a file beside it with what nobody may see yet."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO

from rowdy.folders import data_folder
from rowdy.play.dealer import Dealer
from rowdy.play.kit import Held
from rowdy.rules.game import GameError, InvalidSetup, InvalidText, Seat
from rowdy.rules.record import Record
from rowdy.rules.record_text import format_record, parse_record
from rowdy.rules.seal import commitment

MAX_FILE_BYTES = 1_000_000
SUFFIX = ".rowdy"


@dataclass(frozen=True)
class Sealed:
    """The secrets of a running game: the seed and the standing orders."""

    seed: str
    orders: dict[Seat, Held] = field(default_factory=dict)
    """What each seat holds back."""


def games_folder() -> Path:
    return data_folder() / "games"


def new_path(game_id: str, folder: Path) -> Path:
    """A file name that is not taken yet."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return folder / f"{game_id}-{stamp}-{secrets.token_hex(2)}{SUFFIX}"


def spare_folder() -> Path:
    """The folder for games if the usual one cannot be written to."""
    return Path(tempfile.gettempdir())


def latest_unfinished() -> Path:
    """The unfinished saved game that was played last."""
    found = unfinished()
    if not found:
        raise InvalidSetup("nothing-to-resume", path=games_folder())
    return found[0]


def unfinished() -> list[Path]:
    """The unfinished saved games, the one played last first."""
    return [path for path in _newest_first() if _sealed_path(path).exists()]


def finished() -> list[Path]:
    """The saved games that are over, the one played last first."""
    return [path for path in _newest_first() if not _sealed_path(path).exists()]


def numbered(number: int) -> Path:
    """The game that `rowdy saves` lists under this number."""
    listed = [*unfinished(), *finished()]
    if not 1 <= number <= len(listed):
        raise InvalidSetup("no-such-save", number=number, count=len(listed))
    return listed[number - 1]


def latest() -> Path:
    """The saved game that was played last, finished or not."""
    found = next(iter(_newest_first()), None)
    if found is None:
        raise InvalidSetup("nothing-saved", path=games_folder())
    return found


def _newest_first() -> list[Path]:
    return sorted(games_folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)


def _sealed_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.sealed")


def write_whole(path: Path, text: str) -> None:
    """Writes a file atomically: whatever happens, it has the old text or the new one."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_text(path: Path) -> str:
    """The text of a record or deck file; `InvalidText` if it is too large or not text."""
    with path.open("rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise InvalidText("file-too-large", path=path, most=MAX_FILE_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidText("file-not-text", path=path) from None


def load(path: Path) -> Record:
    return parse_record(read_text(path))


def save(path: Path, record: Record, sealed: Sealed) -> str:
    """Writes the sealed file, then the record, and returns the record's text; a finished game has no sealed file."""
    beside, text = _sealed_path(path), format_record(record)
    if record.outcome() is not None:
        write_whole(path, text)
        beside.unlink(missing_ok=True)
        return text
    orders = {str(seat): sorted(held) for seat, held in sealed.orders.items()}
    write_whole(beside, json.dumps({"seed": sealed.seed, "orders": orders}))
    write_whole(path, text)
    return text


class OpenSave:
    """A lock on a save that is open in this window, which other windows can see."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._mark = path.with_name(f".{path.name}.open")
        self._file = self._mark.open("a")
        self.alone = _lock(self._file)
        """False if the save was already open in another window."""

    def close(self) -> None:
        self._file.close()
        if self.alone:
            self._mark.unlink(missing_ok=True)


def _lock(file: IO[str]) -> bool:
    """Locks a file; false if another process has it locked. The lock ends with its process, however that ends."""
    try:
        import fcntl
    except ImportError:  # without such locks, a second window is noticed once one has played on
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def changed(path: Path, known: str) -> bool:
    """True if the file has another text, as another window plays the same game; a missing file may be written."""
    try:
        return read_text(path) != known
    except FileNotFoundError:
        return False
    except InvalidText:
        return True


def unseal(path: Path, record: Record) -> Sealed | None:
    """The secrets beside this record; `None` if they are missing or belong to another one."""
    try:
        kept = json.loads(read_text(_sealed_path(path)))
        orders = {int(seat): frozenset(map(str, held)) for seat, held in kept["orders"].items()}
        sealed = Sealed(str(kept["seed"]), orders)
    except (OSError, GameError, ValueError, LookupError, TypeError, AttributeError):
        return None
    fits = record.commitment is None or commitment(sealed.seed) == record.commitment
    return sealed if fits else None


def dealer_for(record: Record, sealed: Sealed | None) -> Dealer:
    """The dealer that continues a game, with a new seed if its own is lost."""
    return Dealer() if sealed is None else Dealer(sealed.seed, secret=record.commitment is not None)
