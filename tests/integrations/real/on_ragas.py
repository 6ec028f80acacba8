"""The metrics in a real Ragas: scored alone, in batches, and over a data set with `evaluate`."""

import asyncio
import math
import os

os.environ["RAGAS_DO_NOT_TRACK"] = "true"

import pytest
from ragas import EvaluationDataset, evaluate
from ragas.metrics.collections.base import BaseMetric

from adjudge.errors import ConfigError
from adjudge.integrations.ragas import AdjudgeFaithfulness, AdjudgeSingleTurn
from tests.integrations.texts import ANSWER, SOURCE

ROWS = [
    {"user_input": "When?", "response": "Lima is the capital of Peru.", "retrieved_contexts": [SOURCE]},
    {"user_input": "When?", "response": ANSWER, "retrieved_contexts": ["Boats are blue.", SOURCE]},
    {"user_input": "When?", "response": "", "retrieved_contexts": [SOURCE]},
    {"user_input": "When?", "response": ANSWER, "retrieved_contexts": []},
    {"user_input": "When?", "response": "Who knows?", "retrieved_contexts": [SOURCE]},
]


def test_a_response_is_scored_by_sentence() -> None:
    metric = AdjudgeFaithfulness()
    assert isinstance(metric, BaseMetric)
    found = metric.score(**ROWS[1])
    assert found.value == 0.5
    assert "The source says 1608, not 1618." in found.reason
    wrong = found.traces["output"]["sentences"][0]
    assert (wrong["label"], wrong["words"]["text"]) == ("incorrect", "1618")


def test_async_gives_the_same_as_sync_which_works_in_a_running_loop() -> None:
    async def both() -> tuple[float, float]:
        metric = AdjudgeFaithfulness()
        return (await metric.ascore(**ROWS[1])).value, metric.score(**ROWS[1]).value

    assert asyncio.run(both()) == (0.5, 0.5)


def test_a_batch_keeps_what_has_no_verdict() -> None:
    found = AdjudgeFaithfulness().batch_score(ROWS)
    assert [one.value for one in found[:4]] == [1, 0.5, 0, 0]
    assert math.isnan(found[4].value)
    assert found[2].reason == "No verdict: The answer is empty. There is nothing to check."
    assert found[3].reason.startswith("No verdict: The answer has no context.")


def test_rows_without_a_verdict_stay_in_the_mean_of_evaluate() -> None:
    rows = [*ROWS[:4], {"user_input": "When?", "response": ANSWER}]
    found = evaluate(EvaluationDataset.from_list(rows), metrics=[AdjudgeSingleTurn()], show_progress=False)
    assert found["adjudge_faithfulness"] == [1, 0.5, 0, 0, 0]
    assert repr(found) == "{'adjudge_faithfulness': 0.3000}"


def test_a_context_may_be_json() -> None:
    given = {"response": "The old bridge was built in 1608.", "retrieved_contexts": ['{"old bridge": {"built": 1608}}']}
    assert AdjudgeFaithfulness().score(**given).value == 1


def test_an_unknown_engine_is_raised() -> None:
    with pytest.raises(ConfigError, match="Unknown engine 'nonsense'"):
        AdjudgeFaithfulness(engine="nonsense").score(**ROWS[0])
