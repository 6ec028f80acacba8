"""Server-sent events, read from the bytes of a stream and written back. An event is bounded in size."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

DONE = "[DONE]"


class EventTooLarge(Exception):
    """An event of the stream is larger than allowed."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event: its name and data, and the bytes it came in."""

    name: str
    data: str
    raw: bytes

    def json(self) -> dict[str, Any] | None:
        """The data as an object, if it is one."""
        try:
            value = json.loads(self.data)
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None


def written(data: Mapping[str, Any], name: str = "") -> bytes:
    """An event as it goes over the wire. In ASCII: a lone surrogate can be written too."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


async def events(chunks: AsyncIterator[bytes], *, most_bytes: int) -> AsyncGenerator[ServerEvent, None]:
    """The events of a stream, each as soon as its empty line has come; what is left at the end is the last one."""
    buffer = b""
    async for chunk in chunks:
        buffer += chunk
        while (end := _end(buffer)) >= 0:
            raw, buffer = buffer[:end], buffer[end:]
            if len(raw) > most_bytes:
                raise EventTooLarge
            yield _event(raw)
        if len(buffer) > most_bytes:
            raise EventTooLarge
    if buffer.strip():
        yield _event(buffer)


def _end(buffer: bytes) -> int:
    """Where the first event ends, behind its empty line; -1 if it is not complete."""
    ends = [at + len(mark) for mark in (b"\n\n", b"\r\n\r\n", b"\r\r") if (at := buffer.find(mark)) >= 0]
    return min(ends, default=-1)


def _event(raw: bytes) -> ServerEvent:
    name, data = "", []
    for line in raw.decode("utf-8", "replace").splitlines():
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
    return ServerEvent(name, "\n".join(data), raw)
