"""Verbs that make a cause of a tie, and groups that are made to agree."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation


def relations(claim: str, source: str, axis: str) -> set[Relation]:
    """What is found on one axis."""
    return {finding.relation for finding in compare(claim, [("source", source)]).findings if finding.axis == axis}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Tea prevents strokes.", "Tea drinkers had a lower risk of strokes."),
    ],
)
def test_a_verb_of_change_says_more_than_a_tie(claim: str, source: str) -> None:
    assert relations(claim, source, "causality") == {Relation.ABSENT}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The pill reduces deaths.", "The pill lowers deaths, a study that linked it to fewer strokes found."),
        ("The pill reduces deaths.", "The pill brings fewer deaths."),
        ("Deaths increased in May.", "Deaths were linked to the heat."),
        ("The pill was tied to reduced deaths.", "The pill was linked to fewer deaths."),
    ],
)
def test_no_leap_where_the_source_says_as_much_or_the_claim_makes_nothing_change(claim: str, source: str) -> None:
    assert Relation.ABSENT not in relations(claim, source, "causality")


def test_claims_that_are_rejected_do_not_hedge_the_rejection() -> None:
    source = "The company rejected claims that it had cut pay."
    assert not relations("The company denied that it had cut pay.", source, "certainty")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Four men ride in a grey boat.", "Four men riding in a grey boat appear to be wearing vests."),
        ("Mount Hale is a volcano in Norland.", "Mount Hale is the volcano in Norland most likely to erupt."),
    ],
)
def test_a_hedge_on_something_else_does_not_weaken_the_source(claim: str, source: str) -> None:
    assert relations(claim, source, "certainty") == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Four men wear vests.", "Four men in a grey boat appear to wear vests."),
        ("The deal will close in May.", "The deal, perhaps, will close in May."),
        ("Mount Hale erupts soon.", "Mount Hale is likely to erupt soon."),
    ],
)
def test_a_hedge_on_what_the_claim_takes_up_does(claim: str, source: str) -> None:
    assert Relation.ABSENT in relations(claim, source, "certainty")


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Not all sailors tolerated the tonic.", "Most sailors tolerated the tonic, some had to stop."),
        ("Nicht alle Matrosen vertrugen das Mittel.", "Die meisten Matrosen vertrugen das Mittel."),
        ("Not all sailors drowned.", "No sailors drowned."),
        ("Not every sailor drowned.", "Few sailors drowned."),
        ("Nicht alle Matrosen stimmten zu.", "Einige Matrosen stimmten nicht zu."),
    ],
)
def test_not_all_follows_from_what_is_less_than_all(claim: str, source: str) -> None:
    assert relations(claim, source, "quantifier") == {Relation.COARSER}
    assert not relations(claim, source, "negation")


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("All sailors drowned.", "Not all sailors drowned.", Relation.CONTRADICTED),
        ("Not all sailors drowned.", "Every sailor drowned.", Relation.CONTRADICTED),
        ("Nicht alle Schiffe sanken.", "Alle Schiffe sanken.", Relation.CONTRADICTED),
        ("Not everyone agreed.", "Everyone agreed.", Relation.CONTRADICTED),
        ("Not all sailors drowned.", "Not all sailors drowned in the storm.", Relation.SAME),
        ("Most sailors drowned.", "Not all sailors drowned.", Relation.ABSENT),
        ("Not all sailors drowned.", "Some sailors drowned.", Relation.ABSENT),
    ],
)
def test_not_all_only_rules_out_all(claim: str, source: str, expected: Relation) -> None:
    assert relations(claim, source, "quantifier") == {expected}
    assert not relations(claim, source, "negation")


@pytest.mark.parametrize(
    ("claim", "source", "relation"),
    [
        ("Everyone in the office liked the plan.", "Most people in the office liked the plan.", Relation.ABSENT),
        ("Most people in the town voted.", "Everybody in the town voted.", Relation.COARSER),
        ("Nobody in the village was hurt.", "Some people in the village were hurt.", Relation.CONTRADICTED),
    ],
)
def test_everyone_and_nobody_are_said_of_people(claim: str, source: str, relation: Relation) -> None:
    assert relations(claim, source, "quantifier") == {relation}


def test_a_denial_with_a_hedge_is_no_weaker_affirmation() -> None:
    assert relations("The mayor might not run again.", "The mayor will run again.", "certainty") == set()
    assert relations("The mayor might run again.", "The mayor will run again.", "certainty") == {Relation.COARSER}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The banker lied to the court.", "The clerk accused the banker of lying to the court."),
        ("Die Täter flohen nach Polen.", "Die Polizei vermutet, dass die Täter nach Polen flohen."),
        ("The gang fled to Ghent.", "Police assume that the gang fled to Ghent."),
    ],
)
def test_what_is_only_assumed_or_charged_is_not_stated(claim: str, source: str) -> None:
    found = [one for one in compare(claim, [("s", source)]).findings if one.axis == "certainty"]
    assert [one.relation for one in found] == [Relation.ABSENT]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "The film was directed by Mara Lund.",
            "Director Mara Lund of the film teased a possible sequel with Tom Ray.",
        ),
        ("Pensions will rise by 2.4 percent.", "She confirmed that pensions would rise by 2.4 percent."),
        ("The film scored 38 on the site.", "The film scored 38 on the site, indicating unfavourable reviews."),
        ("Children can catch the flu.", "Children may catch the flu in winter."),
        ("The virus was found in sewage.", "The virus was found in sewage, suggesting that tests of wells work."),
    ],
)
def test_a_hedge_of_something_else_does_not_hedge_the_claim(claim: str, source: str) -> None:
    assert relations(claim, source, "certainty") == set()


@pytest.mark.parametrize("hedge", ["may", "could", "is likely to"])
def test_a_hedge_of_what_the_claim_says_does(hedge: str) -> None:
    assert relations("The bridge will open in June.", f"The bridge {hedge} open in June.", "certainty") == {
        Relation.ABSENT
    }
