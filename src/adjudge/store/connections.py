"""Connections to a database. Work is a function of a connection and runs in one transaction.

SQLite work runs in a thread, in one trip, since switching costs more than most statements. PostgreSQL work uses an
asynchronous driver.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event

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
    return InThreads(engine)


class InThreads:
    """Work done in threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="adjudge-store")

    @property
    def dialect(self) -> str:
        return self._engine.dialect.name

    async def do(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._do, work)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    def _do(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
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

    async def close(self) -> None:
        await self._engine.dispose()


def _pragmas(connection: "DBAPIConnection", _entry: "ConnectionPoolEntry") -> None:
    cursor = connection.cursor()
    # With WAL readers and one writer do not wait for each other. `normal` syncs at checkpoints, not at commits:
    # the death of the process loses nothing, a power cut may lose the last commits but never the file.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()
