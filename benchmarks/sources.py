"""Pairs a second of `adjudge run` on many claims about each source: file order, grouped order, and the bare model.

    python -m benchmarks.sources --sources 200 --claims 100

The claims of a source are spread over the file, as in a shuffled data set. Each is measured in a process of its own, on
one core, by processor time of all threads: the figures hold for one core, also where others use the machine. The bare
model gets the same passages and claims by source, and reads each pair once, as a run does.
"""

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import aclosing
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

from adjudge.analysis.model import nli
from adjudge.batch.grouping import by_source
from adjudge.batch.run import Plan, StoredRun
from adjudge.case import Case, Document
from adjudge.check import Terms, engine_of
from adjudge.engines.around.ledger import Meter
from adjudge.engines.offline import Offline
from adjudge.protocols.entailment import Entailment
from adjudge.store.store import Store
from adjudge.verdict import Failure

Shape: TypeAlias = tuple[int, int, int]
"""Sources, claims for each, paragraphs of a source."""
HOWS = ("file", "source", "bare")
TOWNS = ("Alder", "Birchen", "Corran", "Dunmore", "Elvedon", "Farrow", "Glenrock", "Harwick", "Inver", "Jarrow")


def cases(sources: int, claims: int, paragraphs: int = 1, *, first: int = 0) -> list[tuple[int, Case | Failure]]:
    """The cases in random order; every source has so many paragraphs of its own."""
    made = [
        (
            f"{TOWNS[s % 10]} opened {c + 2} new schools in {1950 + (s + c) % 60}.",
            "\n\n".join(_source(s * paragraphs + part) for part in range(paragraphs)),
        )
        for s in range(first, first + sources)
        for c in range(claims)
    ]
    random.Random(7).shuffle(made)
    return [
        (n, Case(id=f"case-{n}", claim=claim, documents=(Document(id="truth", text=text),)))
        for n, (claim, text) in enumerate(made)
    ]


def _source(number: int) -> str:
    town, year = TOWNS[number % 10], 1950 + number % 60
    return (
        f"In {year} the council of {town} district {number} approved a plan for {number % 9 + 2} new schools. "
        f"Work began in the spring of the following year and took {number % 4 + 2} years. The budget of "
        f"{number % 50 + 10} million was not exceeded, although two contractors withdrew. Mayor Anna Weber said that "
        f"the schools would serve {number * 37 % 900 + 300} children. A third of the pupils come from neighbouring "
        "villages, where the last school had closed ten years before. The buildings are heated with wood."
    )


async def seconds(many: Iterable[tuple[int, Case | Failure]], folder: Path, name: str, asked: int) -> float:
    """Processor time of a stored run over the cases with empty caches."""
    nli.shipped().forget()
    async with await Store.open(folder / f"{name}.db") as store:
        plan = Plan(protocol=Entailment(), engines={"default": "offline"}, data={}, asked=asked, command="benchmark")
        engine = engine_of(Offline(), Terms(answers=store))
        run = await StoredRun.begin(store, plan, meter=Meter(), fresh=True)
        began = time.process_time()
        async with aclosing(run.outcomes(many, engine)) as outcomes:
            async for _ in outcomes:
                pass
        return time.process_time() - began


def bare(many: Iterable[tuple[int, Case | Failure]]) -> float:
    """Processor time of the model alone for the pairs, grouped by source."""
    model = nli.shipped()
    model.forget()
    began = time.process_time()
    for _, case in many:
        if isinstance(case, Case):
            model.judge_one(case.documents[0].text, case.claim)
    return time.process_time() - began


def _measured(how: str, shape: Shape, core: int) -> float:
    """Processor time in file order, by source, or of the bare model by source."""
    os.sched_setaffinity(0, {core})
    many = cases(*shape)
    nli.shipped().load()
    in_order = many if how == "file" else list(by_source(many, window=len(many)))
    with tempfile.TemporaryDirectory() as name:
        # Libraries load and patterns compile before anything is measured.
        asyncio.run(seconds(cases(20, 1, first=10_000), Path(name), "warm", 20))
        return bare(in_order) if how == "bare" else asyncio.run(seconds(in_order, Path(name), how, len(many)))


def measured(shape: Shape, hows: Iterable[str]) -> Iterator[tuple[str, float]]:
    """What each takes, in a process of its own: file order, which takes longest, on one core, the others on another."""
    cores = sorted(os.sched_getaffinity(0))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        running = {pool.submit(_measured, how, shape, cores[0 if how == "file" else -1]): how for how in hows}
        for done in as_completed(running):
            yield running[done], done.result()


def report(shape: Shape, found: Mapping[str, float]) -> str:
    """Pairs a core second of each, and how they compare."""
    sources, claims, paragraphs = shape
    pairs, (in_order, grouped, bare_s) = sources * claims, (found[how] for how in HOWS)
    return "\n".join(
        (
            f"{pairs} pairs: {claims} claims for each of {sources} sources of {90 * paragraphs} words, store on",
            f"file order    {pairs / in_order:8.1f} pairs a core second",
            f"by source     {pairs / grouped:8.1f} pairs a core second   {in_order / grouped:.2f} times file order",
            f"bare model    {pairs / bare_s:8.1f} pairs a core second   by source reaches {bare_s / grouped:.2f} of it",
            f"10 million such pairs: {10_000_000 * grouped / pairs / 3600:.0f} core-hours by source",
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sources", type=int, default=200)
    parser.add_argument("--claims", type=int, default=100)
    parser.add_argument("--paragraphs", type=int, default=1, help="length of a source, in paragraphs of 90 words")
    options = parser.parse_args()
    shape = options.sources, options.claims, options.paragraphs
    print(report(shape, dict(measured(shape, HOWS))))


if __name__ == "__main__":
    main()
