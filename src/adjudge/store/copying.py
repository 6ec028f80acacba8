"""Copy a run and the ledger's answers from one store into another, row by row and byte for byte."""

from typing import Any

from sqlalchemy import Row

from adjudge.store.schema import answer_rows, outcome_rows
from adjudge.store.store import Store

_PAGE = 256


async def copy_outcomes(source: Store, run_id: str, target: Store, into: str) -> int:
    """Copy the outcomes of a run into the run `into` of another store; returns how many there were."""
    copied, after = 0, -1
    while rows := await source.database.rows(outcome_rows(run_id, after, _PAGE)):
        put = target.database.writes.put_outcome
        await target.database.write(*((put, _values(row) | {"run_id": into}) for row in rows))
        copied, after = copied + len(rows), rows[-1].position
    return copied


async def copy_answers(source: Store, target: Store) -> int:
    """Copy all answers of the ledger; returns how many there were."""
    copied, after = 0, ("", "")
    while rows := await source.database.rows(answer_rows(after, _PAGE)):
        put = target.database.writes.put_answer
        await target.database.write(*((put, _values(row)) for row in rows))
        copied, after = copied + len(rows), (rows[-1].key, rows[-1].version)
    return copied


def _values(row: Row[Any]) -> dict[str, object]:
    return dict(row._mapping)
