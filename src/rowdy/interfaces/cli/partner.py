"""The partner at the terminal: the level that suits the person who plays here, from the finished games on disk."""

from __future__ import annotations

from rowdy.interfaces.cli import saves
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.seating import YOU
from rowdy.interfaces.titles import bot_level
from rowdy.play.bots.partner import LADDER, MAX_RESULTS, PARTNER, FinishedGame, partner_level
from rowdy.rules.game import GameError
from rowdy.rules.record import Record

MAX_FILES_READ = 200
"""The most files that are read, latest first, to find games that count."""


def name_partner(screen: Screen, seats: str, game_id: str) -> str:
    """The seats as on the command line, with a level in place of each partner; prints which level, if there is one."""
    labels = [label.strip() for label in seats.split(",")]
    if PARTNER not in labels:
        return seats
    played = finished_games(game_id)
    level = partner_level(played, max(1, len(labels) - 1))
    named, words = bot_level(screen.words, level), screen.words
    screen.say(
        words("partner-plays", level=named, games=len(played)) if played else words("partner-begins", level=named)
    )
    return ",".join(level if label == PARTNER else label for label in labels)


def finished_games(game_id: str) -> list[FinishedGame]:
    """The results of one person against levels of the ladder, the latest first; other files are skipped."""
    found = list[FinishedGame]()
    for path in saves.finished()[:MAX_FILES_READ]:
        try:
            result = _result(saves.load(path), game_id)
        except (GameError, OSError):
            continue
        if result and len(found) < MAX_RESULTS:
            found.append(result)
    return found


def _result(record: Record, game_id: str) -> FinishedGame | None:
    """The result in a record of one person against levels; `None` for other games."""
    outcome, people = record.outcome(), [seat for seat, label in enumerate(record.players) if label == YOU]
    bots = tuple(label for label in record.players if label != YOU)
    if record.game.edition.game != game_id or outcome is None or len(people) != 1 or record.practice:
        return None
    if not bots or not set(bots) <= set(LADDER):
        return None
    winners = outcome.winners
    return FinishedGame(bots, (people[0] in winners) / len(winners) if winners else 1 / len(record.players))
