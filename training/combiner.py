"""Fit the combiner: the model's judgements and the findings of the analysis, weighed together.

    python training/combiner.py --data ../shared/data/dev --out src/adjudge/analysis/combiner.json

Half of every labelled set (by a hash of the row's id) fits the weights, the other half is only looked at for the
report. Every set counts the same, and within a set every class, so that no large set decides alone. How strongly the
weights are held near zero is chosen by leaving out one set at a time: what is measured later are other sets. Runs with
the package's own environment.
"""

import argparse
import gzip
import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from adjudge.analysis.compare import compare
from adjudge.analysis.features import dense, features
from adjudge.analysis.nli import Model
from adjudge.analysis.sentences import sentences
from adjudge.evidence.passages import nearest, windows

Floats = npt.NDArray[np.float64]
CLASSES = {"SUPPORTED": 0, "FAITHFUL": 0, "CONTRADICTED": 1, "NEI": 2, "UNFAITHFUL": 3}
NOT_SUPPORTED = 3
PASSAGES = 4
STRENGTHS = (0.003, 0.01, 0.03, 0.1)


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


def read(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from (json.loads(line) for line in file)


def load(path: Path, model: Model, limit: int) -> Set:
    """Compare and judge every row of a set; the pairs of all rows go through the model together."""
    rows = list(read(path))[:limit]
    compared, pairs, places = [], [], []
    for row in rows:
        compared.append(compare(row["claim"], [("source", row["source"])]))
        passages = windows("source", row["source"])
        spans = [span.text for span in sentences(row["claim"])]
        found = [[(p.text, text) for p in nearest(text, passages, limit=PASSAGES)] for text in spans]
        places.append([len(one) for one in found])
        pairs += [pair for one in found for pair in one]
    judged = iter(model.judge(pairs))
    values = [
        features(comparison, [[next(judged) for _ in range(count)] for count in counts])
        for comparison, counts in zip(compared, places, strict=True)
    ]
    halves = [hashlib.sha256(str(row["id"]).encode()).digest()[0] % 2 for row in rows]
    return Set(path.name.removesuffix(".jsonl.gz"), values, [CLASSES[row["label"]] for row in rows], halves)


def softmax(scores: Floats) -> Floats:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def fit(sets: list[Set], strength: float, *, steps: int = 400) -> Floats:
    """Multinomial logistic regression with Adam on everything at once; the last row is the bias."""
    x = np.concatenate([one.x[one.half == 0] for one in sets])
    labels = np.concatenate([one.labels[one.half == 0] for one in sets])
    weight = np.concatenate([one.weights(one.half == 0) for one in sets]) / len(sets)
    fixed = np.zeros((len(x), 3))
    for kind in range(3):
        fixed[labels == kind, kind] = 1
    open_rows = labels == NOT_SUPPORTED
    w, mean, square = (np.zeros((x.shape[1], 3)) for _ in range(3))
    for step in range(1, steps + 1):
        shares = softmax(x @ w)
        wanted = fixed.copy()
        # "Not supported" is the sum of the two other classes: they share it as they stand.
        others = shares[open_rows, 1:]
        wanted[open_rows, 1:] = others / others.sum(axis=1, keepdims=True)
        held = np.concatenate([w[:-1], np.zeros((1, 3))])
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


def standardised(sets: list[Set]) -> tuple[list[str], Floats, Floats]:
    """Give every set its matrix, centred and scaled by what the first halves show."""
    names = sorted({name for one in sets for row in one.rows for name in row})
    raw = [np.array([dense(row, names) for row in one.rows]) for one in sets]
    first = np.concatenate([matrix[one.half == 0] for one, matrix in zip(sets, raw, strict=True)])
    centre, scale = first.mean(axis=0), first.std(axis=0) + 1e-6
    for one, matrix in zip(sets, raw, strict=True):
        one.x = np.concatenate([(matrix - centre) / scale, np.ones((len(matrix), 1))], axis=1)
    return names, centre, scale


def chosen_strength(sets: list[Set]) -> float:
    """The strength that does best on sets that were left out."""

    def left_out(strength: float) -> float:
        scores = []
        for one in sets:
            w = fit([other for other in sets if other is not one], strength, steps=200)
            scores.append(balanced(one, softmax(one.x @ w), one.half == 0))
        return float(np.mean(scores))

    return max(STRENGTHS, key=left_out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a folder of labelled .jsonl.gz files")
    parser.add_argument("--out", type=Path, default=Path("src/adjudge/analysis/combiner.json"))
    parser.add_argument("--model", type=Path, help="the model's folder; the package's own by default")
    parser.add_argument("--limit", type=int, default=10**9, help="rows of each set, for a quick try")
    options = parser.parse_args()
    paths = sorted(options.data.glob("*.jsonl.gz"))
    if not paths:
        raise SystemExit(f"'{options.data}' holds no .jsonl.gz files.")
    model = Model(options.model) if options.model else Model()
    sets = []
    for path in paths:
        sets.append(load(path, model, options.limit))
        print(f"{path.name}: {len(sets[-1].rows)} rows", flush=True)
    names, centre, scale = standardised(sets)
    strength = chosen_strength(sets)
    w = fit(sets, strength, steps=600)
    report = {}
    for one in sets:
        shares = softmax(one.x @ w)
        report[one.name] = round(balanced(one, shares, one.half == 1), 4)
        print(f"{one.name:24} unseen half {report[one.name]:.3f}  n={int((one.half == 1).sum())}")
    plain = w[:-1] / scale[:, None]
    bias = w[-1] - centre @ plain
    content = {
        "calibrated_on": "",
        "fitted_on": {one.name: int((one.half == 0).sum()) for one in sets},
        "balanced_accuracy_on_the_unseen_half": report,
        "model": model.fingerprint,
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
    print(f"strength {strength}; written: {options.out}")


if __name__ == "__main__":
    main()
