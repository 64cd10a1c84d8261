"""The benchmarks can be started; what they measure is no matter of tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = (
    "actions",
    "arena",
    "beliefs",
    "fit_ladder",
    "held",
    "kernels",
    "ladder",
    "perfect",
    "problems",
    "reviews",
    "server",
    "strength",
)
"""The others need OpenSpiel, which is not in the environment of the tests."""


def test_benchmarks_find_all_that_they_import() -> None:
    """In a process of their own, where no setting of pytest adds to the path."""
    imports = "; ".join(f"import benchmarks.{part}" for part in PARTS)
    subprocess.run([sys.executable, "-c", imports], cwd=ROOT, check=True)


def test_every_benchmark_is_tried_here_or_needs_openspiel() -> None:
    named = {path.stem for path in (ROOT / "benchmarks").glob("*.py") if "\ndef run(" in path.read_text("utf-8")}
    spiel = {name for name in named if "pyspiel" in (ROOT / "benchmarks" / f"{name}.py").read_text("utf-8")}
    assert named - spiel == set(PARTS)
