"""Adjudge as an output guardrail of the OpenAI Agents SDK (the extra `openai-agents`): the final output is checked
against the context that the run has gathered; an output that does not pass triggers the tripwire.
"""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import BaseModel

from adjudge.integrations.faithfulness import Context, text_of
from adjudge.integrations.frameworks import require
from adjudge.integrations.guardrails import GuardrailAction, avalidate

require("openai-agents")

from agents import Agent, GuardrailFunctionOutput, OutputGuardrail, RunContextWrapper  # noqa: E402

ContextOf = Callable[[RunContextWrapper[Any]], Context | Awaitable[Context]]


def faithful_output(
    context: ContextOf, *, field: str = "", correct: bool = True, engine: str = "offline"
) -> OutputGuardrail[Any]:
    """A guardrail for `Agent(output_guardrails=[...])`.

    `context` gets the run's context wrapper and returns the texts that the output should follow from, such as what the
    tools stored in `wrapper.context`. `field` names the text of a structured output. The tripwire's `output_info` is
    the `Guarded` answer: `exception.guardrail_result.output.output_info.text` is the corrected text, if there is one.
    """

    async def adjudge(wrapper: RunContextWrapper[Any], agent: Agent[Any], output: Any) -> GuardrailFunctionOutput:
        documents = context(wrapper)
        texts = await documents if inspect.isawaitable(documents) else documents
        found = await avalidate(_answer(output, field), texts, correct=correct, engine=engine)
        return GuardrailFunctionOutput(output_info=found, tripwire_triggered=found.action is not GuardrailAction.PASS)

    return OutputGuardrail(guardrail_function=adjudge, name="adjudge")


def _answer(output: Any, field: str) -> str:
    if field:
        output = getattr(output, field) if isinstance(output, BaseModel) else output[field]
    return text_of(output)
