"""OpenAI's way to put requests and responses, short-cut: what is the same in every call is worked out once.

A `Form` is a request as the provider's client would send it, with gaps in the place of its texts. `said` reads the
plain case of a response; for anything else (an error, a refusal, thoughts between tags) it gives None, and the client
is shown the response instead. So the client still decides what is sent and what trouble means.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from adjudge.engines.llm.wire import Address

if TYPE_CHECKING:
    import httpx2

_GAP = re.compile(rb"adjudge-gap-(\d)-5c1e9f")
_FINISHED = ("stop", "length", "tool_calls")


def gaps(count: int) -> tuple[str, ...]:
    """Texts that stand for texts."""
    return tuple(f"adjudge-gap-{number}-5c1e9f" for number in range(count))


@dataclass(frozen=True, slots=True)
class Form:
    """A request with gaps."""

    address: Address
    head: bytes = field(repr=False)  # holds the key
    pieces: tuple[bytes, ...]
    order: tuple[int, ...]

    @classmethod
    def of(cls, request: "httpx2.Request", head: bytes) -> "Form":
        """A request that was put with `gaps`."""
        parts = _GAP.split(request.content)
        return cls(Address.of(str(request.url)), head, tuple(parts[::2]), tuple(map(int, parts[1::2])))

    def filled(self, texts: Sequence[str]) -> bytes:
        """The body with the texts in their places."""
        # Without its quotes: the gap stands inside a JSON text already, perhaps beside other words.
        inner = [encode_basestring(text)[1:-1].encode("utf-8", "replace") for text in texts]
        body = [self.pieces[0]]
        for number, piece in zip(self.order, self.pieces[1:], strict=True):
            body += (inner[number], piece)
        return b"".join(body)


@dataclass(frozen=True, slots=True)
class Plain:
    """A response in the plain case."""

    text: str
    cut_off: bool
    usage: dict[str, Any]


def said(body: bytes, *, thoughts_tag: str) -> Plain | None:
    """What a response says, or None where it takes the client to tell."""
    try:
        data = json.loads(body)
        choice = data["choices"][0]
        message, finish, usage = choice["message"], choice["finish_reason"], data["usage"]
        content, calls = message.get("content"), message.get("tool_calls") or ()
        arguments = [call["function"]["arguments"] for call in calls]
        refused = message.get("refusal")
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    texts = arguments or [content]
    if refused or finish not in _FINISHED or not isinstance(usage, dict):
        return None
    if not all(isinstance(text, str) and text for text in texts) or thoughts_tag in texts[0]:
        return None
    return Plain("\n".join(texts), finish == "length", usage)
