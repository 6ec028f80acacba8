"""What the model is given to read: numbers that follow, in the source's own words."""

import asyncio
from collections.abc import Sequence

import pytest

from adjudge.analysis.compare.comparison import Comparison, compare
from adjudge.engines.offline import reading
from adjudge.engines.offline.reading import Reader, Reading, in_words_of_the_source
from adjudge.questions.base import Source


def told(claim: str, source: str) -> str:
    """The claim as the model reads it."""
    return in_words_of_the_source(claim, compare(claim, [("source", source)]).findings)


def test_numbers_that_follow_are_put_in_the_words_of_the_source() -> None:
    assert told("The barge carried about 1,800 tonnes.", "The barge carried 1,812 tonnes.").count("1,812") == 1


def test_a_bound_stays_where_the_model_can_read_it_and_goes_where_it_cannot() -> None:
    english = told("The barge carried more than 1,500 tonnes.", "The barge carried 1,812 tonnes.")
    german = told(
        "Der Kahn beförderte mehr als 1.500 Gäste auf der Elbe.", "Der Kahn beförderte 1.812 Gäste auf der Elbe."
    )
    assert "more than 1,500" in english
    assert "1.812" in german
    assert "mehr als" not in german


def test_a_number_that_does_not_follow_stays() -> None:
    claim = "The barge carried 2,900 tonnes."
    assert told(claim, "The barge carried 1,812 tonnes.") == claim


def test_questions_asked_at_the_same_time_share_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(claim: str, sources: Sequence[tuple[str, str]]) -> Comparison:
        asked.append(claim)
        return compare(claim, sources)

    async def together() -> list[Reading]:
        reader, sources = Reader(), (Source(id="s", text="The mill opened in 1931."),)
        return await asyncio.gather(*(reader.read("The mill opened in 1932.", sources) for _ in range(4)))

    monkeypatch.setattr(reading, "compare", counted)
    found = asyncio.run(together())
    assert len(asked) == 1
    assert all(one is found[0] for one in found)


def test_a_question_that_is_called_off_does_not_call_off_the_others() -> None:
    async def together() -> Reading:
        reader, sources = Reader(), (Source(id="s", text="The mill opened in 1931."),)
        first = asyncio.create_task(reader.read("The mill opened in 1932.", sources))
        second = asyncio.create_task(reader.read("The mill opened in 1932.", sources))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(together()).findings
