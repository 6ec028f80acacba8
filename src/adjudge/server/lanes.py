"""A thread for each running job, in which the offline engine reads its texts: a heavy job holds up no other.

Reading a long text takes a core for seconds, all in one step. In the workroom's own loop every other job would wait for
it; in threads of their own the jobs take turns. The ledger, the limits and the store stay in the workroom.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from adjudge.engines.base import Answer, Wrapper
from adjudge.engines.offline.engine import Offline
from adjudge.questions.base import Question, Reply

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", bound=Reply)
_lane: ContextVar["Lane | None"] = ContextVar("adjudge_lane", default=None)


class Lane:
    """A thread with a loop and an offline engine of its own, so that no two jobs share what a reader remembers."""

    def __init__(self) -> None:
        self.engine = Offline()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="adjudge-lane", daemon=True)

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done in the thread, which is started when it is first needed."""
        if not self._thread.is_alive():
            self._thread.start()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def close(self) -> None:
        """End the thread. Waits for the step that it is in: a job that was stopped leaves no work behind."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            await asyncio.to_thread(self._thread.join)
        self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        # What was stopped in the middle ends here, as cancelled.
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))


def in_own_lane(carry_out: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A job that has a lane: what it asks the offline engine, also in tasks of its own, is answered there."""

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
        lane = _lane.get()
        return await (lane.do(lane.engine.ask(question)) if lane else self.inner.ask(question))
