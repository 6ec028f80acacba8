"""`python -m benchmarks.scorecard DATA`: sample every set, evaluate, keep figures, write docs/scorecard.md.

Goes on where it was stopped. A row of other rules or another engine is measured anew. After `--minutes` nothing new is
begun; what is missing is named on the page. Kept figures hold no texts.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudge.evals.metrics import ScoredRow, figures
from adjudge.evals.prediction import read_predictions
from benchmarks.scorecard.baselines import overlap, threshold_from_others, with_threshold
from benchmarks.scorecard.groups import group_of
from benchmarks.scorecard.measure import measured
from benchmarks.scorecard.page import page, picture
from benchmarks.scorecard.sample import DOCUMENTS, PAIRS, document_of, rows_of, sample
from benchmarks.scorecard.versions import versions

ROOT = Path(__file__).parents[2]
PROTOCOLS = ("entailment", "factuality", "jury", "trial", "news")
_FAITHFUL = {"supported", "faithful", "entailment", "consistent"}


@dataclass(frozen=True)
class Job:
    """One evaluation: a protocol on an engine on a sample."""

    protocol: str
    engine: str
    path: Path
    out: Path

    @property
    def name(self) -> str:
        """How it is told."""
        return f"{self.protocol} on {self.engine}, {self.path.stem}"


def main(arguments: list[str] | None = None) -> int:
    """Sample, evaluate, keep, write; the exit code."""
    options = _options(arguments)
    files = {path.name.split(".")[0]: path for path in sorted(options.folder.glob("*.jsonl*"))}
    files = {name: path for name, path in files.items() if not options.only or name in options.only}
    if not files:
        print(f"'{options.folder}' holds no *.jsonl or *.jsonl.gz file that was asked for.", file=sys.stderr)
        return 2
    samples = {name: _sampled(name, path, options) for name, path in files.items()}
    current = {engine: versions(engine) for engine in options.engine}
    # Every set by one protocol before any set by the next: if time runs out, the page still covers all groups.
    jobs = [
        Job(protocol, engine, path, options.work / "runs" / f"{protocol}-{engine.replace(':', '-')}-{name}")
        for engine in options.engine
        for protocol in options.protocol
        for name, path in samples.items()
    ]
    deadline = time.monotonic() + 60 * options.minutes
    with ThreadPoolExecutor(options.processes) as pool:
        problems = list(pool.map(lambda job: evaluated(job, current[job.engine], deadline), jobs))
    missing = [f"{job.name}: {problem}" for job, problem in zip(jobs, problems, strict=True) if problem]
    _keep(jobs, problems, samples, current, options.kept)
    kept = [json.loads(path.read_text("utf-8")) for path in sorted(options.kept.glob("*.json"))]
    options.page.write_text(page(kept, current, missing), encoding="utf-8")
    image = options.page.parent / "img" / "scorecard.svg"
    image.parent.mkdir(parents=True, exist_ok=True)
    image.write_text(picture(kept), encoding="utf-8")
    print(f"{len(kept)} rows written to {options.page}; {len(missing)} evaluations are missing.")
    return 4 if missing else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of labelled *.jsonl or *.jsonl.gz files")
    parser.add_argument("--protocol", nargs="+", choices=PROTOCOLS, default=PROTOCOLS)
    parser.add_argument("--engine", nargs="+", default=["offline"], help="engines that are configured")
    parser.add_argument("--only", nargs="+", help="only these sets")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="rows of a set of pairs")
    parser.add_argument("--documents", type=int, default=DOCUMENTS, help="rows of a set of documents")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60, help="begin nothing new after so many minutes")
    parser.add_argument("--work", type=Path, default=ROOT / "out" / "scorecard", help="samples and judged rows")
    parser.add_argument("--kept", type=Path, default=ROOT / "benchmarks" / "results" / "scorecard", help="figures")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "scorecard.md")
    return parser.parse_args(arguments)


def _sampled(name: str, path: Path, options: argparse.Namespace) -> Path:
    """The sample of a set as a file; the same bytes for the same set and size."""
    target: Path = options.work / "samples" / f"{name}.jsonl"
    target.parent.mkdir(parents=True, exist_ok=True)
    chosen = sample(rows_of(path), pairs=options.pairs, documents=options.documents)
    fields = ("claim", "source", "label", "kind")
    lines = [json.dumps({field: row[field] for field in fields if field in row}, ensure_ascii=False) for row in chosen]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8", errors="surrogatepass")
    return target


def evaluated(job: Job, now: dict[str, str], deadline: float) -> str:
    """Evaluate, or go on with it; what went wrong, empty if nothing."""
    if time.monotonic() > deadline:
        return "no time was left"
    mark = job.out / "rules.json"
    same = mark.exists() and json.loads(mark.read_text()) == now
    command = [
        sys.executable,
        "-m",
        "adjudge",
        "eval",
        str(job.path),
        "--protocol",
        job.protocol,
        "--engine",
        job.engine,
    ]
    command += ["--out", str(job.out), "--quiet"]
    job.out.mkdir(parents=True, exist_ok=True)
    mark.write_text(json.dumps(now))
    ran = subprocess.run([*command, *([] if same else ["--fresh"])], check=False, text=True, stderr=subprocess.PIPE)
    if ran.returncode and "holds an evaluation with another" in ran.stderr:
        ran = subprocess.run([*command, "--fresh"], check=False, text=True, stderr=subprocess.PIPE)
    print(f"{job.name}: {'failed' if ran.returncode else 'done'}", flush=True)
    return ran.stderr.strip().splitlines()[-1] if ran.returncode and ran.stderr.strip() else ""


def _keep(
    jobs: list[Job], problems: list[str], samples: dict[str, Path], current: dict[str, dict[str, str]], folder: Path
) -> None:
    """The figures of each protocol, engine and group that is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: dict[str, list[ScoredRow]] = defaultdict(list)
    for name, path in samples.items():
        rows[group_of(name)] += _overlaps(path)
    grouped: dict[tuple[str, str, str], list[tuple[Job, str]]] = defaultdict(list)
    for job, problem in zip(jobs, problems, strict=True):
        grouped[job.protocol, job.engine, group_of(job.path.stem)].append((job, problem))
    for (protocol, engine, group), held in grouped.items():
        if any(problem for _, problem in held):
            continue
        predictions = [
            one.model_copy(update={"dataset": job.path.stem})
            for job, _ in held
            for one in read_predictions(job.out / "predictions.jsonl").values()
        ]
        content: dict[str, Any] = {"protocol": protocol, "engine": engine, "group": group, **current[engine]}
        content |= {"figures": measured(predictions), "overlap": _overlap_figures(group, rows)}
        name = f"{protocol}-{engine}-{group}.json".lower().replace(" ", "-").replace(":", "-").replace("/", "-")
        (folder / name).write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _overlaps(path: Path) -> list[ScoredRow]:
    rows = [json.loads(text) for text in path.read_text("utf-8").split("\n") if text]
    return [
        ScoredRow(
            str(row["label"]).lower() not in _FAITHFUL,
            None,
            1 - overlap(str(row["claim"]), str(row["source"])),
            document_of(row),
        )
        for row in rows
    ]


def _overlap_figures(group: str, rows: dict[str, list[ScoredRow]]) -> dict[str, Any]:
    found = figures(with_threshold(rows[group], threshold_from_others(group, rows)), draws=200)
    return {name: found[name].model_dump() for name in ("balanced_accuracy", "auroc")}


if __name__ == "__main__":
    sys.exit(main())
