"""One server, `adjudge`, for desktop assistants: every protocol as a tool, and the three agents' tools."""

from typing import Annotated

from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from adjudge.agents.hearing import Event
from adjudge.case import Case, Document
from adjudge.check import acheck
from adjudge.engines.base import Engine
from adjudge.errors import AdjudgeError
from adjudge.evidence.tools import Tools
from adjudge.mcp.agents import add_analyzer, add_identity, add_searcher, add_verifier, new_server
from adjudge.mcp.payload import failed
from adjudge.protocols.news import News
from adjudge.protocols.registry import PROTOCOLS
from adjudge.render import markdown
from adjudge.verdict import Verdict

NAME = "adjudge"
_INSTRUCTIONS = (
    "Adjudge decides whether a text is faithful to its sources and shows the words that decide it. Use check_NAME "
    "with a claim and its sources; use check_news for a claim without a source."
)
_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_WHAT = {
    "jury": "A jury votes, debates and answers a rubric: Faithful, Mutated or Ambiguous.",
    "entailment": "Strict textual entailment: SUPPORTED, CONTRADICTED or NOT ENOUGH INFO.",
    "trial": "Advocate, skeptic, fact-checker and judge: FAITHFUL, PARTIALLY_FAITHFUL or MUTATED.",
    "factuality": "A summary, claim by claim, against its article: a score and the spans that are wrong.",
}


def everything(engine: Engine, tools: Tools, settings: News) -> MCPServer[None]:
    """The server with all tools. `settings` are those of check_news."""
    server = new_server(NAME, instructions=_INSTRUCTIONS)
    for name in PROTOCOLS:
        if name != News.name:
            _add_check(server, engine, name)
    _add_news(server, engine, settings.with_tools(tools))
    add_analyzer(server, engine)
    add_searcher(server, tools)
    add_verifier(server, engine, tools)
    add_identity(server, engine)
    return server


def _add_check(server: MCPServer[None], engine: Engine, name: str) -> None:
    async def check(claim: str, sources: list[str], source_type: str = "") -> Annotated[CallToolResult, Verdict]:
        try:
            documents = [
                Document(id="source" if number == 1 else f"source-{number}", text=text, kind=source_type)
                for number, text in enumerate(sources, start=1)
            ]
            case = Case(claim=claim, documents=tuple(documents))
            return _card(case, await acheck(case, protocol=name, engine=engine))
        except AdjudgeError as error:
            return failed(error)

    what = _WHAT.get(name, f"The protocol {name}.")
    described = (
        f"Check a claim against the texts of its sources. {what} Returns the card; the whole verdict is structured."
    )
    server.add_tool(check, name=f"check_{name}", description=described, annotations=_LOOKS)


def _add_news(server: MCPServer[None], engine: Engine, protocol: News) -> None:
    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False))
    async def check_news(claim: str) -> Annotated[CallToolResult, Verdict]:
        """Check a claim that has no source: look it up in the evidence index, weigh what is found, log the verdict."""
        held: list[Case] = []

        def watch(event: Event) -> None:
            if event.case is not None:
                held.append(event.case)

        try:
            case = Case.open(claim)
            verdict = await acheck(case, protocol=protocol, engine=engine, observe=watch)
        except AdjudgeError as error:
            return failed(error)
        return _card(held[-1] if held else case, verdict)


def _card(case: Case, verdict: Verdict) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=markdown.card(case, verdict))],
        structured_content=verdict.model_dump(mode="json"),
    )
