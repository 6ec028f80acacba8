"""The tables as they are today, and every statement that is run on them.

SQLAlchemy is imported here, so this module is imported only when a store is opened. `migrations.py` says how a database
gets these tables; a test holds the two together. Times are ISO texts in UTC, JSON is text or bytes: equal everywhere.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Delete,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    Table,
    Text,
    Update,
    and_,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.sql.dml import Insert

METADATA = MetaData()

RUNS = Table(
    "runs",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("started_at", Text, nullable=False),
    Column("finished_at", Text),
    Column("status", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("protocol", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("engines", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("counts", Text),
    Column("usage", Text),
    Column("paid_calls", Integer, nullable=False),
    Column("paid_input_tokens", BigInteger, nullable=False),
    Column("paid_output_tokens", BigInteger, nullable=False),
    Column("paid_cost_usd", Double),
    Column("title", Text),
    Index("runs_by_start", "started_at"),
    Index("runs_by_fingerprint", "fingerprint"),
)

# The long columns stand last, so that counting and filtering do not read them.
OUTCOMES = Table(
    "outcomes",
    METADATA,
    Column("run_id", Text, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("case_id", Text, nullable=False),
    Column("stance", Text),
    Column("label", Text),
    Column("confidence", Double),
    Column("error", Text),
    Column("calls", Integer, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("cost_usd", Double),
    Column("timing", Text),
    Column("case_json", LargeBinary),
    Column("outcome_json", LargeBinary, nullable=False),
    Column("outcome", Text),
    Index("outcomes_by_case", "run_id", "case_id"),
)

ANSWERS = Table(
    "answers",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("version", Text, primary_key=True),
    Column("engine", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("answer_json", LargeBinary, nullable=False),
)

# What the service was asked for and has not finished, with all that is needed to resume after a restart.
JOBS = Table(
    "jobs",
    METADATA,
    Column("run_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("finished_at", Text),
    Column("owner", Text, nullable=False),
    Column("asked", Integer, nullable=False),
    Column("key", Text),
    Column("body_hash", Text, nullable=False),
    Column("request_json", LargeBinary, nullable=False),
    Column("failure_json", LargeBinary),
    Index("jobs_by_key", "key", unique=True),
    Index("jobs_by_status", "status"),
)

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("run_id", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("case_id", Text, nullable=False),
    Column("judgement", Text, nullable=False),
    Column("stance", Text),
    Column("note", Text, nullable=False),
    Column("reviewer", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Index("reviews_by_run", "run_id", "position"),
)

# Who may do what, until when by the database's clock; `leases.py` has the statements.
LEASES = Table(
    "leases",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("expires_at", Double, nullable=False),
)

PAID = {
    "paid_calls": "calls",
    "paid_input_tokens": "input_tokens",
    "paid_output_tokens": "output_tokens",
    "paid_cost_usd": "cost_usd",
}


@dataclass(frozen=True, slots=True)
class Writes:
    """What is written. Equal statements of one commit are sent together, so each exists once."""

    put_answer: Insert
    put_outcome: Insert
    put_run: Insert
    set_run: Update
    pay: Update
    name: Update
    drop_run: Delete
    drop_outcomes: Delete
    put_job: Insert
    set_job: Update
    drop_job: Delete
    put_review: Insert
    drop_reviews: Delete


def writes(dialect: str) -> Writes:
    """The writing statements in the words of a dialect."""
    return Writes(
        put_answer=_upsert(dialect, ANSWERS),
        put_outcome=_upsert(dialect, OUTCOMES),
        put_run=_upsert(dialect, RUNS),
        set_run=update(RUNS)
        .where(RUNS.c.id == bindparam("of_run"))
        .values({name: bindparam(name) for name in ("status", "finished_at", "owner", "counts", "usage")}),
        pay=update(RUNS)
        .where(RUNS.c.id == bindparam("of_run"))
        .values({column: RUNS.c[column] + bindparam(usage) for column, usage in PAID.items()}),
        name=update(RUNS)
        .where(RUNS.c.id == bindparam("of_run"), RUNS.c.title.is_(None))
        .values(title=bindparam("called")),
        drop_run=delete(RUNS).where(RUNS.c.id == bindparam("of_run")),
        drop_outcomes=delete(OUTCOMES).where(OUTCOMES.c.run_id == bindparam("of_run")),
        put_job=_upsert(dialect, JOBS),
        set_job=update(JOBS)
        .where(JOBS.c.run_id == bindparam("of_run"))
        .values({name: bindparam(name) for name in ("status", "finished_at", "owner", "failure_json")}),
        drop_job=delete(JOBS).where(JOBS.c.run_id == bindparam("of_run")),
        put_review=_upsert(dialect, REVIEWS),
        drop_reviews=delete(REVIEWS).where(REVIEWS.c.run_id == bindparam("of_run")),
    )


def _upsert(dialect: str, table: Table) -> Insert:
    keys = [column.name for column in table.primary_key]
    # A dialect is a large import, and a store speaks one.
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    upsert: Insert = insert.on_conflict_do_update(
        index_elements=keys,
        set_={column.name: insert.excluded[column.name] for column in table.c if column.name not in keys},
    )
    return upsert


# What is asked for with every case is built once: building takes longer than asking.
ANSWERS_OF: Select[Any] = (
    select(ANSWERS.c.key, ANSWERS.c.version, ANSWERS.c.answer_json)
    .where(ANSWERS.c.key.in_(bindparam("keys", expanding=True)))
    .order_by(ANSWERS.c.created_at, ANSWERS.c.version)
)
"""Every version of the answers to the questions `keys`, the newest last."""

RUN_OF = select(RUNS).where(RUNS.c.id == bindparam("of_run"))
"""The run of that id."""

TALLY = (
    select(
        OUTCOMES.c.outcome,
        OUTCOMES.c.stance,
        OUTCOMES.c.label,
        func.count().label("cases"),
        func.sum(OUTCOMES.c.calls).label("calls"),
        func.sum(OUTCOMES.c.input_tokens).label("input_tokens"),
        func.sum(OUTCOMES.c.output_tokens).label("output_tokens"),
        func.sum(case((OUTCOMES.c.cost_usd.is_(None), 1), else_=0)).label("unpriced"),
        func.coalesce(func.sum(OUTCOMES.c.cost_usd), 0.0).label("cost_usd"),
    )
    .where(OUTCOMES.c.run_id == bindparam("of_run"))
    .group_by(OUTCOMES.c.outcome, OUTCOMES.c.stance, OUTCOMES.c.label)
    .order_by(OUTCOMES.c.outcome, OUTCOMES.c.stance, OUTCOMES.c.label)
)
"""Cases of a run and their cost by outcome, stance and label; a failure has none of them."""


def newest_runs(limit: int) -> Select[tuple[object, ...]]:
    """Runs, the newest first."""
    return select(RUNS).order_by(RUNS.c.started_at.desc(), RUNS.c.id.desc()).limit(limit)


def runs_named(name: str, limit: int) -> Select[tuple[object, ...]]:
    """Runs whose id begins with these characters, or ends with them after a dash."""
    begins = RUNS.c.id.startswith(name, autoescape=True)
    return newest_runs(limit).where(or_(begins, RUNS.c.id.endswith(f"-{name}", autoescape=True)))


def runs_like(fingerprint: str, statuses: list[str]) -> Select[tuple[object, ...]]:
    """Runs with that fingerprint and one of these statuses, newest first."""
    return newest_runs(20).where(RUNS.c.fingerprint == fingerprint, RUNS.c.status.in_(statuses))


def outcome_page(
    run_id: str,
    after: int,
    limit: int,
    *,
    stance: str | None = None,
    label: str | None = None,
    case_id: str | None = None,
    outcome: str | None = None,
) -> Select[tuple[int, bytes | None, bytes, str | None, str | None]]:
    """The next outcomes after a position; an empty `outcome` selects failures, which have none."""
    o = OUTCOMES.c
    page = select(o.position, o.case_json, o.outcome_json, o.timing, o.error)
    for column, wanted in ((o.stance, stance), (o.label, label), (o.case_id, case_id), (o.outcome, outcome)):
        page = page if wanted is None else page.where(column == wanted if wanted else column.is_(None))
    return page.where(o.run_id == run_id, o.position > after).order_by(o.position).limit(limit)


def done(run_id: str, *, failed: bool) -> Select[tuple[int, str]]:
    """Position and id of the cases that have an outcome."""
    found = select(OUTCOMES.c.position, OUTCOMES.c.case_id).where(OUTCOMES.c.run_id == run_id)
    return found if failed else found.where(OUTCOMES.c.error.is_(None))


def errors_of(run_id: str, error: str) -> Select[int]:
    """How many cases of a run failed with that error."""
    return select(func.count()).select_from(OUTCOMES).where(OUTCOMES.c.run_id == run_id, OUTCOMES.c.error == error)


def outcome_rows(run_id: str, after: int, limit: int) -> Select[tuple[object, ...]]:
    """The complete rows of the next outcomes after a position."""
    o = OUTCOMES.c
    return select(OUTCOMES).where(o.run_id == run_id, o.position > after).order_by(o.position).limit(limit)


def answer_rows(after: tuple[str, str], limit: int) -> Select[tuple[object, ...]]:
    """The complete rows of the next answers after a key and version."""
    a = ANSWERS.c
    behind = or_(a.key > after[0], and_(a.key == after[0], a.version > after[1]))
    return select(ANSWERS).where(behind).order_by(a.key, a.version).limit(limit)
