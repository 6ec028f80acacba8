"""The service under load, on loopback: many clients, a kill with a full queue, slow clients and streams, two processes
on one store, and PostgreSQL in place of SQLite."""

import asyncio
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path

import httpx2
from tests.server.support import Process, free_port, process
from tests.support.fake_llm import FakeLLM, Fate

from benchmarks.service import Started, body
from benchmarks.trials.trial import Trial

CLIENTS = int(os.environ.get("ADJUDGE_TRIAL_CLIENTS", "64"))
HEALTH_S = 0.2
"""The maximum of the 99th percentile of health checks, in seconds."""
GROWTH = 1.1
"""Memory may grow by this factor after the first minute, or the first fifth of a shorter trial."""
WAIT_S = 1800
PROTOCOL = "entailment"


def sustained(trial: Trial) -> None:
    """Run clients that send one check after the other for `seconds`."""
    for kind in ("memory grew after the first minute", "p99 of health over 200 ms", "requests that failed"):
        trial.fault(kind, 0)
    with tempfile.TemporaryDirectory() as home, process("--queue", "10000", home=home) as running:
        asyncio.run(_sustained(trial, running))


async def _sustained(trial: Trial, running: Process) -> None:
    started = Started(running.url, running.process)  # type: ignore[arg-type]
    health: list[float] = []
    memory: list[float] = []
    done = count()
    began = time.monotonic()
    async with httpx2.AsyncClient(base_url=running.url, timeout=WAIT_S, limits=_limits(CLIENTS + 1)) as client:

        async def one_client() -> None:
            while trial.goes_on():
                answer = await client.post("/v1/checks", json=body(PROTOCOL), headers={"prefer": "wait=300"})
                trial.fault("requests that failed", answer.status_code != 200, answer.text)
                next(done)

        async def watch() -> None:
            while trial.goes_on():
                asked = time.perf_counter()
                await client.get("/healthz")
                health.append(time.perf_counter() - asked)
                memory.append(started.megabytes)
                await asyncio.sleep(0.25)
                trial.step(int(time.monotonic() - began) - trial.done)

        await asyncio.gather(watch(), *(one_client() for _ in range(CLIENTS)))
    settled = memory[min(len(memory) // 5, len(memory) * 60 // max(60, trial.size)) :] or memory
    p99 = sorted(health)[int(0.99 * (len(health) - 1))]
    trial.fault("memory grew after the first minute", max(settled) > GROWTH * settled[0])
    trial.fault("p99 of health over 200 ms", p99 > HEALTH_S)
    trial.counts = {
        "clients": f"{CLIENTS}",
        "checks decided": f"{next(done):,}",
        "health checks; median, p99, slowest": f"{len(health):,}; {1000 * sorted(health)[len(health) // 2]:.0f}, "
        f"{1000 * p99:.0f}, {1000 * max(health):.0f} ms",
        "memory after the first minute, most, at the end": f"{settled[0]:.0f}, {max(settled):.0f}, {memory[-1]:.0f} MB",
        "load of the machine at the end": f"{os.getloadavg()[0]:.1f}",
    }


def restart(trial: Trial) -> None:
    """Queue jobs, kill the service at a random point and restart it: each job must be decided once."""
    with tempfile.TemporaryDirectory() as home:
        _restarted(trial, home)


def postgres(trial: Trial) -> None:
    """The same kill with PostgreSQL, and two processes on one store."""
    with _postgres() as address, _environment("ADJUDGE_STORE", address), tempfile.TemporaryDirectory() as home:
        trial.size, whole = max(1, trial.size // 2), trial.size
        _restarted(trial, home)
        counts, trial.size = trial.counts, whole
        _two(trial, (home, f"{home}-2"))
        trial.counts = {**counts, **trial.counts}


def _restarted(trial: Trial, home: str) -> None:
    for kind in ("jobs lost", "jobs decided twice"):
        trial.fault(kind, 0)
    size = trial.size - trial.done
    with FakeLLM(latency_s=0.01, keep=1_000_000) as model:
        options = ("--engine", f"{model.url}#fake", "--queue", str(size + 10))
        with process(*options, home=home) as first:
            ids = asyncio.run(_submitted(first.url, size))
            kill_at = random.Random(7).randint(size // 4, size)
            _wait(lambda: model.calls >= kill_at)
            first.process.send_signal(signal.SIGKILL)
            first.process.wait()
        time.sleep(0.2)  # the server sees how the connections ended
        read = {one.key for one in model.exchanges if one.fate is Fate.READ}
        model.exchanges.clear()
        with process(*options, home=home) as second:
            _wait(lambda: _unfinished(second.url) == 0)
            _count_decided(trial, second.url, ids)
        again = read & {one.key for one in model.exchanges}
        trial.step(size)
    trial.counts = {
        "jobs queued, calls at the kill": f"{size:,}, {kill_at:,}",
        "answered calls paid twice": f"{len(again):,}",
    }


def two_processes(trial: Trial) -> None:
    """Two services on one SQLite file."""
    with tempfile.TemporaryDirectory() as home:
        _two(trial, (home, home))


def _two(trial: Trial, homes: tuple[str, str]) -> None:
    for kind in ("jobs lost", "jobs decided twice"):
        trial.fault(kind, 0)
    size = trial.size - trial.done
    with FakeLLM(latency_s=0.01, keep=1) as model, ExitStack() as stack:
        options = ("--engine", f"{model.url}#fake", "--queue", str(size + 10))
        both = [stack.enter_context(process(*options, home=home)) for home in homes]
        ids = [asyncio.run(_submitted(one.url, size // 2)) for one in both]
        _wait(lambda: sum(_unfinished(one.url) for one in both) == 0)
        for one, own in zip(both, ids, strict=True):
            _count_decided(trial, one.url, own)
    trial.step(size)
    trial.counts = {"processes, jobs": f"2, {size:,}"}


def slow_clients(trial: Trial) -> None:
    """Open many event streams and as many clients that send a request byte by byte, while others work."""
    for kind in ("health over 1 s", "streams without an end", "checks that failed"):
        trial.fault(kind, 0)
    with (
        tempfile.TemporaryDirectory() as home,
        FakeLLM(latency_s=3600) as model,
        process("--engine", f"{model.url}#fake", "--engine", "offline", home=home) as running,
    ):
        asyncio.run(_beside_slow_clients(trial, running.url, f"{model.url}#fake"))


async def _beside_slow_clients(trial: Trial, url: str, silent: str) -> None:
    host, _, port = url.removeprefix("http://").partition(":")
    health: list[float] = []
    ended = 0

    async def slow() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        with suppress(ConnectionError, asyncio.CancelledError):
            for byte in b"POST /v1/checks HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + b" " * 100_000:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.5)
        writer.close()
        del reader

    async def stream(path: str, opened: asyncio.Semaphore) -> None:
        nonlocal ended
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        await reader.readuntil(b"event: check")
        opened.release()
        while line := await reader.readline():
            ended += line.startswith(b"event: end")
        writer.close()

    async with httpx2.AsyncClient(base_url=url, timeout=WAIT_S) as client:
        watched = (await client.post("/v1/checks", json={**body(), "engine": silent})).json()["id"]
        opened = asyncio.Semaphore(0)
        streams = [asyncio.create_task(stream(f"/v1/checks/{watched}/events", opened)) for _ in range(trial.size)]
        dripping = [asyncio.create_task(slow()) for _ in range(trial.size)]
        for _ in streams:
            await opened.acquire()
        for _ in range(50):
            asked = time.perf_counter()
            await client.get("/healthz")
            health.append(time.perf_counter() - asked)
        for _ in range(5):
            given = {**body(PROTOCOL), "engine": "offline"}
            answer = await client.post("/v1/checks", json=given, headers={"prefer": "wait=300"})
            trial.fault("checks that failed", answer.status_code != 200, answer.text)
        await client.post(f"/v1/checks/{watched}/stop")
        await asyncio.wait(streams, timeout=WAIT_S)
        for task in dripping:
            task.cancel()
        await asyncio.gather(*dripping, return_exceptions=True)
    trial.fault("streams without an end", trial.size - ended)
    trial.fault("health over 1 s", sum(one > 1 for one in health))
    trial.step(trial.size)
    trial.counts = {
        "event streams, slow clients": f"{trial.size:,}, {trial.size:,}",
        "slowest of 50 health checks": f"{1000 * max(health):.0f} ms",
    }


async def _submitted(url: str, number: int) -> list[str]:
    async with httpx2.AsyncClient(base_url=url, timeout=WAIT_S, limits=_limits(16)) as client:
        turn = asyncio.Semaphore(16)

        async def one() -> str:
            async with turn:
                answer = await client.post("/v1/checks", json=body(PROTOCOL))
                assert answer.status_code == 202, answer.text
                id: str = answer.json()["id"]
                return id

        return await asyncio.gather(*(one() for _ in range(number)))


def _unfinished(url: str) -> int:
    page = httpx2.get(f"{url}/metrics", timeout=WAIT_S).text
    names = ("adjudge_jobs_waiting ", "adjudge_jobs_running ")
    return sum(int(float(line.split()[1])) for line in page.splitlines() if line.startswith(names))


def _count_decided(trial: Trial, url: str, ids: list[str]) -> None:
    with httpx2.Client(base_url=url, timeout=WAIT_S) as client:
        for id in ids:
            found = client.get(f"/v1/runs/{id}").json()["run"]
            decided = sum(found["counts"]["stances"].values()) + found["counts"]["failed"]
            trial.fault("jobs lost", decided == 0, f"{id}: {found['status']}")
            trial.fault("jobs decided twice", decided > 1, f"{id}: {found['counts']}")


def _wait(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_S
    while not happened():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.1)


def _limits(connections: int) -> httpx2.Limits:
    return httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)


@contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]


@contextmanager
def _postgres() -> Iterator[str]:
    """A PostgreSQL server of its own on loopback, started and stopped here; raises if Debian's is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin")) or [Path(shutil.which("initdb") or "").parent]
    programs, port = found[-1], free_port()
    # The server refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as folder:
        if user:
            shutil.chown(folder, user)
        data = f"{folder}/data"

        def run(*words: str) -> None:
            subprocess.run(words, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)

        run(f"{programs}/initdb", "--pgdata", data, "--username", "adjudge", "--auth", "trust", "--encoding", "UTF8")
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder}"
        run(f"{programs}/pg_ctl", "--pgdata", data, "--wait", "--options", options, "--log", f"{folder}/log", "start")
        try:
            yield f"postgresql://adjudge@127.0.0.1:{port}/postgres"
        finally:
            run(f"{programs}/pg_ctl", "--pgdata", data, "--wait", "--mode", "fast", "stop")
