"""Run a server over stdin and stdout, or over HTTP with a bearer token.

Over stdio nothing but protocol reaches stdout: whatever else is printed goes to stderr.
"""

import hmac
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from mcp.server import MCPServer

from adjudge.errors import ConfigError

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]
_SHORTEST_TOKEN = 8


async def over_stdio(server: MCPServer[None]) -> None:
    """Serve one client on stdin and stdout. The library turns stdout over to itself and points ours at stderr."""
    await server.run_stdio_async()


async def over_http(
    server: MCPServer[None], *, host: str, port: int, token: str, ready: Callable[[str], None] = lambda _url: None
) -> None:
    """Serve many clients at http://HOST:PORT/mcp; `ready` is called with that address once it is open."""
    import uvicorn

    app = guarded(server, host=host, token=token)
    with _bound(host, port) as listening:
        shown = f"[{host}]" if ":" in host else host
        ready(f"http://{shown}:{listening.getsockname()[1]}/mcp")
        await uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none")).serve(sockets=[listening])


def _bound(host: str, port: int) -> socket.socket:
    """A listening socket. Raises a `ConfigError` if the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        raise ConfigError(
            f"{host}:{port} cannot be used: {error.strerror or error}.", hint="Choose another --port or --host."
        ) from error


def guarded(server: MCPServer[None], *, host: str, token: str) -> App:
    """The server's web application, behind the token."""
    if len(token) < _SHORTEST_TOKEN:
        raise ConfigError(
            "HTTP needs a bearer token of 8 characters or more.",
            hint="Set ADJUDGE_TOKEN in the environment or in .env.",
        )
    return BearerGuard(server.streamable_http_app(host=host, json_response=True), token)


class BearerGuard:
    """Lets requests through that bring the token; all others get 401."""

    def __init__(self, app: App, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(
        self, scope: Scope, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        if scope["type"] == "http":
            authorization = dict(scope["headers"]).get(b"authorization", b"")
            # Compared in constant time: how long it takes says nothing about the token.
            if not hmac.compare_digest(authorization, self._expected):
                head = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
                await send({"type": "http.response.start", "status": 401, "headers": head})
                await send({"type": "http.response.body", "body": b'{"error": "A bearer token is needed."}'})
                return
        await self._app(scope, receive, send)
