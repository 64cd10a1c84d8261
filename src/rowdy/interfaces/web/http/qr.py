"""Links as QR codes, for a friend who sits at the same table with a phone."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated
from urllib.parse import urlsplit

import segno
from msgspec import Meta, Struct

from rowdy.interfaces.web.http.security import Hosts
from rowdy.rules.game import GameError

INK, PAPER = "#2b2533", "#ffffff"
BORDER_MODULES = 4
"""The quiet zone around the code, in modules; the standard asks for four."""


class LinkShown(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=300)]


def draw_link(link: str, hosts: Hosts) -> bytes:
    """Returns a link as an SVG picture; `GameError` unless it leads here, as a code hides where it leads."""
    try:
        parts = urlsplit(link)
    except ValueError:
        raise GameError("qr-link") from None
    if parts.scheme not in ("http", "https") or not hosts.know(parts.netloc):
        raise GameError("qr-link")
    drawn = BytesIO()
    segno.make_qr(link, error="m").save(
        drawn,
        kind="svg",
        border=BORDER_MODULES,
        dark=INK,
        light=PAPER,
        xmldecl=False,
        omitsize=True,
        svgclass=None,
        lineclass=None,
    )
    return drawn.getvalue()
