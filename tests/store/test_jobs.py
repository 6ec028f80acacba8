"""Jobs, reviews and lists of runs: kept, found again, forgotten with their run."""

import asyncio
from datetime import UTC, datetime

import pytest

from adjudge.errors import InputError, NotInStore
from adjudge.store import Run, RunStatus, Store
from adjudge.store.jobs import Job, JobKind, Jobs, JobStatus
from adjudge.store.listing import RunFilter, list_runs
from adjudge.store.reviews import ReviewerOpinion, Reviews
from adjudge.store.runs import new_run_id
from adjudge.verdict import Failure, Stance
from tests.support.verdicts import make_case, make_verdict

NOW = datetime.now(UTC)


def run(id: str) -> Run:
    return Run(
        id=id, started_at=NOW, status=RunStatus.RUNNING, fingerprint="f", command="test", protocol="jury",
        settings={}, engines={"default": "offline"}, title="What it says",
    )  # fmt: skip


def job(id: str, key: str | None = None) -> Job:
    request = {"text": "\ud800 and \0 go in and out"}
    return Job(
        run_id=id, kind=JobKind.CHECK, status=JobStatus.QUEUED, created_at=NOW, asked=1, key=key, body_hash="h",
        request=request,
    )  # fmt: skip


def test_a_job_is_found_by_run_and_key_and_left_until_it_is_done(place: str) -> None:
    async def told() -> None:
        async with await Store.open(place) as store:
            jobs = Jobs(store)
            kept = job("a", key="k\0")
            await jobs.begin(run("a"), kept)
            assert (await jobs.get("a")) == kept.model_copy(update={"key": "k\ufffd"})
            assert (await jobs.keyed("k\0")) is not None
            assert await jobs.get("b") is None
            assert [one.run_id for one in await jobs.unfinished()] == ["a"]
            await jobs.set(kept.become(JobStatus.RUNNING), soon=True)
            assert (await jobs.unfinished())[0].status is JobStatus.QUEUED, "with the next change"
            failure = Failure(case_id="c", error="EngineBusy", message="m")
            await jobs.set(kept.become(JobStatus.FAILED, failure))
            assert await jobs.unfinished() == []
            found = await jobs.get("a")
            assert found is not None
            assert found.failure == failure
            assert found.finished_at is not None
            await store.delete_run("a")
            assert await jobs.get("a") is None

    asyncio.run(told())


def test_what_is_said_soon_is_said_before_all_that_follows(place: str) -> None:
    async def told() -> None:
        async with await Store.open(place) as store:
            jobs = Jobs(store)
            for id in ("a", "b"):
                await jobs.begin(run(id), job(id))
                await jobs.set(job(id).become(JobStatus.RUNNING), soon=True)
            await jobs.set(job("a").become(JobStatus.FINISHED))
            assert [(one.run_id, one.status) for one in await jobs.unfinished()] == [("b", JobStatus.RUNNING)]
            await jobs.set(job("b").become(JobStatus.PARKED), soon=True)
        async with await Store.open(place) as store:
            assert [one.status for one in await Jobs(store).unfinished()] == [JobStatus.PARKED], "closing says it"

    asyncio.run(told())


def test_reviews_are_of_verdicts_and_go_with_their_run(place: str) -> None:
    async def told() -> None:
        async with await Store.open(place) as store:
            reviews = Reviews(store)
            await Jobs(store).begin(run("a"), job("a"))
            case = make_case("A claim.")
            await store.save_outcome("a", 0, case, make_verdict(case))
            await reviews.add("a", 0, ReviewerOpinion.DISAGREE, reviewer="Ada")
            await reviews.add("a", 0, ReviewerOpinion.CORRECT, stance=Stance.CONTRADICTED, reviewer="Ada")
            await reviews.add("a", 0, ReviewerOpinion.DISAGREE, reviewer="Ben")
            with pytest.raises(InputError):
                await reviews.add("a", 0, ReviewerOpinion.CORRECT)
            with pytest.raises(NotInStore):
                await reviews.add("a", 1, ReviewerOpinion.AGREE)
            assert len(await reviews.of("a")) == 3
            assert [row.label async for row in reviews.labelled()] == ["CONTRADICTED", ""], "the newest word counts"
            await store.delete_run("a")
            assert await reviews.of("a") == []

    asyncio.run(told())


def test_a_list_pages_through_runs_of_one_moment(place: str) -> None:
    async def told() -> None:
        async with await Store.open(place) as store:
            for number in range(7):
                await Jobs(store).begin(run(f"r{number}"), job(f"r{number}"))
            seen, after = [], None
            while True:
                page = await list_runs(store, RunFilter(search="SAYS"), limit=3, after=after)
                seen += [line.id for line in page.runs]
                after = page.next
                if after is None:
                    break
            assert seen == [f"r{number}" for number in reversed(range(7))]
            assert (await list_runs(store, RunFilter(search="nothing"), limit=3)).runs == ()

    asyncio.run(told())


def test_many_ids_of_one_second_differ() -> None:
    assert len({new_run_id(NOW, letters=8) for _ in range(20_000)}) == 20_000
