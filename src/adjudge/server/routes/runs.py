"""Runs: everything that was decided, by the service and by the command line."""

import asyncio
import json
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import AwareDatetime
from starlette.responses import Response

from adjudge.errors import InputError, NotInStore
from adjudge.record import as_json
from adjudge.render.cards import headline
from adjudge.server.exports import formats, own_columns
from adjudge.server.listed import ListedRuns, listed
from adjudge.server.requests import LARGEST_POSITION, OutcomePage, Position, RunShown
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response
from adjudge.server.service import Service
from adjudge.server.workbench import RowPage, RunsCompared, batch_rows, compare_runs
from adjudge.store.codec import to_json
from adjudge.store.listing import RunFilter, list_runs
from adjudge.store.runs import Run, StoredOutcome
from adjudge.verdict import Verdict

router = APIRouter(prefix="/v1/runs", tags=["runs"])
FIRST_OUTCOMES = 20
LARGEST_DIFF = 5_000
After = Annotated[int, Query(ge=-1, le=LARGEST_POSITION)]
_Text = Annotated[str, Query(max_length=500)]


@router.get("", response_model=ListedRuns, responses=PROBLEMS)
async def list_all(
    service: ServiceOf,
    search: _Text = "",
    protocol: _Text = "",
    outcome: _Text = "",
    label: _Text = "",
    engine: _Text = "",
    status: _Text = "",
    kind: _Text = "",
    since: AwareDatetime | None = None,
    until: AwareDatetime | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    after: Annotated[str | None, Query(max_length=200)] = None,
) -> Response:
    """Runs, the newest first. `next` of a page is the `after` of the following one."""
    wanted = RunFilter(
        search=search,
        protocol=protocol,
        outcome=outcome,
        label=label,
        engine=engine,
        status=status,
        kind=kind,
        since=since,
        until=until,
    )
    page = await list_runs(service.store, wanted, limit=limit, after=after)
    return json_response(ListedRuns(runs=await listed(service.store, page.runs), next=page.next))


@router.get("/{id}", response_model=RunShown, responses=PROBLEMS)
async def get(service: ServiceOf, id: str, limit: Annotated[int, Query(ge=0, le=200)] = FIRST_OUTCOMES) -> Response:
    """A run and its first outcomes; with `limit=0` the run alone."""
    run = await service.store.get_run(id)
    job = await service.jobs.get(run.id)
    page = await _outcomes(service, run, -1, limit)
    kind = job.kind.value if job else "cli"
    head = {"kind": kind, "formats": formats()}
    return json_response(b'{"run":%b,%b,%b' % (to_json(run), json.dumps(head).encode()[1:-1], page[1:]))


@router.get("/{id}/outcomes", response_model=OutcomePage, responses=PROBLEMS)
async def outcomes(
    service: ServiceOf,
    id: str,
    after: After = -1,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    outcome: _Text = "",
) -> Response:
    """Outcomes in the order of their positions, all or those of one kind (`Supported`, ..., `Failed`); `next` is the
    `after` of the following page."""
    run = await service.store.get_run(id)
    return json_response(await _outcomes(service, run, after, limit, outcome))


@router.get("/{id}/rows", response_model=RowPage, responses=PROBLEMS)
async def rows(
    service: ServiceOf, id: str, after: After = -1, limit: Annotated[int, Query(ge=1, le=500)] = 200
) -> Response:
    """One short line for each outcome, with its newest review and, of a batch, the other columns of its table: what a
    table of a large run needs. `next` is the `after` of the following page."""
    run = await service.store.get_run(id)
    found = await service.store.page(run.id, after=after, limit=limit + 1, transcripts=False)
    reviews = await service.reviews.of(run.id)
    own = await own_columns(service, run.id, [stored.position for stored in found[:limit]])
    lines = await asyncio.to_thread(batch_rows, found[:limit], reviews, own)
    return json_response(RowPage(rows=lines, next=lines[-1].position if len(found) > limit else None))


@router.get("/{id}/page", responses={200: {"content": {"image/png": {}}}, **PROBLEMS}, response_class=Response)
async def page_image(
    service: ServiceOf,
    id: str,
    document: Annotated[str, Query(max_length=1_000)],
    page: Annotated[int, Query(ge=1, le=LARGEST_POSITION)],
    start: Position = 0,
    end: Position = 0,
    position: Position = 0,
) -> Response:
    """A page of a PDF source as a picture, with the document's characters from `start` to `end` lit."""
    run = await service.store.get_run(id)
    stored = await service.store.outcome(run.id, position)
    if stored is None or stored.case is None:
        raise NotInStore(f"The run has no case {position}.", hint="Its page shows which it has.")
    text = stored.case.document(document).text
    async with service.drawing:
        content = await asyncio.to_thread(service.images.draw, text, start, end, page)
    return Response(content, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


@router.delete("/{id}", status_code=204, responses=PROBLEMS)
async def delete(service: ServiceOf, id: str) -> Response:
    """Stop a run if it is one of the service's, and forget it. Answers stay in the ledger."""
    await service.forget(id)
    return Response(status_code=204)


@router.get("/{a}/diff/{b}", response_model=RunsCompared, responses=PROBLEMS)
async def diff(service: ServiceOf, a: str, b: str) -> Response:
    """Two runs compared: which verdicts changed, what changed with them, and the rows of both as their tables show
    them."""
    store = service.store
    before, after = await store.get_run(a), await store.get_run(b)
    if max(before.counts.asked, after.counts.asked) > LARGEST_DIFF:
        raise InputError(
            "These runs are too large to compare here.", hint=f"Use: adjudge runs diff {before.id} {after.id}"
        )
    return json_response(await compare_runs(store, before, after))


async def _outcomes(service: Service, run: Run, after: int, limit: int, outcome: str = "") -> bytes:
    wanted = {"": None, "Failed": ""}.get(outcome, outcome)
    if not limit:
        return b'{"outcomes":[],"next":%d}' % after
    found = await service.store.page(run.id, after=after, limit=limit + 1, outcome=wanted)
    rows = b",".join(map(_outcome, found[:limit]))
    more = str(found[limit - 1].position).encode() if len(found) > limit else b"null"
    return b'{"outcomes":[%b],"next":%b}' % (rows, more)


def _outcome(stored: StoredOutcome) -> bytes:
    case = as_json(stored.case).encode() if stored.case else b"null"
    failure, verdict, top = stored.json, b"null", b"null"
    if isinstance(stored.outcome, Verdict):
        failure, verdict, top = b"null", stored.json, to_json(headline(stored.outcome))
    parts = (stored.position, case, failure, verdict, top)
    return b'{"position":%d,"case":%b,"failure":%b,"verdict":%b,"headline":%b}' % parts
