"""A lane for each running job, in which the offline engine reads its texts: a heavy job holds up no other.

Reading takes processor time, all in one step. In the worker's own loop every other job would wait for it; in threads of
their own the jobs take turns, and long texts are read in a process. The ledger, the limits and the store stay in the
worker.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from pydantic import JsonValue

from adjudge.engines.base import Answer, Wrapper
from adjudge.engines.offline.engine import Offline
from adjudge.questions.base import Question, Reply
from adjudge.server.reader_process import ReaderProcess

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", bound=Reply)
_lane: ContextVar["Lane | None"] = ContextVar("adjudge_lane", default=None)


LONG_TEXT = 50_000
"""From this many characters on, a question is answered in a process: starting one takes about a second."""


class Lane:
    """A thread with its own loop and offline engine, so that no two jobs share a reader's cache."""

    def __init__(self) -> None:
        self._engine = Offline()
        self._process = ReaderProcess()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="adjudge-lane", daemon=True)

    async def ask(self, question: Question[R]) -> Answer[R]:
        """The offline engine's answer, from the process or from the thread, which is started when first needed."""
        if is_long(question.content):
            return await self._process.ask(question)
        if not self._thread.is_alive():
            self._thread.start()
        work = asyncio.run_coroutine_threadsafe(self._engine.ask(question), self._loop)
        return await asyncio.wrap_future(work)

    async def close(self) -> None:
        """End process and thread. Waits for the thread's step: a job that was stopped leaves no work behind."""
        await self._process.close()
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join)
        self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        # What was stopped in the middle ends here, as cancelled.
        unfinished = asyncio.all_tasks(self._loop)
        for task in unfinished:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*unfinished, return_exceptions=True))


def is_long(content: JsonValue) -> bool:
    """Whether the texts in this content are long."""
    return _characters(content) >= LONG_TEXT


def _characters(content: JsonValue) -> int:
    if isinstance(content, str):
        return len(content)
    if isinstance(content, dict):
        return sum(map(_characters, content.values()))
    return sum(map(_characters, content)) if isinstance(content, list) else 0


def in_own_lane(carry_out: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Run a job with its own lane, which answers its questions to the offline engine, also from subtasks."""

    @wraps(carry_out)
    async def carried_out(*args: P.args, **options: P.kwargs) -> T:
        lane = Lane()
        token = _lane.set(lane)
        try:
            return await carry_out(*args, **options)
        finally:
            _lane.reset(token)
            await asyncio.shield(lane.close())

    return carried_out


class InLane(Wrapper):
    """The offline engine: asked in the lane of whoever asks, if there is one."""

    async def ask(self, question: Question[R]) -> Answer[R]:
        return await (_lane.get() or self.inner).ask(question)
