"""One reading serves all questions about a case."""

import asyncio
from collections.abc import Sequence

import pytest

from adjudge.analysis.compare.comparison import Comparison, compare
from adjudge.engines.offline import reading
from adjudge.engines.offline.reading import CaseReading, Reader
from adjudge.questions.base import Source


def test_questions_asked_at_the_same_time_share_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(claim: str, sources: Sequence[tuple[str, str]]) -> Comparison:
        asked.append(claim)
        return compare(claim, sources)

    async def together() -> list[CaseReading]:
        reader, sources = Reader(), (Source(id="s", text="The mill opened in 1931."),)
        return await asyncio.gather(*(reader.read("The mill opened in 1932.", sources) for _ in range(4)))

    monkeypatch.setattr(reading, "compare", counted)
    found = asyncio.run(together())
    assert len(asked) == 1
    assert all(one is found[0] for one in found)


def test_a_question_that_is_called_off_does_not_call_off_the_others() -> None:
    async def together() -> CaseReading:
        reader, sources = Reader(), (Source(id="s", text="The mill opened in 1931."),)
        first = asyncio.create_task(reader.read("The mill opened in 1932.", sources))
        second = asyncio.create_task(reader.read("The mill opened in 1932.", sources))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(together()).findings
