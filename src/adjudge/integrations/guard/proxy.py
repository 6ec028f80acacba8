"""The guard as an ASGI app: /v1/chat/completions and /v1/responses are judged, every other path under /v1 passes as it
is. Upstream errors pass unchanged. A client that goes away cancels the upstream call."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from adjudge.errors import AdjudgeError
from adjudge.integrations.guard import chat, responses
from adjudge.integrations.guard.answer import GuardedAnswer
from adjudge.integrations.guard.context import HEADER, GuardContext, context_of
from adjudge.integrations.guard.events import EventTooLarge, events, written
from adjudge.integrations.guard.judge import AnswerJudge
from adjudge.integrations.guard.metrics import CONTENT_TYPE, GuardMetrics
from adjudge.integrations.guard.settings import GuardSettings
from adjudge.integrations.guard.upstream import Call, Upstream, UpstreamTrouble, returned

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
_JUDGED = {"/v1/chat/completions": chat, "/v1/responses": responses}
_BODY_S = 60.0


class GuardRefusal(Exception):
    """A request that the guard itself refuses, with the status that says why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class GuardProxy:
    """The app. `start` it before the first request and `close` it after the last."""

    def __init__(self, settings: GuardSettings) -> None:
        self._settings = settings
        self.metrics = GuardMetrics()
        self._judge = AnswerJudge(settings.engine, timeout_s=settings.limits.judge_s)
        self._upstream = Upstream(settings)
        self._running = 0

    async def start(self) -> None:
        """Open the engine."""
        await self._judge.start()

    async def close(self) -> None:
        """Close engine and connections."""
        await self._upstream.close()
        await self._judge.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        reply = _ClientResponse(send)
        try:
            await self._answered(scope, receive, reply)
        except GuardRefusal as refusal:
            await reply.error(refusal.status, "invalid_request_error", refusal.message)
        except UpstreamTrouble as trouble:
            self.metrics.count_trouble(trouble.reason)
            await reply.error(trouble.status, "upstream_error", trouble.message)
        finally:
            route = scope["path"] if scope["path"] in _JUDGED else "other"
            self.metrics.count_request(route, reply.status)

    async def _answered(self, scope: Scope, receive: Receive, reply: "_ClientResponse") -> None:
        headers = dict(scope["headers"])
        if not self._settings.accepts(headers.get(b"host", b"").decode("latin-1")):
            raise GuardRefusal(421, "This host name is not the guard's. Start it with --allow-host NAME to allow it.")
        if scope["path"] == "/healthz":
            await reply.whole(200, [(b"content-type", b"text/plain")], b"ok\n")
        elif scope["path"] == "/metrics":
            await reply.whole(200, [(b"content-type", CONTENT_TYPE.encode())], self.metrics.page())
        elif not scope["path"].startswith("/v1/"):
            raise GuardRefusal(404, "The guard serves paths under /v1/, such as /v1/chat/completions.")
        elif self._running >= self._settings.limits.at_once:
            raise GuardRefusal(503, "The guard is serving as many requests as it may; try again later.")
        else:
            with self._counted():
                body = await self._read(headers, receive)
                await self._while_present(receive, self._passed(scope, body, reply), reply)

    @contextlib.contextmanager
    def _counted(self) -> Any:
        self._running += 1
        self.metrics.running.set(self._running)
        try:
            yield
        finally:
            self._running -= 1
            self.metrics.running.set(self._running)

    async def _read(self, headers: dict[bytes, bytes], receive: Receive) -> bytes:
        """The request's body, up to the limit in size and time."""
        most = self._settings.limits.request_bytes
        too_large = GuardRefusal(413, f"The request is larger than {most} bytes.")
        declared = headers.get(b"content-length", b"")
        if declared.isdigit() and (len(declared) > 18 or int(declared) > most):
            raise too_large
        parts, size = [], 0
        try:
            async with asyncio.timeout(min(_BODY_S, self._settings.limits.total_s)):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise GuardRefusal(400, "The request was not sent to its end.")
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > most:
                        raise too_large
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError:
            raise GuardRefusal(408, "The request did not arrive in time.") from None

    async def _while_present(self, receive: Receive, work: Any, reply: "_ClientResponse") -> None:
        """Do the work as long as the client is there; cancel it when the client goes away before the end."""
        doing = asyncio.ensure_future(work)
        leaving = asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait((doing, leaving), return_when=asyncio.FIRST_COMPLETED)
            # A server reports that the client is gone as soon as it has the whole response, too.
            if not doing.done() and not reply.is_complete:
                self.metrics.count_trouble("client gone")
                doing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await doing
                return
            await doing
        finally:
            leaving.cancel()
            doing.cancel()

    async def _passed(self, scope: Scope, body: bytes, reply: "_ClientResponse") -> None:
        """Pass the request on and the response back, within the total time."""
        dialect = _JUDGED.get(scope["path"]) if scope["method"] == "POST" else None
        request = _object(body) if dialect else None
        context = self._context(scope, request) if request is not None else GuardContext(())
        call = Call(
            scope["method"],
            scope["path"].removeprefix("/v1"),
            scope["query_string"],
            scope["headers"],
            body,
            plain=dialect is not None,
            streaming=bool(request and request.get("stream")),
        )
        total_s = self._settings.limits.total_s
        # Read while the upstream is still thinking.
        answer = asyncio.ensure_future(self._prepared(context))
        try:
            async with asyncio.timeout(total_s), self._upstream.answering(call) as response:
                kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                judged = dialect is not None and response.status_code == 200 and request is not None
                if judged and kind == "text/event-stream":
                    await self._streamed(dialect, response, await answer, reply)
                elif judged and kind == "application/json":
                    await self._unstreamed(dialect, response, await answer, reply)
                else:
                    await reply.begin(response.status_code, returned(response.headers.raw, changed=False))
                    async for chunk in self._upstream.body(response, raw=True):
                        await reply.send(chunk)
                    await reply.end()
        except TimeoutError:
            raise UpstreamTrouble(504, "too long", f"The exchange took longer than {total_s:g} seconds.") from None
        finally:
            answer.cancel()

    def _context(self, scope: Scope, request: dict[str, Any]) -> GuardContext:
        names = dict(scope["headers"]).get(HEADER.encode(), b"").decode("latin-1")
        try:
            return context_of(request, names, self._settings)
        except AdjudgeError as error:
            raise GuardRefusal(400, str(error)) from error

    async def _prepared(self, context: GuardContext) -> GuardedAnswer:
        if context.documents:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._settings.limits.judge_s):
                    await self._judge.read(context.documents)
        return GuardedAnswer(self._settings.mode, context, self._judge, self.metrics)

    async def _unstreamed(self, dialect: Any, response: Any, answer: GuardedAnswer, reply: "_ClientResponse") -> None:
        raw = b"".join([chunk async for chunk in self._upstream.body(response, raw=False)])
        body = _object(raw)
        if body is not None:
            raw = json.dumps(await dialect.whole(body, answer)).encode()
        await reply.whole(200, returned(response.headers.raw, changed=True), raw)

    async def _streamed(self, dialect: Any, response: Any, answer: GuardedAnswer, reply: "_ClientResponse") -> None:
        await reply.begin(200, returned(response.headers.raw, changed=True))
        chunks = self._upstream.body(response, raw=False)
        incoming = events(chunks, most_bytes=self._settings.limits.event_bytes)
        try:
            async for out in dialect.stream(incoming, answer):
                await reply.send(out)
        except EventTooLarge:
            raise UpstreamTrouble(502, "too large", "An event of the upstream's stream is too large.") from None
        finally:
            await incoming.aclose()
            await chunks.aclose()
        await reply.end()


class _ClientResponse:
    """The response to the client. An error after its beginning becomes the last event of the stream."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0
        self.is_complete = False
        self._is_stream = False

    async def begin(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self.status = status
        self._is_stream = any(value.startswith(b"text/event-stream") for name, value in headers)
        await self._send({"type": "http.response.start", "status": status, "headers": headers})

    async def send(self, body: bytes) -> None:
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self) -> None:
        self.is_complete = True
        await self._send({"type": "http.response.body", "body": b""})

    async def whole(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        await self.begin(status, [*headers, (b"content-length", str(len(body)).encode())])
        self.is_complete = True
        await self._send({"type": "http.response.body", "body": body})

    async def error(self, status: int, kind: str, message: str) -> None:
        """An error in the shape that clients of the API know."""
        body = {"error": {"message": message, "type": kind, "param": None, "code": f"adjudge_guard_{status}"}}
        if not self.status:
            headers = [(b"content-type", b"application/json")]
            headers += [(b"retry-after", b"1")] if status == 503 else []
            await self.whole(status, headers, json.dumps(body).encode())
        elif self._is_stream:
            await self.send(written(body, "error"))
            await self.end()
        else:
            # The client must not take half a body for a whole one: the server closes the connection.
            raise ConnectionError(message)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _object(body: bytes) -> dict[str, Any] | None:
    """The JSON object in these bytes, if there is one."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
