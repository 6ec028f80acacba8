"""The news checker as a LangGraph graph (the extra `langgraph`): three nodes over the specification's `AgentState`.

`fact_checker` is the graph of the specification, Analyzer -> Searcher -> Verifier, compiled.
"""

from itertools import pairwise
from typing import Any, TypedDict

from adjudge.agents.hearing import Hearing
from adjudge.case import Case
from adjudge.check import EngineChoice, engine_of
from adjudge.errors import UnusableReply
from adjudge.evidence.records import from_lines
from adjudge.evidence.tools import LocalTools, Tools
from adjudge.integrations.frameworks import require
from adjudge.integrations.langgraph import Node, both
from adjudge.protocols.news import News
from adjudge.protocols.news.evidence import documents_of
from adjudge.questions.news import AnalyzeClaim

require("langgraph")

from langgraph.graph import END, START, StateGraph  # noqa: E402
from langgraph.graph.state import CompiledStateGraph  # noqa: E402


class AgentState(TypedDict, total=False):
    """The state that the nodes share, field for field the seed's."""

    claim: str
    queries: list[str]
    evidence: list[str]
    verdict: str
    reason: str
    tool_calls: int


def analyzer(*, engine: EngineChoice = "offline") -> Node:
    """claim -> queries; the claim itself where the reply cannot be read."""
    opened = engine_of(engine)

    async def node(state: AgentState) -> dict[str, Any]:
        try:
            queries = list((await opened.ask(AnalyzeClaim(claim=state["claim"]))).reply.queries)
        except UnusableReply:
            queries = [state["claim"]]
        return {"queries": queries, "tool_calls": state.get("tool_calls", 0) + 1}

    return both(node)


def searcher(tools: Tools, *, web: bool = False) -> Node:
    """queries -> evidence: databases first, the web only if they have nothing and it is allowed."""

    async def node(state: AgentState) -> dict[str, Any]:
        queries = [query for query in dict.fromkeys(state["queries"]) if query.strip()]
        done = [await tools.search_databases(query) for query in queries]
        if web and not any(search.hits for search in done):
            done += [await tools.search_web(query) for query in queries]
        lines = dict.fromkeys(hit.evidence.line for search in done for hit in search.hits)
        return {"evidence": list(lines), "tool_calls": state.get("tool_calls", 0) + len(done)}

    return both(node)


def verifier(tools: Tools, *, engine: EngineChoice = "offline") -> Node:
    """claim and evidence -> verdict and reason, by the protocol's rules; and the log line."""
    opened = engine_of(engine)

    async def node(state: AgentState) -> dict[str, Any]:
        documents = documents_of(from_lines("\n".join(state.get("evidence", []))))
        hearing = Hearing(Case(claim=state["claim"], documents=tuple(documents), open_domain=True), opened)
        label, reason, _ = await News().weigh(hearing)
        await tools.log_verification(state["claim"], label.value)
        asked = len(hearing.transcript.entries)
        return {"verdict": label.value, "reason": reason, "tool_calls": state.get("tool_calls", 0) + asked + 1}

    return both(node)


def fact_checker(
    settings: News, *, engine: EngineChoice = "offline", tools: Tools | None = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The seed's graph, ready for `invoke({"claim": ...})` and `ainvoke`."""
    used = tools or LocalTools(
        settings.index or None, match=settings.match, limit=settings.hits, web=settings.web, log=settings.log or None
    )
    graph = StateGraph(AgentState)
    graph.add_node("Analyzer", analyzer(engine=engine))
    graph.add_node("Searcher", searcher(used, web=bool(settings.web)))
    graph.add_node("Verifier", verifier(used, engine=engine))
    for step in pairwise((START, "Analyzer", "Searcher", "Verifier", END)):
        graph.add_edge(*step)
    return graph.compile()
