"""Uploads: documents are returned as text, tables are stored for a batch."""

import asyncio

from fastapi import APIRouter, UploadFile
from starlette.responses import Response

from adjudge.errors import DataError
from adjudge.server.requests import Upload
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response

router = APIRouter(prefix="/v1/uploads", tags=["uploads"])
_LONGEST_READ_S = 60.0


@router.post("", status_code=201, response_model=Upload, responses=PROBLEMS)
async def create(service: ServiceOf, file: UploadFile) -> Response:
    """Send a text, HTML, PDF, CSV or JSON-lines file. Its name is only a label."""
    content = await file.read()
    reading = asyncio.to_thread(
        service.uploads.take, content, name=file.filename or "", media_type=file.content_type or ""
    )
    try:
        async with asyncio.timeout(_LONGEST_READ_S):
            return json_response(await reading, status=201)
    except TimeoutError as error:
        raise DataError("Reading the file takes too long.", hint="Send its text instead.") from error
