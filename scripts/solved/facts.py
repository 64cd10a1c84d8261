"""All facts about the solved games, from their solutions on disk."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any

from rowdy.search.perfect import Prober
from rowdy.search.retrograde import layer_size
from rowdy.search.tablebase import Solution, layer_path, solve_into
from scripts.solved.count import changed, count_layers, leave_out_finished_draws
from scripts.solved.lines import best_line, ending, first_squares, longest_win, replies
from scripts.solved.sample import sample
from scripts.solved.variants import BY_KEY, DEFAULTS, VARIANTS

Facts = dict[str, Any]
Tell = Callable[[str], None]

GAMES = 2000
"""How many random games are played for each sample."""
SEED = 1


def find_out(folder: Path, tell: Tell) -> Facts:
    """Everything that the page tells; solves first what does not lie in the folder yet."""
    for variant in VARIANTS:
        tell(f"{variant.key}: solving")
        for _ in solve_into(folder, variant.game):
            pass
    facts: Facts = {"sample": {"games": GAMES, "seed": SEED}, "size": _size(folder), "variants": {}}
    for variant in VARIANTS:
        tell(f"{variant.key}: counting")
        facts["variants"][variant.key] = {"layers": count_layers(Solution(variant.game, folder))}
    _leave_out_finished_draws(facts)
    for variant in VARIANTS:
        tell(f"{variant.key}: looking")
        _look(Prober(variant.game, folder), facts["variants"][variant.key])
    for key in DEFAULTS:
        tell(f"{key}: playing {GAMES} games")
        facts["variants"][key]["stages"] = sample(Prober(BY_KEY[key].game, folder), GAMES, SEED)
    tell("comparing rulings")
    facts["changed"] = _changed(folder)
    return facts


def _size(folder: Path) -> Facts:
    game = VARIANTS[0].game
    layers = range(2 * game.sizes.stones + 1)
    return {
        "scores": sum(prod(layer_size(game, stones)) for stones in layers),
        "bytes": sum(layer_path(folder, game, stones).stat().st_size for stones in layers),
    }


def _leave_out_finished_draws(facts: Facts) -> None:
    layers = {key: found["layers"] for key, found in facts["variants"].items()}
    leave_out_finished_draws(layers["rubik"], layers["rubik-mover"])
    for key in layers.keys() - {"rubik"}:
        leave_out_finished_draws(layers[key], None)


def _look(prober: Prober, found: Facts) -> None:
    game = prober.game
    told = prober.probe(game.start())
    line = best_line(prober, game.start())
    found |= {
        "value": str(told.value),
        "distance": told.distance,
        "first": first_squares(prober),
        "replies": replies(prober),
        "line": line,
        "ending": ending(game, line[-1]["position"]),
        "longest": longest_win(prober, found["layers"]),
    }


def _changed(folder: Path) -> Facts:
    """How many positions change value with the ruling."""
    draw, mover, opponent = (Solution(variant.game, folder) for variant in VARIANTS if variant.id == "rubik")
    return {"mover": changed(draw, mover), "opponent": changed(draw, opponent)}
