"""Everything that can be wrong with a place ends in a StoreError that says what to do."""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from adjudge.errors import StoreError
from adjudge.record import digest
from adjudge.store import Store
from adjudge.store.migrations import LATEST, MIGRATIONS
from adjudge.store.schema import METADATA
from tests.support.verdicts import make_vote, stored


async def open_and_close(place: str | Path) -> None:
    async with await Store.open(place, busy_timeout_s=0.2):
        pass


def trouble(place: str | Path) -> StoreError:
    with pytest.raises(StoreError) as raised:
        asyncio.run(open_and_close(place))
    assert raised.value.hint
    assert raised.value.exit_code == 5
    return raised.value


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.write_bytes(b"these are not the bytes of a database " * 100)
    assert "damaged" in trouble(path).message
    assert path.read_bytes().startswith(b"these are not")


def test_a_damaged_page_is_said_to_be_damage(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    asyncio.run(open_and_close(path))
    data = bytearray(path.read_bytes())
    data[100:4096] = os.urandom(3996)
    path.write_bytes(data)
    assert "damaged" in trouble(path).message


def test_a_folder_in_the_place_of_the_file_is_said(tmp_path: Path) -> None:
    assert "folder" in trouble(tmp_path).message


def test_a_file_in_the_place_of_the_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    assert "folder" in trouble(tmp_path / "home" / "store.db").message


@pytest.fixture
def unwritable() -> Iterator[Path]:
    """A folder that this process may read and not write, also if it is root's."""
    import sqlalchemy.dialects.sqlite.pysqlite  # noqa: F401 - cannot be imported by whom we become

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        before = os.geteuid()
        if before == 0:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            os.seteuid(before)
            folder.chmod(0o755)


def test_a_folder_that_cannot_be_written_is_said(unwritable: Path) -> None:
    assert "ADJUDGE_HOME" in trouble(unwritable / "store.db").hint
    assert "ADJUDGE_HOME" in trouble(unwritable / "new folder" / "store.db").hint


def test_a_full_disk_is_said_and_what_was_saved_before_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def scenario() -> None:
        async with await Store.open(path) as store:
            await store.put(digest(0), stored(make_vote()))
            await store.database._opened.do(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 20").all())
            big = stored(make_vote(reasoning=os.urandom(200_000).hex()))
            with pytest.raises(StoreError, match="disk is full"):
                await store.put(digest(1), big)
            assert await store.get(digest(0)) is not None
            assert await store.get(digest(1)) is None

    asyncio.run(scenario())


def test_a_locked_store_is_said_after_a_bounded_wait(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def scenario() -> None:
        async with await Store.open(path, busy_timeout_s=0.05) as store:
            other = sqlite3.connect(path)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="another process"):
                await store.put(digest(0), stored(make_vote()))
            other.rollback()
            other.close()
            await store.put(digest(0), stored(make_vote()))

    asyncio.run(scenario())


def test_other_tasks_go_on_while_a_write_waits_for_another_process(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def scenario() -> None:
        async with await Store.open(path) as store:
            other = sqlite3.connect(path)
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(store.put(digest(0), stored(make_vote())))
            # The lock is given up by a task of the same loop: if the loop waited for the lock, it would never be.
            await asyncio.sleep(0.05)
            assert not waiting.done()
            other.rollback()
            other.close()
            key = await waiting
            assert await store.get(key) is not None

    asyncio.run(scenario())


def test_a_store_of_a_newer_program_is_refused_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    asyncio.run(open_and_close(path))
    with sqlite3.connect(path) as raw:
        raw.execute("INSERT INTO adjudge_migrations VALUES (?, 'from the future', '')", (LATEST + 1,))
    raw.close()
    error = trouble(path)
    assert "newer Adjudge" in error.message
    assert "Update" in error.hint


def test_an_unknown_database_is_refused() -> None:
    assert "postgresql://" in trouble("mysql://localhost/adjudge").hint


def test_a_server_that_cannot_be_reached_never_shows_the_password() -> None:
    error = trouble("postgresql://me:secret@127.0.0.1:1/adjudge")
    assert "secret" not in str(error)


def test_migrations_are_numbered_without_a_gap_and_give_the_tables_of_the_schema(tmp_path: Path) -> None:
    assert [step.number for step in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))
    path = tmp_path / "store.db"
    asyncio.run(open_and_close(path))
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        seen = inspect(connection)
        for table in METADATA.tables.values():
            columns = {column["name"]: column for column in seen.get_columns(table.name)}
            assert list(columns) == [column.name for column in table.c]
            assert [columns[c.name]["nullable"] for c in table.c] == [bool(c.nullable) for c in table.c]
            assert seen.get_pk_constraint(table.name)["constrained_columns"] == [c.name for c in table.primary_key]
            assert {index["name"] for index in seen.get_indexes(table.name)} == {i.name for i in table.indexes}
    engine.dispose()


def test_opening_twice_applies_nothing_twice(tmp_path: Path) -> None:
    for _ in range(2):
        asyncio.run(open_and_close(tmp_path / "new" / "folder" / "store.db"))
