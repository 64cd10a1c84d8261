"""What there is to play, by which rules, and how many ways a game can go."""

from __future__ import annotations

import time

from rowdy.interfaces.cli.screen import Screen
from rowdy.play.dealer import Dealer
from rowdy.rules.catalog import CATALOG, Entrant
from rowdy.rules.game import AnyGame, InvalidPosition
from rowdy.search.perft import Perft


def show_games(screen: Screen) -> None:
    words = screen.words
    screen.table(
        [words(f"games-{column}") for column in ("id", "name", "players", "minutes", "editions", "line")],
        [
            [
                entrant.id,
                words(f"game-{entrant.id}"),
                _span(entrant.seats),
                str(entrant.minutes),
                ", ".join(edition.name for edition in entrant.editions),
                words(f"game-{entrant.id}-line"),
            ]
            for entrant in CATALOG.values()
        ],
    )
    screen.say(words("games-next"))


def _span(seats: tuple[int, ...]) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"


def show_rules(screen: Screen, entrant: Entrant) -> None:
    """The rules page: how to play, what can be chosen, what was settled, and the rulebooks."""
    words = screen.words
    parts = [f"# {words(f'game-{entrant.id}')}", words(f"rules-{entrant.id}"), f"## {words('rules-rulings')}"]
    for ruling in entrant.rulings:
        parts.append(f"**{ruling.name}**: {words(f'ruling-{ruling.name}')}")
        if words.has(f"ruling-{ruling.name}-n"):
            spread = f"{min(map(int, ruling.options))}-{max(map(int, ruling.options))}"
            mark = words("rules-default", option=str(ruling.default))
            options = [f"- `{spread}`: {words(f'ruling-{ruling.name}-n', n='*n*')} {mark}"]
        else:
            options = [_option(screen, ruling.name, str(option), option == ruling.default) for option in ruling.options]
        parts.append("\n".join(options))
        books = (f"{book}: {words('silent') if option is None else option}" for book, option in ruling.sources.items())
        parts.append(f"{words(f'ruling-{ruling.name}-source')} ({'; '.join(books)})")
    parts.append(f"## {words('rules-decisions')}")
    parts.append("\n".join(f"- {words(f'decision-{entrant.id}-{decision}')}" for decision in entrant.decisions))
    parts.append(f"## {words('rules-editions')}")
    editions = [(edition.name, words(f"edition-{entrant.id}-{edition.name}")) for edition in entrant.editions]
    parts.append("\n".join(f"- **{name}**: {text}" for name, text in editions))
    screen.markdown("\n\n".join(parts))


def _option(screen: Screen, name: str, option: str, default: bool) -> str:
    mark = f" {screen.words('rules-default', option=option)}" if default else ""
    return f"- `{option}`: {screen.words(f'ruling-{name}-{option}')}{mark}"


def show_perft(screen: Screen, game: AnyGame, depth: int, position: str | None, seed: str | None) -> None:
    """Counts by depth, a line each as soon as it is known. Without a seed every outcome of chance counts."""
    words = screen.words
    if position is not None and "?" in position:
        raise InvalidPosition("perft-hidden", text=position)
    state = game.start() if position is None else game.parse_state(position)
    screen.say(words("perft-from", text=game.format_state(state)))
    if game.facts.chance:
        screen.say(words("perft-chance-all") if seed is None else words("perft-chance-seed", seed=seed))
    resolve = None if seed is None else Dealer(seed).deal
    for d in range(1, depth + 1):
        began = time.perf_counter()
        actions = Perft(game, resolve).actions(state, d)
        screen.say(words("perft-actions", depth=d, count=f"{actions:,}", seconds=f"{time.perf_counter() - began:.1f}"))
    for d in range(1, depth + 1):
        began = time.perf_counter()
        turns = Perft(game, resolve).turns(state, d)
        screen.say(words("perft-turns", depth=d, count=f"{turns:,}", seconds=f"{time.perf_counter() - began:.1f}"))
