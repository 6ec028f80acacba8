"""The memory of one way of searching by itself: each role is a process of its own, which prints its peak in MB.

    python -m benchmarks.news_memory build|query|substring|bm25s FOLDER SIZE

`build` makes the store that `query` opens, and prints its seconds as well. The others hold the same generated records.
"""

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudge.evidence.fulltext import Fulltext
from adjudge.evidence.records import Evidence, Origin

QUERIES = 200
SCANS = 20
ROOT = Path(__file__).parents[1]


def store_in(folder: Path) -> Fulltext:
    """The store that is measured."""
    return Fulltext(folder / "fever", name="fever", origin=Origin.FEVER)


def records(size: int) -> Iterator[Evidence]:
    """Records of 8 to 14 made-up words; the same ones for the same size."""
    rng = random.Random(3)
    syllables = [a + b for a in "bdfgklmnprstv" for b in ("a", "e", "i", "o", "u", "an", "er", "il", "on")]
    words = ["".join(rng.choice(syllables) for _ in range(rng.choice((2, 3, 3, 4)))) for _ in range(60_000)]
    weights = [1 / (rank + 5) for rank in range(len(words))]
    for _ in range(size // 1000):
        drawn = rng.choices(words, weights, k=14_000)
        for at in range(0, 14_000, 14):
            text = " ".join(drawn[at : at + rng.randint(8, 14)])
            label = "SUPPORTS" if at % 28 else "REFUTES"
            yield Evidence(origin=Origin.FEVER, text=f"{text.capitalize()}, {rng.randint(1, 10**7)}.", label=label)


def queries(texts: Sequence[str]) -> list[str]:
    """Five to seven words of a record each."""
    rng = random.Random(7)
    return [_query(rng.choice(texts), rng) for _ in range(QUERIES)]


def _query(text: str, rng: random.Random) -> str:
    words = text.rstrip(".").split()
    return " ".join(rng.sample(words, min(len(words), rng.randint(5, 7))))


def bm25s_index(texts: Sequence[str]) -> object:
    """The in-memory library's index; ImportError where it is not installed."""
    import bm25s

    library = bm25s.BM25()
    library.index(bm25s.tokenize(list(texts), show_progress=False), show_progress=False)
    return library


def of(role: str, folder: Path, size: int) -> list[float]:
    """What a role prints, from a process of its own; nothing where its library is missing."""
    command = [sys.executable, "-m", "benchmarks.news_memory", role, str(folder), str(size)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [float(word) for word in ran.stdout.split()]


def _peak_mb() -> float:
    """The high-water mark of this process alone; what `getrusage` gives may be the parent's."""
    found = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def _build(folder: Path, size: int) -> None:
    began = time.perf_counter()
    store_in(folder).add("generated", f"generated-{size}", records(size))
    print(f"{time.perf_counter() - began:.3f}")


def _query_store(folder: Path, size: int) -> None:
    few = [record.text for record, _ in zip(records(min(size, 10_000)), range(10_000), strict=False)]
    store = store_in(folder)
    for query in queries(few):
        store.search(query, limit=5)


def _substring(_folder: Path, size: int) -> None:
    lowered = [record.text.lower() for record in records(size)]
    for query in queries(lowered)[:SCANS]:
        _ = [row for row in lowered if query.lower() in row]


def _bm25s(_folder: Path, size: int) -> None:
    try:
        bm25s_index([record.text for record in records(size)])
    except ImportError:
        sys.exit(0)


_ROLES = {"build": _build, "query": _query_store, "substring": _substring, "bm25s": _bm25s}

if __name__ == "__main__":
    _ROLES[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))
    print(f"{_peak_mb():.1f}")
