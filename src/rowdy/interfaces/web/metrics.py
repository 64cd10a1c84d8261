"""The counters of a server for Prometheus, at their own address: nothing about people or games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from rowdy.interfaces.web.live.counters import COMMIT_BOUNDS
from rowdy.interfaces.web.live.lobby import Lobby
from rowdy.interfaces.web.settings import MAX_PORT
from rowdy.rules.game import InvalidSetup

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric


class MetricsAddress(NamedTuple):
    host: str
    port: int


def read_address(text: str) -> MetricsAddress:
    """Returns the address for the metrics, from a port of this machine or ADDRESS:PORT."""
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdecimal() or not int(port) <= MAX_PORT:
        raise InvalidSetup("metrics-address", text=text)
    return MetricsAddress(host.strip("[]") or "127.0.0.1", int(port))


class ServerCollector:
    """Reads the counters of a server when Prometheus asks."""

    def __init__(self, lobby: Lobby, connections: Callable[[], int]) -> None:
        self._lobby = lobby
        self._connections = connections

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        lobby, counters = self._lobby, self._lobby.counters
        yield GaugeMetricFamily("rowdy_tables", "Tables in memory: in use, or a moment ago.", len(lobby.rooms))
        yield GaugeMetricFamily("rowdy_connections", "Open connections, of any kind.", self._connections())
        yield GaugeMetricFamily(
            "rowdy_thinking", "Questions that bots, hints or the like wait for.", lobby.thinkers.waiting
        )
        yield CounterMetricFamily("rowdy_moves", "Moves of people and bots that are on disk.", counters.moves)
        refusals = CounterMetricFamily("rowdy_refusals", "Commands that were refused, by code.", labels=["code"])
        for code, count in sorted(dict(counters.refusals).items()):
            refusals.add_metric([code], count)
        yield refusals
        answers = CounterMetricFamily("rowdy_http_answers", "Requests answered, by status.", labels=["status"])
        for status, count in sorted(dict(counters.answers).items()):
            answers.add_metric([str(status)], count)
        yield answers
        sums = list(accumulate(counters.commits))
        bounds = [*map(str, COMMIT_BOUNDS), "+Inf"]
        yield HistogramMetricFamily(
            "rowdy_commit_seconds",
            "How long it took to store what waited.",
            buckets=list(zip(bounds, sums, strict=True)),
            sum_value=counters.commit_seconds,
        )


@contextmanager
def serving_metrics(address: MetricsAddress, lobby: Lobby, connections: Callable[[], int]) -> Iterator[int]:
    """A context in which a thread serves the metrics; yields the port. Raises `InvalidSetup` if it cannot be used."""
    try:
        from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
    except ImportError:
        raise InvalidSetup("metrics-missing") from None
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(ServerCollector(lobby, connections))
    try:
        server, thread = start_http_server(address.port, address.host, registry)
    except OSError as error:
        place = f"{address.host}:{address.port}"
        raise InvalidSetup("metrics-unreachable", place=place, reason=error.strerror or str(error)) from None
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
