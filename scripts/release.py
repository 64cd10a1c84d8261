"""Builds a release, tries what was built, and writes its section of the changelog. Publishes nothing.

    python scripts/release.py                   builds into dist/, checks and tries it with every Python that is found
    python scripts/release.py --quick           the same without playing games from it
    python scripts/release.py --version 1.0.0   the same, after naming the version and its section of CHANGELOG.md

What is tried: the metadata (twine), that the sdist lacks nothing that git knows and builds the very wheel that the tree
builds, and that the wheel works in fresh environments made by pip (with its extras), `uv tool install`, `uvx` and pipx,
on every Python. A version is named before anything is built, and taken back if anything fails.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
VERSION_FILE = ROOT / "src" / "rowdy" / "version.py"
CHANGELOG = ROOT / "CHANGELOG.md"
PROJECT_FILE = ROOT / "pyproject.toml"
PYTHONS = tuple(f"python3.{minor}" for minor in range(11, 16))
UNRELEASED = "## Unreleased\n"
BETA, STABLE = "Development Status :: 4 - Beta", "Development Status :: 5 - Production/Stable"
NOT_IN_SDIST = {".ci/run", ".editorconfig"}
"""What git knows and only whoever works on the project needs."""
EXTRAS = {"gif": "resvg_py", "metrics": "prometheus_client", "plot": "matplotlib", "postgres": "psycopg"}
"""The extras that are tried, with a module that each brings. Ray is left out: it is large, and not for every Python."""
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""Without PYTHONPATH, by which the tree could stand in for what was built from it."""
_VERSION = re.compile(r"\d+\.\d+\.\d+")


class ReleaseError(Exception):
    """What stands against a release."""


def say(text: str) -> None:
    print(f"== {text}", flush=True)


def run(*command: str | Path, env: Mapping[str, str] = ENVIRONMENT) -> None:
    print(" ".join(map(str, command)), flush=True)
    subprocess.run(list(map(str, command)), cwd=ROOT, check=True, env=env)


def output(*command: str | Path, env: Mapping[str, str] = ENVIRONMENT) -> str:
    """What a command prints, without the blanks around it."""
    print(" ".join(map(str, command)), flush=True)
    done = subprocess.run(list(map(str, command)), cwd=ROOT, check=True, env=env, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


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


def missing(sdist: Path) -> set[str]:
    """The files that git knows and the sdist lacks."""
    with tarfile.open(sdist) as archive:
        packed = {one.name.partition("/")[2] for one in archive.getmembers()}
    return set(output("git", "ls-files", "-z").strip("\0").split("\0")) - packed - NOT_IN_SDIST


def build(tools: Path, work: Path) -> Path:
    """Builds sdist and wheel into dist/ and returns the wheel; the wheel of the sdist must be that of the tree."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(tools, "-m", "build", "--outdir", DIST)  # the wheel from the sdist
    run(tools, "-m", "build", "--wheel", "--outdir", work)
    (wheel,), (other,), (sdist,) = DIST.glob("*.whl"), work.glob("*.whl"), DIST.glob("*.tar.gz")
    if contents(wheel) != contents(other):
        differing = sorted(set(contents(wheel).items()) ^ set(contents(other).items()))
        raise ReleaseError(f"the sdist builds another wheel than the tree: {differing[:5]}")
    if lacking := missing(sdist):
        raise ReleaseError(f"the sdist lacks {', '.join(sorted(lacking))}")
    run(tools, "-m", "twine", "check", "--strict", *DIST.iterdir())
    return wheel


def pythons() -> Iterator[tuple[str, str]]:
    """The Pythons that can be used, by name and path: on the PATH, or else of pyenv, whose shims may hide them."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for name in PYTHONS:
        for path in filter(None, (shutil.which(name), *map(str, sorted(pyenv.glob(f"*/bin/{name}"))))):
            if not subprocess.run([path, "-c", "import venv, ensurepip"], capture_output=True).returncode:
                yield name, path
                break


def try_command(version: str, *command: str | Path, env: Mapping[str, str]) -> None:
    """Runs an installed `rowdy`, which must be of this version and know its games."""
    if (found := output(*command, "--version", env=env)) != f"rowdy {version}":
        raise ReleaseError(f"{command[0]} is {found}, not rowdy {version}")
    run(*command, "games", env=env)


def try_installers(tools: Path, python: str, wheel: Path, work: Path) -> None:
    """Runs the wheel by `uvx`, and installs it as a tool, by uv and by pipx, all in homes of their own."""
    version, bin_folder = wheel.name.split("-")[1], work / "bin"
    homes = ("UV_TOOL_DIR", "UV_CACHE_DIR", "PIPX_HOME", "PIPX_MAN_DIR")
    env = {
        **ENVIRONMENT,
        **{name: str(work / name.lower()) for name in homes},
        "UV_TOOL_BIN_DIR": str(bin_folder),
        "PIPX_BIN_DIR": str(bin_folder),
        "UV_PYTHON_DOWNLOADS": "never",
    }
    uv = (tools, "-m", "uv", "tool")
    try_command(version, *uv, "run", "--quiet", "--python", python, "--from", wheel, "rowdy", env=env)  # which uvx is
    for installer in (uv, (tools, "-m", "pipx")):
        run(*installer, "install", "--quiet", "--python", python, wheel, env=env)
        try_command(version, bin_folder / "rowdy", env=env)
        run(*installer, "uninstall", "rowdy", env=env)


def try_pip(name: str, path: str, wheel: Path, work: Path, *, quick: bool, slow: float) -> None:
    """Installs the wheel by pip and, unless it is to be quick, plays games from it and adds its extras."""
    python = make_venv(work / name, path, wheel)
    try_command(wheel.name.split("-")[1], python.with_name("rowdy"), env=ENVIRONMENT)
    if not quick:
        run(python, ROOT / "scripts" / "smoke.py", "--slow", str(slow))
        run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", f"{wheel}[{','.join(EXTRAS)}]")
        run(python, "-c", f"import {', '.join(EXTRAS.values())}")


def unreleased(changelog: str) -> str:
    """What stands in the changelog and belongs to no version yet."""
    return changelog.partition(UNRELEASED)[2].partition("\n## ")[0].strip()


def named(version: str, changelog: str, day: str) -> str:
    """The changelog with what was unreleased under this version."""
    if f"\n## {version}" in changelog:
        raise ReleaseError(f"{version} stands in the changelog already")
    if not unreleased(changelog):
        raise ReleaseError("the changelog has nothing under Unreleased")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n## {version} ({day})\n", 1)


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def new_texts(version: str) -> dict[Path, str]:
    """The files that name a version, with this one in them."""
    source, project = VERSION_FILE.read_text("utf-8"), PROJECT_FILE.read_text("utf-8")
    current = _VERSION.search(source)
    if current is None or numbers(version) <= numbers(current[0]):
        raise ReleaseError(f"{version} is not above {current and current[0]}")
    day = datetime.now(UTC).date().isoformat()
    return {
        VERSION_FILE: _VERSION.sub(version, source, count=1),
        PROJECT_FILE: project.replace(BETA, STABLE) if numbers(version) >= (1, 0, 0) else project,
        CHANGELOG: named(version, CHANGELOG.read_text("utf-8"), day),
    }


@contextmanager
def naming(version: str | None) -> Iterator[None]:
    """Names the version, if one is given, in a tree without other changes; takes that back if what follows fails."""
    texts = new_texts(version) if version else {}
    if texts and output("git", "status", "--porcelain"):
        raise ReleaseError("the tree has changes that are not committed")
    before = {path: path.read_text("utf-8") for path in texts}
    try:
        for path, text in texts.items():
            path.write_text(text, "utf-8")
        yield
    except BaseException:
        for path, text in before.items():
            path.write_text(text, "utf-8")
        raise


def try_everything(*, quick: bool, slow: float) -> None:
    """Builds, and tries what was built."""
    with TemporaryDirectory() as folder:
        work = Path(folder)
        tools = make_venv(work / "tools", sys.executable, "build", "twine", "uv", "pipx")
        say("building")
        wheel = build(tools, work)
        for name, path in pythons():
            say(f"with {name}, by uv and pipx")
            try_installers(tools, path, wheel, work)
            say(f"with {name}, by pip")
            try_pip(name, path, wheel, work, quick=quick, slow=slow)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="play no games from what was built, and add no extras")
    parser.add_argument("--slow", type=float, default=1, help="allow games so many times as long, on a busy machine")
    parser.add_argument("--version", help="name this version and its section of the changelog")
    args = parser.parse_args()
    if args.version and not _VERSION.fullmatch(args.version):
        parser.error(f"{args.version} is no version such as 1.0.0")
    try:
        with naming(args.version):
            try_everything(quick=args.quick, slow=args.slow)
    except (ReleaseError, subprocess.CalledProcessError) as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    say(f"built and tried: {', '.join(sorted(path.name for path in DIST.iterdir()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
