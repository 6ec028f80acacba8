"""Cases that are read at the same time take turns at the model."""

import asyncio

import pytest

from adjudge.engines.offline.reading import Reader
from adjudge.questions.base import Source


def test_a_short_claim_does_not_wait_for_all_pairs_of_a_long_one() -> None:
    long = " ".join(f"The mill of village {number} opened in 1932." for number in range(150))
    sources = (Source(id="s", text="The mill opened in 1931."),)
    done: list[str] = []

    async def together() -> None:
        reader = Reader()
        if reader.model == "rules":
            pytest.skip("needs the model")

        async def read(name: str, claim: str) -> None:
            await reader.read(claim, sources)
            done.append(name)

        first = asyncio.create_task(read("long", long))
        await asyncio.sleep(0.01)
        await asyncio.gather(first, read("short", "The mill opened in 1932."))

    asyncio.run(together())
    assert done == ["short", "long"]
