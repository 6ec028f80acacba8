"""One of the highest is not the highest."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation, Severity


def shared(claim: str, source: str) -> list[tuple[str, str]]:
    return [
        (one.claim_quote.text, one.source_quote.text)
        for one in compare(claim, [("s", source)]).findings
        if one.axis == "quantifier"
        and one.relation is Relation.ABSENT
        and one.severity is Severity.HIGH
        and one.claim_quote
        and one.source_quote
    ]


@pytest.mark.parametrize(
    ("claim", "source", "words"),
    [
        (
            "The Osk tower is the tallest building in the city.",
            "The Osk tower is one of the tallest buildings in the city.",
            ("the tallest", "one of the tallest"),
        ),
        (
            "Lake Brann is the deepest lake of its district.",
            "Lake Brann is the second-deepest lake in the country.",
            ("the deepest", "second-deepest"),
        ),
        (
            "Der Brunnen ist der älteste der Stadt.",
            "Der Brunnen ist einer der ältesten der Stadt.",
            ("der älteste", "einer der ältesten"),
        ),
        (
            "The novel is the most popular work of its time.",
            "The novel is among the most popular works of its time.",
            ("the most popular", "among the most popular"),
        ),
    ],
)
def test_the_first_place_does_not_follow_from_a_shared_one(claim: str, source: str, words: tuple[str, str]) -> None:
    assert shared(claim, source) == [words]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The Osk tower is one of the tallest buildings.", "The Osk tower is the tallest building."),
        ("The Osk tower is one of the tallest buildings.", "The Osk tower is one of the tallest buildings here."),
        ("The Osk tower is the tallest building.", "The Osk tower is the tallest building in the city."),
        ("Lake Osk is the deepest lake.", "Lake Brann is the second deepest lake after Lake Osk."),
        ("The north has the largest harbour.", "The north has the second largest fleet and the largest harbour."),
        ("Mr West is among the guests.", "Mr West was among the guests of the forest lodge."),
    ],
)
def test_where_it_follows_nothing_is_said(claim: str, source: str) -> None:
    assert shared(claim, source) == []


def test_the_second_place_is_not_the_first_of_the_same_field() -> None:
    claim, source = "Lake Brann is the deepest lake in the country.", "Lake Brann is the country's second deepest lake."
    (found,) = compare(claim, [("a", source)]).with_relation(Relation.CONTRADICTED)
    assert (found.axis, found.source_quote and found.source_quote.text) == ("quantifier", "second deepest")
