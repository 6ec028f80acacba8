"""Reviews: what readers think of verdicts, and all of it as labelled data."""

from collections.abc import AsyncIterator

from fastapi import APIRouter
from starlette.responses import Response

from adjudge.record import as_json
from adjudge.server.requests import ReviewRequest
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response, lines_response
from adjudge.store.reviews import Review

router = APIRouter(prefix="/v1", tags=["reviews"])


@router.post("/runs/{id}/reviews", status_code=201, response_model=Review, responses=PROBLEMS)
async def create(service: ServiceOf, id: str, request: ReviewRequest) -> Response:
    """Agree, disagree or correct. The review is stored beside the verdict, which does not change."""
    run = await service.store.get_run(id)
    review = await service.reviews.add(
        run.id,
        request.position,
        request.judgement,
        stance=request.stance,
        note=request.note,
        reviewer=request.reviewer,
    )
    return json_response(review, status=201)


@router.get("/runs/{id}/reviews", response_model=list[Review], responses=PROBLEMS)
async def of_run(service: ServiceOf, id: str) -> Response:
    """The reviews of a run, the oldest first."""
    run = await service.store.get_run(id)
    return json_response(await service.reviews.of(run.id))


@router.get("/reviews/export.jsonl", response_class=Response)
async def export(service: ServiceOf) -> Response:
    """Every reviewed case with its label, as `adjudge eval` and `adjudge calibrate` read it."""

    async def lines() -> AsyncIterator[bytes]:
        async for row in service.reviews.labelled():
            yield as_json(row).encode() + b"\n"

    return lines_response(lines(), name="adjudge-reviews.jsonl")
