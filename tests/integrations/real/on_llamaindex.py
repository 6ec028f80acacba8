"""The evaluator in a real LlamaIndex: alone, over a query engine's responses, in its batch runner."""

import asyncio

from llama_index.core.base.response.schema import Response
from llama_index.core.evaluation import BatchEvalRunner
from llama_index.core.schema import NodeWithScore, TextNode

from adjudge.integrations.llamaindex import AdjudgeEvaluator
from tests.integrations.texts import ANSWER, SOURCE


def response(answer: str, *texts: str) -> Response:
    nodes = [NodeWithScore(node=TextNode(id_=f"node-{n}", text=text)) for n, text in enumerate(texts)]
    return Response(answer, source_nodes=nodes)


def test_a_response_is_judged_against_its_nodes() -> None:
    found = AdjudgeEvaluator().evaluate_response("When?", response(ANSWER, "Boats are blue.", SOURCE))
    assert (found.score, found.passing, found.invalid_result) == (0.5, False, False)
    wrong = found.verdict.sentences[0]
    assert (wrong.words.text, wrong.source.document_id) == ("1618", "node-1")
    assert "The source says 1608, not 1618." in found.feedback
    assert found.contexts == ["Boats are blue.", SOURCE]
    assert AdjudgeEvaluator(threshold=0.5).evaluate_response("When?", response(ANSWER, SOURCE)).passing


def test_async_gives_the_same_as_sync_which_works_in_a_running_loop() -> None:
    async def both() -> tuple[object, object]:
        evaluator, given = AdjudgeEvaluator(), {"query": "When?", "response": ANSWER, "contexts": [SOURCE]}
        return await evaluator.aevaluate(**given), evaluator.evaluate(**given)

    one, other = asyncio.run(both())
    assert one == other


def test_what_has_no_verdict_is_invalid_scores_zero_and_stays_in_a_batch() -> None:
    given = [response(ANSWER, SOURCE), response("", SOURCE), response(ANSWER), response(ANSWER, " ")]
    runner = BatchEvalRunner({"adjudge": AdjudgeEvaluator()}, workers=2)
    found = runner.evaluate_responses(queries=["When?"] * 4, responses=given)["adjudge"]
    assert [one.score for one in found] == [0.5, 0, 0, 0]
    assert [one.invalid_result for one in found] == [False, True, True, True]
    assert [one.passing for one in found] == [False] * 4
    assert found[1].invalid_reason == "No verdict: The answer is empty. There is nothing to check."


def test_an_answer_that_states_nothing_has_no_score() -> None:
    found = AdjudgeEvaluator().evaluate(response="Who knows?", contexts=[SOURCE])
    assert (found.score, found.passing, found.invalid_result) == (None, None, False)


def test_a_context_may_be_json() -> None:
    given = ['{"old bridge": {"built": 1608}}']
    assert AdjudgeEvaluator().evaluate(response="The old bridge was built in 1608.", contexts=given).passing
