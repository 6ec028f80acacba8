"""The service under load: checks a second and p99 for 1, 16 and 64 clients, 1,000 open event streams, memory.

Clients and service are processes of one machine, so that they share its cores: the service alone is faster than this.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import perf_counter, sleep

import httpx2
from tests.server.support import free_port
from tests.support.fake_llm import FakeLLM

from benchmarks.table import Table

CLIENTS = (1, 16, 64)
CHECKS = int(os.environ.get("ADJUDGE_BENCH_CHECKS", "600"))
STREAMS = int(os.environ.get("ADJUDGE_BENCH_STREAMS", "1000"))
LONG_RUN = int(os.environ.get("ADJUDGE_BENCH_LONG_RUN", "10000"))
_numbers = count()


@dataclass(frozen=True)
class Started:
    """A running service."""

    url: str
    process: "subprocess.Popen[bytes]"

    @property
    def megabytes(self) -> float:
        """Its resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def cpu_s(self) -> float:
        """Its processor time so far, over all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def others() -> str:
    """The load of the machine: wall-clock times depend on it, processor time per check hardly does."""
    return f"Load of the machine when it began: {os.getloadavg()[0]:.1f}."


@contextmanager
def service(*options: str) -> Iterator[Started]:
    """Run `adjudge serve` with an empty home and stop it afterwards."""
    port = free_port()
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "adjudge", "serve", "--port", str(port), "--rate", "0", "--grace", "0"]
        environment = {**os.environ, "ADJUDGE_HOME": home}
        process = subprocess.Popen([*command, "--queue", "100000", *options], env=environment)
        url = f"http://127.0.0.1:{port}"
        try:
            while True:
                try:
                    httpx2.get(f"{url}/readyz", timeout=5).raise_for_status()
                    break
                except httpx2.TransportError:
                    sleep(0.05)
            yield Started(url, process)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def body(protocol: str = "jury") -> dict[str, object]:
    """A case that was not asked before, so that the ledger has no answer."""
    number = next(_numbers)
    documents = [{"text": f"Bridge {number} opened in 1931 after years of work."}]
    return {"case": {"claim": f"Bridge {number} opened in 1932.", "documents": documents}, "protocol": protocol}


async def _checks(url: str, clients: int, checks: int, protocol: str) -> list[float]:
    """Seconds of each check, from POST to verdict."""
    left, seconds = count(), []
    limits = httpx2.Limits(max_connections=clients, max_keepalive_connections=clients)
    async with httpx2.AsyncClient(base_url=url, timeout=300, limits=limits) as client:

        async def one_client() -> None:
            while next(left) < checks:
                began = perf_counter()
                response = await client.post("/v1/checks", json=body(protocol), headers={"prefer": "wait=300"})
                assert response.status_code == 200, response.text
                seconds.append(perf_counter() - began)

        await asyncio.gather(*(one_client() for _ in range(clients)))
    return seconds


def load() -> Table:
    """Measure POST and result with the offline engine."""
    rows, meanwhile = [], others()
    for protocol in ("jury", "entailment"):
        with service() as started:
            asyncio.run(_checks(started.url, 4, 20, protocol))
            for clients in CLIENTS:
                began, computed = perf_counter(), started.cpu_s
                seconds = sorted(asyncio.run(_checks(started.url, clients, CHECKS, protocol)))
                rate = len(seconds) / (perf_counter() - began)
                median, p99 = seconds[len(seconds) // 2], seconds[int(0.99 * (len(seconds) - 1))]
                cells = [protocol, str(clients), f"{rate:.1f}", f"{1000 * median:.0f} ms", f"{1000 * p99:.0f} ms"]
                cpu_ms = 1000 * (started.cpu_s - computed) / len(seconds)
                rows.append([*cells, f"{cpu_ms:.0f} ms", f"{started.megabytes:.0f} MB"])
    what = f"`POST /v1/checks` with `Prefer: wait`, offline, {CHECKS} new cases each; four jobs at once. {meanwhile}"
    columns = ["protocol", "clients", "checks/s", "median", "p99", "CPU of the service a check", "memory after"]
    return Table("Service", what, columns, rows)


async def _stream(url: str, path: str, opened: asyncio.Semaphore) -> float:
    """Open a stream, read it to the end and return the time of the end."""
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
    await reader.readuntil(b"event: check")
    opened.release()
    while line := await reader.readline():
        if line.startswith(b"event: end"):
            break
    came = perf_counter()
    writer.close()
    return came


async def _watched(started: Started) -> list[list[str]]:
    async with httpx2.AsyncClient(base_url=started.url, timeout=60) as client:
        id = (await client.post("/v1/checks", json=body())).json()["id"]
        before, began, opened = started.megabytes, perf_counter(), asyncio.Semaphore(0)
        streams = [asyncio.create_task(_stream(started.url, f"/v1/checks/{id}/events", opened)) for _ in range(STREAMS)]
        for _ in range(STREAMS):
            await opened.acquire()
        opening = perf_counter() - began
        pings = []
        for _ in range(50):
            ping = perf_counter()
            await client.get("/healthz")
            pings.append(perf_counter() - ping)
        held = started.megabytes
        stopped = perf_counter()
        await client.post(f"/v1/checks/{id}/stop")
        came = await asyncio.gather(*streams)
    return [
        ["open all of them", f"{opening:.1f} s"],
        ["memory for each", f"{1024 * (held - before) / STREAMS:.0f} kB"],
        ["`/healthz` meanwhile, slowest of 50", f"{1000 * max(pings):.0f} ms"],
        ["from a stop to the last stream's `end`", f"{1000 * (max(came) - stopped):.0f} ms"],
    ]


def streams() -> Table:
    """Measure many watchers of one check whose engine does not answer."""
    what = f"{STREAMS:,} clients watch one check. {others()}"
    with FakeLLM(latency_s=3600) as model, service("--engine", f"{model.url}#fake") as started:
        rows = asyncio.run(_watched(started))
    return Table("Event streams", what, ["what", "measured"], rows)


def memory() -> Table:
    """Measure memory over many checks."""
    rows, done = [], 0
    with service() as started:
        for until in (LONG_RUN // 100, LONG_RUN // 10, LONG_RUN // 2, LONG_RUN):
            asyncio.run(_checks(started.url, 8, until - done, "entailment"))
            done = until
            rows.append([f"{done:,}", f"{started.megabytes:.0f} MB"])
    what = "Entailment, offline, new cases, eight clients. The engine keeps its last 256 readings, then no more."
    return Table("Service memory", what, ["checks", "memory"], rows)


if __name__ == "__main__":
    print(json.dumps([table().as_json() for table in (load, streams, memory)], indent=1))
