"""Calls to the upstream: the request goes on as it came, its keys with it, and the response is read within limits.

Nothing of a request is kept or logged. Who stops reading closes the connection, and so cancels the call.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx2

from adjudge.integrations.guard.settings import GuardSettings

Headers = list[tuple[bytes, bytes]]
_HOP = frozenset(
    (b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"te", b"trailer", b"trailers",
     b"transfer-encoding", b"upgrade", b"proxy-connection")
)  # fmt: skip
_OURS = b"x-adjudge-"


class UpstreamTrouble(Exception):
    """The upstream did not answer, or not to the end: the status and message for the client, the reason for metrics."""

    def __init__(self, status: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.message = message


@dataclass(frozen=True)
class Call:
    """A request to pass on: `path` is relative to the upstream's base URL."""

    method: str
    path: str
    query: bytes
    headers: Headers
    body: bytes
    plain: bool = False
    """Whether the response must come without compression, since it is read here."""
    streaming: bool = False


class Upstream:
    """The upstream's base URL and the connections to it."""

    def __init__(self, settings: GuardSettings) -> None:
        self._base = settings.upstream.rstrip("/")
        self._limits = settings.limits
        connections = httpx2.Limits(max_connections=settings.limits.at_once, max_keepalive_connections=20)
        self._client = httpx2.AsyncClient(limits=connections)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    @asynccontextmanager
    async def answering(self, call: Call) -> AsyncIterator[httpx2.Response]:
        """The response, before its body is read. Raises `UpstreamTrouble` if there is none."""
        limits = self._limits
        silence_s = limits.stall_s if call.streaming else limits.total_s
        query = call.query.decode("latin-1")
        request = self._client.build_request(
            call.method,
            f"{self._base}{call.path}{'?' if query else ''}{query}",
            headers=_passed_on(call),
            content=call.body,
            timeout=httpx2.Timeout(silence_s, connect=limits.connect_s, pool=limits.connect_s),
        )
        try:
            response = await self._client.send(request, stream=True)
        except httpx2.HTTPError as error:
            raise trouble_of(error) from error
        try:
            yield response
        finally:
            # Also while being cancelled: the upstream must learn that nobody listens.
            await asyncio.shield(response.aclose())

    async def body(self, response: httpx2.Response, *, raw: bool) -> AsyncGenerator[bytes, None]:
        """The body as it arrives; raises `UpstreamTrouble` where it breaks off or is too large."""
        read = 0
        try:
            async for chunk in response.aiter_raw() if raw else response.aiter_bytes():
                read += len(chunk)
                if read > self._limits.response_bytes:
                    raise UpstreamTrouble(
                        502, "too large", f"The upstream's response is larger than {self._limits.response_bytes} bytes."
                    )
                yield chunk
        except httpx2.HTTPError as error:
            raise trouble_of(error) from error


def trouble_of(error: httpx2.HTTPError) -> UpstreamTrouble:
    """The error of a call in words. They hold no header and no part of a request."""
    match error:
        case httpx2.ConnectTimeout() | httpx2.PoolTimeout():
            return UpstreamTrouble(504, "no connection", "The upstream did not accept a connection in time.")
        case httpx2.TimeoutException():
            return UpstreamTrouble(504, "stalled", "The upstream stopped sending; the guard's deadline has passed.")
        case httpx2.ConnectError():
            return UpstreamTrouble(502, "no connection", "The upstream cannot be reached.")
        case _:
            return UpstreamTrouble(502, "broken", f"The connection to the upstream broke ({type(error).__name__}).")


def returned(headers: Iterable[tuple[bytes, bytes]], *, changed: bool) -> Headers:
    """The response's headers for the client; the length of a changed body is another one."""
    dropped = _HOP | ({b"content-length", b"content-encoding"} if changed else frozenset())
    return [(name.lower(), value) for name, value in headers if name.lower() not in dropped]


def _passed_on(call: Call) -> Headers:
    dropped = _HOP | {b"host", b"content-length"} | ({b"accept-encoding"} if call.plain else frozenset())
    headers = [(n, v) for n, v in call.headers if n.lower() not in dropped and not n.lower().startswith(_OURS)]
    return [*headers, (b"accept-encoding", b"identity")] if call.plain else headers
