"""Runs and outcomes go in typed and come out as they were, byte for byte."""

import asyncio
import re
import sys
from subprocess import run as run_process
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.case import Case, Document
from adjudge.errors import NotInStore
from adjudge.questions.jury import Side
from adjudge.results.jury import JuryLabel
from adjudge.store import Run, RunStatus, Store, StoredOutcome
from adjudge.store.rows import outcome_of, outcome_row
from adjudge.transcript import Transcript, Usage
from adjudge.verdict import Failure, Stance, Timing, Verdict
from tests.support.verdicts import make_case, make_failure, make_verdict, make_vote

if TYPE_CHECKING:
    from sqlalchemy import Row


async def begin(store: Store, fingerprint: str = "f" * 64) -> Run:
    return await store.begin_run(
        Run.begin(
            fingerprint=fingerprint,
            command="adjudge run config.yaml",
            protocol="jury",
            settings={"max_rounds": 2, "names": ["é", "\0", "\ud800"]},
            engines={"default": "offline", "sceptic": "openai:gpt-4o-mini"},
        )
    )


async def read(store: Store, run_id: str) -> list[StoredOutcome]:
    return [outcome async for outcome in store.outcomes(run_id)]


def test_a_run_comes_back_as_it_was_begun(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            run = await begin(store)
            assert run.status is RunStatus.RUNNING
            assert await store.get_run(run.id) == run
            assert await store.list_runs() == [run]

    asyncio.run(scenario())


def test_run_ids_are_sortable_short_and_typable(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            run = await begin(store)
            assert re.fullmatch(r"\d{8}-\d{6}-[2-9b-z]{4}", run.id)
            assert run.id.startswith(f"{run.started_at:%Y%m%d-%H%M%S}")

    asyncio.run(scenario())


def test_outcomes_come_back_in_order_with_the_bytes_that_went_in(place: str) -> None:
    case, other = make_case(), make_case("It never opened.", "It opened. " * 500)
    timing = Timing(total_s=1.5, by_agent_s={"literal": 0.5}, cached_calls=2)
    verdict, long = make_verdict(case, timing=timing), make_verdict(other, label=JuryLabel.MUTATED)
    failure = make_failure()

    async def scenario() -> list[StoredOutcome]:
        async with await Store.open(place) as store:
            run = await begin(store)
            await store.save_outcome(run.id, 7, other, long)
            await store.save_outcome(run.id, 2, None, failure)
            await store.save_outcome(run.id, 0, case, verdict)
            return await read(store, run.id)

    first, second, third = asyncio.run(scenario())
    assert [first.position, second.position, third.position] == [0, 2, 7]
    assert first.json == verdict.model_dump_json().encode()
    assert third.json == long.model_dump_json().encode()
    assert first.outcome.model_dump_json().encode() == first.json
    assert isinstance(first.outcome, Verdict)
    assert first.outcome.timing == timing
    assert (first.case, second.case, third.case) == (case, None, other)
    assert second.outcome == failure


@settings(max_examples=150, deadline=None)
@given(
    claim=st.text(min_size=1).filter(str.strip),
    text=st.text(min_size=5).filter(str.strip),
    meta=st.dictionaries(st.text(), st.none() | st.booleans() | st.text() | st.floats(-1e9, 1e9)),
)
def test_any_text_survives_as_a_row(claim: str, text: str, meta: dict[str, object]) -> None:
    case = Case.model_validate({"claim": claim, "documents": (Document(text=text),), "meta": meta})
    verdict = make_verdict(case, votes={"literal": make_vote(reasoning=claim)})
    back = outcome_of(cast("Row[Any]", SimpleNamespace(**outcome_row("run", 0, case, verdict))))
    assert back.case == case
    assert back.json == verdict.model_dump_json().encode()
    assert back.outcome.model_dump_json() == verdict.model_dump_json()


def test_a_page_without_transcripts_has_all_else(place: str) -> None:
    case = make_case(',"transcript":{"entries":[]}} opened in 1932.')
    verdict = make_verdict(case, votes={"literal": make_vote(reasoning=case.claim)})

    async def scenario() -> list[StoredOutcome]:
        async with await Store.open(place) as store:
            run = await begin(store)
            await store.save_outcome(run.id, 0, case, verdict)
            await store.save_outcome(run.id, 1, None, make_failure())
            return await store.page(run.id, transcripts=False)

    short, failed = asyncio.run(scenario())
    assert short.outcome == verdict.model_copy(update={"transcript": Transcript()})
    assert short.json == verdict.model_dump_json().encode()
    assert failed.outcome == make_failure()


def test_text_from_a_broken_file_survives_although_it_has_no_utf8(place: str) -> None:
    case = make_case("a lone \ud800 surrogate and a null \0")
    verdict = make_verdict(case)

    async def scenario() -> StoredOutcome:
        async with await Store.open(place) as store:
            run = await begin(store)
            await store.save_outcome(run.id, 0, case, verdict)
            return (await read(store, run.id))[0]

    back = asyncio.run(scenario())
    assert back.case == case
    assert isinstance(back.outcome, Verdict)
    assert back.outcome.transcript == verdict.transcript


def test_every_case_is_counted_once_when_a_run_ends(place: str) -> None:
    async def scenario() -> Run:
        async with await Store.open(place) as store:
            run = await begin(store)
            for position, label in enumerate([*JuryLabel, JuryLabel.MUTATED]):
                await store.save_outcome(run.id, position, make_case(), make_verdict(label=label))
            await store.save_outcome(run.id, 9, None, make_failure())
            return await store.finish_run(run.id, RunStatus.BUDGET_REACHED, asked=12, excluded=1)

    run = asyncio.run(scenario())
    assert run.status is RunStatus.BUDGET_REACHED
    assert run.finished_at is not None
    assert dict(run.counts.stances) == {"CONTRADICTED": 2, "NOT_ENOUGH_INFO": 1, "SUPPORTED": 1}
    assert dict(run.counts.labels) == {"Ambiguous": 1, "Faithful": 1, "Mutated": 2}
    assert (run.counts.failed, run.counts.excluded, run.counts.unasked) == (1, 1, 6)
    assert run.counts.asked == run.counts.decided + 1 + 1 + 6
    assert run.usage == Usage(calls=8, input_tokens=800, output_tokens=160, cost_usd=0.008)


def test_a_running_run_shows_what_it_has_so_far(place: str) -> None:
    async def scenario() -> Run:
        async with await Store.open(place) as store:
            run = await begin(store)
            await store.save_outcome(run.id, 0, make_case(), make_verdict())
            return await store.get_run(run.id)

    run = asyncio.run(scenario())
    assert (run.status, run.counts.decided, run.usage.calls) == (RunStatus.RUNNING, 1, 2)


def test_what_a_run_paid_adds_up_also_over_a_resumption(place: str) -> None:
    paid = Usage(calls=2, input_tokens=10, output_tokens=5, cost_usd=0.1)

    async def scenario() -> tuple[Run, Run]:
        async with await Store.open(place) as store:
            run = await begin(store)
            await store.save_outcome(run.id, 0, make_case(), make_verdict(), paid=paid)
            await store.save_outcome(run.id, 1, make_case(), make_verdict(), paid=Usage())
            stopped = await store.finish_run(run.id, RunStatus.INTERRUPTED, paid=paid)
            await store.resume_run(run.id)
            await store.save_outcome(run.id, 2, make_case(), make_verdict(), paid=Usage(calls=1, cost_usd=None))
            return stopped, await store.finish_run(run.id)

    stopped, finished = asyncio.run(scenario())
    assert stopped.paid == paid + paid
    assert finished.paid == Usage(calls=5, input_tokens=20, output_tokens=10, cost_usd=None)
    assert finished.usage.calls == 6


def test_a_stopped_run_is_found_by_its_fingerprint_and_a_finished_one_is_not(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            finished, stopped = await begin(store, "a" * 64), await begin(store, "b" * 64)
            await store.finish_run(finished.id)
            await store.finish_run(stopped.id, RunStatus.INTERRUPTED)
            assert await store.find_unfinished("a" * 64) is None
            assert await store.find_unfinished("c" * 64) is None
            found = await store.find_unfinished("b" * 64)
            assert found is not None
            assert found.id == stopped.id
            resumed = await store.resume_run(stopped.id)
            assert (resumed.status, resumed.finished_at) == (RunStatus.RUNNING, None)

    asyncio.run(scenario())


def test_done_cases_may_leave_out_those_that_failed(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            run = await begin(store)
            await store.save_outcome(run.id, 3, make_case(id="good"), make_verdict(make_case(id="good")))
            await store.save_outcome(run.id, 5, None, make_failure("bad"))
            assert await store.done_positions(run.id) == {3, 5}
            assert await store.done_positions(run.id, failed=False) == {3}

    asyncio.run(scenario())


def test_a_case_tried_again_has_one_outcome(place: str) -> None:
    async def scenario() -> list[StoredOutcome]:
        async with await Store.open(place) as store:
            run = await begin(store)
            await store.save_outcome(run.id, 0, make_case(), make_failure())
            await store.save_outcome(run.id, 0, make_case(), make_verdict())
            return await read(store, run.id)

    (only,) = asyncio.run(scenario())
    assert isinstance(only.outcome, Verdict)


def test_outcomes_can_be_filtered(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            run = await begin(store)
            for position in range(50):
                label = JuryLabel.MUTATED if position % 10 == 0 else JuryLabel.FAITHFUL
                case = make_case(id=f"case-{position}")
                await store.save_outcome(run.id, position, case, make_verdict(case, label=label))
            mutated = [o.position async for o in store.outcomes(run.id, stance=Stance.CONTRADICTED)]
            assert mutated == [0, 10, 20, 30, 40]
            assert len([o async for o in store.outcomes(run.id, label="Faithful")]) == 45
            assert [o.position async for o in store.outcomes(run.id, case_id="case-33")] == [33]
            assert [o.position for o in await read(store, run.id)] == list(range(50))

    asyncio.run(scenario())


def test_a_run_is_found_by_part_of_its_id_and_by_the_word_last(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            first, second = await begin(store), await begin(store)
            assert (await store.get_run("last")).id == second.id
            assert (await store.get_run(first.id)).id == first.id
            assert (await store.get_run(first.id[-4:])).id == first.id
            with pytest.raises(NotInStore, match="Give a longer part of the id") as ambiguous:
                await store.get_run(first.id[:6])
            assert second.id in ambiguous.value.hint
            for nothing in ("", "1999", "%", "_", "\0"):
                with pytest.raises(NotInStore, match="runs list"):
                    await store.get_run(nothing)

    asyncio.run(scenario())


def test_the_last_run_of_an_empty_store_is_not_there(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            with pytest.raises(NotInStore):
                await store.get_run("last")

    asyncio.run(scenario())


def test_a_deleted_run_leaves_nothing_but_its_neighbours(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            gone, kept = await begin(store), await begin(store)
            for run in (gone, kept):
                await store.save_outcome(run.id, 0, make_case(), make_verdict())
            await store.delete_run(gone.id)
            assert await read(store, gone.id) == []
            assert [run.id for run in await store.list_runs()] == [kept.id]
            assert len(await read(store, kept.id)) == 1

    asyncio.run(scenario())


def test_a_failure_counts_what_it_was_answered_before_it_failed(place: str) -> None:
    verdict = make_verdict(votes={"literal": make_vote(Side.MUTATED)})
    failure = Failure(case_id="x", error="PanelFailed", message="", transcript=verdict.transcript)

    async def scenario() -> Run:
        async with await Store.open(place) as store:
            run = await begin(store)
            await store.save_outcome(run.id, 0, make_case(), failure)
            return await store.finish_run(run.id)

    assert asyncio.run(scenario()).usage == verdict.usage


def test_importing_the_store_does_not_import_the_database_library() -> None:
    code = "import sys, adjudge.store, adjudge.engines.replay; sys.exit('sqlalchemy' in sys.modules)"
    assert run_process([sys.executable, "-c", code], check=False).returncode == 0
