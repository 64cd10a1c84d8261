"""The commands of `rowdy`, one module each, by the command's name.

Each module has `add_arguments(parser, words)` and `run(screen, args)`, which returns the exit code. It is imported only
when its command is used, so that other commands need not wait for its imports. `COMMANDS` has their order.
"""

from __future__ import annotations

COMMANDS = tuple(
    "play saves learn puzzle rules games bots engines prepare replay picture review verify perft solve arena study"
    " serve copy explore puzzles completion man".split()
)
"""All commands, in the order in which help lists them."""
