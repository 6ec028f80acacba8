"""Reviews of verdicts by people: stored beside the verdicts, which they never change, and exported as labelled data.

The newest review of a case by a reviewer counts. A reviewer who disagrees without a correction gives no label: that row
is exported too and counts as unlabelled.
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any
from uuid import uuid4

from pydantic import AwareDatetime
from sqlalchemy import Row, select

from adjudge.errors import InputError, NotInStore
from adjudge.record import Record
from adjudge.store.rows import iso, plain
from adjudge.store.runs import StoredOutcome
from adjudge.store.schema import REVIEWS
from adjudge.store.store import Store
from adjudge.verdict import Failure, Stance, Verdict

DATASET = "reviews"


class ReviewerOpinion(StrEnum):
    """What a reviewer thinks of a verdict."""

    AGREE = "agree"
    DISAGREE = "disagree"
    CORRECT = "correct"
    """Disagrees and gives the right stance."""


class Review(Record):
    """One reviewer's opinion on one case."""

    id: str
    run_id: str
    position: int
    case_id: str
    judgement: ReviewerOpinion
    stance: Stance | None = None
    """With `correct`: the right stance."""
    note: str = ""
    reviewer: str = ""
    created_at: AwareDatetime


class LabelledRow(Record):
    """A reviewed case as a row that `adjudge eval` and `adjudge calibrate` read."""

    id: str
    claim: str
    source: str
    label: str
    dataset: str = DATASET
    note: str = ""


class Reviews:
    """The reviews of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._database = store.database

    async def add(
        self,
        run_id: str,
        position: int,
        judgement: ReviewerOpinion,
        *,
        stance: Stance | None = None,
        note: str = "",
        reviewer: str = "",
    ) -> Review:
        """Store a review of a stored verdict."""
        if (stance is None) is (judgement is ReviewerOpinion.CORRECT):
            raise InputError(
                "A stance is required with `correct` and not allowed otherwise.",
                hint="Give a stance only with `correct`, not with `agree` or `disagree`.",
            )
        stored = await self._outcome(run_id, position)
        review = Review(
            id=uuid4().hex,
            run_id=run_id,
            position=position,
            case_id=stored.outcome.case_id,
            judgement=judgement,
            stance=stance,
            note=plain(note),
            reviewer=plain(reviewer),
            created_at=datetime.now(UTC),
        )
        row = review.model_dump(mode="json") | {"created_at": iso(review.created_at), "case_id": plain(review.case_id)}
        await self._database.write((self._database.writes.put_review, row))
        return review

    async def of(self, run_id: str) -> list[Review]:
        """The reviews of a run, the oldest first."""
        query = select(REVIEWS).where(REVIEWS.c.run_id == run_id)
        return [_review(row) for row in await self._database.rows(query.order_by(REVIEWS.c.created_at, REVIEWS.c.id))]

    async def labels(self, run_id: str) -> dict[int, str]:
        """The label of each reviewed case of a run, by its position. None if reviewers contradict each other."""
        newest = {(one.position, one.reviewer): one for one in await self.of(run_id)}
        said: dict[int, set[str]] = {}
        for (position, _), review in newest.items():
            if label := _label(review, (await self._outcome(run_id, position)).outcome):
                said.setdefault(position, set()).add(label)
        return {position: min(labels) for position, labels in said.items() if len(labels) == 1}

    async def labelled(self) -> AsyncIterator[LabelledRow]:
        """Every reviewed case with the label that the review gives it."""
        rows = await self._database.rows(
            select(REVIEWS).order_by(REVIEWS.c.run_id, REVIEWS.c.position, REVIEWS.c.created_at)
        )
        newest = {(row.run_id, row.position, row.reviewer): _review(row) for row in rows}
        for review in newest.values():
            stored = await self._outcome(review.run_id, review.position)
            if stored.case is not None and isinstance(stored.outcome, Verdict):
                yield LabelledRow(
                    id=review.id,
                    claim=stored.case.claim,
                    source=stored.case.truth,
                    label=_label(review, stored.outcome),
                    note=review.note,
                )

    async def _outcome(self, run_id: str, position: int) -> StoredOutcome:
        stored = await self._store.outcome(run_id, position)
        if stored is None or not isinstance(stored.outcome, Verdict):
            raise NotInStore(f"Run {run_id} has no verdict at position {position}.", hint="Only verdicts are reviewed.")
        return stored


def _label(review: Review, outcome: Verdict | Failure) -> str:
    if review.judgement is ReviewerOpinion.AGREE and isinstance(outcome, Verdict):
        return outcome.stance.value
    return review.stance.value if review.stance else ""


def _review(row: Row[Any]) -> Review:
    return Review(
        id=row.id,
        run_id=row.run_id,
        position=row.position,
        case_id=row.case_id,
        judgement=ReviewerOpinion(row.judgement),
        stance=Stance(row.stance) if row.stance else None,
        note=row.note,
        reviewer=row.reviewer,
        created_at=datetime.fromisoformat(row.created_at),
    )
