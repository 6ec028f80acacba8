"""Convert records to rows and back; pure. A row has the columns that a database filters by, and the record's bytes."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

from pydantic import JsonValue

from adjudge.case import Case
from adjudge.engines.around.ledger import StoredAnswer
from adjudge.store.codec import from_json, pack, to_json, unpack, without_transcript
from adjudge.store.runs import Counts, Run, RunStatus, StoredOutcome, usage_of
from adjudge.transcript import Usage
from adjudge.verdict import Failure, Timing, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

RowValues = dict[str, object]


def answer_row(key: str, answer: StoredAnswer) -> RowValues:
    """An answer, as a row of the ledger."""
    return {
        "key": key,
        "version": answer.version,
        "engine": plain(answer.engine),
        "created_at": iso(answer.created_at),
        "answer_json": pack(to_json(answer)),
    }


def answer_of(row: "Row[Any]") -> StoredAnswer:
    """The answer of a row."""
    return from_json(StoredAnswer, unpack(row.answer_json))


def answer_in(row: Mapping[str, object]) -> StoredAnswer:
    """The answer of a row that is still to be written."""
    return from_json(StoredAnswer, unpack(cast(bytes, row["answer_json"])))


def run_row(run: Run, owner: str) -> RowValues:
    """A new run."""
    return {
        "id": run.id,
        "started_at": iso(run.started_at),
        "finished_at": None,
        "status": run.status.value,
        "fingerprint": run.fingerprint,
        "command": plain(run.command),
        "protocol": plain(run.protocol),
        "settings": as_text(run.settings),
        "engines": as_text(run.engines),
        "owner": owner,
        "counts": None,
        "usage": None,
        "title": plain(run.title) or None,
        **{f"paid_{name}": value for name, value in run.paid.model_dump().items()},
    }


def run_of(row: "Row[Any]", counts: Counts, usage: Usage) -> Run:
    """The run of a row, with its counts as of now or as of its end."""
    return Run(
        id=row.id,
        started_at=datetime.fromisoformat(row.started_at),
        finished_at=datetime.fromisoformat(row.finished_at) if row.finished_at else None,
        status=RunStatus(row.status),
        fingerprint=row.fingerprint,
        command=row.command,
        protocol=row.protocol,
        settings=json.loads(row.settings),
        engines=json.loads(row.engines),
        counts=counts,
        usage=usage,
        title=row.title or "",
        paid=Usage(
            calls=row.paid_calls,
            input_tokens=row.paid_input_tokens,
            output_tokens=row.paid_output_tokens,
            cost_usd=None if row.paid_cost_usd is None else round(row.paid_cost_usd, 8),
        ),
    )


def tally_of(rows: "Sequence[Row[Any]]") -> tuple[Counts, Usage]:
    """Counts and usage from rows by outcome, stance and label."""
    outcomes: dict[str, int] = {}
    stances: dict[str, int] = {}
    labels: dict[str, int] = {}
    usage, asked = Usage(), 0
    for row in rows:
        asked += row.cases
        if row.stance is not None:
            outcomes[row.outcome] = outcomes.get(row.outcome, 0) + row.cases
            stances[row.stance] = stances.get(row.stance, 0) + row.cases
            labels[row.label] = labels.get(row.label, 0) + row.cases
        usage += Usage(
            calls=int(row.calls),
            input_tokens=int(row.input_tokens),
            output_tokens=int(row.output_tokens),
            cost_usd=None if row.unpriced else float(row.cost_usd),
        )
    failed = asked - sum(stances.values())
    counts = Counts(asked=asked, failed=failed, outcomes=outcomes, stances=stances, labels=labels)
    return counts, usage


def outcome_row(run_id: str, position: int, case: Case | None, outcome: Verdict | Failure) -> RowValues:
    """The row of an outcome."""
    decided = outcome if isinstance(outcome, Verdict) else None
    return {
        "run_id": run_id,
        "position": position,
        "case_id": plain(outcome.case_id),
        "stance": decided.stance.value if decided else None,
        "label": plain(decided.label) if decided else None,
        "confidence": decided.confidence.value if decided else None,
        "error": None if isinstance(outcome, Verdict) else plain(outcome.error),
        **usage_of(outcome).model_dump(),
        "timing": decided.timing.model_dump_json() if decided and decided.timing else None,
        "case_json": pack(to_json(case)) if case else None,
        "outcome_json": pack(to_json(outcome)),
        "outcome": decided.outcome.value if decided else None,
    }


def outcome_of(row: "Row[Any]", *, transcript: bool = True) -> StoredOutcome:
    """The outcome of a row. Without `transcript` the verdict's is left empty, which takes a third of the time."""
    data = unpack(row.outcome_json)
    outcome: Verdict | Failure
    if row.error is not None:
        outcome = from_json(Failure, data)
    else:
        timing = Timing.model_validate_json(row.timing) if row.timing else None
        outcome = from_json(Verdict, data if transcript else without_transcript(data)).model_copy(
            update={"timing": timing}
        )
    case = from_json(Case, unpack(row.case_json)) if row.case_json else None
    return StoredOutcome(position=row.position, case=case, outcome=outcome, json=data)


def iso(time: datetime) -> str:
    """A time as text of fixed length in UTC, so that texts sort as times do."""
    try:
        return time.astimezone(UTC).isoformat(timespec="microseconds")
    except OverflowError:  # the first or the last day that there is, in another time zone
        return time.replace(tzinfo=UTC).isoformat(timespec="microseconds")


def plain(text: str) -> str:
    """A text without null characters and lone surrogates, which not every database accepts."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()


def as_text(value: Mapping[str, JsonValue] | Mapping[str, str]) -> str:
    """JSON in ASCII, which every database accepts."""
    return json.dumps(dict(value), sort_keys=True)
