"""A real Ray cluster of two nodes on this machine: complete with one killed, equal to local play, and our code."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import rowdy
from rowdy.play.arena.arena import Contest
from rowdy.play.arena.code import code_digest
from rowdy.play.arena.match import Result
from rowdy.play.arena.workers import run_matches
from rowdy.rules.flip import FlipGame, Sizes
from rowdy.search.tablebase import solve_one, variants

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[2]
GAMES = 60
WAIT_SECONDS = 240
SECRET = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_USAGE_STATS_ENABLED": "0"}
HERE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Without it Ray takes 127.0.0.1 for the machine's address in its network, and listens to everybody."""


@pytest.fixture(autouse=True, scope="module")
def _ray() -> None:
    if find_spec("ray") is None:
        pytest.skip('RAY IS NOT INSTALLED: no cluster was tried (pip install "rowdy[ray]")')


class Cluster:
    """A cluster of this machine alone, to which a second node can come."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "tests.play.ray_nodes"]
        environment = {**os.environ, **SECRET, **HERE, "RAY_TMPDIR": str(folder)}
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        self.address = self._hear()

    def join(self, path: str = "") -> None:
        """Starts the second node, which finds packages at this path first."""
        self._tell(f"join {path}")

    def kill(self) -> None:
        """As if its plug was pulled."""
        self._tell("kill")

    def end(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait(WAIT_SECONDS)
        self.process.stdout.close()

    def _tell(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        assert self._hear() == "done"

    def _hear(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline().strip()
        assert line, "the cluster has ended"
        return line


@pytest.fixture(scope="module")
def cluster(_ray: None) -> Iterator[Cluster]:
    with TemporaryDirectory(prefix="ray-", dir="/tmp") as folder:  # the path of a socket in it must be short
        cluster = Cluster(Path(folder))
        try:
            yield cluster
        finally:
            cluster.end()


def command(home: Path, *arguments: str) -> subprocess.Popen[str]:
    run = "import sys; from rowdy.interfaces.cli.main import main; sys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", run, *arguments],
        env={**os.environ, **SECRET, **HERE, "ROWDY_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def results(log: Path) -> list[dict[str, Any]]:
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    return [found for line in lines if "match" in (found := json.loads(line))]


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_an_arena_is_complete_and_equal_with_a_node_killed_on_the_way(cluster: Cluster, tmp_path: Path) -> None:
    log = tmp_path / "arena.jsonl"
    cluster.join()
    arguments = ["--games", str(GAMES), "--log", str(log), "--json", "--ray", cluster.address]
    running = command(tmp_path, "arena", "rubik", "easy", "greedy", *arguments)
    until = time.monotonic() + WAIT_SECONDS
    while len(results(log)) < 6:
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)
    cluster.kill()
    before = len(results(log))
    out, err = running.communicate(timeout=WAIT_SECONDS)
    assert running.returncode == 0, err
    assert before < GAMES, "it was killed on the way"
    contest = Contest.of(rowdy.game("rubik"), ("easy", "greedy"))
    local = list(run_matches(match for number in range(1, GAMES // 2 + 1) for match in contest.round(number)))
    found = {(result := Result.from_json(line)).match: result for line in results(log)}
    assert len(results(log)) == len(found) == GAMES, "each match once"
    assert [found[result.match] for result in local] == local
    assert {line["code"] for line in results(log)} == {code_digest("rubik")}
    assert out.startswith("{"), out[:1500]
    assert json.loads(out)["games"] == GAMES


def test_a_node_with_other_code_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    other, log = tmp_path / "other", tmp_path / "arena.jsonl"
    shutil.copytree(Path(rowdy.__file__).parent, other / "rowdy", ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "rowdy/rules/flip.py").open("a") as file:
        file.write("\n# not the same\n")
    cluster.join(str(other))
    arguments = ["--games", "20", "--log", str(log), "--json", "--ray", cluster.address]
    running = command(tmp_path, "arena", "xoxo2", "greedy", "random", *arguments)
    _, err = running.communicate(timeout=WAIT_SECONDS)
    cluster.kill()
    assert running.returncode == 0, err
    assert re.search(r"node 127\.0\.0\.1 is not used: it has other code \([0-9a-f]{12}\)", err)
    assert code_digest("xoxo2") not in err
    assert {line["code"] for line in results(log)} == {code_digest("xoxo2")}
    assert len(results(log)) == 20


def test_puzzles_are_those_of_this_machine_with_a_node_killed_on_the_way(cluster: Cluster, tmp_path: Path) -> None:
    games, homes = 12, (tmp_path / "ray", tmp_path / "local")
    journals = [home / "puzzles" / "xoxo-1.jsonl" for home in homes]
    arguments = ["puzzles", "make", "xoxo", "--games", str(games)]
    cluster.join()
    running = command(homes[0], *arguments, "--ray", cluster.address)
    until = time.monotonic() + WAIT_SECONDS
    while (done := lines(journals[0])) < 3:  # the header, and two games
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)
    cluster.kill()
    assert done <= games, "it was killed on the way"
    for run in (running, command(homes[1], *arguments)):
        _, err = run.communicate(timeout=WAIT_SECONDS)
        assert run.returncode == 0, err
    there, here = (journal.read_text("utf-8") for journal in journals)
    assert there == here, "game by game, with the digest of the code"
    assert there.count(f'"code": "{code_digest("xoxo")}"') == games
    assert '"found": [[' in there


def test_a_study_is_that_of_this_machine(cluster: Cluster, tmp_path: Path) -> None:
    arguments = ["study", "rubik", "--rulings", "--bot", "greedy", "--games", "12", "--json"]
    there, here = (
        command(tmp_path / "ray", *arguments, "--ray", cluster.address),
        command(tmp_path / "local", *arguments),
    )
    found = []
    for run in (there, here):
        out, err = run.communicate(timeout=WAIT_SECONDS)
        assert run.returncode == 0, err
        found.append(json.loads(out))
    assert found[0] == found[1], "figure by figure, with the digest of the code"
    assert {setting["figures"]["games"] for setting in found[0]["settings"]} == {12}


def test_where_there_is_no_cluster_that_is_said(tmp_path: Path) -> None:
    running = command(tmp_path, "arena", "rubik", "greedy", "random", "--games", "2", "--ray", "127.0.0.1:1")
    _, err = running.communicate(timeout=WAIT_SECONDS)
    assert running.returncode != 0
    assert "There is no Ray cluster at 127.0.0.1:1" in err
    assert "Traceback" not in err


SOLVE = """
import sys
from pathlib import Path
import rowdy
from rowdy.interfaces.cli.commands.solve import solve_on_ray
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.rules.flip import FlipGame, Sizes
from rowdy.search.tablebase import variants
rubik = rowdy.game("rubik")
tiny = FlipGame(rubik.edition, rubik.rulings, Sizes(3, 3, 3, 2))
sys.exit(solve_on_ray(Screen(Words("en"), plain=True), variants(tiny), Path(sys.argv[1]), sys.argv[2]))
"""
"""Solves a small game for every ruling."""


def test_every_ruling_is_solved_as_on_this_machine(cluster: Cluster, tmp_path: Path) -> None:
    rubik = rowdy.game("rubik")
    tiny = FlipGame(rubik.edition, rubik.rulings, Sizes(3, 3, 3, 2))
    for game in variants(tiny):
        solve_one((game, str(tmp_path / "local")))
    environment = {**os.environ, **SECRET, **HERE, "ROWDY_HOME": str(tmp_path)}
    run = [sys.executable, "-c", SOLVE, str(tmp_path / "ray"), cluster.address]
    solved = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=WAIT_SECONDS, check=False)
    assert solved.returncode == 0, solved.stderr
    assert solved.stdout.count(code_digest("rubik")) == len(variants(tiny)) == 4
    local, there = (
        {p.relative_to(f): p.read_bytes() for p in f.rglob("*.rowdy")} for f in (tmp_path / "local", tmp_path / "ray")
    )
    assert local == there
    assert len(local) == 4 * 5
