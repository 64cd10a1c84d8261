"""Rooms: one browser is the table's screen, and others are phones that scan its codes."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Request, expect

from tests.browser.guests import CHOICES, MORE_STEPS, Guest

SCREEN, HAND = (1920, 1080), (375, 667)
TOUCH = f"""(luck) => {{
  const choices = ({CHOICES})();
  document.querySelector(choices[Math.floor(luck * choices.length)] ?? "none")?.click();
}}"""
"""Touches one of the things that can be touched now, if there are any."""
TOLD_OR_ASKED = f"(count) => ({MORE_STEPS})(count) || ({CHOICES})().length > 0"


def open_room(screen: Guest, game: str, count: int) -> list[str]:
    """Opens a table from the home page as people do; gives the links that a camera reads, those to come as well."""
    codes: list[str] = []
    screen.page.on("request", lambda request: codes.extend(drawn(request)))
    screen.go("/")
    screen.all(f".game[data-game={game}] [data-room]").click()
    if game == "xoxo":
        screen.one(f"phones-{count}").click()
    screen.page.wait_for_url("**/screen/*")
    expect(screen.one("code")).to_have_count(count)
    return codes


def drawn(request: Request) -> Sequence[str]:
    """The link to a seat that was drawn as a QR code."""
    link: str = (request.post_data_json or {})["text"] if "/api/qr" in request.url else ""
    return [link] if "/hand/" in link else []


def sit_down(screen: Guest, phones: Sequence[Guest], game: str) -> list[str]:
    codes = open_room(screen, game, len(phones))
    for number, (phone, code) in enumerate(zip(phones, tuple(codes), strict=True)):
        phone.go(code)
        expect(screen.one("code")).to_have_count(len(phones) - number - 1)
    for phone in phones:
        phone.page.wait_for_selector(".desk[data-phase=playing]")
    return codes


def play_on(phones: Sequence[Guest], most: int = 1_000) -> None:
    """Each moves when it is their turn, to the end or so many moves on. All have seen the last move when it returns."""
    for _ in range(most):
        mover = next((phone for phone in phones if phone.to_move), None)
        if mover is None:
            assert phones[0].over
            return
        told = {phone: phone.steps() for phone in phones}
        while not mover.page.evaluate(MORE_STEPS, told[mover]):
            mover.page.evaluate(TOUCH, mover.rng.random())
            mover.page.wait_for_function(TOLD_OR_ASKED, arg=told[mover])
        for phone, count in told.items():
            phone.page.wait_for_function(MORE_STEPS, arg=count)
