"""A sentence about one row of a table is judged against that row; and how much of a context the model reads."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from adjudge.analysis.model import nli
from adjudge.case import Document
from adjudge.integrations.guard.judge import AnswerJudge, AnswerJudgement, SentenceStatus
from adjudge.integrations.guard.rows import parts_about
from adjudge.integrations.guard.tables import readable

JSON = """[{"name": "Asha Rao", "team": "Harbour", "score": 31, "city": "Bristol"},
{"name": "Ben Ito", "team": "Harbour", "score": 57, "city": "Leeds"},
{"name": "Cleo Marsh", "team": "Quay", "score": 44, "city": "York"}]"""
CSV = "product,price,stock\nLamp Nova,49.90,12\nLamp Terra,79.00,3\n"
TABLE = "| bridge | opened | length |\n|---|---|---|\n| Elm Bridge | 1931 | 412 m |\n| Oak Bridge | 1957 | 230 m |\n"
SUPPORTED, CONTRADICTED = SentenceStatus.SUPPORTED, SentenceStatus.CONTRADICTED
NOT_SAID = SentenceStatus.NOT_IN_CONTEXT


def judged(judge: AnswerJudge, sentence: str, documents: Sequence[Document], before: str = "") -> AnswerJudgement:
    async def work() -> AnswerJudgement:
        await judge.start()
        try:
            return await judge.judge(sentence, before, documents, edit=False)
        finally:
            await judge.close()

    return asyncio.run(work())


@pytest.mark.parametrize(
    ("table", "sentence", "status"),
    [
        (JSON, "Asha Rao has a score of 57.", CONTRADICTED),
        (JSON, "Asha Rao has a score of 31.", SUPPORTED),
        (JSON, "Cleo Marsh is on the Harbour team.", NOT_SAID),
        (CSV, "The Lamp Nova costs 79.00.", CONTRADICTED),
        (CSV, "The Lamp Nova costs 49.90.", SUPPORTED),
        (TABLE, "The Oak Bridge is 412 m long.", CONTRADICTED),
        (TABLE, "The Oak Bridge is 230 m long.", SUPPORTED),
        (TABLE, "Elm Bridge opened in 1931 and Oak Bridge in 1957.", SUPPORTED),
    ],
)
def test_a_value_of_another_row_is_no_support(table: str, sentence: str, status: SentenceStatus) -> None:
    document = Document(id="tool-1", text=readable(table))
    found = judged(AnswerJudge("offline", timeout_s=60), sentence, [document])
    assert found.status is status
    quote = found.evidence
    assert quote is not None
    assert (quote.document_id, document.text[quote.start : quote.end]) == ("tool-1", quote.text)


@pytest.mark.parametrize(
    ("sentence", "before", "rows"),
    [
        ("The Oak Bridge is long.", "", ["Oak Bridge"]),
        ("It opened in 1957.", "The Oak Bridge is long.", ["Oak Bridge"]),
        ("Elm Bridge and Oak Bridge are old.", "", ["Elm Bridge", "Oak Bridge"]),
        ("The longest bridge is new.", "The Oak Bridge is long.", []),
    ],
)
def test_the_rows_are_those_that_the_sentence_names(sentence: str, before: str, rows: list[str]) -> None:
    table, prose = Document(id="tool-1", text=readable(TABLE)), Document(id="tool-2", text="Oak Bridge is old.")
    *parts, other = parts_about(sentence, before, [table, prose])
    assert other.document == prose
    if rows:
        assert [row for row in rows for part in parts if row in part.document.text] == rows
        assert len(parts) == len(rows)
    else:
        assert [part.document for part in parts] == [table]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Asha; age: 31.",
        "He said: yes; she said: no.\nThen they left.",
        readable('{"customer": {"name": "Asha", "city": "York"}, "order": {"id": "A", "sent": "Monday"}}'),
    ],
)
def test_what_is_no_table_stays_whole(text: str) -> None:
    document = Document(id="tool-1", text=text)
    assert [one.document for one in parts_about("Asha lives in York.", "", [document])] == [document]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The word pieces of every passage that the model computes."""
    found = list[int]()
    compute = nli.Model._compute

    def counted(self: nli.Model, passage: nli.Pieces) -> Any:
        found.append(len(passage))
        return compute(self, passage)

    monkeypatch.setattr(nli.Model, "_compute", counted)
    nli.shipped().forget()
    return found


SOURCE = " ".join(
    f"Ferry number {n} leaves the eastern pier at {n} o'clock and reaches island {n} within {n + 20} minutes."
    for n in range(1, 60)
)


def test_a_sentence_is_judged_against_few_word_pieces_of_a_long_context(read: list[int]) -> None:
    judge = AnswerJudge("offline", timeout_s=60)
    sentence = "Ferry number 7 leaves the eastern pier at 7 o'clock, and it reaches island 7 within 27 minutes."
    found = judged(judge, sentence, [Document(id="tool-1", text=SOURCE)])
    assert found.status is not SentenceStatus.UNCHECKED
    # The first passages are those of the sentence that the judge reads at its start.
    assert sum(sorted(read)[-4:]) < 500
    assert max(read) < 320


def test_a_short_context_is_read_before_the_first_sentence(read: list[int]) -> None:
    document = Document(id="tool-1", text=" ".join(SOURCE.split()[:200]))

    async def work() -> tuple[int, int]:
        judge = AnswerJudge("offline", timeout_s=60)
        await judge.start()
        await judge.read([document])
        first = max(read)
        read.clear()
        await judge.judge("Ferry number 3 leaves at 3 o'clock.", "", [document], edit=False)
        await judge.close()
        return first, max(read, default=0)

    whole, again = asyncio.run(work())
    assert whole > 200
    assert again < 100
