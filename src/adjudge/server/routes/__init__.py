"""The REST routes, one module per kind of thing; a new module gets a row here."""

from fastapi import APIRouter

from adjudge.server.routes import (
    batches,
    catalogue,
    checks,
    evaluations,
    evidence,
    exports,
    health,
    juries,
    overview,
    reviews,
    runs,
    session,
    settings,
    sources,
    uploads,
)

# Exports of reviews come before runs: `/v1/reviews/export.jsonl` is no run.
ROUTERS: tuple[APIRouter, ...] = (
    checks.router,
    batches.router,
    reviews.router,
    exports.router,
    runs.router,
    uploads.router,
    sources.router,
    catalogue.router,
    evaluations.router,
    evidence.router,
    juries.router,
    overview.router,
    settings.router,
    health.router,
    session.router,
)
