"""Turns in a queue: by urgency, by visitor, by table, and only so many of one visitor at once."""

from __future__ import annotations

import asyncio

from rowdy.play.bots.fair_queue import Asker, FairQueue, Urgency

ANN, BEN = Asker("ann", "1"), Asker("ben", "2")


async def take(queue: FairQueue[str], many: int) -> list[str]:
    """Each is done before the next is taken."""
    found = []
    for _ in range(many):
        found.append(await asyncio.wait_for(queue.get(), 5))
        queue.done(Asker(found[-1].partition(" ")[0]))
    return found


def test_visitors_take_turns_and_so_do_their_tables() -> None:
    async def main() -> list[str]:
        queue: FairQueue[str] = FairQueue(1)
        for number in range(3):
            queue.put(f"ann a{number}", Urgency.MOVE, Asker("ann", "a"))
        for number in range(2):
            queue.put(f"ann b{number}", Urgency.MOVE, Asker("ann", "b"))
            queue.put(f"ben c{number}", Urgency.MOVE, Asker("ben", "c"))
        return await take(queue, 7)

    assert asyncio.run(main()) == ["ann a0", "ben c0", "ann b0", "ben c1", "ann a1", "ann b1", "ann a2"]


def test_what_is_asked_again_stays_first_at_its_table_and_what_is_urgent_before_all() -> None:
    async def main() -> list[str]:
        queue: FairQueue[str] = FairQueue(1)
        queue.put("ann hint", Urgency.HINT, ANN)
        queue.put("ann later", Urgency.MOVE, ANN)
        queue.put("ann again", Urgency.MOVE, ANN, first=True)
        queue.put("ben hint", Urgency.HINT, BEN)
        queue.discard("ann hint", Urgency.HINT, ANN)
        queue.discard("never there", Urgency.HINT, ANN)
        return await take(queue, 3)

    assert asyncio.run(main()) == ["ann again", "ann later", "ben hint"]


def test_no_more_of_one_visitor_is_under_way_than_allowed() -> None:
    async def main() -> None:
        queue: FairQueue[int] = FairQueue(2)
        for number in range(4):
            queue.put(number, Urgency.MOVE, ANN)
        assert [await queue.get(), await queue.get()] == [0, 1]
        third = asyncio.create_task(queue.get())
        await asyncio.sleep(0.01)
        assert not third.done()
        queue.put(10, Urgency.HINT, BEN)
        assert await asyncio.wait_for(third, 5) == 10
        fourth = asyncio.create_task(queue.get())
        await asyncio.sleep(0.01)
        assert not fourth.done()
        queue.done(ANN)
        assert await asyncio.wait_for(fourth, 5) == 2

    asyncio.run(main())
