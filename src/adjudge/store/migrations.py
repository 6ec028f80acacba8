"""Migrations of the database: numbered steps, applied once and in order.

Append only: a step that has been released is never edited, because databases in the field have already taken it. The
text is plain SQL that SQLite and PostgreSQL both read; `{bytes}` is the one word on which they differ.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, inspect, text

from adjudge.errors import StoreError

APPLIED = "adjudge_migrations"
LOCK = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(71023)"}
BYTES = {"sqlite": "BLOB", "postgresql": "BYTEA"}


@dataclass(frozen=True, slots=True)
class Migration:
    """One step."""

    number: int
    name: str
    statements: tuple[str, ...]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        1,
        "runs, outcomes and answers",
        (
            """CREATE TABLE runs (
                id TEXT NOT NULL PRIMARY KEY, started_at TEXT NOT NULL, finished_at TEXT, status TEXT NOT NULL,
                fingerprint TEXT NOT NULL, command TEXT NOT NULL, protocol TEXT NOT NULL, settings TEXT NOT NULL,
                engines TEXT NOT NULL, owner TEXT NOT NULL, counts TEXT, usage TEXT, paid_calls INTEGER NOT NULL,
                paid_input_tokens BIGINT NOT NULL, paid_output_tokens BIGINT NOT NULL,
                paid_cost_usd DOUBLE PRECISION)""",
            "CREATE INDEX runs_by_start ON runs (started_at)",
            "CREATE INDEX runs_by_fingerprint ON runs (fingerprint)",
            """CREATE TABLE outcomes (
                run_id TEXT NOT NULL, position INTEGER NOT NULL, case_id TEXT NOT NULL, stance TEXT, label TEXT,
                confidence DOUBLE PRECISION, error TEXT, calls INTEGER NOT NULL, input_tokens INTEGER NOT NULL,
                output_tokens INTEGER NOT NULL, cost_usd DOUBLE PRECISION, timing TEXT, case_json {bytes},
                outcome_json {bytes} NOT NULL, PRIMARY KEY (run_id, position))""",
            "CREATE INDEX outcomes_by_case ON outcomes (run_id, case_id)",
            """CREATE TABLE answers (
                key TEXT NOT NULL, version TEXT NOT NULL, engine TEXT NOT NULL, created_at TEXT NOT NULL,
                answer_json {bytes} NOT NULL, PRIMARY KEY (key, version))""",
        ),
    ),
    Migration(
        2,
        "titles of runs, jobs of the service, reviews",
        (
            "ALTER TABLE runs ADD COLUMN title TEXT",
            """CREATE TABLE jobs (
                run_id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL,
                finished_at TEXT, owner TEXT NOT NULL, asked INTEGER NOT NULL, key TEXT, body_hash TEXT NOT NULL,
                request_json {bytes} NOT NULL, failure_json {bytes})""",
            "CREATE UNIQUE INDEX jobs_by_key ON jobs (key)",
            "CREATE INDEX jobs_by_status ON jobs (status)",
            """CREATE TABLE reviews (
                id TEXT NOT NULL PRIMARY KEY, run_id TEXT NOT NULL, position INTEGER NOT NULL, case_id TEXT NOT NULL,
                judgement TEXT NOT NULL, stance TEXT, note TEXT NOT NULL, reviewer TEXT NOT NULL,
                created_at TEXT NOT NULL)""",
            "CREATE INDEX reviews_by_run ON reviews (run_id, position)",
        ),
    ),
    Migration(
        3,
        "outcomes in the words that people read",
        (
            "ALTER TABLE outcomes ADD COLUMN outcome TEXT",
            """UPDATE outcomes SET outcome = CASE
                WHEN stance = 'SUPPORTED' THEN 'Supported' WHEN stance = 'CONTRADICTED' THEN 'Contradicted'
                WHEN label IN ('Mutated', 'NOT ENOUGH INFO', 'PARTIALLY_FAITHFUL') THEN 'Not in the source'
                ELSE 'Undecided' END WHERE stance IS NOT NULL""",
        ),
    ),
    Migration(
        4,
        "leases",
        (
            """CREATE TABLE leases (
                name TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, expires_at DOUBLE PRECISION NOT NULL)""",
        ),
    ),
)

LATEST = MIGRATIONS[-1].number


def migrate(connection: Connection) -> None:
    """Apply the missing steps. Raises an error if the database is newer than this program."""
    if applied(connection) == LATEST:
        return
    connection.rollback()
    # Two processes may open a new store at the same moment: the second waits here and then finds nothing to do.
    connection.execute(text(LOCK[connection.dialect.name]))
    number = applied(connection)
    if number > LATEST:
        raise StoreError(
            f"The store was written by a newer Adjudge (schema {number}; this one knows {LATEST}).",
            hint="Update adjudge, or set ADJUDGE_HOME to another folder.",
        )
    if number == 0:
        connection.execute(
            text(f"CREATE TABLE IF NOT EXISTS {APPLIED} (number INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)")
        )
    for step in MIGRATIONS[number:]:
        _apply(connection, step)
    connection.commit()


def applied(connection: Connection) -> int:
    """The number of the last applied step; 0 for a new database."""
    if not inspect(connection).has_table(APPLIED):
        return 0
    return int(connection.execute(text(f"SELECT coalesce(max(number), 0) FROM {APPLIED}")).scalar_one())


def _apply(connection: Connection, step: Migration) -> None:
    for statement in step.statements:
        connection.execute(text(statement.format(bytes=BYTES[connection.dialect.name])))
    connection.execute(
        text(f"INSERT INTO {APPLIED} (number, name, applied_at) VALUES (:number, :name, :applied_at)"),
        {"number": step.number, "name": step.name, "applied_at": datetime.now(UTC).isoformat()},
    )
