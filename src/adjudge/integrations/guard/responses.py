"""The Responses API through the guard: a whole response, or its stream of typed events.

Judgements travel under the key `adjudge`: as the report on the response object, and in a stream also on the text event
after a sentence. A stream whose text is changed is numbered anew.
"""

from collections.abc import AsyncIterator
from copy import deepcopy
from typing import Any

from adjudge.integrations.guard.answer import GuardedAnswer, GuardedText
from adjudge.integrations.guard.chat import KEY, STOPPED
from adjudge.integrations.guard.events import DONE, ServerEvent, written
from adjudge.integrations.guard.settings import GuardMode

_ENDS = ("response.completed", "response.incomplete", "response.failed")


async def whole(body: dict[str, Any], answer: GuardedAnswer) -> dict[str, Any]:
    """The response with its texts as the mode wants them, and the report."""
    for output, place, part in _text_parts(body):
        text = answer.text((output, place), output)
        shown = await text.feed(part["text"]) + await text.finish()
        _put(part, text, shown)
        if text.stopped:
            # What comes after the withheld sentence is withheld too.
            body["output"] = body["output"][: output + 1]
            body["output"][output]["content"] = body["output"][output]["content"][: place + 1]
            body = {**body, "status": "incomplete", "incomplete_details": {"reason": STOPPED}}
            break
    return {**body, KEY: answer.report()}


async def stream(incoming: AsyncIterator[ServerEvent], answer: GuardedAnswer) -> AsyncIterator[bytes]:
    """The events as the mode wants them. Ends early if the answer is withheld."""
    guarded = _ResponseStream(answer)
    async for event in incoming:
        body = event.json()
        if body is None or event.data == DONE:
            yield event.raw
            continue
        for out in await guarded.take(event, body):
            yield out
        if guarded.ended:
            return


class _ResponseStream:
    """The state of one stream: the response as it began, and the number of the next event."""

    def __init__(self, answer: GuardedAnswer) -> None:
        self._answer = answer
        self._changes = answer.mode is not GuardMode.FLAG
        self._number = 0
        self._response: dict[str, Any] = {}
        self._items: dict[int, dict[str, Any]] = {}
        self.ended = False

    async def take(self, event: ServerEvent, body: dict[str, Any]) -> list[bytes]:
        """What is sent for an event."""
        kind = str(body.get("type", event.name))
        if isinstance(body.get("response"), dict):
            self._response = body["response"]
        if kind == "response.output_item.added" and isinstance(body.get("item"), dict):
            self._items[_number(body.get("output_index"))] = body["item"]
        if kind in ("response.output_text.delta", "response.output_text.done"):
            return await self._text(event, body, done=kind.endswith("done"))
        if kind in _ENDS:
            return await self._end(event, body)
        if not self._changes:
            return [event.raw]
        if kind in ("response.content_part.done", "response.output_item.done"):
            body = self._rewritten(body)
        return [self._sent(event, body)]

    async def _text(self, event: ServerEvent, body: dict[str, Any], *, done: bool) -> list[bytes]:
        text = self._answer.text(_key(body), _number(body.get("output_index")))
        if not self._changes:
            out = self._sent(event, body) if self._answer.has_news else event.raw
            await (text.finish() if done else text.feed(str(body.get("delta", ""))))
            return [out]
        shown = await (text.finish() if done else text.feed(str(body.get("delta", ""))))
        place: dict[str, Any] = {key: body[key] for key in ("item_id", "output_index", "content_index") if key in body}
        found = []
        if shown:
            delta = {"type": "response.output_text.delta", **place, "delta": shown, "logprobs": []}
            found.append(self._sent(ServerEvent("response.output_text.delta", "", b""), delta))
        if text.stopped:
            return [*found, *self._stop(place, text)]
        if done:
            found.append(self._sent(event, {**body, "text": text.sent, "logprobs": []}))
        return found

    async def _end(self, event: ServerEvent, body: dict[str, Any]) -> list[bytes]:
        for text in self._answer.texts:
            await text.finish()
        response = body.get("response")
        if not isinstance(response, dict):
            return [event.raw]
        if self._changes:
            for output, place, part in _text_parts(response):
                text = self._answer.text((output, place), output)
                _put(part, text, text.sent)
        self._answer.news()
        return [self._sent(event, {**body, "response": {**response, KEY: self._answer.report()}})]

    def _stop(self, place: dict[str, Any], text: GuardedText) -> list[bytes]:
        """The events that end a response whose next sentence is withheld."""
        self.ended = True
        part = {"type": "output_text", "text": text.sent, "annotations": [], "logprobs": []}
        item = {**self._items.get(text.choice, {"type": "message", "role": "assistant"}), "status": "incomplete"}
        item["content"] = [part]
        response = {
            **self._response,
            "status": "incomplete",
            "incomplete_details": {"reason": STOPPED},
            "output": [item],
            KEY: self._answer.report(),
        }
        ends: list[dict[str, Any]] = [
            {"type": "response.output_text.done", **place, "text": text.sent, "logprobs": []},
            {"type": "response.content_part.done", **place, "part": part},
            {"type": "response.output_item.done", "output_index": text.choice, "item": item},
            {"type": "response.incomplete", "response": response},
        ]
        return [self._sent(ServerEvent(one["type"], "", b""), one) for one in ends]

    def _rewritten(self, body: dict[str, Any]) -> dict[str, Any]:
        """An event that repeats text, with the text that was sent."""
        found = deepcopy(body)
        if isinstance(part := found.get("part"), dict) and isinstance(part.get("text"), str):
            _put(part, text := self._answer.text(_key(body), _number(body.get("output_index"))), text.sent)
        output = _number(body.get("output_index"))
        for _, place, part in _text_parts({"output": [found.get("item")]}):
            text = self._answer.text((output, place), output)
            _put(part, text, text.sent)
        return found

    def _sent(self, event: ServerEvent, body: dict[str, Any]) -> bytes:
        if self._changes:
            body = {**body, "sequence_number": self._number}
            self._number += 1
        if str(body.get("type")).startswith("response.output_text") and (news := self._answer.news()):
            body = {**body, KEY: {"sentences": news}}
        return written(body, event.name)


def _text_parts(response: dict[str, Any]) -> list[tuple[int, int, dict[str, Any]]]:
    """The text parts of a response's output, with the places of item and part."""
    output = response.get("output")
    found = []
    for at, item in enumerate(output if isinstance(output, list) else ()):
        content = item.get("content") if isinstance(item, dict) else None
        for place, part in enumerate(content if isinstance(content, list) else ()):
            if isinstance(part, dict) and part.get("type") == "output_text" and isinstance(part.get("text"), str):
                found.append((at, place, part))
    return found


def _put(part: dict[str, Any], text: GuardedText, shown: str) -> None:
    """The text in its part; what counts in the old text (citations, logprobs) does not fit a changed one."""
    if text.changed:
        part.update(text=shown, annotations=[], logprobs=[])


def _key(body: dict[str, Any]) -> tuple[int, int]:
    return _number(body.get("output_index")), _number(body.get("content_index"))


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
