"""A local server that plays the web, with its good and its bad sides."""

import gzip
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from adjudge.evidence.guard import Guard

HOST = "web.test"
ARTICLE = (
    "<html><head><title>The Alder bridge</title><script>document.write('The bridge opened in 1999.')</script></head>"
    "<body><nav>Home | About</nav><article><h1>The Alder bridge</h1>"
    "<p>The Alder bridge opened in 1931 after years of work. "
    "It is two hundred metres long and crosses the river at its widest place.</p>"
    "<p>People of Brenn walk over it every day, in rain and in sunshine alike.</p></article></body></html>"
)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.do_GET()

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        seen = {**dict(self.headers), "path": self.path, "method": self.command}
        self.server.seen.append(seen)  # type: ignore[attr-defined]
        try:
            getattr(self, "on_" + parts.path.strip("/").split("/")[0].replace(".", "_"), self.on_missing)(query)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def give(self, body: bytes, kind: str = "text/html; charset=utf-8", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def on_missing(self, query: dict[str, str]) -> None:
        self.give(b"no", status=404)

    def on_article(self, query: dict[str, str]) -> None:
        self.give(ARTICLE.encode())

    def on_wiki(self, query: dict[str, str]) -> None:
        self.give(ARTICLE.encode())

    def on_to(self, query: dict[str, str]) -> None:
        self.give(b"", status=302, Location=query["url"])

    def on_loop(self, query: dict[str, str]) -> None:
        self.give(b"", status=302, Location="/loop")

    def on_gigabyte(self, query: dict[str, str]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(1 << 30))
        self.end_headers()
        self._pour()

    def on_endless(self, query: dict[str, str]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        self._pour()

    def on_drip(self, query: dict[str, str]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for _ in range(200):
            self.wfile.write(b".")
            self.wfile.flush()
            time.sleep(0.05)

    def on_bomb(self, query: dict[str, str]) -> None:
        self.give(gzip.compress(b"x" * 50_000_000), "text/plain", Content_Encoding="gzip")

    def on_tags(self, query: dict[str, str]) -> None:
        self.give(b"<b>a</b>" * 100_001)

    def on_latin(self, query: dict[str, str]) -> None:
        self.give("Der Fluß ist naß.".encode("cp1252"), "text/plain; charset=utf-8")

    def on_unknown_charset(self, query: dict[str, str]) -> None:
        self.give("Ein schöner Tag.".encode(), "text/plain; charset=klingon")

    def on_utf16(self, query: dict[str, str]) -> None:
        self.give("Ein schöner Tag.".encode("utf-16"), "text/plain")

    def on_picture(self, query: dict[str, str]) -> None:
        self.give(b"\x89PNG", "image/png")

    def on_w(self, query: dict[str, str]) -> None:
        rows = [{"title": "Alder bridge", "snippet": 'The <span class="searchmatch">Alder</span> bridge'}]
        self.give(json.dumps({"query": {"search": rows}}).encode(), "application/json")

    def on_res(self, query: dict[str, str]) -> None:
        found = [{"title": "The Alder bridge", "url": self._own("/article"), "description": "x"}]
        self.give(json.dumps({"web": {"results": found}}).encode(), "application/json")

    def on_search(self, query: dict[str, str]) -> None:
        urls = [self._own("/article"), "http://169.254.169.254/latest/meta-data", "file:///etc/passwd"]
        found = [{"title": "A page", "url": url, "content": f"Snippet of {url}"} for url in urls]
        self.give(json.dumps({"results": found}).encode(), "application/json")

    def _own(self, path: str) -> str:
        return f"http://{HOST}:{self.server.server_address[1]}{path}"

    def _pour(self) -> None:
        block = b"x" * 65536
        for _ in range(16384):
            self.wfile.write(block)


class FakeWeb:
    """The server's port, what it saw, and a guard that trusts its name and nothing else."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.port = int(server.server_address[1])
        self.seen: list[dict[str, str]] = server.seen  # type: ignore[attr-defined]
        self.resolved: list[str] = []

    def url(self, path: str) -> str:
        return f"http://{HOST}:{self.port}{path}"

    def guard(self, **names: list[str]) -> Guard:
        async def resolve(host: str, port: int) -> list[str]:
            self.resolved.append(host)
            known = {HOST: ["127.0.0.1"], **{name.replace("_", "."): found for name, found in names.items()}}
            return known.get(host, [host])

        return Guard(resolve=resolve, trusted=frozenset({(HOST, self.port)}))


@contextmanager
def fake_web() -> Iterator[FakeWeb]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.seen = []  # type: ignore[attr-defined]
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield FakeWeb(server)
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
