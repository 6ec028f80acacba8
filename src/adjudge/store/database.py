"""One database, SQLite or PostgreSQL, with four operations: write, write soon, answers, rows.

Writes are group-committed: `write` returns after its commit, which it shares with other waiting writes. `write_soon`
joins the next commit, ahead of its other writes. Every error is raised as a `StoreError` that says what to do.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Executable, Row, Select, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from adjudge.errors import StoreError
from adjudge.files import private_file, private_folder
from adjudge.store.batcher import Batcher
from adjudge.store.connections import Connections, connections
from adjudge.store.migrations import migrate
from adjudge.store.schema import ANSWERS_OF, writes
from adjudge.store.trouble import is_busy, store_error

DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
BUSY_TIMEOUT_S = 30.0
BUSY_RETRIES = 3
LARGEST_COMMIT = 512
LARGEST_LOOKUP = 500
MOST_SOON = 512
LONGEST_SOON_S = 2.0
"""Changes that nothing is written after wait no longer than this for the next one of their kind."""

Params = Mapping[str, object]
Write = tuple[Executable, Params]


class Database:
    """An open database with today's tables."""

    def __init__(self, opened: Connections, place: str) -> None:
        self.place = place
        self.writes = writes(opened.dialect)
        self._opened = opened
        self._commits: Batcher[Sequence[Write], None] = Batcher(self._commit, largest=LARGEST_COMMIT)
        self._lookups: Batcher[str, list[Row[Any]]] = Batcher(self._look_up, largest=LARGEST_LOOKUP)
        self._soon: dict[str, list[Write]] = {}
        self._soon_since = 0.0
        self._leaving: dict[str, list[Write]] = {}

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._opened.dialect

    @classmethod
    async def open(cls, where: str | Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> "Database":
        """Open the database and migrate its tables."""
        url = database_url(where)
        place = url.database or "" if url.get_backend_name() == "sqlite" else url.render_as_string()
        with _trouble(place):
            if url.get_backend_name() == "sqlite" and url.database:
                private_folder(Path(url.database).parent)
                if not url.database.startswith((":", "file:")):
                    # SQLite gives its other files the same permissions.
                    private_file(Path(url.database))
            opened = connections(url, busy_timeout_s)
            try:
                await opened.do(migrate)
            except BaseException:
                await opened.close()
                raise
        return cls(opened, place)

    async def close(self) -> None:
        """Finish pending writes, then close every connection."""
        try:
            if self._soon:
                await self.write()
            await self._commits.drained()
            await self._lookups.drained()
        finally:
            with _trouble(self.place):
                await self._opened.close()

    async def write(self, *changes: Write) -> None:
        """Commit these changes together; returns when they are safe from the death of this process."""
        await self._commits.submit(changes)

    async def write_soon(self, key: str, change: Write) -> None:
        """Commit a change with the next ones: nothing written after it is safe before it is. The key is for `soon`."""
        if not self._soon:
            self._soon_since = time.monotonic()
        self._soon.setdefault(key, []).append(change)
        if len(self._soon) >= MOST_SOON or time.monotonic() - self._soon_since >= LONGEST_SOON_S:
            await self.write()

    def soon(self, key: str) -> list[Params]:
        """Changes not yet written under that key, the newest last."""
        return [params for _, params in (*self._leaving.get(key, ()), *self._soon.get(key, ()))]

    async def answers(self, key: str) -> list[Row[Any]]:
        """Every version of the answer to a question, the newest last."""
        return await self._lookups.submit(key)

    async def rows(self, query: Select[Any], params: Params | None = None) -> Sequence[Row[Any]]:
        """The rows of a query."""
        with _trouble(self.place):
            return await self._opened.do(lambda connection: connection.execute(query, params).all())

    async def returned(self, statement: Executable, params: Params) -> Sequence[Row[Any]]:
        """Execute and commit one statement and return its rows."""
        with _trouble(self.place):
            return await self._opened.do(lambda connection: connection.execute(statement, params).all())

    async def _commit(self, items: Sequence[Sequence[Write]]) -> Sequence[None]:
        """One at a time: a batcher has one worker."""
        self._leaving, self._soon = self._soon, {}
        batches: dict[Executable, list[Params]] = {}
        for item in (*self._leaving.values(), *items):
            for statement, params in item:
                batches.setdefault(statement, []).append(params)
        try:
            with _trouble(self.place):
                await self._committed(batches)
        except BaseException:
            for key, changes in self._leaving.items():
                self._soon[key] = changes + self._soon.get(key, [])
            raise
        finally:
            self._leaving = {}
        return [None] * len(items)

    async def _committed(self, batches: Mapping[Executable, list[Params]]) -> None:
        def work(connection: Connection) -> None:
            for statement, many in batches.items():
                connection.execute(statement, many)

        for attempt in range(BUSY_RETRIES + 1):
            try:
                return await self._opened.do_at_once(work)
            except DBAPIError as error:
                if attempt == BUSY_RETRIES or not is_busy(error):
                    raise
                await asyncio.sleep(random.uniform(0.01, 0.1) * 2**attempt)
        return None

    async def _look_up(self, keys: Sequence[str]) -> Sequence[list[Row[Any]]]:
        found: dict[str, list[Row[Any]]] = {key: [] for key in keys}
        with _trouble(self.place):
            rows = await self._opened.do_at_once(
                lambda connection: connection.execute(ANSWERS_OF, {"keys": keys}).all()
            )
        for row in rows:
            found[row.key].append(row)
        return [found[key] for key in keys]


def database_url(where: str | Path) -> URL:
    """A path as the URL of a SQLite file; a URL with the driver that we use."""
    if isinstance(where, Path) or "://" not in where:
        return URL.create(DRIVERS["sqlite"], database=str(Path(where).expanduser().absolute()))
    scheme, _, rest = where.partition("://")
    driver = DRIVERS.get(scheme.partition("+")[0])
    if driver is None:
        raise StoreError(
            f"'{scheme}' is not supported as a store.",
            hint="Use a path, or a URL that begins with sqlite:// or postgresql://.",
        )
    try:
        return make_url(f"{driver}://{rest}")
    except (SQLAlchemyError, ValueError) as error:
        raise StoreError(
            "The store's URL cannot be read.", hint="It looks like postgresql://user:password@host/name."
        ) from error


@contextlib.contextmanager
def _trouble(place: str) -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, OSError, ModuleNotFoundError) as error:
        raise store_error(error, place) from error
