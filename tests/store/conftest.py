"""Where the store of a test is: a file of its own, or the PostgreSQL that ADJUDGE_TEST_POSTGRES names, emptied."""

import asyncio
import os
from pathlib import Path

import pytest

POSTGRES = os.environ.get("ADJUDGE_TEST_POSTGRES", "")


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(not POSTGRES, reason="no server"))]
)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    asyncio.run(_empty())
    return POSTGRES


async def _empty() -> None:
    from sqlalchemy import text
    from sqlalchemy.ext.asyncio import create_async_engine

    from adjudge.store.database import database_url

    engine = create_async_engine(database_url(POSTGRES))
    async with engine.begin() as connection:
        for table in ("runs", "outcomes", "answers", "jobs", "reviews", "adjudge_migrations"):
            await connection.execute(text(f"DROP TABLE IF EXISTS {table}"))
    await engine.dispose()
