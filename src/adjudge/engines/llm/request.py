"""What is sent: the conversation, the settings, and the reply's schema in a shape that the model takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from adjudge.engines.around.correct import Correction
from adjudge.prompts.defuse import neutral
from adjudge.prompts.loader import load, render
from adjudge.questions.base import Question, Reply
from adjudge.record import digest

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

_TOOL = "reply"
_SHOWN_OF_REFUSED = 8000


class Shape(StrEnum):
    """How the reply's schema reaches the model; `auto` takes the first that the model can do."""

    AUTO = "auto"
    NATIVE = "native"
    TOOL = "tool"
    PROMPTED = "prompted"


@dataclass(frozen=True, slots=True)
class Request:
    """What every call for one type of reply has in common."""

    settings: "ModelSettings"
    parameters: "ModelRequestParameters"


def first_shape(model: "Model[Any]") -> Shape:
    """The best way to ask this model for a shape."""
    if model.profile.get("supports_json_schema_output", False):
        return Shape.NATIVE
    return Shape.TOOL if model.profile.get("supports_tools", True) else Shape.PROMPTED


def texts_of(question: Question[Reply]) -> tuple[str, ...]:
    """The texts of a question: system and user part; for a correction also the refused reply and the complaints."""
    if not isinstance(question, Correction):
        messages = render(question)
        return messages.system, messages.user
    first = render(question.original)
    complaints = "\n".join(f"- {neutral(complaint)}" for complaint in question.complaints)
    again = load(question.kind).user.replace("{complaints}", complaints)
    return first.system, first.user, question.refused[:_SHOWN_OF_REFUSED] or "(empty)", again


def conversation(texts: Sequence[str]) -> "list[ModelMessage]":
    """The texts as messages; a correction continues the conversation of the refused reply."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    # Half a surrogate pair cannot be sent.
    system, user, *more = (text.encode("utf-8", "replace").decode() for text in texts)
    messages: list[ModelMessage] = [ModelRequest(parts=[UserPromptPart(user)], instructions=system)]
    if more:
        refused, again = more
        messages.append(ModelResponse(parts=[TextPart(refused)]))
        messages.append(ModelRequest(parts=[UserPromptPart(again)], instructions=system))
    return messages


@lru_cache(maxsize=256)
def schema(reply_type: type[Reply]) -> tuple[dict[str, Any], str]:
    """The schema of a reply and its hash. The order of fields counts, so it is hashed as text in that order."""
    described = reply_type.model_json_schema()
    return described, digest(repr(described))


@lru_cache(maxsize=256)
def parameters(reply_type: type[Reply], shape: Shape) -> "ModelRequestParameters":
    """The schema of a reply, in a shape."""
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    described, _ = schema(reply_type)
    if shape is Shape.TOOL:
        tool = ToolDefinition(
            name=_TOOL, parameters_json_schema=described, description="Give your reply.", kind="output", strict=True
        )
        return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    strict = True if shape is Shape.NATIVE else None
    output = OutputObjectDefinition(json_schema=described, name=_TOOL, strict=strict)
    mode = "native" if shape is Shape.NATIVE else "prompted"
    return ModelRequestParameters(output_mode=cast("Any", mode), output_object=output)
