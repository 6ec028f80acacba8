"""How far a case has come: tested, ill, in hospital, dead."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Finding


def found(claim: str, source: str) -> list[Finding]:
    findings = compare(claim, [("s", source)]).findings
    return [one for one in findings if one.axis == "caveat" and one.severity == "high"]


@pytest.mark.parametrize(
    ("claim", "source", "words"),
    [
        ("Some 5,200 villagers showed symptoms.", "Some 5,200 villagers were tested.", "were tested"),
        (
            "Ninety workers died after the leak.",
            "Ninety workers were hospitalised.",
            "were hospitalised",
        ),
        ("Forty pupils were ill.", "Forty pupils were screened at the school.", "were screened"),
        ("Zwölf Reisende waren krank.", "Zwölf Reisende wurden getestet.", "wurden getestet"),
    ],
)
def test_a_later_stage_is_not_said(claim: str, source: str, words: str) -> None:
    [finding] = found(claim, source)
    assert finding.source_quote is not None
    assert finding.source_quote.text == words


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Forty pupils were tested.", "Forty pupils tested positive."),
        ("Forty pupils were ill.", "Forty pupils tested positive and were ill."),
        ("Two drivers died.", "Two drivers were hospitalised, and both died."),
        ("Two drivers died.", "Two drivers were hospitalised on Friday. Both died in the night."),
        ("The engine was tested.", "The engine was tested in Graz."),
    ],
)
def test_the_same_or_an_earlier_stage_is_no_difference(claim: str, source: str) -> None:
    assert not found(claim, source)
