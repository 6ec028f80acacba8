"""The jury's own time: on scripted replies, and against a server that takes a fixed time for each answer."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter, sleep

from tests.support.fake_llm import FakeLLM
from tests.support.jury import ruled

from adjudge import Case, Verdict, check_many
from adjudge.check import Terms, acheck, engine_of
from adjudge.engines.base import Answer
from adjudge.engines.limits import Limits
from adjudge.engines.scripted import Scripted
from adjudge.protocols.jury import Jury
from benchmarks.table import Table

LATENCY_S = 0.2
CONNECTIONS = 64
SPLIT = {"literal": "Mutated", "sceptic": "Mutated"}


def cases(count: int) -> list[Case]:
    return [
        Case(id=f"c{n}", claim=f"Bridge {n} opened in 1932.", documents=[f"Bridge {n} opened in 1931."])
        for n in range(count)
    ]


class Timed(Scripted):
    """A scripted engine that knows how long it was asked."""

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
    """One case against its critical path."""
    rows = []
    with served() as url:
        for name, jury in (("as is", Jury()), ("no second judging of the edit", Jury(rejudge_edit=False))):
            began = perf_counter()
            verdict = asyncio.run(acheck(cases(1)[0], protocol=jury, engine=f"{url}#warm-up-{name}"))
            began = perf_counter()
            verdict = asyncio.run(acheck(cases(1)[0], protocol=jury, engine=f"{url}#fake"))
            seconds = perf_counter() - began
            path = _critical_path(verdict) * LATENCY_S
            rows.append([name, str(verdict.usage.calls), f"{path:.1f} s", f"{seconds:.2f} s", f"{seconds / path:.2f}"])
    return Table(
        "Latency of one case",
        f"A server that takes {LATENCY_S * 1000:.0f} ms for each answer. The critical path is the longest chain of "
        "calls that depend on each other. Aim: at most 1.15 times that.",
        ["jury", "calls", "critical path", "measured", "ratio"],
        rows,
    )


def _critical_path(verdict: Verdict) -> int:
    """Calls of one phase and side run at once; everything else waits for what came before."""
    steps = 0
    last: tuple[str, str, str] | None = None
    for entry in verdict.transcript.entries:
        step = (entry.phase, entry.kind, str(entry.question.get("side", "")))
        steps += step != last
        last = step
    return steps


def throughput() -> Table:
    """Calls per second over what the connections allow."""
    possible = CONNECTIONS / LATENCY_S
    count = 360
    with served() as url:
        terms = Terms(limits=Limits(concurrent=CONNECTIONS))
        engine = engine_of(f"{url}#fake", terms)
        began = perf_counter()
        calls = asyncio.run(_calls(engine, count))
        seconds = perf_counter() - began
    rows = [
        [
            str(count),
            str(calls),
            f"{seconds:.1f} s",
            f"{calls / seconds:.0f}",
            f"{possible:.0f}",
            f"{calls / seconds / possible:.2f}",
        ]
    ]
    return Table(
        "Throughput against a server",
        f"{LATENCY_S * 1000:.0f} ms for each answer, {CONNECTIONS} connections, 96 cases at a time. "
        "Aim: 0.9 of the possible.",
        ["cases", "calls", "time", "calls a second", "possible", "ratio"],
        rows,
    )


async def _calls(engine: object, count: int) -> int:
    total = 0
    async for outcome in check_many(cases(count), engine=engine, concurrency=96):  # type: ignore[arg-type]
        if isinstance(outcome, Verdict):
            total += outcome.usage.calls
    return total


def resume() -> Table:
    """A run killed half-way: how many answered calls it asks again."""
    count = 40
    with tempfile.TemporaryDirectory() as folder, FakeLLM(latency_s=0.02, keep=100_000) as server:
        path = Path(folder)
        (path / "pairs.csv").write_text(
            "claim,truth\n" + "".join(f"Bridge {n} opened in 1932.,Bridge {n} opened in 1931.\n" for n in range(count))
        )
        (path / "run.yaml").write_text("data: {source: pairs.csv}\n")
        command = [sys.executable, "-m", "adjudge", "run", "run.yaml", "-q", "--engine", f"{server.url}#fake"]
        environment = {**os.environ, "ADJUDGE_HOME": str(path / "home")}
        whole = count * 12
        process = subprocess.Popen(command, cwd=path, env=environment, stderr=subprocess.DEVNULL)
        while server.calls < whole / 2 and process.poll() is None:
            sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        sleep(0.2)
        kept, before = _answers_kept(path / "home" / "adjudge.db"), server.calls
        subprocess.run(command, cwd=path, env=environment, check=True, stderr=subprocess.DEVNULL)
        after, distinct = server.calls - before, len({str(request) for request in server.requests})
    columns = ["cases", "calls before the kill", "answers kept", "calls after", "kept answers asked again"]
    return Table(
        "Resume of a killed run",
        "SIGKILL about half-way, then the same command. A call under way at that moment had no answer to keep.",
        columns,
        [[str(count), str(before), str(kept), str(after), str(after - (distinct - kept))]],
    )


def _answers_kept(store: Path) -> int:
    with closing(sqlite3.connect(store)) as connection:
        return int(connection.execute("SELECT count(*) FROM answers").fetchone()[0])


@contextmanager
def served() -> Iterator[str]:
    """The fake server in a process of its own."""
    command = [sys.executable, "-m", "tests.support.fake_llm", "--latency", str(LATENCY_S), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()
