"""What a message comes to: how much one may send, and what is answered to what cannot be read."""

from __future__ import annotations

import asyncio

import pytest

from rowdy.interfaces.web.live.connection import MAX_REMEMBERED_REACTIONS, Connection
from rowdy.interfaces.web.settings import Limits
from rowdy.interfaces.words import Words
from rowdy.play.bots.registry import check_bot
from rowdy.play.table.entries import ChairPlan, Plan
from rowdy.play.table.table import Table
from tests.interfaces.web.live.lobbies import (
    Held,
    ask,
    hear,
    join,
    kinds,
    make_lobby,
    run,
    seat,
    tell,
)
from tests.interfaces.web.transports import sent

LIMITS = Limits()
MAX_UNREADABLE = int(LIMITS.unreadable_burst)


def test_all_tabs_of_a_seat_share_what_it_may_send() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        tabs = [join(room, 0) for _ in range(3)]
        others = [join(room, 1), join(room, None), join(room, None)]
        answers = [ask(lobby, room, tabs[i % 3], "ping") for i in range(int(LIMITS.message_burst) + 3)]
        assert [answer["ok"] for answer in answers] == [True] * int(LIMITS.message_burst) + [False] * 3
        assert answers[-1]["code"] == "too-fast"
        assert all(ask(lobby, room, other, "ping")["ok"] for other in others for _ in range(int(LIMITS.message_burst)))
        room.leave(tabs.pop())
        tabs.append(join(room, 0))
        assert not ask(lobby, room, tabs[-1], "ping")["ok"], "to come again helps nobody"
        await asyncio.sleep(0.35)
        assert [ask(lobby, room, tab, "ping")["ok"] for tab in (*tabs, *tabs)] == [True] * 3 + [False] * 3

    run(main())


def test_why_nothing_can_be_done_is_told_to_those_who_play_and_counts_as_a_message() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        mover, other, spectator = join(room, 1), join(room, 0), join(room, None)
        tell(lobby, room, other, "play", move="A@b2")
        await room.settled()
        answer = ask(lobby, room, mover, "why", square="c3")
        assert answer["ok"]
        assert answer["why"] == {"code": "no-stone", "say": Words()("why-no-stone")}
        assert ask(lobby, room, other, "why", square="c3")["why"]["code"] == "not-your-turn"
        assert ask(lobby, room, spectator, "why", square="c3")["code"] == "only-watching"
        for _ in range(int(LIMITS.message_burst)):
            last = ask(lobby, room, other, "why", square="c3")
        assert last["code"] == "too-fast"
        tell(lobby, room, mover, "resign")
        await room.settled()
        assert ask(lobby, room, mover, "why", square="c3")["why"]["code"] == "over"

    run(main())


def test_reactions_have_an_allowance_of_their_own() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        tabs = [join(room, 0) for _ in range(2)]

        def react(times: int) -> list[bool]:
            return [ask(lobby, room, tabs[i % 2], "react", reaction="clap")["ok"] for i in range(times)]

        assert react(int(LIMITS.reaction_burst) + 2) == [True] * int(LIMITS.reaction_burst) + [False] * 2
        assert ask(lobby, room, tabs[0], "ping")["ok"]
        await asyncio.sleep(1.1)
        assert react(3) == [True, False, False]

    run(main())


def test_a_reaction_that_is_sent_again_is_answered_but_not_shown_again() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        lost, ben = join(room, 0), join(room, 1)

        def react(ann: Connection, id: str) -> str:
            """What she gets for an answer, and what Ben is told."""
            for one in (ann, ben):
                hear(one)
            tell(lobby, room, ann, "react", id=id, reaction="clap")
            (ok,) = [message["ok"] for message in hear(ann) if message["type"] == "answer"]
            return " ".join(["ok" if ok else "refused", *kinds(ben)])

        shown = "ok reacted"
        assert react(lost, "0") == shown
        room.leave(lost)
        ann = join(room, 0)
        assert [react(ann, "0") for _ in range(9)] == ["ok"] * 9
        more = int(LIMITS.reaction_burst) - 1
        assert [react(ann, f"more-{i}") for i in range(more + 1)] == [*[shown] * more, "refused"]
        await asyncio.sleep(1.1)
        assert react(ann, f"more-{more}") == shown, "what was refused has not been shown"
        hear(ann)
        tell(lobby, room, ben, "react", id="0", reaction="wow")
        assert kinds(ann) == ["reacted"], "another seat has ids of its own"
        for i in range(MAX_REMEMBERED_REACTIONS):
            await asyncio.sleep(1.1)
            assert react(ann, f"later-{i}") == shown
        await asyncio.sleep(1.1)
        assert react(ann, "0") == shown, "not all are kept for ever"

    run(main())


def test_nobody_who_reads_is_thrown_out_by_what_others_send() -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby, "xoxo", None, None, None)
        ann = join(room, 0)
        hear(ann)
        tabs = [join(room, chair) for chair in (1, 2) for _ in range(LIMITS.max_tabs)]
        for tab in (*tabs, *tabs):
            for do in ("react", "leave", "return", "nonsense") * 20:
                tell(lobby, room, tab, do, **({"reaction": "wow"} if do == "react" else {}))
        await asyncio.sleep(0)
        assert not ann.ended
        assert 0 < sum(map(len, sent(ann))) < LIMITS.max_unread_bytes

    run(main())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"id":"m1","do":"dance","seen":1}', "answer"),
        ('{"do":"play","id":"m1","seen":-1,"move":"x"}', "answer"),
        ('{"id":"m1"}', "answer"),
        ('{"id":"m 1","do":"ping","seen":1}', "trouble"),
        ('{"id":1,"do":"ping","seen":1}', "trouble"),
        ('{"id":"m1"', "trouble"),
        ('["m1"]', "trouble"),
    ],
)
def test_what_cannot_be_read_is_answered_by_its_id_if_it_has_one(text: str, kind: str) -> None:
    async def main() -> None:
        lobby = make_lobby()
        room = seat(lobby)
        ann = join(room, 0)
        hear(ann)
        lobby.inbox.handle_at_once(room, ann, text)
        (answer,) = hear(ann)
        assert (answer["type"], answer["code"]) == (kind, "unreadable-message")
        assert answer.get("id") == ("m1" if kind == "answer" else None)

    run(main())


def test_nonsense_is_forgotten_in_time_but_too_much_of_it_ends_in_a_goodbye() -> None:
    async def main() -> None:
        lobby = make_lobby(held := Held())
        room = seat(lobby)
        ann = join(room, 0)
        hear(ann)
        for _ in range(5):
            for _ in range(MAX_UNREADABLE):
                lobby.inbox.handle_at_once(room, ann, "nonsense")
            assert kinds(ann)[-MAX_UNREADABLE - 1 :] in (
                ["trouble"] * MAX_UNREADABLE,
                ["here", *["trouble"] * MAX_UNREADABLE],
            )
            await asyncio.sleep(1000)
        assert not ann.ended
        tell(lobby, room, ann, "leave")
        for _ in range(MAX_UNREADABLE + 1):
            lobby.inbox.handle_at_once(room, ann, "nonsense")
        held.tell()
        *others, bye = hear(ann)
        assert [message["type"] for message in others] == ["step", *["trouble"] * (MAX_UNREADABLE + 1)]
        assert (bye["type"], bye["code"]) == ("bye", "too-unreadable")
        assert ann.ended

    run(main())


@pytest.mark.parametrize("name", ["bot", "Strong Bot", "BOT Ann", "easy-bot", "Bot 2", "bot7"])
def test_nobody_looks_like_a_bot(name: str) -> None:
    async def main() -> None:
        lobby = make_lobby()
        table, _ = Table.open(Plan("rubik", "de", (ChairPlan(), ChairPlan())), "0" * 64, 0.0, check_bot)
        room = lobby.add("table", table)
        ann = join(room, 0)
        assert ask(lobby, room, ann, "sit", name=name, nonce="ab" * 16)["code"] == "name-reserved"
        tell(lobby, room, ann, "sit", name="Abbot Robotham", nonce="ab" * 16)
        assert room.table.chairs[0].name == "Abbot Robotham"

    run(main())
