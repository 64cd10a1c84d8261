"""The compiled code that a bot needs, and the bot that answers in its place until that is compiled."""

from __future__ import annotations

from rowdy.play.bots.levels import SearchBot
from rowdy.play.bots.perfect import PerfectBot
from rowdy.play.bots.registry import Bot
from rowdy.rules.game import AnyGame
from rowdy.search.compilation import PERFECT, CompiledPart, part_of


def needed_code(player: Bot, game: AnyGame) -> list[CompiledPart]:
    """The parts of the compiled code without which the bot cannot play this game at its full strength."""
    if isinstance(player, PerfectBot):
        return [PERFECT]
    part = part_of(game) if isinstance(player, SearchBot) else None
    return [part] if part else []


def fallback_bot(player: Bot) -> Bot | None:
    """The bot that answers while the code of this one is not compiled, or `None` if it has to wait.

    The perfect bot has no fallback, as no other bot plays perfectly.
    """
    return player.fallback if isinstance(player, SearchBot) else None
