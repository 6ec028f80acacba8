"""The servers: the seed's names, tools, schemas and texts; errors and older clients."""

import asyncio
import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from mcp_types import CallToolResult, TextContent

from adjudge import Case, check
from adjudge.mcp.agents import ANALYZER, SEARCHER, VERIFIER
from adjudge.mcp.payload import ERROR
from adjudge.protocols.registry import PROTOCOLS
from mcp import Client
from tests.mcp.support import servers, settings

CLAIM = "The Alder bridge opened in 1931."


def called(server: Any, tool: str, arguments: dict[str, Any], mode: str = "auto") -> CallToolResult:
    async def call() -> CallToolResult:
        async with Client(server, mode=mode) as client:
            return await client.call_tool(tool, arguments)

    return asyncio.run(call())


def text(result: CallToolResult) -> str:
    [block] = result.content
    assert isinstance(block, TextContent)
    return block.text


def test_every_server_has_the_tools_of_the_seed(tmp_path: Path) -> None:
    made = servers(settings(tmp_path))

    async def tools(name: str) -> dict[str, list[str]]:
        async with Client(made[name]) as client:
            return {tool.name: tool.input_schema.get("required", []) for tool in (await client.list_tools()).tools}

    assert asyncio.run(tools(ANALYZER)) == {"analyze_claim_structure": ["claim"]}
    assert asyncio.run(tools(SEARCHER)) == {"search_databases": ["query"], "search_web": ["query"]}
    verifier = asyncio.run(tools(VERIFIER))
    assert verifier["determine_verdict"] == ["claim", "evidence"]
    assert verifier["log_verification"] == ["claim", "verdict"]

    async def version() -> str:
        async with Client(made[ANALYZER]) as client:
            return str(client.server_info.version)

    assert asyncio.run(version()) == metadata.version("adjudge")
    everything = asyncio.run(tools("adjudge"))
    assert {f"check_{name}" for name in PROTOCOLS} <= set(everything)
    assert set(verifier) <= set(everything)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_texts_are_those_of_the_seed(tmp_path: Path, mode: str) -> None:
    """Also for a client that speaks an older version of the protocol."""
    made = servers(settings(tmp_path))
    analysis = json.loads(text(called(made[ANALYZER], "analyze_claim_structure", {"claim": CLAIM}, mode)))
    assert list(analysis) == ["entities", "queries", "complexity"]
    assert analysis["complexity"] == "Low"
    assert len(analysis["queries"]) == 2
    found = text(called(made[SEARCHER], "search_databases", {"query": "Orland sea"}, mode))
    assert "[FEVER DB] Claim: 'Orland borders the sea.' | Label: REFUTES" in found.splitlines()
    assert text(called(made[SEARCHER], "search_databases", {"query": "zebra"}, mode)) == "NO_DB_MATCH"
    verdict = json.loads(
        text(called(made[VERIFIER], "determine_verdict", {"claim": "Orland borders the sea.", "evidence": found}, mode))
    )
    assert list(verdict) == ["verdict", "reason"]
    assert verdict["verdict"] == "REFUTED"
    line = text(called(made[VERIFIER], "log_verification", {"claim": CLAIM, "verdict": "SUPPORTED"}, mode))
    assert line == f"CLAIM: {CLAIM} | VERDICT: SUPPORTED"
    assert (tmp_path / "log.txt").read_text() == line + "\n"


def test_a_verdict_from_text_alone_follows_the_rules(tmp_path: Path) -> None:
    verifier = servers(settings(tmp_path))[VERIFIER]

    def verdict(evidence: str) -> str:
        given = {"claim": CLAIM, "evidence": evidence}
        return str(json.loads(text(called(verifier, "determine_verdict", given)))["verdict"])

    assert verdict("NO_DB_MATCH") == "NEI"
    assert verdict("") == "NEI"
    assert verdict("[ISOT DB] Headline: 'Mayor sings' | Label: REAL") == "NEI", "a label is not proof"
    assert verdict(f"[FEVER DB] Claim: '{CLAIM}' | Label: SUPPORTS") == "SUPPORTED"
    both = f"[FEVER DB] Claim: '{CLAIM}' | Label: SUPPORTS\n[ISOT DB] Headline: '{CLAIM}' | Label: FAKE"
    assert verdict(both) == "NEI"
    assert verdict("The Alder bridge opened in 1935, says the chronicle.") == "REFUTED"


def test_a_label_that_is_not_known_says_nothing(tmp_path: Path) -> None:
    given = {"claim": CLAIM, "evidence": f"[FEVER DB] Claim: '{CLAIM}' | Label: DISPUTED"}
    result = called(servers(settings(tmp_path))[VERIFIER], "determine_verdict", given)
    assert json.loads(text(result))["verdict"] == "NEI"


def test_web_search_is_off_unless_it_was_allowed(tmp_path: Path) -> None:
    result = called(servers(settings(tmp_path))[SEARCHER], "search_web", {"query": "x"})
    assert text(result) == "WEB_SEARCH_OFF: nothing was searched, since web search is off."
    assert (result.structured_content or {})["problem"] == "Web search is off."


def test_every_protocol_gives_the_verdict_that_it_gives_in_python(tmp_path: Path) -> None:
    server = servers(settings(tmp_path))["adjudge"]
    source = "The bridge opened in 1931 after years of work."
    case = Case(claim="The bridge opened in 1932.", documents=[source])
    for name in PROTOCOLS:
        if name == "news":
            continue
        result = called(server, f"check_{name}", {"claim": case.claim, "sources": [source]})
        assert result.structured_content == check(case, protocol=name).model_dump(mode="json")
    news = called(server, "check_news", {"claim": CLAIM})
    assert (news.structured_content or {})["label"] == "SUPPORTED"
    assert "SUPPORTED" in text(news)


def test_a_mistake_comes_back_as_words_and_as_a_type(tmp_path: Path) -> None:
    server = servers(settings(tmp_path))["adjudge"]
    result = called(server, "check_jury", {"claim": " ", "sources": ["x"]})
    assert result.is_error
    assert "The claim is empty." in text(result)
    assert (result.meta or {})[ERROR]["error"] == "CaseError"
    assert result.structured_content is None, "clients check it against the schema of the tool's results"
    assert "The claim is empty." in text(called(server, "analyze_claim_structure", {"claim": ""}))
    assert called(server, "check_jury", {"claim": "x"}).is_error, "a missing argument"
    assert called(server, "check_nothing", {}).is_error


def test_nothing_but_protocol_reaches_stdout_and_an_old_client_is_understood(tmp_path: Path) -> None:
    """Raw lines of a client of 2024; whatever a library prints goes to stderr."""
    settings(tmp_path)
    code = (
        "import sys, adjudge.engines.offline.news as n\n"
        "real = n._complexity\n"
        "def noisy(claim):\n    print('noise on stdout')\n    return real(claim)\n"
        "n._complexity = noisy\n"
        "from adjudge.cli import main\n"
        "sys.argv = ['adjudge', 'mcp', 'all', '--no-log']\nmain()"
    )
    started = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": started},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "analyze_claim_structure", "arguments": {"claim": CLAIM}},
        },
    ]
    server = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert server.stdin
    assert server.stdout
    assert server.stderr
    for line in lines:
        server.stdin.write(json.dumps(line) + "\n")
    server.stdin.flush()
    answers = [json.loads(server.stdout.readline()) for _ in range(2)]
    rest, noise = server.communicate(timeout=30)
    assert rest == ""
    assert "noise on stdout" in noise
    assert answers[0]["result"]["protocolVersion"] == "2024-11-05"
    assert answers[1]["result"]["content"][0]["text"].startswith('{"entities"')
