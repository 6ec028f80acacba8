"""Where cases are decided: a thread with its own event loop and store.

Requests, heartbeats and health checks are answered in another loop, and the offline engine reads texts in one thread
per job (`lanes.py`), so a long text blocks nobody. All jobs share one engine per name, and so its limits and its
ledger.
"""

import asyncio
import threading
from collections.abc import Coroutine
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from adjudge.check import Terms, engine_of
from adjudge.engines.around.ledger import Ledger, Meter
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.base import Answer, Engine, Wrapper
from adjudge.engines.cascade import Cascade, stage_names
from adjudge.engines.offline.engine import Offline
from adjudge.errors import AdjudgeError
from adjudge.questions.base import Question, Reply
from adjudge.server.lanes import InLane
from adjudge.store.store import Store

MOST_ENGINES = 32
T = TypeVar("T")
R = TypeVar("R", bound=Reply)


class Work(Generic[T]):
    """A task in the worker. Stopping it lets it clean up first."""

    def __init__(self, loop: asyncio.AbstractEventLoop, what: Coroutine[Any, Any, T]) -> None:
        self._loop = loop
        self._task: asyncio.Task[T] | None = None
        self._stopped = False
        self._future = asyncio.run_coroutine_threadsafe(self._do(what), loop)

    async def done(self) -> T:
        """The result. Raises `CancelledError` if the task was stopped."""
        return await asyncio.shield(asyncio.wrap_future(self._future))

    def stop(self) -> None:
        """Ask it to end."""
        self._stopped = True
        if self._loop.is_running():
            self._loop.call_soon_threadsafe(self._cancel)

    async def _do(self, what: Coroutine[Any, Any, T]) -> T:
        self._task = asyncio.ensure_future(what)
        self._cancel()
        return await self._task

    def _cancel(self) -> None:
        if self._stopped and self._task is not None:
            self._task.cancel()


class Worker:
    """The thread, from `open` to `close`."""

    def __init__(self, place: str, receipts: Path, terms: Terms) -> None:
        self._place = place
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="adjudge-worker", daemon=True)
        self._store: Store | None = None
        self.engines = Engines(receipts, terms)
        self.broken_off = False
        """Whether work was stopped that is to go on later: then receipts of its answers are left for that."""

    @property
    def store(self) -> Store:
        """The worker's own store. To be used in the worker only."""
        assert self._store is not None, "the worker is not open"
        return self._store

    @property
    def alive(self) -> bool:
        """Whether work is taken."""
        return self._thread.is_alive() and self._store is not None

    async def open(self) -> None:
        """Start the thread and open its store."""
        self._thread.start()
        self._store = await self.do(Store.open(self._place)).done()

    def do(self, what: Coroutine[Any, Any, T]) -> Work[T]:
        """Have something done in the worker."""
        return Work(self._loop, what)

    async def close(self) -> None:
        """Close engines and store, and end the thread."""
        if self._thread.is_alive():
            await self.do(self._close()).done()
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join, 10)
        if not self._thread.is_alive():
            self._loop.close()

    async def _close(self) -> None:
        await self.engines.close(broken_off=self.broken_off)
        if self._store is not None:
            await self._store.close()
            self._store = None

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())


class Metered(Wrapper):
    """A shared engine as one job sees it: what the job asked is counted on the job's own meter."""

    def __init__(self, inner: Engine, meter: Meter) -> None:
        super().__init__(inner)
        self._meter = meter

    async def ask(self, question: Question[R]) -> Answer[R]:
        answer = await self.inner.ask(question)
        self._meter.count(answer)
        return answer


class Engines:
    """One engine for each name, with the ledger in the store."""

    def __init__(self, receipts: Path, terms: Terms) -> None:
        self._shared: dict[str, Ledger] = {}
        self._receipts = Receipts(receipts)
        self._terms = replace(terms, receipts=self._receipts)

    def of(self, name: str, store: Store, *, meter: Meter, fresh_since: datetime | None = None) -> Engine:
        """The engine for one job. A fresh job passes over answers from before it began, and keeps its own."""
        stages: list[Engine] = []
        for stage in stage_names(name):
            shared = self._of(stage, store)
            if fresh_since is None:
                stages.append(Metered(shared, meter))
            else:
                stages.append(Ledger(shared.inner, store, fresh=True, since=fresh_since, meter=meter))
        return stages[0] if len(stages) == 1 else Cascade(stages)

    async def close(self, *, broken_off: bool) -> None:
        """Close all connections."""
        for engine in self._shared.values():
            try:
                await engine.close()
            except AdjudgeError:
                continue
        self._shared.clear()
        if broken_off:
            self._receipts.let_go()
        else:
            self._receipts.close()

    def _of(self, name: str, store: Store) -> Ledger:
        if name not in self._shared:
            if len(self._shared) >= MOST_ENGINES:
                # Clients can name any number of models; who still uses the oldest one keeps it.
                self._shared.pop(next(iter(self._shared)))
            ledger = cast(Ledger, engine_of(name, replace(self._terms, answers=store)))
            if isinstance(ledger.inner, Offline):
                ledger.inner = InLane(ledger.inner)
            self._shared[name] = ledger
        return self._shared[name]
