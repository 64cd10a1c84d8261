"""A token bucket: a burst of uses at once, then one more after each refill time."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class TokenBucket:
    """Holds up to `capacity` tokens, at first all of them, and gets one back every `refill_seconds`."""

    capacity: float
    refill_seconds: float
    _tokens: float = field(init=False)
    _refilled_at: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._tokens = self.capacity

    def take(self, now: float, tokens: float = 1) -> float:
        """Takes tokens and returns 0, or takes none and returns the seconds until there are enough."""
        self._refill(now)
        if self._tokens < tokens:
            return (tokens - self._tokens) * self.refill_seconds
        self._tokens -= tokens
        return 0.0

    def full(self, now: float, share: float = 1.0) -> bool:
        """True if at least this share of the tokens is there."""
        self._refill(now)
        return self._tokens >= share * self.capacity

    def _refill(self, now: float) -> None:
        self._tokens = min(self.capacity, self._tokens + (now - self._refilled_at) / self.refill_seconds)
        self._refilled_at = now
