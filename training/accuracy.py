"""How good the offline reading is: rules alone, model alone, both together, on every gathered set.

    python training/accuracy.py --gathered ~/adjudge-training/gathered

Writes benchmarks/results/accuracy.json and docs/accuracy.md. Balanced accuracy in as many classes as a set has, with a
bootstrap interval, class counts and the majority baseline; "both" is also given by a combiner that has not seen the
set.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from combiner import CLASSES, NOT_SUPPORTED, RARE, load, without

from adjudge.analysis.judge.combine import Combiner
from adjudge.analysis.judge.overrule import RULES
from adjudge.analysis.judge.weights import Weights

Floats = npt.NDArray[np.float64]
ROOT = Path(__file__).parents[1]
FEWEST = 20
NAMES = {0: "supported", 1: "contradicted", 2: "unclear", 3: "not supported"}
AIMS = {
    "written": 0.75,
    "snli": 0.86,
    "mnli": 0.80,
    "vitaminc_pages": 0.68,
    "fever_symmetric": 0.85,
    "healthver": 0.55,
    "citations": 0.60,
    "tables": 0.60,
    "contracts": 0.55,
    "trials": 0.50,
    "written_de": 0.55,
}


def guesses(labels: npt.NDArray[np.int64], shares: Floats) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Labels and guesses in the set's own classes."""
    kinds = set(labels.tolist())
    if NOT_SUPPORTED in kinds:
        return (labels != 0).astype(int), (shares.argmax(axis=1) != 0).astype(int)
    if kinds == {0, 1}:
        return labels, (shares[:, 1] > shares[:, 0]).astype(int)
    return labels, shares.argmax(axis=1)


def balanced(labels: npt.NDArray[np.int64], guess: npt.NDArray[np.int64]) -> float:
    return float(np.mean([np.mean(guess[labels == kind] == kind) for kind in np.unique(labels)]))


def interval(labels: npt.NDArray[np.int64], guess: npt.NDArray[np.int64], *, times: int = 400) -> tuple[float, float]:
    """95 % by bootstrap over rows, with a fixed seed."""
    chance = np.random.default_rng(0)
    found = []
    for _ in range(times):
        drawn = chance.integers(0, len(labels), len(labels))
        found.append(balanced(labels[drawn], guess[drawn]))
    low, high = np.quantile(found, [0.025, 0.975])
    return round(float(low), 3), round(float(high), 3)


def weighed(row: dict[str, Any], combiner: Combiner) -> tuple[float, float, float]:
    """As the engine weighs: the combiner, and the rules that overrule it."""
    weights = Weights(*combiner.probabilities(row["features"]))
    weights = weights.overruled(**{rule: row[rule] for rule in RULES})
    return weights.supported, weights.contradicted, weights.unclear


def measure(path: Path, combiner: Combiner, elsewhere: Combiner) -> dict[str, Any]:
    """The figures of one set; `elsewhere` is a combiner that was fitted without it."""
    rows = [json.loads(line) for line in path.open(encoding="utf-8")]
    known = [CLASSES[row["label"]] for row in rows]
    rows = [row for row, label in zip(rows, known, strict=True) if known.count(label) >= RARE * len(known)]
    labels = np.array([CLASSES[row["label"]] for row in rows])
    both = np.array([weighed(row, combiner) for row in rows])
    ways = {
        "rules": np.array([row["rules"] for row in rows]),
        "model": np.array([row["model"] for row in rows]),
        "both": both,
    }
    kinds, counts = np.unique(labels, return_counts=True)
    result: dict[str, Any] = {
        "rows": len(rows),
        "classes": {NAMES[int(kind)]: int(count) for kind, count in zip(kinds, counts, strict=True)},
        "majority_accuracy": round(float(counts.max() / counts.sum()), 3),
        "majority_balanced": round(1 / len(kinds), 3),
        "aim": AIMS.get(path.stem),
    }
    for name, shares in ways.items():
        truth, guess = guesses(labels, shares)
        result[name] = {
            "balanced": round(balanced(truth, guess), 3),
            "interval": interval(truth, guess),
            "accuracy": round(float(np.mean(truth == guess)), 3),
        }
    truth, guess = guesses(labels, np.array([weighed(row, elsewhere) for row in rows]))
    result["both_set_left_out"] = round(balanced(truth, guess), 3)
    if set(labels.tolist()) == {0, 1, 2}:
        decided = labels != 2
        result["two_classes"] = round(balanced(labels[decided], (both[decided, 1] > both[decided, 0]).astype(int)), 3)
    return result


def by_kind(path: Path, combiner: Combiner) -> list[str]:
    """The lines of a table: how many claims of each kind get the right one of three classes, the worst kind first."""
    found: dict[str, list[bool]] = {}
    for line in path.open(encoding="utf-8"):
        row = json.loads(line)
        guess = int(np.argmax(weighed(row, combiner)))
        found.setdefault(f"{NAMES[CLASSES[row['label']]]}: {row['kind']}", []).append(guess == CLASSES[row["label"]])
    known = sorted((float(np.mean(right)), kind, len(right)) for kind, right in found.items() if len(right) >= FEWEST)
    head = ["", f"## `{path.stem}` by kind", "", f"Kinds with {FEWEST} rows and more, the worst first.", ""]
    lines = [f"| {kind.replace('_', ' ')} | {rows} | {right:.2f} |" for right, kind, rows in known]
    return [*head, "| label and kind | rows | right |", "|---|---|---|", *lines]


def page(results: dict[str, dict[str, Any]], combiner: Combiner, kinds: list[str]) -> str:
    lines = [
        "# Accuracy of the offline reading",
        "",
        "Written by `training/accuracy.py`; not by hand. Balanced accuracy on public labelled sets, in as many classes "
        "as each set has (three, or two where it has two). *Rules* is the text analysis alone, *model* the entailment "
        "model alone, *both* what the engine uses; *left out* is *both* by a combiner that was fitted on the other "
        "sets. None of these sets was used to train the model. The interval is a 95 % bootstrap. "
        "A constant guess scores the majority baseline.",
        "",
        "| set | rows | classes | majority | rules | model | both | 95 % | left out | S against C | aim |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, found in results.items():
        classes = ", ".join(f"{count} {kind}" for kind, count in found["classes"].items())
        low, high = found["both"]["interval"]
        aim = (
            f"{found['aim']:.2f}{'' if found['both_set_left_out'] >= found['aim'] else ' (missed)'}"
            if found["aim"]
            else ""
        )
        cells = [
            name,
            f"{found['rows']:,}",
            classes,
            f"{found['majority_balanced']:.2f}",
            f"{found['rules']['balanced']:.3f}",
            f"{found['model']['balanced']:.3f}",
            f"**{found['both']['balanced']:.3f}**",
            f"{low:.3f}–{high:.3f}",
            f"{found['both_set_left_out']:.3f}",
            str(found.get("two_classes", "")),
            aim,
        ]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [*kinds, "", f"<sub>combiner {combiner.fingerprint}</sub>", ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gathered", type=Path, required=True, help="the folder that gather.py wrote")
    parser.add_argument("--combiner", type=Path, default=ROOT / "src/adjudge/analysis/judge/combiner.json")
    options = parser.parse_args()
    content = json.loads(options.combiner.read_text())
    combiner = Combiner(content)
    names, sets = load(options.gathered)
    results = {}
    for one in sets:
        rows = without(sets, one, content["strength"]).tolist()
        elsewhere = Combiner({"fingerprint": "", "weights": dict(zip(names, rows, strict=True))})
        results[one.name] = measure(options.gathered / f"{one.name}.jsonl", combiner, elsewhere)
    (ROOT / "benchmarks/results").mkdir(exist_ok=True)
    (ROOT / "benchmarks/results/accuracy.json").write_text(json.dumps(results, indent=1) + "\n")
    written = options.gathered / "written.jsonl"
    text = page(results, combiner, by_kind(written, combiner) if written.exists() else [])
    (ROOT / "docs/accuracy.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
