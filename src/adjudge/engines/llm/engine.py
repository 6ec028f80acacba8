"""The engine itself: asks, reads, and says what it cost."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import JsonValue

from adjudge.engines import cost, repair
from adjudge.engines.around.correct import Correction
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.base import Answer
from adjudge.engines.llm import trouble
from adjudge.engines.llm.client import Connection, takes_temperature
from adjudge.engines.llm.request import Request, Shape, conversation, first_shape, parameters, schema, texts_of
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
    from pydantic_ai.usage import RequestUsage

R = TypeVar("R", bound=Reply)
VERSION = 1
"""Part of the identity; raise it when the same prompt and schema would be sent differently."""
MAX_REPLY_BYTES = 8_000_000
"""The largest response that is read; a usual one has a few kilobytes."""
_MOST_TOKENS = 100_000_000
"""No call uses more; a larger count is a mistake of the server."""
_MOST_CHARACTERS = 40
"""A token stands for at most so many characters on average; a smaller count of tokens is a mistake of the server."""


@dataclass(frozen=True, slots=True)
class _ModelReply:
    """A response: its text, its usage, and whether it was cut off."""

    text: str
    usage: Usage
    cut_off: bool = False
    refusal: str | None = None


class LLM:
    """Asks one model. Nothing is imported or connected before the first question."""

    def __init__(
        self,
        model: ModelName,
        *,
        temperature: float | None = 0.0,
        max_tokens: int | None = None,
        timeout_s: float | None = None,
        shape: Shape = Shape.AUTO,
        strict: bool = False,
        receipts: Receipts | None = None,
        max_reply_bytes: int | None = None,
    ) -> None:
        self.model = model
        self.temperature = temperature
        self.max_tokens = max_tokens or default_max_tokens(model)
        self.timeout_s = timeout_s or default_timeout_s(model)
        self.shape = shape
        self.strict = strict
        self.max_reply_bytes = max_reply_bytes or MAX_REPLY_BYTES
        self._receipts = receipts
        self._connection: Connection | None = None
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
        connection = self._connected()
        shape = self._shape = self._shape or (first_shape(connection.model) if self.shape is Shape.AUTO else self.shape)
        started = time.perf_counter()
        response = await self._call(connection, shape, question)
        latency_s = time.perf_counter() - started
        try:
            _refuse_unfinished(response, self.max_tokens)
            parsed = repair.parse(response.text, question.reply_type, strict=self._strict(question))
            if problems := question.problems(parsed.reply):
                raise Unreadable.because(problems)
        except Unreadable as error:
            error.raw, error.usage = response.text, response.usage
            raise
        return Answer(
            reply=cast("R", parsed.reply),
            engine=self.name,
            usage=response.usage,
            raw=response.text if parsed.notes else None,
            notes=parsed.notes,
            latency_s=latency_s,
        )

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection and connection.loop is asyncio.get_running_loop():
            await connection.close()

    def _strict(self, question: Question[Reply]) -> bool:
        asked = question.original if isinstance(question, Correction) else question
        return self.strict or asked.strict

    def _connected(self) -> Connection:
        if self._connection is None or self._connection.loop is not asyncio.get_running_loop():
            self._connection = Connection(
                self.model, timeout_s=self.timeout_s, max_bytes=self.max_reply_bytes, receipts=self._receipts
            )
        return self._connection

    async def _call(self, connection: Connection, shape: Shape, question: Question[Reply]) -> _ModelReply:
        from pydantic_ai.direct import model_request

        from adjudge.engines.llm.transport import last_status

        request = self._request(connection.model, question.reply_type, shape)
        texts = texts_of(question)
        last_status.set(None)
        try:
            response = await model_request(
                connection.model,
                conversation(texts),
                model_settings=request.settings,
                model_request_parameters=request.parameters,
                instrument=False,
            )
            return self._model_reply(response, question, sum(map(len, texts)))
        except Exception as error:
            if trouble.is_about_schema(error, self.model) and self._steps_down(shape):
                message = f"{self.name} does not accept the {shape.value} schema; trying another way."
                raise EngineBusy(message, retry_after_s=0) from error
            mapped = trouble.mapped(error, self.model, timeout_s=self.timeout_s, status=last_status.get())
            if mapped is None:
                # None of the client's errors, and no response that it could have failed on: a mistake of ours.
                raise
            raise mapped from error

    def _request(self, model: "Model[Any]", reply_type: type[Reply], shape: Shape) -> Request:
        """Settings and schema of a call, the same for all questions with the same type of reply."""
        known = self._requests.get((reply_type, shape))
        if known is None:
            known = Request(self._settings(model), parameters(reply_type, shape))
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

    def _model_reply(self, response: "ModelResponse", question: Question[Reply], sent: int) -> _ModelReply:
        # Several calls stay several: refused if they differ.
        text = "\n".join(call.args_as_json_str() for call in response.tool_calls) or response.text or ""
        refusal = None
        if response.finish_reason == "content_filter":
            refusal = str((response.provider_details or {}).get("refusal") or text or "no reason given")
        least = (sent // _MOST_CHARACTERS, len(text) // _MOST_CHARACTERS)
        usage = self._usage(response.usage, question, least)
        return _ModelReply(text, usage, cut_off=response.finish_reason == "length", refusal=refusal)

    def _usage(self, used: "RequestUsage", question: Question[Reply], least: tuple[int, int]) -> Usage:
        """Tokens and cost as reported. Where the report makes no sense, the cost is the most the call may cost."""
        counts = (used.input_tokens, used.output_tokens)
        plausible = all(max(1, few) <= count <= _MOST_TOKENS for few, count in zip(least, counts, strict=True))
        cost_usd = cost.price_of(self.model, used) if plausible else None
        if cost_usd is None or cost_usd < 0:
            cost_usd = cost.at_most(question, self.model, max_tokens=self.max_tokens).cost_usd
        input_tokens, output_tokens = (count if 0 <= count <= _MOST_TOKENS else 0 for count in counts)
        return Usage(calls=1, input_tokens=input_tokens, output_tokens=output_tokens, cost_usd=cost_usd)

    def _steps_down(self, shape: Shape) -> bool:
        """Whether there is another way to ask for a shape; the next call takes it."""
        if self.shape is not Shape.AUTO or shape is Shape.PROMPTED:
            return False
        if self._shape is shape:
            self._shape = Shape.TOOL if shape is Shape.NATIVE else Shape.PROMPTED
        return True


def default_max_tokens(model: ModelName) -> int:
    """Room for a reply. Models that think count their thoughts; one on a small machine should not ramble on."""
    return 4096 if _is_users_own(model) else 8192


def default_timeout_s(model: ModelName) -> float:
    """How long an answer may take. A model on the user's own processor reads a long prompt for minutes."""
    return 600.0 if _is_users_own(model) else 60.0


def _is_users_own(model: ModelName) -> bool:
    return model.provider in (Provider.OLLAMA, Provider.COMPATIBLE)


def _refuse_unfinished(response: _ModelReply, max_tokens: int) -> None:
    if response.refusal is not None:
        raise Unreadable(f"The model refused to answer: {response.refusal[:200]}")
    if response.cut_off:
        problem = f"the reply was cut off after {max_tokens} tokens: answer more briefly"
        raise Unreadable(
            "The reply was cut off.", hint="Allow more output tokens: ADJUDGE_MAX_TOKENS.", problems=[problem]
        )
    if not response.text.strip():
        raise Unreadable("The reply is empty.", problems=["the reply was empty"])
