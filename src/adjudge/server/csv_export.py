"""A batch as a table: the user's own columns, and what was decided of each row. Outcomes in, CSV lines out."""

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from adjudge.render.cards import headline
from adjudge.store.reviews import Review
from adjudge.verdict import Failure, Verdict

DECIDED_COLUMNS = (
    "adjudge_outcome",
    "adjudge_leaning",
    "adjudge_confidence",
    "adjudge_label",
    "adjudge_reason",
    "adjudge_corrected",
    "adjudge_review",
)


def decided_cells(outcome: Verdict | Failure, review: Review | None) -> list[str]:
    """What was decided of a row, in the order of `DECIDED_COLUMNS`."""
    opinion = "" if review is None else " ".join(part for part in (review.judgement.value, review.stance or "") if part)
    if isinstance(outcome, Failure):
        return ["Failed", "", "", outcome.error, outcome.message, "", opinion]
    top = headline(outcome)
    edit = outcome.minimal_edit.text if outcome.minimal_edit else ""
    sure = "" if top.confidence is None else f"{top.confidence:.4g}"
    return [top.outcome.value, "yes" if top.leaning else "no", sure, top.label, top.reason, edit, opinion]


def csv_line(cells: Sequence[str]) -> bytes:
    """One line of the table. What a spreadsheet would run as a formula is made text."""
    out = io.StringIO()
    csv.writer(out).writerow([f"'{cell}" if cell[:1] in ("=", "+", "@", "\t", "\r") else cell for cell in cells])
    return out.getvalue().encode("utf-8", "replace")


def plain_cell(value: Any) -> str:
    """A value of the uploaded table as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
