"""The outcomes of a run as files to save: JSON lines, CSV with the user's own columns, Parquet. Runs in, bytes out."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from typing import Any

from adjudge.errors import NotInStore
from adjudge.record import as_json
from adjudge.rows import table_rows
from adjudge.server.csv_export import DECIDED_COLUMNS, csv_line, decided_cells, plain_cell
from adjudge.server.requests import BatchRequest
from adjudge.server.service import Service
from adjudge.server.submissions import kept_request
from adjudge.store.jobs import JobKind
from adjudge.store.runs import StoredOutcome

_OWN_COLUMNS = ("id", "claim")
"""Of a run whose table is not on the server."""


def formats() -> tuple[str, ...]:
    """The endings that can be written here."""
    return ("csv", "jsonl", "parquet") if find_spec("pyarrow") else ("csv", "jsonl")


async def json_lines(service: Service, run_id: str, *, full: bool = False) -> AsyncIterator[bytes]:
    """One JSON line for each outcome, in the order of the data; `full` keeps the transcripts."""
    async for stored in service.store.outcomes(run_id):
        yield (stored.json if full else as_json(stored.outcome, without={"transcript"}).encode()) + b"\n"


async def csv_lines(service: Service, run_id: str) -> AsyncIterator[bytes]:
    """The table with what was decided beside each row; of a run of the command line, ids and claims."""
    reviews = {review.position: review for review in await service.reviews.of(run_id)}
    rows = await _table(service, run_id)
    number, row = next(rows, (-1, {})) if rows else (-1, {})
    columns = list(row) or list(_OWN_COLUMNS)
    yield csv_line([*columns, *DECIDED_COLUMNS])
    async for stored in service.store.outcomes(run_id):
        while rows and number < stored.position:
            number, row = next(rows)
        own = row if rows else _own(stored)
        decided = decided_cells(stored.outcome, reviews.get(stored.position))
        yield csv_line([*(plain_cell(own.get(column, "")) for column in columns), *decided])


def _own(stored: StoredOutcome) -> Mapping[str, Any]:
    return {"id": stored.outcome.case_id, "claim": stored.case.claim if stored.case else ""}


async def own_columns(service: Service, run_id: str, positions: Sequence[int]) -> Mapping[int, Mapping[str, str]]:
    """What the uploaded table of a batch says of these rows beside id, claim and source; nothing of other runs."""
    try:
        job = await service.jobs.get(run_id)
        rows = await _table(service, run_id)
    except NotInStore:
        return {}
    if not (job and rows and positions):
        return {}
    request = kept_request(BatchRequest, job)
    known = {"id", request.claim_col, request.truth_col}

    def read() -> dict[int, dict[str, str]]:
        wanted = set(positions)
        return {
            number: {name: cell for name, value in row.items() if name not in known and (cell := plain_cell(value))}
            for number, row in islice(rows, max(wanted) + 1)
            if number in wanted
        }

    return await asyncio.to_thread(read)


async def _table(service: Service, run_id: str) -> Iterator[tuple[int, Mapping[str, Any]]] | None:
    """The rows of the table that was uploaded for a batch; None if the run is no batch of the service."""
    job = await service.jobs.get(run_id)
    if job is None or job.kind is not JobKind.BATCH:
        return None
    return iter(table_rows(service.uploads.path_of(kept_request(BatchRequest, job).upload)))
