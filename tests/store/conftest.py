"""Where the store of a test is: a file of its own, or a database of a PostgreSQL server, emptied.

The server is the one that ADJUDGE_TEST_POSTGRES names, or else one that is started where PostgreSQL is installed.
"""

import asyncio
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store import postgres_server

NAMED = os.environ.get("ADJUDGE_TEST_POSTGRES", "")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL server."""
    if importlib.util.find_spec("asyncpg") is None:
        pytest.skip("the library asyncpg is not installed")
    if NAMED:
        yield NAMED
        return
    if postgres_server.programs() is None:
        pytest.skip("no PostgreSQL server is installed: apt-get install postgresql, or set ADJUDGE_TEST_POSTGRES")
    with postgres_server.running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    url: str = request.getfixturevalue("server")
    asyncio.run(_empty(url))
    return url


@pytest.fixture
def postgres(server: str) -> str:
    """The URL of an empty PostgreSQL database."""
    asyncio.run(_empty(server))
    return server


async def _empty(url: str) -> None:
    from sqlalchemy import text
    from sqlalchemy.ext.asyncio import create_async_engine

    from adjudge.store.database import database_url
    from adjudge.store.schema import METADATA

    engine = create_async_engine(database_url(url))
    async with engine.begin() as connection:
        for table in (*METADATA.tables, "adjudge_migrations"):
            await connection.execute(text(f"DROP TABLE IF EXISTS {table}"))
    await engine.dispose()
