"""A part for which the claim puts the whole; and copies, paraphrases and careful claims that do no such thing."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.judge.weights import distorts
from adjudge.verdict import Finding, Relation, Severity


def widened(claim: str, source: str) -> list[Finding]:
    """What the claim overstates on the axis of how many and how far."""
    found = compare(claim, [("source", source)]).on("quantifier")
    return [one for one in found if one.relation is Relation.ABSENT and one.severity is Severity.HIGH]


@pytest.mark.parametrize(
    ("claim", "source", "ours", "theirs"),
    [
        (
            "The flood covered all of the valley.",
            "The flood covered parts of the valley.",
            "all of the valley",
            "parts of the valley",
        ),
        ("Hail ruined all of the crop.", "Hail ruined part of the crop.", "all of the crop", "part of the crop"),
        (
            "The whole harbour was sealed off by the police.",
            "The police sealed off a small part of the harbour.",
            "The whole harbour",
            "a small part of the harbour",
        ),
        (
            "Power failed throughout the island.",
            "Power failed in the north of the island.",
            "throughout the island",
            "the north of the island",
        ),
        ("The rule applies throughout the EU.", "The rule applies in western parts of the EU.", None, None),
        ("Olives are grown all over Croatia.", "Olives are grown in southern Croatia.", "all over Croatia", None),
        ("Olives are grown across Croatia.", "Olives are grown in southern Croatia.", "across Croatia", None),
        (
            "Snow lay throughout the island.",
            "Snow lay in the western half of the island.",
            "throughout the island",
            "western half of the island",
        ),
        (
            "The storm destroyed the whole cathedral.",
            "The storm destroyed part of the cathedral; the rest of the cathedral was left intact.",
            "the whole cathedral",
            "part of the cathedral",
        ),
        (
            "The drug slows the disease in patients.",
            "The drug slows the disease in mice. It has not yet been tested in people.",
            "in patients",
            None,
        ),
        (
            "The chapel was completely rebuilt.",
            "The chapel was partly rebuilt.",
            "completely rebuilt",
            "partly rebuilt",
        ),
        ("The debt was repaid in full.", "The debt was repaid in part.", "repaid in full", "repaid in part"),
        (
            "The mill closed permanently after the fire.",
            "After the fire the mill closed temporarily.",
            "closed permanently",
            "closed temporarily",
        ),
        ("The court ordered a permanent ban.", "The court ordered a temporary ban.", "permanent ban", "temporary ban"),
        ("Fees were waived in every branch.", "Fees were waived in selected branches.", None, "selected branches"),
        ("Fees were waived in all branches.", "Fees were waived in some branches.", "all", "some"),
        ("The compound slows ageing in humans.", "The compound slows ageing in mice.", "in humans", "in mice"),
        (
            "Memory loss was reversed by the peptide in older adults.",
            "The peptide reversed memory loss in ageing rats.",
            "in older adults",
            "in ageing rats",
        ),
        (
            "Das Hochwasser traf die ganze Altstadt.",
            "Das Hochwasser traf einen Teil der Altstadt.",
            "die ganze Altstadt",
            "einen Teil der Altstadt",
        ),
        (
            "Der Turm wurde vollständig renoviert.",
            "Der Turm wurde teilweise renoviert.",
            "vollständig renoviert",
            "teilweise renoviert",
        ),
        (
            "Das Werk wird dauerhaft geschlossen.",
            "Das Werk wird vorübergehend geschlossen.",
            "dauerhaft geschlossen",
            "vorübergehend geschlossen",
        ),
        (
            "In ganz Kroatien fiel der Strom aus.",
            "Im Süden Kroatiens fiel der Strom aus.",
            "ganz Kroatien",
            "Im Süden Kroatiens",
        ),
        ("In ganz Kroatien fiel der Strom aus.", "In Südkroatien fiel der Strom aus.", "ganz Kroatien", "Südkroatien"),
        ("In allen Filialen fehlt Personal.", "In einigen Filialen fehlt Personal.", "allen", "einigen"),
        ("In allen Filialen fehlt Personal.", "In mehreren Filialen fehlt Personal.", None, "mehreren Filialen"),
        (
            "Der Wirkstoff senkt den Blutdruck bei Menschen.",
            "Der Wirkstoff senkt den Blutdruck bei Mäusen.",
            "bei Menschen",
            "bei Mäusen",
        ),
    ],
)
def test_the_whole_for_a_part_is_more_than_the_source_says(
    claim: str, source: str, ours: str | None, theirs: str | None
) -> None:
    (finding,) = widened(claim, source)
    assert finding.claim_quote is not None
    assert finding.source_quote is not None
    assert ours in (None, finding.claim_quote.text)
    assert theirs in (None, finding.source_quote.text)
    assert distorts(finding)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The flood covered parts of the valley.", "The flood covered parts of the valley."),
        ("The flood covered all of the valley.", "The flood covered all of the valley."),
        ("Parts of the valley were covered by the flood.", "The flood covered parts of the valley."),
        ("The flood covered parts of the valley.", "The flood covered all of the valley."),
        ("The chapel was not completely rebuilt.", "The chapel was partly rebuilt."),
        ("The chapel was never fully rebuilt.", "The chapel was partly rebuilt."),
        ("The chapel was partially rebuilt.", "The chapel was partly rebuilt."),
        (
            "The chapel was completely rebuilt.",
            "The chapel was partly rebuilt in 1950. In 1990 it was completely rebuilt.",
        ),
        ("Olives are grown throughout Croatia.", "Olives are grown in northern and southern Croatia."),
        ("Olives are grown throughout Croatia.", "Olives are grown in northern Croatia and elsewhere."),
        ("All of Dalmatia grows olives.", "Dalmatia, which grows olives, is a part of Croatia."),
        ("The strike hit all of Croatia.", "The strike hit all parts of Croatia."),
        ("The mill was completely empty.", "The mill was partly owned by the town and was empty."),
        ("The road is closed for now.", "The road is temporarily closed."),
        ("The road is not permanently closed.", "The road is temporarily closed."),
        ("The compound slows ageing in people.", "The compound slows ageing in mice and in people."),
        ("The compound slows ageing in animals.", "The compound slows ageing in mice."),
        ("Der Turm wurde nicht vollständig renoviert.", "Der Turm wurde teilweise renoviert."),
        ("Der Turm wurde zum Teil renoviert.", "Der Turm wurde teilweise renoviert."),
        ("Ein Teil der Altstadt wurde überschwemmt.", "Das Hochwasser überschwemmte einen Teil der Altstadt."),
        ("Das Werk wird vorläufig geschlossen.", "Das Werk wird vorübergehend geschlossen."),
        ("In ganz Kroatien fiel der Strom aus.", "Im Norden und im Süden Kroatiens fiel der Strom aus."),
        ("In ganz Kroatien fiel der Strom aus.", "In ganz Kroatien, zuerst im Süden Kroatiens, fiel der Strom aus."),
        ("Der Wirkstoff hilft bei Menschen.", "Der Wirkstoff hilft bei Mäusen und auch bei Menschen."),
        ("Der Wirkstoff senkt den Blutdruck bei Mäusen.", "Der Wirkstoff senkt den Blutdruck bei Mäusen."),
    ],
)
def test_what_keeps_the_part_or_has_the_whole_from_a_source_is_no_overstatement(claim: str, source: str) -> None:
    assert widened(claim, source) == []


def test_people_named_in_another_source_speak_for_people() -> None:
    mice, people = "The compound slows ageing in mice.", "A second trial, with patients, is under way."
    claim = "The compound slows ageing in people."
    assert compare(claim, [("one", mice)]).on("quantifier")
    assert not compare(claim, [("one", mice), ("two", people)]).on("quantifier")


def under_a_quantifier(claim: str, source: str) -> bool:
    found = compare(claim, [("source", source)]).on("quantifier")
    return any("Under this negation or quantifier" in one.explanation for one in found)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("No pupils failed.", "No older pupils failed."),
        ("The mayor never met the fishermen.", "The mayor never met the angry fishermen."),
        ("Every boat was sold.", "Every wooden boat was sold."),
    ],
)
def test_what_is_denied_or_said_of_all_may_not_be_widened_by_leaving_a_word_out(claim: str, source: str) -> None:
    assert under_a_quantifier(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Lund is larger than more than 28 towns.", "Lund is larger than 29 towns."),
        ("The ferry is the most recent boat of the firm.", "The ferry is the most recent wooden boat of the firm."),
        ("It is among the 70 most viewed films.", "It is among the top 70 most viewed short films."),
        ("The pier cannot be used without a pass.", "The pier (PIER) cannot be used without a pass (CARD)."),
        ("We won't sail anywhere else.", "We won't sail anyplace else."),
        ("The mayor was not a hero.", "The mayor did not become a hero."),
    ],
)
def test_numbers_superlatives_asides_and_other_words_for_it_are_no_wider_claim(claim: str, source: str) -> None:
    assert not under_a_quantifier(claim, source)


@pytest.mark.parametrize(
    ("source", "hedged"),
    [
        ("The council is considering a ban on cars.", True),
        ("The council considers closing the road.", True),
        ("The fans consider Lund their main rival.", False),
    ],
)
def test_considering_a_plan_is_a_hedge_and_an_opinion_is_none(source: str, hedged: bool) -> None:
    claim = source.replace("is considering a ban", "decided on a ban").replace("considers closing", "closes")
    found = compare(claim.replace("consider Lund", "take Lund for"), [("source", source)]).on("certainty")
    assert bool([one for one in found if one.relation is Relation.ABSENT]) is hedged
