"""Drawings as one animated GIF. Only this needs a library that renders SVG, so that is an optional extra, `gif`."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from rowdy.rules.game import InvalidSetup

if TYPE_CHECKING:
    from PIL.Image import Image

ZOOM = 1.5
"""The pixels of a GIF for each pixel of a drawing's default size."""
STEP_MILLISECONDS, LAST_MILLISECONDS = 1200, 4000
"""How long each drawing is shown, and the last one."""
PAPER = "#fbf7f0"
FONTS = (
    "Arial",
    "Helvetica",
    "DejaVu Sans",
    "Liberation Sans",
    "Noto Sans",
    "Segoe UI",
    "Verdana",
    "Ubuntu",
    "Cantarell",
)
"""Sans-serif font families, one of which nearly every machine has."""
_LETTER = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text y="18" font-family="sans-serif">8</text></svg>'
)


def check_gif() -> None:
    """Raises `InvalidSetup` unless the libraries for GIFs are installed."""
    if find_spec("resvg_py") is None or find_spec("PIL") is None:
        raise InvalidSetup("gif-missing")


def make_gif(drawings: Iterable[str]) -> bytes:
    """A GIF of the drawings one after the other; smaller ones are centred."""
    check_gif()
    from PIL import Image

    font = _find_font()
    frames = [_pixels(drawing, font) for drawing in drawings]
    size = max(frame.width for frame in frames), max(frame.height for frame in frames)
    shown = []
    for frame in frames:
        whole = Image.new("RGB", size, PAPER)
        whole.paste(frame, ((size[0] - frame.width) // 2, (size[1] - frame.height) // 2), frame)
        shown.append(whole)
    times = [STEP_MILLISECONDS] * (len(shown) - 1) + [LAST_MILLISECONDS]
    written = BytesIO()
    shown[0].save(written, "GIF", save_all=True, append_images=shown[1:], duration=times, loop=0)
    return written.getvalue()


def _pixels(drawing: str, font: str) -> Image:
    import resvg_py
    from PIL import Image

    png = resvg_py.svg_to_bytes(svg_string=drawing, zoom=ZOOM, sans_serif_family=font)
    return Image.open(BytesIO(png)).convert("RGBA")


def _find_font() -> str:
    """The first font family that this machine has; `InvalidSetup` if it has none."""
    for font in FONTS:
        _, opaque = _pixels(_LETTER, font).getchannel("A").getextrema()
        if opaque:
            return font
    raise InvalidSetup("gif-no-font", known=", ".join(FONTS))
