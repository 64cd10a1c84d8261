"""Matches on a Ray cluster, with the same results as on this machine: each has its own seed, wherever it is played."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace

from rowdy.play.arena.match import Match, Result, play_match
from rowdy.play.ray_cluster import RayCluster


def run_on(cluster: RayCluster, game_id: str, matches: Iterable[Match]) -> Generator[Result, None, None]:
    """Yields the results as they arrive, each with the digest of the code that played it."""
    with closing(cluster.run(play_match, matches, game_id)) as played:
        for done in played:
            yield replace(done.result, code=done.code)
