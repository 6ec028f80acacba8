"""Juries of one's own: designed, kept under a name, given as a run file. A check takes one in its field `jury`."""

import asyncio

from fastapi import APIRouter
from starlette.responses import Response

from adjudge.record import Record
from adjudge.server.jury_design import Juries, JuryDesign, lens_names, usual_design
from adjudge.server.routes.common import PROBLEMS, ServiceOf, json_response

router = APIRouter(prefix="/v1/juries", tags=["juries"])


class JuriesShown(Record):
    """The juries that were kept, and what a new one begins with."""

    names: tuple[str, ...]
    usual: JuryDesign
    lenses: tuple[str, ...]
    """How a juror reads on the offline engine; a language model is told in its brief."""


@router.get("", response_model=JuriesShown)
async def get_all(service: ServiceOf) -> Response:
    """The names of all juries, the usual jury as a design, and the lenses."""
    names = await asyncio.to_thread(Juries(service.config.juries_path).names)
    return json_response(JuriesShown(names=tuple(names), usual=usual_design(), lenses=lens_names()))


@router.get("/{name}", response_model=JuryDesign, responses=PROBLEMS)
async def get(service: ServiceOf, name: str) -> Response:
    """A jury."""
    return json_response(await asyncio.to_thread(Juries(service.config.juries_path).read, name))


@router.put("/{name}", response_model=JuryDesign, responses=PROBLEMS)
async def put(service: ServiceOf, name: str, design: JuryDesign) -> Response:
    """Keep a jury under a name, in place of an earlier one. Engines without their key can be named: they are only
    needed once a case is heard."""
    await asyncio.to_thread(Juries(service.config.juries_path).keep, name, design)
    return json_response(design)


@router.delete("/{name}", status_code=204, responses=PROBLEMS)
async def delete(service: ServiceOf, name: str) -> Response:
    """Forget a jury. Verdicts of it stay."""
    await asyncio.to_thread(Juries(service.config.juries_path).remove, name)
    return Response(status_code=204)


@router.get("/{name}/run.yaml", response_class=Response, responses=PROBLEMS)
async def run_file(service: ServiceOf, name: str) -> Response:
    """A jury as a run file for `adjudge run`; its data are to be named in it."""
    design = await asyncio.to_thread(Juries(service.config.juries_path).read, name)
    headers = {"Content-Disposition": f'attachment; filename="{name}.yaml"'}
    return Response(design.run_file(), media_type="application/yaml; charset=utf-8", headers=headers)
