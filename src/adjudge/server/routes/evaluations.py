"""Evaluations: started on an uploaded table, watched, stopped, resumed; and the reports that `adjudge eval` wrote."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from adjudge.errors import NotInStore
from adjudge.server.access import CSP_OF_EXPORTS
from adjudge.server.evaluation_records import EvaluationShown, NewEvaluation
from adjudge.server.evaluations import EvaluationLine, evaluations, report_of
from adjudge.server.events import Log
from adjudge.server.routes.common import EVENTS, PROBLEMS, LastEventId, ServiceOf, event_stream, json_response
from adjudge.store.codec import to_json

router = APIRouter(prefix="/v1/evaluations", tags=["evaluations"])


@router.get("", response_model=list[EvaluationLine])
async def list_finished(service: ServiceOf) -> Response:
    """The evaluations that have a report, the newest first. `/v1/evaluations/unfinished` lists the others."""
    return json_response(await asyncio.to_thread(evaluations, service.config.evaluations_path))


@router.post("", status_code=202, response_model=EvaluationShown, responses=PROBLEMS)
async def create(service: ServiceOf, request: NewEvaluation) -> Response:
    """Measure a protocol on the labelled rows of a table that was sent to `/v1/uploads`. One runs at a time."""
    shown = await service.evaluations.start(request.name, request)
    return json_response(shown, status=202, headers={"Location": f"/v1/evaluations/{request.name}"})


@router.get("/unfinished", response_model=list[EvaluationShown])
async def list_unfinished(service: ServiceOf) -> Response:
    """The evaluations that were started here and wait, run, were stopped or failed."""
    return json_response(await asyncio.to_thread(service.evaluations.unfinished))


@router.get("/{name}", response_model=EvaluationShown, responses=PROBLEMS)
async def get(service: ServiceOf, name: str) -> Response:
    """An evaluation with its figures so far: rows, what was said of what, and the calibration."""
    return json_response(await asyncio.to_thread(service.evaluations.shown, name))


@router.get("/{name}/events", responses=EVENTS, response_class=Response)
async def events(service: ServiceOf, request: Request, name: str, last_event_id: LastEventId = "") -> Response:
    """`progress` with all figures, twice a second at most, then `end`."""
    if live := service.evaluations.live(name):
        return await event_stream(service, request, live.log, last_event_id)
    shown = await asyncio.to_thread(service.evaluations.shown, name)
    log = Log("stored")
    log.add("progress", to_json(shown))
    log.add("end", b'{"status":"%b"}' % shown.status.value.encode())
    return await event_stream(service, request, log, last_event_id)


@router.post("/{name}/stop", response_model=EvaluationShown, responses=PROBLEMS)
async def stop(service: ServiceOf, name: str) -> Response:
    """Stop an evaluation. Rows that were judged stay; `resume` goes on."""
    return json_response(await service.evaluations.stop(name))


@router.post("/{name}/resume", status_code=202, response_model=EvaluationShown, responses=PROBLEMS)
async def resume(service: ServiceOf, name: str) -> Response:
    """Resume an evaluation that was stopped or failed; rows that failed are judged again."""
    return json_response(await service.evaluations.resume(name), status=202)


@router.delete("/{name}", status_code=204, responses=PROBLEMS)
async def delete(service: ServiceOf, name: str) -> Response:
    """Delete an evaluation that was started here, with its folder."""
    await service.evaluations.delete(name)
    return Response(status_code=204)


@router.get("/{name}/report.html", response_class=Response, responses=PROBLEMS)
async def report(service: ServiceOf, name: str) -> Response:
    """The report of an evaluation, as `adjudge eval` writes it."""
    page = await asyncio.to_thread(report_of, service.config.evaluations_path, name)
    if page is None:
        raise NotInStore(f"There is no evaluation '{name[:100]}'.", hint="`/v1/evaluations` lists them.")
    # The report is a file of its own; only here is there a list to go back to.
    page = page.replace(b"<body>", b'<body>\n<nav><a href="/evaluations">All evaluations</a></nav>', 1)
    headers = {"Content-Security-Policy": CSP_OF_EXPORTS}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)
