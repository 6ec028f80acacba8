"""Bounds ("more than 130") beside the numbers that keep or break them, and people counted by what they did."""

import pytest

from adjudge.analysis.compare.comparison import Comparison, compare
from adjudge.analysis.judge.overrule import bound_kept
from adjudge.analysis.judge.weights import Weights
from adjudge.verdict import Relation


def compared(claim: str, source: str) -> Comparison:
    return compare(claim, [("source", source)])


def relation(claim: str, source: str) -> Relation:
    (finding,) = compared(claim, source).on("quantity")
    return finding.relation


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Orsola has more than 190 Zerba cases.", "The confirmed cases reached 170, most of them from abroad."),
        ("Orsola has fewer than 190 Zerba cases.", "The confirmed cases reached 225, most of them from abroad."),
        ("The ferry carried more than 9 % of all goods.", "At 6 %, the ferry carried the least of all goods."),
        ("The tower cost less than $40 million in total.", "For a total of $52 million the tower was built."),
    ],
)
def test_a_bound_that_no_number_keeps_is_broken(claim: str, source: str) -> None:
    assert relation(claim, source) is Relation.CONTRADICTED


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("More than 500 people were arrested.", "20 people were hurt in the protest."),
        ("500 people were arrested.", "20 people were hurt in the protest."),
        ("More than 500 tickets were sold in Porto.", "Two buses brought 40 guests to Lisbon."),
    ],
)
def test_numbers_of_something_else_break_no_bound(claim: str, source: str) -> None:
    assert relation(claim, source) is Relation.ABSENT


@pytest.mark.parametrize(
    ("claim", "source", "kept"),
    [
        ("The concert drew more than 130 guests.", "The concert drew 134 guests.", True),
        ("The concert drew fewer than 140 guests.", "The concert drew 134 guests.", True),
        ("The concert drew more than 140 guests.", "The concert drew 134 guests.", False),
        ("The concert drew 134 guests.", "The concert drew 134 guests.", False),
        ("The concert on Monday drew more than 130 guests.", "The concert on Friday drew 134 guests.", False),
        ("The concert drew more than 130 guests.", "event | seats | guests\nconcert | 134 | 90", False),
    ],
)
def test_a_bound_is_kept_where_nothing_clashes(claim: str, source: str, kept: bool) -> None:
    assert bound_kept(compared(claim, source)) is kept


def test_a_kept_bound_outranks_a_denial_and_nothing_else() -> None:
    rules = {"unreadable": False, "clash": False, "kept": True}
    denied, open_ = Weights(0.1, 0.8, 0.1), Weights(0.1, 0.2, 0.7)
    assert denied.overruled(**rules).strongest == "supported"
    assert open_.overruled(**rules).strongest == "unclear"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Seventeen of the thirty charges carry a fine.", "Seventeen of those charges carry a fine."),
    ],
)
def test_some_are_not_compared_with_all(claim: str, source: str) -> None:
    assert all(one.relation is not Relation.CONTRADICTED for one in compared(claim, source).on("quantity"))


@pytest.mark.parametrize(
    ("claim", "source", "relation"),
    [
        ("The shop opened on Tuesday.", "The shop opened on Monday and closed on Tuesday.", Relation.CONTRADICTED),
    ],
)
def test_weekdays_of_a_list_hold_each(claim: str, source: str, relation: Relation) -> None:
    (finding,) = compared(claim, source).on("date")
    assert finding.relation is relation


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("The siege lasted two years.", "The siege lasted 100 days.", Relation.ABSENT),
    ],
)
def test_a_bound_in_years_is_held_to_weeks_and_days(claim: str, source: str, expected: Relation) -> None:
    assert relation(claim, source) is expected


def test_the_dollar_of_a_country_names_no_country() -> None:
    assert not compared("The pier cost US $ 2 million.", "The pier cost $ 2 million.").on("name")
