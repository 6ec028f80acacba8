"""A connection to one MCP server that is kept open, and opened again once if the server dies in the middle of a call.

The client is entered and left in a task of its own, since its scopes belong to the task that opened them; calls may
come from any task.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from mcp_types import CallToolResult, TextResourceContents

from adjudge.errors import AdjudgeError, EngineBusy, EngineTimeout, EngineUnavailable
from adjudge.mcp.payload import raised
from mcp import Client, MCPError

Opened = Callable[[], Client]
_TRIES = 2


class Link:
    """A connection to a named server."""

    def __init__(self, name: str, client: Opened, *, timeout_s: float = 300.0) -> None:
        self._name = name
        self._make = client
        self._timeout_s = timeout_s
        self._lock = asyncio.Lock()
        self._client: Client | None = None
        self._owner: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()

    async def call(self, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        """Call a tool and return its result. Raises the error that the tool raised."""
        result = await self._tried(lambda client: client.call_tool(tool, arguments))
        assert isinstance(result, CallToolResult)
        if result.is_error:
            raise raised(result)
        return result

    async def text(self, uri: str) -> str:
        """The text of a resource."""
        result = await self._tried(lambda client: client.read_resource(uri))
        return "".join(part.text for part in result.contents if isinstance(part, TextResourceContents))

    async def close(self) -> None:
        """Disconnect from the server."""
        self._stop.set()
        owner, self._owner, self._client = self._owner, None, None
        if owner:
            with suppress(Exception):
                await owner

    async def _tried(self, act: Callable[[Client], Any]) -> Any:
        for attempt in range(1, _TRIES + 1):
            client = await self._opened()
            try:
                return await asyncio.wait_for(act(client), self._timeout_s)
            except AdjudgeError:
                raise
            except TimeoutError as error:
                await self._dropped(client)
                raise EngineTimeout(f"The server {self._name} did not answer within {self._timeout_s:g} s.") from error
            except Exception as error:  # whatever a broken connection raises, by transport
                await self._dropped(client)
                if attempt == _TRIES:
                    raise EngineBusy(
                        f"The server {self._name} ended in the middle of a call, twice: {_innermost(error)}",
                        hint="See the server's log.",
                    ) from error
        raise AssertionError("unreachable")

    async def _opened(self) -> Client:
        async with self._lock:
            if self._client is None:
                self._stop = asyncio.Event()
                ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
                self._owner = asyncio.create_task(self._serve(ready, self._stop))
                self._client = await ready
            return self._client

    async def _serve(self, ready: "asyncio.Future[Client]", stop: asyncio.Event) -> None:
        try:
            async with self._make() as client:
                ready.set_result(client)
                await stop.wait()
        except Exception as error:
            if not ready.done():
                ready.set_exception(
                    EngineUnavailable(
                        f"The server {self._name} cannot be reached: {_innermost(error)}",
                        hint="Is it running, and is ADJUDGE_TOKEN the token it was started with?",
                    )
                )

    async def _dropped(self, client: Client) -> None:
        """Forget a broken client; another task may have done so already."""
        async with self._lock:
            if self._client is not client:
                return
            self._stop.set()
            owner, self._owner, self._client = self._owner, None, None
        if owner:
            with suppress(Exception):
                await asyncio.wait_for(owner, 10)


def _innermost(error: BaseException) -> str:
    """The innermost message of a group of errors."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error.message if isinstance(error, MCPError) else f"{type(error).__name__}: {error}"
