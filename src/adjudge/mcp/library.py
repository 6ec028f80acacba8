"""Resources (stored runs and verdicts) and a prompt for clients.

The store is opened for each reading and only read.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from pydantic import Field

from adjudge.errors import AdjudgeError, NotInStore
from adjudge.store.runs import StoredOutcome
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict

RUNS = "adjudge://runs"
_LISTED, _CASES = 50, 500
_JSON = "application/json"


def add_runs(server: MCPServer[None], store: str | Path) -> None:
    """The resources of a store: the newest runs, one run with its cases, one verdict."""

    @server.resource(RUNS, mime_type=_JSON, title="Stored runs")
    async def runs() -> str:
        """The newest 50 runs: id, protocol, status and counts. Read one at adjudge://runs/{run}."""
        async with _opened(store) as opened:
            found = await opened.list_runs(_LISTED)
        shown_fields = {"id", "started_at", "status", "protocol", "title", "counts"}
        return _written([run.model_dump(mode="json", include=shown_fields) for run in found])

    @server.resource(f"{RUNS}/{{run}}", mime_type=_JSON, title="A stored run")
    async def run(run: str) -> str:
        """A run by its id, or `last`, with the outcome of its first 500 cases. A verdict: add /verdicts/{position}."""
        async with _opened(store) as opened:
            found = await opened.get_run(run)
            cases = await opened.page(found.id, limit=_CASES)
        return _written({**found.model_dump(mode="json"), "cases": [_line(one) for one in cases]})

    @server.resource(f"{RUNS}/{{run}}/verdicts/{{position}}", mime_type=_JSON, title="A stored verdict")
    async def verdict(run: str, position: str) -> str:
        """The case at a position of a run, and its whole verdict or failure."""
        async with _opened(store) as opened:
            found = await opened.get_run(run)
            outcome = await opened.outcome(found.id, int(position)) if position.isdecimal() else None
        if outcome is None:
            raise ResourceNotFoundError(f"The run {found.id} has no case at position '{position[:40]}'.")
        case = outcome.case.model_dump(mode="json") if outcome.case else None
        return _written({"case": case, "outcome": outcome.outcome.model_dump(mode="json")})


def add_prompts(server: MCPServer[None]) -> None:
    """The prompt that asks an assistant to check an answer."""

    @server.prompt(title="Check this answer")
    def check_this_answer(
        answer: Annotated[str, Field(description="The answer to check.")],
        sources: Annotated[
            str, Field(description="The text it must be faithful to; by default the conversation's.")
        ] = "",
    ) -> str:
        """Check an answer, sentence by sentence, against its sources."""
        where = (
            f"The source:\n\n<source>\n{sources}\n</source>"
            if sources.strip()
            else "The sources are the documents and tool outputs in our conversation; pass their text, not a summary."
        )
        return (
            "Check whether this answer is faithful to its sources. Call the tool check_factuality with the whole "
            "answer as `claim` and the texts of the sources as `sources`. Then list each sentence that is incorrect "
            "or uncertain with the words of the source that decide it, and say how many sentences are correct. Add "
            "no opinion of your own; if the tool fails, say so.\n\n"
            f"<answer>\n{answer}\n</answer>\n\n{where}"
        )


@asynccontextmanager
async def _opened(place: str | Path) -> AsyncIterator[Store]:
    """The store; its errors as the client is told them."""
    try:
        async with await Store.open(place) as store:
            yield store
    except NotInStore as error:
        raise ResourceNotFoundError(str(error)) from error
    except AdjudgeError as error:
        raise ResourceError(str(error)) from error


def _line(stored: StoredOutcome) -> dict[str, Any]:
    outcome = stored.outcome
    result = {"error": outcome.error} if isinstance(outcome, Failure) else _decided(outcome)
    return {"position": stored.position, "case_id": outcome.case_id, **result}


def _decided(verdict: Verdict) -> dict[str, str]:
    return {"label": verdict.label, "outcome": verdict.outcome.value}


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
