"""Batches: the pairs of an uploaded table, decided as one stored run that can be stopped and resumed."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Header, Request
from starlette.responses import Response

from adjudge.errors import NotInStore
from adjudge.server.events import Log, as_data
from adjudge.server.execution import progress_data
from adjudge.server.exports import csv_lines, json_lines
from adjudge.server.requests import Batch, BatchRequest
from adjudge.server.routes.common import (
    EVENTS,
    PROBLEMS,
    LastEventId,
    ServiceOf,
    event_stream,
    json_response,
    lines_response,
)
from adjudge.server.submissions import kept_request
from adjudge.store.codec import to_json
from adjudge.store.jobs import Job, JobKind

router = APIRouter(prefix="/v1/batches", tags=["batches"])


@router.post("", status_code=202, response_model=Batch, responses=PROBLEMS)
async def create(
    service: ServiceOf,
    request: BatchRequest,
    idempotency_key: Annotated[str | None, Header(min_length=1, max_length=200)] = None,
) -> Response:
    """Decide the pairs of a table that was sent to `/v1/uploads`."""
    prepared = await asyncio.to_thread(service.prepared_batch, request)
    found, _ = await service.queue.submit(JobKind.BATCH, prepared, key=idempotency_key)
    job = found if isinstance(found, Job) else found.job
    return json_response(await service.batch(job.run_id), status=202, headers={"Location": f"/v1/batches/{job.run_id}"})


@router.get("/{id}", response_model=Batch, responses=PROBLEMS)
async def get(service: ServiceOf, id: str) -> Response:
    """How far a batch is."""
    return json_response(await service.batch(id))


@router.get("/{id}/events", responses=EVENTS, response_class=Response)
async def events(service: ServiceOf, request: Request, id: str, last_event_id: LastEventId = "") -> Response:
    """`progress` a few times a second at most, `batch` when its status changes, then `end`."""
    batch = await service.batch(id)
    if live := service.queue.live(batch.id):
        return await event_stream(service, request, live.log, last_event_id)
    log = Log("stored")
    log.add("batch", to_json(batch))
    log.add("progress", as_data(progress_data(batch.counts)))
    log.add("end", as_data({"status": batch.status.value}))
    return await event_stream(service, request, log, last_event_id)


@router.post("/{id}/stop", response_model=Batch, responses=PROBLEMS)
async def stop(service: ServiceOf, id: str) -> Response:
    """Stop a batch. Decided cases stay; `resume` continues."""
    batch = await service.batch(id)
    await service.queue.stop(batch.id)
    return json_response(await service.batch(batch.id))


@router.post("/{id}/resume", status_code=202, response_model=Batch, responses=PROBLEMS)
async def resume(service: ServiceOf, id: str) -> Response:
    """Resume a batch that was stopped or failed."""
    batch = await service.batch(id)
    job = await service.jobs.get(batch.id)
    if job is None:
        raise NotInStore(f"There is no batch '{id}'.")
    prepared = await asyncio.to_thread(service.prepared_batch, kept_request(BatchRequest, job))
    await service.queue.resume(batch.id, prepared)
    return json_response(await service.batch(batch.id), status=202)


@router.delete("/{id}", status_code=204, responses=PROBLEMS)
async def delete(service: ServiceOf, id: str) -> Response:
    """Stop a batch if it runs, and forget it and its table."""
    await service.batch(id)
    await service.forget(id)
    return Response(status_code=204)


@router.get("/{id}/verdicts.csv", response_class=Response, responses=PROBLEMS)
async def verdicts_csv(service: ServiceOf, id: str) -> Response:
    """The table as it was uploaded, with outcome, confidence, reason, corrected claim and reviews beside each row."""
    batch = await service.batch(id)
    name = f"adjudge-{batch.id}.csv"
    return lines_response(csv_lines(service, batch.id), name=name, media_type="text/csv; charset=utf-8")


@router.get("/{id}/verdicts.jsonl", response_class=Response, responses=PROBLEMS)
async def verdicts(service: ServiceOf, id: str, full: bool = False) -> Response:
    """One JSON line for each outcome so far, in the order of the table; `full` keeps the transcripts."""
    batch = await service.batch(id)
    return lines_response(json_lines(service, batch.id, full=full), name=f"adjudge-{batch.id}.verdicts.jsonl")
