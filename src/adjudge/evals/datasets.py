"""Labelled summaries from a JSON-lines or CSV file, also gzipped: rows in, `Example`s out, read as a stream.

Column names and label words of the usual sets are known; a row without a text is a `Failure` that names its line, a row
without a label an example that is judged and not scored. A file is read once to be surveyed and once to be judged.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.case import Case, Document
from adjudge.check import failure_of
from adjudge.errors import AdjudgeError, CaseError, DataError
from adjudge.rows import placed_rows
from adjudge.verdict import Failure

SUMMARY_COLUMNS = ("summary", "claim", "answer", "hypothesis")
ARTICLE_COLUMNS = ("article", "source", "document", "truth", "text", "premise")
_LABEL_COLUMNS = ("label", "faithful", "gold")
_FAITHFUL = word_set("faithful supported correct consistent true yes 1 1.0 entailment")
_UNFAITHFUL = word_set(
    "unfaithful contradicted incorrect inconsistent false no 0 0.0 nei refuted mutated hallucinated not_enough_info"
)
_LABELS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled summary. `faithful` is None without a usable label; `document` groups rows of one article."""

    case: Case
    faithful: bool | None
    document: str
    spans: tuple[tuple[int, int], ...] | None = None
    """The unfaithful spans marked by annotators; None if the set has none."""
    line: int = 0
    """The line of the file on which the row begins."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The counts of a file before any row is judged."""

    path: Path
    rows: int = 0
    columns: tuple[str, ...] = ()
    """Every column that a row has, in order of first appearance."""
    labels: Counter[str] = field(default_factory=Counter)
    """The label words as they are written; a row without one is not counted."""
    ids: Counter[str] = field(default_factory=Counter)

    @property
    def unknown_labels(self) -> Counter[str]:
        """The unknown label words."""
        return Counter({word: times for word, times in self.labels.items() if _faithful(word) is None})

    def id_of(self, row: Mapping[str, Any], number: int) -> str:
        """The row's own id if it is unique, otherwise a unique one."""
        own = _own_id(row)
        if own and self.ids[own] == 1:
            return own
        id = f"{own}#{number}" if own else f"pair-{number}"
        while id in self.ids:
            id += "#"
        return id


def surveyed(path: Path) -> Survey:
    """Read a file once. Raises a `DataError` if it has no rows, or no column of summaries or articles."""
    rows, columns, labels, ids = 0, dict[str, None](), Counter[str](), Counter[str]()
    for _, row in placed_rows(path):
        rows += 1
        columns |= dict.fromkeys(map(str, row))
        if (label := _label(row)) is not None:
            labels[str(label)] += 1
        if own := _own_id(row):
            ids[own] += 1
    if not rows:
        raise DataError(f"The data file '{path}' has no rows.", hint="Each row needs a summary and an article.")
    for what, names in (("summaries", SUMMARY_COLUMNS), ("articles", ARTICLE_COLUMNS)):
        if not any(name in columns for name in names):
            raise DataError(
                f"'{path}' has no column of {what}.",
                hint=f"Its columns are: {', '.join(columns)}. Known names: {', '.join(names)}.",
            )
    return Survey(path, rows, tuple(columns), labels, ids)


def require_labels(survey: Survey) -> None:
    """Raise a `DataError` unless at least one row has a known label."""
    if not any(name in survey.columns for name in _LABEL_COLUMNS):
        raise DataError(
            f"'{survey.path}' has no column of labels.",
            hint=f"Its columns are: {', '.join(survey.columns)}. Known names: {', '.join(_LABEL_COLUMNS)}. {_known()}",
        )
    if not survey.labels:
        raise DataError(f"No row of '{survey.path}' has a label.", hint=_known())
    if survey.unknown_labels == survey.labels:
        raise DataError(f"No label of '{survey.path}' is known: {counted_labels(survey.labels)}.", hint=_known())


def counted_labels(labels: Counter[str]) -> str:
    """Label words with their counts, the most frequent first."""
    counts = ", ".join(f"'{word[:40]}' ({times})" for word, times in labels.most_common(_LABELS_SHOWN))
    more = len(labels) - _LABELS_SHOWN
    return f"{counts} and {more} more" if more > 0 else counts


def _known() -> str:
    return f"Known labels: {', '.join(sorted(_FAITHFUL))}; and {', '.join(sorted(_UNFAITHFUL))}."


def load(path: Path, *, limit: int | None = None, seed: int = 0) -> Iterator[Example | Failure]:
    """The examples of a file in order; with a limit, a random sample of that size."""
    survey = surveyed(path)
    chosen = None
    if limit is not None:
        chosen = set(random.Random(seed).sample(range(survey.rows), min(limit, survey.rows)))
    for number, (line, row) in enumerate(placed_rows(path)):
        if chosen is None or number in chosen:
            yield _example(survey.id_of(row, number), line, row)


def _example(id: str, line: int, row: Mapping[str, Any]) -> Example | Failure:
    try:
        case = _case(id, row)
    except AdjudgeError as error:
        outcome = failure_of(id, error)
        return outcome.model_copy(update={"message": f"Line {line}: {outcome.message}"})
    document = hashlib.sha256(case.documents[0].text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Example(case, _faithful(_label(row)), document, _spans(row, case.claim), line)


def _case(id: str, row: Mapping[str, Any]) -> Case:
    summary = next((name for name in SUMMARY_COLUMNS if name in row), None)
    article = next((name for name in ARTICLE_COLUMNS if name in row and name != summary), None)
    for what, name in (("summary", summary), ("article", article)):
        if not isinstance(row.get(name or ""), str):
            raise CaseError(f"The row has no {what}.", hint=f"It has: {', '.join(map(str, row))}.")
    return Case(id=id, claim=row[summary or ""], documents=(Document(id="article", text=row[article or ""]),))


def _own_id(row: Mapping[str, Any]) -> str:
    return "" if row.get("id") is None else str(row["id"])


def _label(row: Mapping[str, Any]) -> object:
    return next((row[name] for name in _LABEL_COLUMNS if row.get(name) not in (None, "")), None)


def _faithful(label: object) -> bool | None:
    word = str(label).strip().lower().replace(" ", "_")
    return True if word in _FAITHFUL else False if word in _UNFAITHFUL else None


def _spans(row: Mapping[str, Any], summary: str) -> tuple[tuple[int, int], ...] | None:
    given = row.get("spans")
    if not isinstance(given, Sequence) or isinstance(given, str):
        return None
    found = []
    for item in given:
        match item:
            case {"start": start, "end": end} | [start, end, *_]:
                pass
            case _:
                continue
        if isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(summary):
            found.append((start, end))
    return tuple(found)
