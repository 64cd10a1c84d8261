"""Fills the facts into docs/solved.md, each between `<!--=name-->` and `<!--/-->`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from scripts.solved.charts import open_shares
from scripts.solved.pictures import common_answer, how_many
from scripts.solved.variants import DEFAULTS, VARIANTS, Variant

Facts = dict[str, Any]

GAP = re.compile(r"(<!--=([\w.-]+)-->)(.*?)(<!--/-->)", re.DOTALL)


def fill(page: str, facts: Facts) -> str:
    """The page with every gap filled; a gap without a fact is an error."""
    known = texts(facts)
    return GAP.sub(lambda gap: gap[1] + known[gap[2]] + gap[4], page)


def texts(facts: Facts) -> dict[str, str]:
    """Every fact by its name, as it stands on the page."""
    known = {
        "results": results(facts),
        "replies": replies(facts),
        "losing": str(_losing_everywhere(facts)),
        "answer.edge": f"`{common_answer(facts, 'edge')}`",
        "answer.centre": f"`{common_answer(facts, 'centre')}`",
        "holding": holding(facts),
        "traits": traits(facts),
        "commands": commands(facts),
        **_sizes(facts),
        **_changes(facts),
    }
    for variant in VARIANTS:
        found = facts["variants"][variant.key]
        more = {**_shares(found), **_last_turns(found), **_longest(variant, found), **_lines(variant, found)}
        if "stages" in found:
            more |= _stages(found)
        known |= {f"{variant.key}.{name}": words for name, words in more.items()}
    return known


def table(rows: Iterable[Iterable[str]]) -> str:
    """A table whose first row is its head, on lines of its own."""
    head, *rest = [list(row) for row in rows]
    lines = [head, ["---"] * len(head), *rest]
    return "\n" + "".join("| " + " | ".join(line) + " |\n" for line in lines)


def percent(share: float) -> str:
    """A share to two digits or so: 73%, 6.6%, 0.41%."""
    if 0 < share < 0.0001:
        return "under 0.01%"
    digits = 0 if share >= 0.0995 or not share else 1 if share >= 0.00995 else 2
    return f"{100 * share:.{digits}f}%"


def span(shares: Iterable[float]) -> str:
    """From the least to the greatest: 64 to 80%."""
    found = sorted(shares)
    return f"{100 * found[0]:.0f} to {100 * found[-1]:.0f}%"


# The results


def results(facts: Facts) -> str:
    rows = [
        ["game", "with best play of both", "the game ends in", "first squares that hold", "first squares that lose"]
    ]
    for variant in VARIANTS:
        found = facts["variants"][variant.key]
        first = found["first"]
        good = sorted(square for square, told in first.items() if told["value"] != "loss")
        bad = sorted(square for square in first if square not in good)
        lost = {first[square]["distance"] for square in bad}
        rows.append(
            [
                f"{variant.heading[0]} `{variant.heading[1]}`" if variant.both_rows else variant.heading[0],
                f"**{outcome(variant, found['value'])}**",
                f"turn {found['distance']}" if found["distance"] else f"turn {len(found['line'])}, in the line below",
                " ".join(good) or "none",
                f"{'the other' if good else 'all'} {len(bad)}, in turn {' or '.join(map(str, sorted(lost)))}",
            ]
        )
    return table(rows)


def _losing_everywhere(facts: Facts) -> int:
    """How many first squares lose under every ruling."""
    firsts = [facts["variants"][variant.key]["first"] for variant in VARIANTS]
    return sum(all(first[square]["value"] == "loss" for first in firsts) for square in firsts[0])


def outcome(variant: Variant, value: str) -> str:
    """What a value for the first player means."""
    return "a draw" if value == "draw" else f"{variant.players[value == 'loss']} wins"


def replies(facts: Facts) -> str:
    rows = [["", "to a corner", "to an edge", "to the centre"]]
    for variant in VARIANTS:
        told = facts["variants"][variant.key]["replies"]
        rows.append([variant.title, *(_reply(told[kind]) for kind in ("corner", "edge", "centre"))])
    return table(rows)


def _reply(told: Facts) -> str:
    found = [f"{told[value]} {word}" for value, word in (("win", "win"), ("draw", "draw")) if told[value]]
    return f"{', '.join(found) or 'none holds'} (of {told['legal']})"


def _sizes(facts: Facts) -> dict[str, str]:
    layers = facts["variants"]["rubik"]["layers"]
    return {
        "positions": f"{sum(layer['positions'] for layer in layers):,}",
        "scores": f"{facts['size']['scores']:,}",
        "gigabytes": f"{facts['size']['bytes'] / 1e9:.1f}",
        "games": f"{facts['sample']['games']:,}",
    }


def _changes(facts: Facts) -> dict[str, str]:
    """The share of unfinished positions whose value another ruling changes."""
    layers = facts["variants"]["rubik"]["layers"]
    unfinished = sum(layer["positions"] - layer["open"]["over"] for layer in layers)
    return {f"changed.{option}": percent(sum(changed) / unfinished) for option, changed in facts["changed"].items()}


# What a player can learn


def _shares(found: Facts) -> dict[str, str]:
    """How the player to move fares, from the second turn to the last but one."""
    told = [open_shares(layer) for layer in found["layers"][1:15]]
    soonest = next(layer["stones"] + 1 for layer in found["layers"] if "1" in layer["open"]["win"])
    return {
        "won": span(share["win"] for share in told),
        "lost": percent(max(share["loss"] for share in told)),
        "last.lost": percent(open_shares(found["layers"][15])["loss"]),
        "soonest": str(soonest),
        "layers": layers(found),
    }


def _last_turns(found: Facts) -> dict[str, str]:
    """How many wins come in the loser's turn: with a number of stones on the board, and in all."""
    counts = {}
    for layer in found["layers"][:16]:
        won = layer["open"]["win"]
        theirs = sum(number for distance, number in won.items() if int(distance) % 2 == 0)
        counts[str(layer["stones"])] = theirs, sum(won.values())
    counts["all"] = sum(theirs for theirs, _ in counts.values()), sum(won for _, won in counts.values())
    return {f"theirs.{name}": percent(theirs / won) if theirs else "none" for name, (theirs, won) in counts.items()}


def holding(facts: Facts) -> str:
    rows = [
        ["stones on the board", "turns that keep a win", "only one does", "turns that hold a draw", "only one does"]
    ]
    for variant in VARIANTS:
        for stage in facts["variants"][variant.key].get("stages", [])[:4]:
            first, last = stage["stones"]
            names = ("win_holding", "win_only", "draw_holding", "draw_only")
            rows.append([f"{variant.heading[0]}, {first} to {last}", *(percent(stage[name]) for name in names)])
    return table(rows)


TRAITS = {
    "flip_to_centre": "the flip takes a stone to the centre",
    "to_corner": "the stone is placed in a corner",
    "to_centre": "the stone is placed in the centre",
    "beside_own": "the stone is placed beside an own one",
    "own_room": "ways left to flip own stones",
    "their_room": "ways left to flip opposing stones",
}


def traits(facts: Facts) -> str:
    stages = [(key, stage) for key in DEFAULTS for stage in facts["variants"][key]["stages"][:2]]
    rows = [
        [
            "keeps the result : does not",
            *(f"`{key}`, {stage['stones'][0]} to {stage['stones'][1]} stones" for key, stage in stages),
        ]
    ]
    for name, words in TRAITS.items():
        show = (lambda mean: f"{mean:.1f}") if name.endswith("room") else percent
        rows.append([words, *(f"{show(told[f'good_{name}'])} : {show(told[f'bad_{name}'])}" for _, told in stages)])
    return table(rows)


def _stages(found: Facts) -> dict[str, str]:
    known = {}
    for stage in found["stages"]:
        first, _ = stage["stones"]
        for name in ("rule_any", "rule_at_once", "rule_room", "flip_harms", "flip_helps"):
            known[f"{first}.{name}"] = percent(stage[name])
    return known


# Lines


def _lines(variant: Variant, found: Facts) -> dict[str, str]:
    return {"line": spoken_line(variant, found["line"], 0), "outcome": outcome(variant, found["value"])}


def _longest(variant: Variant, found: Facts) -> dict[str, str]:
    told = found["longest"]
    mover = variant.game.parse_state(told["position"]).mover
    winners = told["line"][::2]
    return {
        "longest": str(told["distance"]),
        "longest.positions": f"{told['positions']:,}",
        "longest.position": f"`{told['position']}`",
        "longest.turn": f"`{told['line'][0]['turn']}`",
        "longest.winner": variant.players[mover],
        "longest.only": str(sum(turn["good"] == 1 for turn in winners)),
        "longest.own": str(len(winners)),
        "longest.line": spoken_line(variant, told["line"], mover),
    }


def spoken_line(variant: Variant, line: list[Facts], mover: int) -> str:
    """A line turn by turn, in notation and in words."""
    rows = [["", "turn", "in words", "how many turns do as well"]]
    for number, told in enumerate(line, 1):
        name = variant.players[(mover + number - 1) % 2]
        rows.append([str(number), f"`{told['turn']}`", f"{name} {spoken(variant, told['turn'])}", _as_well(told)])
    return table(rows)


def _as_well(told: Facts) -> str:
    if told["value"] == "loss":
        as_long = (
            f"{told['good']} of {told['legal']} hold" if told["good"] > 1 else f"only this of {told['legal']} holds"
        )
        return f"lost in {told['distance']}; {as_long} out as long"
    return how_many(told) + (f"; won in {told['distance']}" if told["value"] == "win" else "")


def spoken(variant: Variant, turn: str) -> str:
    """A turn in words: `flips a1 to a2 and places yellow on a1, just vacated`."""
    words, source = [], ""
    for action in turn.split():
        if "-" in action:
            source, target = action.split("-")
            words.append(f"flips {source} to {target}")
        else:
            stone, square = action.split("@")
            words.append(f"places {variant.side(stone)} on {square}" + (", just vacated" if square == source else ""))
    return " and ".join(words)


def layers(found: Facts) -> str:
    rows = [["stones", "positions", "won", "drawn", "lost"]]
    names = ("positions", "wins", "draws", "losses")
    for layer in found["layers"]:
        rows.append([str(layer["stones"]), *(f"{layer[name]:,}" for name in names)])
    rows.append(["in all", *(f"{sum(layer[name] for layer in found['layers']):,}" for name in names)])
    return table(rows)


# How to see for oneself


def commands(facts: Facts) -> str:
    asked = [(variant, facts["variants"][variant.key]["longest"]["position"]) for variant in VARIANTS]
    lines = [
        "rowdy explore rubik                  # who wins, every turn, best first, and a main line",
        "rowdy explore xoxo2 --json           # the same for programs",
        "rowdy play xoxo2 --seats you,perfect # try it",
        "",
        "# the longest wins",
        *(f'rowdy explore {variant.arguments} "{position}"' for variant, position in asked),
        "",
        "# the whole solutions, with the tables above",
        *(f"rowdy solve {variant.arguments}" for variant, _ in asked),
        "",
        "# this page: solves what is not solved yet, counts, draws, and fills in",
        ".venv/bin/python scripts/make_solved.py",
    ]
    return "\n```\n" + "\n".join(lines) + "\n```\n"
