"""A fixed sample of a labelled file: rows in, the same few rows out on every machine.

Documents are taken in the order of a hash, so a sample neither depends on the file's order nor on a library's random
numbers; each label has its share of the set. Must not look at anything but document and label.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from adjudge.rows import table_rows

PAIRS, DOCUMENTS = 300, 150
_LONG = 120
"""From so many words of the median source on, rows are documents and take longer."""

Row = Mapping[str, Any]


def rows_of(path: Path) -> list[Row]:
    """The rows of a file that have a label."""
    return [row for _, row in table_rows(path) if row.get("label") not in (None, "")]


def sample(rows: list[Row], *, pairs: int = PAIRS, documents: int = DOCUMENTS) -> list[Row]:
    """At most so many rows: whole labels' shares, documents in the order of their hash."""
    most = documents if _are_documents(rows) else pairs
    by_label: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=_place):
        by_label[str(row["label"])].append(row)
    quotas = _quotas({label: len(held) for label, held in by_label.items()}, min(most, len(rows)))
    return sorted((row for label, quota in quotas.items() for row in by_label[label][:quota]), key=_place)


def document_of(row: Row) -> str:
    """What rows of one source share."""
    return hashlib.sha256(str(row.get("source")).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _place(row: Row) -> tuple[str, str]:
    claim = hashlib.sha256(str(row.get("claim")).encode("utf-8", "surrogatepass")).hexdigest()
    return document_of(row), claim


def _are_documents(rows: Iterable[Row]) -> bool:
    return median([len(str(row.get("source")).split()) for row in rows] or [0]) >= _LONG


def _quotas(counts: Mapping[str, int], most: int) -> dict[str, int]:
    """Shares of `most` in whole rows: the largest remainders are rounded up."""
    total = sum(counts.values())
    exact = {label: most * count / total for label, count in sorted(counts.items())}
    quotas = Counter({label: int(share) for label, share in exact.items()})
    for label in sorted(exact, key=lambda name: (quotas[name] - exact[name], name))[: most - quotas.total()]:
        quotas[label] += 1
    return dict(quotas)
