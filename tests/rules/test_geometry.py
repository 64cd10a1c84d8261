"""Squares, lines, neighbours and symmetries, compared with what trying all squares finds."""

from __future__ import annotations

import pickle
import re
from itertools import combinations, pairwise, permutations

import pytest

from rowdy.rules.display import Display
from rowdy.rules.geometry import Grid, bits, squares_between

Place = tuple[int, int]
SIZES = [(4, 4), (5, 5), (3, 3), (1, 1), (1, 4), (4, 1), (3, 2), (2, 5), (6, 3)]
every_size = pytest.mark.parametrize(("width", "height"), SIZES)


def places_of(grid: Grid, mask: int) -> frozenset[Place]:
    """The squares of a set as columns and rows, read off their names."""
    return frozenset((ord(grid.squares[i][0]) - ord("a"), int(grid.squares[i][1:]) - 1) for i in bits(mask))


def straight(run: tuple[Place, ...]) -> bool:
    """Whether these squares, in this order, lie side by side in one direction."""
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(run)}
    return len(steps) == 1 and max(map(abs, next(iter(steps)))) == 1


@every_size
def test_squares_are_named_from_the_lower_left(width: int, height: int) -> None:
    grid = Grid(width, height, 3)
    assert grid.squares[0] == "a1"
    assert grid.squares[-1] == f"{'abcdefghi'[width - 1]}{height}"
    assert len(set(grid.squares)) == len(grid.squares) == width * height == grid.all.bit_count()
    assert [grid.squares[i] for i in (grid.index[square] for square in grid.squares)] == list(grid.squares)
    assert grid.places == tuple((ord(square[0]) - ord("a"), int(square[1]) - 1) for square in grid.squares)


@pytest.mark.parametrize(
    ("size", "length", "count"), [((4, 4), 3, 24), ((5, 5), 3, 48), ((3, 3), 3, 8), ((4, 4), 4, 10), ((3, 3), 2, 20)]
)
def test_there_are_so_many_lines(size: Place, length: int, count: int) -> None:
    lines = Grid(*size, length).lines
    assert len(set(lines)) == len(lines) == count


@every_size
@pytest.mark.parametrize("length", [2, 3, 4])
def test_lines_are_all_straight_runs(width: int, height: int, length: int) -> None:
    grid = Grid(width, height, length)
    expected = {
        frozenset(chosen)
        for chosen in combinations(grid.places, length)
        if any(straight(run) for run in permutations(chosen))
    }
    assert {places_of(grid, line) for line in grid.lines} == expected
    assert len(grid.lines) == len(expected)


@every_size
def test_neighbours_share_a_side(width: int, height: int) -> None:
    grid = Grid(width, height, 3)
    for i, (x, y) in enumerate(grid.places):
        expected = {place for place in grid.places if abs(place[0] - x) + abs(place[1] - y) == 1}
        assert places_of(grid, grid.neighbours[i]) == expected
        assert places_of(grid, grid.around(1 << i)) == expected
    assert grid.around(0) == 0
    assert grid.around(grid.all) == (grid.all if width * height > 1 else 0)


@every_size
@pytest.mark.parametrize("size", [1, 2, 3])
def test_windows_are_all_square_fields(width: int, height: int, size: int) -> None:
    grid = Grid(width, height, 3)
    expected = {
        frozenset((x + dx, y + dy) for dx in range(size) for dy in range(size))
        for x in range(width - size + 1)
        for y in range(height - size + 1)
    }
    windows = [places_of(grid, mask) for mask in grid.square_fields(size)]
    assert set(windows) == expected
    assert len(windows) == len(expected)


@every_size
def test_symmetries_are_all_that_keep_neighbours(width: int, height: int) -> None:
    grid = Grid(width, height, 3)
    found = set(grid.symmetries)
    if min(width, height) > 1:
        assert len(found) == len(grid.symmetries) == (8 if width == height else 4)
    for symmetry in found:
        assert sorted(symmetry) == list(range(width * height))
        for i in range(width * height):
            image = sum(1 << symmetry[j] for j in bits(grid.neighbours[i]))
            assert grid.neighbours[symmetry[i]] == image
        lines = {sum(1 << symmetry[i] for i in bits(line)) for line in grid.lines}
        assert lines == set(grid.lines)
        for other in found:  # one after another is one of them again
            assert tuple(symmetry[i] for i in other) in found


def test_on_a_small_square_no_other_map_keeps_neighbours() -> None:
    grid = Grid(3, 3, 3)
    keeping = {
        order
        for order in permutations(range(9))
        if all(grid.neighbours[order[i]] >> order[j] & 1 for i in range(9) for j in bits(grid.neighbours[i]))
    }
    assert set(grid.symmetries) == keeping


@every_size
def test_neighbours_are_a_shift_away(width: int, height: int) -> None:
    grid = Grid(width, height, 3)
    for i in range(len(grid.squares)):
        found = [i + shift for shift, squares in grid.shifts if squares >> i & 1]
        assert sum(1 << j for j in found) == grid.neighbours[i]
        assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("first", "last", "squares"),
    [("b2", "b4", "b2 b3 b4"), ("b2", "d2", "b2 c2 d2"), ("b2", "d4", "b2 c3 d4"), ("b4", "d2", "b4 c3 d2")],
)
def test_a_line_is_told_by_its_ends(first: str, last: str, squares: str) -> None:
    assert squares_between(first, last) == tuple(squares.split())


def test_bits_are_the_numbers_of_a_sets_squares() -> None:
    assert bits(0) == ()
    assert [bits(1 << i) for i in range(30)] == [(i,) for i in range(30)]
    assert all(sum(1 << i for i in bits(mask)) == mask for mask in range(2000))


@every_size
def test_boards_are_written_from_the_top_row_down(width: int, height: int) -> None:
    grid, cell = Grid(width, height, 3), re.compile("[a-i][1-9]|[.]")
    text = grid.ranks(grid.squares)
    assert text.split("/")[0].startswith(f"a{height}")
    assert text.split("/")[-1].startswith("a1")
    assert grid.cells(text, cell) == list(grid.squares)
    for wrong in (text + "/", "/" + text, text + ".", text[1:], text.replace("a1", "a1a1"), text + "\n", ""):
        assert grid.cells(wrong, cell) is None


def test_a_board_with_a_square_moved_to_another_rank_is_none() -> None:
    assert Grid(2, 2, 2).cells("a/bcd", re.compile("[a-d]")) is None


# The floating display


@pytest.mark.parametrize("size", [2, 3])
def test_the_display_may_grow_as_far_as_one_field_reaches(size: int) -> None:
    display = Display(size, size)
    grid = display.grid
    assert grid.width == grid.height == 2 * size - 1
    assert display.room(0) == display.centre == 1 << grid.index["c3" if size == 3 else "b2"]
    for n in (1, 2, 3):
        for chosen in combinations(range(len(grid.squares)), n):
            used = sum(1 << i for i in chosen)
            fitting = {i for i in range(len(grid.squares)) if spans(grid, used | 1 << i) <= size}
            assert set(bits(display.room(used))) == (fitting if spans(grid, used) <= size else set())
            assert display.fits(used) == (spans(grid, used) <= size)


def spans(grid: Grid, mask: int) -> int:
    """How wide or high the smallest field around these squares is."""
    places = places_of(grid, mask)
    columns, rows = {column for column, _ in places}, {row for _, row in places}
    return max(max(columns) - min(columns), max(rows) - min(rows)) + 1


def test_the_fixed_field_is_b2_to_d4() -> None:
    display = Display(3, 3)
    assert {display.grid.squares[i] for i in bits(display.fixed)} == {c + r for c in "bcd" for r in "234"}


def test_rows_of_a_set_have_all_their_squares_there() -> None:
    display = Display(3, 3)
    full = display.grid.rows(display.fixed)
    assert len(full) == 8
    for gone in bits(display.fixed):
        left = display.grid.rows(display.fixed & ~(1 << gone))
        assert set(left) == {line for line in full if not line >> gone & 1}


def test_displays_of_one_size_are_equal_also_after_pickling() -> None:
    display = Display(3, 3)
    assert display.room(display.centre) == display.grid.all
    assert pickle.loads(pickle.dumps(display)) == display == Display(3, 3)
    assert display != Display(2, 2)
