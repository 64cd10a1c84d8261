"""Texts with grammatical forms that a sentence can ask for, such as a case: `FORM($card, "acc")` in a Fluent file."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import NamedTuple, Protocol

FOREIGN, FOREIGN_END = "\ue020", "\ue021"
"""Characters that no text contains, around words in another language than the rest, where somebody asked for them."""


class PhraseSource(Hashable, Protocol):
    """What a phrase was made from, by which it can be put into another form."""

    def in_form(self, form: str) -> str: ...


class Phrase(str):
    """A text that has grammatical forms, in its default form."""

    __slots__ = ("source",)
    source: PhraseSource

    def __new__(cls, text: str, source: PhraseSource) -> Phrase:
        phrase = super().__new__(cls, text)
        phrase.source = source
        return phrase


def in_form(text: object, form: str) -> object:
    """A text in the form of this name; a text without forms, such as the name of a person, is returned unchanged."""
    return text.source.in_form(str(form)) if isinstance(text, Phrase) else text


def plain_text(value: object) -> str:
    """A phrase as a plain `str`, for JSON encoders, which do not accept subclasses."""
    if isinstance(value, Phrase):
        return str(value)
    raise NotImplementedError(f"{type(value)} cannot be sent")


class Gap(NamedTuple):
    """A placeholder that is filled into a formatted sentence later; the sentence says only which form it needs."""

    name: str

    @property
    def phrase(self) -> Phrase:
        return Phrase(f"{{{self.name}}}", self)

    def in_form(self, form: str) -> str:
        return f"{{{self.name}:{form}}}"

    def fill(self, sentence: str, text: str) -> str:
        """The sentence with this text in the gap."""
        filled = sentence.replace(self.phrase, text)
        if f"{{{self.name}:" not in filled:
            return filled
        asked = re.compile(rf"{{{re.escape(self.name)}:(\w+)}}")
        return asked.sub(lambda gap: str(in_form(text, gap[1])), filled)
