"""Games of other packages in a real browser: by click, by drag and by keyboard, with a board and without one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.guests import DESKTOP, LOGGED, PHONE, Guest, play_together
from tests.browser.house import House
from tests.browser.test_hands import Mouse, begin_by_keys, drag_something, move_by_keys, played
from tests.browser.test_sizes import SMALLEST, assert_fits, assert_in_sight
from tests.visiting_games import installed

EXAMPLES = {"tictactoe": "rowdy_tictactoe:KIT", "tricks": "rowdy_tricks:KIT"}
IN_PARTS = {"matches": "tests.visiting_games:MATCHES"}
"""A game with English words within sentences of ours."""
WORDLESS = {"hop": "tests.visiting_games:HOP", "nim": "tests.visiting_games:NIM"}
"""Games with nothing but their rules."""
every_game = pytest.mark.parametrize(
    "game", ["tricks", *(pytest.param(game, marks=pytest.mark.long) for game in ("tictactoe", *WORDLESS))]
)


@pytest.fixture(scope="module")
def _house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of its own: in the other one nobody has heard of these games."""
    folder = tmp_path_factory.mktemp("guests")
    with installed(folder, **EXAMPLES, **IN_PARTS, **WORDLESS), House(folder) as house:
        yield house


@every_game
def test_a_newcomer_plays_by_clicking(invite: Invite, game: str) -> None:
    newcomer = invite("", size=PHONE)
    newcomer.go("/")
    newcomer.all(f"[data-play={game}]").click()
    newcomer.wait()
    while not newcomer.over:
        newcomer.move()
        newcomer.wait()
    expect(newcomer.one("ending")).to_be_visible()
    newcomer.page.get_by_text("Step through").click()
    expect(newcomer.page.get_by_text("Step 0 of")).to_be_visible()


@every_game
def test_a_whole_game_by_keyboard(ann: Guest, game: str) -> None:
    begin_by_keys(ann, game)
    while not ann.over:
        move_by_keys(ann)
        ann.wait()
    assert played(ann)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("tricks", SMALLEST),
        *(pytest.param(game, SMALLEST, marks=pytest.mark.long) for game in ("tictactoe", *WORDLESS)),
        *(pytest.param(game, DESKTOP, marks=pytest.mark.long) for game in (*EXAMPLES, *WORDLESS)),
    ],
)
def test_a_game_fits_from_its_first_move_to_its_end(invite: Invite, game: str, size: tuple[int, int]) -> None:
    guest = invite("Ann", size=size)
    guest.go(f"/new/{game}")
    assert_fits(guest)
    guest.open(game, "me", "easy")
    guest.wait()
    while not guest.over:
        assert_fits(guest)
        assert_in_sight(guest, size)
        guest.hurry(1)
    assert_fits(guest)


SAID_IN = """() => {
  const found = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent } = node;
    if (!node.data.trim() || parent.closest("script, svg")) continue;
    (found[parent.closest("[lang]").lang] ??= []).push(node.data.trim());
  }
  return found;
}"""
"""The texts of a page by the language in which it says they are."""


def test_english_words_on_a_german_page_say_so(invite: Invite) -> None:
    """In set-up, at the table and in a lesson; where a game has no words of its own, those of all games are German."""
    ann = invite("Ann", locale="de-DE")

    def assert_english(*texts: str) -> dict[str, list[str]]:
        said: dict[str, list[str]] = ann.page.evaluate(SAID_IN)
        assert set(texts) <= set(said["en"])
        assert not set(texts) & set(said["de"])
        return said

    ann.go("/new/tictactoe")
    expect(ann.all("#new .main")).to_be_visible()
    assert_english("Tic-tac-toe", "What do three in a row do for whoever has them?", "They win.", "misère rules")
    ann.open("tictactoe", "me", "easy")
    ann.wait()
    assert_english("Tic-tac-toe")
    ann.one("menu").click()
    ann.one("about-table").wait_for(state="attached")
    assert_english("classic rules")
    ann.go("/learn/tictactoe")
    expect(ann.one("title")).to_have_text("Three in a row")
    assert_english("Tic-tac-toe", "Three in a row", "You have two in a row. Put the third beside them.")
    ann.one("skip").click()
    expect(ann.one("title")).not_to_have_text("Three in a row")
    said = assert_english("Tic-tac-toe")
    title, task = ann.one("title").inner_text(), ann.one("say").inner_text()
    assert {title, task} <= set(said["de"])


def test_english_words_within_german_sentences_say_so(invite: Invite) -> None:
    """In buttons, in the log, in what is read aloud, at the end and in the replay; no mark is ever seen."""
    ann = invite("Ann", locale="de-DE")
    english = ann.all("[lang=en]")
    ann.open("matches", "me", "easy")
    ann.wait()
    expect(ann.all(".board-plain button").first.locator("[lang=en]")).to_have_text("a single match")
    ann.all("[data-move=take-1]").click()
    ann.wait()
    told = ann.all(LOGGED).filter(has_text="Du spielst").first
    expect(told).to_have_text("Du spielst a single match.")
    expect(told.locator("[lang=en]")).to_have_text("a single match")
    expect(ann.one("spoken").locator("[lang=en]").first).to_have_text("a single match")
    assert_no_marks(ann)
    if not ann.over:
        ann.hurry()
    assert_no_marks(ann)
    ann.one("step-through").click()
    expect(ann.all("#moves [lang=en]").first).to_have_text("a single match")
    ann.go("/")
    ann.all("#kept .quiet, #tables .quiet").first.click()
    expect(english.filter(has_text="Matches").first).to_be_visible()
    assert_no_marks(ann)


def assert_no_marks(guest: Guest) -> None:
    """Neither texts nor attributes have the letters that mark words of another language."""
    assert not re.search("[\\ue000-\\uf8ff]", guest.page.content())


@pytest.mark.long
def test_a_hint_is_given(ann: Guest) -> None:
    ann.open("tictactoe", "me", "easy")
    ann.wait()
    ann.one("hint").click()
    expect(ann.all(".is-hint")).not_to_have_count(0)


@pytest.mark.long
def test_friends_at_two_browsers_see_their_own_cards_alone(invite: Invite) -> None:
    ann, ben = invite("Ann", size=PHONE), invite("Ben")
    ann.open("tricks", "me", "friend")
    ben.go(ann.all(".invitation input").first.input_value())
    ann.wait()
    expect(ann.all(".board-told")).to_contain_text("Ben: ? ? ?")
    expect(ben.all(".board-told")).to_contain_text("Ann: ? ? ?")
    play_together(ann, ben)
    assert ann.over


@pytest.mark.long
def test_a_piece_is_dragged_where_the_notation_names_one(ann: Guest) -> None:
    ann.open("hop", "me", "easy")
    ann.wait()
    drag_something(ann, Mouse(ann))
    ann.wait()
    assert len(played(ann)) == 1


@pytest.mark.long
def test_a_small_game_is_explored_and_reviewed_exactly(invite: Invite) -> None:
    guest = invite("Ann", size=PHONE)
    guest.go("/explore/tictactoe")
    expect(guest.one("choice")).to_have_count(3, timeout=30_000)  # a corner, an edge, the middle
    expect(guest.one("line-turn").first).to_be_visible(timeout=30_000)
    assert_fits(guest)
    guest.all("[data-square=b2]").click()
    expect(guest.one("choice")).to_have_count(2, timeout=30_000)
    guest.open("tictactoe", "me", "easy")
    guest.hurry()
    guest.one("review").click()
    guest.page.wait_for_selector("[data-testid=progress][data-state=done]", state="attached")
    expect(guest.one("method")).to_have_text("exact")
    expect(guest.one("explore")).to_be_visible()
