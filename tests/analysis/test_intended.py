"""What was meant to be, and what was, are two figures."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

HALL = "The hall opened on 4 May 2018, almost three years late and well over its original budget of 50 million euros."
FLIGHTS = "The route carried 38,000 passengers last year, about half of what had been planned."


def _against(claim: str, source: str) -> list[str]:
    found = compare(claim, [("a", source)]).with_relation(Relation.CONTRADICTED)
    return [one.claim_quote.text for one in found if one.claim_quote]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The hall cost 60 million euros.", HALL),
        ("The hall was originally supposed to open in 2015.", HALL),
        ("The route had been expected to carry 76,000 passengers last year.", FLIGHTS),
    ],
)
def test_a_plan_and_its_outcome_do_not_clash(claim: str, source: str) -> None:
    assert not _against(claim, source)


@pytest.mark.parametrize(
    ("claim", "source", "words"),
    [
        ("The hall had an original budget of 60 million euros.", HALL, "60 million euros"),
        ("The hall opened in 2015.", HALL, "in 2015"),
        ("The route carried 76,000 passengers last year.", FLIGHTS, "76,000"),
        ("The hall will cost 60 million euros.", "The hall's budget is 50 million euros.", "60 million euros"),
    ],
)
def test_two_plans_or_two_outcomes_do(claim: str, source: str, words: str) -> None:
    assert any(words in one or one in words for one in _against(claim, source))
