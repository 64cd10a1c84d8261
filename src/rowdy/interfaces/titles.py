"""The names of games, editions, rulings and options, also for games of other packages without words."""

from __future__ import annotations

from collections.abc import Sequence

from rowdy.interfaces.words import Words
from rowdy.rules.game import AnyGame, Seat
from rowdy.rules.geometry import Square
from rowdy.rules.rulings import Option, Ruling, Says


def game_title(words: Words, game_id: str) -> str:
    return _first(words, game_id, f"game-{game_id}")


def game_line(words: Words, game_id: str) -> str:
    """What the game is about, in one line."""
    return _first(words, "", f"game-{game_id}-line")


def aim(words: Words, game: AnyGame) -> str:
    """What a game is about, given its rulings, in a few sentences; empty if a guest has no words for it."""
    return _with_rulings(words, game, f"aim-{game.edition.game}")


def short_aim(words: Words, game: AnyGame) -> str:
    """What wins, in one sentence; empty if a guest has no words for it."""
    return _with_rulings(words, game, f"short-aim-{game.edition.game}")


def player_title(words: Words, game_id: str, seat: Seat) -> str:
    """The game's name for the player at this seat."""
    return _first(words, words("player-any", seat=seat + 1), f"player-{game_id}-{seat + 1}")


def bot_level(words: Words, name: str) -> str:
    """The name of a bot in a list to choose from: its level, or its own name if it is a guest."""
    return _first(words, name, f"level-{name}")


def bot_title(words: Words, label: str, seat: Seat | None = None) -> str:
    """The name of a bot at the table: its level, its settings and, if given, its seat."""
    name, _, settings = label.partition(":")
    level = ", ".join(filter(None, (bot_level(words, name), settings)))
    return words("bot-named", level=level) if seat is None else words("bot-numbered", level=level, seat=seat + 1)


def seat_titles(words: Words, names: Sequence[str], bots: Sequence[str | None]) -> tuple[str, ...]:
    """The names of the seats: bots by their level, people by name; seat numbers tell equal ones apart."""
    titles = [name if bot is None else bot_title(words, bot) for name, bot in zip(names, bots, strict=True)]
    return tuple(
        title
        if titles.count(title) == 1
        else words("name-numbered", name=title, seat=seat + 1)
        if bot is None
        else bot_title(words, bot, seat)
        for seat, (title, bot) in enumerate(zip(titles, bots, strict=True))
    )


def edition_title(words: Words, game_id: str, edition: str) -> str:
    return _first(words, edition, f"edition-{game_id}-{edition}")


def ruling_question(words: Words, game_id: str, ruling: Ruling | str) -> str:
    name = ruling if isinstance(ruling, str) else ruling.name
    return _first(words, name, f"ruling-{game_id}-{name}", f"ruling-{name}")


def ruling_option(words: Words, game_id: str, name: str, option: str) -> str:
    """An option in words; all numbers use the same sentence."""
    for scope in (f"ruling-{game_id}-{name}", f"ruling-{name}"):
        if words.has(f"{scope}-n"):
            return words(f"{scope}-n", n=option)
        if words.has(f"{scope}-{option}"):
            return words(f"{scope}-{option}")
    return option


def book_title(words: Words, book: str) -> str:
    """The name of a rulebook."""
    return _first(words, book, f"book-{book}")


def book_says(words: Words, game_id: str, ruling: Ruling, source: Option | Says) -> str:
    """What a rulebook says of a ruling."""
    if isinstance(source, Says):
        return words(f"says-{source.value}")
    return _first(words, str(source), f"says-{game_id}-{ruling.name}-{source}")


def decided_by(words: Words, game_id: str, reason: str) -> str:
    """What decided a game, as the subject of a sentence."""
    return _first(words, reason, f"decided-{game_id}-{reason}")


def line_name(line: Sequence[Square]) -> str:
    """The name of a line of the board, by its squares."""
    return "\N{EN DASH}".join(line)


def _first(words: Words, otherwise: str, *messages: str) -> str:
    """The first of these messages that exists, or `otherwise`."""
    return next((words(message) for message in messages if words.has(message)), otherwise)


def _with_rulings(words: Words, game: AnyGame, message: str) -> str:
    return words(message, **game.options) if words.has(message) else ""
