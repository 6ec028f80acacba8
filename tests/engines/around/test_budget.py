"""The budget is never exceeded, and not left unused for nothing."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engines import cost
from adjudge.engines.around.budget import Budget, Budgeted
from adjudge.engines.around.correct import Correction
from adjudge.engines.base import Answer, R
from adjudge.engines.models import parse
from adjudge.engines.repair import Malformed, Unreadable
from adjudge.errors import BudgetReached, ConfigError, EngineBusy, EngineTimeout
from adjudge.questions.base import Question, Reply, Source
from adjudge.transcript import Usage
from tests.support.engines import Steps
from tests.support.questions import VOTE, cast_vote

QUESTION = cast_vote()


def costing(usd: float | None) -> Callable[[Question[Reply]], Usage]:
    return lambda _: Usage(calls=1, cost_usd=usd)


async def outcomes(engine: Budgeted, times: int) -> list[object]:
    return await asyncio.gather(*(engine.ask(QUESTION) for _ in range(times)), return_exceptions=True)


def test_a_call_that_fails_does_not_settle_another_that_is_under_way() -> None:
    async def both() -> None:
        budget = Budget(max_usd=1.0)
        async with budget.reserve(0.1) as first:
            with pytest.raises(Malformed):
                async with budget.reserve(0.1):
                    raise Malformed("not a completion")
            assert budget.reserved_usd == pytest.approx(0.1)
            first.cost_usd = 0.02
        assert (budget.reserved_usd, budget.spent_usd) == (0, pytest.approx(0.12))

    asyncio.run(both())


def test_calls_stop_exactly_at_their_number_also_when_asked_at_once() -> None:
    inner, budget = Steps(VOTE, turns=2), Budget(max_calls=7)
    got = asyncio.run(outcomes(Budgeted(inner, budget, costing(0.0)), 20))
    assert len(inner.asked) == budget.calls == 7
    assert sum(isinstance(item, BudgetReached) for item in got) == 13


def test_a_call_that_may_cost_too_much_is_not_made() -> None:
    inner, budget = Steps(VOTE, usd=0.01), Budget(max_usd=0.05)
    with pytest.raises(BudgetReached, match="may cost 0"):
        asyncio.run(Budgeted(inner, budget, costing(0.06)).ask(QUESTION))
    assert (inner.asked, budget.calls, budget.spent_usd) == ([], 0, 0.0)


def test_a_call_that_fits_once_others_are_settled_waits_for_them() -> None:
    inner, budget = Steps(VOTE, usd=0.01, turns=2), Budget(max_usd=0.10)
    got = asyncio.run(outcomes(Budgeted(inner, budget, costing(0.05)), 8))
    made = [item for item in got if not isinstance(item, BudgetReached)]
    # At 0.05 each only two would have fitted; settled at 0.01, six do, and then 0.04 is left.
    assert len(made) == 6
    assert budget.spent_usd == pytest.approx(0.06)
    assert budget.reserved_usd == 0


def test_a_call_that_was_turned_away_costs_no_money_but_counts() -> None:
    budget = Budget(max_usd=1.0)
    with pytest.raises(EngineBusy):
        asyncio.run(Budgeted(Steps(EngineBusy("429")), budget, costing(0.5)).ask(QUESTION))
    assert (budget.calls, budget.spent_usd, budget.reserved_usd) == (1, 0.0, 0.0)


def test_a_call_that_broke_off_counts_as_paid() -> None:
    budget = Budget(max_usd=1.0)
    with pytest.raises(EngineTimeout):
        asyncio.run(Budgeted(Steps(EngineTimeout("slow")), budget, costing(0.5)).ask(QUESTION))
    assert budget.spent_usd == 0.5


def test_an_unusable_reply_is_paid_for_as_billed() -> None:
    budget = Budget(max_usd=1.0)
    bad = Unreadable("odd", usage=Usage(calls=1, cost_usd=0.2))
    with pytest.raises(Unreadable):
        asyncio.run(Budgeted(Steps(bad), budget, costing(0.5)).ask(QUESTION))
    assert budget.spent_usd == 0.2


def test_money_cannot_be_budgeted_without_a_price() -> None:
    with pytest.raises(ConfigError, match="no price"):
        asyncio.run(Budgeted(Steps(VOTE), Budget(max_usd=1.0), costing(None)).ask(QUESTION))
    assert asyncio.run(Budgeted(Steps(VOTE), Budget(max_calls=1), costing(None)).ask(QUESTION)).reply == VOTE


@pytest.mark.parametrize("given", [{"max_calls": -1}, {"max_usd": -0.1}, {"max_usd": float("nan")}])
def test_a_negative_budget_is_refused(given: dict[str, float]) -> None:
    with pytest.raises(ConfigError):
        Budget(**given)  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.floats(0.001, 0.5), st.floats(0, 1), st.integers(0, 4)), max_size=25), st.floats(0.0, 2.0))
def test_whatever_runs_at_once_the_budget_is_kept(calls: list[tuple[float, float, int]], limit: float) -> None:
    budget = Budget(max_usd=limit)

    async def call(at_most: float, share: float, turns: int) -> None:
        inner = Steps(VOTE, usd=at_most * share, turns=turns)
        try:
            await Budgeted(inner, budget, costing(at_most)).ask(QUESTION)
        except BudgetReached:
            assert inner.asked == []
        assert budget.spent_usd + budget.reserved_usd <= limit + 1e-6

    async def all_calls() -> None:
        await asyncio.gather(*(call(*item) for item in calls))

    asyncio.run(all_calls())
    assert budget.spent_usd <= limit + 1e-6


def test_an_estimate_grows_with_the_texts_and_the_worst_case_is_above_it() -> None:
    mini = parse("gpt-4o-mini")
    short = cost.estimate(QUESTION, mini)
    long = cost.estimate(cast_vote(truth=(Source(id="t", text="A word. " * 4000),)), mini)
    worst = cost.at_most(QUESTION, mini, max_tokens=4096)
    assert long.input_tokens - short.input_tokens == pytest.approx(8000, rel=0.05)
    assert short.cost_usd is not None
    assert worst.cost_usd is not None
    assert 0 < short.cost_usd < worst.cost_usd
    again = Correction(original=QUESTION, refused="x" * 4000, complaints=("odd",))
    assert cost.estimate(again, mini).input_tokens > short.input_tokens + 900


@pytest.mark.parametrize("unit", ["}{)(", "👩\u200d🔬", "0 1 ", "ߊ", "\ud800"])
def test_no_text_takes_more_tokens_than_the_worst_case(unit: str) -> None:
    text = unit * (8000 // len(unit))
    again = Correction(original=cast_vote(text), refused=text[:8000], complaints=(text,))
    for question, times in ((cast_vote(text), 1), (again, 3)):
        worst = cost.at_most(question, parse("gpt-4o-mini"), max_tokens=4096)
        assert worst.input_tokens > times * len(text.encode("utf-8", "replace"))


def test_a_model_without_a_price_has_none_and_one_on_this_machine_costs_nothing() -> None:
    assert cost.estimate(QUESTION, parse("openai:no-such-model")).cost_usd is None
    assert cost.estimate(QUESTION, parse("https://api.example.com/v1#m")).cost_usd is None
    assert cost.estimate(QUESTION, parse("ollama:qwen2.5:7b", environ={})).cost_usd == 0.0


def test_other_scripts_count_more_tokens_than_letters_in_plain_english() -> None:
    assert cost.tokens("word " * 100) == pytest.approx(125, abs=2)
    assert cost.tokens("東京都" * 100) >= 300


@pytest.mark.parametrize("reported", [-1.0, float("nan"), float("inf"), float("-inf"), None])
def test_a_cost_that_makes_no_sense_is_charged_as_reserved(reported: float | None) -> None:
    class Reporting(Steps):
        async def ask(self, question: Question[R]) -> Answer[R]:
            answer = await super().ask(question)
            return replace(answer, usage=Usage.model_construct(calls=1, cost_usd=reported))

    budget = Budget(max_usd=1.0)
    asyncio.run(Budgeted(Reporting(VOTE), budget, costing(0.5)).ask(QUESTION))
    assert budget.spent_usd == 0.5


def test_an_answer_that_is_no_answer_counts_as_paid() -> None:
    budget = Budget(max_usd=1.0)
    with pytest.raises(Malformed):
        asyncio.run(Budgeted(Steps(Malformed("[]")), budget, costing(0.5)).ask(QUESTION))
    assert budget.spent_usd == 0.5
