"""Stands in for signs that a terminal's encoding lacks, so that stones, lines and letters can still be told apart."""

from __future__ import annotations

import codecs
import unicodedata

HANDLER = "rowdy.plain_letters"
"""The name of the error handler, for streams."""
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
"""What stands for each sign; for those that the games are drawn with it is as wide."""
_TABLE = str.maketrans(PLAIN_SIGNS)


def plain_letters(text: str) -> str:
    """The text in ASCII: by its signs, else without accents, else with question marks."""
    letters = unicodedata.normalize("NFKD", text.translate(_TABLE))
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return kept.encode("ascii", "replace").decode("ascii")


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return plain_letters(error.object[error.start : error.end]), error.end


codecs.register_error(HANDLER, _stand_in)
