"""What compiled code bots need, and who answers in a bot's stead until that is there."""

from __future__ import annotations

from rowdy.play.bots import Bot
from rowdy.play.levels import SearchBot
from rowdy.play.perfect import PerfectBot
from rowdy.rules.game import AnyGame
from rowdy.search.ready import Part, part_of


def needed(player: Bot, game: AnyGame) -> list[Part]:
    """The code without which the bot does not play this game as it should."""
    if isinstance(player, PerfectBot):
        return [Part.PERFECT]
    part = part_of(game) if isinstance(player, SearchBot) else None
    return [part] if part else []


def stand_in(player: Bot) -> Bot | None:
    """Who answers in its stead where its code is not compiled yet; a perfect bot has nobody like it."""
    return player.plain if isinstance(player, SearchBot) else None
