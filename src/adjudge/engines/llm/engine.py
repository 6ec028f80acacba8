"""The engine itself: asks, reads, and says what it cost."""

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import JsonValue

from adjudge.engines import cost, repair
from adjudge.engines.base import Answer
from adjudge.engines.correct import Correction
from adjudge.engines.llm import trouble
from adjudge.engines.llm.client import Lines, takes_temperature
from adjudge.engines.llm.request import Request, Shape, conversation, first_shape, parameters, schema, with_ready_format
from adjudge.engines.models import ModelName, Provider
from adjudge.engines.repair import Unreadable
from adjudge.errors import EngineBusy
from adjudge.prompts.loader import load
from adjudge.questions.base import Question, Reply
from adjudge.transcript import Usage

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model
    from pydantic_ai.settings import ModelSettings

R = TypeVar("R", bound=Reply)
VERSION = 1
"""Part of the identity; raise it when the same prompt and schema would be sent differently."""


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
        self._lines: Lines | None = None
        self._shape: Shape | None = None
        self._requests: dict[tuple[type[Reply], Shape], Request] = {}

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
            "schema": schema(question.reply_type)[1],
        }

    async def ask(self, question: Question[R]) -> Answer[R]:
        lines = self._connected()
        shape = self._shape = self._shape or (first_shape(lines.model) if self.shape is Shape.AUTO else self.shape)
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

    def _connected(self) -> Lines:
        if self._lines is None or self._lines.loop is not asyncio.get_running_loop():
            self._lines = Lines(self.model, self.timeout_s)
        return self._lines

    async def _call(self, lines: Lines, shape: Shape, question: Question[Reply]) -> "ModelResponse":
        from pydantic_ai.direct import model_request

        try:
            request = self._request(lines.model, question.reply_type, shape)
            with lines.free() as model:
                return await model_request(
                    model,
                    conversation(question),
                    model_settings=request.settings,
                    model_request_parameters=request.parameters,
                    instrument=False,
                )
        except Exception as error:
            if trouble.is_about_schema(error, self.model) and self._steps_down(shape):
                told = f"{self.name} takes no {shape.value} schema; trying another way."
                raise EngineBusy(told, retry_after_s=0) from error
            mapped = trouble.mapped(error, self.model, timeout_s=self.timeout_s)
            if mapped is None:
                # None of the client's errors, so a mistake of ours.
                raise
            raise mapped from error

    def _request(self, model: "Model[Any]", reply_type: type[Reply], shape: Shape) -> Request:
        """Settings and schema of a call, the same for all questions with the same type of reply."""
        known = self._requests.get((reply_type, shape))
        if known is None:
            known = Request(self._settings(model), parameters(reply_type, shape))
            if shape is Shape.NATIVE and self.model.provider not in (Provider.ANTHROPIC, Provider.GOOGLE):
                known = with_ready_format(model, known)
            self._requests[reply_type, shape] = known
        return known

    def _settings(self, model: "Model[Any]") -> "ModelSettings":
        settings: ModelSettings = {"timeout": self.timeout_s, "request_timeout": self.timeout_s}
        if self.model.provider in (Provider.OLLAMA, Provider.COMPATIBLE):
            # Under the name that all servers know; the client would use OpenAI's newer one.
            settings["extra_body"] = {"max_tokens": self.max_tokens}
        else:
            settings["max_tokens"] = self.max_tokens
        if self.temperature is not None and takes_temperature(model):
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

    def _steps_down(self, shape: Shape) -> bool:
        """Whether there is another way to ask for a shape; the next call takes it."""
        if self.shape is not Shape.AUTO or shape is Shape.PROMPTED:
            return False
        if self._shape is shape:
            self._shape = Shape.TOOL if shape is Shape.NATIVE else Shape.PROMPTED
        return True


def default_max_tokens(model: ModelName) -> int:
    """Room for a reply. Models that think count their thoughts; one on a small machine should not ramble on."""
    return 4096 if model.provider in (Provider.OLLAMA, Provider.COMPATIBLE) else 8192


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
