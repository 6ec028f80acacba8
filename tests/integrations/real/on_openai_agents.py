"""The output guardrail in real agent runs, with the scripted model of the SDK: tools gather the context."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest
from agents.testing import ScriptedModel, assistant_message, function_call
from pydantic import BaseModel

from adjudge.integrations.openai_agents import faithful_output
from agents import Agent, OutputGuardrailTripwireTriggered, RunConfig, RunContextWrapper, Runner, function_tool
from tests.integrations.texts import ANSWER, SOURCE


@dataclass
class Found:
    """What the tools of a run have found."""

    texts: list[Any] = field(default_factory=list)


class Reply(BaseModel):
    """A structured output."""

    text: str


SEARCHED = function_call("search", {"query": "bridge"}, call_id="1")


@function_tool
def search(wrapper: RunContextWrapper[Found], query: str) -> str:
    """Search the archive."""
    wrapper.context.texts.append(SOURCE)
    return SOURCE


def run(*steps: Any, output_type: Any = str, texts: list[Any] | None = None, **settings: Any) -> Any:
    async def context(wrapper: RunContextWrapper[Found]) -> list[Any]:
        return wrapper.context.texts

    agent = Agent[Found](
        name="archivist",
        model=ScriptedModel([[one] for one in steps]),
        tools=[search],
        output_type=output_type,
        output_guardrails=[faithful_output(context, **settings)],
    )
    found = Found(list(texts or []))
    return asyncio.run(Runner.run(agent, "When?", context=found, run_config=RunConfig(tracing_disabled=True)))


def stopped(*steps: Any, **settings: Any) -> Any:
    with pytest.raises(OutputGuardrailTripwireTriggered) as caught:
        run(*steps, **settings)
    return caught.value.guardrail_result.output.output_info


def test_a_faithful_output_passes() -> None:
    done = run(SEARCHED, assistant_message("Lima is the capital of Peru."))
    assert done.final_output == "Lima is the capital of Peru."
    assert done.output_guardrail_results[0].output.output_info.action == "pass"


def test_a_wrong_output_triggers_the_tripwire_and_comes_corrected() -> None:
    found = stopped(SEARCHED, assistant_message(ANSWER))
    assert (found.action, found.text) == ("correct", ANSWER.replace("1618", "1608"))
    assert found.verdict.sentences[0].words.text == "1618"
    assert stopped(assistant_message(ANSWER), texts=[SOURCE], correct=False).action == "flag"


def test_an_output_without_context_does_not_pass() -> None:
    found = stopped(assistant_message(ANSWER))
    assert (found.action, found.verdict) == ("flag", None)
    assert found.reason.startswith("No verdict: The answer has no context.")


def test_a_structured_output_is_read_by_its_field_and_a_context_may_be_data() -> None:
    rows = [{"old bridge": {"built": 1608}}]
    reply = assistant_message('{"text": "The old bridge was built in 1608."}')
    assert run(reply, output_type=Reply, field="text", texts=rows).final_output.text.endswith("1608.")
