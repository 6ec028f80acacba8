"""What one side denies and the other affirms, and what both deny in different words."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation


def contradicted(claim: str, source: str) -> set[str]:
    """The axes on which the source contradicts the claim."""
    found = compare(claim, [("source", source)]).findings
    return {finding.axis for finding in found if finding.relation is Relation.CONTRADICTED}


def absent(claim: str, source: str) -> set[str]:
    """The axes on which the claim says what the source does not."""
    found = compare(claim, [("source", source)]).findings
    return {finding.axis for finding in found if finding.relation is Relation.ABSENT}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The hamlet was deprived of water.", "The hamlet had no water."),
        ("Läden dürfen sonntags nicht öffnen.", "Läden ist es verboten, sonntags zu öffnen."),
        ("Die Reederei zahlt keine Dividende.", "Die Reederei verzichtet auf eine Dividende."),
        ("Händler dürfen kein Fleisch verkaufen.", "Die Stadt untersagte Händlern, Fleisch zu verkaufen."),
    ],
)
def test_a_denial_without_a_not_is_a_denial(claim: str, source: str) -> None:
    assert contradicted(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Otto Mills did not change its full-year forecast.", "Otto Mills kept its full-year forecast unchanged."),
        ("The bank did not raise its key rate.", "The bank left its key rate as it was."),
        ("Die Bank hat nicht den Leitzins erhöht.", "Die Bank ließ den Leitzins unverändert."),
    ],
)
def test_what_the_denied_word_is_said_of_is_not_denied(claim: str, source: str) -> None:
    assert contradicted(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Cafes must not open on Mondays.", "Cafes are allowed to open on Mondays."),
        ("Cafes were not prohibited from opening.", "Cafes were prohibited from opening."),
        ("The lease was not extended.", "The landlord extended the lease."),
        ("The goat had no parasites.", "The goat had parasites."),
        ("The company did not lose customers.", "The company lost customers."),
        ("Mara Lindt did not win the race.", "Mara Lindt won the race and lost a shoe."),
        ("The buses were not cancelled on Monday.", "The buses were cancelled on Monday."),
        ("Mara Lindt did not drink coffee.", "Mara Lindt drank coffee at the bar."),
        ("Die Reederei zahlt keine Dividende.", "Die Reederei zahlt eine Dividende."),
        ("Die Läden wurden nicht verboten.", "Die Läden wurden verboten."),
    ],
)
def test_a_denial_of_one_side_stays_a_contradiction(claim: str, source: str) -> None:
    assert "negation" in contradicted(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The salve had no effect on sleep.", "The salve did not affect sleep."),
        ("The salve did not affect sleep.", "The salve had no effect on sleep."),
        ("Mara Lindt was absent from the hearing.", "Mara Lindt did not attend the hearing."),
        ("He failed to win a trophy.", "He did not win a trophy."),
        ("The chapel was undamaged in the storm.", "The chapel was not damaged in the storm."),
        ("The goat was free of parasites.", "The goat had no parasites."),
        ("Dogs are banned from the beach.", "Dogs are not allowed on the beach."),
    ],
)
def test_the_same_denial_in_other_words_says_no_more(claim: str, source: str) -> None:
    assert absent(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The parade went ahead.", "The parade was nearly called off."),
        ("The parade went ahead.", "The parade was not called off."),
        ("The parade went ahead.", "The parade could be called off."),
        ("The parade took place.", "The rehearsal for the parade was called off."),
        ("The parade took place on Sunday.", "The parade on Sunday, first called off, was held."),
        ("The club accepted the second bid.", "The club turned down the first bid."),
        ("The mill accepted coins.", "The mill turned to coins."),
        ("Anna passed Maria on the last lap.", "Anna defeated Maria on the last lap."),
        ("The senate passed the bill.", "The senate adopted the bill after it defeated an amendment."),
        ("The man was released on Monday.", "The man was held until Monday."),
        ("The parade went ahead.", "The parade was called off. Later it went ahead."),
        ("The choir released a record.", "The choir held a record."),
    ],
)
def test_phrases_about_something_else_do_not_clash(claim: str, source: str) -> None:
    assert contradicted(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The families wanted the plant to be closed.", "The judges rejected the families' demand to close the plant."),
        ("Ms Ray asked to be freed.", "The judge denied a plea to free Ms Ray."),
        ("Parliament rejected a motion to raise taxes.", "Parliament rejected a motion to raise taxes."),
    ],
)
def test_that_it_was_asked_for_is_not(claim: str, source: str) -> None:
    assert contradicted(claim, source) == set()
