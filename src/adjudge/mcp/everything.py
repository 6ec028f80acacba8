"""One server, `adjudge`, for desktop assistants: every protocol as a tool, the three agents' tools, stored runs and
verdicts as resources, and a prompt. Checks report their progress to clients that ask for it."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from adjudge.agents.hearing import Event
from adjudge.case import Case, Document
from adjudge.check import acheck
from adjudge.engines.base import Engine
from adjudge.errors import AdjudgeError
from adjudge.evidence.tools import Tools
from adjudge.mcp.agents import add_analyzer, add_identity, add_searcher, add_verifier, new_server
from adjudge.mcp.arguments import Claim, Sources, SourceType
from adjudge.mcp.library import add_prompts, add_runs
from adjudge.mcp.payload import failed
from adjudge.protocols.news import News
from adjudge.protocols.registry import PROTOCOLS, protocol_type
from adjudge.render import markdown
from adjudge.verdict import Verdict

NAME = "adjudge"
_INSTRUCTIONS = (
    "Adjudge decides whether a text is faithful to its sources and shows the words that decide it. Use check_NAME "
    "with a claim and its sources; use check_news for a claim without a source."
)
_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)


def everything(engine: Engine, tools: Tools, settings: News, *, store: str | Path | None = None) -> MCPServer[None]:
    """The server with all tools. `settings` are those of check_news; runs are read from `store`, if there is one."""
    server = new_server(NAME, instructions=_INSTRUCTIONS)
    for name in PROTOCOLS:
        if name != News.name:
            _add_check(server, engine, name)
    _add_news(server, engine, settings.with_tools(tools))
    add_analyzer(server, engine)
    add_searcher(server, tools)
    add_verifier(server, engine, tools)
    add_identity(server, engine)
    add_prompts(server)
    if store is not None:
        add_runs(server, store)
    return server


class Reporting:
    """Tells the client what a check is doing: one notification a phase or answer, in order."""

    def __init__(self, context: Context[None, Any]) -> None:
        self._context = context
        self._sent: list[asyncio.Task[None]] = []
        self.case: Case | None = None
        """The case with the documents that were found for it."""

    def __call__(self, event: Event) -> None:
        self.case = event.case or self.case
        message = event.phase if event.entry is None else f"{event.phase}: {event.entry.agent} has answered"
        work = self._context.report_progress(len(self._sent) + 1, None, message)
        self._sent.append(asyncio.get_running_loop().create_task(work))

    async def done(self) -> None:
        """Wait until everything is sent. A client that does not listen is no reason to fail."""
        await asyncio.gather(*self._sent, return_exceptions=True)


def _add_check(server: MCPServer[None], engine: Engine, name: str) -> None:
    async def check(
        context: Context[None, Any], claim: Claim, sources: Sources, source_type: SourceType = ""
    ) -> Annotated[CallToolResult, Verdict]:
        reporting = Reporting(context)
        try:
            documents = [
                Document(id="source" if number == 1 else f"source-{number}", text=text, kind=source_type)
                for number, text in enumerate(sources, start=1)
            ]
            case = Case(claim=claim, documents=tuple(documents))
            return _card(case, await acheck(case, protocol=name, engine=engine, observe=reporting))
        except AdjudgeError as error:
            return failed(error)
        finally:
            await reporting.done()

    kind = protocol_type(name)
    described = (
        f"Check a claim against the texts of its sources. {kind.summary} Labels: {', '.join(kind.labels)}. "
        "Returns the card; the whole verdict is structured."
    )
    server.add_tool(check, name=f"check_{name}", description=described, annotations=_LOOKS)


def _add_news(server: MCPServer[None], engine: Engine, protocol: News) -> None:
    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False))
    async def check_news(context: Context[None, Any], claim: Claim) -> Annotated[CallToolResult, Verdict]:
        """Check a claim that has no source: look it up in the evidence index, weigh what is found, log the verdict."""
        reporting = Reporting(context)
        try:
            case = Case.open(claim)
            verdict = await acheck(case, protocol=protocol, engine=engine, observe=reporting)
        except AdjudgeError as error:
            return failed(error)
        finally:
            await reporting.done()
        return _card(reporting.case or case, verdict)


def _card(case: Case, verdict: Verdict) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=markdown.card(case, verdict))],
        structured_content=verdict.model_dump(mode="json"),
    )
