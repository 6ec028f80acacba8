"""One reading serves all questions about a case."""

import asyncio
import re
from collections.abc import Sequence

import pytest

from adjudge.analysis.compare.comparison import Comparison, compare
from adjudge.analysis.model.nli import Doubt, Judgement, Model
from adjudge.analysis.text.sentences import sentences
from adjudge.engines.offline import reading
from adjudge.engines.offline.reading import CaseReading, Judged, Reader
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


def test_the_model_is_asked_once_for_texts_that_differ_in_white_space_alone() -> None:
    asked: list[str] = []

    class Counted(Model):
        def judge_one(self, passage: str, claim: str) -> Judgement:
            asked.append(passage)
            return super().judge_one(passage, claim)

    async def one_after_the_other() -> list[CaseReading]:
        reader = Reader(Counted())
        texts = ("The mill opened in 1931. It burned.", "The mill opened in 1931.\n\nIt burned.")
        return [await reader.read("The mill burned in 1931.", (Source(id="s", text=text),)) for text in texts]

    first, second = asyncio.run(one_after_the_other())
    assert len(asked) == 1
    assert first.model_says == second.model_says


def test_a_question_that_is_called_off_does_not_call_off_the_others() -> None:
    async def together() -> CaseReading:
        reader, sources = Reader(), (Source(id="s", text="The mill opened in 1931."),)
        first = asyncio.create_task(reader.read("The mill opened in 1932.", sources))
        second = asyncio.create_task(reader.read("The mill opened in 1932.", sources))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(together()).findings


@pytest.mark.parametrize(
    ("claim", "doubted", "shown"),
    [
        ("Exactly 57 died.", ["57"], "Exactly 57"),
        ("It is spoken by 20 million people.", ["20"], "20 million"),
        ("The trial was run at a university.", ["at", "a"], "at a university"),
        ("The trial was run at a university.", ["trial"], "trial"),
    ],
)
def test_doubted_words_are_whole_and_say_something(claim: str, doubted: list[str], shown: str) -> None:
    (sentence,) = sentences(claim)
    words = re.finditer(r"\w+", claim)
    doubts = tuple(Doubt(*word.span(), 0.9 if word.group() in doubted else 0.1) for word in words)
    judged = Judged(sentence, (), Judgement(0.1, 0.8, 0.1, doubts))
    assert CaseReading(claim, compare(claim, [("s", "Nothing.")]), ((judged,),)).doubted() == shown
