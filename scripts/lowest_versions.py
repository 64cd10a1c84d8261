"""Prints constraints for pip that hold every dependency at the lowest version that pyproject.toml allows.

python scripts/lowest_versions.py >lowest.txt
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"
_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(\[[\w,-]+\])?"
    r"(>=(?P<lowest>[\w.]+)(,<[\w.]+)?)?"
    r"(;\s*(?P<marker>.+))?"
)  # fmt: skip


def read_project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    return project


def requirements(project: Mapping[str, Any]) -> Iterator[str]:
    """All that the project and its extras need, other than extras of its own."""
    for requirement in chain(project["dependencies"], *project["optional-dependencies"].values()):
        if not requirement.startswith(f"{project['name']}["):
            yield requirement


def lowest(requirement: str) -> str:
    """The constraint that leaves of a requirement only the lowest version it allows."""
    read = _REQUIREMENT.fullmatch(requirement)
    if read is None or read["lowest"] is None:
        raise ValueError(f"{requirement} names no lowest version")
    marker = f" ; {read['marker']}" if read["marker"] else ""
    return f"{read['name']}=={read['lowest']}{marker}"


def main() -> None:
    try:
        print(*map(lowest, requirements(read_project())), sep="\n")
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
