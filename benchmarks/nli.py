"""The entailment model's speed: engine against the bare session, loading and memory, and many claims about one passage.

Sentence pairs are made here, about 45 tokens each and all different. Ratios are of alternating rounds in one process.
ADJUDGE_BENCH_MODEL names another model folder than the package's own.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy

from adjudge.analysis.judge import combine
from adjudge.analysis.model import nli
from adjudge.engines.offline.reading import Reader
from adjudge.questions.base import Source
from benchmarks.table import Table

FOLDER = Path(os.environ.get("ADJUDGE_BENCH_MODEL", nli.FOLDER))
THREADS = os.cpu_count() or 1
_ROUNDS = 5
_PAIRS_A_ROUND = 80
_CLAIMS = (1, 4, 16, 64)

Pair = tuple[str, str]
Feed = dict[str, Any]


class Taken(NamedTuple):
    """What some work took: by the clock, and of all cores together."""

    wall_s: float
    cpu_s: float


def pairs(count: int, *, seed: int = 0) -> list[Pair]:
    """So many different (passage, claim) pairs; half of the claims get one detail wrong."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        place, thing = chance.choice(_PLACES), chance.choice(_THINGS)
        year = chance.randint(1850, 2020)
        who = chance.choice(_PEOPLE)
        passage = (
            f"The {thing} of {place} was opened in {year} by {who} after {number % 9 + 2} years of work, "
            f"and the council may close it for repairs."
        )
        told = year if chance.random() < 0.5 else year + 1
        found.append((passage, f"{who} opened the {thing} of {place} in {told}."))
    return found


def engine() -> Table:
    """Pairs a second: the bare session, the model with its tokeniser, and concurrent cases through the reader."""
    _require_model()
    models = [_loaded() for _ in range(3)]
    taken: dict[str, list[Taken]] = {}
    for turn in range(_ROUNDS):
        for name, work in _ways(models, pairs(_PAIRS_A_ROUND, seed=turn)).items():
            taken.setdefault(name, []).append(_taken(work))
    bare = taken["bare ONNX session"]
    rows = []
    for name, found in taken.items():
        wall, cpu = (
            median(base[at] / one[at] for one, base in zip(found, bare, strict=True))
            for at in range(len(Taken._fields))
        )
        speed, cost = median(_PAIRS_A_ROUND / one.wall_s for one in found), median(one.cpu_s for one in found)
        rows.append([name, f"{speed:.0f}", f"{wall:.2f}", f"{cost / _PAIRS_A_ROUND * 1000:.1f} ms", f"{cpu:.2f}"])
    return Table(
        "Entailment engine against the bare session",
        f"{_ROUNDS} alternating rounds of {_PAIRS_A_ROUND} new pairs of about {_mean_tokens()} tokens, one a case, "
        f"{THREADS} threads; medians of the rounds. Aim: at least 0.85 of the bare session. "
        "Processor time is the steadier figure where other work shares the cores. The last row also does what is not "
        "the model's work: aligning sentences and finding numbers, dates, names and negations.",
        ["what", "pairs a second", "of the bare session", "processor time a pair", "of the bare session"],
        rows,
    )


def _ways(models: Sequence[nli.Model], found: list[Pair]) -> dict[str, Callable[[], object]]:
    """The same pairs, with ever more of the engine around the session; no way finds another's answers in a cache."""
    plain, judging, reading = models
    feeds = [_bare(plain, pair) for pair in found]
    session: Any = plain._session
    return {
        "bare ONNX session": lambda: list(plain.pool.map(lambda feed: feed.run(session), feeds)),
        "`Model.judge_one`: tokeniser, softmax": lambda: list(
            plain.pool.map(lambda pair: plain.judge_one(*pair), found)
        ),
        "`Reader`, the model's part: passages, concurrent cases": lambda: asyncio.run(_judge(judging, found)),
        "`Reader.read`: all of it, with the findings": lambda: asyncio.run(_read(reading, found)),
    }


async def _judge(model: nli.Model, found: list[Pair]) -> None:
    reader = Reader(model, _combiner())
    judged = await asyncio.gather(
        *(reader._judge(claim, (Source(id="j", text=text),), "", None) for text, claim in found)
    )
    assert sum(map(len, judged)) == len(found)


async def _read(model: nli.Model, found: list[Pair]) -> None:
    reader = Reader(model, _combiner())
    readings = await asyncio.gather(*(reader.read(claim, (Source(id="r", text=text),)) for text, claim in found))
    assert sum(len(reading.judged) for reading in readings) == len(found)


def loading() -> Table:
    """Loading time and memory, each in a fresh process."""
    _require_model()
    command = [sys.executable, "-c", _FRESH, str(FOLDER)]
    given = json.dumps(pairs(500))
    runs = [
        json.loads(subprocess.run(command, input=given, check=True, capture_output=True, text=True).stdout)
        for _ in range(3)
    ]
    load, before, after = (min(run[name] for run in runs) for name in ("load_s", "before_mb", "after_mb"))
    rows = [
        ["loading (runtime, tokeniser, weights)", f"{load:.2f} s", "under 0.5 s"],
        ["resident memory before loading", f"{before:.0f} MB", ""],
        ["resident memory after 500 pairs", f"{after:.0f} MB", "under 400 MB"],
    ]
    what = f"A fresh process, {THREADS} threads, the best of {len(runs)}. Loading waits for the first pair."
    return Table("Loading and memory of the entailment model", what, ["what", "measured", "aim"], rows)


# Imports nothing but the model's own module, so that loading pays for the runtime, numpy and the tokeniser too.
_FRESH = """
import json, sys
from pathlib import Path
from time import perf_counter
from adjudge.analysis.model.nli import Model

def resident_mb():
    return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) / 1024

pairs = [tuple(pair) for pair in json.load(sys.stdin)]
before, model, began = resident_mb(), Model(Path(sys.argv[1])), perf_counter()
model.load()
load = perf_counter() - began
list(model.pool.map(lambda pair: model.judge_one(*pair), pairs))
print(json.dumps({"load_s": load, "before_mb": before, "after_mb": resident_mb()}))
"""


def claims() -> Table:
    """What a second claim about the same passage costs, and whether an answer depends on what was asked before."""
    _require_model()
    model = nli.Model(FOLDER, threads=1)
    model.load()
    texts = [" ".join(passage for passage, _ in pairs(9, seed=seed)) for seed in range(4)]
    asked = {text: [claim for _, claim in pairs(max(_CLAIMS), seed=seed)] for seed, text in enumerate(texts)}
    alone: dict[Pair, nli.Judgement] = {}
    speeds: dict[int, list[float]] = {count: [] for count in _CLAIMS}
    moved = 0
    for _ in range(_ROUNDS):
        for count in _CLAIMS:
            began = process_time()
            for text in texts:
                model.forget()
                for claim in asked[text][:count]:
                    moved += alone.setdefault((text, claim), found := model.judge_one(text, claim)) != found
            speeds[count].append(count * len(texts) / (process_time() - began))
    rows = [
        [str(count), f"{median(found):.1f}", f"{median(a / b for a, b in zip(found, speeds[1], strict=True)):.1f}"]
        for count, found in speeds.items()
    ]
    pieces = round(sum(len(one) for one in token_ids([(text, "") for text in texts])) / len(texts))
    return Table(
        "Many claims about one passage",
        f"{len(texts)} passages of about {pieces} word pieces, one thread, by processor time; the passage is computed "
        f"once. Answers that differed between asking one claim and asking many: {moved}.",
        ["claims a passage", "pairs a second of one core", "of one claim"],
        rows,
    )


def token_ids(found: Sequence[Pair]) -> list[list[int]]:
    """The pairs as the model's tokeniser cuts them."""
    tokenizer: Any = nli.Model(FOLDER)._tokenizer
    return [tokenizer.encode(*pair).ids for pair in found]


def _mean_tokens() -> int:
    return round(sum(map(len, token_ids(pairs(100)))) / 100)


def _require_model() -> None:
    if not nli.Model(FOLDER).available:
        raise SystemExit(f"There is no model in {FOLDER}: train and export it (training/README.md).")


def _loaded() -> nli.Model:
    """A model that has run once, so that no round pays for the first allocation."""
    model = nli.Model(FOLDER, threads=THREADS)
    model.judge_one("One ferry sails.", "A ferry sails.")
    return model


def _combiner() -> combine.Combiner:
    """The shipped one; the time does not depend on its numbers."""
    blank = {"fingerprint": "", "calibrated_on": "", "bias": [0, 0, 0], "weights": {}, "temperature": 1}
    return combine.shipped() or combine.Combiner(blank)


class Bare(NamedTuple):
    """A pair as the session takes it: the passage on nothing, the claim on what that gives."""

    names: list[str]
    passage: Feed
    claim: Feed

    def run(self, session: Any) -> None:
        """Both runs."""
        found = session.run(self.names, self.passage)
        past = {name.replace(".present", ".past"): part for name, part in zip(self.names, found, strict=True)}
        session.run(["logits", "tokens"], self.claim | past)


def _bare(model: nli.Model, pair: Pair) -> Bare:
    text, claim = (model._marked(model._pieces(one).ids, nli.LONGEST_CLAIM) for one in pair)
    places = numpy.arange(len(text) - 1, len(text) - 1 + len(claim))
    past = {f"{name}.past": nothing for name, nothing in model._nothing_before.items()}
    return Bare(
        [f"{name}.present" for name in model._nothing_before],
        {"ids": text, "places": numpy.arange(len(text)), "types": numpy.zeros_like(text), **past},
        {"ids": claim, "places": places, "types": numpy.ones_like(claim)},
    )


def _taken(work: Callable[[], object]) -> Taken:
    wall, cpu = perf_counter(), process_time()
    work()
    return Taken(perf_counter() - wall, process_time() - cpu)


_PLACES = ("Alder Bay", "Kestrel Hill", "Lower Marsham", "Port Ellery", "Stonebridge", "Wick Sound", "Northam Cross")
_THINGS = ("iron bridge", "public library", "tram line", "observatory", "covered market", "water tower", "theatre")
_PEOPLE = ("Ada Fenwick", "Thomas Okoro", "the Duke of Arlen", "Maria Lindqvist", "Governor Pell", "Ruth Abara")
