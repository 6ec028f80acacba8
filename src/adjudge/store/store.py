"""KEEP: runs, their outcomes, and the ledger's answers, in one database.

It takes and returns typed records. `database.py` has the connection and is imported, with SQLAlchemy, when a store is
opened. What was awaited is durable: it survives if the process is killed afterwards.
"""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudge.case import Case
from adjudge.engines.around.ledger import StoredAnswer, split_key
from adjudge.errors import NotInStore, TamperedRun
from adjudge.store.owner import lives_elsewhere, this_process
from adjudge.store.rows import (
    answer_in,
    answer_of,
    answer_row,
    iso,
    outcome_of,
    outcome_row,
    plain,
    run_of,
    run_row,
    tally_of,
)
from adjudge.store.runs import Counts, Run, RunStatus, StoredOutcome, title_of
from adjudge.transcript import Usage
from adjudge.verdict import Failure, Stance, Verdict

if TYPE_CHECKING:
    from sqlalchemy import Row

    from adjudge.store.database import Database, Write

UNFINISHED = (RunStatus.RUNNING, RunStatus.INTERRUPTED, RunStatus.FAILED, RunStatus.BUDGET_REACHED)
PAGE = 20


class Store:
    """An open store. It is also an `Answers`: what the ledger keeps its answers in."""

    def __init__(self, database: "Database") -> None:
        from adjudge.store import schema

        self._database = database
        self._writes = database.writes
        self._schema = schema

    @classmethod
    async def open(cls, where: str | Path, *, busy_timeout_s: float = 30.0) -> "Store":
        """Open the store in that file (made if it is not there), or at that `postgresql://` URL."""
        from adjudge.store.database import Database

        return cls(await Database.open(where, busy_timeout_s=busy_timeout_s))

    async def close(self) -> None:
        """Finish pending writes and close the store."""
        await self._database.close()

    async def __aenter__(self) -> "Store":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def database(self) -> "Database":
        """The database, which also stores jobs, reviews and lists of runs (`jobs.py`, `reviews.py`, `listing.py`)."""
        return self._database

    @property
    def place(self) -> str:
        """The location: a path, or a URL without its password."""
        return self._database.place

    @property
    def shared(self) -> bool:
        """Whether other machines can use it."""
        return self._database.dialect != "sqlite"

    # The ledger's answers

    async def get(self, key: str) -> StoredAnswer | None:
        """The answer with that full key, or the newest answer to a question key."""
        asked, version = split_key(key)
        for soon in reversed(self._database.soon(asked)):
            if version in ("", soon["version"]):
                return answer_in(soon)
        for row in reversed(await self._database.answers(asked)):
            if version and row.version == version:
                # Given out even if it was changed from outside: its reader is to see that.
                return answer_of(row)
            if not version and (answer := _sound(row)):
                return answer
        return None

    async def put(self, key: str, answer: StoredAnswer) -> str:
        """Store an answer to a question key. Returns its full key once it is durable.

        A free answer is written with the next outcome; if it is lost before, the engine simply gives it again.
        """
        row = answer_row(key, answer)
        change = (self._writes.put_answer, row)
        await (self._database.write_soon(key, change) if answer.cost_nothing else self._database.write(change))
        return f"{key}-{row['version']}"

    # Runs

    async def begin_run(self, run: Run) -> Run:
        """Store a new run, owned by this process."""
        await self._database.write((self._writes.put_run, run_row(run, this_process())))
        return run

    async def find_unfinished(self, fingerprint: str) -> Run | None:
        """The newest unfinished run with that fingerprint that no process is running, or None."""
        query = self._schema.runs_like(fingerprint, [status.value for status in UNFINISHED])
        for row in await self._database.rows(query):
            if row.status != RunStatus.RUNNING or not lives_elsewhere(row.owner):
                return await self._run(row)
        return None

    async def resume_run(self, run_id: str) -> Run:
        """Resume a run: set it to `running`, owned by this process."""
        await self._set(run_id, RunStatus.RUNNING)
        return await self.get_run(run_id)

    async def finish_run(
        self,
        run_id: str,
        status: RunStatus = RunStatus.FINISHED,
        *,
        asked: int | None = None,
        excluded: int = 0,
        paid: Usage | None = None,
    ) -> Run:
        """Close a run. `asked` is the number of cases to judge; `paid` is the usage not yet saved with an outcome."""
        counts, usage = tally_of(await self._database.rows(self._schema.TALLY, {"of_run": run_id}))
        total = counts.asked + excluded
        counts = counts.model_copy(update={"asked": total if asked is None else asked, "excluded": excluded})
        await self._set(run_id, status, ended=(counts, usage), paid=paid)
        return await self.get_run(run_id)

    async def list_runs(self, limit: int = 20) -> list[Run]:
        """Runs, the newest first."""
        return [await self._run(row) for row in await self._database.rows(self._schema.newest_runs(limit))]

    async def get_run(self, name: str) -> Run:
        """The run with that id, a unique prefix or suffix of one, or `last`."""
        if name == "last":
            found = await self._database.rows(self._schema.newest_runs(1))
        else:
            # A whole id is in the index; a part of one is looked for in all of them.
            found = await self._database.rows(self._schema.RUN_OF, {"of_run": plain(name)})
            if not found and name:
                found = await self._database.rows(self._schema.runs_named(plain(name), 6))
        if not found:
            raise NotInStore(f"The store has no run '{name}'.", hint="`adjudge runs list` lists the runs.")
        if len(found) > 1:
            ids = ", ".join(row.id for row in found)
            raise NotInStore(f"Several runs match '{name}'.", hint=f"Give a longer part of the id: {ids}.")
        return await self._run(found[0])

    async def delete_run(self, run_id: str) -> None:
        """Delete a run, its outcomes and reviews. The ledger keeps its answers: other runs may depend on them."""
        of, writes = {"of_run": run_id}, self._writes
        dropped = (writes.drop_outcomes, writes.drop_reviews, writes.drop_job, writes.drop_run)
        await self._database.write(*((statement, of) for statement in dropped))

    # Outcomes

    async def save_outcome(
        self, run_id: str, position: int, case: Case | None, outcome: Verdict | Failure, *, paid: Usage | None = None
    ) -> None:
        """Store the outcome of a case; `paid` is what the run paid since the last call (`Meter.take`)."""
        row = outcome_row(run_id, position, case, outcome)
        called = [(self._writes.name, {"of_run": run_id, "called": plain(title_of(case))})] if case else []
        await self._database.write((self._writes.put_outcome, row), *called, *self._pay(run_id, paid))

    async def done_positions(self, run_id: str, *, failed: bool = True) -> set[int]:
        """Positions of the cases with an outcome; `failed=False` excludes failures, which will be retried."""
        return {row.position for row in await self._database.rows(self._schema.done(run_id, failed=failed))}

    async def count_errors(self, run_id: str, error: str) -> int:
        """How many cases of the run failed with that error."""
        [row] = await self._database.rows(self._schema.errors_of(run_id, error))
        return int(row[0])

    async def outcomes(
        self, run_id: str, *, stance: Stance | None = None, label: str | None = None, case_id: str | None = None
    ) -> AsyncIterator[StoredOutcome]:
        """Outcomes in the order of their positions, read page by page, so that memory stays bounded."""
        after, more = -1, True
        while more:
            page = self._schema.outcome_page(run_id, after, PAGE, stance=stance, label=label, case_id=case_id)
            rows = await self._database.rows(page)
            for row in rows:
                after = row.position
                yield outcome_of(row)
            more = len(rows) == PAGE

    async def outcome(self, run_id: str, position: int) -> StoredOutcome | None:
        """The outcome at a position, or None."""
        page = await self.page(run_id, after=position - 1, limit=1)
        return page[0] if page and page[0].position == position else None

    async def page(
        self,
        run_id: str,
        *,
        after: int = -1,
        limit: int = PAGE,
        outcome: str | None = None,
        transcripts: bool = True,
    ) -> list[StoredOutcome]:
        """The next outcomes after a position, all or of one kind; an empty `outcome` selects failures."""
        page = self._schema.outcome_page(run_id, after, limit, outcome=outcome)
        rows = await self._database.rows(page)
        return await asyncio.to_thread(lambda: [outcome_of(row, transcript=transcripts) for row in rows])

    async def counted(self, row: "Row[Any]") -> tuple[Counts, Usage]:
        """The counts and the usage of a run's row: as of its end, or as of now."""
        stored = Counts.model_validate_json(row.counts) if row.counts is not None else None
        if stored is not None and (stored.outcomes or not stored.stances):
            return stored, Usage.model_validate_json(row.usage)
        counts, usage = tally_of(await self._database.rows(self._schema.TALLY, {"of_run": row.id}))
        # A run that ended before outcomes were counted keeps its other counts.
        return (stored.model_copy(update={"outcomes": counts.outcomes}) if stored else counts), usage

    async def _run(self, row: "Row[Any]") -> Run:
        return run_of(row, *await self.counted(row))

    async def _set(
        self,
        run_id: str,
        status: RunStatus,
        *,
        ended: tuple[Counts, Usage] | None = None,
        paid: Usage | None = None,
    ) -> None:
        values = {
            "of_run": run_id,
            "status": status.value,
            "owner": this_process(),
            "finished_at": iso(datetime.now(UTC)) if ended else None,
            "counts": ended[0].model_dump_json() if ended else None,
            "usage": ended[1].model_dump_json() if ended else None,
        }
        await self._database.write((self._writes.set_run, values), *self._pay(run_id, paid))

    def _pay(self, run_id: str, paid: Usage | None) -> "list[Write]":
        return [(self._writes.pay, {"of_run": run_id, **paid.model_dump()})] if paid and paid.calls else []


def _sound(row: "Row[Any]") -> StoredAnswer | None:
    """The answer, or None if it was changed from outside."""
    try:
        answer = answer_of(row)
    except TamperedRun:
        return None
    return answer if answer.version == row.version else None
