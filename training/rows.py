"""Rows of labelled data: read from gzipped JSON lines, checked, with labels as small integers.

In: a folder of `*.jsonl.gz` files with `claim`, `source`, `label`. Out: `Row` records. It must not change texts.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# The first three are the classes of the model. FAITHFUL is learnt as SUPPORTED; UNFAITHFUL says only
# "not supported", so its loss is taken on the sum of the two other classes.
TARGETS = {"SUPPORTED": 0, "CONTRADICTED": 1, "NEI": 2, "FAITHFUL": 0, "UNFAITHFUL": 3}
NOT_SUPPORTED = TARGETS["UNFAITHFUL"]
# Of a pair that was turned about and followed before, only this is known: the two do not contradict each other.
NOT_CONTRADICTED = 4
# Nothing is known but what the whole model says.
UNKNOWN = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled pair: the claim is judged against the source."""

    source: str
    claim: str
    target: int
    dataset: str
    marks: tuple[tuple[int, int], ...] | None = None
    """Where the claim's words are not borne out, as characters of the claim with single spaces; None: not known."""

    @property
    def plain_claim(self) -> str:
        """The claim with single spaces: what is tokenised, and what `marks` count in."""
        return " ".join(self.claim.split())


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of one file; a row that lacks a field or has an unknown label is an error, with its line."""
    dataset = path.name.removesuffix(".jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                raw = json.loads(line)
                yield Row(str(raw["source"]), str(raw["claim"]), TARGETS[raw["label"]], dataset)
            except (json.JSONDecodeError, KeyError, TypeError) as error:
                raise SystemExit(f"{path}, line {number}: not a labelled row ({error!r})") from error


def read_folder(folder: Path) -> dict[str, list[Row]]:
    """Every set of a folder, by name in alphabetical order."""
    paths = sorted(folder.glob("*.jsonl.gz"))
    if not paths:
        raise SystemExit(f"{folder}: no *.jsonl.gz files here")
    return {path.name.removesuffix(".jsonl.gz"): list(read_rows(path)) for path in paths}
