"""A digest of the code that plays, since results of different code cannot be mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rowdy.rules.guest_games import entries

PLAYING_PACKAGES = "rules", "search", "play"
"""The packages of Rowdy whose code decides how a match goes."""


@cache
def code_digest(game_id: str) -> str:
    """A hash of the code that plays; a version number would not do, as bots may change without a new one.

    For a guest's game the module of its entry point is included.
    """
    root, digest = Path(__file__).parents[2], hashlib.sha256()
    paths = sorted(path for part in PLAYING_PACKAGES for path in (root / part).rglob("*.py"))
    named = [(path.relative_to(root).as_posix(), path) for path in paths]
    for entry in entries().get(game_id, ()):
        spec = find_spec(entry.module)
        if spec and spec.origin:
            named.append((entry.module, Path(spec.origin)))
    for name, path in named:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]
