"""What a store holds in figures over time: outcomes by ten minutes, and the verdicts that people have reviewed.

Only narrow columns are read, never a verdict.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from pydantic import AwareDatetime
from sqlalchemy import Row, and_, func, select

from adjudge.record import Record
from adjudge.store.owner import has_died
from adjudge.store.reviews import ReviewerOpinion
from adjudge.store.rows import iso
from adjudge.store.schema import OUTCOMES, REVIEWS, RUNS
from adjudge.store.store import Store
from adjudge.verdict import Stance

_TEN_MINUTES = len("2026-01-01T00:0")


class OutcomeCount(Record):
    """How many cases of runs that began in these ten minutes have this outcome; none for a failure."""

    since: AwareDatetime
    outcome: str | None
    count: int


class ReviewedVerdict(Record):
    """A verdict with the newest opinion of one reviewer."""

    protocol: str
    outcome: str
    confidence: float
    stance: Stance
    """What the verdict says."""
    reviewer: str
    said: Stance | None
    """What the reviewer says; None where the reviewer disagrees and does not say what is right."""

    @property
    def agrees(self) -> bool:
        """Whether the reviewer says what the verdict says."""
        return self.said is self.stance


async def outcomes_since(store: Store, since: datetime) -> list[OutcomeCount]:
    """The outcomes of all runs that began since then."""
    begun = func.substr(RUNS.c.started_at, 1, _TEN_MINUTES).label("begun")
    query = (
        select(begun, OUTCOMES.c.outcome, func.count().label("cases"))
        .select_from(OUTCOMES.join(RUNS, RUNS.c.id == OUTCOMES.c.run_id))
        .where(RUNS.c.started_at >= iso(since))
        .group_by(begun, OUTCOMES.c.outcome)
        .order_by(begun)
    )
    return [
        OutcomeCount(since=datetime.fromisoformat(f"{row.begun}0:00+00:00"), outcome=row.outcome, count=row.cases)
        for row in await store.database.rows(query)
    ]


async def reviewed_verdicts(store: Store) -> list[ReviewedVerdict]:
    """Every verdict that was reviewed, once for each reviewer."""
    columns = (RUNS.c.protocol, OUTCOMES.c.outcome, OUTCOMES.c.confidence, OUTCOMES.c.stance.label("verdict_stance"))
    joined = REVIEWS.join(
        OUTCOMES, and_(OUTCOMES.c.run_id == REVIEWS.c.run_id, OUTCOMES.c.position == REVIEWS.c.position)
    ).join(RUNS, RUNS.c.id == REVIEWS.c.run_id)
    query = select(REVIEWS, *columns).select_from(joined).where(OUTCOMES.c.outcome.is_not(None))
    rows = await store.database.rows(query.order_by(REVIEWS.c.created_at, REVIEWS.c.id))
    return [_reviewed(row) for row in _newest(rows)]


async def dead_runs(store: Store, ids: Collection[str]) -> set[str]:
    """Which of these runs belong to a process of this machine that no longer lives."""
    rows = await store.database.rows(select(RUNS.c.id, RUNS.c.owner).where(RUNS.c.id.in_(ids)))
    return {row.id for row in rows if has_died(row.owner)}


def _newest(rows: Sequence[Row[Any]]) -> list[Row[Any]]:
    return list({(row.run_id, row.position, row.reviewer): row for row in rows}.values())


def _reviewed(row: Row[Any]) -> ReviewedVerdict:
    stance = Stance(row.verdict_stance)
    said = {ReviewerOpinion.AGREE: stance, ReviewerOpinion.DISAGREE: None}.get(
        ReviewerOpinion(row.judgement), Stance(row.stance) if row.stance else None
    )
    return ReviewedVerdict(
        protocol=row.protocol,
        outcome=row.outcome,
        confidence=row.confidence,
        stance=stance,
        reviewer=row.reviewer,
        said=said,
    )
