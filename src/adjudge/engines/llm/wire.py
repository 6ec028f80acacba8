"""One request, one response, over connections that stay open: as much HTTP/1.1 as a model's API needs.

In: an address, headers and a body. Out: status, headers and body, or a `TimeoutError` or `ConnectionError`. No
redirects, proxies, compression or retries. A general client took about a millisecond of processor time for each call,
ten times what this takes; and here, in the very step in which the last bytes of a response are read, it is written down
(`receipts`) and the next call may go (`limits`), before anything else can happen.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from adjudge.engines.around.limits import call_is_over
from adjudge.engines.around.receipts import Receipts

if TYPE_CHECKING:
    import ssl

KEPT_OPEN_S = 5.0
"""How long a connection may lie idle; servers close it sooner or later, and then the next call on it is lost."""
_LONGEST_HEAD = 65536
_END_OF_HEAD = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Address:
    """Where to connect."""

    host: str
    port: int
    tls: bool

    @classmethod
    def of(cls, url: str) -> "Address":
        """The address that a URL names."""
        parts = urlsplit(url)
        tls = parts.scheme == "https"
        return cls(parts.hostname or "", parts.port or (443 if tls else 80), tls)


@dataclass(frozen=True, slots=True)
class Received:
    """A response, complete."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Wire:
    """The connections of one event loop, to whatever addresses are asked for."""

    def __init__(
        self, *, timeout_s: float, certificates: "Callable[[], ssl.SSLContext]", receipts: Receipts | None = None
    ) -> None:
        self._timeout_s = timeout_s
        self._certificates = certificates
        self._receipts = receipts
        self._idle: dict[Address, list[_Connection]] = {}
        self._open: set[_Connection] = set()

    async def send(self, address: Address, head: bytes, body: bytes) -> Received:
        """Send a request (`head` without its length and last line) and wait for the response."""
        key = hashlib.sha256(b"%s %s\0%s" % (address.host.encode(), head.split(b"\r\n", 1)[0], body)).digest()
        if self._receipts is not None and (kept := self._receipts.take(key)) is not None:
            return Received(200, ((b"content-type", b"application/json"),), kept)
        connection = self._free(address) or await self._connected(address)
        over = call_is_over()

        def arrived(response: Received) -> None:
            """Done in the very moment in which a response is complete."""
            if self._receipts is not None and response.status == 200:
                self._receipts.write(key, response.body)
            if connection.is_open:
                self._idle.setdefault(address, []).append(connection)
            over()

        request = b"%sContent-Length: %d\r\n\r\n%s" % (head, len(body), body)
        return await connection.exchange(request, self._timeout_s, arrived)

    async def close(self) -> None:
        """Close every connection."""
        for connection in list(self._open):
            connection.abort()
        self._idle.clear()
        await asyncio.sleep(0)

    def _free(self, address: Address) -> "_Connection | None":
        idle = self._idle.get(address)
        while idle:
            connection = idle.pop()
            if connection.is_open and connection.idle_s < KEPT_OPEN_S:
                return connection
            connection.abort()
        return None

    async def _connected(self, address: Address) -> "_Connection":
        loop = asyncio.get_running_loop()
        tls = self._certificates() if address.tls else None
        try:
            async with asyncio.timeout(self._timeout_s):
                _, connection = await loop.create_connection(
                    lambda: _Connection(self._open), address.host, address.port, ssl=tls
                )
        except TimeoutError:
            raise
        except OSError as error:
            raise ConnectionError(str(error)) from error
        return connection


@dataclass(slots=True)
class _Call:
    """A request that was sent, and whom its response goes to."""

    outcome: asyncio.Future[Received]
    arrived: Callable[[Received], None]
    timer: asyncio.TimerHandle
    response: "_Response"


class _Connection(asyncio.Protocol):
    """One connection: a response is read before the next request is sent."""

    def __init__(self, all_open: "set[_Connection]") -> None:
        self._all_open = all_open
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._call: _Call | None = None
        self._last = self._loop.time()

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    @property
    def idle_s(self) -> float:
        return self._loop.time() - self._last

    async def exchange(self, request: bytes, timeout_s: float, arrived: Callable[[Received], None]) -> Received:
        """Send, and wait for the response; `timeout_s` is the longest silence."""
        if self._transport is None:
            raise ConnectionError("the connection was closed")
        timer = self._loop.call_later(timeout_s, self._silence, timeout_s)
        call = self._call = _Call(self._loop.create_future(), arrived, timer, _Response())
        self._last = self._loop.time()
        self._transport.write(request)
        try:
            return await call.outcome
        finally:
            # Whoever asked was cancelled: what comes now must not be taken for the answer to the next request.
            if self._call is call:
                self._end(call)
                self.abort()

    def abort(self) -> None:
        """Close at once."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment] # what create_connection gives for TCP and TLS
        self._all_open.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        self._all_open.discard(self)
        if self._call is None:
            return
        if error is None and (ended := self._call.response.ended()) is not None:
            self._answer(self._call, ended)
        else:
            told = str(error) if error else "the server closed the connection without an answer"
            self._fail(self._call, ConnectionError(told))

    def data_received(self, data: bytes) -> None:
        self._last = self._loop.time()
        call = self._call
        if call is None:
            self.abort()  # nothing was asked
            return
        try:
            complete = call.response.fed(data)
        except ValueError as error:
            self._fail(call, ConnectionError(f"the server does not speak HTTP: {error}"))
            return
        if complete is not None:
            if not call.response.keeps_open:
                self.abort()
            self._answer(call, complete)

    def _answer(self, call: _Call, response: Received) -> None:
        self._end(call)
        call.arrived(response)
        if not call.outcome.done():
            call.outcome.set_result(response)

    def _fail(self, call: _Call, error: Exception) -> None:
        self._end(call)
        self.abort()
        if not call.outcome.done():
            call.outcome.set_exception(error)

    def _end(self, call: _Call) -> None:
        call.timer.cancel()
        self._call = None

    def _silence(self, timeout_s: float) -> None:
        if self._call is None:
            return
        if (left := timeout_s - self.idle_s) > 0.001:
            self._call.timer = self._loop.call_later(left, self._silence, timeout_s)
        else:
            self._fail(self._call, TimeoutError(f"nothing came for {timeout_s:g} s"))


class _Response:
    """A response while it comes in."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._head: tuple[int, tuple[tuple[bytes, bytes], ...]] | None = None
        self._length: int | None = None
        self._chunks: list[bytes] | None = None
        self._at = 0
        self.keeps_open = True

    def fed(self, data: bytes) -> Received | None:
        """The response, once it is complete; `ValueError` if it is none."""
        self._buffer += data
        while self._head is None:
            end = self._buffer.find(_END_OF_HEAD)
            if end < 0:
                if len(self._buffer) > _LONGEST_HEAD:
                    raise ValueError("its head does not end")
                return None
            self._read_head(bytes(self._buffer[:end]))
            del self._buffer[: end + len(_END_OF_HEAD)]
        if self._chunks is not None:
            return self._complete(b"".join(self._chunks)) if self._read_chunks(self._chunks) else None
        if self._length is None or len(self._buffer) < self._length:
            return None
        if len(self._buffer) > self._length:
            raise ValueError("it is longer than it says")
        return self._complete(bytes(self._buffer))

    def ended(self) -> Received | None:
        """The response, if the end of the connection is its end."""
        if self._head is None or self._chunks is not None or self._length is not None:
            return None
        return self._complete(bytes(self._buffer))

    def _complete(self, body: bytes) -> Received:
        assert self._head is not None
        return Received(*self._head, body)

    def _read_head(self, head: bytes) -> None:
        first, *lines = head.split(b"\r\n")
        version, _, rest = first.partition(b" ")
        if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
            raise ValueError("no status line")
        status = int(rest[:3])
        if 100 <= status < 200:
            return  # an interim response: the real one follows
        headers = tuple(_header(line) for line in lines)
        named = _joined(headers)
        closing = b"close" in named.get(b"connection", b"").lower()
        self.keeps_open = version == b"HTTP/1.1" and not closing
        self._head = (status, headers)
        if status in (204, 304):
            self._length = 0
        elif b"chunked" in named.get(b"transfer-encoding", b"").lower():
            self._chunks = []
        elif (length := named.get(b"content-length")) is not None:
            if not length.isdigit():
                raise ValueError("no length")
            self._length = int(length)
        else:
            self.keeps_open = False

    def _read_chunks(self, chunks: list[bytes]) -> bool:
        """Take the chunks that are there; whether the last one was among them."""
        while (end := self._buffer.find(b"\r\n", self._at)) >= 0:
            size = int(bytes(self._buffer[self._at : end]).partition(b";")[0], 16)
            if size < 0:
                raise ValueError("a chunk of no size")
            if size == 0:
                # Trailers may follow; an empty line ends them.
                return self._buffer.find(_END_OF_HEAD, end) >= 0
            after = end + 2 + size
            if len(self._buffer) < after + 2:
                return False
            chunks.append(bytes(self._buffer[end + 2 : after]))
            self._at = after + 2
        return False


def _header(line: bytes) -> tuple[bytes, bytes]:
    name, colon, value = line.partition(b":")
    if not colon:
        raise ValueError("a header without a colon")
    return name.strip().lower(), value.strip()


def _joined(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """Headers by name. Two different lengths are no number, and so refused."""
    named: dict[bytes, bytes] = {}
    for name, value in headers:
        named[name] = value if named.get(name, value) == value else b"%s, %s" % (named[name], value)
    return named
