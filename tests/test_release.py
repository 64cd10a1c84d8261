"""The release script, as far as it can be tried without building anything."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from scripts import release

CHANGES = "# Changelog\n\n## Unreleased\n\n- One thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n"


def test_what_was_unreleased_gets_its_version() -> None:
    told = release.named("0.2.0", CHANGES, "2026-12-24")
    assert "## Unreleased\n\n## 0.2.0 (2026-12-24)\n\n- One thing.\n\n## 0.1.0" in told


def test_nothing_is_released_twice_nor_without_a_change() -> None:
    with pytest.raises(release.ReleaseError, match="already"):
        release.named("0.1.0", CHANGES, "2026-12-24")
    with pytest.raises(release.ReleaseError, match="nothing"):
        release.named("0.2.0", CHANGES.replace("- One thing.\n", ""), "2026-12-24")


def test_the_projects_own_changelog_can_be_named() -> None:
    assert "## 99.0.0 (2026-12-24)" in release.named("99.0.0", release.CHANGELOG.read_text("utf-8"), "2026-12-24")


def test_wheels_that_differ_in_a_byte_are_told_apart(tmp_path: Path) -> None:
    for name, text in (("a", "x"), ("b", "x"), ("c", "y")):
        with zipfile.ZipFile(tmp_path / f"{name}.whl", "w") as archive:
            archive.writestr("rowdy/file", text)
    a, b, c = (release.contents(tmp_path / f"{name}.whl") for name in "abc")
    assert a == b
    assert a != c
