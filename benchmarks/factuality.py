"""The factuality agent's speed: summaries and pairs a second beside the bare model on the same pairs, and memory.

Articles and summaries are made here: twelve sentences of which three are retold, one of them with a detail wrong. The
ratio is of the model's own time on exactly the pairs that the agent asked for, in alternating rounds of one process.
"""

import asyncio
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter, process_time

from adjudge import Case, check_many
from adjudge.analysis.model import nli
from benchmarks.nli import pairs
from benchmarks.table import Table

_ROUNDS = 5
_SUMMARIES = 24
_MANY = 10_000
_SHORT_ARTICLE = 3


def cases(count: int, *, seed: int, sentences: int = 12) -> Iterator[Case]:
    """`count` different summaries of three sentences, with their articles."""
    chance = random.Random(seed)
    for number in range(count):
        told = pairs(sentences, seed=chance.randrange(1 << 30))
        chosen = chance.sample(told, min(3, sentences))
        yield Case(
            id=f"summary-{seed}-{number}",
            claim=" ".join(claim for _, claim in chosen),
            documents=[" ".join(passage for passage, _ in told)],
        )


def speed() -> Table:
    """Summaries a second, and the agent's pairs a second over the model's on the same pairs."""
    model = nli.shipped()
    model.load()
    ratios, work_ratios, rates, counts = [], [], [], []
    for number in range(_ROUNDS):
        asked: list[tuple[str, str]] = []
        given = list(cases(_SUMMARIES, seed=number))
        began, used = perf_counter(), process_time()
        asyncio.run(_judged(given, asked, model))
        whole, work = perf_counter() - began, process_time() - used
        distinct = list(dict.fromkeys(asked))
        model.forget()
        began, used = perf_counter(), process_time()
        list(model.pool.map(lambda pair: model.judge_one(*pair), distinct))
        bare, bare_work = perf_counter() - began, process_time() - used
        model.forget()
        ratios.append(bare / whole)
        work_ratios.append(bare_work / work)
        rates.append(_SUMMARIES / whole)
        counts.append(len(distinct) / _SUMMARIES)
    return Table(
        title="The factuality agent",
        what=f"{_SUMMARIES} summaries of three sentences against articles of twelve, {_ROUNDS} rounds; the bare model "
        "reads the same pairs on the same threads.",
        columns=["", "value"],
        rows=[
            ["summaries a second", f"{median(rates):.1f}"],
            ["pairs a summary", f"{median(counts):.1f}"],
            ["pairs a second", f"{median(rates) * median(counts):.0f}"],
            ["of the bare model's pairs a second, by the clock", f"{median(ratios):.2f}"],
            ["of the bare model's pairs a second, by CPU time", f"{median(work_ratios):.2f}"],
        ],
    )


async def _judged(given: list[Case], asked: list[tuple[str, str]], model: nli.Model) -> None:
    judge = model.judge_one

    def noted(passage: str, claim: str) -> nli.Judgement:
        asked.append((passage, claim))
        return judge(passage, claim)

    model.judge_one = noted  # type: ignore[method-assign]
    try:
        async for _ in check_many(given, protocol="factuality"):
            pass
    finally:
        model.judge_one = judge  # type: ignore[method-assign]


def memory() -> Table:
    """Peak memory of a process after a tenth of the summaries and after all of them."""
    marks = [
        int(line)
        for line in subprocess.run(
            [sys.executable, "-m", "benchmarks.factuality", str(_MANY)], check=True, capture_output=True, text=True
        ).stdout.split()
    ]
    return Table(
        title="The factuality agent's memory",
        what=f"{_MANY:,} summaries of one sentence in one process, the highest resident memory so far.",
        columns=["summaries", "MB"],
        rows=[[f"{_MANY * part // 10:,}", str(mark)] for part, mark in zip((1, 5, 10), marks, strict=True)],
    )


async def _many(count: int) -> None:
    done = 0
    given = cases(count, seed=1, sentences=_SHORT_ARTICLE)
    short = (case.model_copy(update={"claim": case.claim.split(". ")[0] + "."}) for case in given)
    async for _ in check_many(short, protocol="factuality"):
        done += 1
        if done in (count // 10, count // 2, count):
            print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, flush=True)


if __name__ == "__main__":
    asyncio.run(_many(int(sys.argv[1])))
