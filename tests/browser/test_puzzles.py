"""Puzzles in a browser: solved, failed, refuted, and from day to day, by mouse, touch, keyboard and names."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from rowdy.interfaces.puzzles import Setter
from rowdy.interfaces.web.http.puzzle_answers import PuzzleTried, PuzzleWanted, puzzle_answer, puzzle_view
from rowdy.interfaces.words import Words
from rowdy.play.puzzles import Puzzle, Theme, answer_moves, daily, puzzle_set, try_puzzle
from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, Guest
from tests.browser.test_axe import assert_sound
from tests.browser.test_lessons import WAYS, Way
from tests.browser.test_sizes import LOADS, MAX_BYTES, SMALL, SMALLEST, assert_fits

WORDS = Words()
KEPT = "() => JSON.parse(localStorage.getItem('rowdy-puzzles'))"
REFUTED_MS = 60_000
"""How long a search may take that has to be compiled first."""


def of_theme(game: str, theme: Theme, nth: int = 5) -> Puzzle:
    return [puzzle for puzzle in puzzle_set(game) if puzzle.theme is theme][nth]


def picture(puzzle: Puzzle, moves: tuple[str, ...]) -> dict[str, Any]:
    shown = puzzle_answer(WORDS, puzzle.id, PuzzleTried(moves)).picture
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown))
    return found


def solve(way: Way, puzzle: Puzzle) -> None:
    """Makes all moves of the answer, and waits for each reply."""
    if puzzle.options:
        option = Setter(WORDS, puzzle).option(puzzle.turns[0])
        way.use(f"[data-option='{puzzle.turns[0]}']", "button", option)
        return
    moves: tuple[str, ...] = ()
    for number, turn in enumerate(answer_moves(puzzle), 1):
        for move in turn:
            way.make(picture(puzzle, moves), move)
            moves = (*moves, move)
            if move != turn[-1]:
                expect(way.guest.all(".turn-steps [aria-current]")).to_have_text("Place yours")
        if number < puzzle.own_turns:
            said = puzzle_answer(WORDS, puzzle.id, PuzzleTried(moves)).say
            expect(way.guest.one("reply")).to_contain_text(said)


def wrong_turn(puzzle: Puzzle) -> tuple[str, str]:
    """Another placement after the right flip, after which the game goes on."""
    flip, placed = answer_moves(puzzle)[0]
    after = try_puzzle(puzzle, [flip])
    others = [str(move) for move in after.game.legal(after.state, after.seat) if str(move) != placed]
    return flip, next(one for one in others if puzzle_answer(WORDS, puzzle.id, PuzzleTried((flip, one))).refutable)


def shown(puzzle: Puzzle) -> str:
    """A selector that is found while this puzzle is shown."""
    return f"[data-puzzle='{puzzle.id}']"


def kept(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = guest.page.evaluate(KEPT)
    return found


@pytest.mark.parametrize(
    "way", ["touch", *(pytest.param(way, marks=pytest.mark.long) for way in ("mouse", "keyboard", "names"))]
)
def test_a_wrong_turn_is_refuted_and_the_right_ones_solve(invite: Invite, way: str) -> None:
    kind, puzzle = WAYS[way], of_theme("rubik", Theme.WIN_2)
    guest = invite("Ann", **kind.context)
    using = kind(guest)
    guest.go(f"/puzzles?id={puzzle.id}")
    expect(guest.one("title")).to_have_text("Win in two turns")
    expect(guest.one("say")).to_have_text(Setter(WORDS, puzzle).say)
    flip, other = wrong_turn(puzzle)
    using.make(picture(puzzle, ()), flip)
    expect(guest.all(".turn-steps [aria-current]")).to_have_text("Place yours")
    using.make(picture(puzzle, (flip,)), other)
    expect(guest.one("reply")).to_contain_text("Not this one.")
    expect(guest.one("reply")).to_contain_text("They answer", timeout=REFUTED_MS)
    failed = kept(guest)
    assert failed["rating"][0] < 1500
    assert (failed["tries"], failed["solved"]) == (1, 0)
    using.use("[data-testid=show]", "button", "Show it")
    expect(guest.one("spoken")).not_to_be_empty()
    using.use("[data-testid=again]", "button", "Again")
    expect(guest.one("reply")).to_be_empty()
    solve(using, puzzle)
    expect(guest.one("reply")).to_contain_text("Solved!")
    expect(guest.one("next")).to_be_visible()
    assert guest.all(".square.is-lit").count() >= 3, "the row that won is lit"
    assert kept(guest)["rating"] == failed["rating"], "only the first try counts"


@pytest.mark.parametrize(
    ("game", "theme", "way"),
    [
        ("xoxo", Theme.HOLDS, "mouse"),
        *(
            pytest.param(*one, way, marks=pytest.mark.long)
            for way in ("mouse", "keyboard", "names")
            for one in (
                ("xoxo", Theme.HOLDS),
                ("xoxo", Theme.SURE),
                ("djeco", Theme.SAFE),
                ("djeco", Theme.HOLDS),
                ("xoxo2", Theme.SAVE),
            )
            if (*one, way) != ("xoxo", Theme.HOLDS, "mouse")
        ),
    ],
)
def test_every_kind_is_solved_and_the_next_one_comes(invite: Invite, game: str, theme: Theme, way: str) -> None:
    puzzle = of_theme(game, theme)
    guest = invite("Ann")
    using = WAYS[way](guest)
    guest.go(f"/puzzles?id={puzzle.id}")
    expect(guest.one("title")).to_have_text(Setter(WORDS, puzzle).title)
    expect(guest.one("say")).to_have_text(Setter(WORDS, puzzle).say)
    solve(using, puzzle)
    expect(guest.one("reply")).to_contain_text("Solved!")
    if not puzzle.options and game in ("xoxo", "djeco"):
        expect(guest.all(f"[data-square='{puzzle.turns[0].partition('@')[2]}'].is-last")).to_be_visible()
    assert (guest.all(".square.is-lit").count() >= 3) == (theme is Theme.SURE), "a row that wins is lit"
    assert kept(guest)["seen"] == [puzzle.id]
    expect(guest.all(shown(puzzle))).to_be_visible()
    using.use("[data-testid=next]", "button", "Next puzzle")
    expect(guest.all(shown(puzzle))).to_have_count(0)
    expect(guest.one("reply")).to_be_empty()


def test_days_make_a_streak_and_what_is_shared_spoils_nothing(invite: Invite, tmp_path: Path) -> None:
    """The device's calendar alone decides, whatever the clock of the server says."""
    guest = invite("Ann", timezone_id="Pacific/Auckland")
    guest.page.clock.install(time=datetime(2026, 12, 1, 0, 30))
    using = WAYS["mouse"](guest)
    first = date(2026, 12, 1)
    for number, told in enumerate(("1 day in a row", "2 days in a row")):
        day = first + timedelta(days=number)
        guest.page.clock.set_fixed_time(f"{day}T12:00:00+13:00")
        guest.go("/puzzles")
        puzzle = daily(day)
        expect(guest.all(shown(puzzle))).to_be_visible()
        solve(using, puzzle)
        expect(guest.one("reply")).to_contain_text("Solved!")
        expect(guest.one("streak")).to_have_text(told)
    shared = guest.one("share-text").input_value()
    assert shared.startswith(f"Rowdy puzzle {day} (set 1) · ")
    assert "🟩" in shared
    assert not any(move in shared for turn in answer_moves(puzzle) for move in turn)
    for kind, head in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with guest.page.expect_download() as saving:
            guest.one(f"share-{kind}").click()
        saving.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(head)
    guest.page.clock.set_fixed_time("2026-12-04T12:00:00+13:00")
    guest.go("/puzzles")
    expect(guest.all(shown(daily(date(2026, 12, 4))))).to_be_visible()
    expect(guest.one("streak")).to_be_hidden()
    assert kept(guest)["days"] == {"last": "2026-12-02", "count": 2, "best": 2}


def test_a_hint_and_the_solution_are_shown_and_results_go_to_a_file_and_back(invite: Invite, tmp_path: Path) -> None:
    puzzle = of_theme("xoxo2", Theme.WIN_3)
    guest = invite("Ann")
    guest.go(f"/puzzles?id={puzzle.id}")
    guest.one("hint").click()
    expect(guest.one("reply")).to_have_text(Setter(WORDS, puzzle).hint)
    guest.one("solution").click()
    expect(guest.one("reply")).to_contain_text(puzzle.turns[0])
    expect(guest.one("next")).to_be_visible()
    guest.all("#results summary").click()
    expect(guest.one("rating")).to_contain_text("Rating: 1")
    with guest.page.expect_download() as saving:
        guest.one("export").click()
    file = tmp_path / "mine.json"
    saving.value.save_as(file)
    before = json.loads(file.read_text("utf-8"))
    assert before["seen"] == [puzzle.id]
    file.write_text(json.dumps({**before, "rating": [1777, 60, 0.06]}), "utf-8")
    guest.all("[data-testid=import]").set_input_files(file)
    expect(guest.one("rating")).to_have_text("Rating: 1777")
    file.write_text("[]", "utf-8")
    guest.all("[data-testid=import]").set_input_files(file)
    expect(guest.all("#progress .trouble")).to_be_visible()
    assert kept(guest)["rating"][0] == 1777
    guest.page.reload()
    expect(guest.one("title")).to_be_visible()
    glicko = next(url for url in guest.page.evaluate(LOADS)[0] if url.endswith("glicko.js"))
    rated = guest.page.evaluate(
        """async (path) => (await import(path)).rate([1500, 200, 0.06], [
          { opponent: [1400, 30, 0.06], score: 1 }, { opponent: [1550, 100, 0.06], score: 0 },
          { opponent: [1700, 300, 0.06], score: 0 }])""",
        glicko,
    )
    assert rated == [
        pytest.approx(1464.05, abs=0.01),
        pytest.approx(151.52, abs=0.01),
        pytest.approx(0.05999, abs=1e-5),
    ]


def test_the_page_is_small_and_home_leads_there(invite: Invite) -> None:
    guest = invite("Ann", size=SMALL)
    guest.go("/")
    guest.one("puzzles").click()
    guest.page.wait_for_load_state("networkidle")
    first, later = guest.page.evaluate(LOADS)
    assert 50_000 < sum(first.values()) + sum(later.values()) <= MAX_BYTES
    assert_fits(guest)
    guest.one("mode-practice").click()
    expect(guest.one("title")).not_to_be_empty()
    guest.one("game").select_option("rubik")
    guest.one("theme").select_option("hold")
    expect(guest.one("title")).to_have_text("Only one turn holds")
    assert_fits(guest)


@pytest.mark.long
@pytest.mark.parametrize(("scheme", "size", "locale"), [("dark", SMALLEST, "de-DE"), ("light", DESKTOP, "en-GB")])
def test_axe_finds_nothing_wrong_and_all_fits(invite: Invite, scheme: str, size: tuple[int, int], locale: str) -> None:
    guest = invite("Ann", size=size, color_scheme=scheme, locale=locale)
    for game, theme in (("rubik", Theme.WIN_2), ("xoxo", Theme.HOLDS), ("xoxo", Theme.SURE), ("djeco", Theme.SAFE)):
        puzzle = of_theme(game, theme)
        guest.go(f"/puzzles?id={puzzle.id}")
        expect(guest.one("title")).to_have_text(puzzle_view(Words(locale[:2]), PuzzleWanted(id=puzzle.id)).title)
        expect(guest.all(".square").first).to_be_visible()
        assert_fits(guest)
        assert_sound(guest)
        guest.one("solution").click()
        expect(guest.one("reply")).not_to_be_empty()
        guest.all("#results summary").click()
        expect(guest.one("rating")).to_be_visible()
        assert_fits(guest)
        assert_sound(guest)
