"""The ledger's answers in the store: every version kept, commits shared, nothing lost."""

import asyncio
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adjudge.engines.around.ledger import StoredAnswer
from adjudge.errors import StoreError
from adjudge.questions.jury import Side
from adjudge.record import digest
from adjudge.store import Store
from adjudge.store.batcher import Batcher
from adjudge.store.database import MOST_SOON
from adjudge.transcript import Usage
from tests.support.verdicts import make_case, make_verdict, make_vote, stored

KEY = digest("a question")


def test_an_answer_comes_back_under_its_question_and_under_its_full_key(place: str) -> None:
    answer = stored(make_vote()).model_copy(update={"raw": "```json\n{}", "notes": ("fence removed",)})

    async def scenario() -> None:
        async with await Store.open(place) as store:
            assert await store.get(KEY) is None
            full = await store.put(KEY, answer)
            assert full == f"{KEY}-{answer.version}"
            assert await store.get(KEY) == answer
            assert await store.get(full) == answer
            assert await store.get(f"{KEY}-0000000000000000") is None

    asyncio.run(scenario())


def test_a_fresh_answer_is_the_newest_and_the_old_one_keeps_its_key(place: str) -> None:
    old, new = stored(make_vote()), stored(make_vote(Side.MUTATED))

    async def scenario() -> None:
        async with await Store.open(place) as store:
            old_key = await store.put(KEY, old)
            await store.put(KEY, new)
            assert await store.get(KEY) == new
            assert await store.get(old_key) == old
            renewed = old.model_copy(update={"created_at": datetime.now(UTC)})
            assert await store.put(KEY, renewed) == old_key
            assert await store.get(KEY) == renewed

    asyncio.run(scenario())


def test_many_writers_and_readers_at_once_each_get_their_own(place: str) -> None:
    def answer(number: int) -> StoredAnswer:
        return stored(make_vote(reasoning=f"reason {number}" * (1 + number % 3 * 100)))

    async def scenario() -> None:
        async with await Store.open(place) as store:
            keys = [digest(number) for number in range(700)]
            await asyncio.gather(*(store.put(key, answer(number)) for number, key in enumerate(keys)))
            found = await asyncio.gather(*(store.get(key) for key in [*keys, "missing"]))
            assert [one.reply if one else None for one in found[:-1]] == [answer(n).reply for n in range(700)]
            assert found[-1] is None

    asyncio.run(scenario())


def test_a_changed_answer_is_given_out_under_its_full_key_only(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def write() -> str:
        async with await Store.open(path) as store:
            return await store.put(KEY, stored(make_vote()))

    async def read(key: str) -> StoredAnswer | None:
        async with await Store.open(path) as store:
            return await store.get(key)

    full = asyncio.run(write())
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE answers SET answer_json = replace(CAST(answer_json AS TEXT), 'Faithful', 'Mutated')")
    raw.close()
    assert asyncio.run(read(KEY)) is None
    changed = asyncio.run(read(full))
    assert changed is not None
    assert not full.endswith(changed.version)


def test_a_cancelled_writer_does_not_stop_the_others(place: str) -> None:
    async def scenario() -> None:
        async with await Store.open(place) as store:
            tasks = [asyncio.create_task(store.put(digest(n), stored(make_vote()))) for n in range(20)]
            await asyncio.sleep(0)
            tasks[3].cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
            assert isinstance(done[3], asyncio.CancelledError)
            assert all(isinstance(key, str) for n, key in enumerate(done) if n != 3)

    asyncio.run(scenario())


def test_closing_waits_for_what_is_being_written(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def write() -> None:
        store = await Store.open(path)
        task = asyncio.create_task(store.put(KEY, stored(make_vote())))
        await asyncio.sleep(0)
        await store.close()
        assert task.done()

    async def read() -> StoredAnswer | None:
        async with await Store.open(path) as store:
            return await store.get(KEY)

    asyncio.run(write())
    assert asyncio.run(read()) is not None


def test_a_batch_takes_what_waits_and_one_bad_item_fails_alone() -> None:
    batches: list[list[int]] = []

    async def work(items: "list[int]") -> list[int]:
        batches.append(list(items))
        await asyncio.sleep(0.01)
        if -1 in items:
            raise StoreError("bad")
        return [item * 2 for item in items]

    async def scenario() -> None:
        batcher: Batcher[int, int] = Batcher(work, largest=4)  # type: ignore[arg-type]
        results = await asyncio.gather(*(batcher.submit(n) for n in (1, 2, -1, 3, 4, 5)), return_exceptions=True)
        assert [r for r in results if isinstance(r, int)] == [2, 4, 6, 8, 10]
        assert isinstance(results[2], StoreError)
        await batcher.drained()

    asyncio.run(scenario())
    assert batches == [[1, 2, -1, 3], [1], [2], [-1], [3], [4, 5]]


def test_stopping_the_loop_leaves_nobody_waiting_for_ever() -> None:
    async def work(items: "list[int]") -> list[int]:
        await asyncio.sleep(60)
        return items

    async def scenario() -> None:
        batcher: Batcher[int, int] = Batcher(work, largest=4)  # type: ignore[arg-type]
        waiting = asyncio.create_task(batcher.submit(1))
        await asyncio.sleep(0.01)
        assert batcher._worker is not None
        batcher._worker.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(scenario())


FREE = Usage(calls=1)


def test_a_free_answer_is_written_with_the_next_outcome_and_found_before(place: str) -> None:
    free = stored(make_vote(), usage=FREE)
    case = make_case()

    async def scenario() -> None:
        async with await Store.open(place) as store, await Store.open(place) as other:
            full = await store.put(KEY, free)
            assert await store.get(KEY) == await store.get(full) == free
            assert await store.get(f"{KEY}-0000000000000000") is None
            assert await other.get(KEY) is None, "nothing was written for it alone"
            await store.save_outcome("run", 0, case, make_verdict(case))
            assert await other.get(full) == free
            assert store.database.soon(KEY) == []

    asyncio.run(scenario())


def test_both_versions_of_a_free_answer_are_kept(place: str) -> None:
    old, new = stored(make_vote(), usage=FREE), stored(make_vote(Side.MUTATED), usage=FREE)

    async def scenario() -> None:
        async with await Store.open(place) as store:
            keys = [await store.put(KEY, answer) for answer in (old, new)]
            assert await store.get(KEY) == new
            assert [await store.get(key) for key in keys] == [old, new]
        async with await Store.open(place) as store:
            assert [await store.get(key) for key in keys] == [old, new], "closing writes what is left"

    asyncio.run(scenario())


def test_no_outcome_is_kept_without_the_free_answers_before_it(tmp_path: Path) -> None:
    case = make_case()

    async def scenario() -> None:
        async with await Store.open(tmp_path / "store.db", busy_timeout_s=0.01) as store:
            full = await store.put(KEY, stored(make_vote(), usage=FREE))
            lock = sqlite3.connect(tmp_path / "store.db")
            lock.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="another process"):
                await store.save_outcome("run", 0, case, make_verdict(case))
            lock.rollback()
            lock.close()
            assert await store.get(full) is not None, "a failed write has not lost it"
            await store.save_outcome("run", 0, case, make_verdict(case))
        async with await Store.open(tmp_path / "store.db") as store:
            assert await store.get(full) is not None

    asyncio.run(scenario())


def test_free_answers_do_not_pile_up_in_memory(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge.store.database.LONGEST_SOON_S", 3600.0)

    async def scenario() -> None:
        async with await Store.open(place) as store:
            for number in range(MOST_SOON + 1):
                await store.put(digest(number), stored(make_vote(), usage=FREE))
            assert [bool(store.database.soon(digest(number))) for number in (0, MOST_SOON - 1, MOST_SOON)] == [
                False,
                False,
                True,
            ]

    asyncio.run(scenario())


def test_free_answers_are_safe_from_a_kill_after_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def safe() -> int:
        with sqlite3.connect(tmp_path / "store.db") as other:
            return int(other.execute("SELECT count(*) FROM answers").fetchone()[0])

    async def scenario() -> None:
        async with await Store.open(tmp_path / "store.db") as store:
            monkeypatch.setattr("adjudge.store.database.LONGEST_SOON_S", 3600.0)
            await store.put(digest(1), stored(make_vote(), usage=FREE))
            assert safe() == 0
            monkeypatch.setattr("adjudge.store.database.LONGEST_SOON_S", 0.0)
            await store.put(digest(2), stored(make_vote(), usage=FREE))
            assert safe() == 2

    asyncio.run(scenario())
