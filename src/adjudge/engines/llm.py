"""The language model engine: one question, one call, one typed reply. The only home of pydantic-ai.

In: a question and a `ModelName`. Out: an `Answer`, or an error of our tree that says whether trying again can help. The
reply's shape is asked for by schema (native where the model has it, else as a tool, else in the prompt), and read by
`repair`. Retries, limits, budget and the second chance for an unusable reply wrap it (`build.py`); the client's own
retries are off, since they would count nowhere.
"""

import asyncio
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import JsonValue

from adjudge.engines import cost, models, repair
from adjudge.engines.base import Answer
from adjudge.engines.correct import Correction
from adjudge.engines.models import ModelName, Provider
from adjudge.engines.repair import Unreadable
from adjudge.errors import EngineBusy, EngineError, EngineTimeout, EngineUnavailable
from adjudge.prompts.defuse import neutral
from adjudge.prompts.loader import load, render
from adjudge.questions.base import Question, Reply
from adjudge.record import digest
from adjudge.transcript import Usage

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

R = TypeVar("R", bound=Reply)
VERSION = 1
"""Part of the identity; raise it when the same prompt and schema would be sent differently."""
CALLS_PER_CLIENT = 8
MAX_CLIENTS = 32
_TOOL = "reply"
_SHOWN_OF_REFUSED = 8000


class Shape(StrEnum):
    """How the reply's schema reaches the model; `auto` takes the first that the model can do."""

    AUTO = "auto"
    NATIVE = "native"
    TOOL = "tool"
    PROMPTED = "prompted"


@dataclass(slots=True)
class _Line:
    """A connected client, and how many calls are on it."""

    http: "httpx2.AsyncClient"
    model: "Model[Any]"
    busy: int = 0


@dataclass(frozen=True, slots=True)
class _Request:
    """What every call for one type of reply has in common."""

    settings: "ModelSettings"
    parameters: "ModelRequestParameters"


class _Lines:
    """The clients of one event loop. Each has few connections: a client looks through all of its own for each call,
    which with 64 of them costs more than the rest of the call."""

    def __init__(self, name: ModelName, timeout_s: float) -> None:
        self.loop = asyncio.get_running_loop()
        self._name = name
        self._timeout_s = timeout_s
        self._lines: list[_Line] = [_open(name, timeout_s)]

    @property
    def model(self) -> "Model[Any]":
        return self._lines[0].model

    @contextmanager
    def free(self) -> "Iterator[Model[Any]]":
        """A client with room for a call."""
        line = min(self._lines, key=lambda line: line.busy)
        if line.busy >= CALLS_PER_CLIENT and len(self._lines) < MAX_CLIENTS:
            line = _open(self._name, self._timeout_s)
            self._lines.append(line)
        line.busy += 1
        try:
            yield line.model
        finally:
            line.busy -= 1

    async def close(self) -> None:
        for line in self._lines:
            await line.http.aclose()


class LLM:
    """Asks one model. Nothing is imported or connected before the first question."""

    def __init__(
        self,
        model: ModelName,
        *,
        temperature: float | None = 0.0,
        max_tokens: int | None = None,
        timeout_s: float = 60.0,
        shape: Shape = Shape.AUTO,
        strict: bool = False,
    ) -> None:
        self.model = model
        self.temperature = temperature
        self.max_tokens = max_tokens or default_max_tokens(model)
        self.timeout_s = timeout_s
        self.shape = shape
        self.strict = strict
        self._lines: _Lines | None = None
        self._shape: Shape | None = None
        self._requests: dict[tuple[type[Reply], Shape], _Request] = {}

    @property
    def name(self) -> str:
        return str(self.model)

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return {
            "engine": "llm",
            "version": VERSION,
            "provider": self.model.provider.value,
            "model": self.model.model,
            "endpoint": self.model.base_url or "",
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "shape": self.shape.value,
            "strict": self._strict(question),
            "prompt": load(question.kind).fingerprint,
            "schema": _schema(question.reply_type)[1],
        }

    async def ask(self, question: Question[R]) -> Answer[R]:
        lines = self._connected()
        shape = self._shape = self._shape or (_first_shape(lines.model) if self.shape is Shape.AUTO else self.shape)
        started = time.perf_counter()
        response = await self._call(lines, shape, question)
        latency_s = time.perf_counter() - started
        usage = self._usage(response)
        raw = _text_of(response)
        try:
            _refuse_unfinished(response, raw, self.max_tokens)
            parsed = repair.parse(raw, question.reply_type, strict=self._strict(question))
            if problems := question.problems(parsed.reply):
                raise Unreadable.because(problems)
        except Unreadable as error:
            error.raw, error.usage = raw, usage
            raise
        return Answer(
            reply=cast("R", parsed.reply),
            engine=self.name,
            usage=usage,
            raw=raw if parsed.notes else None,
            notes=parsed.notes,
            latency_s=latency_s,
        )

    async def close(self) -> None:
        lines, self._lines = self._lines, None
        if lines and lines.loop is asyncio.get_running_loop():
            await lines.close()

    def _strict(self, question: Question[Reply]) -> bool:
        asked = question.original if isinstance(question, Correction) else question
        return self.strict or asked.strict

    def _connected(self) -> _Lines:
        if self._lines is None or self._lines.loop is not asyncio.get_running_loop():
            self._lines = _Lines(self.model, self.timeout_s)
        return self._lines

    async def _call(self, lines: _Lines, shape: Shape, question: Question[Reply]) -> "ModelResponse":
        from pydantic_ai.direct import model_request

        try:
            request = self._request(lines.model, question.reply_type, shape)
            with lines.free() as model:
                return await model_request(
                    model,
                    _conversation(question),
                    model_settings=request.settings,
                    model_request_parameters=request.parameters,
                    instrument=False,
                )
        except Exception as error:
            # What is none of the client's errors is a mistake of ours, and stays as it is.
            mapped = self._mapped(error, shape)
            if mapped is None:
                raise
            raise mapped from error

    def _request(self, model: "Model[Any]", reply_type: type[Reply], shape: Shape) -> "_Request":
        """Settings and schema of a call, the same for all questions with the same type of reply."""
        known = self._requests.get((reply_type, shape))
        if known is None:
            known = _Request(self._settings(model), _parameters(reply_type, shape))
            if shape is Shape.NATIVE and self.model.provider not in (Provider.ANTHROPIC, Provider.GOOGLE):
                known = _with_ready_format(model, known)
            self._requests[reply_type, shape] = known
        return known

    def _settings(self, model: "Model[Any]") -> "ModelSettings":
        settings: ModelSettings = {"timeout": self.timeout_s, "request_timeout": self.timeout_s}
        if self.model.provider in (Provider.OLLAMA, Provider.COMPATIBLE):
            # Under the name that all servers know; the client would use OpenAI's newer one.
            settings["extra_body"] = {"max_tokens": self.max_tokens}
        else:
            settings["max_tokens"] = self.max_tokens
        if self.temperature is not None and _takes_temperature(model):
            settings["temperature"] = self.temperature
        return settings

    def _usage(self, response: "ModelResponse") -> Usage:
        used = response.usage
        return Usage(
            calls=1,
            input_tokens=used.input_tokens,
            output_tokens=used.output_tokens,
            cost_usd=cost.price_of(self.model, used),
        )

    def _mapped(self, error: Exception, shape: Shape) -> EngineError | None:
        """The error of our tree that an error of the client stands for; None for what is none of the client's."""
        from pydantic_ai import exceptions as ai

        said = _said(error, models.key(self.model))
        match error:
            case ai.ModelAuthenticationError():
                return EngineUnavailable(f"{self.name} refuses the credentials.", hint=_key_hint(self.model))
            case ai.ModelNotFoundError():
                return EngineUnavailable(f"{self.name} is not known at its address: {said}", hint="Check its name.")
            case ai.ModelQuotaExceededError():
                return EngineUnavailable(f"{self.name} has no quota left: {said}", hint="Check the account's credit.")
            case ai.ModelContextWindowExceededError():
                return EngineUnavailable(
                    f"The texts are too long for {self.name}.", hint="Use a model with a larger context window."
                )
            case ai.ModelRequestTimeout() | ai.ModelTimeoutError():
                return EngineTimeout(f"{self.name} did not answer within {self.timeout_s:g} s.")
            case ai.ModelRequestRejectedError() if self._stepped_down(shape, said):
                return EngineBusy(f"{self.name} takes no {shape.value} schema; trying another way.", retry_after_s=0)
            case ai.ModelHTTPError(status_code=408):
                return EngineTimeout(f"{self.name} did not answer in time.")
            case ai.ModelRequestRejectedError():
                return EngineUnavailable(f"{self.name} refuses the request: {said}")
            case ai.ModelConnectionError():
                hint = f"Is a server running at {self.model.base_url}?" if self.model.base_url else ""
                return EngineBusy(f"{self.name} cannot be reached: {said}", hint=hint)
            case ai.ModelAPIError():
                return EngineBusy(f"{self.name} is in trouble: {said}", retry_after_s=error.retry_after)
            case ai.ContentFilterError() | ai.UnexpectedModelBehavior():
                return Unreadable(f"{self.name} gave no usable reply: {said}", raw=error.body or "")
            case ai.UserError():
                return EngineUnavailable(f"{self.name} cannot be asked: {said}", hint=_key_hint(self.model))
        return None

    def _stepped_down(self, shape: Shape, said: str) -> bool:
        """Whether a refusal is about the schema and there is another way to ask; the next call takes it."""
        about = any(word in said.lower() for word in ("response_format", "schema", "tool", "function", "grammar"))
        if self.shape is not Shape.AUTO or shape is Shape.PROMPTED or not about:
            return False
        if self._shape is shape:
            self._shape = Shape.TOOL if shape is Shape.NATIVE else Shape.PROMPTED
        return True


def default_max_tokens(model: ModelName) -> int:
    """Room for a reply. Models that think count their thoughts; one on a small machine should not ramble on."""
    return 4096 if model.provider in (Provider.OLLAMA, Provider.COMPATIBLE) else 8192


def _open(name: ModelName, timeout_s: float) -> _Line:
    os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    if not models.key_is_set(name):
        raise EngineUnavailable(f"There is no key for {name}.", hint=_key_hint(name))
    try:
        import httpx2
        from pydantic_ai.models import create_async_httpx2_client

        timeout = httpx2.Timeout(timeout_s, connect=min(10.0, timeout_s))
        http = create_async_httpx2_client(timeout=timeout)
        return _Line(http, _client(name, http))
    except ImportError as error:
        raise EngineUnavailable(f"{name} needs a library: {error}", hint="pip install 'adjudge[llm]'") from error


def _client(name: ModelName, http: "httpx2.AsyncClient") -> "Model[Any]":
    """The provider's own client in pydantic-ai's clothes, without retries of its own."""
    key = models.key(name)
    if name.provider is Provider.ANTHROPIC:
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        anthropic = AsyncAnthropic(api_key=key, base_url=name.base_url, http_client=http, max_retries=0)
        return AnthropicModel(name.model, provider=AnthropicProvider(anthropic_client=anthropic))
    if name.provider is Provider.GOOGLE:
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider

        return GoogleModel(name.model, provider=GoogleProvider(api_key=key, http_client=http, base_url=name.base_url))
    from openai import AsyncOpenAI
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.ollama import OllamaProvider
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    client = AsyncOpenAI(api_key=key or "not-needed", base_url=name.base_url, http_client=http, max_retries=0)
    _send_as_given(client)
    if name.provider is Provider.OLLAMA:
        return OllamaModel(name.model, provider=OllamaProvider(openai_client=client))
    if name.provider is Provider.COMPATIBLE:
        return OpenAIChatModel(name.model, provider=OpenAICompatibleProvider("compatible", openai_client=client))
    return OpenAIChatModel(name.model, provider=OpenAIProvider(openai_client=client))


def _send_as_given(client: "AsyncOpenAI") -> None:
    """Let the client send requests as they are. It would walk through each one to rename fields that need no renaming,
    at a fifth of the call's whole cost."""
    from openai import NotGiven, Omit
    from openai.types.chat import ChatCompletion

    async def create(**request: Any) -> ChatCompletion:
        given = {name: value for name, value in request.items() if not isinstance(value, Omit | NotGiven)}
        options = {
            "headers": given.pop("extra_headers", {}),
            "extra_json": given.pop("extra_body", None) or {},
            "timeout": given.pop("timeout", None),
            "security": {"bearer_auth": True},
        }
        return await client.post("/chat/completions", cast_to=ChatCompletion, body=given, options=cast("Any", options))

    client.chat.completions.create = create  # type: ignore[method-assign, assignment]


def _first_shape(model: "Model[Any]") -> Shape:
    if model.profile.get("supports_json_schema_output", False):
        return Shape.NATIVE
    return Shape.TOOL if model.profile.get("supports_tools", True) else Shape.PROMPTED


def _takes_temperature(model: "Model[Any]") -> bool:
    """Models that reason take none, and the client warns if one is sent."""
    profile = cast("Mapping[str, object]", model.profile)
    if profile.get("anthropic_disallows_sampling_settings"):
        return False
    thinks = profile.get("thinking_enabled_by_default") or profile.get("thinking_always_enabled")
    can_stop = bool(profile.get("openai_supports_reasoning_effort_none"))
    return not profile.get("openai_supports_reasoning") or (can_stop and not thinks)


def _conversation(question: Question[Reply]) -> "list[ModelMessage]":
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    if not isinstance(question, Correction):
        messages = render(question)
        return [ModelRequest(parts=[UserPromptPart(messages.user)], instructions=messages.system)]
    first = render(question.original)
    complaints = "\n".join(f"- {neutral(complaint)}" for complaint in question.complaints)
    again = load(question.kind).user.replace("{complaints}", complaints)
    return [
        ModelRequest(parts=[UserPromptPart(first.user)], instructions=first.system),
        ModelResponse(parts=[TextPart(question.refused[:_SHOWN_OF_REFUSED] or "(empty)")]),
        ModelRequest(parts=[UserPromptPart(again)], instructions=first.system),
    ]


@lru_cache(maxsize=256)
def _schema(reply_type: type[Reply]) -> tuple[dict[str, Any], str]:
    """The schema of a reply and its hash. The order of fields counts, so it is hashed as text in that order."""
    schema = reply_type.model_json_schema()
    return schema, digest(repr(schema))


@lru_cache(maxsize=256)
def _parameters(reply_type: type[Reply], shape: Shape) -> "ModelRequestParameters":
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    schema, _ = _schema(reply_type)
    if shape is Shape.TOOL:
        tool = ToolDefinition(
            name=_TOOL, parameters_json_schema=schema, description="Give your reply.", kind="output", strict=True
        )
        return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)
    strict = True if shape is Shape.NATIVE else None
    described = OutputObjectDefinition(json_schema=schema, name=_TOOL, strict=strict)
    mode = "native" if shape is Shape.NATIVE else "prompted"
    return ModelRequestParameters(output_mode=cast("Any", mode), output_object=described)


def _with_ready_format(model: "Model[Any]", request: _Request) -> _Request:
    """The schema as OpenAI's servers take it, worked out once and sent as it is. The client would work it out again
    for each call, at a third of the call's whole cost."""
    _, prepared = model.prepare_request(None, request.parameters)
    assert prepared.output_object is not None
    schema: dict[str, Any] = {"name": _TOOL, "schema": prepared.output_object.json_schema}
    profile = cast("Mapping[str, object]", model.profile)
    if profile.get("openai_supports_strict_tool_definition", True):
        schema["strict"] = True
    more = cast("dict[str, object]", request.settings.get("extra_body", {}))
    body = {**more, "response_format": {"type": "json_schema", "json_schema": schema}}
    settings = cast("ModelSettings", {**request.settings, "extra_body": body})
    return _Request(settings, replace(request.parameters, output_mode="text", output_object=None))


def _text_of(response: "ModelResponse") -> str:
    """What was answered: the tool's arguments, or the text. Several calls stay several: refused if they differ."""
    calls = [call.args_as_json_str() for call in response.tool_calls]
    return "\n".join(calls) or response.text or ""


def _refuse_unfinished(response: "ModelResponse", raw: str, max_tokens: int) -> None:
    if response.finish_reason == "content_filter":
        refusal = (response.provider_details or {}).get("refusal") or raw or "no reason given"
        raise Unreadable(f"The model refused to answer: {str(refusal)[:200]}")
    if response.finish_reason == "length":
        problem = f"the reply was cut off after {max_tokens} tokens: answer more briefly"
        raise Unreadable("The reply was cut off.", hint="Allow more output tokens.", problems=[problem])
    if not raw.strip():
        raise Unreadable("The reply is empty.", problems=["the reply was empty"])


def _key_hint(model: ModelName) -> str:
    variable = models.needs_key(model)
    return f"Set {variable} in the environment or in .env." if variable else "Check the server's settings."


def _said(error: Exception, key: str | None) -> str:
    """What the provider said, short, and without the key should it repeat that."""
    body = getattr(error, "body", None)
    inner = body.get("message") or body.get("error") or body if isinstance(body, Mapping) else body
    text = str(inner.get("message", inner) if isinstance(inner, Mapping) else inner or error)
    return " ".join((text.replace(key, "***") if key else text).split())[:300]
