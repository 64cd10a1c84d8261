"""A log that nobody can flood."""

from __future__ import annotations

import logging

from rowdy.interfaces.web.log_limit import LogLimit


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def record(line: int, number: int) -> logging.LogRecord:
    return logging.LogRecord("rowdy", logging.WARNING, "place.py", line, "number %s", (number,), None)


def test_of_one_kind_so_many_are_written_and_the_rest_are_counted() -> None:
    clock = Clock()
    limit = LogLimit(burst=3, refill_seconds=10, clock=clock)
    assert [limit.filter(record(1, i)) for i in range(100)] == [True] * 3 + [False] * 97
    assert limit.filter(record(2, 0)), "another kind"
    clock.now += 10
    written = record(1, 100)
    assert limit.filter(written)
    assert written.getMessage() == "number 100 (and 97 more like it)"
    clock.now += 10
    written = record(1, 101)
    assert limit.filter(written)
    assert written.getMessage() == "number 101"
