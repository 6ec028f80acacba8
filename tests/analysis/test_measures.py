"""Units, periods and denominators: the same figure is not the same statement."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Finding, Relation


def findings(claim: str, source: str, axis: str) -> list[Finding]:
    return [finding for finding in compare(claim, [("source", source)]).findings if finding.axis == axis]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Turnout rose by 4 percent.", "Turnout rose by 4 percentage points, from 61 to 65 percent."),
        ("Turnout rose by 4 percentage points.", "Turnout rose by 4 percent last year."),
        ("The load was 12 kg.", "Earlier nobody knew. The load was 12 tonnes."),
    ],
)
def test_the_same_figure_in_another_unit_is_contradicted(claim: str, source: str) -> None:
    [finding] = findings(claim, source, "quantity")
    assert finding.relation is Relation.CONTRADICTED
    assert finding.source_quote is not None
    assert source[finding.source_quote.start : finding.source_quote.end] == finding.source_quote.text


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Das Dach kostet 3 Mrd. Euro.", "Das Dach kostet 3 Milliarden Euro."),
        ("The sack held 10 pounds.", "The sack held 10 kg."),
        ("It was 40 degrees in Rome.", "It was 40°C in Rome."),
        ("It was 40 degrees in Rome.", "It was 40.3 degrees in Rome."),
    ],
)
def test_another_word_for_a_unit_is_no_other_unit(claim: str, source: str) -> None:
    assert all(finding.relation is not Relation.CONTRADICTED for finding in findings(claim, source, "quantity"))


@pytest.mark.parametrize("source", ["The siege lasted from 1853 to 1861.", "The siege lasted from 1850 to 1855."])
def test_a_period_with_one_end_moved_is_another_period(source: str) -> None:
    [finding] = findings("The siege lasted from 1853 to 1855.", source, "date")
    assert finding.relation is Relation.CONTRADICTED


def test_the_same_period_is_the_same() -> None:
    [finding] = findings("It lasted from 1853 to 1855.", "From 1853 to 1855 it lasted.", "date")
    assert finding.relation is Relation.SAME


def test_a_share_without_its_whole_drops_the_denominator_and_says_of_what() -> None:
    source = "It began late. Thirty percent of the patients who fasted had side effects."
    [finding] = findings("Thirty percent had side effects.", source, "caveat")
    assert finding.relation is Relation.ABSENT
    assert finding.source_quote is not None
    assert finding.source_quote.text == "of the patients"
    assert source[finding.source_quote.start : finding.source_quote.end] == "of the patients"


def test_a_share_with_its_whole_drops_nothing() -> None:
    claim, source = "Thirty percent of the patients fainted.", "Thirty percent of the patients fainted at noon."
    assert findings(claim, source, "caveat") == []


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("The choir grew from 30 to 60.", Relation.CONTRADICTED),
        ("The choir grew from 20 to 60.", Relation.SAME),
        ("The choir grew to 60.", Relation.SAME),
    ],
)
def test_levels_before_and_after_are_compared_one_by_one(claim: str, relation: Relation) -> None:
    assert findings(claim, "The choir grew from 20 to 60.", "quantity")[0].relation is relation


def test_how_far_something_rose_is_not_where_it_rose_to() -> None:
    [finding] = findings("Debt rose to $5 million.", "Debt rose by $5 million to $25 million.", "quantity")
    assert finding.relation not in (Relation.SAME, Relation.COARSER)


@pytest.mark.parametrize(
    ("claim", "source", "agrees"),
    [
        ("It was -5°C at dawn.", "It was 5°C at dawn.", False),
        ("Am Morgen waren es 5 Grad.", "Am Morgen waren es minus 5 Grad.", False),
        ("It was -5°C at dawn.", "It was minus 5 °C at dawn.", True),
        ("Rents changed by -5 % there.", "Rents changed by 5 % there.", True),
    ],
)
def test_a_temperature_has_a_sign(claim: str, source: str, agrees: bool) -> None:
    [finding] = findings(claim, source, "quantity")
    assert (finding.relation is Relation.SAME) is agrees


@pytest.mark.parametrize(
    ("claim", "source", "relation"),
    [
        ("The play lasts 150 minutes.", "The play lasts 2 hours 30 minutes.", Relation.SAME),
        ("The play lasts 2 hours.", "The play lasts 2 hours 30 minutes.", Relation.CONTRADICTED),
        ("The door is 6 feet 2 inches high.", "The door is 6 feet 4 inches high.", Relation.CONTRADICTED),
    ],
)
def test_a_measure_in_two_units_is_one_measure(claim: str, source: str, relation: Relation) -> None:
    [finding] = findings(claim, source, "quantity")
    assert finding.relation is relation
