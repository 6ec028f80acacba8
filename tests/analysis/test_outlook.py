"""What is planned, promised or tried is not done yet."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Finding, Relation


def found(claim: str, source: str) -> list[Finding]:
    findings = compare(claim, [("s", source)]).on("caveat")
    return [one for one in findings if one.relation is Relation.ABSENT and one.severity == "high"]


@pytest.mark.parametrize(
    ("claim", "source", "words"),
    [
        ("The state has appealed.", "The state will appeal.", "will appeal"),
        ("The state appealed.", "The state will appeal.", "will appeal"),
        ("The firm closed two plants.", "The firm plans to close two plants.", "plans to close"),
        ("The board bought the rival.", "The board agreed to buy the rival.", "agreed to buy"),
        ("The rebels seized the airport.", "The rebels tried to seize the airport.", "tried to seize"),
        ("The council voted on the plan.", "The council is due to vote on the plan.", "due to vote"),
        ("A bridge was built over the Aare.", "A bridge will be built over the Aare.", "will be built"),
        ("Lawyers filed an appeal.", "Lawyers said they would file an appeal.", "said they would file"),
        ("Der Staat hat Berufung eingelegt.", "Der Staat will Berufung einlegen.", "will Berufung einlegen"),
        ("Der Staat legte Berufung ein.", "Der Staat wird Berufung einlegen.", "wird Berufung einlegen"),
        ("Die Brücke wurde gebaut.", "Die Brücke soll bald gebaut werden.", "soll bald gebaut werden"),
    ],
)
def test_what_lies_ahead_is_not_done(claim: str, source: str, words: str) -> None:
    [finding] = found(claim, source)
    assert finding.source_quote is not None
    assert finding.source_quote.text.endswith(words)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The state is going to appeal.", "The state will appeal."),
        ("The firm closed a plant.", "The firm plans to close two plants. It closed the first in May."),
        ("The firm closed the deal.", "The firm managed to close the deal."),
        ("The film was released in 2017.", "The film will be released in May 2017."),
        ("The team played in Bern.", "The team was forced to play in Bern."),
        ("The park was proposed.", "The mayor will open the proposed park."),
        ("The pressure is measured with a gauge.", "A gauge is used to measure the pressure."),
        ("The clubs have agreed to merge.", "The clubs agreed to merge."),
        ("Die Brücke ist gebaut worden.", "Die Brücke wurde gebaut."),
    ],
)
def test_what_is_done_or_still_ahead_on_both_sides_is_no_difference(claim: str, source: str) -> None:
    assert not found(claim, source)


def test_what_failed_was_not_done() -> None:
    compared = compare("The rebels seized the airport.", [("s", "The rebels failed to seize the airport.")])
    assert any(one.relation is Relation.CONTRADICTED for one in compared.on("negation"))
