"""The release script, as far as it can be tried without building anything."""

from __future__ import annotations

import io
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

import rowdy
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


def test_the_projects_own_changelog_can_be_named_or_is_that_of_its_version() -> None:
    changelog = release.CHANGELOG.read_text("utf-8")
    if release.unreleased(changelog):
        assert "## 99.0.0 (2026-12-24)" in release.named("99.0.0", changelog, "2026-12-24")
    else:
        _, newest, *_ = re.findall(r"^## (\S+)", changelog, re.MULTILINE)
        assert newest == rowdy.__version__


def test_sections_can_have_headings() -> None:
    grouped = CHANGES.replace("- One thing.", "Words.\n\n### Play\n\n- One thing.")
    assert "## 0.2.0 (2026-12-24)\n\nWords.\n\n### Play" in release.named("0.2.0", grouped, "2026-12-24")


def test_wheels_that_differ_in_a_byte_are_told_apart(tmp_path: Path) -> None:
    for name, text in (("a", "x"), ("b", "x"), ("c", "y")):
        with zipfile.ZipFile(tmp_path / f"{name}.whl", "w") as archive:
            archive.writestr("rowdy/file", text)
    a, b, c = (release.contents(tmp_path / f"{name}.whl") for name in "abc")
    assert a == b
    assert a != c


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of version 0.1.0 with something to release."""
    for name, text in (
        ("VERSION_FILE", '__version__ = "0.1.0"\n'),
        ("PROJECT_FILE", f'"{release.BETA}"\n'),
        ("CHANGELOG", CHANGES),
    ):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        monkeypatch.setattr(release, name, path)
    monkeypatch.setattr(release, "output", lambda *command, **more: "")
    return tmp_path


def texts(project: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in project.iterdir()}


def test_a_version_is_named_everywhere_before_anything_is_built(project: Path) -> None:
    with release.naming("1.0.0"):
        during = texts(project)
    assert during == texts(project)
    assert during["VERSION_FILE"] == '__version__ = "1.0.0"\n'
    assert release.STABLE in during["PROJECT_FILE"]
    assert "\n## 1.0.0 (" in during["CHANGELOG"]


def test_before_1_0_it_stays_a_beta(project: Path) -> None:
    with release.naming("0.2.0"):
        assert release.BETA in texts(project)["PROJECT_FILE"]


def test_a_release_that_fails_leaves_nothing_behind(project: Path) -> None:
    before = texts(project)

    def fail() -> None:
        raise release.ReleaseError("broken")

    with pytest.raises(release.ReleaseError, match="broken"), release.naming("1.0.0"):
        fail()
    assert texts(project) == before


@pytest.mark.parametrize("version", ["0.1.0", "0.0.9"])
def test_a_version_only_ever_rises(project: Path, version: str) -> None:
    with pytest.raises(release.ReleaseError, match=f"{version} is not above 0.1.0"), release.naming(version):
        pass


def test_a_tree_with_other_changes_is_not_released(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "output", lambda *command, **more: " M README.md")
    before = texts(project)
    with pytest.raises(release.ReleaseError, match="not committed"), release.naming("1.0.0"):
        pass
    assert texts(project) == before


def test_what_an_sdist_lacks_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "output", lambda *command, **more: "README.md\0docs/index.md\0.ci/run\0")
    with tarfile.open(tmp_path / "rowdy.tar.gz", "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("rowdy-0.1.0/README.md"), io.BytesIO())
    assert release.missing(tmp_path / "rowdy.tar.gz") == {"docs/index.md"}
