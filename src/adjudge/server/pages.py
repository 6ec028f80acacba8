"""The web app's pages: HTML shells and the files they load. All data comes to them over REST, none through a template.

/  home · /new  new case · /runs  list · /runs/{id}  one run · /runs/{id}/report  its verdict alone ·
/compare/{a}/{b} · /batch · /evidence · /juries · /evaluations · /evaluations/{name}  watched ·
/settings · /docs · /help · /login
"""

import mimetypes
from importlib.metadata import version
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import Headers
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from adjudge.render.blocks import SIGNS
from adjudge.render.headline import LEANING_BELOW, OUTCOME_MEANINGS, OUTCOME_TONES
from adjudge.server import bundles
from adjudge.server.problems import http_problem

_HERE = Path(__file__).parent
_FOR_EVER = "public, max-age=31536000, immutable"
_NAV = (
    ("/new", "New case"),
    ("/runs", "Runs"),
    ("/batch", "Batch"),
    ("/evidence", "Evidence"),
    ("/juries", "Juries"),
    ("/evaluations", "Evaluations"),
    ("/settings", "Settings"),
)
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
def home(request: Request) -> Response:
    """What runs, what was decided lately, and how far reviewers agree."""
    if request.query_params.get("from"):
        # The form of a new case used to be here, and links to it with a case to start from are about.
        return RedirectResponse(f"/new?{request.url.query}", status_code=308)
    return _page(request, "home.html", nav="/")


@pages.get("/new")
def new_case(request: Request) -> HTMLResponse:
    """Claim, source, protocol, start."""
    return _page(request, "new.html", nav="/new")


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
    """Evaluations to start, watch and read."""
    return _page(request, "evaluations.html", nav="/evaluations")


@pages.get("/evaluations/{name}")
def evaluation(request: Request, name: str) -> HTMLResponse:  # noqa: ARG001 - the script reads it from the address
    """One evaluation, while it runs and after."""
    return _page(request, "evaluation.html", nav="/evaluations")


@pages.get("/juries")
def juries(request: Request) -> HTMLResponse:
    """A jury of one's own."""
    return _page(request, "juries.html", nav="/juries")


@pages.get("/evidence")
def evidence(request: Request) -> HTMLResponse:
    """The evidence index."""
    return _page(request, "evidence.html", nav="/evidence")


@pages.get("/settings")
def settings(request: Request) -> HTMLResponse:
    """Engines, keys, limits."""
    return _page(request, "settings.html", nav="/settings")


@pages.get("/docs")
def docs(request: Request) -> HTMLResponse:
    """The routes of the REST service, drawn from its own description."""
    return _page(request, "docs.html", nav="/docs")


@pages.get("/help")
def help_page(request: Request) -> HTMLResponse:
    """What the words, colours and keys of the pages mean."""
    outcomes = [
        {"name": outcome.value, "tone": tone.value, "sign": SIGNS[tone], "meaning": OUTCOME_MEANINGS[outcome]}
        for outcome, tone in OUTCOME_TONES.items()
    ]
    return _page(request, "help.html", nav="/help", outcomes=outcomes, leaning_below=round(LEANING_BELOW * 100))


@pages.get("/login")
def login(request: Request) -> HTMLResponse:
    """The form that asks for the token."""
    return _page(request, "login.html", nav="")


@pages.get("/favicon.ico")
def favicon() -> Response:
    """The icon, where a browser asks for it by its old name."""
    return Response((_HERE / "static" / "icon.svg").read_bytes(), media_type="image/svg+xml")


async def not_found(request: Request, error: Exception) -> Response:
    """An address at which there is nothing: a page for people, problem details for programs."""
    if request.url.path.startswith(("/v1/", "/static/")) or "text/html" not in request.headers.get("accept", ""):
        return await http_problem(request, error)
    return _page(request, "404.html", nav="", status=404)


def _page(request: Request, name: str, *, nav: str, status: int = 200, **shown: object) -> HTMLResponse:
    required: bool = request.app.state.token_required
    shell = _templates.get_template(name)
    html = shell.render(version=version("adjudge"), token_required=required, nav=nav, links=_NAV, **shown)
    return HTMLResponse(bundles.versioned(html), status_code=status, headers={"Cache-Control": "no-cache"})
