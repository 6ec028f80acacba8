"""Chat models that also read the responses of servers which follow OpenAI's API only in part.

Imported with the clients, on the first question.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from openai import omit
from openai.resources.chat import AsyncCompletions
from pydantic import ValidationError
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion
    from pydantic_ai.models.openai import _ChatCompletion
    from pydantic_ai.usage import RequestUsage

_Schemas: TypeAlias = tuple[OutputObjectDefinition | ToolDefinition | None, ...]


class ChatModel(OpenAIChatModel):
    """Accepts a completion with unreadable usage (as one without usage) or without fields that are not used."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._customized: dict[tuple[int, ...], tuple[_Schemas, ModelRequestParameters]] = {}

    def customize_request_parameters(self, model_request_parameters: ModelRequestParameters) -> ModelRequestParameters:
        """The parameters with their schemas in OpenAI's dialect. Each schema is rewritten once, not for every call."""
        given = model_request_parameters
        # Each call has its own copy of the parameters, but the schemas in it are the same objects.
        schemas = (given.output_object, *given.output_tools)
        key = tuple(map(id, schemas))
        if key not in self._customized:
            # The key is made of addresses, so what they stand for is kept alive beside it.
            self._customized[key] = schemas, super().customize_request_parameters(given)
        known = self._customized[key][1]
        return replace(given, output_object=known.output_object, output_tools=known.output_tools)

    def _validate_completion(self, response: "ChatCompletion") -> "_ChatCompletion":
        try:
            return super()._validate_completion(response)
        except ValidationError:
            response.usage = None
            response.id, response.object = "", "chat.completion"
            response.model = response.model if isinstance(response.model, str) else ""
            return super()._validate_completion(response)

    def _map_usage(self, response: "ChatCompletion") -> "RequestUsage":
        if response.usage is not None and _has_negative(response.usage.model_dump(warnings=False)):
            response.usage = None
        return super()._map_usage(response)


class Completions(AsyncCompletions):
    """Sends messages and schema as they are. The client would look up each key of them in every type of message that
    the API knows, which took a seventh of a call's processor time; pydantic-ai already uses the API's own names."""

    async def create(self, **options: Any) -> Any:  # only pydantic-ai calls it
        unchanged = {name: options[name] for name in ("messages", "response_format") if options[name] is not omit}
        body = unchanged | (options["extra_body"] or {})
        return await super().create(**options | dict.fromkeys(unchanged, omit) | {"extra_body": body})


class OllamaChatModel(ChatModel, OllamaModel):
    """The same for Ollama."""


def _has_negative(counts: object) -> bool:
    if isinstance(counts, dict):
        return any(map(_has_negative, counts.values()))
    return isinstance(counts, int | float) and counts < 0
