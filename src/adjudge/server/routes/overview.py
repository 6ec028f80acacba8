"""The overview: what runs, what was decided lately, and what reviewers think of it."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from adjudge.server.overview import Overview, overview
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response

router = APIRouter(prefix="/v1/overview", tags=["overview"])


@router.get("", response_model=Overview, responses=PROBLEMS)
async def get(
    service: ServiceOf,
    days: Annotated[int, Query(ge=1, le=366)] = 30,
    reviewer: Annotated[str, Query(max_length=200)] = "",
    utc_offset: Annotated[
        int, Query(ge=-840, le=840, description="minutes that the reader's clock is ahead of UTC")
    ] = 0,
) -> Response:
    """Running and recent runs, outcomes by day, and how far reviewers agree; with `reviewer`, only that reviewer."""
    return json_response(await overview(service.store, days=days, reviewer=reviewer, utc_offset_min=utc_offset))
