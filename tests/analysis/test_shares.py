"""Words for how many against shares and counts, and what a share leaves for those of whom it is not said."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

_WORKERS = "Forty percent of the workers voted for the strike."
_MEMBERS = "12 of the 20 members voted for the motion."
_LISTED = "Of the 20 members, 12 voted for the motion, 5 against and 3 abstained."
_BICYCLES = "Of the 400 bicycles sold, 220 had a motor."
_PLAN = "70% of residents support the plan."


def contradicted(source: str, claim: str) -> bool:
    return bool(compare(claim, [("s", source)]).with_relation(Relation.CONTRADICTED))


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_WORKERS, "Sixty percent of the workers did not vote for the strike."),
        (_WORKERS, "Most workers did not vote for the strike."),
        (_WORKERS, "Fewer than half of the workers voted for the strike."),
        (_WORKERS, "A minority of workers voted for the strike."),
        (_MEMBERS, "Eight members did not vote for the motion."),
        (_MEMBERS, "Most members voted for the motion."),
        (_MEMBERS, "More than half of the members voted for the motion."),
        (_MEMBERS, "60 percent of the members voted for the motion."),
        (_MEMBERS, "Twelve members voted for the motion."),
        (_LISTED, "Most members voted for the motion."),
        (_LISTED, "Eight members did not vote for the motion."),
        (_BICYCLES, "180 bicycles had no motor."),
        (_PLAN, "Most of the residents support the plan."),
        (_PLAN, "Some residents support the plan."),
        (_PLAN, "30% of residents do not support the plan."),
        (
            "40 Prozent der Beschäftigten stimmten für den Streik.",
            "60 Prozent der Beschäftigten stimmten nicht für den Streik.",
        ),
    ],
)
def test_what_a_share_says_and_leaves_follows(source: str, claim: str) -> None:
    found = compare(claim, [("s", source)])
    agreeing = (Relation.SAME, Relation.ENTAILED, Relation.COARSER)
    assert found.findings
    assert all(one.relation in agreeing for one in found.findings)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_WORKERS, "Most workers voted for the strike."),
        (_WORKERS, "A majority of the workers voted for the strike."),
        (_WORKERS, "A majority voted for the strike."),
        (_WORKERS, "All workers voted for the strike."),
        (_WORKERS, "Seventy percent of the workers did not vote for the strike."),
        (_WORKERS, "Forty percent of the workers did not vote for the strike."),
        (_MEMBERS, "All members voted for the motion."),
        (_MEMBERS, "A third of the members voted for the motion."),
        (_MEMBERS, "Ten members did not vote for the motion."),
        (_BICYCLES, "150 bicycles had no motor."),
        (_LISTED, "All members voted for the motion."),
        (_PLAN, "A minority of residents support the plan."),
        (_PLAN, "A few residents support the plan."),
        ("40 Prozent der Beschäftigten stimmten für den Streik.", "Die meisten Beschäftigten stimmten für den Streik."),
    ],
)
def test_a_word_that_does_not_fit_the_share_contradicts(source: str, claim: str) -> None:
    assert contradicted(source, claim)


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("Prices rose 40 percent and workers voted for the strike.", "Most workers voted for the strike."),
        ("40 percent of workers struck, while workers at large kept their jobs.", "Most workers kept their jobs."),
    ],
)
def test_a_share_of_something_else_is_not_compared(source: str, claim: str) -> None:
    assert not contradicted(source, claim)


_WINDOWS = "The organ was saved; three of the seven stained windows were lost."
_PASSENGERS = "Two of the 40 passengers were injured."


@pytest.mark.parametrize(
    ("source", "claim", "relation"),
    [
        (_WINDOWS, "Four of the seven windows survived.", Relation.ABSENT),
        (_WINDOWS, "Four of the seven stained windows survived.", Relation.ABSENT),
        (_WINDOWS, "Four windows survived.", Relation.ABSENT),
        (_PASSENGERS, "Most of the passengers were unhurt.", Relation.ENTAILED),
        (_PASSENGERS, "38 passengers were unhurt.", Relation.ABSENT),
    ],
)
def test_a_claim_about_the_rest_is_no_contradiction(source: str, claim: str, relation: Relation) -> None:
    assert not contradicted(source, claim)
    assert relation in [one.relation for one in compare(claim, [("s", source)]).on("quantity")]


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (_WINDOWS, "Four of the seven windows were lost."),
        (_PASSENGERS, "Most of the passengers were injured."),
        (_PASSENGERS, "All passengers were unhurt."),
    ],
)
def test_another_number_of_the_same_is_still_one(source: str, claim: str) -> None:
    assert contradicted(source, claim)


def test_what_a_small_share_leaves_bears_the_opposite_out_and_its_only_limits_nothing() -> None:
    source = "Only two of the nine shops in town are closed."
    found = compare("Most of the shops in town are open.", [("source", source)]).findings
    assert [(one.axis, one.relation) for one in found] == [("quantity", Relation.ENTAILED)]
    against = compare("Most of the shops in town are closed.", [("source", source)]).findings
    assert any(one.relation is Relation.CONTRADICTED for one in against)
