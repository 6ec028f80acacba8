"""What a share is a share of and what a rate is counted against, where the claim leaves it out or keeps it."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.judge.weights import distorts
from adjudge.verdict import Finding, Relation, Severity


def left_out(claim: str, source: str) -> list[Finding]:
    """The limits of some weight that the claim leaves out."""
    found = compare(claim, [("source", source)]).on("caveat")
    return [one for one in found if one.relation is Relation.ABSENT and one.severity is not Severity.LOW]


@pytest.mark.parametrize(
    ("claim", "source", "ours", "theirs"),
    [
        (
            "40 percent of the patients had side effects.",
            "40 percent of the patients who stopped early had side effects.",
            "40 percent of the patients",
            "patients who stopped early",
        ),
        (
            "40 percent of patients experienced side effects.",
            "40 percent of the patients who stopped early had side effects.",
            "40 percent of patients",
            "patients who stopped early",
        ),
        (
            "Side effects were seen in 40 percent of the patients.",
            "Side effects were seen in 40 percent of the patients with diabetes.",
            "40 percent of the patients",
            "patients with diabetes",
        ),
        ("Half of the drivers failed the test.", "Half of the drivers over 70 failed the test.", None, None),
        ("A third of adults skip breakfast.", "A third of adults living alone skip breakfast.", None, None),
        ("One in five women smoke.", "One in five women aged 20 to 30 smoke.", None, "women aged 20 to 30"),
        ("60% of the nurses were immune.", "60% of the nurses vaccinated in May were immune.", None, None),
        ("60% of the nurses were immune.", "60% of the nurses without symptoms were immune.", None, None),
        ("A quarter of the shares were sold.", "A quarter of the shares held by banks were sold.", None, None),
        ("Two thirds of the children recovered.", "Two thirds of the vaccinated children recovered.", None, None),
        (
            "40 % der Patienten hatten Nebenwirkungen.",
            "40 % der Patienten, die früh abbrachen, hatten Nebenwirkungen.",
            "40 % der Patienten",
            "Patienten, die früh abbrachen",
        ),
        ("Die Hälfte der Lehrer kündigte.", "Die Hälfte der Lehrer mit Zeitvertrag kündigte.", None, None),
        ("20 Prozent der Fahrer fielen durch.", "20 Prozent der Fahrer über 70 fielen durch.", None, None),
        ("30 Prozent der Kinder erkrankten.", "30 Prozent der ungeimpften Kinder erkrankten.", None, None),
    ],
)
def test_a_share_of_some_is_no_share_of_them_all(claim: str, source: str, ours: str | None, theirs: str | None) -> None:
    (finding,) = left_out(claim, source)
    assert finding.claim_quote is not None
    assert finding.source_quote is not None
    assert ours in (None, finding.claim_quote.text)
    assert theirs in (None, finding.source_quote.text)
    assert distorts(finding)


@pytest.mark.parametrize(
    ("claim", "source", "theirs"),
    [
        ("The illness killed 9.", "The illness killed 9 per 1,000.", "9 per 1,000"),
        ("The illness killed 9 people.", "The illness killed 9 in every 100 people.", "9 in every 100"),
        ("9 residents fell ill.", "9 of every 100 residents fell ill.", "9 of every 100"),
        ("12 accidents were counted.", "12 accidents per 10,000 flights were counted.", "12 accidents per 10,000"),
        ("Die Krankheit tötete 9.", "Die Krankheit tötete 9 je 1.000 Einwohner.", "9 je 1.000"),
        ("Die Polizei zählte 14 Unfälle.", "Die Polizei zählte 14 Unfälle pro 100.000 Fahrten.", None),
        ("Es starben 9 Menschen.", "Es starben 9 von je 1.000 Menschen.", "9 von je 1.000"),
    ],
)
def test_a_rate_is_no_plain_number(claim: str, source: str, theirs: str | None) -> None:
    (finding,) = left_out(claim, source)
    assert finding.source_quote is not None
    assert theirs in (None, finding.source_quote.text)
    assert distorts(finding)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("40 percent of the patients had pain.", "40 percent of the patients had pain."),
        (
            "40 percent of the patients who stopped early had pain.",
            "40 percent of the patients who stopped early had pain.",
        ),
        ("40 percent of patients who quit early had pain.", "40 percent of the patients who stopped early had pain."),
        ("Among those who quit, 40 percent of the patients had pain.", "40 percent of the patients who quit had pain."),
        ("40 percent of the diabetic patients had pain.", "40 percent of the patients with diabetes had pain."),
        ("Pain was felt by 40 percent of the patients.", "40 percent of the patients, who were glad, felt pain."),
        ("40 percent of the patients had pain.", "40 percent of the patients had pain that stopped them early."),
        ("40 percent of the patients tested positive.", "40 percent of the patients tested positive in May."),
        ("He filled half of the glass.", "He filled half of the glass with water."),
        (
            "40 percent of the patients had pain.",
            "40 percent of the patients had pain. So had 40 percent of the patients who stopped early.",
        ),
        ("12 of the patients had pain.", "12 of the patients who stopped early had pain."),
        ("30 Prozent der ungeimpften Kinder erkrankten.", "30 Prozent der ungeimpften Kinder erkrankten."),
        (
            "40 % der Patienten, die abbrachen, hatten Schmerzen.",
            "40 % der Patienten, die früh abbrachen, hatten Schmerzen.",
        ),
        ("Die Hälfte der Lehrer kündigte.", "Gekündigt hat die Hälfte der Lehrer."),
        ("The illness killed 9 per 1,000.", "The illness killed 9 per 1,000."),
        ("The death rate was 9 in 1,000.", "The illness killed 9 per 1,000."),
        ("9 percent of the residents fell ill.", "9 of every 100 residents fell ill."),
        ("The plant builds 500 cars a day.", "The plant builds 500 cars per day."),
        ("The illness killed 9 nurses.", "The illness killed 9 per 1,000, among them 9 nurses."),
        ("Die Krankheit tötete 9 von 1.000.", "Die Krankheit tötete 9 je 1.000."),
        ("Das Werk baut täglich 500 Autos.", "Das Werk baut 500 Autos pro Tag."),
    ],
)
def test_what_is_kept_or_was_never_limited_is_not_left_out(claim: str, source: str) -> None:
    new = [one for one in left_out(claim, source) if one.claim_quote and one.claim_quote.text != claim]
    assert new == []
