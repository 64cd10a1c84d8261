"""Replaces signs that a terminal's encoding lacks, so that stones, lines and letters stay distinguishable."""

from __future__ import annotations

import codecs
import unicodedata

HANDLER = "rowdy.plain_letters"
"""The name of the error handler for streams (`codecs.register_error`)."""
QUOTES = "\u2018\u2019\u201c\u201d\u201e"
DASHES = "\u2013\u2014"
PLAIN_SIGNS = {
    **dict(zip("★⬡✕○●■▲♥▸◂✓·×↓²▁▂▃▄▅▆▇█▓▒▚•─╭╮╰╯", "*oxoo#^v><v.xv212345678%+:o-/\\\\/", strict=True)),
    **dict(zip(QUOTES + DASHES, '\'\'"""--', strict=True)),
    "±": "+-",
    "…": "...",
    "ß": "ss",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
}
"""The replacement of each sign; those of signs in drawings have the same width."""
_TABLE = str.maketrans(PLAIN_SIGNS)


def plain_letters(text: str) -> str:
    """The text in ASCII: with replaced signs, without accents, and with question marks for the rest."""
    letters = unicodedata.normalize("NFKD", text.translate(_TABLE))
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return kept.encode("ascii", "replace").decode("ascii")


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return plain_letters(error.object[error.start : error.end]), error.end


codecs.register_error(HANDLER, _stand_in)
