"""The three agents as MCP servers: AgentAnalyzer, AgentSearcher, AgentVerifier, with the seed's tools and schemas.

A tool returns the seed's text; beside it, as structured content, what a client needs to continue as if the agent ran in
its own process. The resource `adjudge://identity` says who answers, so that both keep one ledger.
"""

import json
from importlib.metadata import version
from typing import Annotated

from mcp.server import MCPServer
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from adjudge.agents.hearing import Hearing
from adjudge.case import Case
from adjudge.engines.base import Engine
from adjudge.errors import AdjudgeError
from adjudge.evidence.records import Searched, from_lines
from adjudge.evidence.tools import Tools
from adjudge.mcp.arguments import Claim, EvidenceLines, Query, Reason, VerdictWord, WordedServer
from adjudge.mcp.payload import Answered, Exhibit, Logged, answered, as_line, failed, shown
from adjudge.protocols.news import News
from adjudge.protocols.news.evidence import documents_of
from adjudge.questions.base import Source
from adjudge.questions.news import (
    AnalyzeClaim,
    CriticiseVerdict,
    DetermineVerdict,
    Labelled,
    NewsLabel,
)

ANALYZER, SEARCHER, VERIFIER = "AgentAnalyzer", "AgentSearcher", "AgentVerifier"
IDENTITY = "adjudge://identity"
_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_SEARCHES_THE_WEB = ToolAnnotations(read_only_hint=True, open_world_hint=True)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False)


def new_server(name: str, *, instructions: str = "") -> MCPServer[None]:
    """A server that logs warnings only, and to stderr."""
    return WordedServer(
        name, instructions=instructions or None, version=version("adjudge"), log_level="WARNING", subscriptions=False
    )


def add_analyzer(server: MCPServer[None], engine: Engine) -> None:
    """The analyzer's tool."""

    @server.tool(annotations=_LOOKS)
    async def analyze_claim_structure(claim: Claim) -> Annotated[CallToolResult, Answered]:
        """Decompose a claim into entities, search queries and a complexity rating (High or Low). Returns JSON."""
        try:
            answer = await engine.ask(AnalyzeClaim(claim=Case.open(claim).claim))
        except AdjudgeError as error:
            return failed(error)
        return shown(as_line(answer.reply.model_dump(mode="json")), answered(answer))


def add_searcher(server: MCPServer[None], tools: Tools) -> None:
    """The searcher's tools."""

    @server.tool(annotations=_LOOKS)
    async def search_databases(query: Query) -> Annotated[CallToolResult, Searched]:
        """Search labelled databases (ISOT headlines, FEVER claims) and document indexes. Nothing found: NO_DB_MATCH."""
        try:
            found = await tools.search_databases(query)
        except AdjudgeError as error:
            return failed(error)
        return shown(found.returned, found)

    @server.tool(annotations=_SEARCHES_THE_WEB)
    async def search_web(query: Query) -> Annotated[CallToolResult, Searched]:
        """Search the web for what the databases do not have. Nothing found: NO_WEB_MATCH. Without --web it is off."""
        try:
            found = await tools.search_web(query)
        except AdjudgeError as error:
            return failed(error)
        return shown(found.returned, found)


def add_verifier(server: MCPServer[None], engine: Engine, tools: Tools) -> None:
    """The verifier's tools, and the critic's."""

    @server.tool(annotations=_LOOKS)
    async def determine_verdict(
        claim: Claim,
        evidence: EvidenceLines,
        exhibits: Annotated[list[Exhibit] | None, Field(description="For orchestrators: the evidence, typed.")] = None,
        refused: Annotated[str, Field(description="For orchestrators: a word that was refused as no verdict.")] = "",
    ) -> Annotated[CallToolResult, Answered]:
        """Using evidence only, classify a claim as SUPPORTED, REFUTED or NEI and say why in one sentence. Returns JSON.

        `evidence` is text as search_databases returns it, one piece a line. `exhibits` gives the same typed, and
        `refused` a word that was refused as no verdict; both are for orchestrators.
        """
        try:
            if exhibits is None:
                return await _ruled(engine, claim, evidence)
            sources, labels = _split(exhibits)
            answer = await engine.ask(DetermineVerdict(claim=claim, evidence=sources, labels=labels, refused=refused))
        except AdjudgeError as error:
            return failed(error)
        reply = answer.reply
        return shown(as_line({"verdict": reply.verdict, "reason": reply.reason}), answered(answer))

    @server.tool(annotations=_LOOKS)
    async def criticise_verdict(
        claim: Claim,
        verdict: VerdictWord,
        reason: Reason,
        exhibits: Annotated[list[Exhibit], Field(description="The evidence that the verdict rests on.")],
    ) -> Annotated[CallToolResult, Answered]:
        """Re-check a verdict against its evidence. Can lower it, never raise it. Returns JSON."""
        sources, labels = _split(exhibits)
        question = CriticiseVerdict(
            claim=claim, evidence=sources, labels=labels, verdict=NewsLabel(verdict), reason=reason
        )
        try:
            answer = await engine.ask(question)
        except AdjudgeError as error:
            return failed(error)
        return shown(as_line(answer.reply.model_dump(mode="json")), answered(answer))

    @server.tool(annotations=_WRITES)
    async def log_verification(claim: Claim, verdict: VerdictWord) -> Annotated[CallToolResult, Logged]:
        """Append the final verdict to the verification log: CLAIM: ... | VERDICT: ..."""
        try:
            line = await tools.log_verification(claim, verdict)
        except AdjudgeError as error:
            return failed(error)
        return shown(line or "No log was named.", Logged(line=line))


def add_identity(server: MCPServer[None], engine: Engine) -> None:
    """Add a tool that identifies the engine."""
    samples = (
        AnalyzeClaim(claim="-"),
        DetermineVerdict(claim="-", evidence=(), labels=()),
        CriticiseVerdict(claim="-", evidence=(), labels=(), verdict=NewsLabel.NEI, reason="-"),
    )

    @server.resource(IDENTITY, mime_type="application/json")
    async def identity() -> str:
        """The engine's name, and its identity for each kind of question."""
        kinds = {question.kind: dict(engine.identity(question)) for question in samples}
        return json.dumps({"name": engine.name, "kinds": kinds}, ensure_ascii=False)


async def _ruled(engine: Engine, claim: str, evidence: str) -> CallToolResult:
    """A verdict from text alone: read back as evidence, weighed, and decided by the protocol's rules."""
    case = Case(claim=claim, documents=tuple(documents_of(from_lines(evidence))), open_domain=True)
    hearing = Hearing(case, engine)
    weighing = await News().weigh(hearing)
    reply = weighing.reply.model_dump(mode="json")
    answered = Answered(reply=reply, engine=engine.name, usage=hearing.transcript.usage)
    return shown(as_line({"verdict": weighing.label.value, "reason": weighing.reason}), answered)


def _split(exhibits: list[Exhibit]) -> tuple[tuple[Source, ...], tuple[Labelled, ...]]:
    sources = tuple(Source(id=one.id, text=one.text) for one in exhibits)
    labels = tuple(Labelled(id=one.id, origin=one.origin, label=one.label) for one in exhibits)
    return sources, labels
