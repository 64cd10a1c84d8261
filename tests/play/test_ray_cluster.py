"""How work is shared out on a cluster, with a Ray that is made up: nodes of other code, lost pieces, errors."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from rowdy.play.arena.code import code_digest
from rowdy.play.ray_cluster import MAX_ATTEMPTS, DonePiece, RayCluster, work_piece
from rowdy.rules.game import GameError, InvalidSetup


class RayError(Exception):
    pass


class RayTaskError(RayError):
    pass


class FakeRay:
    """Runs each piece when it is asked for; `run` can do something else on a node."""

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self, nodes: list[str], run: Callable[..., Any]) -> None:
        self.alive = dict.fromkeys(nodes, True)
        self.run = run
        self.begun: list[str] = []

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {"NodeID": node, "Alive": alive, "NodeManagerAddress": f"at-{node}", "Resources": {"CPU": 2.0}}
            for node, alive in self.alive.items()
        ]

    def remote(self, **options: Any) -> Callable[..., Any]:
        def options_of(scheduling_strategy: Any) -> Any:
            def begin(*piece: Any) -> Any:
                self.begun.append(scheduling_strategy.node_id)
                return scheduling_strategy.node_id, len(self.begun), *piece

            return SimpleNamespace(remote=begin)

        return lambda work: SimpleNamespace(options=options_of)

    def wait(self, refs: list[Any], num_returns: int, timeout: float) -> tuple[list[Any], list[Any]]:
        return refs[-1:], refs[:-1]

    def get(self, ref: Any) -> Any:
        node, _, *piece = ref
        return self.run(self, node, *piece)

    def cancel(self, ref: Any, force: bool) -> None:
        pass


def double(number: int) -> int:
    return 2 * number


def fail(number: int) -> int:
    raise GameError("bot-illegal", bot="x", seat=1, seed="1", move="y")


def as_it_is(ray: FakeRay, node: str, *piece: Any) -> Any:
    return work_piece(*piece)


@pytest.fixture(autouse=True)
def _pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    strategies = SimpleNamespace(NodeAffinitySchedulingStrategy=lambda node_id, soft: SimpleNamespace(node_id=node_id))
    monkeypatch.setitem(sys.modules, "ray.util.scheduling_strategies", strategies)


def done(
    ray: FakeRay, work: Callable[[int], int], count: int, told: list[Any] | None = None
) -> list[DonePiece[int, int]]:
    cluster = RayCluster.__new__(RayCluster)
    cluster._ray = ray
    cluster._refused = lambda node, code: told.append((node, code)) if told is not None else None
    return list(cluster.run(work, range(1, count + 1), "rubik"))


def test_every_piece_is_done_once_and_says_by_which_code() -> None:
    found = done(FakeRay(["a", "b"], as_it_is), double, 9)
    assert {one.item: one.result for one in found} == {number: 2 * number for number in range(1, 10)}
    assert len(found) == 9
    assert {one.code for one in found} == {code_digest("rubik")}


def test_a_node_with_other_code_or_none_gets_no_work() -> None:
    def run(ray: FakeRay, node: str, *piece: Any) -> Any:
        if node == "old":
            return "0123456789ab", b""
        if node == "bare":
            raise RayTaskError("trace\nModuleNotFoundError: No module named 'rowdy'")
        return work_piece(*piece)

    ray, told = FakeRay(["old", "bare", "good"], run), list[Any]()
    assert len(done(ray, double, 9, told)) == 9
    assert sorted(told) == [
        ("at-bare", "ModuleNotFoundError: No module named 'rowdy'"),
        ("at-old", "0123456789ab"),
    ]
    assert (ray.begun.count("old"), ray.begun.count("bare")) == (1, 1)


def test_where_no_node_has_the_code_that_is_said() -> None:
    with pytest.raises(GameError) as refused:
        done(FakeRay(["old"], lambda ray, node, *piece: ("0123456789ab", b"")), double, 3)
    assert refused.value.code == "ray-no-node"


def test_what_a_dying_node_had_is_done_elsewhere() -> None:
    def run(ray: FakeRay, node: str, *piece: Any) -> Any:
        if node == "frail" and piece[0]:
            ray.alive["frail"] = False
            raise RayError("the node died")
        return work_piece(*piece)

    found = done(FakeRay(["frail", "firm"], run), double, 9)
    assert sorted(one.item for one in found) == list(range(1, 10))


def test_a_piece_that_kills_its_process_every_time_is_given_up() -> None:
    def run(ray: FakeRay, node: str, *piece: Any) -> Any:
        if piece[0]:
            raise RayError("the process died")
        return work_piece(*piece)

    ray = FakeRay(["a"], run)
    with pytest.raises(GameError) as lost:
        done(ray, double, 1)
    assert lost.value.code == "ray-lost"
    assert len(ray.begun) == 1 + MAX_ATTEMPTS


def test_the_error_of_a_piece_is_raised_here() -> None:
    with pytest.raises(GameError) as failed:
        done(FakeRay(["a"], as_it_is), fail, 3)
    assert failed.value.code == "bot-illegal"


def test_without_ray_that_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InvalidSetup) as missing:
        RayCluster("127.0.0.1:6379")
    assert missing.value.code == "ray-missing"
