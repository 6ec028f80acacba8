"""The evidence index: what is in it, files added to it and removed from it. `/v1/index/search` searches it."""

import asyncio
from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, Form, UploadFile
from starlette.responses import Response

from adjudge.errors import DataError
from adjudge.evidence.fulltext import Added
from adjudge.evidence.importers import FORMATS
from adjudge.evidence.index import Index, StoredFile, StoreStats
from adjudge.record import Record
from adjudge.server.evidence_files import EvidenceFiles
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response
from adjudge.server.service import Service

router = APIRouter(prefix="/v1/index", tags=["evidence"])
_LONGEST_ADD_S = 300.0
_MOST_LISTED = 1_000


class FormatChoice(Record):
    """A kind of file that can be added."""

    name: str
    origin: str
    labels: tuple[str, ...]
    """A label for all records, for files that have none; empty where records have no label."""
    endings: tuple[str, ...]


class IndexShown(Record):
    """The stores of the index, and what can be added."""

    stores: tuple[StoreStats, ...]
    formats: tuple[FormatChoice, ...]


class StoreShown(Record):
    """A store and its files, the newest first. Of very many files only the first are listed."""

    stats: StoreStats
    files: tuple[StoredFile, ...]


@router.get("", response_model=IndexShown, responses=PROBLEMS)
async def get(service: ServiceOf) -> Response:
    """The stores in figures."""
    stats = await asyncio.to_thread(_index(service).stats)
    formats = tuple(
        FormatChoice(name=one.name, origin=one.origin.value, labels=tuple(one.labels), endings=one.endings)
        for one in FORMATS.values()
    )
    return json_response(IndexShown(stores=tuple(stats), formats=formats))


@router.get("/stores/{name}", response_model=StoreShown, responses=PROBLEMS)
async def store(service: ServiceOf, name: str) -> Response:
    """A store with its files. A file's place is told by its name only."""
    return json_response(await asyncio.to_thread(_shown, _index(service), name))


@router.post("/stores/{name}/files", status_code=201, response_model=Added, responses=PROBLEMS)
async def add(
    service: ServiceOf,
    name: str,
    file: UploadFile,
    format: Annotated[str, Form(max_length=20)] = "docs",
    label: Annotated[str, Form(max_length=50)] = "",
) -> Response:
    """Add a file to a store, which is made if it is new. The same file again changes nothing; a new version of a file
    of the same name replaces it."""
    content = await file.read()
    files = EvidenceFiles(service.config.environment.index_path)
    adding = asyncio.to_thread(
        files.add, name, content, name=file.filename or "", format=format, label=label.strip().upper()
    )
    try:
        async with asyncio.timeout(_LONGEST_ADD_S):
            return json_response(await adding, status=201)
    except TimeoutError as error:
        raise DataError("The file is still being added.", hint="Look at the store again in a minute.") from error


@router.delete("/stores/{name}", status_code=204, responses=PROBLEMS)
async def remove(service: ServiceOf, name: str) -> Response:
    """Remove a store with all its records."""
    await asyncio.to_thread(EvidenceFiles(service.config.environment.index_path).remove, name)
    return Response(status_code=204)


@router.delete("/stores/{name}/files/{id}", status_code=204, responses=PROBLEMS)
async def remove_file(service: ServiceOf, name: str, id: str) -> Response:
    """Remove the records of one file from a store."""
    await asyncio.to_thread(EvidenceFiles(service.config.environment.index_path).remove_file, name, id)
    return Response(status_code=204)


def _index(service: Service) -> Index:
    return Index(service.config.environment.index_path)


def _shown(index: Index, name: str) -> StoreShown:
    files = index.files(name)[:_MOST_LISTED]
    [stats] = [one for one in index.stats() if one.name == name]
    return StoreShown(
        stats=stats, files=tuple(one.model_copy(update={"file": PurePath(one.file).name}) for one in files)
    )
