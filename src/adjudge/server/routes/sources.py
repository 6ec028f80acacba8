"""Sources from the web: a page is fetched once, through the guard, and given back as text."""

import asyncio

from fastapi import APIRouter
from starlette.responses import Response

from adjudge.errors import DataError
from adjudge.server.problems import RequestRefused
from adjudge.server.requests import FetchedSource, SourceRequest
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response

router = APIRouter(prefix="/v1/sources", tags=["sources"])


@router.post("", response_model=FetchedSource, responses=PROBLEMS)
async def fetch(service: ServiceOf, request: SourceRequest) -> Response:
    """Read a page of the open Internet as a source. Its text, address and time become part of the case that is checked
    with it, so a check can be repeated when the page has changed or is gone."""
    # In a thread with a loop of its own: a large page takes long to be read.
    page = await asyncio.to_thread(lambda: asyncio.run(service.fetcher.page(request.url.strip())))
    if not page.text.strip():
        raise DataError(f"No text was found at '{page.url}'.", hint="Paste the text of the page.")
    most = service.config.limits.text_characters
    if len(page.text) > most:
        raise RequestRefused(
            422,
            f"The page has {len(page.text):,} characters.",
            hint=f"At most {most:,} are taken; paste the part that the claim is about.",
        )
    return json_response(FetchedSource(**page.model_dump()))
