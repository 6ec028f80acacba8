"""The web app's pages: HTML shells and the files they load. All data comes to them over REST, none through a template.

/  new case · /runs  list · /runs/{id}  one run · /runs/{id}/report  its verdict alone · /compare/{a}/{b} · /batch ·
/evaluations · /login
"""

import mimetypes
from importlib.metadata import version
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import Headers
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from adjudge.server import bundles

_HERE = Path(__file__).parent
_FOR_EVER = "public, max-age=31536000, immutable"
_NAV = (("/", "New case"), ("/runs", "Runs"), ("/batch", "Batch"), ("/evaluations", "Evaluations"))
_templates = Environment(
    loader=FileSystemLoader(_HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


class Assets(StaticFiles):
    """Scripts and styles, each with all that it needs (`bundles`). A browser keeps a file whose address names the hash
    of its content; of any other it asks each time whether it is still the current one."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = _put_together(path, Headers(scope=scope)) or await super().get_response(path, scope)
        current = response.status_code < 400 and scope["query_string"] == f"v={bundles.version(path)}".encode()
        response.headers["Cache-Control"] = _FOR_EVER if current else "no-cache"
        return response


def _put_together(path: str, headers: Headers) -> Response | None:
    content = bundles.content(path)
    if content is None:
        return None
    etag = f'"{bundles.version(path)}"'
    known = [name.strip().removeprefix("W/") for name in headers.get("if-none-match", "").split(",")]
    if etag in known:
        return Response(status_code=304, headers={"ETag": etag})
    return Response(content, media_type=mimetypes.guess_type(path)[0], headers={"ETag": etag})


def assets() -> Assets:
    """The files under /static."""
    return Assets(directory=_HERE / "static")


@pages.get("/")
def new_case(request: Request) -> HTMLResponse:
    """Claim, source, protocol, start."""
    return _page(request, "new.html", nav="/")


@pages.get("/runs")
def runs(request: Request) -> HTMLResponse:
    """What was checked before."""
    return _page(request, "runs.html", nav="/runs")


@pages.get("/runs/{id}")
def run(request: Request, id: str) -> HTMLResponse:  # noqa: ARG001 - the script reads it from the address
    """One run, live or stored."""
    return _page(request, "run.html", nav="/runs")


@pages.get("/runs/{id}/report")
def report(request: Request, id: str) -> HTMLResponse:  # noqa: ARG001 - the script reads it from the address
    """One verdict alone, to be sent, printed or embedded."""
    return _page(request, "report.html", nav="/runs")


@pages.get("/compare/{a}/{b}")
def compare(request: Request, a: str, b: str) -> HTMLResponse:  # noqa: ARG001 - the script reads them from the address
    """Two runs side by side."""
    return _page(request, "compare.html", nav="/runs")


@pages.get("/batch")
def batch(request: Request) -> HTMLResponse:
    """A file of many pairs."""
    return _page(request, "batch.html", nav="/batch")


@pages.get("/evaluations")
def evaluations(request: Request) -> HTMLResponse:
    """The reports of `adjudge eval`."""
    return _page(request, "evaluations.html", nav="/evaluations")


@pages.get("/login")
def login(request: Request) -> HTMLResponse:
    """The form that asks for the token."""
    return _page(request, "login.html", nav="")


@pages.get("/favicon.ico")
def favicon() -> Response:
    """The icon, where a browser asks for it by its old name."""
    return Response((_HERE / "static" / "icon.svg").read_bytes(), media_type="image/svg+xml")


def _page(request: Request, name: str, *, nav: str) -> HTMLResponse:
    required = bool(getattr(request.app.state, "token_required", False))
    shell = _templates.get_template(name)
    html = shell.render(version=version("adjudge"), token_required=required, nav=nav, links=_NAV)
    return HTMLResponse(bundles.versioned(html), headers={"Cache-Control": "no-cache"})
