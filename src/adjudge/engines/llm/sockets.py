"""Sockets for httpcore that are read by the task that waits for the response.

An event loop's own streams read as soon as bytes arrive and wake the waiting task later; a process killed in between
has taken an answer from the network and kept nothing. Here the bytes stay with the kernel until the task itself reads
them, so the step of the program that reads the end of a response also writes its receipt.
"""

import asyncio
import select
import socket
import ssl
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import httpcore2

T = TypeVar("T")
CONNECT_S = 10.0
"""How long one address of a host is tried before the next one."""


class Sockets(httpcore2.AsyncNetworkBackend):
    """Opens TCP connections."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,  # noqa: ARG002 - httpcore's signature
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002 - httpcore's signature
    ) -> httpcore2.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        failed: OSError | None = None
        try:
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore2.ConnectError(f"{host} has no address: {error}") from error
        for family, kind, protocol, _, address in found:
            sock = socket.socket(family, kind, protocol)
            sock.setblocking(False)
            try:
                async with asyncio.timeout(CONNECT_S if timeout is None else timeout):
                    await loop.sock_connect(sock, address)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except OSError as error:
                sock.close()
                failed = error
            except BaseException:
                sock.close()
                raise
            else:
                return Stream(sock)
        raise httpcore2.ConnectError(str(failed or "") or "no connection in time") from failed


class Stream(httpcore2.AsyncNetworkStream):
    """A connected socket, plain or with TLS. Deadlines are the caller's."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        try:
            return await self._done(lambda: self._sock.recv(max_bytes), writing=False)
        except OSError as error:
            raise httpcore2.ReadError(str(error)) from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        remaining = memoryview(buffer)
        try:
            while remaining:
                part = remaining
                sent = await self._done(lambda part=part: self._sock.send(part), writing=True)  # type: ignore[misc]
                remaining = remaining[sent:]
        except OSError as error:
            raise httpcore2.WriteError(str(error)) from error

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore2.AsyncNetworkStream:
        try:
            secured = ssl_context.wrap_socket(
                self._sock, server_hostname=server_hostname, do_handshake_on_connect=False
            )
            self._sock = secured
            await self._done(secured.do_handshake, writing=False)
        except OSError as error:
            await self.aclose()
            raise httpcore2.ConnectError(str(error)) from error
        return self

    async def aclose(self) -> None:
        self._sock.close()

    def get_extra_info(self, info: str) -> Any:
        if info == "is_readable":
            return self._is_readable()
        if info == "ssl_object":
            return self._sock if isinstance(self._sock, ssl.SSLSocket) else None
        return self._sock if info == "socket" else None

    async def _done(self, operation: Callable[[], T], *, writing: bool) -> T:
        """The result of an operation, repeated whenever the socket is ready for it."""
        while True:
            try:
                return operation()
            except ssl.SSLWantReadError:
                await self._ready(writing=False)
            except ssl.SSLWantWriteError:
                await self._ready(writing=True)
            except BlockingIOError:
                await self._ready(writing=writing)

    async def _ready(self, *, writing: bool) -> None:
        loop, number = asyncio.get_running_loop(), self._sock.fileno()
        ready = loop.create_future()
        add, remove = (loop.add_writer, loop.remove_writer) if writing else (loop.add_reader, loop.remove_reader)
        add(number, _wake, ready)
        try:
            await ready
        finally:
            remove(number)

    def _is_readable(self) -> bool:
        """Whether a read would return at once; on an idle connection that means the server has closed it."""
        if self._sock.fileno() < 0:
            return True
        poll = select.poll()
        poll.register(self._sock, select.POLLIN)
        return bool(poll.poll(0))


def _wake(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)
