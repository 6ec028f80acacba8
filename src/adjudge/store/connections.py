"""Connections to a database. Work is a function of a connection and runs in one transaction.

SQLite work runs in a thread. Work that is short (a lookup by key, a commit of a few rows) is done at once in the
calling thread, since switching threads takes ten times as long. PostgreSQL work uses an asynchronous driver.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from adjudge.store.trouble import is_busy

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncEngine
    from sqlalchemy.pool import ConnectionPoolEntry

# One writes; the others read meanwhile.
THREADS = 4
T = TypeVar("T")


class Connections(Protocol):
    """Executes work on a database."""

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        ...

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Do the work and commit it."""
        ...

    async def do_at_once(self, work: Callable[[Connection], T]) -> T:
        """The same for short work: the caller's other tasks wait, unless another process holds the database."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...


def connections(url: URL, busy_timeout_s: float) -> Connections:
    """The connections to that database; none is opened yet."""
    if url.get_backend_name() != "sqlite":
        # Imported here: it loads SQLAlchemy's ORM, which SQLite does not need.
        from sqlalchemy.ext.asyncio import create_async_engine

        return Asynchronous(create_async_engine(url, pool_pre_ping=True))
    engine = create_engine(url, connect_args={"timeout": busy_timeout_s})
    event.listen(engine, "connect", _pragmas)
    return InThreads(engine, busy_timeout_s)


class InThreads:
    """Work done in threads, or at once."""

    def __init__(self, engine: Engine, busy_timeout_s: float) -> None:
        self._engine = engine
        self._busy_timeout_s = busy_timeout_s
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="adjudge-store")

    @property
    def dialect(self) -> str:
        return self._engine.dialect.name

    async def do(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, work, self._busy_timeout_s)

    async def do_at_once(self, work: Callable[[Connection], T]) -> T:
        try:
            return self._do(work, 0.0)
        except DBAPIError as error:
            if not is_busy(error):
                raise
        return await self.do(work)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    def _do(self, work: Callable[[Connection], T], busy_timeout_s: float) -> T:
        with self._engine.connect() as connection:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(1000 * busy_timeout_s)}")
            result = work(connection)
            connection.commit()
            return result


class Asynchronous:
    """Work done by an asynchronous driver."""

    def __init__(self, engine: "AsyncEngine") -> None:
        self._engine = engine

    @property
    def dialect(self) -> str:
        return self._engine.dialect.name

    async def do(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.connect() as connection:
            result = await connection.run_sync(work)
            await connection.commit()
            return result

    do_at_once = do

    async def close(self) -> None:
        await self._engine.dispose()


def _pragmas(connection: "DBAPIConnection", _entry: "ConnectionPoolEntry") -> None:
    cursor = connection.cursor()
    # With WAL readers and one writer do not wait for each other. `normal` syncs at checkpoints, not at commits:
    # the death of the process loses nothing, a power cut may lose the last commits but never the file.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()
