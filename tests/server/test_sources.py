"""Pages of the web as sources, fetched by the service: through the guard, within its limits, kept with the case."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from adjudge.evidence.fetch import Fetcher
from adjudge.evidence.guard import Guard
from adjudge.server.config import Config
from adjudge.settings.environment import Environment
from tests.server.support import NO_RATE, Running, running

PAGE = (
    b"<!DOCTYPE html><title>The new bridge</title><h1>The new bridge</h1><p>The bridge opened in 1931 after five years "
    b"of work, and 400 people walked over it on the first day.</p><script>alert(1)</script>"
)


class Site(BaseHTTPRequestHandler):
    """A page, an empty one, a picture, a redirect into the machine, and nothing else."""

    def do_GET(self) -> None:
        found = {
            "/page": (200, "text/html; charset=utf-8", PAGE),
            "/empty": (200, "text/plain", b"  \n"),
            "/picture": (200, "image/png", b"\x89PNG"),
            "/long": (200, "text/plain", b"word " * 2_000),
        }.get(self.path, (404, "text/plain", b"no"))
        status, kind, body = (302, "", b"") if self.path == "/inside" else found
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "http://127.0.0.2:1/secret")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def site() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def fetching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    """A service that trusts one port of this machine, and the address there."""
    home: Path = tmp_path_factory.mktemp("sources")
    limits = replace(NO_RATE, text_characters=5_000)
    with site() as port, running(Config(environment=Environment(home=home), limits=limits)) as service:
        app = service.server.config.app
        app.state.service.fetcher = Fetcher(Guard(trusted=frozenset({("127.0.0.1", port)})))  # type: ignore[union-attr]
        yield service, f"http://127.0.0.1:{port}"


def test_a_page_is_read_and_stays_with_the_case(fetching: tuple[Running, str]) -> None:
    service, address = fetching
    response = service.client.post("/v1/sources", json={"url": f" {address}/page "})
    assert response.status_code == 200, response.text
    page = response.json()
    assert page["url"] == f"{address}/page"
    assert page["title"] == "The new bridge"
    assert "opened in 1931" in page["text"]
    assert "alert" not in page["text"]
    case = {"claim": "The bridge opened in 1932.", "documents": [page]}
    check = service.check({"case": case}).json()
    stored = service.client.get(f"/v1/checks/{check['id']}").json()["case"]["documents"][0]
    assert {name: stored[name] for name in page} == page


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("/none", "answered 404"),
        ("/empty", "No text was found"),
        ("/picture", "is 'image/png', not text"),
        ("/long", "10,000 characters"),
        ("/inside", "not a public address"),
        ("http://127.0.0.2:1/", "not a public address"),
        ("http://[::1]/", "not a public address"),
        ("http://169.254.169.254/latest/meta-data", "not a public address"),
        ("file:///etc/passwd", "not fetched"),
        ("bridge", "not fetched"),
        ("", "url"),
        ("http://" + "x" * 3_000, "url"),
    ],
)
def test_what_cannot_or_must_not_be_read_is_refused_in_words(
    fetching: tuple[Running, str], url: str, said: str
) -> None:
    service, address = fetching
    response = service.client.post("/v1/sources", json={"url": address + url if url.startswith("/") else url})
    assert response.status_code == 422, response.text
    assert said in response.json()["detail"]
