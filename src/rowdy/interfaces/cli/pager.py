"""Shows long pages in the user's pager, as git does."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress

USUAL = "less"
LESS = "FRX"
"""The default options of `less`: quit if everything fits, show colours, and leave the text on the screen."""


def show_page(text: str) -> None:
    """Shows a text in `$PAGER`, or `less`; if that is empty or missing, the text is printed as it is."""
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
            with suppress(OSError):  # it was closed before it had read everything
                pager.communicate(letters)
            return
        except KeyboardInterrupt:  # meant for the pager, such as to stop a search
            letters = b""
