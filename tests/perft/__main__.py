"""Fill in the counts of the data files anew, by the naive games alone: `python -m tests.perft [GAME …]`.

To add a count, add a line with `?` for its count and its seconds.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from multiprocessing import Pool

from tests.naive.count import count_actions, count_turns
from tests.perft import FOLDER, GAMES, Count, Dealt, naive, read_count

PROCESSES = 2


def counted(line: Count) -> Count:
    began = time.process_time()
    game = naive(line.variant, line.position)
    assert line.position in ("start", game.text()), line
    if line.chance != "all":
        game = Dealt(game, line.chance)
    count = count_actions(game, line.depth) if line.unit == "actions" else count_turns(game, line.depth)
    return replace(line, count=count, seconds=time.process_time() - began)


def fill(game_id: str) -> None:
    path = FOLDER / f"{game_id}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    known = {line: count for line in lines if (count := read_count(line))}
    longest_first = sorted(known, key=lambda line: known[line].seconds or 0, reverse=True)
    with Pool(PROCESSES) as pool:
        found = pool.imap(counted, [known[line] for line in longest_first])
        anew = {line: str(count) for line, count in zip(longest_first, found, strict=True)}
    path.write_text("".join(anew.get(line, line) + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    for game_id in sys.argv[1:] or GAMES:
        fill(game_id)
