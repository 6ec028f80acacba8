"""Numbers that follow from the source by arithmetic are no contradictions, and the formula is shown."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Axis, Finding, Relation


def quantities(claim: str, source: str) -> tuple[Finding, ...]:
    return compare(claim, [("source", source)]).on(Axis.QUANTITY)


@pytest.mark.parametrize(
    ("claim", "source", "formula"),
    [
        (
            "Marrowfell is 784 metres longer than Sallow Hill.",
            "Tunnels: Marrowfell, 2,174 metres; Sallow Hill, 1,390 metres.",
            "2,174 - 1,390 = 784",
        ),
        (
            "Profit was $190 million less than the year before.",
            "Profit was $1.23 billion, and $1.42 billion the year before.",
            "1.42 billion - 1.23 billion = 190 million",
        ),
        ("Sixty percent of the members did not vote.", "Forty percent of the members voted.", "100 - 40 = 60"),
        ("The club has 12 players in all.", "The club has 8 home players and 4 guest players.", "8 + 4 = 12"),
        ("Half of the books were novels.", "She wrote four books, two of them novels.", "2 / 4 = 50"),
    ],
)
def test_what_follows_by_arithmetic_is_entailed(claim: str, source: str, formula: str) -> None:
    [entailed] = [one for one in quantities(claim, source) if one.relation is Relation.ENTAILED]
    assert formula in entailed.explanation


def test_a_wrong_result_is_not_entailed() -> None:
    found = quantities("Turnout rose by 4 percent.", "Turnout rose by 4 percentage points, from 61 to 65 percent.")
    assert Relation.ENTAILED not in {one.relation for one in found}


def test_a_result_that_no_word_asks_for_is_neither_entailed_nor_contradicted() -> None:
    found = quantities("The club has 12 members.", "The club has 8 members in Oslo and 20 members in Rome.")
    assert {one.relation for one in found} == {Relation.ABSENT}


@pytest.mark.parametrize(
    ("claim", "source", "formula"),
    [
        (
            "The abbey took 83 years to build.",
            "Work on the abbey began in 1248; it was built by 1331.",
            "1331 - 1248 = 83",
        ),
        (
            "The roof was rebuilt five years after the fire.",
            "A fire destroyed the roof in 1506. The present roof dates from 1511.",
            "1511 - 1506 = 5",
        ),
    ],
)
def test_the_time_between_two_years_follows(claim: str, source: str, formula: str) -> None:
    (found,) = [one for one in compare(claim, [("s", source)]).findings if one.axis == Axis.QUANTITY]
    assert found.relation is Relation.ENTAILED
    assert formula in found.explanation
    assert found.source_quote is not None
    assert source[found.source_quote.start : found.source_quote.end] == found.source_quote.text


def test_a_time_that_no_two_years_give_does_not_follow() -> None:
    found = compare("The abbey took 60 years to build.", [("s", "Work began in 1248; it was built by 1331.")]).findings
    assert [one.relation for one in found if one.axis == Axis.QUANTITY] == [Relation.ABSENT]
