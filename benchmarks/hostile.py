"""Hostile visitors, in their own process: they flood the server, leave connections half open, and keep bots thinking.

All of it goes to 127.0.0.1, from the same address as the honest games, and is bounded in number and time.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from multiprocessing.connection import Connection as Pipe

from websockets.asyncio.client import connect

from benchmarks.served import Cookies

FRAMES_AT_ONCE = 2_000
FLOODS = (b"\x80\x80\0\0\0\0", b"\x89\x80\0\0\0\0", b"\x81\x81\0\0\0\0x")
"""Empty continuation frames, pings, and messages that cannot be read."""
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
PAUSE_SECONDS = 0.1
"""The pause between two connections of one visitor."""


def attack(pipe: Pipe, port: int, tables: list[Cookies], flooders: int, half_open: int, seconds: float) -> None:
    """Runs for `seconds`, then reports how often the server cut somebody off; the first tables are those with bots."""
    pipe.send(asyncio.run(_attack(port, tables, flooders, half_open, time.monotonic() + seconds)))


async def _attack(port: int, tables: list[Cookies], flooders: int, half_open: int, until: float) -> dict[str, int]:
    cut = {"floods cut off": 0, "half-open connections ended": 0, "moves of bots": 0}
    thinking, flooded = tables[:-1], tables[-1]
    await asyncio.gather(
        *(_flood(port, flooded, until, cut, kind) for kind in range(flooders)),
        *(_half_open(port, until, cut) for _ in range(half_open)),
        *(_think(port, table, until, cut) for table in thinking),
    )
    return cut


async def _flood(port: int, table: Cookies, until: float, cut: dict[str, int], kind: int) -> None:
    head = (
        f"GET /api/tables/{table.table}/live?as=1 HTTP/1.1\r\nHost: localhost\r\nCookie: {table.cookies[0]}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
    )
    flood = FLOODS[kind % len(FLOODS)] * FRAMES_AT_ONCE
    while time.monotonic() < until:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head.encode())
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + max(0.0, until - time.monotonic())):
                    writer.write(b"\x01\x80\0\0\0\0" if kind % len(FLOODS) == 0 else b"")
                    while not reader.at_eof():
                        writer.write(flood)
                        await writer.drain()
                        await reader.read(65_536)
            cut["floods cut off"] += time.monotonic() < until
            writer.close()
        await asyncio.sleep(PAUSE_SECONDS)


async def _half_open(port: int, until: float, cut: dict[str, int]) -> None:
    while time.monotonic() < until:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HALF)
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    await reader.read()
            cut["half-open connections ended"] += time.monotonic() < until
            writer.close()
        await asyncio.sleep(PAUSE_SECONDS)


async def _think(port: int, table: Cookies, until: float, cut: dict[str, int]) -> None:
    """Plays against a bot, as fast as it answers."""
    rng, number = random.Random(table.table), 0
    address = f"ws://127.0.0.1:{port}/api/tables/{table.table}/live?as=1"
    headers = {"Cookie": table.cookies[0]}
    with suppress(TimeoutError):
        async with (
            asyncio.timeout(max(0.0, until - time.monotonic())),
            connect(address, additional_headers=headers, compression=None, proxy=None) as line,
        ):
            sit = {"do": "sit", "id": "sit", "seen": 0, "name": "Mallory", "nonce": "0" * 32}
            await line.send(json.dumps(sit))
            async for text in line:
                message = json.loads(text)
                if message["type"] != "step":
                    continue
                cut["moves of bots"] += not message.get("answers")
                moves = (message["view"].get("picture") or {}).get("moves")
                if moves:
                    number += 1
                    move = rng.choice(moves)["move"]
                    play = {"do": "play", "id": f"m{number}", "seen": message["n"], "move": move}
                    await line.send(json.dumps(play))
