"""The catalogue: protocols, engines, examples, the evidence index and evaluation reports."""

import asyncio
from functools import lru_cache
from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import TypeAdapter
from starlette.responses import Response

from adjudge.errors import NotInStore
from adjudge.evidence.index import Index, Match
from adjudge.evidence.records import Searched
from adjudge.record import Record
from adjudge.server import choices
from adjudge.server.access import CSP_OF_EXPORTS
from adjudge.server.choices import EngineChoice, ProtocolChoice
from adjudge.server.evaluations import EvaluationLine, evaluations, report_of
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response

router = APIRouter(prefix="/v1", tags=["catalogue"])


class ExampleCase(Record):
    """A case to try."""

    title: str
    claim: str
    source: str = ""
    protocol: str = "jury"
    kind: str = ""


@router.get("/protocols", response_model=list[ProtocolChoice])
async def protocols() -> Response:
    """The protocols, what each does, and what can be set."""
    return json_response(choices.protocols())


@router.get("/engines", response_model=list[EngineChoice])
async def engines(service: ServiceOf) -> Response:
    """The engines that can be asked, and why others cannot. Keys are never shown."""
    return json_response(choices.engines(service.config))


@router.get("/examples", response_model=list[ExampleCase])
async def examples() -> Response:
    """Cases to try."""
    return json_response(shipped_examples())


@router.get("/index/search", response_model=Searched, responses=PROBLEMS)
async def search(
    service: ServiceOf,
    q: Annotated[str, Query(min_length=1, max_length=1000)],
    limit: Annotated[int, Query(ge=1, le=100)] = 5,
    match: Match = "ranked",
) -> Response:
    """Search the evidence index."""
    index = Index(service.config.environment.index_path)
    return json_response(await asyncio.to_thread(index.search, q, limit=limit, match=match))


@router.get("/evaluations", response_model=list[EvaluationLine])
async def list_evaluations(service: ServiceOf) -> Response:
    """The evaluations whose folders the service was shown."""
    return json_response(await asyncio.to_thread(evaluations, service.config.evaluations_path))


@router.get("/evaluations/{name}/report.html", response_class=Response, responses=PROBLEMS)
async def report(service: ServiceOf, name: str) -> Response:
    """The report of an evaluation, as `adjudge eval` wrote it."""
    page = await asyncio.to_thread(report_of, service.config.evaluations_path, name)
    if page is None:
        raise NotInStore(f"There is no evaluation '{name[:100]}'.", hint="`/v1/evaluations` lists them.")
    # The report is a file of its own; only here is there a list to go back to.
    page = page.replace(b"<body>", b'<body>\n<nav><a href="/evaluations">All evaluations</a></nav>', 1)
    headers = {"Content-Security-Policy": CSP_OF_EXPORTS}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


@lru_cache(maxsize=1)
def shipped_examples() -> list[ExampleCase]:
    """The examples that come with the package."""
    text = files("adjudge.server").joinpath("examples.json").read_text(encoding="utf-8")
    return TypeAdapter(list[ExampleCase]).validate_json(text)
