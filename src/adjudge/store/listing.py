"""Runs as a list that can be searched, filtered and paged, without reading any verdict."""

import base64
import binascii
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import AwareDatetime, Field
from sqlalchemy import Row, Select, and_, exists, func, or_, select

from adjudge.errors import InputError
from adjudge.record import Record
from adjudge.store.rows import iso, plain
from adjudge.store.runs import Counts
from adjudge.store.schema import JOBS, OUTCOMES, RUNS
from adjudge.store.store import Store


class RunFilter(Record):
    """A filter for runs. `search` looks in ids and in the beginning of first claims; empty fields ask for nothing."""

    search: str = ""
    protocol: str = ""
    outcome: str = ""
    label: str = ""
    engine: str = ""
    status: str = ""
    kind: str = ""
    since: AwareDatetime | None = None
    until: AwareDatetime | None = None


class RunLine(Record):
    """A run in a list."""

    id: str
    started_at: AwareDatetime
    finished_at: AwareDatetime | None
    status: str
    protocol: str
    engines: Mapping[str, str]
    asked: int
    counts: Counts = Field(default_factory=Counts)
    outcome: str | None = None
    """Of a run of one; so are label and confidence."""
    label: str | None = None
    confidence: float | None = None
    claim: str = ""
    kind: str
    """`check` or `batch` for a run of the service, `cli` for one of the command line."""


class RunPage(Record):
    """A page of runs, the newest first, and the cursor of the next page."""

    runs: tuple[RunLine, ...]
    next: str | None = None


async def list_runs(store: Store, wanted: RunFilter, *, limit: int, after: str | None = None) -> RunPage:
    """The next runs behind a cursor."""
    query = _query(wanted, limit + 1, _cursor(after) if after else None)
    rows = await store.database.rows(query)
    lines = tuple([await _line(store, row) for row in rows[:limit]])
    more = len(rows) > limit
    return RunPage(runs=lines, next=_written(rows[limit - 1]) if more else None)


def _query(wanted: RunFilter, limit: int, after: tuple[str, str] | None) -> Select[Any]:
    status = func.coalesce(JOBS.c.status, RUNS.c.status).label("stands")
    first = select(OUTCOMES.c.outcome, OUTCOMES.c.label, OUTCOMES.c.confidence).where(OUTCOMES.c.run_id == RUNS.c.id)
    first = first.order_by(OUTCOMES.c.position).limit(1)
    query = select(
        RUNS,
        JOBS.c.kind,
        JOBS.c.asked.label("job_asked"),
        status,
        first.with_only_columns(OUTCOMES.c.outcome).scalar_subquery().label("outcome"),
        first.with_only_columns(OUTCOMES.c.label).scalar_subquery().label("label"),
        first.with_only_columns(OUTCOMES.c.confidence).scalar_subquery().label("confidence"),
    ).select_from(RUNS.outerjoin(JOBS, JOBS.c.run_id == RUNS.c.id))
    if wanted.search:
        words = plain(wanted.search).lower()
        found = func.lower(func.coalesce(RUNS.c.title, "")).contains(words, autoescape=True)
        query = query.where(or_(found, RUNS.c.id.contains(words, autoescape=True)))
    if wanted.protocol:
        query = query.where(RUNS.c.protocol == plain(wanted.protocol))
    if wanted.engine:
        # Engines are kept as a JSON object; a quotation mark on each side keeps one name from being part of another.
        query = query.where(RUNS.c.engines.contains(json.dumps(plain(wanted.engine)), autoescape=True))
    if wanted.status:
        query = query.where(func.coalesce(JOBS.c.status, RUNS.c.status) == plain(wanted.status))
    for column, word in ((OUTCOMES.c.outcome, wanted.outcome), (OUTCOMES.c.label, wanted.label)):
        if word:
            query = query.where(exists().where(and_(OUTCOMES.c.run_id == RUNS.c.id, column == plain(word))))
    if wanted.kind:
        query = query.where(func.coalesce(JOBS.c.kind, "cli") == plain(wanted.kind))
    if wanted.since:
        query = query.where(RUNS.c.started_at >= iso(wanted.since))
    if wanted.until:
        query = query.where(RUNS.c.started_at < iso(wanted.until))
    if after:
        started, id = after
        earlier = and_(RUNS.c.started_at == started, RUNS.c.id < id)
        query = query.where(or_(RUNS.c.started_at < started, earlier))
    return query.order_by(RUNS.c.started_at.desc(), RUNS.c.id.desc()).limit(limit)


async def _line(store: Store, row: Row[Any]) -> RunLine:
    counts, _ = await store.counted(row)
    asked = row.job_asked or counts.asked
    one = asked == 1
    return RunLine(
        id=row.id,
        started_at=datetime.fromisoformat(row.started_at),
        finished_at=datetime.fromisoformat(row.finished_at) if row.finished_at else None,
        status=row.stands,
        protocol=row.protocol,
        engines=json.loads(row.engines),
        asked=asked,
        counts=counts,
        outcome=row.outcome if one else None,
        label=row.label if one else None,
        confidence=row.confidence if one else None,
        claim=row.title or "",
        kind=row.kind or "cli",
    )


def _written(row: Row[Any]) -> str:
    return base64.urlsafe_b64encode(f"{row.started_at} {row.id}".encode()).decode().rstrip("=")


def _cursor(text: str) -> tuple[str, str]:
    try:
        started, id = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode().split(" ")
        datetime.fromisoformat(started)
    except (ValueError, binascii.Error) as error:
        raise InputError("The cursor is invalid.", hint="Pass the value of `next` unchanged, or nothing.") from error
    return plain(started), plain(id)
