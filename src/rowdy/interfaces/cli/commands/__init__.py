"""The commands of `rowdy`, one module each, by the command's name.

Such a module has `add_arguments(parser, words)` and `run(screen, args)`, which returns the exit code. It is imported
only when its command is named, so that the others need not wait for what it loads. `COMMANDS` has their order.
"""

from __future__ import annotations

COMMANDS = tuple(
    "play saves learn puzzle rules games bots engines prepare replay picture review verify perft solve arena study"
    " serve copy explore puzzles completion man".split()
)
"""All commands, in the order in which help lists them."""
