"""The proofs of docs/how-we-know.md: what is claimed, and the command that shows it.

`python -m scripts.proofs` fills the page's table in; with `--run` every command is run, and its time measured and kept,
with `--missing` only those of which no time is known.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "how-we-know.md"
TIMES = ROOT / "docs" / "proofs.json"
"""How many seconds of one core each proof took when it was run last, by its claim."""
_TABLE = re.compile(r"(?<=<!-- proofs -->\n).*?(?=<!-- /proofs -->)", re.DOTALL)
PYTEST = ".venv/bin/python -m pytest -q"


@dataclass(frozen=True)
class Proof:
    claim: str
    tests: str
    """What pytest is asked to run."""

    @property
    def command(self) -> str:
        return f"{PYTEST} {self.tests}"


PROOFS = (
    Proof("Every clause of the rules has a test that names it", "tests/test_clauses.py"),
    Proof("The engine and a naive one play the same games", "tests/rules/test_differential.py"),
    Proof("Both count the same trees", "tests/search/test_perft.py tests/perft"),
    Proof(
        "The compiled rules play the same games as the readable ones",
        "tests/search/test_xoxo_kernel.py tests/search/test_djeco_kernel.py tests/search/test_flip_kernels.py",
    ),
    Proof("The solver agrees with a naive search", "tests/search/test_retrograde.py tests/search/test_perfect.py"),
    Proof("Both solved games, solved again whole, with every ruling", "tests/search/test_solved_games.py"),
    Proof("Every puzzle that ships has exactly one answer", "tests/play/test_puzzles.py"),
    Proof("No view, record or error tells a secret", "tests/rules/test_secrecy.py"),
    Proof(
        "Nor does any message of a server, by content, order, number or time",
        "tests/interfaces/web/live/test_wire_secrecy.py",
    ),
    Proof(
        "Bots do not depend on cards that they cannot see",
        "tests/test_rivals.py tests/search/test_mcts.py -k 'hidden or knows or peeks'",
    ),
    Proof("A killed server forgets nothing that it told", "tests/interfaces/web/live/test_crash.py"),
    Proof("A dealer who cheats is found out", "tests/play/test_verify.py tests/browser/test_fairness.py"),
)


def table(times: dict[str, float]) -> str:
    """The page's table."""
    rows = [f"| {proof.claim} | `{proof.command}` | {_time(times.get(proof.claim))} |" for proof in PROOFS]
    return "\n".join(["| claim | command | time |", "|---|---|---|", *rows, ""])


def _time(seconds: float | None) -> str:
    return "" if seconds is None else f"{round(seconds) // 60}:{round(seconds) % 60:02}"


def known_times() -> dict[str, float]:
    return json.loads(TIMES.read_text("utf-8")) if TIMES.exists() else {}


def filled(page: str) -> str:
    """The page with the table as it is today."""
    return _TABLE.sub(lambda _: table(known_times()), page)


def run(proof: Proof) -> float:
    """Runs a proof and returns the processor's seconds that it took; fails if the proof does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(proof.command, shell=True, cwd=ROOT, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", action="store_true", help="run every proof and keep how long it took")
    parser.add_argument("--missing", action="store_true", help="run only those of which no time is known")
    args = parser.parse_args()
    if args.run or args.missing:
        times = dict[str, float]()
        known = known_times() if args.missing else {}
        for proof in (proof for proof in PROOFS if proof.claim not in known):
            print(f"== {proof.claim}", file=sys.stderr, flush=True)
            times[proof.claim] = round(run(proof), 1)
            TIMES.write_text(json.dumps(known_times() | times, indent=1) + "\n", "utf-8")
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
