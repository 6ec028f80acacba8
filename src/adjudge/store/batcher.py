"""Batch the work of many callers: items that wait while a batch runs form the next one.

Used for commits and for lookups. Each caller waits for its own result; a batch that fails is retried item by item, so
that one bad item does not fail the others.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Batcher(Generic[T, R]):
    """Passes waiting items to `work`, which returns one result per item, in order."""

    def __init__(self, work: Callable[[Sequence[T]], Awaitable[Sequence[R]]], *, largest: int) -> None:
        self._work = work
        self._largest = largest
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def submit(self, item: T) -> R:
        """The result of one item."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._drain())
        return await future

    async def drained(self) -> None:
        """Return when nothing is waiting any more."""
        while self._worker is not None and not self._worker.done():
            await asyncio.wait({self._worker})

    async def _drain(self) -> None:
        batch: list[tuple[T, asyncio.Future[R]]] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[: self._largest], self._waiting[self._largest :]
                await self._run(batch)
        finally:
            # Only a cancelled worker leaves anyone waiting; they must not wait forever.
            for _, future in (*batch, *self._waiting):
                future.cancel()
            self._waiting = []

    async def _run(self, batch: list[tuple[T, asyncio.Future[R]]]) -> None:
        try:
            results = await self._work([item for item, _ in batch])
        except Exception as error:
            if len(batch) == 1:
                _settle(batch[0][1], error=error)
                return
            for one in batch:
                await self._run([one])
            return
        for (_, future), result in zip(batch, results, strict=True):
            _settle(future, result=result)


def _settle(future: "asyncio.Future[R]", *, result: R | None = None, error: Exception | None = None) -> None:
    if future.done():  # its caller was cancelled
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)  # type: ignore[arg-type]
