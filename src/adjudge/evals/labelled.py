"""Labelled cases of any kind: JSON-lines or CSV files, also gzipped, as a stream of `Labelled`, in the files' order.

Columns are found by their usual names or named. A row without a label is counted and not judged; a row that is no case
(no claim, no source) is a `Labelled` with a failure in its place, so that it stays in the denominator.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudge.case import Case, Document
from adjudge.check import failure_of
from adjudge.errors import AdjudgeError, DataError
from adjudge.evals.datasets import ARTICLE_COLUMNS, SUMMARY_COLUMNS, table_rows
from adjudge.evals.labels import Gold, Scheme, normal, scheme
from adjudge.files import require_file
from adjudge.verdict import Failure

CLAIM_COLUMNS = (*SUMMARY_COLUMNS, "text")
SOURCE_COLUMNS = (*(name for name in ARTICLE_COLUMNS if name != "text"), "evidence", "context", "text")
LABEL_COLUMNS = ("label", "gold", "expected", "faithful", "verdict")
KIND_COLUMNS = ("kind", "error_type", "category")


@dataclass(frozen=True, slots=True)
class Labelled:
    """One labelled case. `document` groups rows of one source; `kind` is what the data say of the row, if anything."""

    id: str
    case: Case | Failure
    gold: Gold
    dataset: str
    document: str
    kind: str = ""


@dataclass(frozen=True)
class Columns:
    """Column names that were given; those that were not are found."""

    claim: str | None = None
    source: str | None = None
    label: str | None = None
    kind: str | None = None


@dataclass(frozen=True)
class LabelledData:
    """Which rows of which files."""

    paths: tuple[Path, ...]
    columns: Columns = field(default_factory=Columns)
    mapping: Mapping[str, Gold] = field(default_factory=dict)
    two_classes: bool = False
    limit: int | None = None
    seed: int = 0

    @cached_property
    def scheme(self) -> Scheme:
        """The classes, from all label words of the chosen rows."""
        words = {word for word in self._survey if word}
        if not words:
            raise DataError("No row has a label.", hint=f"A label column is one of: {', '.join(LABEL_COLUMNS)}.")
        return scheme(words, self.mapping, two=self.two_classes)

    @property
    def unlabelled(self) -> int:
        """Rows without a label."""
        return self._survey[""]

    @property
    def asked(self) -> int:
        """Rows with a label: all of them will be judged."""
        return sum(count for word, count in self._survey.items() if word)

    @cached_property
    def duplicates(self) -> int:
        """Rows whose claim and source stand in an earlier row too. They stay: the files say so."""
        seen: Counter[str] = Counter()
        for path, _, row in self._chosen():
            claim, source, _ = self._named(path, row)
            seen[_digest(f"{row.get(claim)}\0{row.get(source)}")] += 1
        return sum(count - 1 for count in seen.values())

    @cached_property
    def fingerprint(self) -> Mapping[str, Any]:
        """What makes these rows these rows: contents of the files, not their names."""
        files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.paths}
        columns = {name: getattr(self.columns, name) for name in ("claim", "source", "label", "kind")}
        mapping = {word: gold.value for word, gold in sorted(self.mapping.items())}
        chosen = {"limit": self.limit, "seed": self.seed if self.limit else 0, "two": self.two_classes}
        return {"files": files, "columns": columns, "mapping": mapping, **chosen}

    def rows(self) -> Iterator[Labelled]:
        """The labelled rows, in the files' order."""
        for path, number, row in self._chosen():
            claim, source, label = self._named(path, row)
            word = _word(row.get(label)) if label else ""
            if word:
                yield self._labelled(path, number, row, claim, source, self.scheme.of[word])

    def cases(self) -> Iterator[Case | Failure]:
        """The rows as cases, whether labelled or not."""
        for path, number, row in self._chosen():
            claim, source, _ = self._named(path, row)
            yield _case(f"{_stem(path)}:{number}", row.get(claim), row.get(source))

    def _labelled(
        self, path: Path, number: int, row: Mapping[str, Any], claim: str, source: str, gold: Gold
    ) -> Labelled:
        name = _stem(path)
        id = f"{name}:{number}"
        kind = next((str(row[name]) for name in self._kind_columns if isinstance(row.get(name), str | int)), "")
        case = _case(id, row.get(claim), row.get(source))
        return Labelled(id, case, gold, name, _digest(str(row.get(source))), kind)

    @property
    def _kind_columns(self) -> Sequence[str]:
        return (self.columns.kind,) if self.columns.kind else KIND_COLUMNS

    @cached_property
    def _survey(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for path, _, row in self._chosen():
            _, _, label = self._named(path, row)
            found[_word(row.get(label)) if label else ""] += 1
        if not found:
            names = ", ".join(f"'{path}'" for path in self.paths)
            raise DataError(f"There are no rows in {names}.", hint="Each row needs a claim, a source and a label.")
        return found

    def _chosen(self) -> Iterator[tuple[Path, int, Mapping[str, Any]]]:
        for path in self.paths:
            require_file(path, what="The data file")
            chosen = None
            if self.limit is not None:
                count = sum(1 for _ in table_rows(path))
                chosen = set(random.Random(self.seed).sample(range(count), min(self.limit, count)))
            for number, row in table_rows(path):
                if chosen is None or number in chosen:
                    yield path, number, row

    def _named(self, path: Path, row: Mapping[str, Any]) -> tuple[str, str, str | None]:
        claim = self._column(path, row, self.columns.claim, CLAIM_COLUMNS, "claim")
        rest = {name: value for name, value in row.items() if name != claim}
        source = self._column(path, rest, self.columns.source, SOURCE_COLUMNS, "source")
        label = self.columns.label or next((name for name in LABEL_COLUMNS if name in row and name != claim), None)
        if self.columns.label and self.columns.label not in row:
            raise _no_column(path, row, self.columns.label, "label")
        return claim, source, label

    def _column(self, path: Path, row: Mapping[str, Any], given: str | None, usual: Sequence[str], what: str) -> str:
        name = given or next((name for name in usual if name in row), None)
        if name is None or name not in row:
            raise _no_column(path, row, name or "/".join(usual), what)
        return name


def _no_column(path: Path, row: Mapping[str, Any], name: str, what: str) -> DataError:
    columns = ", ".join(map(str, row))
    return DataError(
        f"'{path}' has no column '{name}'.", hint=f"Its columns are: {columns}. Name one with --{what}-col."
    )


def _case(id: str, claim: Any, source: Any) -> Case | Failure:
    texts = source if isinstance(source, list) else [source]
    try:
        return Case(id=id, claim=str(claim or ""), documents=_documents(texts))
    except AdjudgeError as error:
        return failure_of(id, error)


def _documents(texts: Sequence[Any]) -> tuple[Document, ...]:
    kept = [text for text in texts if isinstance(text, str)]
    return tuple(
        Document(id="source" if number == 1 else f"source-{number}", text=text) for number, text in enumerate(kept, 1)
    )


def _word(value: object) -> str:
    return "" if value is None else normal(value)


def _stem(path: Path) -> str:
    return path.name.split(".")[0]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
