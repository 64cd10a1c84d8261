"""Long pages by the pager that a person uses, as git shows its own."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress

USUAL = "less"
LESS = "FRX"
"""How `less` behaves unless told otherwise: it leaves if all fits, shows colours, and keeps the text in sight."""


def show_page(text: str) -> None:
    """Shows a text by `$PAGER`, or `less`; where there is none, or it is empty, the text is written as it is."""
    command = shlex.split(os.environ.get("PAGER", USUAL))
    if not command or shutil.which(command[0]) is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    around = {"LESS": LESS, **os.environ}
    letters = text.encode(sys.stdout.encoding, sys.stdout.errors or "replace")
    pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=around)
    while True:
        try:
            with suppress(OSError):  # it was left before it had read all
                pager.communicate(letters)
            return
        except KeyboardInterrupt:  # which is for the pager, as it may have been asked to search
            letters = b""
