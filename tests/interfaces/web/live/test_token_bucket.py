"""A token bucket: as many uses at once as it holds, and then one after the other."""

from __future__ import annotations

import pytest

from rowdy.interfaces.web.live.token_bucket import TokenBucket


def test_a_bucket_is_full_at_first_and_is_refilled_in_time() -> None:
    bucket = TokenBucket(capacity=40, refill_seconds=0.1)
    now = 123_456.7
    assert [bucket.take(now) for _ in range(40)] == [0.0] * 40
    assert bucket.take(now) == pytest.approx(0.1)
    assert bucket.take(now + 0.04) == pytest.approx(0.06)
    assert bucket.take(now + 0.11) == 0
    assert not bucket.full(now + 0.11)
    assert bucket.full(now + 5)
    assert [bucket.take(now + 500) for _ in range(41)][-2:] == [0, pytest.approx(0.1)]
