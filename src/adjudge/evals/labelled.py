"""Read labelled cases from JSON lines or CSV files, also gzipped, as a stream of `LabelledCase` in file order.

Columns are found by their usual names, or by the names given. A row without a label is counted and not judged. A row
that is not a case (no claim, no source) becomes a `LabelledCase` with a failure, so that it stays in the denominator.
Naming a column that no row of a file has is an error.
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
from adjudge.evals.datasets import ARTICLE_COLUMNS, SUMMARY_COLUMNS
from adjudge.evals.labels import Gold, Scheme, normal, scheme
from adjudge.evals.names import names_of
from adjudge.files import file_hash
from adjudge.rows import table_rows
from adjudge.verdict import Failure

CLAIM_COLUMNS = (*SUMMARY_COLUMNS, "text")
SOURCE_COLUMNS = (*(name for name in ARTICLE_COLUMNS if name != "text"), "evidence", "context", "text")
LABEL_COLUMNS = ("label", "gold", "expected", "faithful", "verdict")
KIND_COLUMNS = ("kind", "error_type", "category")


@dataclass(frozen=True, slots=True)
class LabelledCase:
    """One labelled case. `document` groups rows of one source; `kind` is what the data say of the row, if anything."""

    id: str
    case: Case | Failure
    gold: Gold
    dataset: str
    document: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _RowPlace:
    """A row's file, what that is called here, and the row's number in it."""

    path: Path
    name: str
    number: int

    @property
    def id(self) -> str:
        return f"{self.name}:{self.number}"


@dataclass(frozen=True, slots=True)
class _Named:
    """Under which names a row has its parts; None where it has no such part."""

    claim: str | None
    source: str | None
    label: str | None


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
        """The number of rows that repeat an earlier claim and source. They are judged too."""
        seen: Counter[str] = Counter()
        for _, row in self._chosen():
            named = self._named(row)
            seen[_digest(f"{_at(row, named.claim)}\0{_at(row, named.source)}")] += 1
        return sum(count - 1 for count in seen.values())

    @cached_property
    def fingerprint(self) -> Mapping[str, Any]:
        """What makes these rows these rows: contents of the files, not where they are."""
        names = names_of(self.paths, lambda path: path.name)
        files = {name: file_hash(path) for path, name in zip(self.paths, names, strict=True)}
        columns = {name: getattr(self.columns, name) for name in ("claim", "source", "label", "kind")}
        mapping = {word: gold.value for word, gold in sorted(self.mapping.items())}
        chosen = {"limit": self.limit, "seed": self.seed if self.limit else 0, "two": self.two_classes}
        return {"files": files, "columns": columns, "mapping": mapping, **chosen}

    def rows(self) -> Iterator[LabelledCase]:
        """The labelled rows, in the files' order."""
        for place, row in self._chosen():
            named = self._named(row)
            if word := _word(_at(row, named.label)):
                yield self._labelled(place, row, named, self.scheme.of[word])

    def cases(self) -> Iterator[Case | Failure]:
        """The rows as cases, whether labelled or not."""
        for place, row in self._chosen():
            named = self._named(row)
            yield _case(place.id, _at(row, named.claim), _at(row, named.source))

    def _labelled(self, place: _RowPlace, row: Mapping[str, Any], named: _Named, gold: Gold) -> LabelledCase:
        source = _at(row, named.source)
        kind = next((str(row[name]) for name in self._kind_columns if isinstance(row.get(name), str | int)), "")
        case = _case(place.id, _at(row, named.claim), source)
        return LabelledCase(place.id, case, gold, place.name, _digest(str(source)), kind)

    @property
    def _kind_columns(self) -> Sequence[str]:
        return (self.columns.kind,) if self.columns.kind else KIND_COLUMNS

    @cached_property
    def _survey(self) -> Counter[str]:
        found: Counter[str] = Counter(_word(_at(row, self._named(row).label)) for _, row in self._chosen())
        if not found:
            names = ", ".join(f"'{path}'" for path in self.paths)
            raise DataError(f"There are no rows in {names}.", hint="Each row needs a claim, a source and a label.")
        return found

    def _chosen(self) -> Iterator[tuple[_RowPlace, Mapping[str, Any]]]:
        for path, name, count in zip(self.paths, names_of(self.paths), self._row_counts, strict=True):
            chosen = None
            if self.limit is not None:
                chosen = set(random.Random(self.seed).sample(range(count), min(self.limit, count)))
            for number, row in table_rows(path):
                if chosen is None or number in chosen:
                    yield _RowPlace(path, name, number), row

    @cached_property
    def _row_counts(self) -> list[int]:
        """The number of rows of each file. Raises a `DataError` if a column is missing."""
        counts: list[int] = []
        everywhere: dict[str, None] = {}
        for path in self.paths:
            count, columns = 0, dict[str, None]()
            for _, row in table_rows(path):
                count += 1
                columns.update(dict.fromkeys(row))
            if count:
                self._require_columns(path, columns)
            everywhere.update(columns)
            counts.append(count)
        if self.columns.kind and everywhere and self.columns.kind not in everywhere:
            raise _no_column(self.paths[0], everywhere, self.columns.kind, "kind")
        return counts

    def _require_columns(self, path: Path, columns: Mapping[str, None]) -> None:
        """Columns that were named must be somewhere in the file, and so must one for claims and one for sources."""
        named = self._named(columns)
        for what, given, found, usual in (
            ("claim", self.columns.claim, named.claim, CLAIM_COLUMNS),
            ("source", self.columns.source, named.source, SOURCE_COLUMNS),
            ("label", self.columns.label, named.label, ()),
        ):
            if found is None and (given or usual):
                raise _no_column(path, columns, given or "/".join(usual), what)

    def _named(self, row: Mapping[str, Any]) -> _Named:
        """A row that lacks a column is a row without that value."""
        claim = _column(row, self.columns.claim, CLAIM_COLUMNS)
        source = _column(row, self.columns.source, SOURCE_COLUMNS, taken=claim)
        return _Named(claim, source, _column(row, self.columns.label, LABEL_COLUMNS, taken=claim))


def _column(row: Mapping[str, Any], given: str | None, usual: Sequence[str], *, taken: str | None = None) -> str | None:
    names = (given,) if given else usual
    return next((name for name in names if name in row and name != taken), None)


def _at(row: Mapping[str, Any], name: str | None) -> Any:
    return None if name is None else row.get(name)


def _no_column(path: Path, present: Mapping[str, object], name: str, what: str) -> DataError:
    columns = ", ".join(map(str, present))
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
    usable = [text for text in texts if isinstance(text, str)]
    return tuple(
        Document(id="source" if number == 1 else f"source-{number}", text=text) for number, text in enumerate(usable, 1)
    )


def _word(value: object) -> str:
    return "" if value is None else normal(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
