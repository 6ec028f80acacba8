"""`python -m tests.integrations.guard.latency`: what judging a sentence adds to an answer, in processor time.

Processor time is about what an idle core takes, whatever else the machine is doing. The model's own share is beside
it. The answers are summaries of the training corpus, against their sources and against sources of 100,000 tokens.
"""

import asyncio
import gzip
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import onnxruntime

from adjudge.analysis.text.sentences import sentences
from adjudge.case import Document
from adjudge.integrations.guard.judge import AnswerJudge

CORPUS = Path(__file__).parents[3] / "training" / "corpus" / "english-10.jsonl.gz"
ANSWERS = 20
LONG = 400_000
_real_run = onnxruntime.InferenceSession.run
_model: list[float] = []


def _timed_run(*arguments: Any, **options: Any) -> Any:
    began = time.thread_time()
    try:
        return _real_run(*arguments, **options)
    finally:
        _model.append(time.thread_time() - began)


def rows() -> Iterator[dict[str, Any]]:
    """The sources of the corpus, with their summaries."""
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


async def measured(judge: AnswerJudge, answer: str, source: str) -> tuple[float, list[tuple[float, float]]]:
    """Seconds to read the source, then for each sentence the seconds of all and of the model."""
    documents = (Document(id="tool-1", text=source),)
    began = time.process_time()
    await judge.read(documents)
    read_s, before, found = time.process_time() - began, "", []
    for one in sentences(answer):
        _model.clear()
        began = time.process_time()
        await judge.judge(one.text, before, documents, edit=False)
        found.append((time.process_time() - began, sum(_model)))
        before = one.text
    return read_s, found


async def main() -> None:
    """Print the times for short and for long contexts."""
    onnxruntime.InferenceSession.run = _timed_run
    every = list(rows())
    filler = "\n\n".join(row["source"] for row in every[ANSWERS:])
    judge = AnswerJudge("offline", timeout_s=120)
    await judge.start()
    for name, count, more in (("its source", ANSWERS, ""), ("100,000 tokens", 3, (filler * 4)[:LONG])):
        reads, found = [], []
        for row in every[:count]:
            read_s, times = await measured(judge, row["summaries"][0][1], more + "\n\n" + row["source"])
            reads.append(read_s)
            found += times
        every_ms, model_ms = ([1000 * one[at] for one in found] for at in (0, 1))
        print(
            f"{name}: {len(found)} sentences, median {statistics.median(every_ms):.0f} ms, "
            f"95 % within {sorted(every_ms)[int(0.95 * len(found))]:.0f} ms, longest {max(every_ms):.0f} ms; "
            f"the model alone: median {statistics.median(model_ms):.0f} ms, longest {max(model_ms):.0f} ms; "
            f"reading the context, while the upstream thinks: longest {1000 * max(reads):.0f} ms"
        )
    await judge.close()


if __name__ == "__main__":
    asyncio.run(main())
