"""Adjudge as nodes of a LangGraph graph (the extra `langgraph`), for `invoke` and `ainvoke` alike.

`protocol_node` makes any protocol a node. The runnable of `adjudge.integrations.langchain` judges answers by sentence;
`adjudge.integrations.langgraph_news` has the news checker as a graph.
"""

from collections.abc import Callable, Coroutine
from typing import Any, TypedDict

from adjudge.case import Case
from adjudge.check import EngineChoice, acheck, finished
from adjudge.integrations.frameworks import require
from adjudge.protocols.base import Procedure

require("langgraph")

from langchain_core.runnables import RunnableLambda  # noqa: E402

Node = RunnableLambda[Any, dict[str, Any]]


class CaseState(TypedDict, total=False):
    """The state of `protocol_node`: claim and sources in; label, confidence, reasons and the full verdict out."""

    claim: str
    sources: list[str]
    label: str
    confidence: float
    reasons: list[str]
    result: dict[str, Any]


def both(step: Callable[[Any], Coroutine[Any, Any, dict[str, Any]]]) -> Node:
    """A node for synchronous and asynchronous graphs: the state in, what changes out."""
    return RunnableLambda(lambda state: finished(step(state)), afunc=step, name="adjudge")


def protocol_node(protocol: str | Procedure, *, engine: EngineChoice = "offline") -> Node:
    """A node that decides `claim` against `sources`; without sources only `news` can."""

    async def node(state: CaseState) -> dict[str, Any]:
        sources = state.get("sources") or []
        case = Case(claim=state["claim"], documents=tuple(sources)) if sources else Case.open(state["claim"])
        verdict = await acheck(case, protocol=protocol, engine=engine)
        return {
            "label": verdict.label,
            "confidence": verdict.confidence.value,
            "reasons": list(verdict.reasons),
            "result": verdict.result.model_dump(mode="json"),
        }

    return both(node)
