"""The catalogue: protocols, engines, examples and search in the evidence index."""

import asyncio
from functools import lru_cache
from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import TypeAdapter
from starlette.responses import Response

from adjudge.evidence.index import Index, Match
from adjudge.evidence.records import Searched
from adjudge.record import Record
from adjudge.server import choices
from adjudge.server.choices import OfferedEngine, ProtocolChoice
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


@router.get("/engines", response_model=list[OfferedEngine])
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


@lru_cache(maxsize=1)
def shipped_examples() -> list[ExampleCase]:
    """The examples that come with the package."""
    text = files("adjudge.server").joinpath("examples.json").read_text(encoding="utf-8")
    return TypeAdapter(list[ExampleCase]).validate_json(text)
