"""Builds a release, tries what was built, and writes its section of the changelog. Publishes nothing.

    python scripts/release.py                   builds into dist/, checks and tries it with every Python that is found
    python scripts/release.py --quick           the same without playing games from it
    python scripts/release.py --version 1.0.0   and then names the version and its section of CHANGELOG.md

What is tried: the metadata (twine), that the sdist builds the very wheel that the tree builds, and that the wheel works
in fresh environments made by pip, by `uv tool` and by pipx.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
VERSION_FILE = ROOT / "src" / "rowdy" / "version.py"
CHANGELOG = ROOT / "CHANGELOG.md"
PYTHONS = tuple(f"python3.{minor}" for minor in range(11, 16))
UNRELEASED = "## Unreleased\n"
_VERSION = re.compile(r"\d+\.\d+\.\d+")


class ReleaseError(Exception):
    """What stands against a release."""


def say(text: str) -> None:
    print(f"== {text}", flush=True)


def run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    print(" ".join(map(str, command)), flush=True)
    subprocess.run(list(map(str, command)), cwd=ROOT, check=True, env=env)


def make_venv(folder: Path, python: str, *packages: str | Path) -> Path:
    """Returns the Python of a fresh environment with these packages."""
    run(python, "-m", "venv", folder)
    found = folder / "bin" / "python"
    run(found, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)
    return found


def contents(wheel: Path) -> dict[str, int]:
    """The files of a wheel with their checksums."""
    with zipfile.ZipFile(wheel) as archive:
        return {one.filename: one.CRC for one in archive.infolist()}


def build(tools: Path, work: Path) -> Path:
    """Builds sdist and wheel into dist/ and returns the wheel; the wheel of the sdist must be that of the tree."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(tools, "-m", "build", "--outdir", DIST)  # the wheel from the sdist
    run(tools, "-m", "build", "--wheel", "--outdir", work)
    (wheel,), (other,) = DIST.glob("*.whl"), work.glob("*.whl")
    if contents(wheel) != contents(other):
        differing = sorted(set(contents(wheel).items()) ^ set(contents(other).items()))
        raise ReleaseError(f"the sdist builds another wheel than the tree: {differing[:5]}")
    run(tools, "-m", "twine", "check", "--strict", *DIST.iterdir())
    return wheel


def pythons() -> Iterator[str]:
    """The Pythons on the PATH that can be used, and start: a launcher may name one that is not installed."""
    for name in PYTHONS:
        if shutil.which(name) and not subprocess.run([name, "--version"], capture_output=True).returncode:
            yield name


def try_installers(tools: Path, wheel: Path, work: Path) -> None:
    """Installs the wheel as a tool, by uv and by pipx, in homes of their own, and runs it."""
    bin_folder = work / "bin"
    homes = {name: str(work / name.lower()) for name in ("UV_TOOL_DIR", "PIPX_HOME")}
    env = {**os.environ, **homes, "UV_TOOL_BIN_DIR": str(bin_folder), "PIPX_BIN_DIR": str(bin_folder)}
    for installer in (("uv", "tool", "install", "--quiet"), ("pipx", "install", "--quiet")):
        run(tools, "-m", *installer, "--python", sys.executable, wheel, env=env)
        run(bin_folder / "rowdy", "--version", env=env)
        run(tools, "-m", *installer[:-2], "uninstall", "rowdy", env=env)


def named(version: str, changelog: str, day: str) -> str:
    """The changelog with what was unreleased under this version."""
    if f"\n## {version}" in changelog:
        raise ReleaseError(f"{version} stands in the changelog already")
    _, found, rest = changelog.partition(UNRELEASED)
    if not found or not rest.strip().startswith("-"):
        raise ReleaseError("the changelog has nothing under Unreleased")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n## {version} ({day})\n", 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="play no games from what was built")
    parser.add_argument("--version", help="name the version and its section of the changelog, when all was tried")
    args = parser.parse_args()
    if args.version and not _VERSION.fullmatch(args.version):
        parser.error(f"{args.version} is no version such as 1.0.0")
    try:
        if args.version:
            changelog = named(args.version, CHANGELOG.read_text("utf-8"), datetime.now(UTC).date().isoformat())
            VERSION_FILE.write_text(_VERSION.sub(args.version, VERSION_FILE.read_text("utf-8"), count=1), "utf-8")
        with TemporaryDirectory() as folder:
            work = Path(folder)
            tools = make_venv(work / "tools", sys.executable, "build", "twine", "uv", "pipx")
            say("building")
            wheel = build(tools, work)
            say("as a tool, by uv and pipx")
            try_installers(tools, wheel, work)
            for name in pythons():
                say(f"with {name}")
                python = make_venv(work / name, name, wheel)
                run(python.with_name("rowdy"), "games")
                if not args.quick:
                    run(python, ROOT / "scripts" / "smoke.py")
        if args.version:
            CHANGELOG.write_text(changelog, "utf-8")
    except (ReleaseError, subprocess.CalledProcessError) as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    say(f"built and tried: {', '.join(sorted(path.name for path in DIST.iterdir()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
