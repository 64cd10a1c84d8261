"""The files of the page, in memory, with one version for all of them, so that browsers may cache them for ever."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from posixpath import dirname, join, normpath
from types import MappingProxyType

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rowdy.interfaces.languages import languages, locale_text

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOR_GOOD = "public, max-age=31536000, immutable"
"""The cache header of a file that never changes under its address."""
DATA_MODULES = {
    "js/drawing/pieces-data.js": ("PIECES", "pieces.json"),
    "js/drawing/games-data.js": ("GAMES", "games.json"),
}
"""Scripts made from data that the server's drawings use too; each exports one constant."""
_QUOTED_NAME = re.compile(r'"([a-z][A-Za-z]*)":')
"""The name of a value in JSON that needs no quotes in a script."""
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)$", re.MULTILINE | re.DOTALL)
_INLINE_TYPE = re.compile(r"/\*\* @type [^\n]*?\*/ ?")
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_CSS_COMMENT = re.compile(r" */\*.*?\*/")
"""A comment behind a rule; comments on lines of their own are `_COMMENT`s."""
_AROUND_CSS = re.compile(r"\s*([{};,])\s*|(:)[ \t]+")
_AROUND = re.compile(r"[ \t]*([{};,])[ \t]*")
_WITHOUT_TEXT = re.compile(r"""^[^"'`/\n]+$""", re.MULTILINE)
"""A line of a script without string literals, in which blanks matter, and without regular expressions."""
_WITH_TEXTS = re.compile(r"""^[^'`/\\\n"]*(?:"[^'`/\\\n"]*"[^'`/\\\n"]*)+$""", re.MULTILINE)
"""A line of a script with only simple string literals in double quotes."""
_PUNCTUATION = re.compile(r"[ \t]*([{}()\[\];,:?=<>&|]+)[ \t]*")
_OPENING = re.compile(r"[ \t]+\{$", re.MULTILINE)
_IMPORT = re.compile(r'^(?:import|export) ?\{[^}]*\} ?from "(\.{1,2}/[^"]+)";$', re.MULTILINE)


@dataclass(frozen=True)
class Asset:
    content: bytes
    media_type: str

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.content, mtime=0)


class Assets:
    def __init__(self, folder: Traversable | None = None, root: str = "") -> None:
        """Reads all files once, so that a page never mixes those of two installations."""
        found = dict(_read(folder or files("rowdy.interfaces.web").joinpath("static"), PurePosixPath()))
        found |= {path: _data_module(*of) for path, of in DATA_MODULES.items()}
        self.files = MappingProxyType(found)
        self._root = root
        digest = hashlib.sha256("".join(map(locale_text, languages())).encode())
        for path, asset in sorted(found.items()):
            digest.update(f"{path} {len(asset.content)} ".encode() + asset.content)
        self.version = digest.hexdigest()[:8]

    def address(self, path: str) -> str:
        if path not in self.files:
            raise KeyError(path)
        return f"{self._root}/static/{self.version}/{path}"

    def modules(self, path: str) -> list[str]:
        """Returns a script and all its imports, so that a browser can fetch them at once, not one after another."""
        found = [path]
        for module in found:
            names = _IMPORT.findall(self.files[module].content.decode())
            paths = (normpath(join(dirname(module), name)) for name in names)
            found += dict.fromkeys(one for one in paths if one not in found)
        return found

    def mentioned(self, path: str, pattern: str) -> set[str]:
        """Returns all matches of a pattern in a script and its static imports."""
        texts = (self.files[module].content.decode() for module in self.modules(path))
        return {found for text in texts for found in re.findall(pattern, text)}

    async def serve(self, request: Request) -> Response:
        """Answers with a file."""
        asset = self.files.get(request.path_params["path"])
        if asset is None:
            raise HTTPException(404)
        return self.answer(request, asset)

    def answer(self, request: Request, asset: Asset) -> Response:
        """Answers with a file; one asked for under an older version, after an upgrade, may not be cached."""
        current = request.path_params["version"] == self.version
        headers = {"Cache-Control": FOR_GOOD if current else "no-store", "Vary": "Accept-Encoding"}
        content = asset.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = asset.packed, "gzip"
        return Response(content, headers=headers, media_type=asset.media_type)


def _data_module(constant: str, name: str) -> Asset:
    data = json.loads(files("rowdy.interfaces.drawing").joinpath(name).read_text("utf-8"))
    text = _QUOTED_NAME.sub(r"\1:", json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return Asset(f"export const {constant}={text};".encode(), TYPES[".js"])


def _read(folder: Traversable, at: PurePosixPath) -> Iterator[tuple[str, Asset]]:
    for entry in folder.iterdir():
        path = at / entry.name
        if entry.is_dir():
            yield from _read(entry, path)
        elif path.suffix in TYPES:
            text = _lean(entry.read_text("utf-8"))
            if path.suffix == ".css":
                text = _AROUND_CSS.sub(r"\1\2", _CSS_COMMENT.sub("", text)).replace(";}", "}")
            elif path.suffix == ".js":
                text = _WITHOUT_TEXT.sub(lambda line: _PUNCTUATION.sub(r"\1", line[0]), _INLINE_TYPE.sub("", text))
                text = _WITH_TEXTS.sub(lambda line: _close_up_around_texts(line[0]), text)
                text = _OPENING.sub("{", _IMPORT.sub(lambda statement: _close_up(statement[0]), text))
            yield str(path), Asset(text.encode(), TYPES[path.suffix])


def _lean(text: str) -> str:
    """Returns a text without indentation and comment lines, which are a good third of it.

    Line numbers stay the same, as errors name them.
    """
    return _INDENT.sub("", _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text))


def _close_up(text: str) -> str:
    """Returns a text without blanks beside braces, commas and semicolons."""
    return _AROUND.sub(r"\1", text)


def _close_up_around_texts(line: str) -> str:
    """Returns a line of a script without blanks beside punctuation, except in its string literals."""
    parts = line.split('"')
    return '"'.join(part if nth % 2 else _PUNCTUATION.sub(r"\1", part) for nth, part in enumerate(parts))
