"""What happens in a job, as server-sent events: a log that only grows, and streams that read it from any point.

The id of an event is GENERATION-NUMBER. A client that comes back with the last id it saw gets what followed; one that
comes back to another generation (the service was restarted, or the log rebuilt from the store) gets `reset` and then
everything again. A log belongs to one event loop; a thousand streams of one log share its events and one waker. Other
threads tell it what happened: as long as nobody watches, that wakes nobody.
"""

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Callable
from secrets import token_hex
from typing import Any

from pydantic import BaseModel

from adjudge.record import as_json

HEARTBEAT_S = 15.0
_ID = re.compile(r"([0-9a-z]{1,32})-([0-9]{1,9})")


class Log:
    """The events of one job, encoded once."""

    def __init__(self, generation: str | None = None) -> None:
        self.generation = generation or token_hex(4)
        self.ended = False
        self._events: list[bytes] = []
        self._dropped = 0
        self._grown: asyncio.Future[None] | None = None
        self._told: deque[tuple[str, bytes, bool]] = deque()
        self._watched: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return self._dropped + len(self._events)

    def tell(self, name: str, data: bytes, *, alone: bool = False) -> None:
        """One more event, from another thread. After the end nothing is added."""
        if alone:
            self._told.clear()
        self._told.append((name, data, alone))
        if self._watched is not None:
            self._watched.call_soon_threadsafe(self._hear)

    def _hear(self) -> None:
        while self._told:
            name, data, alone = self._told.popleft()
            if not self.ended:
                self._add(name, data, alone=alone)

    def add(self, name: str, data: bytes, *, alone: bool = False) -> None:
        """One more event. `end` closes the log; an event that stands alone makes all before it old news."""
        self._hear()
        self._add(name, data, alone=alone)

    def _add(self, name: str, data: bytes, *, alone: bool) -> None:
        number = len(self) + 1
        if alone:
            self._events, self._dropped = [], len(self)
        self._events.append(_encoded(name, data, f"{self.generation}-{number}"))
        self.ended = self.ended or name == "end"
        self.wake()

    def close(self) -> None:
        """Let streams go, although there was no `end`: the service is going away, and clients may come back."""
        self.ended = True
        self.wake()

    def wake(self) -> None:
        """Tell every stream to look again."""
        if self._grown is not None and not self._grown.done():
            self._grown.set_result(None)
        self._grown = None

    async def stream(self, last_id: str = "", *, leaving: Callable[[], bool] = lambda: False) -> AsyncIterator[bytes]:
        """The events behind that id, as they come, until the log ends or the service leaves."""
        # Before listening to what was told already: what is told in between wakes us.
        self._watched = asyncio.get_running_loop()
        self._hear()
        seen = self._place(last_id)
        if seen is None:
            yield _encoded("reset", b"{}", f"{self.generation}-0")
            seen = 0
        while True:
            if seen < len(self):
                part = b"".join(self._events[max(0, seen - self._dropped) :])
                seen = len(self)
                yield part
                continue
            if self.ended or leaving():
                return
            if not await self._more():
                yield b": still here\n\n"

    def _place(self, last_id: str) -> int | None:
        """How many events that id has behind it; None if it is of another generation."""
        if not last_id:
            return 0
        found = _ID.fullmatch(last_id)
        if found is None or found[1] != self.generation or int(found[2]) > len(self):
            return None
        return int(found[2])

    async def _more(self) -> bool:
        """Whether something came within a heartbeat."""
        if self._grown is None:
            self._grown = asyncio.get_running_loop().create_future()
        done, _ = await asyncio.wait({self._grown}, timeout=HEARTBEAT_S)
        return bool(done)


def as_data(content: BaseModel | dict[str, Any]) -> bytes:
    """A record or plain data as the one line that an event carries."""
    if isinstance(content, BaseModel):
        return as_json(content).encode()
    return json.dumps(content, separators=(",", ":")).encode()


def _encoded(name: str, data: bytes, id: str) -> bytes:
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (id.encode(), name.encode(), data)
