"""Plays a whole game against a bot over HTTP: `python examples/http_client.py http://localhost:8765 rubik easy`."""

import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen


def play(address: str, game: str = "rubik", bot: str = "easy") -> str:
    """Opens a table, plays there at random, and returns how it ended."""

    def call(path: str, key: str = "", body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        data = json.dumps(body).encode() if body else None
        return urlopen(Request(f"{address}/api/v1/{path}", data, headers))

    def command(do: str, **more: object) -> None:
        sent: dict[str, Any] = {"do": do, "id": secrets.token_hex(8), "seen": message["n"], **more}
        call(f"tables/{table}/commands", key, sent).close()

    opened: Any = json.load(call("tables", body={"game": game, "seats": [{"who": "me"}, {"who": "bot", "bot": bot}]}))
    table, key = opened["table"], opened["seats"][0]["key"]
    for line in call(f"tables/{table}/events", key):
        message: dict[str, Any] = json.loads(line[6:]) if line.startswith(b"data: ") else {}
        view: dict[str, Any] = message.get("view", {})  # with every step comes all that this seat can see
        if "outcome" in view:
            return str(view["outcome"]["say"])
        if "sit" in view.get("can", ()):
            command("sit", name="Program", nonce=secrets.token_hex(16))
        elif moves := view.get("picture", {}).get("moves"):
            command("play", move=random.choice(moves)["move"])
    return "The server has ended."


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
