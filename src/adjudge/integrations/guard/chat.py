"""Chat completions through the guard: a whole response, or a stream of chunks.

Judgements travel under the key `adjudge`: in a whole response as the report; in a stream on the chunk after a sentence,
and as the report in a last chunk. That chunk has a choice with an empty delta, since many clients read `choices[0]` of
every chunk.
"""

from collections.abc import AsyncIterator
from typing import Any

from adjudge.integrations.guard.answer import GuardedAnswer
from adjudge.integrations.guard.events import DONE, ServerEvent, written
from adjudge.integrations.guard.settings import GuardMode

STOPPED = "content_filter"
KEY = "adjudge"


async def whole(body: dict[str, Any], answer: GuardedAnswer) -> dict[str, Any]:
    """The response with its texts as the mode wants them, and the report."""
    for choice in _choices(body):
        message = choice.get("message")
        if not isinstance(message, dict) or not isinstance(message.get("content"), str):
            continue
        text = answer.text(choice.get("index"), _index(choice))
        shown = await text.feed(message["content"]) + await text.finish()
        if shown != message["content"]:
            message["content"], choice["logprobs"] = shown, None
        if text.stopped:
            choice["finish_reason"] = STOPPED
    return {**body, KEY: answer.report()}


async def stream(incoming: AsyncIterator[ServerEvent], answer: GuardedAnswer) -> AsyncIterator[bytes]:
    """The chunks as the mode wants them. Ends early if the answer is withheld."""
    last: dict[str, Any] = {}
    async for event in incoming:
        if event.data == DONE:
            break
        chunk = event.json()
        if chunk is None or not isinstance(chunk.get("choices"), list):
            yield event.raw
            continue
        last = chunk
        async for out in _flagged(event, chunk, answer) if answer.mode is GuardMode.FLAG else _changed(chunk, answer):
            yield out
        if sum(text.stopped for text in answer.texts) >= answer.choices:
            break
    for text in answer.texts:
        if rest := await text.finish():
            yield written(_like(last, [_delta(text.choice, {"content": rest})]))
    if last:
        yield written({**_like(last, [_delta(0, {})]), KEY: answer.report()})
    yield f"data: {DONE}\n\n".encode()


async def _flagged(event: ServerEvent, chunk: dict[str, Any], answer: GuardedAnswer) -> AsyncIterator[bytes]:
    """The chunk at once, unchanged but for judgements of sentences that ended before it."""
    news = answer.news()
    yield written({**chunk, KEY: {"sentences": news}}) if news else event.raw
    for choice in _choices(chunk):
        text = answer.text(choice.get("index"), _index(choice))
        if content := _content(choice):
            await text.feed(content)
        if choice.get("finish_reason"):
            await text.finish()


async def _changed(chunk: dict[str, Any], answer: GuardedAnswer) -> AsyncIterator[bytes]:
    """The chunk with whole sentences in place of its text; what was kept back comes before the end."""
    kept: list[dict[str, Any]] = []
    for choice in _choices(chunk):
        text, delta = answer.text(choice.get("index"), _index(choice)), choice.get("delta") or {}
        was_stopped = text.stopped
        if was_stopped:
            continue
        shown = await text.feed(_content(choice))
        others = {key: value for key, value in delta.items() if key not in ("content", "role") and value}
        if choice.get("finish_reason"):
            shown += await text.finish()
        if text.stopped:
            ended = {**_delta(_index(choice), {"content": shown} if shown else {}), "finish_reason": STOPPED}
            yield written({**_like(chunk, [ended]), KEY: {"sentences": answer.news()}})
            continue
        if shown and (others or choice.get("finish_reason")):
            yield _written(_like(chunk, [_delta(_index(choice), {"content": shown})]), answer)
            shown = ""
        if shown or others or choice.get("finish_reason") or "role" in delta:
            given = {**delta, "content": shown} if isinstance(delta.get("content"), str) else delta
            kept.append({**choice, "delta": given, "logprobs": None})
    if chunk["choices"] and not kept and chunk.get("usage"):
        kept = [_delta(0, {})]
    if kept or not chunk["choices"]:
        yield _written({**chunk, "choices": kept}, answer)


def _written(chunk: dict[str, Any], answer: GuardedAnswer) -> bytes:
    news = answer.news()
    return written({**chunk, KEY: {"sentences": news}} if news else chunk)


def _choices(body: dict[str, Any]) -> list[dict[str, Any]]:
    found = body.get("choices")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _index(choice: dict[str, Any]) -> int:
    found = choice.get("index")
    return found if isinstance(found, int) else 0


def _content(choice: dict[str, Any]) -> str:
    delta = choice.get("delta")
    content = delta.get("content") if isinstance(delta, dict) else None
    return content if isinstance(content, str) else ""


def _delta(index: int, delta: dict[str, Any]) -> dict[str, Any]:
    return {"index": index, "delta": delta, "logprobs": None, "finish_reason": None}


def _like(chunk: dict[str, Any], choices: list[dict[str, Any]]) -> dict[str, Any]:
    """A chunk of the same completion with other choices."""
    kept: dict[str, Any] = {
        key: chunk[key] for key in ("id", "object", "created", "model", "system_fingerprint") if key in chunk
    }
    return {**kept, "choices": choices}
