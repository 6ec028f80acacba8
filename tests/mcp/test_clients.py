"""What an assistant's client sees: documented parameters, refusals in words, resources, the prompt, progress."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent, TextResourceContents

from adjudge.batch.run import Plan, StoredRun
from adjudge.case import Case
from adjudge.check import engine_of
from adjudge.engines.around.ledger import Meter
from adjudge.evidence.records import WEB_IS_OFF, from_lines
from adjudge.mcp.agents import VERIFIER
from adjudge.protocols.entailment import Entailment
from adjudge.store.store import Store
from mcp import Client, MCPError
from tests.mcp.support import servers, settings
from tests.mcp.test_agents import called, text

SOURCE = "The bridge opened in 1931 after years of work."
CLAIM = "The bridge opened in 1932."


def test_every_parameter_of_every_tool_is_typed_and_described(tmp_path: Path) -> None:
    async def tools() -> list[Any]:
        async with Client(servers(settings(tmp_path))["adjudge"]) as client:
            return (await client.list_tools()).tools

    for tool in asyncio.run(tools()):
        assert tool.description
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), f"{tool.name}.{name}"
            assert {"type", "anyOf", "enum"} & set(schema), f"{tool.name}.{name}"
            assert name != "context", "the server's own argument is no parameter"


@pytest.mark.parametrize("sources", [SOURCE, json.dumps([SOURCE]), [SOURCE]])
def test_one_string_where_a_list_is_expected_is_one_source(tmp_path: Path, sources: Any) -> None:
    server = servers(settings(tmp_path))["adjudge"]
    result = called(server, "check_entailment", {"claim": CLAIM, "sources": sources})
    assert (result.structured_content or {})["label"] == "CONTRADICTED"


def test_a_source_that_is_json_itself_is_read_as_its_text(tmp_path: Path) -> None:
    server = servers(settings(tmp_path))["adjudge"]
    result = called(server, "check_entailment", {"claim": CLAIM, "sources": json.dumps({"text": SOURCE})})
    assert not result.is_error, text(result)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"claim": CLAIM, "sources": 5}, "'sources' must be a list, not 5"),
        ({"claim": CLAIM, "sources": [SOURCE, 7]}, "'sources.1' must be a string, not 7"),
        ({"claim": ["x"], "sources": [SOURCE]}, "'claim' must be a string"),
        ({"sources": [SOURCE]}, "'claim' is missing"),
        ({"claim": CLAIM, "sources": []}, "The case has no documents."),
        ({"claim": CLAIM, "sources": 10**400}, "'sources' must be a list"),
        ({"claim": CLAIM, "sources": [SOURCE], "language": "de"}, "check_jury: there is no parameter 'language'."),
    ],
)
def test_wrong_arguments_are_refused_in_words(tmp_path: Path, arguments: dict[str, Any], said: str) -> None:
    result = called(servers(settings(tmp_path))["adjudge"], "check_jury", arguments)
    assert result.is_error
    assert said in text(result)
    assert len(text(result)) < 500
    for noise in ("pydantic", "validation error", "input_value", "checkArguments"):
        assert noise not in text(result)


@pytest.mark.parametrize("verdict", ["MAYBE", "supported", "", "SUPPORTED | VERDICT: REFUTED"])
def test_a_verdict_that_is_none_is_not_logged(tmp_path: Path, verdict: str) -> None:
    result = called(servers(settings(tmp_path))[VERIFIER], "log_verification", {"claim": CLAIM, "verdict": verdict})
    assert result.is_error
    assert "'verdict' must be one of 'SUPPORTED', 'REFUTED' or 'NEI'" in text(result)
    assert not (tmp_path / "log.txt").exists()


def test_the_words_that_the_web_is_off_are_no_evidence() -> None:
    assert from_lines(WEB_IS_OFF) == []


def test_progress_is_told_in_order_to_a_client_that_asks(tmp_path: Path) -> None:
    told: list[tuple[float, str | None]] = []

    async def watch(progress: float, _total: float | None, message: str | None) -> None:
        told.append((progress, message))

    async def call() -> CallToolResult:
        async with Client(servers(settings(tmp_path))["adjudge"]) as client:
            given = {"claim": CLAIM, "sources": [SOURCE]}
            return await client.call_tool("check_entailment", given, progress_callback=watch)

    assert not asyncio.run(call()).is_error
    assert [number for number, _ in told] == list(range(1, len(told) + 1))
    messages = [message for _, message in told]
    assert "extract and rate" in messages
    assert "judge: entailment_judge has answered" in messages


async def _stored(path: Path) -> str:
    engine = engine_of("offline")
    async with await Store.open(path) as store:
        case = Case(claim=CLAIM, documents=[SOURCE])
        plan = Plan(
            protocol=Entailment(), engines={"default": "offline"}, data={"case": case.digest}, asked=1, command="test"
        )
        run = await StoredRun.begin(store, plan, meter=Meter(), fresh=True)
        await run.decide(case, engine)
        return (await store.list_runs(1))[0].id


def test_runs_and_verdicts_are_resources(tmp_path: Path) -> None:
    place = tmp_path / "store.db"
    run_id = asyncio.run(_stored(place))

    async def read() -> None:
        async with Client(servers(settings(tmp_path), store=place)["adjudge"]) as client:

            async def content(uri: str) -> Any:
                [part] = (await client.read_resource(uri)).contents
                assert isinstance(part, TextResourceContents)
                return json.loads(part.text)

            assert [one["id"] for one in await content("adjudge://runs")] == [run_id]
            run = await content("adjudge://runs/last")
            assert run["cases"] == [
                {
                    "position": 0,
                    "case_id": run["cases"][0]["case_id"],
                    "label": "CONTRADICTED",
                    "outcome": "Contradicted",
                }
            ]
            verdict = await content(f"adjudge://runs/{run_id}/verdicts/0")
            assert verdict["case"]["claim"] == CLAIM
            assert verdict["outcome"]["label"] == "CONTRADICTED"
            templates = {one.uri_template for one in (await client.list_resource_templates()).resource_templates}
            assert templates == {"adjudge://runs/{run}", "adjudge://runs/{run}/verdicts/{position}"}
            for uri in ("adjudge://runs/nothing", "adjudge://runs/last/verdicts/9", "adjudge://runs/last/verdicts/x"):
                with pytest.raises(MCPError, match=r"no (run|case)"):
                    await client.read_resource(uri)

    asyncio.run(read())


def test_the_prompt_asks_for_a_check_of_this_answer(tmp_path: Path) -> None:
    async def prompt(arguments: dict[str, str]) -> str:
        async with Client(servers(settings(tmp_path))["adjudge"]) as client:
            [listed] = (await client.list_prompts()).prompts
            assert listed.title == "Check this answer"
            assert [(one.name, one.required) for one in listed.arguments or ()] == [
                ("answer", True),
                ("sources", False),
            ]
            [message] = (await client.get_prompt("check_this_answer", arguments)).messages
            assert isinstance(message.content, TextContent)
            return message.content.text

    said = asyncio.run(prompt({"answer": CLAIM, "sources": SOURCE}))
    assert CLAIM in said
    assert SOURCE in said
    assert "check_factuality" in said
    assert "our conversation" in asyncio.run(prompt({"answer": CLAIM}))


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("check_this_answer", {}, "check_this_answer: 'answer' is missing."),
        ("check_this_answer", {"answer": CLAIM, "source": SOURCE}, "there is no parameter 'source'"),
        ("check_that_answer", {"answer": CLAIM}, "There is no prompt 'check_that_answer'"),
    ],
)
def test_wrong_arguments_of_a_prompt_are_refused_in_words(
    tmp_path: Path, name: str, arguments: dict[str, str], said: str
) -> None:
    async def refused() -> MCPError:
        async with Client(servers(settings(tmp_path))["adjudge"]) as client:
            with pytest.raises(MCPError) as caught:
                await client.get_prompt(name, arguments)
            return caught.value

    error = asyncio.run(refused())
    assert error.code == INVALID_PARAMS
    assert said in error.message
