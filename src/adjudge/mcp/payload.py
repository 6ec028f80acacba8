"""The structured content beside a tool's text: typed answers and errors."""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from mcp_types import CallToolResult, TextContent
from pydantic import Field, JsonValue

from adjudge.engines.base import Answer
from adjudge.engines.replay import recorded_error
from adjudge.errors import AdjudgeError, EngineError, UnusableReply
from adjudge.questions.base import Reply
from adjudge.record import Record
from adjudge.transcript import Trouble, Usage

R = TypeVar("R", bound=Reply)
ERROR = "adjudge/error"
"""Where a failed result holds its typed error. Not in the structured content: a client may check that against the
schema of the tool's results, also in a failed one, and report the mismatch in place of the error."""


class Answered(Record):
    """A complete answer of an engine."""

    reply: Mapping[str, JsonValue]
    engine: str
    usage: Usage = Field(default_factory=Usage)
    raw: str | None = None
    notes: tuple[str, ...] = ()


class Exhibit(Record):
    """A piece of evidence as the verifier is shown it."""

    id: str = Field(description="A name for the piece, unique in the call.")
    text: str = Field(description="Its words.")
    origin: str = Field(default="", description="Where it comes from, such as 'FEVER DB' or 'web'.")
    label: str = Field(default="", description="The label that its database gives it, if any.")


class Logged(Record):
    """The line that was written."""

    line: str


def answered(answer: Answer[R]) -> Answered:
    """An answer as it goes over the wire."""
    return Answered(
        reply=answer.reply.model_dump(mode="json"),
        engine=answer.engine,
        usage=answer.usage,
        raw=answer.raw,
        notes=answer.notes,
    )


def shown(text: str, record: Record) -> CallToolResult:
    """A tool's result: its text, and the record beside it."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=record.model_dump(mode="json")
    )


def failed(error: AdjudgeError) -> CallToolResult:
    """An error as a tool's result: for people in words, for a client with its type."""
    raw = error.raw if isinstance(error, UnusableReply) else ""
    content = {"error": error.name, "message": error.message, "hint": error.hint, "raw": raw}
    return CallToolResult(
        content=[TextContent(type="text", text=f"{error.name}: {error}")], is_error=True, _meta={ERROR: content}
    )


def raised(result: CallToolResult) -> AdjudgeError:
    """The error in a result, with the type that it had on the other side."""
    content: dict[str, Any] = (result.meta or {}).get(ERROR) or {}
    if "error" in content:
        trouble = Trouble(error=content["error"], message=content.get("message", ""), hint=content.get("hint", ""))
        return recorded_error(trouble, raw=content.get("raw") or None)
    words = " ".join(block.text for block in result.content if isinstance(block, TextContent))
    return EngineError(f"The server refused the call: {words}")


def as_line(value: Mapping[str, Any]) -> str:
    """A JSON object as a tool returns it."""
    return json.dumps(value, ensure_ascii=False)
