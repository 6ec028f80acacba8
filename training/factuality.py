"""Fit how support is weighed: a linear layer per claim such that summaries are told apart by their weakest sentences.

    python training/factuality.py --data ../shared/data/dev --out src/adjudge/engines/offline/support.json

Every set counts the same, and within a set both classes, so that 0.5 is the one threshold for all of them. Claims are
taken as they count in a verdict: a copy of the article is borne out whatever the layer says, and a claim that its words
deny is not. What is
written is fitted on all rows. The report shows what such weights are worth on rows that they did not see: fitted on
half of every set (by a hash of the article) and measured on the other half; and fitted without a set and measured on
it, since what is measured later are other sets. Runs with the package's environment.
"""

import argparse
import asyncio
import hashlib
import json
import pickle
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from answers import installed, save

from adjudge.analysis.model.nli import FOLDER, Model
from adjudge.analysis.text.sentences import sentences
from adjudge.engines.offline.factuality import COPIED, MOST_IF_DENIED, extract_claims, readings, verify_claim
from adjudge.engines.offline.reading import Reader
from adjudge.engines.offline.support import features
from adjudge.evals.datasets import Example, load
from adjudge.evals.metrics import ScoredRow, auroc, confusion
from adjudge.protocols.factuality.evidence import ClaimVerifier
from adjudge.questions.factuality import ClaimLabel, ExtractClaims, VerifyClaim

Floats = npt.NDArray[np.float64]
ROOT = Path(__file__).parents[1]
SETS = (
    "frank", "finesumfact", "bump", "summedits", "ragtruth_summary", "ragtruth_qa", "wice", "lfqa", "summeval",
    "xsumfaith", "written_summaries",
)  # fmt: skip
NAMES = ("bias", "shared", "missing", "length.claim", "length.passages")
STRENGTH = 0.001
"""Of the penalty; the features and it were chosen among ways that are alike on sets left out (0.661 to 0.675)."""
STEPS = 400
TOGETHER = 8


@dataclass(frozen=True, slots=True)
class Claim:
    """What the layer looks at, and what counts whatever it says: the least and the most that a verdict allows."""

    features: dict[str, float]
    least: float = -np.inf
    most: float = np.inf


@dataclass(frozen=True, slots=True)
class Summary:
    """A labelled summary and its claims."""

    unfaithful: bool
    half: int
    claims: list[Claim]


class Table:
    """The claims of a set as numbers, with the summary that each belongs to."""

    def __init__(self, rows: Sequence[Summary], names: Sequence[str]) -> None:
        kept = [row for row in rows if row.claims]
        self.unfaithful = np.array([row.unfaithful for row in kept], dtype=bool)
        self.half = np.array([row.half for row in kept])
        claims = [claim for row in kept for claim in row.claims]
        self.x = np.array([[claim.features.get(name, 0.0) for name in names] for claim in claims])
        self.least = np.array([claim.least for claim in claims])
        self.most = np.array([claim.most for claim in claims])
        self.summary = np.array([at for at, row in enumerate(kept) for _ in row.claims])

    def scores(self, weights: Floats) -> tuple[Floats, Floats]:
        """The logit of every summary, which is that of its weakest claim, and its gradient."""
        said = self.x @ weights
        z = np.clip(said, self.least, self.most)
        # Where the layer is not asked, its weights change nothing.
        slopes = np.where((z == said)[:, None], self.x, 0.0)
        weakest = _first_of(self.summary, z)
        return z[weakest], slopes[weakest]

    def balance(self, chosen: npt.NDArray[np.bool_]) -> Floats:
        """Both classes count the same."""
        unfaithful = self.unfaithful[chosen]
        share = {True: 0.5 / max(1, unfaithful.sum()), False: 0.5 / max(1, (~unfaithful).sum())}
        return np.array([share[bool(one)] for one in unfaithful])


def _first_of(group: npt.NDArray[np.int64], values: Floats) -> npt.NDArray[np.int64]:
    """For each group, in order, the place of its lowest value."""
    order = np.lexsort((values, group))
    _, first = np.unique(group[order], return_index=True)
    return order[first]


def fit(tables: Sequence[Table], *, half: int | None, size: int) -> Floats:
    """The weights, by Adam on the balanced logarithmic loss."""
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in range(1, STEPS + 1):
        slope = STRENGTH * weights
        slope[0] = 0.0
        for table in tables:
            chosen = np.ones(len(table.unfaithful), dtype=bool) if half is None else table.half == half
            z, gradient = table.scores(weights)
            wrong = 1 / (1 + np.exp(-z[chosen])) - ~table.unfaithful[chosen]
            slope += (table.balance(chosen) * wrong) @ gradient[chosen] / len(tables)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def measured(table: Table, weights: Floats, *, half: int | None) -> tuple[float, float]:
    """Balanced accuracy at the one threshold, and AUROC."""
    z, _ = table.scores(weights)
    chosen = np.ones(len(z), dtype=bool) if half is None else table.half == half
    outcomes = [
        ScoredRow(bool(unfaithful), bool(logit < 0), -float(logit), "")
        for unfaithful, logit in zip(table.unfaithful[chosen], z[chosen], strict=True)
    ]
    return confusion(outcomes).balanced_accuracy or 0.0, auroc(outcomes) or 0.0


async def read(path: Path, reader: Reader, limit: int) -> list[Summary]:
    """Label, half and claims of the rows, rare labels first: a set with few faithful rows keeps all of them."""
    examples = [one for one in load(path) if isinstance(one, Example) and one.faithful is not None]
    chance = random.Random(0)
    by_label = [[one for one in examples if one.faithful is label] for label in (True, False)]
    by_label.sort(key=len)
    few = chance.sample(by_label[0], min(len(by_label[0]), limit // 2))
    chosen = [*few, *chance.sample(by_label[1], min(len(by_label[1]), limit - len(few)))]
    found: list[Summary] = []
    for start in range(0, len(chosen), TOGETHER):
        found += await asyncio.gather(*(summary(one, reader) for one in chosen[start : start + TOGETHER]))
    return found


async def summary(example: Example, reader: Reader) -> Summary:
    """One row; rows of one article are in the same half."""
    return Summary(not example.faithful, int(example.document, 16) % 2, await claims(example, reader))


async def claims(example: Example, reader: Reader) -> list[Claim]:
    """The claims of all sentences, read and verified as a verdict would have them."""
    verifier = ClaimVerifier()
    documents = [(document.id, document.text) for document in example.case.documents]
    found = []
    before = ""
    for span in sentences(example.case.claim):
        for claim in (await extract_claims(ExtractClaims(sentence=span.text, context=""), reader)).claims:
            question = verifier.prepared(claim.text, span.text, documents, before=before).question
            if question.passages:
                found.append(await verified(question, reader))
        before = span.text
    return found


async def verified(question: VerifyClaim, reader: Reader) -> Claim:
    """One claim with its bounds: a copy is borne out, a claim that words deny is not."""
    passages = [passage.text for passage in question.passages]
    values = features(await readings(question, reader), passages)
    reply = await verify_claim(question, reader)
    if reply.support == COPIED:
        return Claim(values, least=odds(COPIED), most=odds(COPIED))
    return Claim(values, most=odds(MOST_IF_DENIED) if reply.label is ClaimLabel.INCORRECT else np.inf)


def odds(share: float) -> float:
    return log(share / (1 - share))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=FOLDER)
    parser.add_argument("--limit", type=int, default=300, help="rows of each set at most")
    parser.add_argument("--answers", type=Path, help="a folder that keeps the model's answers for the next time")
    parser.add_argument("--keep", type=Path, help="a file for what was read, so that fitting again is quick")
    given = parser.parse_args()
    weights = {}
    shipped = installed(given.answers, given.model)
    figures: dict[str, Any] = {}
    for name, model in (("without_model", None), ("with_model", shipped)):
        if model is not None and not model.available:
            print(f"no model in {given.model}: weights for it are left out")
            continue
        reader = Reader(model or Model(Path("/nowhere")))
        kept = given.keep.with_suffix(f".{name}.pickle") if given.keep else None
        summaries = tables_of(given.data, reader, given.limit, kept)
        weights[name], figures = fitted(summaries, (*NAMES, "model" if model else "rules"))
    (ROOT / "docs/documents.md").write_text(page(figures))
    save(shipped)
    content = {"weights": weights, "fitted_on": ", ".join(SETS), "date": f"{datetime.now(UTC):%Y-%m-%d}"}
    mark = hashlib.sha256(json.dumps(weights, sort_keys=True).encode()).hexdigest()[:12]
    given.out.write_text(json.dumps({"fingerprint": mark, **content}, indent=1) + "\n")


def tables_of(data: Path, reader: Reader, limit: int, kept: Path | None) -> dict[str, list[Summary]]:
    """The summaries of every set as read; reading takes long, so they are kept if a file is named."""
    if kept and kept.exists():
        found: dict[str, list[Summary]] = pickle.loads(kept.read_bytes())
        return found
    paths = {name: path for name in SETS if (path := data / f"{name}.jsonl.gz").exists()}
    found = {}
    for name, path in paths.items():
        found[name] = asyncio.run(read(path, reader, limit))
        print(f"{name}: {len(found[name])} rows read", flush=True)
    if kept:
        kept.write_bytes(pickle.dumps(found))
    return found


def left_out(tables: Mapping[str, Table], size: int) -> dict[str, tuple[float, float]]:
    """Balanced accuracy and AUROC of each set, by weights that were fitted on the others."""
    found = {}
    for name, table in tables.items():
        others = fit([one for other, one in tables.items() if other != name], half=None, size=size)
        found[name] = measured(table, others, half=None)
    return found


def fitted(summaries: Mapping[str, list[Summary]], names: tuple[str, ...]) -> tuple[dict[str, float], dict[str, Any]]:
    """The weights of one layer and its figures: on the halves that were not fitted, and on each set left out."""
    tables = {name: Table(rows, names) for name, rows in summaries.items()}
    elsewhere = left_out(tables, len(names))
    weights = fit(list(tables.values()), half=None, size=len(names))
    first_half = fit(list(tables.values()), half=0, size=len(names))
    figures: dict[str, Any] = {}
    print(f"{'set':20}{'rows':>6}  held-out half   set left out   (balanced accuracy / AUROC)")
    for name, table in tables.items():
        held, left = measured(table, first_half, half=1), elsewhere[name]
        unfaithful = int(table.unfaithful.sum())
        figures[name] = {
            "rows": len(table.unfaithful), "unfaithful": unfaithful, "held_out_half": held, "set_left_out": left,
        }  # fmt: skip
        print(
            f"{name:20}{len(table.unfaithful):6}  {held[0]:.3f} / {held[1]:.3f}   {left[0]:.3f} / {left[1]:.3f}",
            flush=True,
        )
    return {name: round(float(value), 4) for name, value in zip(names, weights, strict=True)}, figures


PAGE = """# Documents: the factuality score of the offline engine

Written by `training/factuality.py`; not by hand. Summaries and answers against their documents, at the one threshold of
0.5 for all sets. *Held out*: fitted on half of every set, measured on the other half. *Left out*: fitted without the
set, which is what to expect on your texts. Balanced accuracy / AUROC; a constant answer has 0.50 / 0.50.
Which features count, and that the weakest sentence alone gives the score, was chosen by the mean of the last column,
which flatters it a little.

| set | rows | unfaithful | held out | left out |
|---|---|---|---|---|
"""


def page(figures: Mapping[str, Mapping[str, Any]]) -> str:
    """The figures as a page."""
    lines = []
    for name, one in figures.items():
        held, left = (f"{one[key][0]:.3f} / {one[key][1]:.3f}" for key in ("held_out_half", "set_left_out"))
        lines.append(f"| {name} | {one['rows']} | {one['unfaithful']} | {held} | {left} |")
    means = [np.mean([one["set_left_out"][at] for one in figures.values()]) for at in (0, 1)]
    return PAGE + "\n".join([*lines, f"| mean | | | | {means[0]:.3f} / {means[1]:.3f} |"]) + "\n"


if __name__ == "__main__":
    main()
