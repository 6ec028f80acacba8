"""OpenAI's chat API: a client that skips work that is the same for every call, and models that also read the responses
of servers which follow the API only in part.

Imported with the clients, on the first question.
"""

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from openai import AsyncOpenAI, NotGiven, Omit
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types.chat import ChatCompletion
from pydantic import ValidationError
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel

if TYPE_CHECKING:
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.models.openai import _ChatCompletion
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.usage import RequestUsage


class Completions(AsyncCompletions):
    """Sends parameters as they are. OpenAI's own method first converts them by their type hints; they are plain JSON
    here, and the conversion takes a third of the processor time of a call."""

    async def create(  # type: ignore[override] # what pydantic-ai passes, without streaming
        self, *, extra_headers: Any = None, extra_body: Any = None, timeout: Any = None, **parameters: Any
    ) -> ChatCompletion:
        body = {name: value for name, value in parameters.items() if not isinstance(value, NotGiven | Omit)}
        options = {"headers": extra_headers, "extra_json": extra_body, "timeout": timeout}
        given: Any = {name: value for name, value in options.items() if value is not None}
        return await self._client.post("/chat/completions", cast_to=ChatCompletion, body=body, options=given)


class Chat(AsyncChat):
    """The chat API with these completions."""

    @cached_property
    def completions(self) -> Completions:
        return Completions(self._client)


class Client(AsyncOpenAI):
    """OpenAI's client with this chat API."""

    @cached_property
    def chat(self) -> Chat:
        return Chat(self)


class ChatModel(OpenAIChatModel):
    """Accepts a completion whose usage is unreadable, as one without usage, and one that lacks fields nobody uses."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._outputs: dict[int, tuple[OutputObjectDefinition, OutputObjectDefinition | None]] = {}

    def customize_request_parameters(
        self, model_request_parameters: "ModelRequestParameters"
    ) -> "ModelRequestParameters":
        """Adapts the schema of a reply once; `request.parameters` gives the same object for every call."""
        original = model_request_parameters.output_object
        if original is None:
            return super().customize_request_parameters(model_request_parameters)
        if id(original) not in self._outputs:
            adapted = super().customize_request_parameters(model_request_parameters).output_object
            # The original is kept as well, so that no other object can have its id.
            self._outputs[id(original)] = (original, adapted)
        others = super().customize_request_parameters(replace(model_request_parameters, output_object=None))
        return replace(others, output_object=self._outputs[id(original)][1])

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


class OllamaChatModel(ChatModel, OllamaModel):
    """The same for Ollama."""


def _has_negative(counts: object) -> bool:
    if isinstance(counts, dict):
        return any(map(_has_negative, counts.values()))
    return isinstance(counts, int | float) and counts < 0
