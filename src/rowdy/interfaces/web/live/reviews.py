"""Reviews of finished games, judged move by move, with the lowest urgency of all questions to the bot pool."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from rowdy.interfaces.phrases import plain_text
from rowdy.interfaces.web.live.bot_play import Spawn
from rowdy.interfaces.web.live.threads import InThread
from rowdy.interfaces.web.store.database import STORE_FAULTS
from rowdy.play.bots.fair_queue import Asker
from rowdy.play.bots.pool import BotPool
from rowdy.play.review import Decision, decisions, judgeable
from rowdy.play.reviewed import Method, ReviewedMove, method_of
from rowdy.rules.game import GameError, InvalidSetup, Seat
from rowdy.rules.guest_games import FAULTS
from rowdy.rules.record import Record

MAX_REMEMBERED = 200
"""The most reviews that are kept in memory, unless more are under way."""
MAX_UNDER_WAY = 40
"""The most reviews under way at once on a server."""
MAX_UNDER_WAY_EACH = 4
"""The most reviews under way for one address."""
RETRY_SECONDS = 10
"""How long a page should wait before it asks again, if too many reviews are under way, in seconds."""

logger = logging.getLogger(__name__)

ReviewKey: TypeAlias = tuple[str, int | str]
"""What is reviewed: a table and the number of a round, or an empty text and the digest of a record."""
ReviewState: TypeAlias = Literal["running", "stopped", "done", "failed"]


class StoredReview(Struct, frozen=True):
    """A review as it is stored with its table."""

    method: Method
    simulations: int
    moves: tuple[ReviewedMove, ...]


_STORED = msgspec.json.Decoder(StoredReview)
_ENCODER = msgspec.json.Encoder(enc_hook=plain_text)


class ReviewStore(Protocol):
    """What reviews need of the store of tables."""

    def review(self, table_id: str, round: int) -> bytes | None: ...

    def keep_review(self, table_id: str, round: int, body: bytes) -> None: ...


@dataclass(eq=False)
class Review:
    """The review of one game, as far as it has come."""

    key: ReviewKey
    record: Record
    visitor: str
    seats: tuple[Seat, ...]
    todo: list[Decision]
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    """The id by which a page asks for the review; nobody can guess it."""
    moves: list[ReviewedMove] = field(default_factory=list)
    method: Method = "exact"
    simulations: int = 0
    state: ReviewState = "running"
    task: asyncio.Task[None] | None = None

    @property
    def total(self) -> int:
        return len(self.todo)


class Reviews:
    """All reviews of a server."""

    def __init__(
        self,
        thinkers: BotPool,
        store: ReviewStore,
        spawn: Spawn,
        in_thread: InThread,
        max_remembered: int = MAX_REMEMBERED,
    ) -> None:
        self._thinkers = thinkers
        self._store = store
        self._spawn = spawn
        self._in_thread = in_thread
        self._max_remembered = max_remembered
        self._known: OrderedDict[str, Review] = OrderedDict()

    async def begin(self, key: ReviewKey, record: Record, visitor: str) -> Review:
        """Returns the review of a game: an existing one, or a new one, which begins at once.

        One that was stopped goes on. Raises `GameError` if no moves can be judged, or too many reviews are under way.
        """
        found = next((one for one in self._known.values() if one.key == key), None)
        if found is None:
            found = await self._new(key, record, visitor)
        if found.state in ("stopped", "failed"):
            self._start(found)
        return found

    def find(self, id: str) -> Review:
        """Returns the review with this id; `GameError` if there is none."""
        if id not in self._known:
            raise GameError("no-review")
        self._known.move_to_end(id)
        return self._known[id]

    def stop(self, id: str) -> Review:
        """Stops a review; what was judged until then stays."""
        review = self.find(id)
        if review.state == "running":
            review.state = "stopped"
            if review.task:
                review.task.cancel()
        return review

    async def _new(self, key: ReviewKey, record: Record, visitor: str) -> Review:
        seats = judgeable(record)
        if not seats:
            raise InvalidSetup("review-nobody")
        todo = await self._in_thread(decisions, record, seats)
        review = Review(key, record, visitor, seats, todo, state="stopped")
        review.method, review.simulations = method_of(record.game)
        if kept := await self._kept(key):
            review.moves = list(kept.moves)
            review.method, review.simulations, review.state = kept.method, kept.simulations, "done"
        self._remember(review)
        return review

    def _remember(self, review: Review) -> None:
        self._known[review.id] = review
        for id, other in list(self._known.items()):
            if len(self._known) <= self._max_remembered:
                return
            if other.state != "running":
                del self._known[id]

    def _start(self, review: Review) -> None:
        running = [one for one in self._known.values() if one.state == "running"]
        mine = sum(one.visitor == review.visitor for one in running)
        if len(running) >= MAX_UNDER_WAY or mine >= MAX_UNDER_WAY_EACH:
            raise GameError("too-busy", seconds=RETRY_SECONDS)
        review.state = "running"
        review.task = self._spawn(self._judge(review))

    async def _judge(self, review: Review) -> None:
        asker = Asker(review.visitor, f"review {review.id}")
        try:
            for decision in review.todo[len(review.moves) :]:
                review.moves.append(await self._thinkers.judge(review.record.game, decision, asker))
        except FAULTS as error:
            logger.error("a review of %s has failed: %s", review.record.game.edition.game, type(error).__name__)
            review.state = "failed"
            return
        review.state = "done"
        await self._keep(review)

    # Storing

    async def _kept(self, key: ReviewKey) -> StoredReview | None:
        table_id, round = key
        if not isinstance(round, int):
            return None
        try:
            body = await self._in_thread(self._store.review, table_id, round)
        except STORE_FAULTS:
            return None
        return _STORED.decode(body) if body else None

    async def _keep(self, review: Review) -> None:
        table_id, round = review.key
        if not isinstance(round, int):
            return
        body = _ENCODER.encode(StoredReview(review.method, review.simulations, tuple(review.moves)))
        try:
            await self._in_thread(self._store.keep_review, table_id, round, body)
        except STORE_FAULTS as error:
            logger.warning("a review could not be kept: %s", type(error).__name__)
