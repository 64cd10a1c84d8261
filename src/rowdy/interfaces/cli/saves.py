"""Records and sealed seeds on disk: a game is saved after every move, whole or not at all."""

from __future__ import annotations

import os
import secrets
import tempfile
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from rowdy.play.dealer import Dealer
from rowdy.rules.game import InvalidText
from rowdy.rules.record import Record, format_record, parse_record

MAX_BYTES = 1_000_000


def data_folder() -> Path:
    """Where games are kept: `ROWDY_HOME`, or the user's data folder."""
    home = os.environ.get("ROWDY_HOME")
    return Path(home) if home else user_data_path("rowdy", appauthor=False)


def new_path(game_id: str) -> Path:
    """A file name that is not taken yet."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return data_folder() / "games" / f"{game_id}-{stamp}-{secrets.token_hex(2)}.rowdy"


def write_whole(path: Path, text: str) -> None:
    """The old text or the new one stands there, never a part, whatever happens meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
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
    """The text of a record or deck file; `InvalidText` if it is too large or no text."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InvalidText("file-too-large", path=path, most=MAX_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidText("file-not-text", path=path) from None


def load(path: Path) -> Record:
    return parse_record(read_text(path))


def save(path: Path, record: Record, dealer: Dealer) -> None:
    """Writes the record and, while the game goes on, its seed to a sealed place of its own."""
    write_whole(path, format_record(record))
    seed = _seed_path(dealer.commitment)
    if record.commitment and record.seed is None:
        if not seed.exists():
            write_whole(seed, dealer.seed)
    else:
        seed.unlink(missing_ok=True)


def dealer_for(record: Record) -> Dealer | None:
    """The dealer whose seed this record is committed to, if the seed is kept here."""
    if record.commitment is None:
        return Dealer()
    try:
        dealer = Dealer(_seed_path(record.commitment).read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return None
    return dealer if dealer.commitment == record.commitment else None


def _seed_path(commitment: str) -> Path:
    return data_folder() / "seeds" / commitment
