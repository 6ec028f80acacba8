"""Figures over time: outcomes of runs in ten-minute steps, reviewed verdicts, and runs whose process has died."""

import asyncio
from datetime import UTC, datetime, timedelta

from adjudge.store import Run, Store
from adjudge.store.overview import dead_runs, outcomes_since, reviewed_verdicts
from adjudge.store.reviews import ReviewerOpinion, Reviews
from adjudge.verdict import Stance
from tests.support.verdicts import make_case, make_failure, make_verdict


async def begun(store: Store) -> Run:
    run = Run.begin(fingerprint="f" * 64, command="adjudge run", protocol="jury", settings={}, engines={})
    return await store.begin_run(run)


async def with_outcomes(store: Store, *, verdicts: int, failures: int) -> Run:
    run = await begun(store)
    case = make_case()
    for position in range(verdicts):
        await store.save_outcome(run.id, position, case, make_verdict(case))
    for position in range(verdicts, verdicts + failures):
        await store.save_outcome(run.id, position, case, make_failure())
    return run


def test_outcomes_are_counted_by_ten_minutes_and_failures_have_none(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            run = await with_outcomes(store, verdicts=3, failures=2)
            counts = await outcomes_since(store, run.started_at - timedelta(minutes=1))
            assert sum(one.count for one in counts) == 5
            assert sum(one.count for one in counts if one.outcome is None) == 2
            assert {one.since for one in counts} == {
                run.started_at.replace(minute=run.started_at.minute // 10 * 10, second=0, microsecond=0)
            }
            assert await outcomes_since(store, datetime.now(UTC) + timedelta(hours=1)) == []

    asyncio.run(scenario())


def test_a_reviewed_verdict_has_the_newest_opinion_of_each_reviewer(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            run, reviews = await with_outcomes(store, verdicts=2, failures=0), Reviews(store)
            verdict = make_verdict()
            await reviews.add(run.id, 0, ReviewerOpinion.DISAGREE, reviewer="Ana")
            await reviews.add(run.id, 0, ReviewerOpinion.AGREE, reviewer="Ana")
            await reviews.add(run.id, 0, ReviewerOpinion.DISAGREE, reviewer="Ben")
            other = next(stance for stance in Stance if stance is not verdict.stance)
            await reviews.add(run.id, 1, ReviewerOpinion.CORRECT, stance=other, reviewer="Ana")
            found = await reviewed_verdicts(store)
            assert sorted((one.reviewer, one.said, one.agrees) for one in found if one.said) == sorted(
                [("Ana", verdict.stance, True), ("Ana", other, False)]
            )
            [disagrees] = [one for one in found if one.said is None]
            assert (disagrees.reviewer, disagrees.agrees, disagrees.protocol) == ("Ben", False, "jury")
            assert {one.outcome for one in found} == {verdict.outcome.value}

    asyncio.run(scenario())


def test_a_run_of_this_process_is_not_dead(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            run = await begun(store)
            assert await dead_runs(store, [run.id]) == set()
            assert await dead_runs(store, []) == set()

    asyncio.run(scenario())
