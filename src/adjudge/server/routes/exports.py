"""The outcomes of any run as a file: JSON lines, CSV, or Parquet where pyarrow is installed."""

import tempfile
from pathlib import Path
from typing import Literal

from fastapi import APIRouter
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response

from adjudge.batch.written import VerdictFormat, write_verdicts
from adjudge.server.exports import csv_lines, json_lines
from adjudge.server.routes.common import PROBLEMS, ServiceOf, lines_response

router = APIRouter(prefix="/v1/runs", tags=["runs"])


@router.get("/{id}/verdicts.{ending}", response_class=Response, responses=PROBLEMS)
async def verdicts(
    service: ServiceOf, id: str, ending: Literal["csv", "jsonl", "parquet"], full: bool = False
) -> Response:
    """One line or row for each outcome so far. CSV repeats the columns of an uploaded table; `full` keeps the
    transcripts in JSON lines and Parquet."""
    run = await service.store.get_run(id)
    name = f"adjudge-{run.id}.{ending}"
    if ending == "csv":
        return lines_response(csv_lines(service, run.id), name=name, media_type="text/csv; charset=utf-8")
    if ending == "jsonl":
        return lines_response(json_lines(service, run.id, full=full), name=name)
    folder = tempfile.TemporaryDirectory(prefix="adjudge-export-")
    path = Path(folder.name, name)
    try:
        await write_verdicts(path, service.store, run.id, format=VerdictFormat.PARQUET, full=full)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(
        path,
        filename=name,
        media_type="application/vnd.apache.parquet",
        background=BackgroundTask(folder.cleanup),
    )
