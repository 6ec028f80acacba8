"""Labelled summaries from a JSON-lines or CSV file, also gzipped: rows in, `Example`s out, read as a stream.

Column names and label words of the usual sets are known; a row without a text is a `Failure`, a row without a label an
example that is judged and not scored.
"""

import csv
import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

from adjudge.analysis.lexicon.blocks import word_set
from adjudge.case import Case, Document
from adjudge.check import failure_of
from adjudge.errors import AdjudgeError, DataError
from adjudge.files import open_text
from adjudge.verdict import Failure

csv.field_size_limit(1 << 30)
_DELIMITERS = ",;\t|"
SUMMARY_COLUMNS = ("summary", "claim", "answer", "hypothesis")
ARTICLE_COLUMNS = ("article", "source", "document", "truth", "text", "premise")
_LABEL_COLUMNS = ("label", "faithful", "gold")
_FAITHFUL = word_set("faithful supported correct consistent true yes 1 entailment")
_UNFAITHFUL = word_set(
    "unfaithful contradicted incorrect inconsistent false no 0 nei refuted mutated hallucinated not_enough_info"
)


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled summary. `faithful` is None without a usable label; `document` groups rows of one article."""

    case: Case
    faithful: bool | None
    document: str
    spans: tuple[tuple[int, int], ...] | None = None
    """The unfaithful stretches that annotators marked; None where the set has none."""


def load(path: Path, *, limit: int | None = None, seed: int = 0) -> Iterator[Example | Failure]:
    """The examples of a file in its order; with a limit, so many of them drawn at random."""
    rows = table_rows(path)
    if limit is not None:
        count = sum(1 for _ in table_rows(path))
        chosen = set(random.Random(seed).sample(range(count), min(limit, count)))
        rows = ((number, row) for number, row in rows if number in chosen)
    for number, row in rows:
        yield _example(path, number, row)


def pair_columns(row: Mapping[str, Any], path: Path) -> tuple[str, str]:
    """The names under which a row has its summary and its article."""
    summary = next((name for name in SUMMARY_COLUMNS if name in row), None)
    article = next((name for name in ARTICLE_COLUMNS if name in row and name != summary), None)
    if summary is None or article is None:
        raise DataError(
            f"'{path}' has no pairs of summary and article.",
            hint=f"Its columns are: {', '.join(map(str, row))}. Name two of them summary and article.",
        )
    return summary, article


def first_row(path: Path) -> Mapping[str, Any]:
    """The first row of a file."""
    found = next(islice(table_rows(path), 1), None)
    if found is None:
        raise DataError(f"The data file '{path}' has no rows.", hint="Each row needs a summary and an article.")
    return found[1]


def _example(path: Path, number: int, row: Mapping[str, Any]) -> Example | Failure:
    summary_name, article_name = pair_columns(row, path)
    summary, article = row.get(summary_name), row.get(article_name)
    # Ids are made unique by the row: sets that repeat an id would otherwise lose a row.
    id = f"{row['id']}#{number}" if row.get("id") else f"pair-{number}"
    try:
        case = Case(
            id=id,
            claim=summary if isinstance(summary, str) else "",
            documents=(Document(id="article", text=article if isinstance(article, str) else ""),),
        )
    except AdjudgeError as error:
        return failure_of(id, error)
    label = next((row[name] for name in _LABEL_COLUMNS if row.get(name) not in (None, "")), None)
    document = hashlib.sha256(case.documents[0].text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Example(case, _faithful(label), document, _spans(row, case.claim))


def _faithful(label: object) -> bool | None:
    word = str(label).strip().lower().replace(" ", "_")
    return True if word in _FAITHFUL else False if word in _UNFAITHFUL else None


def _spans(row: Mapping[str, Any], summary: str) -> tuple[tuple[int, int], ...] | None:
    given = row.get("spans")
    if not isinstance(given, Sequence) or isinstance(given, str):
        return None
    found = []
    for item in given:
        start, end = (item.get("start"), item.get("end")) if isinstance(item, Mapping) else tuple(item)[:2]
        if isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(summary):
            found.append((start, end))
    return tuple(found)


def table_rows(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rows of a JSON-lines or CSV file with their numbers, as a stream."""
    rows = _json_rows if ".json" in "".join(path.suffixes[-2:]) else _csv_rows
    yield from enumerate(rows(path))


def _csv_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with open_text(path, what="The data file") as file:
        head = file.readline()
        delimiter = max(_DELIMITERS, key=head.count)
        try:
            yield from csv.DictReader(chain([head], file), delimiter=delimiter)
        except csv.Error as error:
            raise DataError(f"'{path}' is not a readable CSV file: {error}.") from error


def _json_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    with open_text(path, what="The data file") as file:
        for number, line in enumerate((line for line in file if line.strip()), start=1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise DataError(f"Line {number} of '{path}' is not JSON: {error}.") from error
            if not isinstance(row, dict):
                raise DataError(f"Line {number} of '{path}' is not a JSON object.")
            yield row
