"""The levels on the page: seven in order, and a partner that follows the results on this device, or forgets them."""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from rowdy.play.bots.partner import LADDER, FinishedGame, partner_level
from tests.browser.conftest import Invite
from tests.browser.guests import PHONE, Guest
from tests.browser.test_fairness import resign

MODEL = """async (cases) => {
  const { src } = document.querySelector("script[type=module]");
  const { LEVELS, partnerLevel } = await import(src.replace("new/page.js", "common/levels.js"));
  return { levels: LEVELS, found: cases.map(([played, opponents]) => partnerLevel(played, opponents)) };
}"""


def says(guest: Guest) -> str:
    return guest.all("#seat-1-says").inner_text()


def test_the_page_and_the_terminal_agree_on_levels_and_partners(ann: Guest) -> None:
    rng, cases = Random(1), list[tuple[list[FinishedGame], int]]()
    for _ in range(40):
        bots = [tuple(rng.choices(LADDER, k=rng.randint(1, 3))) for _ in range(rng.randrange(9))]
        cases.append(([FinishedGame(names, rng.choice((0.0, 0.5, 1.0))) for names in bots], rng.randint(1, 3)))
    ann.go("/new/rubik")
    sent = [[[{"id": "", **one._asdict()} for one in played], opponents] for played, opponents in cases]
    answer = ann.page.evaluate(MODEL, sent)
    assert answer["levels"] == list(LADDER)
    assert answer["found"] == [partner_level(played, opponents) for played, opponents in cases]


def test_seven_levels_stand_in_order_with_their_places(ann: Guest) -> None:
    ann.go("/new/xoxo")
    options = ann.all("#seat-1 optgroup").first.locator("option")
    expect(options).to_have_count(7)
    expect(options.first).to_have_text("Bot: beginner (1 of 7)")
    expect(options.last).to_have_text("Bot: strong (7 of 7)")
    ann.all("#seat-1").select_option("bot:skilled")
    assert says(ann) == "Thinks ahead, but is careless now and then."
    ann.go("/new/xoxo?lang=de")
    expect(options.first).to_have_text("Bot: Anfänger (1 von 7)")


def test_a_partner_follows_results_and_forgets_when_told(invite: Invite) -> None:
    ann = invite("Ann", size=PHONE)
    ann.go("/new/xoxo2")
    ann.all("#seat-1").select_option("bot:partner")
    assert "so that you win about half of your games" in says(ann)
    assert "It begins as “casual”." in says(ann)
    expect(ann.one("forget-results")).to_have_count(0)
    ann.open("xoxo2", "me", "partner")
    ann.wait()
    expect(ann.all(".desk")).to_contain_text("Bot (casual)")
    resign(ann)
    ann.page.wait_for_function("() => localStorage.getItem('rowdy-results')")
    (result,) = ann.page.evaluate("JSON.parse(localStorage.getItem('rowdy-results')).xoxo2")
    assert (result["bots"], result["share"]) == (["casual"], 0)
    level = partner_level([FinishedGame(("casual",), 0.0)], 1)
    assert level == "easy"
    before = ann.table
    ann.one("other-partner").click()
    ann.page.wait_for_url(lambda url: not url.endswith(before))
    ann.wait()
    expect(ann.all(".desk")).to_contain_text(f"Bot ({level})")

    ann.go("/new/xoxo2")
    expect(ann.all("#seat-1")).to_have_value("bot:partner")
    assert f"After your last game it plays as “{level}”." in says(ann)
    ann.one("forget-results").click()
    assert "It begins as “casual”." in says(ann)
    assert ann.page.evaluate("localStorage.getItem('rowdy-results')") is None
    ann.page.reload()
    expect(ann.all("#seat-1")).to_have_value("bot:medium")


def test_the_home_page_starts_with_the_partner_once_it_was_chosen(ann: Guest) -> None:
    ann.open("xoxo2", "me", "partner")
    ann.wait()
    ann.go("/")
    ann.all("[data-play=rubik]").click()
    ann.page.wait_for_url("**/table/*")
    ann.wait()
    expect(ann.all(".desk")).to_contain_text("Bot (casual)")
