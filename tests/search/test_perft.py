"""The engine's counts are those of the naive games, and its shortcuts change no count."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from itertools import product
from typing import Any

import pytest

from rowdy.interfaces.cli.main import main
from rowdy.play.dealer import Dealer
from rowdy.rules.catalog import kit
from rowdy.rules.flip import FlipGame
from rowdy.rules.game import CHANCE, Actor, AnyGame, Chance, Move, Over
from rowdy.search.kits.flip import canonical
from rowdy.search.perft import Perft, Resolve
from tests.perft import FOLDER, GAMES, SIZES, START, Count, engine, pick, read_count, read_variant

COUNTS = [
    count
    for game_id in GAMES
    for line in (FOLDER / f"{game_id}.txt").read_text("utf-8").splitlines()
    if (count := read_count(line))
]
SLOW = 4.0
"""Where chance is in play, a count that took the naive game so many seconds is long for the engine, too."""
SLOW_LATE = 9.0
"""The same late in the flip games, where symmetry saves little."""


def opening(game: AnyGame, position: str) -> Any:
    return game.start() if position == START else game.parse_state(position)


def resolver(game: AnyGame, seed: str) -> Resolve | None:
    if seed == "all":
        return None
    return lambda number, chance: game.parse_action(pick(seed, number, map(str, chance.actions)))


def groups() -> list[Any]:
    """The lines with the same variant, position, chance and unit, which one memory can count."""
    found: dict[tuple[str, str, str, str], list[Count]] = defaultdict(list)
    for count in COUNTS:
        found[count.variant, count.position, count.chance, count.unit].append(count)
    params = []
    for (variant, position, chance, unit), lines in found.items():
        seconds = sum(line.seconds or 0 for line in lines)
        slow = seconds > SLOW if engine(variant).facts.chance else seconds > SLOW_LATE and position != START
        short = re.sub(r"(?<=,)[\w,]+", "..", variant) + f" {position[:24]} {chance} {unit}"
        params.append(pytest.param(lines, id=short, marks=[pytest.mark.long] if slow else []))
    return params


# The data files


def test_every_game_has_counts_in_both_units_to_the_end_of_a_game() -> None:
    for game_id in GAMES:
        counts = [count for count in COUNTS if count.variant.split()[0] == game_id]
        assert {count.unit for count in counts} == {"actions", "turns"}
        assert {count.unit for count in counts if count.count == 0} == {"actions", "turns"}
        assert any(count.position == START for count in counts)
        assert any(count.position != START for count in counts)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_is_counted(game_id: str) -> None:
    """Those that have names; a custom deck is named by what is in it, and the flip games are one."""
    played = [engine(variant).options for variant in {count.variant for count in COUNTS}]
    for ruling in kit(game_id).rulings:
        for option in ruling.options:
            counted = any(options.get(ruling.name) == str(option) for options in played)
            assert counted or isinstance(option, int) or option == "custom", f"{ruling.name}={option}"


def test_every_line_of_the_files_is_counted_and_none_comes_twice() -> None:
    assert all(count.count is not None and count.seconds is not None for count in COUNTS)
    keys = [(count.variant, count.position, count.chance, count.unit, count.depth) for count in COUNTS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("lines", groups())
def test_the_engine_counts_what_the_naive_game_counts(lines: list[Count]) -> None:
    game = engine(lines[0].variant)
    state = opening(game, lines[0].position)
    perft = Perft(game, resolver(game, lines[0].chance))
    count = perft.actions if lines[0].unit == "actions" else perft.turns
    assert [count(state, line.depth) for line in lines] == [line.count for line in lines]


# Without memory, symmetry or any other shortcut


def choices(game: AnyGame, state: Any, resolve: Resolve | None, number: int) -> tuple[Actor, list[Any]]:
    match game.turn(state):
        case Chance() as chance:
            return CHANCE, list(chance.actions) if resolve is None else [resolve(number, chance)]
        case Move(seat):
            return seat, list(game.legal(state, seat))
        case _:
            seat = min(seat for seat in range(game.seats) if game.legal(state, seat))
            return seat, list(game.legal(state, seat))


def plain_actions(game: AnyGame, state: Any, depth: int, resolve: Resolve | None = None, number: int = 0) -> int:
    if depth == 0:
        return 1
    if isinstance(game.turn(state), Over):
        return 0
    actor, actions = choices(game, state, resolve, number)
    number += actor is CHANCE
    return sum(plain_actions(game, game.play(state, actor, a), depth - 1, resolve, number) for a in actions)


def plain_turns(game: AnyGame, state: Any, depth: int, resolve: Resolve | None = None) -> int:
    """Every way to go on until so many turns have begun and the last of them is over."""

    def count(state: Any, begun: int, mover: int | None, number: int) -> int:
        turn = game.turn(state)
        if isinstance(turn, Over):
            return int(begun == depth)
        if isinstance(turn, Move) and turn.seat != mover:
            if begun == depth:
                return 1
            begun, mover = begun + 1, turn.seat
        actor, actions = choices(game, state, resolve, number)
        number += actor is CHANCE
        return sum(count(game.play(state, actor, action), begun, mover, number) for action in actions)

    return count(state, 0, None, 0)


PLAIN = [
    ("rubik", START, 4, 2),
    ("xoxo2", START, 4, 2),
    ("rubik both_rows=mover", "aAa./.abB/aBaA/AB.B flip", 7, 4),
    ("xoxo2", ".ABa/.AaB/aBab/.ABb flip", 7, 4),
    ("xoxo2", "A..a/.Bb./.bA./a..B place", 3, 2),
    ("rubik width=2 height=2 stones=2 line=2", START, 8, 5),
    ("xoxo2 width=3 height=2 stones=2 line=2", START, 5, 3),
    ("xoxo field=2 line=2 pile=1 hand=1 deck=rcj,bcw,bsj cards=red,circle,joy", START, 9, 2),
    ("xoxo field=2 line=2 pile=1 hand=1 starter=2 deck=rcj,rsw,bcw,bsj cards=red,circle,joy", START, 10, 2),
    ("djeco field=2 line=2 numbers=1 yellows=1 greens=1 hand=1 tokens=3 target=2 starter=2", START, 13, 9),
    ("djeco numbers=1 yellows=1 greens=0 hand=1 yellow=some discard=recycle max_turns=3", START, 9, 5),
]


@pytest.mark.parametrize(("variant", "position", "actions", "turns"), PLAIN)
@pytest.mark.parametrize("seed", [None, "7"], ids=["all", "seed"])
def test_shortcuts_change_no_count(variant: str, position: str, actions: int, turns: int, seed: str | None) -> None:
    game = engine(variant)
    state = opening(game, position)
    resolve = None if seed is None else Dealer(seed).deal
    perft = Perft(game, resolve)
    for depth in range(actions + 1):
        assert perft.actions(state, depth) == plain_actions(game, state, depth, resolve)
    for depth in range(1, turns + 1):
        assert perft.turns(state, depth) == plain_turns(game, state, depth, resolve)


@pytest.mark.parametrize(
    "variant", ["rubik", "xoxo2", "rubik width=3 height=4 stones=6", "xoxo2 width=3 height=3 stones=4"]
)
def test_shortcuts_change_no_count_late_in_random_games(variant: str) -> None:
    game = engine(variant)
    for seed in range(12):
        rng = random.Random(f"{variant} {seed}")
        states = [game.start()]
        while isinstance(turn := game.turn(states[-1]), Move):
            states.append(game.play(states[-1], turn.seat, rng.choice(game.legal(states[-1], turn.seat))))
        for state in states[-5:]:
            assert Perft(game).actions(state, 3) == plain_actions(game, state, 3)
            assert Perft(game).turns(state, 2) == plain_turns(game, state, 2)


def images(text: str) -> set[str]:
    """A board with all its mirror images, and with all stones of either player turned over."""
    board, part = text.split()
    ranks = board.split("/")
    turned = ["".join(column) for column in zip(*ranks, strict=True)]
    boards = [rows[::up] for rows in ([ranks, turned] if len(ranks) == len(turned) else [ranks]) for up in (1, -1)]
    found = set()
    for rows, left, first, second in product(boards, (1, -1), ("AB", "BA"), ("ab", "ba")):
        letters = "/".join(row[::left] for row in rows).translate(str.maketrans("ABab", first + second))
        found.add(f"{letters} {part}")
    return found


@pytest.mark.parametrize("variant", ["rubik", "xoxo2 width=3 height=4 stones=6"])
def test_one_position_stands_for_all_its_images_and_for_no_other(variant: str) -> None:
    game = engine(variant)
    assert isinstance(game, FlipGame)
    for seed in range(20):
        rng = random.Random(seed)
        state = game.start()
        for _ in range(rng.randrange(3, 16)):
            if isinstance(turn := game.turn(state), Move):
                state = game.play(state, turn.seat, rng.choice(game.legal(state, turn.seat)))
        texts = images(game.format_state(state))
        standing = {canonical(game, game.parse_state(text)) for text in texts}
        assert len(standing) == 1
        assert game.format_state(standing.pop()) in texts


@pytest.mark.parametrize("variant", ["rubik", "xoxo2"])
def test_a_finished_game_does_not_go_on(variant: str) -> None:
    game = engine(variant)
    state = game.parse_state("ABAB/abab/BABA/baba place")
    assert isinstance(game.turn(state), Over)
    assert [Perft(game).actions(state, depth) for depth in range(3)] == [1, 0, 0]
    assert [Perft(game).turns(state, depth) for depth in range(3)] == [1, 0, 0]


# The command line


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[tuple[str, int], int]:
    """The counts that `rowdy perft` tells, by unit and depth."""
    assert main(["perft", *arguments, "--plain"]) == 0
    lines = re.findall(r"^(actions|turns) (\d+): ([\d,]+)", capsys.readouterr().out, re.MULTILINE)
    return {(unit, int(depth)): int(count.replace(",", "")) for unit, depth, count in lines}


def command_cases() -> list[Any]:
    """The positions that the command can be given, and can count in all their chance."""
    found: dict[tuple[str, str], list[Count]] = defaultdict(list)
    for count in COUNTS:
        game_id, given = read_variant(count.variant)
        dealt = count.position != START or not engine(game_id).facts.chance
        if dealt and count.chance == "all" and not (SIZES | {"starter", "deck"}) & set(given):
            found[count.variant, count.position].append(count)
    return [pytest.param(lines, id=f"{variant} {position[:24]}") for (variant, position), lines in found.items()]


@pytest.mark.parametrize("lines", command_cases())
def test_the_command_tells_the_same_counts(lines: list[Count], capsys: pytest.CaptureFixture[str]) -> None:
    deepest = {line.unit: line.depth for line in lines}
    depth = min(3, *deepest.values())
    game_id, given = read_variant(lines[0].variant)
    arguments = [game_id, str(depth), "--every-chance"]
    for name, value in given.items():
        arguments += [f"--{name}", value] if name in ("edition", "seats") else ["--ruling", f"{name}={value}"]
    if lines[0].position != START:
        arguments += ["--position", lines[0].position]
    counts = told(capsys, *arguments)
    assert set(counts) == set(product(("actions", "turns"), range(1, depth + 1)))
    known = {(line.unit, line.depth): line.count for line in lines if line.depth <= depth}
    assert {key: counts[key] for key in known} == known


@pytest.mark.parametrize("game_id", ["xoxo", "djeco"])
def test_the_command_follows_the_seed(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, resolve = engine(game_id), Dealer("7").deal
    counts = told(capsys, game_id, "2", "--seed", "7")
    assert counts["turns", 1] == plain_turns(game, game.start(), 1, resolve)
    assert counts["turns", 2] == plain_turns(game, game.start(), 2, resolve)
