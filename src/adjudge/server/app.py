"""The app: routes, pages, static files, error handlers, and the gatekeeper around all of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from adjudge.server import problems
from adjudge.server.access import Gatekeeper
from adjudge.server.config import Config
from adjudge.server.pages import assets, not_found, pages
from adjudge.server.routes import ROUTERS
from adjudge.server.service import Service

_SMALLEST_COMPRESSED = 1_000
_WHAT = """Decides whether a text is faithful to its sources, and shows the exact words.

`POST /v1/checks` takes a case and answers at once; `Prefer: wait` waits for the verdict. Errors are problem details
(RFC 9457) with a hint."""


def create_app(config: Config | None = None) -> FastAPI:
    """The service's app. Its lifespan opens the store, and goes on with jobs that were left behind."""
    config = config or Config()
    service = Service(config)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        try:
            await service.start()
            yield
        finally:
            await service.stop()

    app = FastAPI(
        title="Adjudge",
        version=version("adjudge"),
        description=_WHAT,
        lifespan=lifespan,
        openapi_url="/v1/openapi.json",
        # The usual documentation pages load scripts from elsewhere; telemetry would leave the host.
        docs_url=None,
        redoc_url=None,
        telemetry={"auto_configure": False, "tracing": False, "metrics": False, "logs": False},
    )
    app.state.service = service
    app.state.token_required = config.token_required
    for router in ROUTERS:
        app.include_router(router)
    app.include_router(pages)
    app.mount("/static", assets(), name="static")
    problems.install(app)
    app.add_exception_handler(404, not_found)
    app.add_middleware(GZipMiddleware, minimum_size=_SMALLEST_COMPRESSED, compresslevel=5)
    app.add_middleware(Gatekeeper, config=config, metrics=service.metrics, wrong_tokens=service.wrong_tokens)
    return app
