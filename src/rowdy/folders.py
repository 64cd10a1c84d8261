"""Where Rowdy keeps its files on the user's machine."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def data_folder() -> Path:
    """The folder for what should last, such as games and solutions: `ROWDY_HOME`, or the user's data folder."""
    home = os.environ.get("ROWDY_HOME")
    return Path(home) if home else user_data_path("rowdy", appauthor=False)


def cache_folder() -> Path:
    """The folder for what can be made again, such as compiled code."""
    return user_cache_path("rowdy", appauthor=False)
