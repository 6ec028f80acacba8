"""Access control: the Host header, requests from other sites, the token; and the headers of every response.

One layer around the app, before anything is read or routed. On loopback there is no login, so the Host header is what
stops a foreign page from reaching the service under its own name (DNS rebinding).
"""

import hashlib
import hmac
import ipaddress
import re
import socket
import time
from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from adjudge.errors import AdjudgeError
from adjudge.server.config import Config
from adjudge.server.limits import Buckets, WrongTokens
from adjudge.server.metrics import Metrics
from adjudge.server.problems import RequestRefused, problem_response

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# For pages with a style of their own that run no script: exported cards and reports.
CSP_OF_EXPORTS = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; base-uri 'none'"
COOKIE = "adjudge_session"
_SAFE = ("GET", "HEAD", "OPTIONS")
_OPEN = ("/healthz", "/readyz", "/login", "/favicon.ico")
_UNCOUNTED = ("/healthz", "/readyz", "/metrics")
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\s:/?#@\[\]]+)(:[0-9]{1,5})?")


class Gatekeeper:
    """The layer. What it refuses leaves as problem details; pages are sent to the login."""

    def __init__(self, app: ASGIApp, *, config: Config, metrics: Metrics, wrong_tokens: WrongTokens) -> None:
        self.app = app
        self._hosts = _own_names(config)
        self._any_address = config.token_required
        self._token = config.token if config.token_required else ""
        self._limits = config.limits
        self._buckets = Buckets(config.limits.rate_per_s, config.limits.burst)
        self._metrics = metrics
        self._wrong_tokens = wrong_tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500
        inner = _as_get(scope)

        async def guarded_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(MutableHeaders(scope=message))
            elif inner is not scope:
                message = {**message, "body": b""}
            await send(message)

        try:
            refusal = await self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, guarded_send)
            else:
                await self.app(inner, self._limited(scope, receive), guarded_send)
        finally:
            route = getattr(inner.get("route"), "path", "") or "other"
            self._metrics.count_request(_method(scope), route, status, time.perf_counter() - began)

    async def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        try:
            self._require_host(headers)
            self._require_rate(scope)
            self._require_same_site(scope, headers)
            self._require_size(scope, headers)
            if self._may_enter(scope, headers):
                _require_type(scope, headers)
                return None
            if _bearer(headers) and not await self._wrong_tokens.wait(client_of(scope)):
                raise too_many_wrong_tokens()
        except AdjudgeError as error:
            return problem_response(error)
        return _login(scope, headers)

    def _require_host(self, headers: Headers) -> None:
        hosts = headers.getlist("host")
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if found is None:
            raise RequestRefused(400, "The Host header is missing or invalid.")
        host = found[1].strip("[]").lower().rstrip(".")
        if host in self._hosts or _is_address(host, any_address=self._any_address):
            return
        raise RequestRefused(
            421,
            "This service is not known by that host name.",
            hint="Start it with --allow-host NAME to allow that name.",
        )

    def _require_rate(self, scope: Scope) -> None:
        if scope["path"] in _UNCOUNTED or scope["path"].startswith("/static/"):
            return
        wait_s = self._buckets.take(client_of(scope))
        if wait_s > 0:
            raise RequestRefused(
                429,
                "Too many requests at once.",
                hint=f"At most {self._limits.rate_per_s:g} a second are taken from one client.",
                headers={"Retry-After": str(max(1, round(wait_s)))},
            )

    def _require_same_site(self, scope: Scope, headers: Headers) -> None:
        """Refuse what a page of another site sends. Programs other than browsers send neither header.

        No page can write either of them. `Origin: null` alone says nothing about where a request comes from; it is what
        a form of our own sends where an extension or a proxy took its referrer away, and then the browser still says
        `Sec-Fetch-Site: same-origin`. A page without an origin, such as a sandboxed one, is `cross-site`.
        """
        if scope["method"] in _SAFE:
            return
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        foreign = site not in (None, "same-origin", "none")
        if origin is not None and not (origin == "null" and site == "same-origin"):
            foreign = foreign or urlsplit(origin).netloc.lower() != headers["host"].lower()
        if foreign:
            raise RequestRefused(
                403, "This request comes from a page of another site.", hint="Use the service's own pages."
            )

    def _require_size(self, scope: Scope, headers: Headers) -> None:
        declared = headers.get("content-length", "")
        # Python reads no number of more than 4,300 digits, and no body has a length of 19.
        if declared.isascii() and declared.isdigit() and (len(declared) > 18 or int(declared) > self._most(scope)):
            raise self._too_large(scope)

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        """The body, up to the limit, however its length was announced."""
        most, read = self._most(scope), 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                refused = self._too_large(scope)
                # FastAPI lets only its own kind of error through while it reads a body.
                raise HTTPException(refused.status, f"{refused.message} {refused.hint}")
            return message

        return limited

    def _most(self, scope: Scope) -> int:
        return self._limits.upload_bytes if _takes_a_file(scope) else self._limits.body_bytes

    def _too_large(self, scope: Scope) -> RequestRefused:
        return RequestRefused(413, "The request is too large.", hint=f"At most {self._most(scope):,} bytes are taken.")

    def _may_enter(self, scope: Scope, headers: Headers) -> bool:
        if not self._token or scope["path"] in _OPEN or scope["path"].startswith("/static/"):
            return True
        return is_token(_bearer(headers), self._token) or is_session(_cookie(headers), self._token)


def client_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def too_many_wrong_tokens() -> RequestRefused:
    """What a client is told that tries many tokens at once."""
    return RequestRefused(
        429, "Too many wrong tokens.", hint="Wait until the others are answered.", headers={"Retry-After": "3"}
    )


def is_token(given: str, token: str) -> bool:
    """Whether that is the token; how long it takes says nothing about it."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())


def session_of(token: str) -> str:
    """What the cookie holds: proof that the token was known, not the token."""
    return hmac.new(token.encode(), b"adjudge session", hashlib.sha256).hexdigest()


def is_session(given: str, token: str) -> bool:
    """Whether that is the session of the token."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), session_of(token).encode())


def _bearer(headers: Headers) -> str:
    kind, _, value = headers.get("authorization", "").partition(" ")
    return value.strip() if kind.lower() == "bearer" else ""


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _login(scope: Scope, headers: Headers) -> Response:
    if (
        scope["method"] in ("GET", "HEAD")
        and "text/html" in headers.get("accept", "")
        and not scope["path"].startswith("/v1/")
    ):
        return RedirectResponse(f"/login?next={quote(_page_of(scope))}", status_code=303)
    return problem_response(
        RequestRefused(
            401,
            "A token is needed.",
            hint="Send it as 'Authorization: Bearer TOKEN', or sign in at /login.",
            headers={"WWW-Authenticate": "Bearer"},
        )
    )


def _add_headers(headers: MutableHeaders) -> None:
    headers.setdefault("Content-Security-Policy", CSP)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "no-referrer")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    headers.setdefault("Cache-Control", "no-store")


def _own_names(config: Config) -> frozenset[str]:
    names = {"localhost", config.host.strip("[]").lower(), *(name.lower() for name in config.allowed_hosts)}
    if config.token_required:
        names |= {socket.gethostname().lower(), socket.getfqdn().lower() if "." in socket.gethostname() else ""}
    return frozenset(names - {"", "0.0.0.0", "::"})


def _is_address(host: str, *, any_address: bool) -> bool:
    """Whether the host is an address and no name: a foreign site cannot have one of those for its own."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any_address or address.is_loopback


def _as_get(scope: Scope) -> Scope:
    """A HEAD request as the GET whose headers it asks for. Not of files, which know HEAD, nor of events, which have no
    end."""
    path = scope["path"]
    if scope["method"] != "HEAD" or path.startswith("/static/") or path.endswith("/events"):
        return scope
    return {**scope, "method": "GET"}


def _require_type(scope: Scope, headers: Headers) -> None:
    """Refuse a body of a type that no route of REST reads."""
    has_body = headers.get("content-length", "0").strip("0") != "" or "transfer-encoding" in headers
    if scope["method"] in _SAFE or not scope["path"].startswith("/v1/") or not has_body:
        return
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    wanted = "multipart/form-data" if _takes_a_file(scope) else "application/json"
    if media_type != wanted and not (wanted == "application/json" and media_type.endswith("+json")):
        named = f"'{media_type[:100]}'" if media_type else "a type that is not named"
        raise RequestRefused(415, f"The body is of {named}.", hint=f"Send it as {wanted}.", headers={"Accept": wanted})


def _takes_a_file(scope: Scope) -> bool:
    """Whether a file is sent to this address: a document or table, or evidence."""
    path: str = scope["path"]
    return path == "/v1/uploads" or (path.startswith("/v1/index/stores/") and path.endswith("/files"))


def _method(scope: Scope) -> str:
    known = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS")
    return scope["method"] if scope["method"] in known else "other"


def _page_of(scope: Scope) -> str:
    """The page that was asked for, with its query: who signs in goes on there."""
    query = scope["query_string"].decode("latin-1")
    return f"{scope['path']}?{query}" if query else str(scope["path"])
