"""Labelled rows, read from gzipped JSON lines and checked, with labels as small integers.

In: a folder of `*.jsonl.gz` files with `claim`, `source`, `label` and optionally `spans`, `evidence`, `document`, or
with one source a line as in `corpus/`. Out: `Row` records. It must not change texts.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# The first three are the classes of the model. FAITHFUL is learnt as SUPPORTED; UNFAITHFUL says only
# "not supported", so its loss is taken on the sum of the two other classes.
TARGETS = {"SUPPORTED": 0, "CONTRADICTED": 1, "NEI": 2, "FAITHFUL": 0, "UNFAITHFUL": 3}
CORPUS_LABELS = {"S": "SUPPORTED", "C": "CONTRADICTED", "N": "NEI"}
SUPPORTED, CONTRADICTED, NEI, NOT_SUPPORTED = 0, 1, 2, 3
# Nobody labelled this row: only what the teacher says of it is learnt.
UNKNOWN = 4

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled pair: the claim is judged against the source."""

    source: str
    claim: str
    target: int
    dataset: str
    marks: tuple[Span, ...] | None = None
    """The character spans of the claim that the source does not support; None where nobody marked them."""
    evidence: tuple[str, ...] = ()
    """Passages of the source, verbatim, that decide the label."""
    document: str = ""


def _row(raw: Mapping[str, Any], dataset: str) -> Row:
    target = TARGETS[raw["label"]]
    marks: tuple[Span, ...] | None = tuple((int(s["start"]), int(s["end"])) for s in raw.get("spans", ()))
    if target == SUPPORTED:
        marks = ()
    elif not marks:
        marks = None
    evidence = tuple(e for e in raw.get("evidence", ()) if isinstance(e, str))
    return Row(str(raw["source"]), str(raw["claim"]), target, dataset, marks, evidence, str(raw.get("document", "")))


def _from_source(raw: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of one source of `corpus/`: its claims, and its summaries."""
    source, document, tail = raw["source"], str(raw["id"]), "" if raw["lang"] == "en" else f"_{raw['lang']}"
    for letter, _, claim, evidence, wrong in raw["claims"]:
        label = CORPUS_LABELS[letter]
        marks = _marks(claim, wrong) if label != "SUPPORTED" else ()
        yield Row(source, claim, TARGETS[label], f"written{tail}", marks, tuple(evidence), document)
    for letter, text, *wrong in raw["summaries"]:
        marks = _marks(text, wrong[0]) if wrong else ()
        yield Row(
            source, text, NOT_SUPPORTED if letter == "U" else SUPPORTED, f"written_summaries{tail}", marks, (), document
        )


def _marks(text: str, words: str) -> tuple[Span, ...]:
    start = text.index(words)
    return ((start, start + len(words)),)


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of one file; a row that lacks a field or has an unknown label is an error that names its line."""
    dataset = path.name.removesuffix(".jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                raw = json.loads(line)
                yield from _from_source(raw) if "claims" in raw else (_row(raw, dataset),)
            except (KeyError, TypeError, ValueError) as error:
                raise SystemExit(f"{path}, line {number}: not a labelled row ({error!r})") from error


def read_folder(folder: Path) -> dict[str, list[Row]]:
    """Every data set of a folder, by name in alphabetical order."""
    paths = sorted(folder.glob("*.jsonl.gz"))
    if not paths:
        raise SystemExit(f"{folder}: no *.jsonl.gz files here")
    found: dict[str, list[Row]] = {}
    for path in paths:
        for row in read_rows(path):
            found.setdefault(row.dataset, []).append(row)
    return found
