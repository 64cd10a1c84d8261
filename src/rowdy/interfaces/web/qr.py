"""Links as QR codes, for a friend who sits at the same table with a phone."""

from __future__ import annotations

from io import BytesIO
from typing import Annotated
from urllib.parse import urlsplit

import segno
from msgspec import Meta, Struct

from rowdy.interfaces.web.security import Hosts
from rowdy.rules.game import GameError

INK, PAPER = "#2b2533", "#ffffff"
BORDER = 4
"""Light modules around the code, as many as scanners ask for."""


class LinkShown(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=300)]


def draw_link(link: str, hosts: Hosts) -> bytes:
    """An SVG picture. Only links that lead here are drawn: a code should not hide that it leads elsewhere."""
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
        border=BORDER,
        dark=INK,
        light=PAPER,
        xmldecl=False,
        omitsize=True,
        svgclass=None,
        lineclass=None,
    )
    return drawn.getvalue()
