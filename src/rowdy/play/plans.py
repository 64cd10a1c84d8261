"""What the plan of a table makes: its game in each round, or the reason why there is none."""

from __future__ import annotations

from functools import lru_cache

from rowdy.play.bots import bot
from rowdy.play.entries import Chair, Plan
from rowdy.rules.catalog import entrant
from rowdy.rules.catalog import game as make_game
from rowdy.rules.game import AnyGame, InvalidSetup, Seat


def check_plan(plan: Plan) -> None:
    """Raises a `GameError` that says what is wrong with it."""
    entrant(plan.game).check_seats(len(plan.chairs))
    if not 0 <= plan.starter < len(plan.chairs):
        raise InvalidSetup("starter", game=plan.game, starter=plan.starter + 1)
    game, _ = game_of_round(plan, 0)
    for place in plan.chairs:
        if place.bot is not None:
            check_bot(place.bot, game)


def check_bot(name: str, game: AnyGame) -> None:
    """Raises a `GameError` unless this bot can sit at a table: how long it thinks is not for its players to say."""
    if ":" in name:
        raise InvalidSetup("bot-no-parameters", name=name.partition(":")[0])
    bot(name, game)


def game_of_round(plan: Plan, round: int) -> tuple[AnyGame, Chair]:
    """The game, and the chair that has its first seat: where the rules let that seat start, people change seats."""
    starter = (plan.starter + round) % len(plan.chairs)
    first = 0 if entrant(plan.game).starter else starter
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
    """Thousands of tables play few different games, and a game is large beside the state of one."""
    return make_game(game_id, edition=edition, seats=seats, rulings=dict(rulings), deck=deck, starter=starter)
