"""What pyproject.toml says of the packages that Rowdy needs."""

from __future__ import annotations

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.lowest_versions import lowest, read_project, requirements

ROOT = Path(__file__).parent.parent
PROJECT = read_project()
PINS = dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("text", list(requirements(PROJECT)))
def test_every_package_has_a_lowest_version_and_a_pin_that_is_allowed(text: str) -> None:
    needed, at_least = Requirement(text), Requirement(lowest(text))
    (pin,) = at_least.specifier
    assert at_least.name == needed.name
    assert needed.specifier.contains(pin.version)
    assert needed.specifier.contains(PINS[canonicalize_name(needed.name)])


@pytest.mark.parametrize("text", ["rich", "rich<16", "rich==15.0", "rich>=15,<16,!=15.1"])
def test_what_names_no_lowest_version_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="names no lowest version"):
        lowest(text)


def test_every_extra_is_explained_to_whoever_installs() -> None:
    page = (ROOT / "docs" / "index.md").read_text("utf-8").partition("## Install")[2].partition("\n## ")[0]
    assert set(PROJECT["optional-dependencies"]) <= set(re.findall(r"`([a-z]+)`", page))


def test_extras_are_left_out_of_constraints_and_markers_are_kept() -> None:
    assert lowest("psycopg[binary]>=3.2.4") == "psycopg==3.2.4"
    assert lowest("numba>=0.61,<1; python_version < '4'") == "numba==0.61 ; python_version < '4'"


def imported(source: str) -> set[str]:
    """The packages that a module imports, not counting its own."""
    names = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {"rowdy"}


def test_every_package_that_is_imported_is_named() -> None:
    """What comes only because another package needs it may be gone with that one's next release."""
    named = {canonicalize_name(Requirement(text).name) for text in requirements(PROJECT)}
    found = packages_distributions()
    used = set[str]().union(*(imported(path.read_text("utf-8")) for path in ROOT.glob("src/rowdy/**/*.py")))
    assert {"rich", "uvicorn", "websockets"} <= used
    used.discard("_typeshed")  # only for the types, and only mypy has it
    assert [name for name in used if not named & {canonicalize_name(other) for other in found[name]}] == []


def test_the_uvicorn_whose_inside_is_used_is_bounded_above() -> None:
    (uvicorn,) = [needed for text in requirements(PROJECT) if (needed := Requirement(text)).name == "uvicorn"]
    assert "<" in {bound.operator for bound in uvicorn.specifier}
