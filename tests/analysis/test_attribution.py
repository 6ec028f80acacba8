"""Who said it: the same words in another mouth, and one speaker under two names."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.text.reported import statements
from adjudge.verdict import Finding, Relation, Severity

_OFFER = "The union said the offer was too low; the company called the demands unrealistic."
_NOISE = "Residents said the noise was unbearable. The airport insisted that levels were within legal limits."
_MAYOR = (
    "Anna Reyes, the mayor, said the bridge was unsafe. She called for repairs. The engineer argued that it was sound."
)
_GERMAN = "Die Gewerkschaft sagte, das Angebot sei zu niedrig. Die Firma nannte die Forderungen unrealistisch."


_DAM = (
    "Governor Ines Falk, who had fought for the dam, called the ruling 'a great day for the valley'. "
    "Jonas Trum warned that the farms would run dry."
)
_CROWD = "Thousands marched. Police put the figure at 1,100; the union said 3,000."
_RAILWAY = "Der Minister warf der Bahn Versagen vor. Die Bahn sprach von einer böswilligen Kampagne."


def found(claim: str, source: str) -> list[Finding]:
    findings = compare(claim, [("s", source)]).on("name")
    return [one for one in findings if one.relation is Relation.CONTRADICTED]


@pytest.mark.parametrize(
    ("claim", "source", "speaker"),
    [
        ("The company said the offer was too low.", _OFFER, "The union"),
        ("The union called the demands unrealistic.", _OFFER, "the company"),
        ("According to the company, the offer was too low.", _OFFER, "The union"),
        ("The noise was unbearable, the airport said.", _NOISE, "Residents"),
        ("According to residents, levels were within legal limits.", _NOISE, "The airport"),
        ("The engineer said the bridge was unsafe.", _MAYOR, "Anna Reyes, the mayor,"),
        ("Die Firma sagte, das Angebot sei zu niedrig.", _GERMAN, "Die Gewerkschaft"),
        ("Der Gewerkschaft zufolge sind die Forderungen unrealistisch.", _GERMAN, "Die Firma"),
        ("Trum hailed the decision as a great day for the valley.", _DAM, "Governor Ines Falk"),
        ("Falk warned that the farms would run dry.", _DAM, "Jonas Trum"),
        ("Police estimated that 3,000 people took part.", _CROWD, "the union"),
        ("Der Minister sprach von einer böswilligen Kampagne.", _RAILWAY, "Die Bahn"),
    ],
)
def test_what_another_speaker_said_is_not_said_by_this_one(claim: str, source: str, speaker: str) -> None:
    [finding] = found(claim, source)
    assert finding.source_quote is not None
    assert finding.source_quote.text == speaker


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The union considered the offer insufficient.", _OFFER),
        ("The union said the offer was too low.", _OFFER),
        ("According to the airport, levels were within legal limits.", _NOISE),
        ("The mayor called for repairs.", _MAYOR),
        ("According to the mayor, the bridge was unsafe.", _MAYOR),
        ("Reyes said the bridge was unsafe.", _MAYOR),
        ("The mayor said the roof leaked.", "Reyes said the roof leaked. Mayor Reyes called the builder careless."),
        ("A spokesman said the roof leaked.", "The firm said the roof leaked. A spokesman called it a pity."),
        ("Laut Gewerkschaft ist das Angebot zu niedrig.", _GERMAN),
        ("Falk hailed the ruling as a great day for the valley.", _DAM),
        ("The governor praised a great day for the valley.", _DAM),
        ("The union said 3,000 people took part.", _CROWD),
        ("Die Bahn sprach von einer böswilligen Kampagne.", _RAILWAY),
    ],
)
def test_the_same_speaker_under_another_name_is_no_difference(claim: str, source: str) -> None:
    assert not found(claim, source)


@pytest.mark.parametrize(
    ("text", "speaker", "said"),
    [
        ('"The roof was unsafe," said Anna Reyes, the mayor.', "Anna Reyes, the mayor", '"The roof was unsafe,"'),
        ("The roof was unsafe, the mayor said on Tuesday.", "the mayor", "The roof was unsafe,"),
        ("Exports fell in May, according to the ministry.", "the ministry", "Exports fell in May,"),
        ("Das Angebot sei zu niedrig, sagte die Gewerkschaft.", "die Gewerkschaft", "Das Angebot sei zu niedrig,"),
    ],
)
def test_speakers_are_found_behind_their_words(text: str, speaker: str, said: str) -> None:
    [statement] = statements(text)
    assert (statement.speaker.text, statement.said.text) == (speaker, said)


def test_a_noun_that_looks_like_a_verb_of_saying_has_no_speaker() -> None:
    assert statements("The workers met the demands of the board.") == ()


@pytest.mark.parametrize(
    ("claim", "source", "relations"),
    [
        ("Nora Pohl said the lift was broken.", "Ivo Karas said the lift was broken. Nora Pohl left.", {"absent"}),
        ("Nora Pohl said the lift was broken.", "The caretaker said the lift was broken. Nora Pohl left.", set()),
        ("Karas said the lift was broken.", "Ivo Karas said the lift was broken. Nora Pohl left.", set()),
    ],
)
def test_one_name_against_another_is_at_least_open(claim: str, source: str, relations: set[str]) -> None:
    findings = compare(claim, [("s", source)]).on("name")
    told = [one for one in findings if one.severity is Severity.HIGH]
    assert {one.relation.value for one in told} == relations
