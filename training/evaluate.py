"""Evaluate an exported model on labelled sets: pairs directly, documents through retrieved windows.

In: a folder with `model.onnx` and `tokenizer.json`, and a folder of labelled rows. Out: one line per set and a JSON
file: rows, class counts, majority baseline, accuracy, balanced accuracy with a bootstrap interval. It needs only
onnxruntime, tokenizers and numpy, as the package does.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from documents import RULES, Reading, read_documents
from rows import NOT_SUPPORTED, TARGETS, Row, read_folder
from scorer import Scorer

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
CLASSES = ("SUPPORTED", "CONTRADICTED", "NEI", "UNFAITHFUL")
PAIR_WORDS = 120


def balanced_accuracy(truth: Ints, guess: Ints) -> float:
    """Mean recall over the classes that occur."""
    return float(np.mean([(guess[truth == label] == label).mean() for label in np.unique(truth)]))


def interval(truth: Ints, guess: Ints, *, rounds: int = 500, seed: int = 5) -> tuple[float, float]:
    """The middle 95 % of balanced accuracies over rows drawn again."""
    rng = np.random.default_rng(seed)
    drawn = [rng.integers(0, len(truth), len(truth)) for _ in range(rounds)]
    values = [balanced_accuracy(truth[rows], guess[rows]) for rows in drawn]
    return float(np.quantile(values, 0.025)), float(np.quantile(values, 0.975))


def auroc(positive: npt.NDArray[np.bool_], score: Floats) -> float:
    """The chance that a positive row scores above a negative one; ties count half."""
    _, places, counts = np.unique(score, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2.0)[places]
    ones, zeros = int(positive.sum()), int((~positive).sum())
    return float((ranks[positive].sum() - ones * (ones + 1) / 2) / (ones * zeros)) if ones and zeros else float("nan")


def figures(truth: Ints, guess: Ints) -> dict[str, Any]:
    """The figures of one set."""
    counts = {CLASSES[label]: int((truth == label).sum()) for label in np.unique(truth)}
    low, high = interval(truth, guess)
    return {
        "rows": len(truth), "classes": counts, "majority": round(max(counts.values()) / len(truth), 4),
        "accuracy": round(float((truth == guess).mean()), 4), "balanced": round(balanced_accuracy(truth, guess), 4),
        "interval": [round(low, 4), round(high, 4)],
    }  # fmt: skip


def pair_figures(truth: Ints, chances: Floats) -> dict[str, Any]:
    """Three classes; beside them two classes where both occur; faithful against not where labels are such."""
    if NOT_SUPPORTED in truth:
        return figures(truth, np.where(chances.argmax(1) == 0, 0, NOT_SUPPORTED))
    found = figures(truth, chances.argmax(1))
    two = truth < 2
    if two.any() and len(np.unique(truth[two])) == 2:
        found["two_classes"] = figures(truth[two], chances[two, :2].argmax(1))
    return found


def document_figures(readings: list[Reading], truth: Ints) -> dict[str, Any]:
    """Per rule: ranking quality, and balanced accuracy at a cut chosen on the other half of the rows."""
    found: dict[str, Any] = {"rows": len(truth), "faithful": int((truth == 0).sum())}
    for name, rule in RULES.items():
        score = np.asarray([rule(reading) for reading in readings])
        guess = np.zeros_like(truth)
        half = np.random.default_rng(3).permutation(len(truth)) % 2 == 0
        for fit, test in ((half, ~half), (~half, half)):
            cuts = np.quantile(score[fit], np.linspace(0.01, 0.99, 99))
            best = max(cuts, key=lambda c: balanced_accuracy(truth[fit], np.where(score[fit] >= c, 0, NOT_SUPPORTED)))
            guess[test] = np.where(score[test] >= best, 0, NOT_SUPPORTED)
        low, high = interval(truth, guess)
        found[name] = {
            "auroc": round(auroc(truth == 0, score), 4), "balanced": round(balanced_accuracy(truth, guess), 4),
            "interval": [round(low, 4), round(high, 4)],
        }  # fmt: skip
    return found


def evaluate(scorer: Scorer, name: str, rows: list[Row], *, limit: int) -> dict[str, Any]:
    """One set; it counts as documents when its sources are long and its labels two."""
    if len(rows) > limit:
        # Files are often sorted: the first rows would be no sample.
        rows = random.Random(1).sample(rows, limit)
    truth = np.asarray([row.target for row in rows], dtype=np.int64)
    is_long = float(np.median([len(row.source.split()) for row in rows])) > PAIR_WORDS
    if is_long and set(truth.tolist()) <= {TARGETS["FAITHFUL"], NOT_SUPPORTED}:
        found = document_figures(read_documents(scorer, rows), truth)
        print(name, json.dumps(found), flush=True)
        return found
    found = pair_figures(truth, scorer.chances([(row.source, row.claim) for row in rows]))
    two = found.get("two_classes", {}).get("balanced")
    print(
        f"{name:24s} n {found['rows']:5d}  {found['classes']}  majority {found['majority']:.3f}  "
        f"accuracy {found['accuracy']:.3f}  "
        f"balanced {found['balanced']:.3f} [{found['interval'][0]:.3f}, {found['interval'][1]:.3f}]"
        + (f"  two classes {two:.3f}" if two is not None else ""),
        flush=True,
    )
    return found


def main() -> None:
    """Evaluate the sets asked for, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="folder with model.onnx and tokenizer.json")
    parser.add_argument("--file", default="model.onnx", help="the ONNX file in that folder")
    parser.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz rows")
    parser.add_argument("--sets", nargs="*", default=[], help="only these sets")
    parser.add_argument("--out", type=Path, default=None, help="JSON file to write")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--limit", type=int, default=1_000_000, help="at most so many rows a set")
    args = parser.parse_args()
    sets = read_folder(args.data)
    if missing := set(args.sets) - set(sets):
        raise SystemExit(f"no such sets in {args.data}: {', '.join(sorted(missing))}")
    scorer = Scorer(args.model, file=args.file, threads=args.threads)
    found = {
        n: evaluate(scorer, n, rows, limit=args.limit) for n, rows in sets.items() if not args.sets or n in args.sets
    }
    if args.out:
        args.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
