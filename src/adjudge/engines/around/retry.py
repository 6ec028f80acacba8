"""Retry after errors that allow it: rate limits, server errors, lost connections, timeouts.

Waits grow exponentially with full jitter, are never shorter than the server asked for, and have a total limit: if the
next wait would exceed it, the last error is raised at once.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from adjudge.engines.base import Answer, Engine, Wrapper
from adjudge.errors import EngineBusy, EngineError, EngineTimeout
from adjudge.questions.base import Question, Reply

R = TypeVar("R", bound=Reply)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often and how long to try."""

    attempts: int = 4
    """Calls in all, the first included."""
    timeouts: int = 2
    """Calls that may end without an answer: a server that was too slow twice is too slow."""
    base_s: float = 0.5
    cap_s: float = 20.0
    total_wait_s: float = 120.0
    """All waits of one question together."""


class Retrying(Wrapper):
    """Asks again after retryable errors. Put it outside limits and budget: a retry is a call."""

    def __init__(
        self,
        inner: Engine,
        patience: Patience | None = None,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        uniform: Callable[[float, float], float] = random.uniform,
    ) -> None:
        super().__init__(inner)
        self.patience = patience or Patience()
        self._sleep = sleep
        self._uniform = uniform

    async def ask(self, question: Question[R]) -> Answer[R]:
        waited_s, timeouts = 0.0, 0
        for attempt in range(1, self.patience.attempts):
            try:
                return await self.inner.ask(question)
            except EngineError as error:
                timeouts += isinstance(error, EngineTimeout)
                if not error.retryable or timeouts >= self.patience.timeouts:
                    raise
                wait_s = self._wait_s(attempt, error)
                if waited_s + wait_s > self.patience.total_wait_s:
                    raise
            waited_s += wait_s
            await self._sleep(wait_s)
        return await self.inner.ask(question)

    def _wait_s(self, attempt: int, error: EngineError) -> float:
        asked_s = error.retry_after_s if isinstance(error, EngineBusy) else None
        if asked_s is not None:
            # A little more than asked for, so that all who were turned away do not come back at once.
            return asked_s + self._uniform(0.0, self.patience.base_s)
        return self._uniform(0.0, min(self.patience.cap_s, self.patience.base_s * 2 ** (attempt - 1)))
