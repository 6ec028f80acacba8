"""Fit the combiner: the model's answer, corrected by the findings of the analysis where labelled sets show them right.

    python training/combiner.py --gathered ~/adjudge-training/gathered

Half of every labelled set (by a hash of the row's id) fits the weights, the other half only measures. Every set counts
the same, and within a set every class, so that no large set decides alone. The weights start at the model's own answer,
with nothing for the findings, and a penalty holds them near it; how strong, is chosen by what is left on sets that were
left out of the fit. Runs with the package's own environment.
"""

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from adjudge.analysis.model.nli import Model

Floats = npt.NDArray[np.float64]
CLASSES = {"SUPPORTED": 0, "FAITHFUL": 0, "CONTRADICTED": 1, "NEI": 2, "UNFAITHFUL": 3}
NOT_SUPPORTED = 3
MODEL = {"model.log_supported": 0, "model.log_contradicted": 1, "model.log_unclear": 2}
STRENGTHS = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
RARE = 0.02
RAREST = 0.5


class Set:
    """One labelled set as numbers."""

    def __init__(self, name: str, rows: list[dict[str, float]], labels: list[int], halves: list[int]) -> None:
        self.name = name
        self.rows = rows
        self.labels = np.array(labels)
        self.half = np.array(halves)
        self.x: Floats = np.zeros((0, 0))

    def weights(self, chosen: npt.NDArray[np.bool_]) -> Floats:
        """Every class of the set counts the same, and all of them together count one."""
        labels = self.labels[chosen]
        kinds, counts = np.unique(labels, return_counts=True)
        share = {kind: 1 / (count * len(kinds)) for kind, count in zip(kinds, counts, strict=True)}
        return np.array([share[label] for label in labels])


def load(path: Path, limit: int) -> Set:
    """A set as `gather.py` left it."""
    rows = [json.loads(line) for _, line in zip(range(limit), path.open(encoding="utf-8"), strict=False)]
    labels = [CLASSES[row["label"]] for row in rows]
    # A class of a handful of rows would count as much as one of hundreds.
    kept = [at for at, label in enumerate(labels) if labels.count(label) >= RARE * len(labels)]
    return Set(
        path.stem,
        [rows[at]["features"] for at in kept],
        [labels[at] for at in kept],
        [half(rows[at]["id"]) for at in kept],
    )


def half(id: str) -> int:
    """0 for the rows that fit, 1 for those that are only looked at."""
    return hashlib.sha256(id.encode()).digest()[0] % 2


def softmax(scores: Floats) -> Floats:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def fit(sets: list[Set], prior: Floats, strength: float, *, steps: int) -> Floats:
    """Multinomial logistic regression with Adam, held near the prior; the last row is the bias."""
    x = np.concatenate([one.x[one.half == 0] for one in sets])
    labels = np.concatenate([one.labels[one.half == 0] for one in sets])
    weight = np.concatenate([one.weights(one.half == 0) for one in sets]) / len(sets)
    fixed = np.zeros((len(x), 3))
    for kind in range(3):
        fixed[labels == kind, kind] = 1
    open_rows = labels == NOT_SUPPORTED
    w, mean, square = prior.copy(), np.zeros_like(prior), np.zeros_like(prior)
    for step in range(1, steps + 1):
        shares = softmax(x @ w)
        wanted = fixed.copy()
        # "Not supported" is the sum of the two other classes: they share it as they stand.
        others = shares[open_rows, 1:]
        wanted[open_rows, 1:] = others / others.sum(axis=1, keepdims=True)
        held = np.concatenate([(w - prior)[:-1], np.zeros((1, 3))])
        gradient = x.T @ ((shares - wanted) * weight[:, None]) + strength * held
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        w -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return w


def balanced(one: Set, shares: Floats, chosen: npt.NDArray[np.bool_]) -> float:
    """Balanced accuracy in as many classes as the set has."""
    labels, shares = one.labels[chosen], shares[chosen]
    kinds = set(labels.tolist())
    if NOT_SUPPORTED in kinds:
        labels, guess = (labels != 0).astype(int), (shares.argmax(axis=1) != 0).astype(int)
    elif kinds == {0, 1}:
        guess = (shares[:, 1] > shares[:, 0]).astype(int)
    else:
        guess = shares.argmax(axis=1)
    return float(np.mean([np.mean(guess[labels == kind] == kind) for kind in sorted(set(labels.tolist()))]))


def dense(values: Mapping[str, float], names: Sequence[str]) -> list[float]:
    """The features in this order; what is missing counts as zero."""
    return [values.get(name, 0.0) for name in names]


def standardised(sets: list[Set]) -> tuple[list[str], Floats, Floats]:
    """Give every set its matrix, centred and scaled by what the first halves show."""
    names = sorted({name for one in sets for row in one.rows for name in row})
    raw = [np.array([dense(row, names) for row in one.rows]) for one in sets]
    first = np.concatenate([matrix[one.half == 0] for one, matrix in zip(sets, raw, strict=True)])
    # A floor for rare features: what is hardly ever seen must not be free to drift.
    centre, scale = first.mean(axis=0), np.maximum(first.std(axis=0), RAREST)
    for one, matrix in zip(sets, raw, strict=True):
        one.x = np.concatenate([(matrix - centre) / scale, np.ones((len(matrix), 1))], axis=1)
    return names, centre, scale


def model_alone(names: list[str], centre: Floats, scale: Floats) -> Floats:
    """The weights that repeat the model's answer: where the fit starts, and what the penalty holds it to."""
    prior = np.zeros((len(names) + 1, 3))
    for name, kind in MODEL.items():
        prior[names.index(name), kind] = scale[names.index(name)]
    # Features are centred; the bias gives back what that took.
    prior[-1] = centre @ (prior[:-1] / scale[:, None])
    return prior


def left_out(sets: list[Set], prior: Floats, strength: float, steps: int) -> dict[str, float]:
    """For each set, the balanced accuracy of a fit without it."""
    found = {}
    for one in sets:
        w = fit([other for other in sets if other is not one], prior, strength, steps=steps)
        found[one.name] = balanced(one, softmax(one.x @ w), np.ones(len(one.labels), dtype=bool))
    return found


def chosen_strength(sets: list[Set], prior: Floats, steps: int) -> tuple[float, dict[str, float]]:
    """The penalty with the best mean over sets that were left out, and their figures."""
    tried = {strength: left_out(sets, prior, strength, steps) for strength in STRENGTHS}
    for strength, found in tried.items():
        print(f"strength {strength}: mean of sets left out {np.mean(list(found.values())):.4f}", flush=True)
    best = max(tried, key=lambda strength: float(np.mean(list(tried[strength].values()))))
    return best, tried[best]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gathered", type=Path, required=True, help="the folder that gather.py wrote")
    parser.add_argument("--out", type=Path, default=Path("src/adjudge/analysis/judge/combiner.json"))
    parser.add_argument("--limit", type=int, default=1500, help="rows of each set at most")
    parser.add_argument(
        "--model", type=Path, help="the folder of the model that gathered; the package's own by default"
    )
    parser.add_argument("--steps", type=int, default=400)
    options = parser.parse_args()
    sets = [load(path, options.limit) for path in sorted(options.gathered.glob("*.jsonl"))]
    if not sets:
        raise SystemExit(f"'{options.gathered}' holds nothing; run training/gather.py first.")
    names, centre, scale = standardised(sets)
    prior = model_alone(names, centre, scale)
    strength, others = chosen_strength(sets, prior, options.steps)
    w = fit(sets, prior, strength, steps=options.steps)
    report = {}
    for one in sets:
        unseen = one.half == 1
        report[one.name] = round(balanced(one, softmax(one.x @ w), unseen), 4)
        alone = balanced(one, softmax(one.x @ prior), unseen)
        print(
            f"{one.name:24} n={int(unseen.sum()):5} unseen half: model {alone:.3f}, both {report[one.name]:.3f};"
            f" all rows, set left out of the fit: {others[one.name]:.3f}"
        )
    plain = w[:-1] / scale[:, None]
    bias = w[-1] - centre @ plain
    content = {
        "calibrated_on": "",
        "fitted_on": {one.name: int((one.half == 0).sum()) for one in sets},
        "balanced_accuracy_on_the_unseen_half": report,
        "balanced_accuracy_with_the_set_left_out": {name: round(share, 4) for name, share in others.items()},
        "model": (Model(options.model) if options.model else Model()).fingerprint,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "strength": strength,
        "temperature": 1.0,
        "classes": ["supported", "contradicted", "unclear"],
        "bias": [round(float(value), 5) for value in bias],
        "weights": {name: [round(float(v), 5) for v in row] for name, row in zip(names, plain, strict=True)},
    }
    body = json.dumps(content, sort_keys=True)
    content["fingerprint"] = hashlib.sha256(body.encode()).hexdigest()[:12]
    options.out.write_text(json.dumps(content, indent=1) + "\n")
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
