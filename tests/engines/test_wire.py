"""The wire: every way in which a server may end a response, and what happens in the moment in which it does."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from adjudge.engines.around.receipts import Receipts
from adjudge.engines.llm.wire import Address, Received, Wire

HEAD = b"POST /v1/chat HTTP/1.1\r\nHost: here\r\n"
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


def no_certificates() -> ssl.SSLContext:
    raise AssertionError("no TLS was asked for")


def exchanged(
    *pieces: bytes, times: int = 1, timeout_s: float = 5.0, close: bool = False, receipts: Receipts | None = None
) -> tuple[list[Received], int, list[bytes]]:
    """The responses to equal requests, over how many connections, and what the server saw."""
    connections, seen = 0, []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                seen.append(head + await reader.readexactly(4))
                for piece in pieces:
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0.002)
                if close:
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        writer.close()

    async def go(port: int) -> list[Received]:
        wire = Wire(timeout_s=timeout_s, certificates=no_certificates, receipts=receipts)
        try:
            return [await wire.send(Address("127.0.0.1", port, tls=False), HEAD, b"body") for _ in range(times)]
        finally:
            await wire.close()

    return asyncio.run(_served(serve, go)), connections, seen


async def _served(
    serve: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
    go: Callable[[int], Awaitable[list[Received]]],
) -> list[Received]:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        try:
            return await go(server.sockets[0].getsockname()[1])
        finally:
            await asyncio.sleep(0.02)  # the server sees that the connection is closed


@pytest.mark.parametrize(
    "pieces",
    [
        [OK],
        [bytes([byte]) for byte in OK],
        [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n"],
        [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{", b"\r\n1\r", b"\n}\r\n0\r\nA: b\r", b"\n\r\n"],
        [b"HTTP/1.1 100 Continue\r\n\r\n", OK],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\n", b"{}"],
    ],
    ids=["whole", "byte by byte", "chunks", "torn chunks", "after an interim response", "its length twice"],
)
def test_a_response_is_read_to_its_end_and_the_connection_used_again(pieces: list[bytes]) -> None:
    responses, connections, seen = exchanged(*pieces, times=3)
    assert [(one.status, one.body) for one in responses] == [(200, b"{}")] * 3
    assert connections == 1
    assert seen == [HEAD + b"Content-Length: 4\r\n\r\nbody"] * 3


@pytest.mark.parametrize(
    "response", [b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}", b"HTTP/1.0 200 OK\r\n\r\n{}"]
)
def test_a_connection_that_the_server_ends_is_not_used_again(response: bytes) -> None:
    responses, connections, _ = exchanged(response, times=2, close=True)
    assert [one.body for one in responses] == [b"{}"] * 2
    assert connections == 2


def test_an_error_comes_with_its_headers() -> None:
    [response], _, _ = exchanged(b"HTTP/1.1 429 Slow\r\nRetry-After:  7\r\nContent-Length: 0\r\n\r\n")
    assert (response.status, dict(response.headers)[b"retry-after"], response.body) == (429, b"7", b"")


@pytest.mark.parametrize(
    "response",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}",
        b"x" * 70_000,
    ],
)
def test_half_a_response_or_none_is_a_connection_error(response: bytes) -> None:
    with pytest.raises(ConnectionError):
        exchanged(response, close=True)


def test_silence_is_a_timeout_but_slowness_is_not() -> None:
    with pytest.raises(TimeoutError):
        exchanged(OK[:-1], timeout_s=0.1)
    [response], _, _ = exchanged(*[OK[at : at + 1] for at in range(len(OK))], timeout_s=0.1)
    assert response.body == b"{}"


def test_who_is_cancelled_leaves_no_answer_for_the_next() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                await reader.readuntil(b"\r\n\r\n")
                body = await reader.readexactly(1)
                await asyncio.sleep(0.05)
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + body)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def go(port: int) -> list[Received]:
        wire, address = Wire(timeout_s=5, certificates=no_certificates), Address("127.0.0.1", port, tls=False)
        first = asyncio.create_task(wire.send(address, HEAD, b"1"))
        await asyncio.sleep(0.02)
        first.cancel()
        second = await wire.send(address, HEAD, b"2")
        await wire.close()
        return [second]

    assert [one.body for one in asyncio.run(_served(serve, go))] == [b"2"]


def test_an_answer_is_written_down_as_it_comes_and_found_by_the_next_process(tmp_path: Path) -> None:
    died = Receipts(tmp_path)
    exchanged(OK, receipts=died)
    died.let_go()
    with Receipts(tmp_path) as receipts:
        responses, _, seen = exchanged(OK, times=2, receipts=receipts)
        assert [one.body for one in responses] == [b"{}"] * 2
        assert len(seen) == 1, "found once; then it is a question that is really asked again"
    assert list(tmp_path.iterdir()) == []


def test_an_error_is_not_written_down(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path)
    exchanged(b"HTTP/1.1 500 X\r\nContent-Length: 2\r\n\r\n{}", receipts=receipts)
    assert list(tmp_path.iterdir()) == []
