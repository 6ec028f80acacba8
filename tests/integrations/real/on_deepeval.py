"""The metric in a real DeepEval: measured alone, evaluated over a data set, asserted."""

import asyncio
import os

os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "1"

import pytest
from deepeval import assert_test, evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.test_case import LLMTestCase
from deepeval.test_case.llm_test_case import RetrievedContextData

from adjudge.errors import ConfigError
from adjudge.integrations.deepeval import AdjudgeMetric
from tests.integrations.texts import ANSWER, SOURCE


@pytest.fixture(autouse=True)
def _here(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    # DeepEval writes a folder of its own beside the tests.
    monkeypatch.chdir(str(tmp_path))


def case(answer: str | None, *contexts: str | RetrievedContextData) -> LLMTestCase:
    return LLMTestCase(input="When was it built?", actual_output=answer, retrieval_context=list(contexts))


def test_a_case_is_measured_by_sentence() -> None:
    metric = AdjudgeMetric(threshold=0.7)
    assert metric.measure(case(ANSWER, RetrievedContextData(source="doc-7", context=SOURCE))) == 0.5
    assert (metric.score, metric.is_successful(), metric.__name__) == (0.5, False, "Adjudge")
    assert "The source says 1608, not 1618." in metric.reason
    wrong = metric.verdict.sentences[0]
    assert (wrong.words.text, wrong.source.document_id) == ("1618", "doc-7")


def test_async_gives_the_same_as_sync_which_works_in_a_running_loop() -> None:
    async def both() -> tuple[float, float]:
        return await AdjudgeMetric().a_measure(case(ANSWER, SOURCE)), AdjudgeMetric().measure(case(ANSWER, SOURCE))

    assert asyncio.run(both()) == (0.5, 0.5)


def test_context_is_used_where_nothing_was_retrieved_and_may_be_json() -> None:
    given = LLMTestCase(
        input="", actual_output="The old bridge was built in 1608.", context=['{"old bridge": {"built": 1608}}']
    )
    assert AdjudgeMetric().measure(given) == 1


@pytest.mark.parametrize("run_async", [True, False])
def test_cases_without_a_verdict_stay_in_the_denominator(run_async: bool) -> None:
    cases = [case("Lima is the capital of Peru.", SOURCE), case(ANSWER, SOURCE), case("", SOURCE), case(ANSWER)]
    found = evaluate(
        cases,
        [AdjudgeMetric(threshold=0.5)],
        async_config=AsyncConfig(run_async=run_async),
        display_config=DisplayConfig(print_results=False, show_indicator=False),
        cache_config=CacheConfig(write_cache=False),
    )
    data = sorted((one.metrics_data[0] for one in found.test_results), key=lambda one: -one.score)
    assert [one.score for one in data] == [1, 0.5, 0, 0]
    assert [one.success for one in data] == [True, True, False, False]
    assert sorted(one.reason for one in data[2:]) == [
        "No verdict: The answer has no context. Give at least one text that the answer should follow from.",
        "No verdict: The answer is empty. There is nothing to check.",
    ]


def test_an_assertion_fails_with_the_reason() -> None:
    assert_test(case("Lima is the capital of Peru.", SOURCE), [AdjudgeMetric()], run_async=False)
    with pytest.raises(AssertionError, match=r"Adjudge.*1608, not 1618"):
        assert_test(case(ANSWER, SOURCE), [AdjudgeMetric()], run_async=False)


def test_an_unknown_engine_is_raised() -> None:
    with pytest.raises(ConfigError, match="Unknown engine 'nonsense'"):
        AdjudgeMetric(engine="nonsense").measure(case(ANSWER, SOURCE))
