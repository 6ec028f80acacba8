"""Works on the web: what is fetched, what registries say, and what happens where nothing answers."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from adjudge.cite.bibliography import BibEntry
from adjudge.cite.web import WebWorks, doi_of
from adjudge.cite.works import CitedReference
from adjudge.evidence.fetch import Fetcher
from adjudge.evidence.guard import Guard
from tests.server.support import pdf_of

PAPER = pdf_of("The bridge opened in 1931.")
RETRACTED = {"message": {"updated-by": [{"DOI": "10.5555/notice", "type": "retraction"}, {"type": "correction"}]}}
CORRECTED = {"message": {"updated-by": [{"DOI": "10.5555/fix", "type": "correction"}]}}
ANSWERS: dict[str, tuple[int, str, bytes]] = {
    "/handles/10.5555/good": (200, "application/json", b'{"responseCode":1}'),
    "/handles/10.5555/pulled": (200, "application/json", b'{"responseCode":1}'),
    "/handles/10.5555/odd": (200, "application/json", b'{"responseCode":1}'),
    "/handles/10.5555/down": (500, "text/plain", b"no"),
    "/works/10.5555%2Fgood": (200, "application/json", json.dumps(CORRECTED).encode()),
    "/works/10.5555%2Fpulled": (200, "application/json", json.dumps(RETRACTED).encode()),
    "/works/10.5555%2Fodd": (200, "application/json", b'["nothing of the kind"]'),
    "/doi/10.5555/good": (200, "application/pdf", PAPER),
    "/doi/10.5555/pulled": (403, "text/html", b"pay first"),
    "/pdf/2101.00001": (200, "application/octet-stream", PAPER),
    "/page": (200, "text/html; charset=utf-8", b"<p>The bridge is 200 m long.</p>"),
    "/film": (200, "video/mp4", b"\0\1"),
}


@dataclass
class Site:
    url: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def site() -> Iterator[Site]:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            status, kind, body = ANSWERS.get(self.path, (404, "text/plain", b"no"))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}", asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def reference(key: str, **fields: str) -> CitedReference:
    return CitedReference(key, " ".join(fields.values()), BibEntry(key, "article", fields, 1))


def looked_up(there: Site, folder: Path, *references: CitedReference, trusted: bool = True) -> WebWorks:
    port = int(there.url.rpartition(":")[2])
    guard = Guard(trusted=frozenset({("127.0.0.1", port)}) if trusted else frozenset())
    web = WebWorks(
        Fetcher(guard),
        folder,
        handles=f"{there.url}/handles/",
        registry=f"{there.url}/works/",
        resolver=f"{there.url}/doi/",
        preprints=f"{there.url}/pdf/",
    )
    asyncio.run(web.look_up(references, without_file=frozenset(one.key for one in references)))
    return web


def test_open_works_are_fetched_once_and_kept(tmp_path: Path) -> None:
    with site() as there:
        cited = (
            reference("good", doi="10.5555/good"),
            reference("print", eprint="2101.00001", archiveprefix="arXiv"),
            CitedReference("3", f"Miller, A. The bridge. {there.url}/page."),
        )
        web = looked_up(there, tmp_path / "works", *cited)
        assert {key: path.suffix for key, path in web.found.items()} == {"good": ".pdf", "print": ".pdf", "3": ".html"}
        assert web.found["good"].read_bytes() == PAPER
        before = len(there.asked)
        again = looked_up(there, tmp_path / "works", *cited)
        assert again.found == web.found
        assert [path for path in there.asked[before:] if not path.startswith(("/handles", "/works"))] == []


def test_a_retracted_work_and_a_doi_that_does_not_exist_are_named(tmp_path: Path) -> None:
    with site() as there:
        pulled, invented = reference("pulled", doi="10.5555/pulled"), reference("invented", doi="10.5555/invented")
        web = looked_up(there, tmp_path, reference("good", doi="10.5555/good"), pulled, invented)
    assert web.retracted == {"pulled": "10.5555/notice"}
    assert web.unregistered == {"invented": "10.5555/invented"}
    assert "/doi/10.5555/invented" not in there.asked
    assert any(one.startswith("pulled: not fetched: ") and "answered 403" in one for one in web.messages)


def test_what_cannot_be_checked_is_said_and_never_an_accusation(tmp_path: Path) -> None:
    with site() as there:
        film = CitedReference("film", f"A film. {there.url}/film")
        web = looked_up(
            there, tmp_path, reference("down", doi="10.5555/down"), reference("odd", doi="10.5555/odd"), film
        )
    assert (web.retracted, web.unregistered, web.found) == ({}, {}, {})
    text = "\n".join(web.messages)
    assert "down: whether the DOI 10.5555/down exists could not be checked" in text
    assert "odd: whether the work was retracted could not be checked: the answer cannot be read" in text
    assert "'video/mp4', which is not read" in text


def test_addresses_inside_the_machine_are_refused(tmp_path: Path) -> None:
    with site() as there:
        web = looked_up(there, tmp_path, CitedReference("1", f"A page. {there.url}/page"), trusted=False)
        assert there.asked == []
    assert web.found == {}
    assert "not a public address" in web.messages[0]


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("Miller A. The bridge. doi:10.1000/xyz123.", "10.1000/xyz123"),
        ("https://doi.org/10.1000/a(b)c;d, 2019", "10.1000/a(b)c;d"),
        ("Version 10.2 of the report", ""),
    ],
)
def test_the_doi_of_a_numbered_reference(text: str, doi: str) -> None:
    assert doi_of(CitedReference("1", text)) == doi
