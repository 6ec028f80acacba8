"""Checks: one case each. A check is a stored run of one, so that `adjudge runs show ID` shows it too."""

import asyncio
import re
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response

from adjudge.errors import NotInStore
from adjudge.record import digest
from adjudge.render import html, markdown
from adjudge.render.claimreview import claim_review
from adjudge.server.access import CSP_OF_EXPORTS
from adjudge.server.events import Log, as_data, replayed
from adjudge.server.problems import RequestRefused
from adjudge.server.queue import Live
from adjudge.server.requests import LARGEST_POSITION, Check, CheckRequest
from adjudge.server.routes.common import EVENTS, PROBLEMS, LastEventId, ServiceOf, event_stream, json_response
from adjudge.server.service import Service
from adjudge.server.submissions import prepared_check
from adjudge.store.jobs import Job, JobKind
from adjudge.store.runs import StoredOutcome
from adjudge.verdict import Verdict

router = APIRouter(prefix="/v1/checks", tags=["checks"])
_PREFER_WAIT = re.compile(r"(?:^|[,;])\s*wait\s*(?:=\s*\"?(\d+)\"?)?\s*(?=$|[,;])", re.IGNORECASE)
_USUAL_WAIT_S = 60.0
_JSON_LD = "application/ld+json"
RowPosition = Annotated[int, Query(ge=0, le=LARGEST_POSITION, description="which case of a run of many")]


@router.post("", status_code=202, response_model=Check, responses={200: {"model": Check}, **PROBLEMS})
async def create(
    service: ServiceOf,
    request: CheckRequest,
    prefer: Annotated[str, Header(max_length=200)] = "",
    idempotency_key: Annotated[str | None, Header(min_length=1, max_length=200)] = None,
) -> Response:
    """Check one case. Answers at once with where to look; with `Prefer: wait` or `wait=SECONDS`, when it is decided."""
    prepared = await asyncio.to_thread(prepared_check, request, service.config)
    found, _ = await service.queue.submit(JobKind.CHECK, prepared, key=idempotency_key)
    wait_s = waiting_time(prefer, most=service.config.limits.wait_s)
    headers = {"Preference-Applied": "wait"} if wait_s is not None else {}
    if isinstance(found, Job):
        headers["Location"] = f"/v1/checks/{found.run_id}"
        return json_response(await service.check_json(found.run_id), status=200, headers=headers)
    if wait_s is not None:
        await _settled(found, wait_s)
    headers["Location"] = f"/v1/checks/{found.job.run_id}"
    return json_response(service.live_check(found), status=200 if found.done.is_set() else 202, headers=headers)


@router.get("/{id}", response_model=Check, responses=PROBLEMS)
async def get(service: ServiceOf, id: str) -> Response:
    """The status of a check, with the verdict once it is decided."""
    return json_response(await service.check_json(id))


@router.get("/{id}/events", responses=EVENTS, response_class=Response)
async def events(service: ServiceOf, request: Request, id: str, last_event_id: LastEventId = "") -> Response:
    """What happens, as it happens: `check`, `case`, `phase`, `answer`, `headline` and `verdict` or `failure`, `end`."""
    run_id = await service.named(id)
    live = service.queue.live(run_id)
    if live is not None and live.job.kind is not JobKind.CHECK:
        raise NotInStore(f"Run {run_id} is not a check.", hint=f"See /v1/batches/{run_id}/events.")
    log = live.log if live else await stored_log(service, run_id)
    return await event_stream(service, request, log, last_event_id)


@router.post("/{id}/stop", response_model=Check, responses=PROBLEMS)
async def stop(service: ServiceOf, id: str) -> Response:
    """Stop a check. What was answered so far stays in the ledger."""
    run_id = await service.named(id)
    await service.queue.stop(run_id)
    return json_response(await service.check_json(run_id))


@router.delete("/{id}", status_code=204, responses=PROBLEMS)
async def delete(service: ServiceOf, id: str) -> Response:
    """Stop a check if it runs, and forget it."""
    await service.forget(id)
    return Response(status_code=204)


@router.get("/{id}/card.json", response_class=Response, responses=PROBLEMS)
async def card_json(service: ServiceOf, id: str, position: RowPosition = 0) -> Response:
    """The verdict as a file, byte for byte as it is stored."""
    name, stored = await _decided(service, id, position)
    return _file(stored.json, name=f"{name}.json", media_type="application/json")


@router.get("/{id}/card.html", response_class=Response, responses=PROBLEMS)
async def card_html(service: ServiceOf, id: str, position: RowPosition = 0, download: bool = True) -> Response:
    """The verdict card as a page of its own."""
    name, stored = await _decided(service, id, position)
    assert stored.case is not None
    assert isinstance(stored.outcome, Verdict)
    page = await asyncio.to_thread(html.card, stored.case, stored.outcome)
    return _file(_bytes(page), name=f"{name}.html", media_type="text/html; charset=utf-8", download=download)


@router.get("/{id}/embed.html", response_class=Response, responses=PROBLEMS)
async def embed_html(service: ServiceOf, id: str, position: RowPosition = 0) -> Response:
    """The verdict as a small card, to be put into an `iframe` as its `srcdoc`: it loads nothing from here."""
    name, stored = await _decided(service, id, position)
    assert stored.case is not None
    assert isinstance(stored.outcome, Verdict)
    page = await asyncio.to_thread(html.embedded, stored.case, stored.outcome)
    return _file(_bytes(page), name=f"{name}-embed.html", media_type="text/html; charset=utf-8", download=False)


@router.get("/{id}/card.md", response_class=Response, responses=PROBLEMS)
async def card_markdown(service: ServiceOf, id: str, position: RowPosition = 0) -> Response:
    """The verdict card as Markdown."""
    name, stored = await _decided(service, id, position)
    assert stored.case is not None
    assert isinstance(stored.outcome, Verdict)
    text = await asyncio.to_thread(markdown.card, stored.case, stored.outcome)
    return _file(_bytes(text), name=f"{name}.md", media_type="text/markdown; charset=utf-8")


@router.get("/{id}/card.jsonld", response_class=Response, responses=PROBLEMS)
async def card_claim_review(service: ServiceOf, id: str, position: RowPosition = 0) -> Response:
    """The verdict as schema.org ClaimReview."""
    name, stored = await _decided(service, id, position)
    assert stored.case is not None
    assert isinstance(stored.outcome, Verdict)
    return _file(_bytes(claim_review(stored.case, stored.outcome)), name=f"{name}.jsonld", media_type=_JSON_LD)


def waiting_time(prefer: str, *, most: float) -> float | None:
    """How long the client would wait (RFC 7240); None if it would not."""
    found = _PREFER_WAIT.search(prefer)
    if found is None:
        return None
    return min(float(found[1]) if found[1] else _USUAL_WAIT_S, most)


async def stored_log(service: Service, id: str) -> Log:
    """The events of a finished check, rebuilt from the store."""
    run = await service.store.get_run(id)
    job = await service.jobs.get(run.id)
    stored = await service.store.outcome(run.id, 0)
    # The same outcome is told in the same events: a client that comes back goes on where it was.
    log = Log(digest((stored.json if stored else b"").decode("utf-8", "surrogatepass"))[:8])
    log.add("check", service.stored_check(run, job, None if job else stored))

    def tell() -> None:
        if stored is not None:
            replayed(stored, log.add)
        elif job is not None and job.failure is not None:
            log.add("failure", as_data(job.failure))

    await asyncio.to_thread(tell)
    status = job.status.value if job else run.status.value
    log.add("end", as_data({"status": status}))
    return log


async def _settled(live: Live, wait_s: float) -> None:
    try:
        async with asyncio.timeout(wait_s):
            await live.done.wait()
    except TimeoutError:
        return


async def _decided(service: Service, id: str, position: int) -> tuple[str, StoredOutcome]:
    run = await service.store.get_run(id)
    stored = await service.store.outcome(run.id, position)
    if stored is None or stored.case is None or not isinstance(stored.outcome, Verdict):
        if service.queue.live(run.id):
            raise RequestRefused(409, "The check is not decided yet.", hint="Wait for its verdict.")
        raise NotInStore(f"Run {run.id} has no verdict at position {position}.", hint="A card shows a verdict.")
    return f"adjudge-{run.id}{f'-{position}' if position else ''}", stored


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _file(content: bytes, *, name: str, media_type: str, download: bool = True) -> Response:
    where = "attachment" if download else "inline"
    headers = {"Content-Disposition": f'{where}; filename="{name}"', "Content-Security-Policy": CSP_OF_EXPORTS}
    return Response(content, media_type=media_type, headers=headers)
