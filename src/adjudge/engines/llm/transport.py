"""The transport under the providers' clients: one request, one complete response within limits of time and size.

A response is read to its end, written down as a receipt and its slot given back before the client sees any of it.
Imported with the clients, on the first question.
"""

import asyncio
import hashlib
import sys
from contextvars import ContextVar
from typing import TYPE_CHECKING
from urllib.request import getproxies, proxy_bypass

import httpcore2
import httpx2

from adjudge.engines.around.limits import call_is_over
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.llm.sockets import Sockets

if TYPE_CHECKING:
    import ssl

KEEPALIVE_S = 5.0
"""How long a connection may be idle. Servers close idle connections, and a request sent at that moment is lost."""
last_status: ContextVar[int | None] = ContextVar("last_status", default=None)
"""The status of the last complete response in this task; the caller resets it before a request."""


class ResponseTooLarge(httpx2.TransportError):
    """The response has more bytes than allowed."""


class Transport(httpx2.AsyncBaseTransport):
    """Sends requests to one server. `timeout_s` is the deadline for a whole exchange, from connecting to the last byte
    of the response; `max_bytes` is the largest response body."""

    def __init__(
        self, *, timeout_s: float, max_bytes: int, certificates: "ssl.SSLContext", receipts: Receipts | None = None
    ) -> None:
        self._timeout_s = timeout_s
        self._max_bytes = max_bytes
        self._certificates = certificates
        self._receipts = receipts
        self._pool: httpcore2.AsyncConnectionPool | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        url, body = request.url, await request.aread()
        line = b"%s %s HTTP/1.1" % (request.method.encode(), url.raw_path)
        key = hashlib.sha256(b"%s %s\0%s" % (url.raw_host, line, body)).digest()
        response = self._from_receipt(key)
        if response is None:
            try:
                async with asyncio.timeout(self._timeout_s):
                    response = await self._exchange(request, body, key)
            except (TimeoutError, httpcore2.TimeoutException) as error:
                message = f"no complete response within {self._timeout_s:g} s"
                raise httpx2.ReadTimeout(message, request=request) from error
            except (httpcore2.ReadError, httpcore2.RemoteProtocolError) as error:
                # The request was sent, so it may be billed.
                raise httpx2.ReadError(str(error), request=request) from error
            except (OSError, httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.ProxyError) as error:
                raise httpx2.ConnectError(str(error), request=request) from error
        last_status.set(response.status_code)
        return response

    async def aclose(self) -> None:
        if self._pool is not None:
            await self._pool.aclose()

    def _from_receipt(self, key: bytes) -> httpx2.Response | None:
        if self._receipts is None or (content := self._receipts.take(key)) is None:
            return None
        return httpx2.Response(200, headers={"Content-Type": "application/json"}, content=content)

    async def _exchange(self, request: httpx2.Request, body: bytes, key: bytes) -> httpx2.Response:
        finished = call_is_over()
        self._pool = self._pool or _pool(request.url, self._certificates)
        # Compressed responses would need a limit of their own.
        request.headers["Accept-Encoding"] = "identity"
        received = await self._pool.handle_async_request(
            httpcore2.Request(request.method, str(request.url), headers=request.headers.raw, content=body)
        )
        headers = httpx2.Headers(received.headers)
        content = bytearray()
        try:
            if headers.pop("Content-Encoding", "identity") != "identity":
                raise httpx2.DecodingError("the response is compressed, which was not asked for", request=request)
            async for chunk in received.aiter_stream():
                content += chunk
                if len(content) > self._max_bytes:
                    raise ResponseTooLarge(f"the response is larger than {self._max_bytes:,} bytes", request=request)
            # Nothing is awaited between the last read from the socket and this line (see `sockets`).
            if self._receipts is not None and received.status == 200:
                self._receipts.write(key, bytes(content))
        finally:
            await received.aclose()
            finished()
        # The body is complete: how it was transferred means nothing to the client.
        headers.pop("Transfer-Encoding", None)
        headers.pop("Content-Length", None)
        return httpx2.Response(received.status, headers=headers, content=bytes(content))


def _pool(url: httpx2.URL, certificates: "ssl.SSLContext") -> httpcore2.AsyncConnectionPool:
    """Connections to a server, through the proxy that the environment names for it, if any."""
    proxies = {} if proxy_bypass(url.host) else getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if proxy:
        address = httpx2.Proxy(proxy if "://" in proxy else f"http://{proxy}")
        through = httpcore2.Proxy(url=str(address.url), auth=address.raw_auth, headers=address.headers.raw)
    own_sockets = not proxy and sys.platform != "win32"
    return httpcore2.AsyncConnectionPool(
        ssl_context=certificates,
        proxy=through if proxy else None,
        max_connections=None,
        keepalive_expiry=KEEPALIVE_S,
        network_backend=Sockets() if own_sockets else None,
    )
