"""The transport: every way in which a server may end a response, the limits, and the receipt."""

import asyncio
import datetime
import ipaddress
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx2
import pytest

from adjudge.engines.around.limits import CallLimits, Limited
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.base import Answer, R
from adjudge.engines.llm.sockets import Stream
from adjudge.engines.llm.transport import ResponseTooLarge, Transport
from adjudge.questions.base import Question
from tests.support.engines import Steps
from tests.support.questions import VOTE, cast_vote
from tests.support.raw_server import RawServer, http, pieces

OK = http(b"{}")
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def sent(
    server: RawServer,
    *,
    times: int = 1,
    timeout_s: float = 20.0,
    max_bytes: int = 1_000_000,
    receipts: Receipts | None = None,
    certificates: ssl.SSLContext | None = None,
    url: str | None = None,
) -> list[httpx2.Response]:
    """The responses to equal requests."""

    async def post(client: httpx2.AsyncClient) -> list[httpx2.Response]:
        return [await client.post(url or f"{server.url}/chat", content=b"body") for _ in range(times)]

    return with_client(post, timeout_s, max_bytes, receipts, certificates)


def with_client(
    work: Callable[[httpx2.AsyncClient], Awaitable[list[httpx2.Response]]],
    timeout_s: float = 20.0,
    max_bytes: int = 1_000_000,
    receipts: Receipts | None = None,
    certificates: ssl.SSLContext | None = None,
) -> list[httpx2.Response]:
    async def go() -> list[httpx2.Response]:
        transport = Transport(
            timeout_s=timeout_s,
            max_bytes=max_bytes,
            certificates=certificates or ssl.create_default_context(),
            receipts=receipts,
        )
        async with httpx2.AsyncClient(transport=transport) as client:
            return await work(client)

    return asyncio.run(go())


@pytest.mark.parametrize(
    "parts",
    [
        [OK],
        [bytes([byte]) for byte in OK],
        [CHUNKED + b"1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n"],
        [CHUNKED + b"1\r\n{", b"\r\n1\r", b"\n}\r\n0\r\nA: b\r", b"\n\r\n"],
        [b"HTTP/1.1 100 Continue\r\n\r\n", OK],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\n", b"{}"],
    ],
    ids=["at once", "byte by byte", "chunks", "torn chunks", "after an interim response", "its length twice"],
)
def test_a_response_is_read_to_its_end_and_the_connection_used_again(parts: list[bytes]) -> None:
    with RawServer(pieces(*parts)) as server:
        responses = sent(server, times=3)
        assert [(one.status_code, one.content) for one in responses] == [(200, b"{}")] * 3
        assert server.connections == 1
        assert all(request.startswith(b"POST /v1/chat HTTP/1.1\r\n") for request in server.requests)
        assert all(request.endswith(b"\r\n\r\nbody") for request in server.requests)


@pytest.mark.parametrize(
    "response", [b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}", b"HTTP/1.0 200 OK\r\n\r\n{}"]
)
def test_a_connection_that_the_server_ends_is_not_used_again(response: bytes) -> None:
    with RawServer(pieces(response), close=True) as server:
        assert [one.content for one in sent(server, times=2)] == [b"{}"] * 2
        assert server.connections == 2


def test_an_error_comes_with_its_headers() -> None:
    with RawServer(pieces(http(b"", status=429, headers="Retry-After:  7\r\n"))) as server:
        [response] = sent(server)
    assert (response.status_code, response.headers["retry-after"], response.content) == (429, "7", b"")


@pytest.mark.parametrize(
    "response",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{}",
        CHUNKED + b"5\r\n{}",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}",
        CHUNKED + b"xyz\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}",
        b"x" * 200_000,
        http(b"\x1f\x8b", headers="Content-Encoding: gzip\r\n"),
    ],
)
def test_half_a_response_or_none_is_an_error_that_the_clients_know(response: bytes) -> None:
    with RawServer(pieces(response), close=True) as server, pytest.raises(httpx2.RequestError):
        sent(server)


def test_a_host_that_does_not_exist_is_an_error_that_the_clients_know() -> None:
    with RawServer(pieces(OK)) as server, pytest.raises(httpx2.ConnectError):
        sent(server, url="http://nowhere.invalid/v1")


def test_silence_is_a_timeout() -> None:
    with RawServer(pieces(OK[:-1])) as server, pytest.raises(httpx2.TimeoutException):
        sent(server, timeout_s=0.3)


def test_a_server_that_never_finishes_is_not_waited_for_longer_than_the_deadline() -> None:
    async def drip() -> AsyncIterator[bytes]:
        yield CHUNKED
        while True:
            yield b"1\r\n \r\n"
            await asyncio.sleep(0.05)

    with RawServer(drip) as server:
        began = time.monotonic()
        with pytest.raises(httpx2.TimeoutException, match=r"no complete response within 0\.6 s"):
            sent(server, timeout_s=0.6)
        assert time.monotonic() - began < 5
        # A slow machine sends fewer pieces; two after the head show that the server was not silent.
        assert server.sent >= len(CHUNKED) + 2 * len(b"1\r\n \r\n")


@pytest.mark.parametrize("head", [CHUNKED, b"HTTP/1.1 200 OK\r\nContent-Length: 600000000\r\n\r\n"])
def test_a_response_of_600_mb_is_dropped_at_the_limit(head: bytes) -> None:
    async def flood() -> AsyncIterator[bytes]:
        yield head
        part = b"f4240\r\n" + b" " * 1_000_000 + b"\r\n" if head is CHUNKED else b" " * 1_000_000
        for _ in range(600):
            yield part

    with RawServer(flood) as server:
        with pytest.raises(ResponseTooLarge, match="larger than 2,000,000 bytes"):
            sent(server, max_bytes=2_000_000)
        assert server.sent < 20_000_000, "the rest is not read"


def test_a_cancelled_request_leaves_no_answer_for_the_next() -> None:
    answers = iter((b"1", b"2"))

    async def slow() -> AsyncIterator[bytes]:
        answer = next(answers)
        await asyncio.sleep(0.2)
        yield http(answer)

    async def go(client: httpx2.AsyncClient) -> list[httpx2.Response]:
        first = asyncio.create_task(client.post(server.url, content=b"1"))
        while not server.requests:
            await asyncio.sleep(0.01)
        first.cancel()
        return [await client.post(server.url, content=b"2")]

    with RawServer(slow) as server:
        assert [one.content for one in with_client(go)] == [b"2"]


def test_an_answer_is_written_down_as_it_comes_and_found_by_the_next_process(tmp_path: Path) -> None:
    died = Receipts(tmp_path)
    with RawServer(pieces(OK)) as server:
        sent(server, receipts=died)
        died.let_go()
        with Receipts(tmp_path) as receipts:
            assert [one.json() for one in sent(server, times=2, receipts=receipts)] == [{}, {}]
        assert len(server.requests) == 2, "found once; then it is a question that is really asked again"
    assert list(tmp_path.iterdir()) == []


def test_an_error_is_not_written_down(tmp_path: Path) -> None:
    with RawServer(pieces(http(b"{}", status=500))) as server:
        sent(server, receipts=Receipts(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_the_event_loop_does_nothing_between_the_last_read_and_the_receipt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that no kill can come between an answer that has left the kernel and its receipt, except within one step."""
    ticks, at_read, at_write = 0, -1, -2
    read, write = Stream.read, Receipts.write

    async def watched_read(self: Stream, max_bytes: int, timeout: float | None = None) -> bytes:
        nonlocal at_read
        data = await read(self, max_bytes, timeout)
        at_read = ticks
        return data

    def watched_write(self: Receipts, key: bytes, answer: bytes) -> None:
        nonlocal at_write
        at_write = ticks
        write(self, key, answer)

    async def go(client: httpx2.AsyncClient) -> list[httpx2.Response]:
        loop = asyncio.get_running_loop()

        def tick() -> None:
            nonlocal ticks
            ticks += 1
            loop.call_soon(tick)

        tick()
        return [await client.post(server.url, content=b"1")]

    monkeypatch.setattr(Stream, "read", watched_read)
    monkeypatch.setattr(Receipts, "write", watched_write)
    with RawServer(pieces(CHUNKED + b"1\r\n{\r\n", b"1\r\n}\r\n0\r\n\r\n")) as server:
        [response] = with_client(go, receipts=Receipts(tmp_path))
    assert response.content == b"{}"
    assert at_read == at_write


def test_the_next_call_may_go_before_the_response_is_processed() -> None:
    class Client(Steps):
        def __init__(self, client: httpx2.AsyncClient, url: str) -> None:
            super().__init__(VOTE)
            self._client, self._url = client, url
            self.processed = 0
            self.processed_before_last_call = 0

        async def ask(self, question: Question[R]) -> Answer[R]:
            self.processed_before_last_call = self.processed
            await self._client.post(self._url, content=b"body")
            await asyncio.sleep(0.5)
            self.processed += 1
            return await super().ask(question)

    async def go(client: httpx2.AsyncClient) -> list[httpx2.Response]:
        engine = Client(client, server.url)
        limited = Limited(engine, CallLimits(concurrent=1))
        await asyncio.gather(limited.ask(cast_vote("a")), limited.ask(cast_vote("b")))
        assert engine.processed_before_last_call == 0
        assert server.connections == 1, "one call at a time needs one connection"
        return []

    with RawServer(pieces(OK)) as server:
        with_client(go)


def test_a_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with RawServer(pieces(OK)) as server:
        monkeypatch.setenv("HTTP_PROXY", f"127.0.0.1:{server.port}")
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        [response] = sent(server, url="http://model.invalid/v1/chat")
        assert response.content == b"{}"
        assert server.requests[0].startswith(b"POST http://model.invalid/v1/chat HTTP/1.1\r\n")


def test_a_response_is_read_over_tls(tmp_path: Path) -> None:
    served, trusting = certified(tmp_path)
    large = http(b"x" * 500_000)
    with RawServer(pieces(large[:100], large[100:]), tls=served) as server:
        assert [len(one.content) for one in sent(server, times=2, certificates=trusting)] == [500_000] * 2
        assert server.connections == 1
        with pytest.raises(httpx2.ConnectError, match="certificate"):
            sent(server)


def certified(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The server's and the client's side of a certificate for localhost."""
    pytest.importorskip("cryptography")
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "server.pem").write_bytes(private + public)
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(folder / "server.pem")
    return served, ssl.create_default_context(cadata=public.decode())
