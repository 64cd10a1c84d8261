"""Bots in words."""

from __future__ import annotations

from rowdy.interfaces.words import Words
from rowdy.play.bots.guest_bots import guests
from rowdy.play.bots.registry import BOTS


def bot_line(words: Words, name: str) -> str:
    """A bot in one line: ours by what it does, others by where they come from, without paths of this machine."""
    if name in BOTS:
        return words(f"bot-{name}")
    return words("bot-guest", package=guests()[name].value) if name in guests() else words("bot-engine")
