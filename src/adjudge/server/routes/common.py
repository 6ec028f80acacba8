"""What routes share: the service behind a request, records as responses, event streams, documented errors."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any

from fastapi import Depends, Header, Request
from pydantic import BaseModel
from starlette.responses import Response, StreamingResponse

from adjudge.record import as_json
from adjudge.server.events import Log
from adjudge.server.problems import PROBLEM_TYPE, Problem, RequestRefused
from adjudge.server.service import Service

JSON = "application/json"
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"description": "Refused", "content": {PROBLEM_TYPE: {"schema": Problem.model_json_schema()}}}
}
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"description": "Server-sent events", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
    **PROBLEMS,
}
LastEventId = Annotated[str, Header(alias="Last-Event-ID", max_length=100)]


def _service(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


ServiceOf = Annotated[Service, Depends(_service)]


def json_response(
    content: BaseModel | bytes | list[Any], *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A record, or JSON that is there already. Lone surrogates of a broken text are escaped, as in the store."""
    if isinstance(content, list):
        body = b"[%b]" % b",".join(as_json(item).encode() for item in content)
    else:
        body = content if isinstance(content, bytes) else as_json(content).encode()
    return Response(body, status_code=status, headers=dict(headers or {}), media_type=JSON)


def lines_response(lines: AsyncIterator[bytes], *, name: str, media_type: str = "application/x-ndjson") -> Response:
    """Lines, of JSON unless said otherwise, as a file to be saved."""
    return StreamingResponse(
        lines, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


async def event_stream(service: Service, request: Request, log: Log, last_id: str) -> Response:
    """The log as server-sent events; compressed if nothing more will come."""
    if log.ended and "gzip" in request.headers.get("accept-encoding", ""):
        body = b"".join([part async for part in log.stream(last_id)])
        packed = await asyncio.to_thread(gzip.compress, body, 6)
        headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(packed, media_type="text/event-stream", headers=headers)
    streams = service.metrics.streams
    if service.open_streams >= service.config.limits.streams:
        raise RequestRefused(
            429, "Too many event streams are open.", hint="Close some, or poll.", headers={"Retry-After": "5"}
        )

    async def events() -> AsyncIterator[bytes]:
        service.open_streams += 1
        streams.inc()
        try:
            async for part in log.stream(last_id, leaving=lambda: service.leaving):
                yield part
        finally:
            service.open_streams -= 1
            streams.dec()

    return StreamingResponse(events(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
