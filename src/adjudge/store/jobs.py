"""The jobs of the service, stored until they are finished: each job is a run.

A job has the complete request, so that a service can resume it after a crash; the ledger makes sure that nothing is
asked twice. No other module reads or writes the table.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from pydantic import AwareDatetime, JsonValue
from sqlalchemy import Row, select

from adjudge.record import Record
from adjudge.store.codec import from_json, pack, to_json, unpack
from adjudge.store.owner import lives_elsewhere, this_process
from adjudge.store.rows import iso, plain, run_row
from adjudge.store.runs import Run
from adjudge.store.schema import JOBS
from adjudge.store.store import Store
from adjudge.verdict import Failure


class JobKind(StrEnum):
    """One case, or many."""

    CHECK = "check"
    BATCH = "batch"


class JobStatus(StrEnum):
    """The status of a job. `parked`: the service stopped before the job finished; the next service resumes it."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    STOPPED = "stopped"
    PARKED = "parked"


OPEN = (JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.PARKED)


class Job(Record):
    """A request and its status."""

    run_id: str
    kind: JobKind
    status: JobStatus
    created_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    asked: int
    key: str | None = None
    """The client's own name for the request: the same name twice is the same job."""
    body_hash: str
    request: Mapping[str, JsonValue]
    failure: Failure | None = None
    """Why there is no outcome, if the reason is not a case."""

    def become(self, status: JobStatus, failure: Failure | None = None) -> "Job":
        """The job with its new status."""
        finished = None if status in OPEN else datetime.now(UTC)
        return self.model_copy(update={"status": status, "finished_at": finished, "failure": failure})


class Jobs:
    """The jobs of a store."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    async def begin(self, run: Run, job: Job) -> None:
        """Store a new run and its job in one transaction."""
        writes = self._database.writes
        await self._database.write((writes.put_run, run_row(run, this_process())), (writes.put_job, _row(job)))

    async def get(self, run_id: str) -> Job | None:
        """The job of that run; None for a run that the service did not make."""
        return await self._one(JOBS.c.run_id == plain(run_id))

    async def keyed(self, key: str) -> Job | None:
        """The job with this idempotency key."""
        return await self._one(JOBS.c.key == plain(key))

    async def set(self, job: Job, *, soon: bool = False) -> None:
        """Set the status of a job. With `soon` it is written with the next change and may be lost in a crash."""
        values = {
            "of_run": job.run_id,
            "status": job.status.value,
            "finished_at": iso(job.finished_at) if job.finished_at else None,
            "owner": this_process(),
            "failure_json": to_json(job.failure) if job.failure else None,
        }
        change = (self._database.writes.set_job, values)
        await (self._database.write_soon(job.run_id, change) if soon else self._database.write(change))

    async def unfinished(self) -> list[Job]:
        """Unfinished jobs that no living process works on, the oldest first."""
        query = select(JOBS).where(JOBS.c.status.in_([status.value for status in OPEN]))
        rows = await self._database.rows(query.order_by(JOBS.c.created_at, JOBS.c.run_id))
        return [_job(row) for row in rows if not lives_elsewhere(row.owner)]

    async def of_kind(self, kind: JobKind) -> list[Job]:
        """All jobs of that kind, done or not."""
        return [_job(row) for row in await self._database.rows(select(JOBS).where(JOBS.c.kind == kind.value))]

    async def _one(self, where: Any) -> Job | None:
        rows = await self._database.rows(select(JOBS).where(where))
        return _job(rows[0]) if rows else None


def _row(job: Job) -> dict[str, object]:
    return {
        "run_id": job.run_id,
        "kind": job.kind.value,
        "status": job.status.value,
        "created_at": iso(job.created_at),
        "finished_at": None,
        "owner": this_process(),
        "asked": job.asked,
        "key": None if job.key is None else plain(job.key),
        "body_hash": job.body_hash,
        "request_json": pack(json.dumps(dict(job.request)).encode()),
        "failure_json": None,
    }


def _job(row: Row[Any]) -> Job:
    return Job(
        run_id=row.run_id,
        kind=JobKind(row.kind),
        status=JobStatus(row.status),
        created_at=datetime.fromisoformat(row.created_at),
        finished_at=datetime.fromisoformat(row.finished_at) if row.finished_at else None,
        asked=row.asked,
        key=row.key,
        body_hash=row.body_hash,
        request=json.loads(unpack(row.request_json)),
        failure=from_json(Failure, bytes(row.failure_json)) if row.failure_json else None,
    )
