"""Signing in with the token, for pages: a cookie that scripts cannot read and other sites cannot use."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from adjudge.server.access import COOKIE, client_of, is_token, session_of, too_many_wrong_tokens
from adjudge.server.routes.common import ServiceOf

router = APIRouter(include_in_schema=False)


@router.post("/login")
async def login(
    request: Request,
    service: ServiceOf,
    token: Annotated[str, Form(max_length=1000)] = "",
    next: Annotated[str, Form(max_length=500)] = "/",
) -> Response:
    """Take the token and give a session in its place."""
    own = service.config.token
    if not service.config.token_required:
        return RedirectResponse(own_path(next), status_code=303)
    if not is_token(token, own):
        if not await service.wrong_tokens.wait(client_of(request.scope)):
            raise too_many_wrong_tokens()
        return RedirectResponse(f"/login?wrong=1&next={quote(own_path(next))}", status_code=303)
    response = RedirectResponse(own_path(next), status_code=303)
    response.set_cookie(COOKIE, session_of(own), httponly=True, samesite="strict", path="/", max_age=30 * 86_400)
    return response


@router.post("/logout")
async def logout() -> Response:
    """Forget the session in this browser."""
    response = RedirectResponse("/login", status_code=303)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return response


def own_path(given: str) -> str:
    """The page to redirect to, if it is a path on this site and nothing that a browser reads as another site."""
    ours = given.startswith("/") and not given.startswith(("//", "/\\")) and given.isprintable() and given.isascii()
    return given if ours else "/"
