"""Fit the combiner: what each finding of the analysis adds to the model's answer, where labelled sets show it right.

    python training/combiner.py --gathered ~/adjudge-training/gathered

Where nothing was found, the model's answer stands as it is. Every set counts the same, and within a set every class, so
that no large set decides alone. A penalty holds the weights near nothing: the weakest that is as good as any on sets
that were left out of the fit. Runs with the package's own environment.
"""

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt
from gather import SWAPPED

from adjudge.analysis.judge.combine import ANSWERS
from adjudge.analysis.model.nli import Model

Floats = npt.NDArray[np.float64]
CLASSES = {"SUPPORTED": 0, "FAITHFUL": 0, "CONTRADICTED": 1, "NEI": 2, "UNFAITHFUL": 3}
NOT_SUPPORTED = 3
STRENGTHS = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1)
AS_GOOD = 0.001
"""Means of sets left out that are this near to each other are the same."""
RARE = 0.02
STEPS = 400


class Set:
    """One labelled set as numbers: the model's answers as logarithms, and which findings there are."""

    def __init__(self, path: Path, limit: int, names: Sequence[str]) -> None:
        rows = [json.loads(line) for _, line in zip(range(limit), path.open(encoding="utf-8"), strict=False)]
        # In a language that the model does not read there is nothing to combine.
        rows = [row for row in rows if ANSWERS[0] in row["features"]]
        labels = [CLASSES[row["label"]] for row in rows]
        # A class of a handful of rows would count as much as one of hundreds.
        kept = [at for at, label in enumerate(labels) if labels.count(label) >= RARE * len(labels)]
        self.name = path.stem
        self.labels = np.array([labels[at] for at in kept])
        self.model = np.array([[rows[at]["features"][answer] for answer in ANSWERS] for at in kept])
        self.findings = np.array([[rows[at]["features"].get(name, 0.0) for name in names] for at in kept])

    def balance(self) -> Floats:
        """Every class of the set counts the same, and all of them together count one."""
        kinds, counts = np.unique(self.labels, return_counts=True)
        share = {kind: 1 / (count * len(kinds)) for kind, count in zip(kinds, counts, strict=True)}
        return np.array([share[label] for label in self.labels])

    def shares(self, weights: Floats) -> Floats:
        """The three shares of every row with these weights."""
        return softmax(self.model + self.findings @ weights)


def load(folder: Path, limit: int = 1500) -> tuple[list[str], list[Set]]:
    """The names of the findings, and every set that `gather.py` left in the folder but for the claims it changed."""
    paths = sorted(path for path in folder.glob("*.jsonl") if path.stem != SWAPPED)
    if not paths:
        raise SystemExit(f"'{folder}' holds nothing; run training/gather.py first.")
    with paths[0].open(encoding="utf-8") as file:
        names = sorted(json.loads(file.readline())["features"].keys() - set(ANSWERS))
    return names, [Set(path, limit, names) for path in paths]


def softmax(scores: Floats) -> Floats:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def fit(sets: Sequence[Set], strength: float) -> Floats:
    """A row of three weights for each finding: multinomial logistic regression by Adam, held near nothing."""
    answers = np.concatenate([one.model for one in sets])
    x = np.concatenate([one.findings for one in sets])
    labels = np.concatenate([one.labels for one in sets])
    balance = np.concatenate([one.balance() for one in sets]) / len(sets)
    fixed = np.zeros((len(x), 3))
    for kind in range(3):
        fixed[labels == kind, kind] = 1
    open_rows = labels == NOT_SUPPORTED
    w = np.zeros((x.shape[1], 3))
    mean, square = np.zeros_like(w), np.zeros_like(w)
    for step in range(1, STEPS + 1):
        shares = softmax(answers + x @ w)
        wanted = fixed.copy()
        # "Not supported" is the sum of the two other classes: they share it as they stand.
        others = shares[open_rows, 1:]
        wanted[open_rows, 1:] = others / others.sum(axis=1, keepdims=True)
        gradient = x.T @ ((shares - wanted) * balance[:, None]) + strength * w
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        w -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return w


def balanced(one: Set, weights: Floats) -> float:
    """Balanced accuracy in as many classes as the set has."""
    labels, shares = one.labels, one.shares(weights)
    kinds = set(labels.tolist())
    if NOT_SUPPORTED in kinds:
        labels, guess = (labels != 0).astype(int), (shares.argmax(axis=1) != 0).astype(int)
    elif kinds == {0, 1}:
        guess = (shares[:, 1] > shares[:, 0]).astype(int)
    else:
        guess = shares.argmax(axis=1)
    return float(np.mean([np.mean(guess[labels == kind] == kind) for kind in sorted(set(labels.tolist()))]))


def without(sets: Sequence[Set], one: Set, strength: float) -> Floats:
    """The weights of a fit that has not seen this set."""
    return fit([other for other in sets if other.name != one.name], strength)


def chosen_strength(sets: Sequence[Set]) -> tuple[float, dict[str, float]]:
    """The weakest penalty with the best mean over sets that were left out, and their figures."""
    tried = {}
    for strength in STRENGTHS:
        tried[strength] = {one.name: balanced(one, without(sets, one, strength)) for one in sets}
        print(f"strength {strength}: mean of sets left out {mean(tried[strength]):.4f}", flush=True)
    best = max(map(mean, tried.values()))
    weakest = next(strength for strength in STRENGTHS if mean(tried[strength]) > best - AS_GOOD)
    return weakest, tried[weakest]


def mean(figures: Mapping[str, float]) -> float:
    return float(np.mean(list(figures.values())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gathered", type=Path, required=True, help="the folder that gather.py wrote")
    parser.add_argument("--out", type=Path, default=Path("src/adjudge/analysis/judge/combiner.json"))
    parser.add_argument("--limit", type=int, default=1500, help="rows of each set at most")
    parser.add_argument(
        "--model", type=Path, help="the folder of the model that gathered; the package's own by default"
    )
    options = parser.parse_args()
    names, sets = load(options.gathered, options.limit)
    strength, others = chosen_strength(sets)
    weights = fit(sets, strength)
    for one in sets:
        alone = balanced(one, np.zeros_like(weights))
        print(f"{one.name:24} n={len(one.labels):5} model {alone:.3f}, set left out of the fit {others[one.name]:.3f}")
    content = {
        "fitted_on": {one.name: len(one.labels) for one in sets},
        "balanced_accuracy_with_the_set_left_out": {name: round(share, 4) for name, share in others.items()},
        "model": (Model(options.model) if options.model else Model()).fingerprint,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "strength": strength,
        "classes": ["supported", "contradicted", "unclear"],
        "weights": {name: [round(float(v), 5) for v in row] for name, row in zip(names, weights, strict=True)},
    }
    body = json.dumps(content, sort_keys=True)
    content["fingerprint"] = hashlib.sha256(body.encode()).hexdigest()[:12]
    options.out.write_text(json.dumps(content, indent=1) + "\n")
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
