"""The wire in the clothes that the providers' clients know. Imported with them, on the first question.

Inside `instead`, a request goes nowhere: so a client can be asked how it would put a request (`captured`), or what it
makes of a response that came another way (`given`).
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

import httpx2

from adjudge.engines.llm.wire import Address, Received, Wire

Answering: TypeAlias = Callable[[httpx2.Request], httpx2.Response]
_INSTEAD: ContextVar[Answering | None] = ContextVar("_INSTEAD", default=None)
_NOT_SENT = frozenset({b"content-length", b"accept-encoding", b"connection", b"transfer-encoding"})
_NOT_GIVEN = frozenset({b"content-length", b"transfer-encoding"})


class OverWire(httpx2.AsyncBaseTransport):
    """Sends a client's requests over the wire."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if (instead := _INSTEAD.get()) is not None:
            return instead(request)
        try:
            received = await self._wire.send(Address.of(str(request.url)), head_of(request), await request.aread())
        except (TimeoutError, ConnectionError) as error:
            raise trouble(error, request) from error
        return response(received, request)

    async def aclose(self) -> None:
        await self._wire.close()


@contextmanager
def instead(answering: Answering) -> Iterator[None]:
    """Until the end of the block, requests of this task are answered so."""
    token = _INSTEAD.set(answering)
    try:
        yield
    finally:
        _INSTEAD.reset(token)


async def captured(asking: Awaitable[object]) -> httpx2.Request:
    """The request that this would send."""
    requests: list[httpx2.Request] = []

    def caught(request: httpx2.Request) -> httpx2.Response:
        requests.append(request)
        raise httpx2.ConnectError("not sent", request=request)

    try:
        with instead(caught):
            await asking
    except Exception:
        if not requests:
            raise
    await requests[0].aread()
    return requests[0]


def given(outcome: Received | TimeoutError | ConnectionError) -> Answering:
    """What came another way, as an answer."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        if isinstance(outcome, Received):
            return response(outcome, request)
        raise trouble(outcome, request) from outcome

    return answer


def head_of(request: httpx2.Request) -> bytes:
    """The request line and headers as they go over the wire, without the length."""
    lines = [b"%s %s HTTP/1.1" % (request.method.encode(), request.url.raw_path)]
    lines += [b"%s: %s" % header for header in request.headers.raw if header[0].lower() not in _NOT_SENT]
    return b"\r\n".join(lines) + b"\r\n"


def response(received: Received, request: httpx2.Request) -> httpx2.Response:
    headers = [header for header in received.headers if header[0] not in _NOT_GIVEN]
    return httpx2.Response(received.status, headers=headers, content=received.body, request=request)


def trouble(error: TimeoutError | ConnectionError, request: httpx2.Request) -> httpx2.TransportError:
    """The error that a client expects."""
    if isinstance(error, TimeoutError):
        return httpx2.ReadTimeout(str(error), request=request)
    return httpx2.ConnectError(str(error), request=request)
