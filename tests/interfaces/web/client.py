"""A guest by real HTTP and WebSocket: comes by a link, commands, and comes back after the connection broke off."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect

Message: TypeAlias = dict[str, Any]
WAIT_SECONDS = 60.0
"""How long a server may take to answer on a machine that is busy with other things."""


class ChairPlan(NamedTuple):
    """Where somebody sits or looks on at a table, and the cookie that lets them."""

    table: str
    name: str
    chair: int | None
    cookie: str


class Opened(NamedTuple):
    table: str
    links: list[str]
    """Of the people's seats, in order."""
    watch: str


class Door:
    """Opens tables, and exchanges links for places."""

    def __init__(self, address: str) -> None:
        self.http = httpx.AsyncClient(base_url=address, trust_env=False, timeout=WAIT_SECONDS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.aclose()

    async def open(self, game: str, *seats: str, **more: Any) -> Opened:
        """Each seat is `friend`, or the name of a bot."""
        wanted = [{"who": "friend"} if seat == "friend" else {"who": "bot", "bot": seat} for seat in seats]
        response = await self.http.post("/api/tables", json={"game": game, "seats": wanted, **more})
        assert response.status_code == 201, response.text
        opened = response.json()
        links = [seat["link"] for seat in opened["seats"] if "link" in seat]
        return Opened(opened["table"], links, opened["watch"])

    async def enter(self, link: str) -> ChairPlan:
        address, _, key = link.partition("#")
        table = address.rpartition("/")[2]
        response = await self.http.post(f"/api/tables/{table}/enter", json={"key": key})
        assert response.status_code == 200, response.text
        entered = response.json()
        return ChairPlan(table, entered["as"], entered["chair"], response.headers["set-cookie"].partition(";")[0])

    async def record(self, place: ChairPlan) -> str:
        path = f"/api/tables/{place.table}/record?as={place.name}"
        response = await self.http.get(path, headers={"Cookie": place.cookie})
        assert response.status_code == 200, response.text
        return response.text


class LetGo(AssertionError):
    """The server ends the connection, or cannot read what was sent."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.code: str = message["code"]


class Guest:
    """Somebody at a table, who notes all that is told and answered; what does not follow from it fails at once."""

    def __init__(self, place: ChairPlan) -> None:
        self.place = place
        self.n = 0
        """The number of the last step told."""
        self.view: Message = {}
        self.told: dict[int, list[str]] = {}
        """What was said in each step."""
        self.unanswered: dict[str, Message] = {}
        """Commands by id."""
        self.obeyed: list[Message] = []
        self.refused: list[Message] = []
        self.roams = False
        """True if they come to several servers: what was sent to one may be answered by another, by its step."""
        self._ids = count(1)
        self._due: Counter[str] = Counter()
        """How many answers to each id are still to come on this connection."""
        self._line: ClientConnection

    @asynccontextmanager
    async def at(self, address: str) -> AsyncIterator[None]:
        """Looks on from now; what was left without an answer is sent again under the same id."""
        path = f"/api/tables/{self.place.table}/live?as={self.place.name}&seen={self.n}"
        headers = {"Cookie": self.place.cookie}
        async with connect(address.replace("http", "ws", 1) + path, additional_headers=headers, proxy=None) as line:
            self._line, self._due = line, Counter([*self.unanswered] if self.roams else [])
            assert (await self.hear())["type"] == "hello"
            for command in self.unanswered.values():
                await self._send(command)
            yield

    async def command(self, do: str, **more: Any) -> None:
        command = {"do": do, "id": f"{self.place.name}-{next(self._ids)}", "seen": self.n, **more}
        self.unanswered[command["id"]] = command
        await self._send(command)

    async def repeat(self) -> None:
        """Sends what has no answer yet once more."""
        for command in list(self.unanswered.values()):
            await self._send(command)

    async def _send(self, command: Message) -> None:
        self._due[command["id"]] += 1
        await self._line.send(json.dumps(command))

    async def hear(self) -> Message:
        """The next message."""
        message: Message = json.loads(await self._line.recv())
        match message["type"]:
            case "hello":
                self._come(message)
            case "step":
                assert message["n"] == self.n + 1
                self._see(message)
                self.told[self.n] = message["say"]
                if answers := message.get("answers"):
                    self._answered(answers, ok=True)
            case "answer":
                self._answered(message["id"], message["ok"])
            case "bye" | "trouble":
                raise LetGo(message)
        return message

    def _come(self, hello: Message) -> None:
        """Nothing that was told may have been lost: the same step gives the same view, and no step is left out."""
        assert [line["n"] for line in hello["log"]] == list(range(self.n + 1, hello["n"] + 1))
        assert hello["n"] > self.n or self.view in ({}, hello["view"])
        self._see(hello)
        self.told |= {line["n"]: line["say"] for line in hello["log"]}

    def _see(self, message: Message) -> None:
        self.n, self.view = message["n"], message["view"]

    def _answered(self, command_id: str, ok: bool) -> None:
        """Each message sent gets one answer; of a command sent twice both answers say the same."""
        self._due[command_id] -= 1
        assert self._due[command_id] >= 0
        command = self.unanswered.pop(command_id, None)
        if command is not None:
            (self.obeyed if ok else self.refused).append(command)
        elif ok:
            assert command_id in (command["id"] for command in self.obeyed)
