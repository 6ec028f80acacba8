"""A server on loopback that writes given bytes, whatever HTTP says about them."""

import asyncio
import json
import ssl
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, Self

Pieces = Callable[[], AsyncIterator[bytes]]


def pieces(*parts: bytes, pause_s: float = 0.002) -> Pieces:
    """These bytes, with a short pause after each part."""

    async def given() -> AsyncIterator[bytes]:
        for part in parts:
            yield part
            await asyncio.sleep(pause_s)

    return given


def http(body: bytes, *, status: int = 200, headers: str = "Content-Type: application/json\r\n") -> bytes:
    """A complete response."""
    return f"HTTP/1.1 {status} X\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode() + body


def completion(content: Any, **more: Any) -> bytes:
    """A chat completion as OpenAI's API has it; `more` replaces its parts."""
    message = {"role": "assistant", "content": content}
    whole = {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return json.dumps({name: part for name, part in (whole | more).items() if part is not ...}).encode()


class RawServer:
    """Answers every request with the same pieces; counts connections, and keeps requests and bytes sent."""

    def __init__(self, respond: Pieces, *, close: bool = False, tls: ssl.SSLContext | None = None) -> None:
        self.connections = self.sent = 0
        self.requests: list[bytes] = []
        self.port = 0
        self._respond = respond
        self._close = close
        self._tls = tls
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        """The base URL for an OpenAI client."""
        return f"{'https' if self._tls else 'http'}://localhost:{self.port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
                self.requests.append(head + await reader.readexactly(length))
                async for part in self._respond():
                    writer.write(part)
                    await writer.drain()
                    self.sent += len(part)
                if self._close:
                    break
        writer.close()
