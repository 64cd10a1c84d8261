"""`--ray ADDRESS`: lets commands with much to compute use a Ray cluster."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from rowdy.interfaces.cli.contests import tell
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.words import Words
from rowdy.play.ray_cluster import RayCluster


def add_ray(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument("--ray", metavar="ADDRESS", help=words("help-ray"))


@contextmanager
def ray_cluster_if(screen: Screen, address: str | None, beside: bool) -> Iterator[RayCluster | None]:
    """The cluster at this address, as a context; `None` if no address is given."""
    if address is None:
        yield None
    else:
        with ray_cluster(screen, address, beside) as cluster:
            yield cluster


@contextmanager
def ray_cluster(screen: Screen, address: str, beside: bool) -> Iterator[RayCluster]:
    """The cluster at this address, as a context; each node that is refused is reported once."""
    told = set[tuple[str, str]]()

    def refused(node: str, code: str) -> None:
        if (node, code) not in told:
            told.add((node, code))
            tell(screen, screen.words("ray-refused", node=node, reason=code), beside)

    with RayCluster(address, refused) as cluster:
        yield cluster
