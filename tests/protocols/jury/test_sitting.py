"""Who is asked, when asking stops, and who stands in."""

import asyncio
from typing import Any

import pytest

from adjudge import Case, Verdict
from adjudge.agents.hearing import Hearing
from adjudge.agents.roles import default_jury, juror
from adjudge.engines.scripted import Scripted
from adjudge.errors import ConfigError, EngineTimeout, PanelFailed
from adjudge.protocols.jury import Jury
from adjudge.protocols.jury.sitting import Settling
from adjudge.questions.base import Question, Reply
from adjudge.questions.jury import Side
from tests.support.jury import ruled

CASE = Case(id="bridge", claim="It opened in 1932.", documents=["It opened in 1931."])
ORDER = ("sceptic", "literal", "context", "steelman")


def heard(jury: Jury, votes: dict[str, str], *, failing: tuple[str, ...] = (), in_round_2: bool = False) -> Verdict:
    rule = ruled(votes)

    def answer(question: Question[Reply]) -> Any:
        if question.seat in failing and question.kind == ("vote_again" if in_round_2 else "cast_vote"):
            raise EngineTimeout("It took too long.")
        return rule(question)

    return asyncio.run(jury.judge(Hearing(CASE, Scripted(answer))))


def first_asked(verdict: Verdict) -> list[str]:
    return [entry.agent for entry in verdict.transcript.entries if entry.kind == "cast_vote"]


def test_by_default_all_vote_at_once_as_specified() -> None:
    verdict = heard(Jury(), {})
    assert first_asked(verdict) == [agent.name for agent in default_jury()]
    assert verdict.result.unasked_jurors == ()


def test_asking_stops_when_the_rest_can_change_neither_majority_nor_dissent() -> None:
    verdict = heard(Jury(stop_when="settled", order=ORDER), {})
    assert first_asked(verdict) == list(ORDER[:3])
    assert verdict.result.unasked_jurors == ("steelman",)
    assert verdict.label == "Faithful"
    assert [named.juror for named in verdict.result.round_2] == ["context", "literal", "sceptic"]


def test_as_soon_as_two_differ_everybody_is_asked() -> None:
    verdict = heard(Jury(stop_when="settled", order=ORDER, rejudge_edit=False), {"literal": "Mutated"})
    assert first_asked(verdict) == list(ORDER)
    assert verdict.result.debate_rounds > 0


def test_a_threshold_of_one_dissenter_asks_everybody() -> None:
    assert len(first_asked(heard(Jury(stop_when="settled", dissent_threshold=1), {}))) == 4


@pytest.mark.parametrize("jurors", range(1, 8))
@pytest.mark.parametrize("threshold", [1, 2, 3])
def test_whatever_the_unasked_would_have_said_the_vote_and_the_dissent_stay(jurors: int, threshold: int) -> None:
    agents = tuple(juror(f"j{at}") for at in range(jurors))
    settling = Settling(agents, threshold, {}, 0.0)
    for asked in range(1, jurors + 1):
        if settling.settled([Side.FAITHFUL] * asked, agents[asked:]):
            against = jurors - asked
            assert asked > against
            assert min(asked, against) < threshold


def test_a_failed_juror_counts_for_neither_side() -> None:
    agents = default_jury()
    settling = Settling(agents, 2, {}, 0.0)
    assert not settling.settled([None, Side.FAITHFUL], agents[2:])
    assert not settling.settled([None, None, None], agents[3:])


def test_a_juror_who_is_nearly_always_right_needs_no_company() -> None:
    sure = dict.fromkeys((agent.name for agent in default_jury()), 0.6) | {"sceptic": 0.98}
    jury = Jury(stop_when="settled", order=ORDER, accuracies=sure, least_gain=0.01)
    assert first_asked(heard(jury, {})) == ["sceptic"]
    equal = dict.fromkeys(sure, 0.7)
    assert len(first_asked(heard(Jury(stop_when="settled", order=ORDER, accuracies=equal, least_gain=0.001), {}))) > 1


def test_the_roster_s_order_changes_nothing() -> None:
    one, other = Jury(stop_when="settled"), Jury(stop_when="settled", agents=tuple(reversed(default_jury())))
    assert first_asked(heard(one, {})) == first_asked(heard(other, {}))


@pytest.mark.parametrize("in_round_2", [False, True])
def test_a_stand_in_takes_the_seat_of_a_juror_that_failed(in_round_2: bool) -> None:
    jury = Jury(stand_ins={"literal": juror("literal", role="Literal").model_copy(update={"name": "deputy"})})
    verdict = heard(jury, {}, failing=("literal",), in_round_2=in_round_2)
    assert verdict.result.replaced_jurors == {"literal": "deputy"}
    assert "deputy" in [named.juror for named in verdict.result.round_2]
    assert verdict.failed_agents == ()
    assert any(entry.agent == "literal" and entry.trouble for entry in verdict.transcript.entries)
    assert verdict.result.changed_minds == ()


def test_a_stand_in_that_fails_too_leaves_the_seat_empty_and_in_the_denominator() -> None:
    jury = Jury(stand_ins={"literal": juror("deputy")})
    verdict = heard(jury, {}, failing=("literal", "deputy"))
    assert verdict.result.plain_vote.failed == 1
    assert sum(entry.agent == "deputy" for entry in verdict.transcript.entries) == 1
    everybody = tuple(agent.name for agent in default_jury())
    with pytest.raises(PanelFailed):
        heard(jury, {}, failing=(*everybody, "deputy"))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"order": ("nobody",)}, "nobody"),
        ({"accuracies": {"nobody": 0.5}}, "nobody"),
        ({"accuracies": {"literal": 1.5}}, "1.5"),
        ({"least_gain": -0.1}, "-0.1"),
        ({"stand_ins": {"nobody": juror("deputy")}}, "nobody"),
        ({"stand_ins": {"literal": juror("context")}}, "context"),
        ({"stand_ins": {"literal": juror("deputy"), "context": juror("deputy")}}, "deputy"),
    ],
)
def test_settings_that_name_nobody_or_mean_nothing_are_refused(settings: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        Jury(**settings)
