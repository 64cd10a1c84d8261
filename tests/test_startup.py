"""What short commands and `import rowdy` load, counted in modules: time on a busy machine would say little."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"attr", "babel", "decimal", "fluent", "markdown_it", "msgspec", "numba", "numpy", "prompt_toolkit", "rich"}
METADATA = {"email", "hashlib", "importlib.metadata", "random", "tempfile"}
"""What is needed to see whether other packages bring games."""


def loaded(code: str) -> set[str]:
    """The modules that code loads into an interpreter that has just started."""
    script = (
        f"import sys\nbefore = set(sys.modules)\n{code}\nprint(*sorted(set(sys.modules) - before), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def command(*arguments: str) -> set[str]:
    run = f"from rowdy.interfaces.cli.main import main\ntry:\n    main({arguments!r})\nexcept SystemExit:\n    pass"
    return loaded(run)


def test_the_library_loads_nothing_before_it_is_used() -> None:
    modules = loaded("import rowdy")
    assert {name for name in modules if name.startswith("rowdy.")} == {"rowdy.version"}
    assert len(modules) <= 40


def test_a_game_loads_the_rules_alone() -> None:
    modules = loaded("import rowdy; rowdy.game('xoxo')")
    assert not modules & (HEAVY | METADATA)
    ours = {name for name in modules if name.startswith("rowdy.")} - {"rowdy.version"}
    assert {name for name in ours if not name.startswith("rowdy.rules")} == set()
    assert len(modules) <= 80


@pytest.mark.parametrize(("argument", "most"), [("--version", 105), ("--help", 105), ("games", 190)])
def test_a_short_command_loads_no_more_than_it_needs(argument: str, most: int) -> None:
    modules = command(argument)
    assert not modules & HEAVY
    assert argument == "games" or not modules & METADATA
    assert len(modules) <= most
