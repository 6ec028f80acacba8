"""The same case again: what should stay stays, and what flips is counted."""

import asyncio

import pytest

from adjudge import Case
from adjudge.errors import BudgetReached, EngineBusy
from adjudge.evals.stability import Perturbation, Rehearing, flip_rates, trials, variants
from adjudge.protocols.jury import Jury
from adjudge.verdict import Stance
from tests.support.engines import Steps
from tests.support.words_engine import words_engine

JURY = Jury(rejudge_edit=False)
CASE = Case(
    id="mill",
    claim="The council approved the plan in 1931.",
    documents=["The council approved the plan in 1931.", "It rained."],
)


def heard(case: Case, engine: object, times: int = 2) -> list[Rehearing]:
    async def collected() -> list[Rehearing]:
        return [one async for one in trials([case], JURY, engine, times=times)]  # type: ignore[arg-type]

    return asyncio.run(collected())


def test_a_case_is_varied_in_every_way_that_applies() -> None:
    found = list(variants(CASE, JURY, times=2, seed=0))
    assert {change for change, _, _ in found} == set(Perturbation)
    for change, case, protocol in found:
        if change is Perturbation.JURORS:
            assert isinstance(protocol, Jury)
            assert [agent.name for agent in protocol.agents] != [agent.name for agent in JURY.agents]
            assert sorted(agent.name for agent in protocol.agents) == sorted(agent.name for agent in JURY.agents)
        if change is Perturbation.SOURCES:
            assert [document.text for document in case.documents] == ["It rained.", CASE.documents[0].text]
        if change in (Perturbation.PARAPHRASED, Perturbation.NEGATED):
            assert case.claim != CASE.claim


def test_the_order_of_jurors_and_sources_changes_nothing() -> None:
    kept = [
        one
        for one in heard(CASE, words_engine())
        if one.change in (Perturbation.AGAIN, Perturbation.JURORS, Perturbation.SOURCES)
    ]
    assert kept
    assert not any(one.flipped for one in kept)


def test_an_engine_that_reads_only_words_flips_on_a_paraphrase() -> None:
    rates = flip_rates(heard(CASE, words_engine()))
    assert rates["by_change"]["claim paraphrased"]["flip_rate"] == 1
    assert rates["by_change"]["claim negated"]["flip_rate"] == 0
    assert 0 < rates["overall"]["flip_rate"] < 1
    assert rates["by_case"]["mill"] == rates["overall"]


def test_a_claim_and_its_opposite_must_not_both_be_supported() -> None:
    def negated(before: Stance, after: Stance) -> bool | None:
        return Rehearing("a", Perturbation.NEGATED, "", before, after).flipped

    assert negated(Stance.SUPPORTED, Stance.SUPPORTED)
    assert not negated(Stance.SUPPORTED, Stance.CONTRADICTED)
    assert not negated(Stance.NOT_ENOUGH_INFO, Stance.NOT_ENOUGH_INFO)


def test_hearings_that_failed_are_counted() -> None:
    rates = flip_rates(heard(CASE, Steps(EngineBusy("503"), name="scripted"), times=1))
    assert rates["overall"]["failed"] == rates["overall"]["heard"] > 0
    assert rates["overall"]["flips"] == 0
    assert rates["overall"]["flip_rate"] is None


def test_a_failed_hearing_makes_no_rate_look_better() -> None:
    flipped = Rehearing("a", Perturbation.AGAIN, "", Stance.SUPPORTED, Stance.CONTRADICTED)
    failed = Rehearing("a", Perturbation.AGAIN, "", Stance.SUPPORTED, None, "EngineBusy: 503")
    assert flip_rates([flipped, failed])["overall"] == {"heard": 2, "flips": 1, "failed": 1, "flip_rate": 1.0}


def test_no_further_case_is_heard_once_the_budget_is_reached() -> None:
    with pytest.raises(BudgetReached):
        heard(CASE, Steps(BudgetReached("10 calls"), name="scripted"), times=1)
