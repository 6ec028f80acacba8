"""One case, four ways in: the command line, Python, REST and MCP give the same verdict, byte for byte."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudge import Case, Document, check
from adjudge.protocols.news import News
from adjudge.record import as_json
from adjudge.server.config import Config
from mcp import Client
from tests.cli.support import adjudge
from tests.mcp.support import servers, settings
from tests.server.support import NO_RATE, Running, running

GOLDEN = [
    ("The bridge opened in 1932.", "The bridge opened in 1931 after years of work."),
    ("Most patients recovered within a week.", "Most patients recovered within a week."),
    ("The drug cures 🤕 migraine.", "The drug may reduce “migraine” days 🤕 in some patients, the authors say."),
    ("Sales rose by 12 per cent. The mayor was pleased.", "Sales rose by 21 per cent in 2020. Nobody else was asked."),
]
CLAIMS = ["Mayor of Brenn opens new bridge over the Alder", "Orland borders the sea.", "Nothing of it was ever said."]


@pytest.fixture
def service() -> Iterator[Running]:
    with running(Config(limits=NO_RATE)) as started:
        yield started


def over_mcp(tool: str, arguments: dict[str, Any], news: News) -> dict[str, Any]:
    async def call() -> dict[str, Any]:
        async with Client(servers(news)["adjudge"]) as client:
            result = await client.call_tool(tool, arguments)
            found: dict[str, Any] = result.structured_content or {}
            return found

    return asyncio.run(call())


def rest(service: Running, body: dict[str, Any]) -> str:
    response = service.check(body)
    assert response.status_code == 200, response.text
    return response.content.decode().partition(',"verdict":')[2][:-1]


@pytest.mark.parametrize("protocol", ["jury", "entailment", "trial", "factuality"])
def test_a_claim_with_its_source(service: Running, protocol: str, tmp_path: Path) -> None:
    for claim, source in GOLDEN:
        case = Case(claim=claim, documents=[Document(id="source", text=source, kind="study")])
        python = as_json(check(case, protocol=protocol))
        given = {"claim": claim, "documents": [{"text": source, "kind": "study"}]}
        assert rest(service, {"case": given, "protocol": protocol}) == python
        printed = adjudge("check", claim, "--source-text", source, "--kind", "study", "-p", protocol, "--json")
        assert printed.out.strip() == python
        tool = {"claim": claim, "sources": [source], "source_type": "study"}
        assert over_mcp(f"check_{protocol}", tool, News(index=str(tmp_path))) == json.loads(python)


def test_a_claim_without_a_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    news = replace(settings(tmp_path), log="")
    monkeypatch.setenv("ADJUDGE_INDEX", news.index)
    with running(Config(limits=NO_RATE)) as service:
        for claim in CLAIMS:
            _same_news(service, claim, news)


def _same_news(service: Running, claim: str, news: News) -> None:
    python = as_json(check(Case.open(claim), protocol=news))
    assert rest(service, {"case": {"claim": claim}, "protocol": "news"}) == python
    assert adjudge("news", claim, "--no-log", "--json").out.strip() == python
    assert over_mcp("check_news", {"claim": claim}, news) == json.loads(python)
