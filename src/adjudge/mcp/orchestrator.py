"""The client side: agents that run as MCP servers replace the engine and the tools.

`RemoteAgents` is an engine that asks the analyzer and the verifier; `RemoteTools` searches and logs. A protocol cannot
tell them from what runs in its own process, and gives the same bytes.
"""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from pydantic import JsonValue, ValidationError

from adjudge.engines.base import Answer, Engine
from adjudge.errors import ConfigError, EngineUnavailable, UnusableReply
from adjudge.evidence.records import Evidence, Origin, Searched
from adjudge.mcp.agents import ANALYZER, IDENTITY, SEARCHER, VERIFIER
from adjudge.mcp.link import Link, Opened
from adjudge.mcp.payload import Answered, Logged
from adjudge.protocols.base import Procedure
from adjudge.protocols.news import News
from adjudge.questions.base import Question, Reply
from adjudge.questions.news import AnalyzeClaim, CriticiseVerdict, DetermineVerdict
from adjudge.settings.environment import Environment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

R = TypeVar("R", bound=Reply)
Connect: TypeAlias = Callable[[AsyncExitStack, Procedure], Awaitable[tuple[Engine, Procedure]]]


class RemoteAgents:
    """Analyzer, verifier and critic behind servers, as an engine."""

    def __init__(self, analyzer: Link, verifier: Link, identities: Mapping[str, Any]) -> None:
        self._analyzer = analyzer
        self._verifier = verifier
        self._identities = identities

    @classmethod
    async def connect(cls, analyzer: Link, verifier: Link) -> "RemoteAgents":
        """Connect to both and read their identities."""
        first, second = map(json.loads, await asyncio.gather(analyzer.text(IDENTITY), verifier.text(IDENTITY)))
        kinds = {**second["kinds"], AnalyzeClaim.kind: first["kinds"][AnalyzeClaim.kind]}
        return cls(analyzer, verifier, {"name": second["name"], "kinds": kinds})

    @property
    def name(self) -> str:
        return str(self._identities["name"])

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return cast("Mapping[str, JsonValue]", self._identities["kinds"].get(question.kind, {"engine": self.name}))

    async def ask(self, question: Question[R]) -> Answer[R]:
        link, tool, arguments = self._called(question)
        result = await link.call(tool, arguments)
        try:
            answered = Answered.model_validate(result.structured_content)
            reply = question.reply_type.model_validate(answered.reply)
        except ValidationError as error:
            raise UnusableReply(f"The reply of {tool} does not fit: {error}") from error
        return Answer(
            reply=cast(R, reply), engine=answered.engine, usage=answered.usage, raw=answered.raw, notes=answered.notes
        )

    async def close(self) -> None:
        return None

    def _called(self, question: Question[Reply]) -> tuple[Link, str, dict[str, Any]]:
        if isinstance(question, AnalyzeClaim):
            return self._analyzer, "analyze_claim_structure", {"claim": question.claim}
        if isinstance(question, DetermineVerdict):
            arguments = {"claim": question.claim, "evidence": _lines(question), "refused": question.refused}
            return self._verifier, "determine_verdict", {**arguments, "exhibits": _exhibits(question)}
        if isinstance(question, CriticiseVerdict):
            arguments = {"claim": question.claim, "verdict": question.verdict.value, "reason": question.reason}
            return self._verifier, "criticise_verdict", {**arguments, "exhibits": _exhibits(question)}
        raise EngineUnavailable(f"No server answers '{question.kind}'.", hint="The servers are for the protocol news.")


class RemoteTools:
    """Searcher and log behind servers."""

    def __init__(self, searcher: Link, verifier: Link) -> None:
        self._searcher = searcher
        self._verifier = verifier

    async def search_databases(self, query: str) -> Searched:
        result = await self._searcher.call("search_databases", {"query": query})
        return Searched.model_validate(result.structured_content)

    async def search_web(self, query: str) -> Searched:
        result = await self._searcher.call("search_web", {"query": query})
        return Searched.model_validate(result.structured_content)

    async def log_verification(self, claim: str, verdict: str) -> str:
        result = await self._verifier.call("log_verification", {"claim": claim, "verdict": verdict})
        return Logged.model_validate(result.structured_content).line


@dataclass(frozen=True)
class Servers:
    """How a client for each of the three servers is made."""

    analyzer: Opened
    searcher: Opened
    verifier: Opened


@asynccontextmanager
async def orchestrated(servers: Servers, protocol: News) -> "AsyncIterator[tuple[Engine, News]]":
    """The engine and the protocol that talk to the servers; they are disconnected at the end."""
    analyzer, searcher = Link(ANALYZER, servers.analyzer), Link(SEARCHER, servers.searcher)
    verifier = Link(VERIFIER, servers.verifier)
    try:
        yield await RemoteAgents.connect(analyzer, verifier), protocol.with_tools(RemoteTools(searcher, verifier))
    finally:
        for link in (analyzer, searcher, verifier):
            await link.close()


def started(protocol: News, *, engine: str | None, environment: Environment) -> Servers:
    """Start three server processes and connect over stdin and stdout."""
    from mcp import Client, StdioServerParameters

    def client(role: str, *options: str) -> Opened:
        variables = {**os.environ, "ADJUDGE_INDEX": protocol.index or str(environment.index_path)}
        arguments = ["-m", "adjudge", "mcp", role, "--transport", "stdio", *options]
        return lambda: Client(
            StdioServerParameters(command=sys.executable, args=arguments, env=variables, cwd=os.getcwd())
        )

    asked = ("--engine", engine) if engine else ()
    web = ("--web", "--web-backend", protocol.web) if protocol.web else ()
    log = ("--log", protocol.log) if protocol.log else ("--no-log",)
    return Servers(
        analyzer=client("analyzer", *asked),
        searcher=client("searcher", "--match", protocol.match, "--hits", str(protocol.hits), *web),
        verifier=client("verifier", *asked, *log),
    )


def reached(urls: list[str], *, token: str) -> Servers:
    """Connect to running servers over HTTP: one URL each, or one for all."""
    if len(urls) not in (1, 3):
        raise ConfigError("Name one URL, or three: analyzer, searcher, verifier.")

    def client(url: str) -> Opened:
        return lambda: http_client(url, token=token)

    return Servers(*(client(url) for url in (urls * 3 if len(urls) == 1 else urls)))


def http_client(url: str, *, token: str) -> Any:
    """A client that sends the bearer token, if there is one."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    from mcp import Client

    timeout = httpx2.Timeout(30.0, read=300.0)
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"} if token else {}, timeout=timeout)

    @asynccontextmanager
    async def transport() -> "AsyncIterator[Any]":
        async with http, streamable_http_client(url, http_client=http) as streams:
            yield streams

    return Client(transport())


def connection(servers: str, *, engine: str | None, protocol: News, environment: Environment) -> Connect:
    """What `--servers` names, for the command line."""
    urls = [url.strip() for url in servers.split(",") if url.strip()]
    if servers == "stdio":
        chosen = started(protocol, engine=engine, environment=environment)
    elif all(url.startswith(("http://", "https://")) for url in urls):
        chosen = reached(urls, token=os.environ.get("ADJUDGE_TOKEN", ""))
    else:
        raise ConfigError(f"--servers is '{servers}'.", hint="Use 'stdio', or URLs such as http://127.0.0.1:8010/mcp.")

    async def connect(stack: AsyncExitStack, _protocol: Procedure) -> tuple[Engine, Procedure]:
        return await stack.enter_async_context(orchestrated(chosen, protocol))

    return connect


def _exhibits(question: DetermineVerdict | CriticiseVerdict) -> list[dict[str, str]]:
    labels = {one.id: one for one in question.labels}
    return [
        {"id": one.id, "text": one.text, "origin": labels[one.id].origin, "label": labels[one.id].label}
        for one in question.evidence
    ]


def _lines(question: DetermineVerdict) -> str:
    """The evidence as the seed's text."""
    pieces = [
        Evidence(origin=Origin(one["origin"]), text=one["text"], label=one["label"], title=one["id"])
        for one in _exhibits(question)
    ]
    return "\n".join(piece.line for piece in pieces)
