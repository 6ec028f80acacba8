"""Errors as problem details (RFC 9457), with the error tree's name and hint. Nothing else leaves as an error."""

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from adjudge.errors import AdjudgeError, EngineBusy, InputError, shortened
from adjudge.record import Record

PROBLEM_TYPE = "application/problem+json"
logger = logging.getLogger("adjudge.server")


class Problem(Record):
    """What went wrong. `error` is a name of the tree in `adjudge.errors`."""

    type: str = Field(description="a name for the kind of problem, as a URN")
    title: str
    status: int
    detail: str
    hint: str = ""
    error: str
    retryable: bool = False


class RequestRefused(InputError):
    """A request that is not taken, with the status that says why."""

    def __init__(self, status: int, message: str, *, hint: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message, hint=hint)
        self.status = status
        self.headers = dict(headers or {})


def problem_response(error: AdjudgeError) -> Response:
    """The error as a response."""
    status, headers = error.http_status, dict[str, str]()
    if isinstance(error, RequestRefused):
        status, headers = error.status, dict(error.headers)
    if isinstance(error, EngineBusy) and error.retry_after_s is not None:
        headers["Retry-After"] = str(max(1, round(error.retry_after_s)))
    return _response(status, error.message, hint=error.hint, error=error, headers=headers)


def install(app: FastAPI) -> None:
    """Let every error of the app leave as problem details."""
    app.add_exception_handler(AdjudgeError, _of_ours)
    app.add_exception_handler(RequestValidationError, _of_validation)
    app.add_exception_handler(HTTPException, http_problem)
    app.add_exception_handler(Exception, _unexpected)


async def _of_ours(_request: Request, error: Exception) -> Response:
    assert isinstance(error, AdjudgeError)
    return problem_response(error)


async def _of_validation(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem_response(RequestRefused(422, "; ".join(map(_problem_line, error.errors()[:5])), hint=_SHAPE))


async def http_problem(_request: Request, error: Exception) -> Response:
    """An error of the web framework as problem details."""
    assert isinstance(error, HTTPException)
    if error.status_code == 400 and isinstance(cause := error.__cause__, ValueError | RecursionError):
        # What the JSON parser raises besides its own error.
        why = "it is nested too deeply" if isinstance(cause, RecursionError) else shortened(str(cause), _LONGEST_PLACE)
        return problem_response(RequestRefused(422, f"The body is not JSON: {why}.", hint=_SHAPE))
    messages = {404: "There is nothing at this address.", 405: "This address does not know that method."}
    detail = messages.get(error.status_code, str(error.detail))
    return problem_response(RequestRefused(error.status_code, detail, headers=error.headers))


async def _unexpected(_request: Request, error: Exception) -> Response:
    logger.error("a request failed", exc_info=error)
    return problem_response(AdjudgeError("Something went wrong in the service.", hint="See its log for details."))


_LONGEST_PLACE = 200
_SHAPE = "The shape of every request is in /v1/openapi.json."


def _problem_line(error: Mapping[str, Any]) -> str:
    message = str(error["msg"])
    if error["type"] == "json_invalid":
        why = str(error.get("ctx", {}).get("error", "")) or message
        at = next((part for part in error["loc"] if isinstance(part, int)), None)
        return f"The body is not JSON: {why}{f' (at character {at})' if at is not None else ''}."
    place = ".".join(str(part) for part in _without_body(error["loc"]))[:_LONGEST_PLACE]
    lowered = message if message[1:2].isupper() else f"{message[:1].lower()}{message[1:]}"
    return f"{place}: {lowered}" if place else message


def _without_body(place: Sequence[Any]) -> Sequence[Any]:
    return place[1:] if place and place[0] in ("body", "query", "path", "header") else place


def _response(status: int, detail: str, *, hint: str, error: AdjudgeError, headers: Mapping[str, str]) -> Response:
    name = error.name
    problem = Problem(
        type=f"urn:adjudge:error:{name}",
        title=_title(status),
        status=status,
        detail=detail,
        hint=hint,
        error=name,
        # Only what the service itself refuses for now: an engine without its key has status 503 too.
        retryable=error.retryable or (isinstance(error, RequestRefused) and status in (429, 503)),
    )
    # In ASCII: whatever a message quotes from a request, it can be written.
    body = json.dumps(problem.model_dump(mode="json")).encode()
    return Response(body, status_code=status, headers=dict(headers), media_type=PROBLEM_TYPE)


def _title(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Client closed the request" if status == 499 else "Error"
