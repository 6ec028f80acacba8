"""How many calls may run at once, and how many may start in a minute.

Engines that use the same allowance share one `CallLimits`, which serves calls in the order they arrive. It belongs to
one thread, but not to one event loop: it keeps nothing of a loop that has ended. A permit covers the call itself: an
engine that reports the end of its response (`call_is_over`) lets the next call start before it parses what it received.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TypeVar

from adjudge.engines.base import Answer, Engine, Wrapper
from adjudge.errors import ConfigError
from adjudge.questions.base import Question, Reply

R = TypeVar("R", bound=Reply)
MINUTE_S = 60.0
_TURN: ContextVar["CallPermit | None"] = ContextVar("_TURN", default=None)


def call_is_over() -> Callable[[], None]:
    """Engines call this when the response of the current call has arrived; it has no effect without a permit."""
    turn = _TURN.get()
    return turn.give_back if turn else _nobody_waits


def _nobody_waits() -> None:
    """No permit was needed."""


class CallPermit:
    """Permission for one call, released once."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave: Callable[[], None] | None = leave

    def give_back(self) -> None:
        """Let the next call start."""
        leave, self._leave = self._leave, None
        if leave:
            leave()


class CallLimits:
    """An allowance of calls."""

    def __init__(
        self,
        concurrent: int = 16,
        per_minute: int | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        if concurrent < 1 or (per_minute is not None and per_minute < 1):
            raise ConfigError("Limits must allow at least one call.")
        self.concurrent = concurrent
        self.per_minute = per_minute
        self._free = concurrent
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._starts: deque[float] = deque(maxlen=per_minute)
        self._clock = clock
        self._sleep = sleep

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[CallPermit]:
        """Wait for a permit and keep it until the block ends or the permit is released."""
        await self._enter()
        turn = CallPermit(self._leave)
        try:
            await self._pace()
            yield turn
        finally:
            turn.give_back()

    async def _enter(self) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._leave()
            elif place in self._waiting:  # or it was passed over already: many may be cancelled at once
                self._waiting.remove(place)
            raise

    def _leave(self) -> None:
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                return
        self._free += 1

    async def _pace(self) -> None:
        if self.per_minute is None:
            return
        now = self._clock()
        full = len(self._starts) == self.per_minute
        start = max(now, self._starts[0] + MINUTE_S) if full else now
        self._starts.append(start)
        if start > now:
            await self._sleep(start - now)


class Limited(Wrapper):
    """Asks when its turn has come."""

    def __init__(self, inner: Engine, limits: CallLimits) -> None:
        super().__init__(inner)
        self.limits = limits

    async def ask(self, question: Question[R]) -> Answer[R]:
        async with self.limits.turn() as turn:
            token = _TURN.set(turn)
            try:
                return await self.inner.ask(question)
            finally:
                _TURN.reset(token)
