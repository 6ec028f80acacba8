"""The seed's graph, built with LangGraph, and protocols as nodes."""

import asyncio
from pathlib import Path
from typing import Any, TypedDict

import pytest

from adjudge import Case, check
from tests.mcp.support import settings

langgraph = pytest.importorskip("langgraph.graph", reason="LangGraph is an extra")

from langchain_core.runnables import RunnablePassthrough  # noqa: E402

from adjudge.integrations.langchain import faithfulness  # noqa: E402
from adjudge.integrations.langgraph import CaseState, protocol_node  # noqa: E402
from adjudge.integrations.langgraph_news import fact_checker  # noqa: E402
from tests.integrations.texts import ANSWER, SOURCE  # noqa: E402


class RagState(TypedDict, total=False):
    """The state of a graph that answers questions."""

    answer: str
    context: list[str]
    verdict: Any


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The Alder bridge opened in 1931.", "SUPPORTED"),
        ("The Alder bridge did not open in 1931.", "REFUTED"),
        ("Zebras fly.", "NEI"),
    ],
)
def test_the_graph_of_the_seed_runs_and_agrees_with_the_protocol(tmp_path: Path, claim: str, verdict: str) -> None:
    news = settings(tmp_path)
    state: dict[str, Any] = asyncio.run(fact_checker(news).ainvoke({"claim": claim}))
    assert fact_checker(news).invoke({"claim": claim}) == state
    assert set(state) == {"claim", "queries", "evidence", "verdict", "reason", "tool_calls"}
    assert state["verdict"] == verdict == check(Case.open(claim), protocol=news).label
    assert state["tool_calls"] >= 4
    assert (tmp_path / "log.txt").read_text().splitlines()[0] == f"CLAIM: {claim} | VERDICT: {verdict}"


def test_any_protocol_is_a_node() -> None:
    graph = langgraph.StateGraph(CaseState)
    graph.add_node("check", protocol_node("entailment"))
    graph.add_edge(langgraph.START, "check")
    graph.add_edge("check", langgraph.END)
    given = {"claim": "The bridge opened in 1932.", "sources": ["The bridge opened in 1931 after years of work."]}
    state: dict[str, Any] = asyncio.run(graph.compile().ainvoke(given))
    assert graph.compile().invoke(given) == state
    assert state["label"] == "CONTRADICTED"
    assert state["result"]["final_verdict"] == "CONTRADICTED"


def test_answers_are_judged_by_sentence_inside_a_graph() -> None:
    graph = langgraph.StateGraph(RagState)
    graph.add_node("check", RunnablePassthrough.assign(verdict=faithfulness()))
    graph.add_edge(langgraph.START, "check")
    graph.add_edge("check", langgraph.END)
    given = {"answer": ANSWER, "context": [SOURCE]}
    state: dict[str, Any] = graph.compile().invoke(given)
    assert state == asyncio.run(graph.compile().ainvoke(given))
    assert state["verdict"].score == 0.5
