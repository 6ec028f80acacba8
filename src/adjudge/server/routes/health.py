"""Liveness, readiness and metrics."""

from fastapi import APIRouter
from starlette.responses import Response

from adjudge.server.metrics import CONTENT_TYPE
from adjudge.server.problems import RequestRefused
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response

router = APIRouter(tags=["health"])


@router.get("/healthz", response_class=Response)
async def healthz() -> Response:
    """Lives."""
    return json_response(b'{"status":"ok"}')


@router.get("/readyz", response_class=Response, responses=PROBLEMS)
async def readyz(service: ServiceOf) -> Response:
    """Takes work: the store answers, the worker is there, and it is not shutting down."""
    if not await service.ready():
        raise RequestRefused(503, "The service accepts no work at the moment.", headers={"Retry-After": "5"})
    return json_response(b'{"status":"ready"}')


@router.get("/metrics", response_class=Response)
async def metrics(service: ServiceOf) -> Response:
    """For Prometheus."""
    return Response(service.metrics.page(), headers={"Content-Type": CONTENT_TYPE})
