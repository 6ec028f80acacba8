"""Read labelled rows once with the package's own analysis and model, and keep what was found as numbers.

    python training/gather.py --data ../shared/data/dev --out ~/adjudge-training/gathered

One JSON-lines file per set, one of claims beside sources that speak of something else, and one of claims with a name
from elsewhere: id, label, features, and the
three probabilities of the rules alone and of the model alone. The combiner and the accuracy report start from these, so
that the slow part is done once. Runs with the package's own environment.
"""

import argparse
import asyncio
import gzip
import hashlib
import json
import random
from pathlib import Path
from time import perf_counter
from typing import Any

from answers import installed, save

from adjudge.analysis.facts.names import names
from adjudge.analysis.judge.combine import probabilities
from adjudge.analysis.judge.features import features, worst
from adjudge.analysis.judge.overrule import overruling
from adjudge.analysis.model.nli import Judgement
from adjudge.engines.offline.foreign import foreign_names
from adjudge.engines.offline.reading import Reader
from adjudge.questions.base import Source

TOGETHER = 64
OFF_TOPIC = "off_topic"
SWAPPED = "swapped_names"
SWAPPED_SETS = ("fever_symmetric", "vitaminc_pages", "written")
"""Sets whose supported claims are also read with one of their names replaced by a name of another claim of the set."""
UNRELATED_SETS = ("fever_symmetric", "mnli", "tables", "trials", "vitaminc_pages", "written")
"""Sets whose sources are about different things. Contracts say the same as other contracts; in sets of captions another
scene counts as a contradiction."""


def rows_of(path: Path, limit: int) -> list[dict[str, Any]]:
    """All rows of a file, or so many drawn with a fixed seed, in the order of the file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    chosen = range(len(rows)) if len(rows) <= limit else sorted(random.Random(3).sample(range(len(rows)), limit))
    return [rows[at] for at in chosen]


def half(id: str) -> int:
    """0 or 1: half of the rows, the same ones every time."""
    return hashlib.sha256(id.encode()).digest()[0] % 2


def off_topic(rows: list[dict[str, Any]], limit: int) -> list[dict[str, Any]]:
    """Claims beside the source of another row, which says nothing about them."""
    chance = random.Random(5)
    found = []
    for row in chance.sample(rows, min(limit, len(rows))):
        other = chance.choice([one["source"] for one in rows if one["source"] != row["source"]])
        found.append({"id": f"off-{row['id']}", "claim": row["claim"], "source": other, "label": "NEI"})
    return found


def swapped(rows: list[dict[str, Any]], limit: int) -> list[dict[str, Any]]:
    """Supported claims in which a name that the source has is replaced by one that it does not have: not supported."""
    chance, found = random.Random(7), list[dict[str, Any]]()
    pool = sorted({name.span.text for row in rows for name in names(row["claim"]) if not name.tentative})
    for row in chance.sample(rows, len(rows)):
        ours = (name.span.text for name in names(row["claim"]) if not name.tentative)
        here = [one for one in ours if one in row["source"]]
        if row["label"] != "SUPPORTED" or not here or len(found) == limit:
            continue
        old, new = chance.choice(here), chance.choice([one for one in pool if one not in row["source"]])
        claim = row["claim"].replace(old, new, 1)
        found.append({"id": f"swap-{row['id']}", "claim": claim, "source": row["source"], "label": "UNFAITHFUL"})
    return found


async def gather(rows: list[dict[str, Any]], reader: Reader) -> list[dict[str, Any]]:
    """What was found in each row; rows are read many at a time, so that all cores are busy."""
    found: list[dict[str, Any]] = []
    for start in range(0, len(rows), TOGETHER):
        found += await asyncio.gather(*(read(row, reader) for row in rows[start : start + TOGETHER]))
    return found


async def read(row: dict[str, Any], reader: Reader) -> dict[str, Any]:
    """One row as the package reads it."""
    reading = await reader.read(row["claim"], (Source(id="source", text=row["source"]),))
    comparison = reading.comparison
    judged = [[one.judgement for one in passages] for passages in reading.judged]
    seen = [passage.text for row in reading.judged for one in row for passage in one.passages]
    return {
        "id": str(row["id"]),
        "label": row["label"],
        "features": {name: round(value, 5) for name, value in features(comparison, judged).items()},
        "rules": [round(share, 5) for share in probabilities(comparison)],
        "model": [round(share, 5) for share in (worst(judged) or Judgement(0.0, 0.0, 1.0)).shares],
        "findings": [[str(one.axis), one.relation.value, one.severity.value] for one in comparison.findings],
        "kind": row.get("kind", ""),
        "sentences": comparison.source_sentences,
        **overruling(comparison, seen),
        "foreign": bool(foreign_names(row["claim"], comparison, reading.sources)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a folder of labelled .jsonl.gz files")
    parser.add_argument("--out", type=Path, required=True, help="where to keep what was found")
    parser.add_argument("--model", type=Path, help="the model's folder; the package's own by default")
    parser.add_argument("--answers", type=Path, help="a folder that keeps the model's answers for the next time")
    parser.add_argument("--limit", type=int, default=10**9, help="rows of each set at most")
    parser.add_argument("--unrelated", type=int, default=100, help="claims of each set beside a source of another row")
    parser.add_argument("--sets", nargs="*", help="only these sets")
    options = parser.parse_args()
    paths = sorted(options.data.glob("*.jsonl.gz"))
    if not paths:
        raise SystemExit(f"'{options.data}' holds no .jsonl.gz files.")
    model = installed(options.answers, options.model)
    reader = Reader(model)
    options.out.mkdir(parents=True, exist_ok=True)
    unrelated, foreign = list[dict[str, Any]](), list[dict[str, Any]]()
    for path in paths:
        name = path.name.removesuffix(".jsonl.gz")
        if options.sets and name not in options.sets:
            continue
        rows = rows_of(path, options.limit)
        keep(name, rows, reader, options.out)
        if name in UNRELATED_SETS:
            unrelated += off_topic(rows, options.unrelated)
        if name in SWAPPED_SETS:
            foreign += swapped(rows, options.unrelated)
        save(model)
    for name, made in ((OFF_TOPIC, unrelated), (SWAPPED, foreign)):
        if made:
            keep(name, made, reader, options.out)
            save(model)


def keep(name: str, rows: list[dict[str, Any]], reader: Reader, folder: Path) -> None:
    """Write what was found in the rows of a set."""
    began = perf_counter()
    lines = [json.dumps(found) for found in asyncio.run(gather(rows, reader))]
    (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    print(f"{name}: {len(lines)} rows in {perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
