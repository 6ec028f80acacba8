"""One database, SQLite or PostgreSQL, behind three verbs: write, answers, rows.

The only module that holds a connection. Writes are group-committed: `write` returns when its commit is done, and
shares that commit with whatever else was waiting. Every trouble comes out as a `StoreError` that says what to do.
"""

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Executable, Row, Select, event, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from adjudge.errors import StoreError
from adjudge.store.batcher import Batcher
from adjudge.store.migrations import migrate
from adjudge.store.schema import answers_of, writes
from adjudge.store.trouble import is_busy, store_error

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
BUSY_TIMEOUT_S = 30.0
BUSY_RETRIES = 3
LARGEST_COMMIT = 512
LARGEST_LOOKUP = 500

Params = Mapping[str, object]
Write = tuple[Executable, Params]


class Database:
    """An open database with today's tables."""

    def __init__(self, engine: AsyncEngine, place: str) -> None:
        self.place = place
        self.writes = writes(engine.dialect.name)
        self._engine = engine
        self._commits: Batcher[Sequence[Write], None] = Batcher(self._commit, largest=LARGEST_COMMIT)
        self._lookups: Batcher[str, list[Row[Any]]] = Batcher(self._look_up, largest=LARGEST_LOOKUP)

    @classmethod
    async def open(cls, where: str | Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> "Database":
        """Open, and bring the tables up to date."""
        url = database_url(where)
        place = url.database or "" if url.get_backend_name() == "sqlite" else url.render_as_string()
        with _trouble(place):
            if url.get_backend_name() == "sqlite" and url.database:
                await asyncio.to_thread(_prepare_file, Path(url.database))
            engine = _engine(url, busy_timeout_s)
            try:
                async with engine.connect() as connection:
                    await connection.run_sync(migrate)
            except BaseException:
                await engine.dispose()
                raise
        return cls(engine, place)

    async def close(self) -> None:
        """Wait for what is being written, then let go of every connection."""
        await self._commits.drained()
        await self._lookups.drained()
        with _trouble(self.place):
            await self._engine.dispose()

    async def write(self, *changes: Write) -> None:
        """Commit these changes together; returns when they are safe from the death of this process."""
        await self._commits.submit(changes)

    async def answers(self, key: str) -> list[Row[Any]]:
        """Every version of the answer to a question, the newest last."""
        return await self._lookups.submit(key)

    async def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """The rows of a query."""
        with _trouble(self.place):
            async with self._engine.connect() as connection:
                rows: Sequence[Row[Any]] = (await connection.execute(query)).all()
                return rows

    async def _commit(self, items: Sequence[Sequence[Write]]) -> Sequence[None]:
        batches: dict[Executable, list[Params]] = {}
        for item in items:
            for statement, params in item:
                batches.setdefault(statement, []).append(params)
        with _trouble(self.place):
            for attempt in range(BUSY_RETRIES + 1):
                try:
                    async with self._engine.begin() as connection:
                        for statement, many in batches.items():
                            await connection.execute(statement, many)
                    break
                except DBAPIError as error:
                    if attempt == BUSY_RETRIES or not is_busy(error):
                        raise
                    await asyncio.sleep(random.uniform(0.01, 0.1) * 2**attempt)
        return [None] * len(items)

    async def _look_up(self, keys: Sequence[str]) -> Sequence[list[Row[Any]]]:
        found: dict[str, list[Row[Any]]] = {key: [] for key in keys}
        for row in await self.rows(answers_of(list(found))):
            found[row.key].append(row)
        return [found[key] for key in keys]


def database_url(where: str | Path) -> URL:
    """A path as the URL of a SQLite file; a URL with the asynchronous driver that we use."""
    if isinstance(where, Path) or "://" not in where:
        return URL.create(DRIVERS["sqlite"], database=str(Path(where).expanduser().absolute()))
    scheme, _, rest = where.partition("://")
    if scheme.partition("+")[0] not in DRIVERS:
        raise StoreError(
            f"The store cannot be kept in '{scheme}'.",
            hint="Give a path, or a URL that begins with sqlite:// or postgresql://.",
        )
    try:
        return make_url(f"{DRIVERS.get(scheme, scheme)}://{rest}")
    except (SQLAlchemyError, ValueError) as error:
        raise StoreError(
            "The store's URL cannot be read.", hint="It looks like postgresql://user:password@host/name."
        ) from error


def _prepare_file(path: Path) -> None:
    """Make the folder and look at the file once: a driver's thread that cannot open it would die with a traceback."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        raise store_error(error, str(path)) from error


def _engine(url: URL, busy_timeout_s: float) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_pre_ping=True)
    engine = create_async_engine(url, connect_args={"timeout": busy_timeout_s})

    @event.listens_for(engine.sync_engine, "connect")
    def _pragmas(connection: "DBAPIConnection", _entry: "ConnectionPoolEntry") -> None:
        cursor = connection.cursor()
        # With WAL readers and one writer do not wait for each other. `normal` syncs at checkpoints, not at commits:
        # the death of the process loses nothing, a power cut may lose the last commits but never the file.
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.close()

    return engine


@contextlib.contextmanager
def _trouble(place: str) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, OSError, ModuleNotFoundError) as error:
        raise store_error(error, place) from error
