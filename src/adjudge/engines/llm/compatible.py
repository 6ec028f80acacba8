"""Chat models that also read the responses of servers which follow OpenAI's API only in part.

Imported with the clients, on the first question.
"""

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion
    from pydantic_ai.models.openai import _ChatCompletion
    from pydantic_ai.usage import RequestUsage


class ChatModel(OpenAIChatModel):
    """Accepts a completion with unreadable usage (as one without usage) or without fields that are not used."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._customized: dict[int, tuple[ModelRequestParameters, ModelRequestParameters]] = {}

    def customize_request_parameters(self, model_request_parameters: ModelRequestParameters) -> ModelRequestParameters:
        """The parameters with the schema in OpenAI's dialect, made once for each type of reply: copying and rewriting
        the schema for each call took a twentieth of a call's processor time."""
        known = self._customized.get(id(model_request_parameters))
        if known is None:
            # The key is an address, so what it stands for is kept alive beside it.
            known = model_request_parameters, super().customize_request_parameters(model_request_parameters)
            self._customized[id(model_request_parameters)] = known
        return known[1]

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
