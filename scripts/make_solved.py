"""Makes docs/solved.json, the pictures in docs/solved and the numbers in docs/solved.md anew: takes some minutes.

.venv/bin/python scripts/make_solved.py [--solutions DIR]
.venv/bin/python scripts/make_solved.py --fill        # after editing the page: only draws and fills in
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # where `scripts` is found, wherever this is run from

from rowdy.search.tablebase import solutions_folder
from scripts.solved.facts import find_out
from scripts.solved.page import fill
from scripts.solved.pictures import pictures

DOCS = Path(__file__).parent.parent / "docs"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--solutions",
        type=Path,
        default=solutions_folder(),
        metavar="DIR",
        help="where solutions lie, or are put if they do not (1.1 GB for each ruling)",
    )
    parser.add_argument("--fill", action="store_true", help="leave docs/solved.json as it is")
    options = parser.parse_args()
    told = DOCS / "solved.json"
    if not options.fill:
        facts = find_out(options.solutions, lambda words: print(words, flush=True))
        told.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    facts = json.loads(told.read_text("utf-8"))
    (DOCS / "solved").mkdir(exist_ok=True)
    for name, picture in pictures(facts).items():
        (DOCS / "solved" / name).write_text(picture, "utf-8")
    page = DOCS / "solved.md"
    page.write_text(fill(page.read_text("utf-8"), facts), "utf-8")


if __name__ == "__main__":
    main()
