"""The components in real Haystack pipelines: one that answers, one that evaluates; saved, loaded, asynchronous."""

import asyncio

import pytest
from haystack import Document, Pipeline, component
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.dataclasses import ChatMessage
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack.evaluation import EvaluationRunResult

from adjudge.errors import DataError
from adjudge.integrations.haystack import AdjudgeAnswersEvaluator, AdjudgeChecker
from tests.integrations.texts import ANSWER, SOURCE


@component
class Writer:
    """Answers as a generator does, always the same."""

    @component.output_types(replies=list[ChatMessage])
    def run(self, documents: list[Document]) -> dict[str, list[ChatMessage]]:
        return {"replies": [ChatMessage.from_assistant(ANSWER)]}


def rag() -> Pipeline:
    store = InMemoryDocumentStore()
    store.write_documents([Document(id="doc-7", content=SOURCE), Document(id="doc-8", content="Boats are blue.")])
    pipeline = Pipeline()
    pipeline.add_component("retriever", InMemoryBM25Retriever(store))
    pipeline.add_component("writer", Writer())
    pipeline.add_component("checker", AdjudgeChecker())
    pipeline.connect("retriever.documents", "writer.documents")
    pipeline.connect("retriever.documents", "checker.documents")
    pipeline.connect("writer.replies", "checker.replies")
    return pipeline


def test_a_pipeline_that_answers_gets_verdicts_with_spans() -> None:
    given = {"retriever": {"query": "When was the bridge built?"}}
    found = rag().run(given)["checker"]
    wrong = found["verdicts"][0].sentences[0]
    assert not found["faithful"]
    assert (wrong.words.text, wrong.source.document_id) == ("1618", "doc-7")
    assert asyncio.run(rag().run_async(given))["checker"] == found


def test_answers_without_a_verdict_stay_in_the_score() -> None:
    answers = ["Lima is the capital of Peru.", ANSWER, "", ANSWER, "Who knows?"]
    contexts = [[SOURCE], [Document(content=SOURCE)], [SOURCE], [], [SOURCE]]
    pipeline = Pipeline()
    pipeline.add_component("adjudge", AdjudgeAnswersEvaluator())
    found = pipeline.run({"adjudge": {"predicted_answers": answers, "contexts": contexts}})["adjudge"]
    assert found["individual_scores"] == [1, 0.5, 0, 0, None]
    assert found["score"] == pytest.approx(1.5 / 4)
    assert [one["status"] for one in found["results"]] == ["evaluated", "evaluated", "error", "error", "evaluated"]
    assert found["results"][2]["reason"] == "No verdict: The answer is empty. There is nothing to check."
    inputs = {"answer": answers, "contexts": contexts}
    report = EvaluationRunResult("run", inputs, {"adjudge": found}).aggregated_report()
    assert report == {"metrics": ["adjudge"], "score": [found["score"]]}
    run = AdjudgeAnswersEvaluator().run_async(answers, contexts)
    assert asyncio.run(run) == found


def test_a_checker_says_what_it_could_not_judge() -> None:
    checker = AdjudgeChecker()
    assert checker.run(replies=["It opened."], documents=[])["faithful"] is False
    failure = checker.run(replies=[""], documents=[Document(content=SOURCE)])["verdicts"][0]
    assert failure.message == "The answer is empty."
    data = Document(content='{"old bridge": {"built": 1608}}')
    assert checker.run(replies=["The old bridge was built in 1608."], documents=[data])["faithful"] is True


def test_lists_of_different_lengths_are_refused() -> None:
    with pytest.raises(DataError, match="There are 1 predicted answers and 0 contexts"):
        AdjudgeAnswersEvaluator().run(predicted_answers=[ANSWER], contexts=[])


def test_a_pipeline_with_the_components_can_be_saved_and_loaded() -> None:
    pipeline = Pipeline()
    pipeline.add_component("checker", AdjudgeChecker(engine="offline"))
    pipeline.add_component("evaluator", AdjudgeAnswersEvaluator())
    loaded = Pipeline.loads(pipeline.dumps(), allowed_modules=["adjudge.integrations.haystack"])
    assert loaded.get_component("checker").engine == "offline"
    assert loaded.dumps() == pipeline.dumps()
