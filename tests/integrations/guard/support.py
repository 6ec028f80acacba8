"""An upstream that plays a language model's API on loopback, and a guard before it; both run in threads."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import uvicorn

from adjudge.integrations.guard.proxy import GuardProxy
from adjudge.integrations.guard.serve import server_of_guard
from adjudge.integrations.guard.settings import GuardSettings
from adjudge.server.serve import bound

KEY = "sk-a-secret-that-must-not-leak"
CONTEXT = "The Alder bridge opened in 1931. It is 412 metres long. Most residents welcomed it."
FALSE = "The Alder bridge opened in 1932."
ANSWER = f"{FALSE} It is 412 metres long."


@dataclass
class PlayedUpstream:
    """What the upstream says, how, and what it saw."""

    text: str = ANSWER
    piece: int = 5
    delay_s: float = 0.0
    stall_after: int | None = None
    """After so many pieces nothing comes any more."""
    cut_after: int | None = None
    """After so many pieces the connection is closed."""
    raw: tuple[int, bytes, bytes] | None = None
    """Status, content type and body, in place of an answer."""
    forever: bool = False
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    sent: list[float] = field(default_factory=list)
    cancelled: threading.Event = field(default_factory=threading.Event)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        self.headers.append({name.decode(): value.decode() for name, value in scope["headers"]})
        request = json.loads(body) if body else {}
        self.requests.append(request)
        if self.raw is not None:
            status, kind, content = self.raw
            await _start(send, status, kind, [(b"x-request-id", b"req-7")])
            await send({"type": "http.response.body", "body": content})
            return
        chat = scope["path"].endswith("/chat/completions")
        if not request.get("stream"):
            await _start(send, 200, b"application/json")
            content = json.dumps(completion(self.text) if chat else response(self.text)).encode()
            await send({"type": "http.response.body", "body": content})
            return
        await _start(send, 200, b"text/event-stream")
        work = asyncio.ensure_future(self._stream(send, chat))
        gone = asyncio.ensure_future(_gone(receive))
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            self.cancelled.set()
            work.cancel()
        gone.cancel()
        if work.done() and not work.cancelled() and work.exception():
            raise work.exception()  # type: ignore[misc]

    async def _stream(self, send: Any, chat: bool) -> None:
        events = chat_events(self.text, self.piece) if chat else response_events(self.text, self.piece)
        for at, event in enumerate(events):
            if self.stall_after is not None and at >= self.stall_after:
                await asyncio.sleep(3600)
            if self.cut_after is not None and at >= self.cut_after:
                raise ConnectionError("cut")
            await asyncio.sleep(self.delay_s)
            await send({"type": "http.response.body", "body": event, "more_body": True})
            self.sent.append(time.monotonic())
        while self.forever:
            await send({"type": "http.response.body", "body": b": ping\n\n", "more_body": True})
            await asyncio.sleep(0.02)
        await send({"type": "http.response.body", "body": b""})


async def _start(send: Any, status: int, kind: bytes, more: list[tuple[bytes, bytes]] | None = None) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind), *(more or [])]})


async def _gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def completion(text: str) -> dict[str, Any]:
    """A whole chat completion."""
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    return {"id": "c-1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


def chat_events(text: str, piece: int) -> Iterator[bytes]:
    """The chunks of a chat completion."""

    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        body = {"id": "c-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
        return f"data: {json.dumps(body)}\n\n".encode()

    yield chunk({"role": "assistant", "content": ""})
    for at in range(0, len(text), piece):
        yield chunk({"content": text[at : at + piece]})
    yield chunk({}, "stop")
    yield b"data: [DONE]\n\n"


def interleaved_events(texts: Sequence[str], piece: int) -> Iterator[bytes]:
    """The chunks of a chat completion with a choice for each text, in turns."""
    streams = [list(chat_events(text, piece)) for text in texts]
    for parts in zip_longest(*streams):
        for number, part in enumerate(parts):
            if part is not None and b"[DONE]" not in part:
                yield part.replace(b'"index": 0', f'"index": {number}'.encode())
    yield b"data: [DONE]\n\n"


def response(text: str, status: str = "completed") -> dict[str, Any]:
    """A whole response."""
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    item = {"type": "message", "id": "msg-1", "role": "assistant", "status": status, "content": [part]}
    return {
        "id": "r-1", "object": "response", "created_at": 1, "model": "m", "status": status, "error": None,
        "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True,
        "tool_choice": "auto", "tools": [], "temperature": 1.0, "top_p": 1.0,
        "output": [item] if text else [],
    }  # fmt: skip


def response_events(text: str, piece: int) -> Iterator[bytes]:
    """The events of a response."""
    place = {"item_id": "msg-1", "output_index": 0, "content_index": 0}
    whole = response(text)
    item = whole["output"][0]
    found: list[dict[str, Any]] = [
        {"type": "response.created", "response": response("", "in_progress")},
        {
            "type": "response.output_item.added",
            "output_index": 0,
            "item": {**item, "content": [], "status": "in_progress"},
        },
        {"type": "response.content_part.added", **place, "part": {**item["content"][0], "text": ""}},
        *(
            {"type": "response.output_text.delta", **place, "delta": text[at : at + piece], "logprobs": []}
            for at in range(0, len(text), piece)
        ),
        {"type": "response.output_text.done", **place, "text": text, "logprobs": []},
        {"type": "response.content_part.done", **place, "part": item["content"][0]},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole},
    ]
    for number, event in enumerate(found):
        yield f"event: {event['type']}\ndata: {json.dumps({**event, 'sequence_number': number})}\n\n".encode()


@contextmanager
def served(app: Any, *, server: uvicorn.Server | None = None) -> Iterator[str]:
    """An app in a thread; gives its address."""
    config = uvicorn.Config(app, log_level="critical", ws="none", lifespan="off", timeout_graceful_shutdown=1)
    server = server or uvicorn.Server(config)
    listening = bound("127.0.0.1", 0)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()
        assert not thread.is_alive(), "the server did not end"


@contextmanager
def guarding(played: PlayedUpstream, **settings: Any) -> Iterator[str]:
    """A guard before the upstream, or before another one; gives the base URL for clients."""
    with served(played) as address:
        guard = GuardProxy(GuardSettings(upstream=settings.pop("upstream_path", f"{address}/v1"), **settings))
        ready, done = threading.Event(), asyncio.Event()
        server = server_of_guard(guard)
        listening = bound("127.0.0.1", 0)

        async def run() -> None:
            await guard.start()
            ready.set()
            await server.serve(sockets=[listening])
            await guard.close()
            done.set()

        thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
        thread.start()
        assert ready.wait(60)
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        finally:
            server.should_exit = True
            thread.join(20)
            listening.close()
            assert done.is_set(), "the guard did not end"
