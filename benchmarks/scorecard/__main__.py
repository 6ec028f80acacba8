"""`python -m benchmarks.scorecard DATA`: sample every set, evaluate, keep figures, write docs/scorecard.md.

Goes on where it was stopped. A row of other rules or another engine is measured anew, with the model's stored answers.
After `--minutes` nothing new is begun; what is missing is named on the page. Kept figures hold no texts.
"""

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from adjudge.evals.metrics import ScoredRow, figures
from adjudge.evals.prediction import read_predictions
from benchmarks.scorecard.baselines import overlap, threshold_from_others, with_threshold
from benchmarks.scorecard.groups import group_of
from benchmarks.scorecard.judging import SPANS, Job, Judged, judge, prepare
from benchmarks.scorecard.measure import jury_worth, measured
from benchmarks.scorecard.page import page, picture
from benchmarks.scorecard.sample import DOCUMENTS, PAIRS, document_of, rows_of, sample
from benchmarks.scorecard.spans import shares
from benchmarks.scorecard.versions import versions

ROOT = Path(__file__).parents[2]
PROTOCOLS = ("entailment", "factuality", "jury", "trial", "news")
_FAITHFUL = {"supported", "faithful", "entailment", "consistent"}


def main(arguments: list[str] | None = None) -> int:
    """Sample, evaluate, keep, write; the exit code."""
    options = _options(arguments)
    every = {path.name.split(".")[0]: path for path in sorted(options.folder.glob("*.jsonl*"))}
    files = {name: path for name, path in every.items() if not options.only or name in options.only}
    if not files:
        print(f"'{options.folder}' holds no *.jsonl or *.jsonl.gz file that was asked for.", file=sys.stderr)
        return 2
    samples = {name: _sampled(name, path, options) for name, path in files.items()}
    current = {engine: versions(engine) for engine in options.engine}
    done = _judge_all(_jobs(samples, options), current, options)
    missing = {job: one.problem for job, one in done.items() if one.problem}
    left_out = {group_of(name) for name in every.keys() - files.keys()}
    _keep(done, samples, current, options.kept, left_out)
    kept = [json.loads(path.read_text("utf-8")) for path in sorted(options.kept.glob("*.json"))]
    current = {engine: versions(engine) for engine in {*options.engine, *(row["engine"] for row in kept)}}
    options.page.write_text(page(kept, current, not_measured(missing)), encoding="utf-8")
    image = options.page.parent / "img" / "scorecard.svg"
    image.parent.mkdir(parents=True, exist_ok=True)
    image.write_text(picture(kept, current), encoding="utf-8")
    print(f"{len(kept)} rows written to {options.page}; {len(missing)} evaluations are missing.")
    return 4 if missing else 0


def _jobs(samples: Mapping[str, Path], options: argparse.Namespace) -> list[list[Job]]:
    """The jobs of each set, the longest set first: no process then waits long for the last one."""
    longest_first = sorted(samples.items(), key=lambda item: (-item[1].stat().st_size, item[0]))
    runs = options.work / "runs"
    return [
        [
            Job(protocol, engine, path, runs / f"{protocol}-{engine.replace(':', '-').replace('/', '-')}-{name}")
            for engine in options.engine
            for protocol in options.protocol
        ]
        for name, path in longest_first
    ]


def _judge_all(
    sets: list[list[Job]], current: Mapping[str, Mapping[str, str]], options: argparse.Namespace
) -> dict[Job, Judged]:
    """Judge every set in a process of its own; prints each as it is done."""
    started, found = time.monotonic(), dict[Job, Judged]()
    deadline = time.time() + 60 * options.minutes
    with ProcessPoolExecutor(
        options.processes, mp_context=get_context("spawn"), initializer=prepare, initargs=(options.work,)
    ) as pool:
        waiting = {pool.submit(judge, jobs, current, deadline): jobs for jobs in sets}
        for future in as_completed(waiting):
            done = dict(zip(waiting[future], future.result(), strict=True))
            found |= done
            took = ", ".join(f"{job.protocol} {one.seconds:.0f} s" for job, one in done.items() if not one.problem)
            print(f"{waiting[future][0].path.stem}: {took or 'nothing judged'}", flush=True)
    print(f"Judged in {(time.monotonic() - started) / 60:.1f} minutes on {options.processes} processes.")
    return {job: found[job] for jobs in sets for job in jobs}


def not_measured(missing: Mapping[Job, str]) -> list[str]:
    """What is missing, one line for each reason and the same sets."""
    sets: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for job, problem in missing.items():
        sets[job.protocol, job.engine, problem].append(job.path.stem)
    ways: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for (protocol, engine, problem), names in sets.items():
        ways[engine, ", ".join(sorted(names)), problem].append(protocol)
    return [
        f"{', '.join(protocols)} on {engine}: {names} ({problem})"
        for (engine, names, problem), protocols in ways.items()
    ]


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
    parser.add_argument("--work", type=Path, default=ROOT / "out" / "scorecard", help="samples, judged rows, answers")
    parser.add_argument("--kept", type=Path, default=ROOT / "benchmarks" / "results" / "scorecard", help="figures")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "scorecard.md")
    return parser.parse_args(arguments)


def _sampled(name: str, path: Path, options: argparse.Namespace) -> Path:
    """The sample of a set as a file; the same bytes for the same set and size."""
    target: Path = options.work / "samples" / f"{name}.jsonl"
    target.parent.mkdir(parents=True, exist_ok=True)
    chosen = sample(rows_of(path), pairs=options.pairs, documents=options.documents)
    fields = ("claim", "source", "label", "kind", "spans")
    lines = [json.dumps({field: row[field] for field in fields if field in row}, ensure_ascii=False) for row in chosen]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8", errors="surrogatepass")
    return target


def _keep(
    done: Mapping[Job, Judged],
    samples: Mapping[str, Path],
    current: Mapping[str, Mapping[str, str]],
    folder: Path,
    left_out: Collection[str],
) -> None:
    """Write the figures of each protocol, engine and group that is complete; `left_out` are groups that are not."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: dict[str, list[ScoredRow]] = defaultdict(list)
    for name, path in samples.items():
        rows[group_of(name)] += _overlaps(path)
    grouped: dict[tuple[str, str, str], list[Job]] = defaultdict(list)
    for job in done:
        grouped[job.protocol, job.engine, group_of(job.path.stem)].append(job)
    for (protocol, engine, group), held in grouped.items():
        if group in left_out or any(done[job].problem for job in held):
            continue
        predictions = [
            one.model_copy(update={"dataset": job.path.stem})
            for job in held
            for one in read_predictions(job.out / "predictions.jsonl").values()
        ]
        content: dict[str, Any] = {"protocol": protocol, "engine": engine, "group": group, **current[engine]}
        content |= {
            "figures": measured(predictions, by_score=protocol == "factuality"),
            "overlap": _overlap_figures(group, rows),
        }
        if marked := _span_counts(held):
            content["spans"] = {"rows": marked["rows"], **shares(marked)}
        if protocol == "jury":
            content["panel"] = _panel_figures({job.path: job.out for job in held})
        name = f"{protocol}-{engine}-{group}.json".lower().replace(" ", "-").replace(":", "-").replace("/", "-")
        (folder / name).write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _span_counts(jobs: list[Job]) -> Counter[str]:
    """The characters that annotators and factuality marked, over all sets of a group that have marks."""
    files = [job.out / SPANS for job in jobs]
    return sum((Counter(json.loads(file.read_text("utf-8"))) for file in files if file.exists()), Counter[str]())


def _panel_figures(folders: Mapping[Path, Path]) -> dict[str, Any] | None:
    """What the page says about the jury's size."""
    if (found := jury_worth(folders)) is None:
        return None
    debates = [step for name, step in found["rounds"].items() if name.startswith("debate")]
    return {
        "cases": found["cases"] + found["failed"],
        "correlation": found["independence"]["mean_error_correlation"],
        "n_eff": found["independence"]["n_eff"],
        "jurors": found["independence"]["jurors"],
        "single": {name: found["single"][name] for name in ("juror", "accuracy", "jury", "jury_gains")},
        "vote": found["accuracy"],
        "debated": sum(step["cases"] for step in debates),
        "repaired": sum(step["repaired"] for step in debates),
        "damaged": sum(step["damaged"] for step in debates),
    }


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
