"""Run the guard until a signal ends it."""

from collections.abc import Callable

import uvicorn

from adjudge.integrations.guard.proxy import GuardProxy
from adjudge.integrations.guard.settings import GuardSettings
from adjudge.server.serve import address_of, bound

_LAST_RESPONSES_S = 5


async def serve_guard(settings: GuardSettings, *, ready: Callable[[str], None] = lambda _address: None) -> None:
    """Serve until a signal arrives; `ready` is called with the address once the model is loaded."""
    with bound(settings.host, settings.port) as listening:
        guard = GuardProxy(settings)
        await guard.start()
        try:
            ready(address_of(listening))
            await server_of_guard(guard).serve(sockets=[listening])
        finally:
            await guard.close()


def server_of_guard(guard: GuardProxy) -> uvicorn.Server:
    """The server before it runs. It writes no access log: addresses may hold keys."""
    config = uvicorn.Config(
        guard,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=_LAST_RESPONSES_S,
    )
    return uvicorn.Server(config)
