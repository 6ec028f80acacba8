"""A real service on loopback: uvicorn in a thread, or `adjudge serve` as a process; and a reader of event streams."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2

from adjudge.server.config import Config, RequestLimits
from adjudge.server.serve import Served, bound, server_of

CLAIM = "The bridge opened in 1932."
SOURCE = "The bridge opened in 1931 after years of work."
CASE = {"claim": CLAIM, "documents": [{"text": SOURCE}]}
NO_RATE = RequestLimits(rate_per_s=0)


@dataclass
class Running:
    """A service that runs, and a client for it."""

    url: str
    client: httpx2.Client
    server: Served

    def check(self, body: dict[str, Any] | None = None, **headers: str) -> httpx2.Response:
        """POST a check and wait for it."""
        given = {"prefer": "wait=60"} | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post("/v1/checks", json=body or {"case": CASE}, headers=given)

    def post(self, body: dict[str, Any]) -> dict[str, Any]:
        """POST a check and do not wait."""
        response = self.client.post("/v1/checks", json=body)
        assert response.status_code == 202, response.text
        found: dict[str, Any] = response.json()
        return found

    def until(self, id: str, *statuses: str, seconds: float = 30) -> dict[str, Any]:
        """Wait until a check stands so."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found: dict[str, Any] = self.client.get(f"/v1/checks/{id}").json()
            if found["status"] in statuses:
                return found
            time.sleep(0.02)
        raise AssertionError(f"{id} never became {statuses}: {found['status']}")

    def events(self, path: str, *, last_id: str = "", most: int = 10_000) -> "list[Sent]":
        """The events of a stream until it ends, or the first ones."""
        headers = {"last-event-id": last_id} if last_id else {}
        with self.client.stream("GET", path, headers=headers) as response:
            assert response.status_code == 200, response.read()
            assert response.headers["content-type"].startswith("text/event-stream")
            return list(_first(read_events(response.iter_lines()), most))


@dataclass(frozen=True)
class Sent:
    """One event as it came."""

    id: str
    name: str
    data: Any = field(compare=False)


def read_events(lines: Iterator[str]) -> Iterator[Sent]:
    held: dict[str, str] = {}
    for line in lines:
        if not line:
            if held:
                yield Sent(held.get("id", ""), held.get("event", ""), json.loads(held.get("data", "null")))
            held = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            held[name] = value


def _first(events: Iterator[Sent], most: int) -> Iterator[Sent]:
    for number, event in enumerate(events, start=1):
        yield event
        if number == most:
            return


@contextmanager
def running(config: Config | None = None) -> Iterator[Running]:
    """The service in a thread, ended as a signal would end it."""
    config = config or Config(limits=NO_RATE)
    listening = bound("127.0.0.1", 0)
    port = listening.getsockname()[1]
    server = server_of(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service did not start"
        time.sleep(0.01)
    url = f"http://127.0.0.1:{port}"
    try:
        with httpx2.Client(base_url=url, timeout=60) as client:
            yield Running(url, client, server)
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()
        assert not thread.is_alive(), "the service did not end"


def pdf_of(text: str) -> bytes:
    """The smallest PDF that holds a line of text in ASCII."""
    stream = b"BT /F1 12 Tf 72 720 Td (%b) Tj ET" % text.encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> "
        b"/MediaBox [0 0 612 792] >>",
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 6\n0000000000 65535 f \n%btrailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF"
    return body + end % (table, len(body))


@dataclass
class Process:
    """`adjudge serve` as a process."""

    url: str
    process: "subprocess.Popen[str]"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found: int = free.getsockname()[1]
        return found


@contextmanager
def process(*options: str, home: str) -> Iterator[Process]:
    """The command itself; whoever uses it ends it, or it is killed at the end."""
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "adjudge", "serve", "--port", str(port), "--rate", "0", *options]
    started = subprocess.Popen(
        command, env={**environment, "ADJUDGE_HOME": home}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            assert started.poll() is None, started.communicate()[0]
            try:
                if httpx2.get(f"{url}/readyz", timeout=5).status_code == 200:
                    break
            except httpx2.TransportError:
                time.sleep(0.05)
        yield Process(url, started)
    finally:
        if started.poll() is None:
            started.kill()
        started.communicate()
