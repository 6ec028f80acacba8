"""What a source says of one kind, and a claim of all."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

SCHOOLS = "Parliament voted on Thursday to ban phones from primary schools."


def _widened(claim: str, source: str) -> list[tuple[str, str]]:
    found = compare(claim, [("a", source)]).on("caveat")
    return [
        (one.claim_quote.text, one.source_quote.text)
        for one in found
        if one.relation is Relation.ABSENT and one.claim_quote and one.source_quote
    ]


@pytest.mark.parametrize(
    ("claim", "source", "words"),
    [
        ("Parliament voted to ban phones from all schools.", SCHOOLS, ("all schools", "primary schools")),
        ("Every worker gets a bonus.", "Full-time workers get a bonus.", ("Every worker", "Full-time workers")),
        ("Alle Schulen bleiben zu.", "Private Schulen bleiben zu.", ("Alle Schulen", "Private Schulen")),
    ],
)
def test_all_of_what_is_said_of_a_kind_is_found(claim: str, source: str, words: tuple[str, str]) -> None:
    assert words in _widened(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Parliament voted to ban phones from all primary schools.", SCHOOLS),
        ("Parliament voted to ban phones from schools.", SCHOOLS),
        ("All schools stay shut.", "All the primary schools and all other schools stay shut."),
        ("All schools stay shut.", "The schools stay shut."),
        ("All five schools stay shut.", "Five schools stay shut."),
    ],
)
def test_what_is_said_of_all_or_of_the_same_kind_is_not(claim: str, source: str) -> None:
    assert not _widened(claim, source)


@pytest.mark.parametrize("source", ["All students passed the exam.", "Every student passed the exam."])
def test_what_is_said_of_all_may_leave_out_the_object(source: str) -> None:
    assert not compare("All students passed.", [("a", source)]).with_relation(Relation.ABSENT)
