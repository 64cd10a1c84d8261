"""The files of the page, kept in memory: one version of all of them, under which a browser may keep them for good."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from types import MappingProxyType

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOR_GOOD = "public, max-age=31536000, immutable"
_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/[ \t]*|//[^\n]*)$", re.MULTILINE | re.DOTALL)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_AROUND = re.compile(r"[ \t]*([{};,])[ \t]*")
_IMPORT = re.compile(r'^(?:import|export)\b[^"]*? from "\./([^"]+)";$', re.MULTILINE)


@dataclass(frozen=True)
class Asset:
    content: bytes
    media_type: str

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.content, mtime=0)


class Assets:
    def __init__(self) -> None:
        """They are read once, so a page never mixes those of two installations."""
        found = dict(_read(files("rowdy.interfaces.web").joinpath("static"), PurePosixPath()))
        self.files = MappingProxyType(found)
        digest = hashlib.sha256()
        for path, asset in sorted(found.items()):
            digest.update(f"{path} {len(asset.content)} ".encode() + asset.content)
        self.version = digest.hexdigest()[:16]

    def address(self, path: str) -> str:
        if path not in self.files:
            raise KeyError(path)
        return f"/static/{self.version}/{path}"

    def modules(self, path: str) -> list[str]:
        """A script with all that it imports, so that a browser can fetch them at once rather than one after another."""
        found = [path]
        for module in found:
            text = self.files[module].content.decode()
            paths = (str(PurePosixPath(module).with_name(name)) for name in _IMPORT.findall(text))
            found += dict.fromkeys(one for one in paths if one not in found)
        return found

    def mentioned(self, path: str, pattern: str) -> set[str]:
        """All that is written like this in a script or what it imports."""
        return {
            found for module in self.modules(path) for found in re.findall(pattern, self.files[module].content.decode())
        }

    async def serve(self, request: Request) -> Response:
        """A page that was open while the server was renewed gets the files of today, but not to keep."""
        asset = self.files.get(request.path_params["path"])
        if asset is None:
            raise HTTPException(404)
        current = request.path_params["version"] == self.version
        headers = {"Cache-Control": FOR_GOOD if current else "no-store", "Vary": "Accept-Encoding"}
        content = asset.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = asset.packed, "gzip"
        return Response(content, headers=headers, media_type=asset.media_type)


def _read(folder: Traversable, at: PurePosixPath) -> Iterator[tuple[str, Asset]]:
    for entry in folder.iterdir():
        path = at / entry.name
        if entry.is_dir():
            yield from _read(entry, path)
        elif path.suffix in TYPES:
            text = _lean(entry.read_text("utf-8"))
            if path.suffix == ".css":
                text = _AROUND.sub(r"\1", text)
            yield str(path), Asset(text.encode(), TYPES[path.suffix])


def _lean(text: str) -> str:
    """Without indents and lines of comment, a good third of all. No line moves, so that errors name the right one."""
    return _INDENT.sub("", _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text))
