"""What others may hold, naively: deals by trying all, and how likely three kinds of player would have played so."""

from collections.abc import Mapping, Sequence
from math import exp, log
from typing import NamedTuple

from .xoxo import KINDS

BACKS = ["?colour", "?shape", "?face"]
Deal = tuple[frozenset[str], ...]
Look = tuple[int, ...]


class Eye(NamedTuple):
    """How much counts what a move completes, builds and denies, for who leans to what looks best."""

    completed: float
    built: float
    denied: float


def all_deals(hands: Sequence[Sequence[str]], shown: Sequence[Sequence[str]]) -> set[Deal]:
    """Every way to put a card of its kind behind each back, no card being in two places."""
    known = [card for cards in [*hands, *shown] for card in cards if card not in BACKS]
    deals: set[Deal] = {tuple(frozenset(card for card in hand if card not in BACKS) for hand in hands)}
    for seat, hand in enumerate(hands):
        for back in [card for card in hand if card in BACKS]:
            grown = set()
            for deal in deals:
                for card in KINDS[BACKS.index(back)]:
                    if card not in known and not any(card in other for other in deal):
                        grown.add((*deal[:seat], deal[seat] | {card}, *deal[seat + 1 :]))
            deals = grown
    return deals


def chances(looks: Mapping[str, Look], chosen: str, eye: Eye, slips: Sequence[float]) -> list[float]:
    """How likely a move is for who takes what looks best, who leans to it, and who does anything.

    What looks best completes most, then builds most, then denies most. The first two make slips now and then.
    """
    best = max(looks.values())
    as_good = list(looks.values()).count(best)
    best_slip, lean_slip = slips
    greedy = best_slip / len(looks) + ((1 - best_slip) / as_good if looks[chosen] == best else 0)
    odds = {move: sum(worth * n for worth, n in zip(eye, look, strict=True)) for move, look in looks.items()}
    leaning = 1 / sum(exp(worth - odds[chosen]) for worth in odds.values())
    return [greedy, lean_slip / len(looks) + (1 - lean_slip) * leaning, 1 / len(looks)]


def weights(log_likelihood: Sequence[Sequence[Sequence[float]]], players: Sequence[float]) -> list[float]:
    """What each world weighs, all together one, whichever kind of player it was.

    `log_likelihood` has, for each world and each thing seen, the logarithm of how likely each kind of player would have
    done it.
    """
    sums = [
        [log(share) + sum(seen[kind] for seen in world) for kind, share in enumerate(players)]
        for world in log_likelihood
    ]
    most = max(max(world) for world in sums)
    return normal([sum(exp(total - most) for total in world) for world in sums])


def normal(numbers: Sequence[float]) -> list[float]:
    return [number / sum(numbers) for number in numbers]
