"""The LangChain runnable, in real chains: sync, async, batches, messages, tool output, long contexts."""

import asyncio
import json
from time import process_time

import pytest

from adjudge.errors import CaseError

pytest.importorskip("langchain_core", reason="LangChain is an extra")

from langchain_core.documents import Document
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import RunnableLambda, RunnablePassthrough

from adjudge.integrations.langchain import faithfulness
from tests.integrations.texts import ANSWER, HAY, SOURCE


def test_a_chain_gets_verdicts_with_spans_in_its_own_documents() -> None:
    retriever = RunnableLambda(lambda _: [Document(SOURCE, id="doc-7"), Document("Boats are blue.", id="doc-8")])
    model = RunnableLambda(lambda _: AIMessage(ANSWER))
    chain = RunnablePassthrough.assign(context=retriever, answer=model) | RunnablePassthrough.assign(
        verdict=faithfulness()
    )
    verdict = chain.invoke({"question": "When was the bridge built?"})["verdict"]
    wrong = verdict.sentences[0]
    assert [one.label for one in verdict.sentences] == ["incorrect", "correct"]
    assert (wrong.words.text, wrong.source.document_id) == ("1618", "doc-7")
    assert ANSWER[wrong.words.start : wrong.words.end] == "1618"
    assert SOURCE[wrong.source.start : wrong.source.end] == wrong.source.text


def test_async_gives_the_same_as_sync_and_leaves_the_loop_free() -> None:
    given = {"answer": ANSWER, "context": SOURCE}

    async def both() -> tuple[object, int]:
        turns = 0
        work = asyncio.ensure_future(faithfulness().ainvoke(given))
        while not work.done():
            turns += 1
            await asyncio.sleep(0.001)
        return await work, turns

    verdict, turns = asyncio.run(both())
    assert verdict == faithfulness().invoke(given)
    assert turns > 1


def test_sync_works_inside_a_running_loop() -> None:
    async def inside() -> float | None:
        return faithfulness().invoke({"answer": ANSWER, "context": SOURCE}).score

    assert asyncio.run(inside()) == 0.5


def test_a_batch_keeps_what_failed() -> None:
    rows = [
        {"answer": ANSWER, "context": SOURCE},
        {"answer": "", "context": SOURCE},
        {"answer": ANSWER, "context": []},
        {"answer": ANSWER, "context": ["", "  "]},
    ]
    good, *failed = faithfulness().batch(rows, return_exceptions=True)
    assert good.score == 0.5
    assert [str(one) for one in failed] == [
        "The answer is empty. There is nothing to check.",
        *["The answer has no context. Give at least one text that the answer should follow from."] * 2,
    ]


def test_the_output_of_a_tool_is_a_context() -> None:
    data = {"bridge": {"name": "old bridge", "built": 1608, "people_per_day": 3000}}
    called = ToolMessage(json.dumps(data), tool_call_id="1")
    for context in (called, [called], data, [data]):
        verdict = faithfulness().invoke(
            {"answer": "The old bridge was built in 1608. The old bridge was built in 1618.", "context": context}
        )
        assert [one.label for one in verdict.sentences] == ["correct", "uncertain"]


def test_a_table_never_supports_the_value_of_another_row() -> None:
    table = "| city | opened | visitors |\n|---|---|---|\n| Lima | 1608 | 3000 |\n| Quito | 1702 | 4500 |"
    verdict = faithfulness().invoke({"answer": "Lima had 4,500 visitors.", "context": table})
    assert verdict.sentences[0].label != "correct"
    assert verdict.sentences[0].source.text in table


def test_a_context_of_100_000_tokens_takes_seconds() -> None:
    began = process_time()
    verdict = faithfulness().invoke({"answer": ANSWER, "context": [HAY, f"{SOURCE} {HAY}"]})
    assert [one.label for one in verdict.sentences] == ["incorrect", "correct"]
    assert process_time() - began < 20


def test_a_missing_key_is_named() -> None:
    with pytest.raises(CaseError, match=r"The input has no 'context'; it has: 'answer', 'documents'\."):
        faithfulness().invoke({"answer": ANSWER, "documents": SOURCE})
