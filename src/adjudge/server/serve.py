"""Run the service until it ends: a socket, uvicorn, and a shutdown that finishes or parks running jobs."""

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from adjudge.errors import ConfigError
from adjudge.server.app import create_app
from adjudge.server.config import Config
from adjudge.server.service import Service

_BACKLOG = 2048
_LAST_RESPONSES_S = 5


class Served(uvicorn.Server):
    """A server that lets jobs end, and streams go, before it waits for its connections."""

    def __init__(self, config: uvicorn.Config, service: Service, grace_s: float) -> None:
        super().__init__(config)
        self.service = service
        self._grace_s = grace_s

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's own signature
        """End; with a second Ctrl-C at once. uvicorn would die of the signal afterwards: but it was asked to end."""
        self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.service.queue.drain(self._grace_s, hurry=lambda: self.force_exit)
        self.service.leave()
        await super().shutdown(sockets)


def server_of(config: Config) -> Served:
    """The server before it runs."""
    app = create_app(config)
    settings = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=_LAST_RESPONSES_S,
        timeout_keep_alive=30,
        backlog=_BACKLOG,
    )
    return Served(settings, app.state.service, config.grace_s)


async def serve(config: Config, *, ready: Callable[[str], None] | None = None) -> None:
    """Serve until a signal arrives. `ready` is called with the address once requests are accepted."""
    with bound(config.host, config.port) as listening:
        server = server_of(config)
        telling = asyncio.create_task(_tell(server, listening, ready)) if ready else None
        try:
            await server.serve(sockets=[listening])
        except SystemExit:
            # uvicorn's word for a service that could not start: its own error says more.
            if server.service.trouble is None:
                raise
            raise server.service.trouble from None
        finally:
            if telling:
                telling.cancel()


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there, or an error that says why not."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise ConfigError(f"There is no host '{host}' here.", hint="Use 127.0.0.1, or 0.0.0.0 for all.") from error
    found = socket.socket(family, kind, proto)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(_BACKLOG)
        found.setblocking(False)
    except OSError as error:
        found.close()
        raise _unusable(host, port, error) from error
    return found


def address_of(listening: socket.socket) -> str:
    """Where a browser on this machine finds the service."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def _tell(server: uvicorn.Server, listening: socket.socket, ready: Callable[[str], None]) -> None:
    while not server.started:
        await asyncio.sleep(0.02)
    ready(address_of(listening))


def _unusable(host: str, port: int, error: OSError) -> ConfigError:
    if error.errno == errno.EADDRINUSE:
        return ConfigError(
            f"Port {port} on {host} is taken.", hint="Choose another with --port; --port 0 takes any that is free."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return ConfigError(f"Port {port} may not be used.", hint="Ports below 1024 belong to the system; try 8000.")
    if error.errno == errno.EADDRNOTAVAIL:
        return ConfigError(f"'{host}' is not an address of this machine.", hint="Use 127.0.0.1, or 0.0.0.0 for all.")
    return ConfigError(f"The service cannot listen on {host}:{port}: {error.strerror or error}.")


def log_to_stderr() -> None:
    """Errors of the service and of uvicorn, with their time, on stderr."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
