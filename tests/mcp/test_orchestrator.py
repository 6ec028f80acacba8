"""The orchestrator: the same bytes in process, over stdio and over HTTP; tokens; servers that die."""

import asyncio
import os
import sys
from functools import partial
from pathlib import Path

import httpx2
import pytest

from adjudge import Case, Verdict
from adjudge.check import acheck
from adjudge.errors import ConfigError, EngineBusy, EngineUnavailable, UnusableReply
from adjudge.mcp.agents import ANALYZER, SEARCHER, VERIFIER
from adjudge.mcp.link import Link
from adjudge.mcp.orchestrator import Servers, http_client, orchestrated, reached, started
from adjudge.mcp.payload import failed, raised
from adjudge.mcp.serve import guarded, over_http
from adjudge.record import as_json
from adjudge.settings.environment import Environment
from mcp import Client, StdioServerParameters
from tests.mcp.support import TOKEN, listening, servers, settings

CLAIMS = ["The Alder bridge opened in 1932.", "Orland does not border the sea.", "Zebras fly."]


def orchestrate(chosen: Servers, news: object, claims: list[str] = CLAIMS) -> list[str]:
    async def all_of_them() -> list[Verdict]:
        async with orchestrated(chosen, news) as (engine, protocol):  # type: ignore[arg-type]
            return [await acheck(Case.open(claim), protocol=protocol, engine=engine) for claim in claims]

    return [as_json(verdict) for verdict in asyncio.run(all_of_them())]


def test_in_process_stdio_and_http_give_the_same_bytes(tmp_path: Path) -> None:
    news = settings(tmp_path)

    async def in_process() -> list[Verdict]:
        return [await acheck(Case.open(claim), protocol=news) for claim in CLAIMS]

    expected = [as_json(verdict) for verdict in asyncio.run(in_process())]
    assert [text[text.index('"label"') :][:20].split('"')[3] for text in expected] == ["REFUTED", "SUPPORTED", "NEI"]

    made = servers(news)
    memory = Servers(*(lambda name=name: Client(made[name]) for name in (ANALYZER, SEARCHER, VERIFIER)))
    assert orchestrate(memory, news) == expected

    processes = started(news, engine=None, environment=Environment())
    assert orchestrate(processes, news) == expected

    with listening(made["adjudge"]) as url:
        assert orchestrate(reached([url], token=TOKEN), news) == expected
    log = (tmp_path / "log.txt").read_text().splitlines()
    assert log[:3] * 4 == log


def test_http_without_the_token_is_401_and_says_what_to_do(tmp_path: Path) -> None:
    made = servers(settings(tmp_path))
    with listening(made[ANALYZER]) as url:
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}):
            assert httpx2.post(url, json=body, headers=headers).status_code == 401
        for token in ("wrong", ""):
            with pytest.raises(EngineUnavailable, match="ADJUDGE_TOKEN"):
                asyncio.run(Link(ANALYZER, partial(http_client, url, token=token)).call("x", {}))


def test_a_strange_host_is_refused_even_with_the_token(tmp_path: Path) -> None:
    """So that a page in the user's browser cannot reach the server under a name of its own."""
    with listening(servers(settings(tmp_path))[ANALYZER]) as url:
        headers = {"Authorization": f"Bearer {TOKEN}", "Host": "evil.example", "Accept": "application/json"}
        assert httpx2.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers).status_code == 421


def test_http_needs_a_token_to_start(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="ADJUDGE_TOKEN"):
        guarded(servers(settings(tmp_path))[ANALYZER], host="127.0.0.1", token="")
    with pytest.raises(ConfigError, match="one URL, or three"):
        reached(["http://a/mcp", "http://b/mcp"], token="")


_DYING = """
import os, sys
from pathlib import Path
from mcp.server import MCPServer
server = MCPServer("dying", log_level="ERROR")
times = Path(sys.argv[1])

@server.tool()
async def work() -> str:
    done = int(times.read_text() or 0) if times.exists() else 0
    times.write_text(str(done + 1))
    if done < int(sys.argv[2]):
        os._exit(1)
    return "done"

server.run()
"""


@pytest.mark.parametrize(("deaths", "calls"), [(1, 2), (9, 2)])
def test_a_server_that_dies_in_the_middle_of_a_call_is_started_once_more(
    tmp_path: Path, deaths: int, calls: int
) -> None:
    times = tmp_path / "times"
    arguments = ["-c", _DYING, str(times), str(deaths)]
    parameters = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))

    async def work() -> str:
        link = Link("dying", lambda: Client(parameters))
        try:
            return str((await link.call("work", {})).content[0])
        finally:
            await link.close()

    if deaths < calls:
        assert "done" in asyncio.run(work())
    else:
        with pytest.raises(EngineBusy, match="dying ended in the middle of a call, twice"):
            asyncio.run(work())
    assert int(times.read_text()) == calls


def test_an_address_that_is_taken_is_said_before_anything_is_served(tmp_path: Path) -> None:
    with listening(servers(settings(tmp_path))[ANALYZER]) as url:
        port = int(url.split(":")[2].split("/")[0])
        told: list[str] = []
        serving = over_http(
            servers(settings(tmp_path))[ANALYZER], host="127.0.0.1", port=port, token=TOKEN, ready=told.append
        )
        with pytest.raises(ConfigError, match="cannot be used"):
            asyncio.run(serving)
        assert told == []


def test_a_server_that_is_not_there_is_an_error_in_words() -> None:
    async def call() -> None:
        await Link("gone", lambda: Client(StdioServerParameters(command="/nonexistent/adjudge"))).call("x", {})

    with pytest.raises(EngineUnavailable, match="gone cannot be reached"):
        asyncio.run(call())


def test_errors_keep_their_type_over_the_wire() -> None:
    error = raised(failed(UnusableReply("no JSON", hint="Try again.", raw="I think")))
    assert isinstance(error, UnusableReply)
    assert (error.message, error.hint, error.raw) == ("no JSON", "Try again.", "I think")
