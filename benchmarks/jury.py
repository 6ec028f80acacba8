"""The overhead of the jury: with scripted replies, and against a server with a fixed latency."""

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, aclosing, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time, sleep
from urllib.parse import urlsplit

from tests.support.fake_llm import FakeLLM, Fate
from tests.support.jury import ruled

from adjudge import Case, Verdict, check_many
from adjudge.check import Terms, acheck, engine_of
from adjudge.cli.show.console import wait_for
from adjudge.engines.around.limits import CallLimits
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.base import Answer
from adjudge.engines.scripted import Scripted
from adjudge.protocols.jury import Jury
from adjudge.questions.jury import Vote
from adjudge.store.store import Store
from benchmarks.table import Table

LATENCY_S = 0.2
CONNECTIONS = 64
_VOTE_SCHEMA = {"response_format": {"type": "json_schema", "json_schema": {"schema": Vote.model_json_schema()}}}
CALLS_A_CASE = 26
"""About what the fake server's answers lead to: most juries are split, and most edits are judged again."""
SPLIT = {"literal": "Mutated", "sceptic": "Mutated"}


def cases(count: int) -> list[Case]:
    return [
        Case(id=f"c{n}", claim=f"Bridge {n} opened in 1932.", documents=[f"Bridge {n} opened in 1931."])
        for n in range(count)
    ]


class Timed(Scripted):
    """A scripted engine that measures its own time."""

    seconds = 0.0

    async def ask(self, question: object) -> Answer:  # type: ignore[override,type-arg]
        began = perf_counter()
        try:
            return await super().ask(question)  # type: ignore[arg-type]
        finally:
            self.seconds += perf_counter() - began


def scripted() -> Table:
    """Cases per second with an engine that answers at once."""
    count, rows = 300, []
    for name, votes in (("unanimous", {}), ("split, debated", SPLIT)):
        engine = Timed(ruled(votes, check="Yes"))
        began = perf_counter()
        verdicts = asyncio.run(_all(engine, count))
        seconds = perf_counter() - began
        outside = 1 - engine.seconds / seconds
        calls = sum(verdict.usage.calls for verdict in verdicts) / count
        rows.append(
            [name, f"{count / seconds:.0f}", f"{calls:.0f}", f"{seconds / count * 1000:.1f} ms", f"{outside:.0%}"]
        )
    return Table(
        "Jury on scripted replies",
        f"{count} cases, no store: the protocol's own cost, since the engine answers at once.",
        ["jury", "cases a second", "calls a case", "time a case", "share outside the engine"],
        rows,
    )


async def _all(engine: Scripted, count: int) -> list[Verdict]:
    return [v async for v in check_many(cases(count), engine=engine, concurrency=16) if isinstance(v, Verdict)]


def latency() -> Table:
    """The time of one case compared with its critical path."""
    rows = []
    jury = Jury()
    wanted = {
        "unanimous": lambda verdict: not _rounds(verdict),
        "split: two rounds of debate, second vote, edit judged again": lambda verdict: (
            _rounds(verdict) == 2 and any(entry.phase.startswith("edit/") for entry in verdict.transcript.entries)
        ),
    }
    with served() as url:
        wait_for(acheck(cases(1)[0], protocol=jury, engine=f"{url}#warm-up"))
        found = wait_for(_cases_like(url, wanted))
        for name, case in found.items():
            began = perf_counter()
            verdict = wait_for(acheck(case, protocol=jury, engine=f"{url}#fake"))
            seconds = perf_counter() - began
            path = _critical_path(verdict) * LATENCY_S
            rows.append([name, str(verdict.usage.calls), f"{path:.1f} s", f"{seconds:.2f} s", f"{seconds / path:.2f}"])
    return Table(
        "Latency of one case",
        f"A server that takes {LATENCY_S * 1000:.0f} ms for each answer. The critical path is the longest chain of "
        "calls that depend on each other. Aim: at most 1.15 times that.",
        ["case", "calls", "critical path", "measured", "ratio"],
        rows,
    )


def _rounds(verdict: Verdict) -> int:
    """Rounds of debate on the claim itself."""
    phases = [entry.phase.split(":")[0] for entry in verdict.transcript.entries]
    return max((int(phase.split()[-1]) for phase in phases if phase.startswith("debate round")), default=0)


async def _cases_like(url: str, wanted: Mapping[str, Callable[[Verdict], bool]]) -> dict[str, Case]:
    """For each condition, the first case whose hearing meets it; the server's random answers are reproducible."""
    candidates = {case.id: case for case in cases(200)}
    found: dict[str, Case] = {}
    async with aclosing(check_many(candidates.values(), engine=f"{url}#fake", concurrency=32)) as verdicts:
        async for verdict in verdicts:
            assert isinstance(verdict, Verdict), verdict
            for name, fits in wanted.items():
                if name not in found and fits(verdict):
                    found[name] = candidates[verdict.case_id]
            if len(found) == len(wanted):
                break
    return {name: found[name] for name in wanted}


def _critical_path(verdict: Verdict) -> int:
    """The longest chain of calls: those of one phase and side run concurrently, all others wait for earlier ones."""
    steps = 0
    last: tuple[str, str, str] | None = None
    for entry in verdict.transcript.entries:
        step = (entry.phase, entry.kind, str(entry.question.get("side", "")))
        steps += step != last
        last = step
    return steps


def throughput() -> Table:
    """Calls per second, as a share of what the connections allow and of what a bare client achieves."""
    possible = CONNECTIONS / LATENCY_S
    count = 360
    rows = []
    with served() as url, tempfile.TemporaryDirectory() as folder:
        wait_for(_calls(url, 2, Path(folder) / "warm-up"))
        ceiling = _bare(url)
        for name, store in (("jury, nothing kept", None), ("jury, every answer kept in the store", Path(folder))):
            began, began_cpu, began_contended_s = perf_counter(), process_time(), _contended_s()
            calls = wait_for(_calls(url, count, store))
            seconds, cpu = perf_counter() - began, process_time() - began_cpu
            contended = f"{(_contended_s() - began_contended_s) / seconds:.0%}"
            rate = calls / seconds
            rows.append(
                [
                    name,
                    f"{calls}",
                    f"{seconds:.1f} s",
                    f"{cpu / calls * 1000:.2f} ms",
                    f"{rate:.0f}",
                    f"{rate / possible:.2f}",
                    f"{rate / ceiling:.2f}",
                    f"{min(1.0, calls / cpu / possible):.2f}",
                    contended,
                ]
            )
        again = _bare(url)
    return Table(
        "Throughput against a server",
        f"{LATENCY_S * 1000:.0f} ms for each answer, {CONNECTIONS} connections, {count} cases, 96 at a time, after a "
        f"warm-up, to the end of the last one. Possible: {possible:.0f} a second; a bare client that only sends and "
        f"reads got {ceiling:.0f} from the same server just before and {again:.0f} just after. "
        "Aim: 0.75 of the possible. The last column says for how much of the time someone on this machine was waiting "
        "for a processor. On a busy machine calls a second say little about the client; then processor time gives the "
        "share that it could reach with a core of its own.",
        [
            "what",
            "calls",
            "time",
            "processor time a call",
            "calls a second",
            "of the possible",
            "of the bare client's",
            "of the possible, on a core of its own",
            "processors contended",
        ],
        rows,
    )


def _contended_s() -> float:
    """Seconds since boot in which some process waited for a processor (Linux only; 0 elsewhere)."""
    try:
        some = Path("/proc/pressure/cpu").read_text().splitlines()[0]
    except OSError:
        return 0.0
    return int(some.rpartition("total=")[2]) / 1e6


async def _calls(url: str, count: int, folder: Path | None) -> int:
    total = 0
    async with AsyncExitStack() as stack:
        terms = Terms(limits=CallLimits(concurrent=CONNECTIONS))
        if folder:
            store = await stack.enter_async_context(await Store.open(folder / "adjudge.db"))
            receipts = stack.enter_context(Receipts(folder / "receipts"))
            terms = replace(terms, answers=store, receipts=receipts)
        engine = engine_of(f"{url}#fake", terms)
        stack.push_async_callback(engine.close)
        async for outcome in check_many(cases(count), engine=engine, concurrency=96):
            assert isinstance(outcome, Verdict), outcome
            total += outcome.usage.calls
    return total


def _bare(url: str) -> float:
    """Calls per second of a client that only sends the same request and reads the response."""
    body = json.dumps({"messages": [{"role": "user", "content": "x" * 5000}], "model": "x", **_VOTE_SCHEMA}).encode()
    request = b"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    left = 3000

    async def worker() -> None:
        nonlocal left
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(url).port)
        while left > 0:
            left -= 1
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0]))
        writer.close()

    async def all_workers() -> None:
        await asyncio.gather(*(worker() for _ in range(CONNECTIONS)))

    calls, began = left, perf_counter()
    wait_for(all_workers())
    return calls / (perf_counter() - began)


def resume() -> Table:
    """Kill runs half-way and count which requests are sent again."""
    count = 40
    rows = [_killed(count, latency_s) for latency_s in (0.02, LATENCY_S) for _ in range(5)]
    return Table(
        "Resume of a killed run",
        f"{count} cases; SIGKILL about half-way, at no moment in particular, then the same command. The server knows "
        "the fate of each request: the kernel resets a connection whose process dies with unread bytes. An answer that "
        "the process has read must not be asked for again. One that was sent but not read had not reached it yet, and "
        "a call in flight had no answer: these can only be asked again. At 20 ms the run is bound by its own work and "
        "answers wait longest to be read; language models take seconds.",
        [
            "server's latency",
            "answers read before the kill",
            "of these asked again (aim: 0)",
            "of these saved by a receipt",
            "sent, not read",
            "in flight",
            "calls after",
        ],
        rows,
    )


def _killed(count: int, latency_s: float) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, FakeLLM(latency_s=latency_s, keep=100_000) as server:
        path = Path(folder)
        (path / "pairs.csv").write_text(
            "claim,truth\n" + "".join(f"Bridge {n} opened in 1932.,Bridge {n} opened in 1931.\n" for n in range(count))
        )
        (path / "run.yaml").write_text("data: {source: pairs.csv}\n")
        command = [sys.executable, "-m", "adjudge", "run", "run.yaml", "-q", "--engine", f"{server.url}#fake"]
        environment = {**os.environ, "ADJUDGE_HOME": str(path / "home")}
        process = subprocess.Popen(command, cwd=path, env=environment, stderr=subprocess.DEVNULL)
        while server.calls < count * CALLS_A_CASE / 2 and process.poll() is None:
            sleep(0.002)
        sleep(random.uniform(0, latency_s))
        process.send_signal(signal.SIGKILL)
        process.wait()
        sleep(0.2)
        kept, before = _answers_kept(path / "home" / "adjudge.db"), len(server.exchanges)
        subprocess.run(command, cwd=path, env=environment, check=True, stderr=subprocess.DEVNULL)
        first, second = list(server.exchanges)[:before], list(server.exchanges)[before:]
    fates = {fate: {one.key for one in first if one.fate is fate} for fate in Fate}
    again = len(fates[Fate.READ] & {one.key for one in second})
    figures = (
        len(fates[Fate.READ]),
        again,
        len(fates[Fate.READ]) - kept - again,
        len(fates[Fate.UNREAD]),
        len(fates[Fate.IN_FLIGHT]),
        len(second),
    )
    return [f"{latency_s * 1000:.0f} ms", *(str(figure) for figure in figures)]


def _answers_kept(store: Path) -> int:
    with closing(sqlite3.connect(store)) as connection:
        return int(connection.execute("SELECT count(*) FROM answers").fetchone()[0])


@contextmanager
def served() -> Iterator[str]:
    """Run the fake server in a separate process."""
    command = [sys.executable, "-m", "tests.support.fake_llm", "--latency", str(LATENCY_S), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()
