"""Checks the plan of a table, and makes the game of each of its rounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from rowdy.play.catalog import play_kit
from rowdy.play.table.entries import Chair, Plan
from rowdy.rules.catalog import game as make_game
from rowdy.rules.catalog import kit as rules_kit
from rowdy.rules.game import AnyGame, InvalidPosition, InvalidSetup, Over, Seat
from rowdy.rules.record import check_start

BotCheck: TypeAlias = Callable[[str, AnyGame], None]
"""Raises a `GameError` unless the bot of this name can sit at a table of this game.

It is an argument, so that tables do not import the bots, and with them the search.
"""


def check_plan(plan: Plan, check_bot: BotCheck) -> None:
    """Raises a `GameError` if nothing can be played by this plan."""
    rules_kit(plan.game).check_seats(len(plan.chairs))
    if not 0 <= plan.starter < len(plan.chairs):
        raise InvalidSetup("starter", game=plan.game, starter=plan.starter + 1)
    game, _ = game_of_round(plan, 0)
    check_live(game)
    check_position(plan, game)
    for chair in plan.chairs:
        if chair.bot is not None:
            check_bot(chair.bot, game)


def check_live(game: AnyGame) -> None:
    """Raises `InvalidSetup` for a game that live tables cannot play, as the time of an answer reveals something."""
    if game.facts.windows and not play_kit(game).orders:
        raise InvalidSetup("windows-need-orders", game=game.edition.game)


def check_position(plan: Plan, game: AnyGame) -> None:
    """Raises a `GameError` if no game can be played from the position of the plan.

    Somebody who sets up a position knows all its cards, so a game with hidden cards must be one person against bots.
    """
    start = starting_state(plan, game)
    if start is None:
        return
    check_start(game, start)
    if isinstance(game.turn(start), Over):
        raise InvalidPosition("position-over", text=plan.position)
    if game.facts.hidden and sum(chair.bot is None for chair in plan.chairs) > 1:
        raise InvalidSetup("position-alone", game=plan.game)


def starting_state(plan: Plan, game: AnyGame) -> Any:
    """The state from which the rounds of a plan begin; `None` for the start of the game."""
    return None if plan.position is None else game.parse_state(plan.position)


def game_of_round(plan: Plan, round: int) -> tuple[AnyGame, Chair]:
    """The game of a round, and the chair that has its first seat.

    In each round another chair starts. If the game lets any seat start, that changes; if its first seat always starts,
    the chairs change seats instead. From a set position all rounds are alike, since it says who is to move.
    """
    starter = (plan.starter + (round if plan.position is None else 0)) % len(plan.chairs)
    first = Chair(0 if rules_kit(plan.game).starter else starter)
    rulings = tuple(plan.rulings.items())
    return _shared_game(plan.game, plan.edition, len(plan.chairs), rulings, plan.deck, starter - first), first


@lru_cache(maxsize=256)
def _shared_game(
    game_id: str,
    edition: str,
    seats: int,
    rulings: tuple[tuple[str, str], ...],
    deck: tuple[str, ...] | None,
    starter: Seat,
) -> AnyGame:
    """One game object for all tables with the same game: it is much larger than the state of a table."""
    return make_game(game_id, edition=edition, seats=seats, rulings=dict(rulings), deck=deck, starter=starter)
