"""From a sentence to its atomic claims, and what cannot be checked at all."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.engines.offline.checkable import uncheckable
from adjudge.engines.offline.clauses import clauses
from adjudge.engines.offline.verbs import has_verb


def texts(sentence: str) -> list[str]:
    return [clause.text.rstrip(".") for clause in clauses(sentence)]


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        (
            "The bridge opened in 1932 and carries 120 cars an hour.",
            ["The bridge opened in 1932", "The bridge carries 120 cars an hour"],
        ),
        (
            "The firm grew fast; it employs 500 people, while its rival lost money.",
            ["The firm grew fast", "it employs 500 people", "its rival lost money"],
        ),
        (
            "Die Stadt hat 2,1 Millionen Einwohner und liegt an der Seine.",
            ["Die Stadt hat 2,1 Millionen Einwohner", "Die Stadt liegt an der Seine"],
        ),
    ],
)
def test_joined_clauses_become_claims_with_their_subject(sentence: str, claims: list[str]) -> None:
    assert texts(sentence) == claims


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        (
            "Ann Lee, the mayor of Graz, opened the bridge, which cost 3.7 million euros.",
            ["Ann Lee opened the bridge", "Ann Lee is the mayor of Graz", "the bridge cost 3.7 million euros"],
        ),
        (
            "The ferry to Alder Island, which was built in 1994, carries 120 passengers.",
            ["The ferry to Alder Island carries 120 passengers", "The ferry to Alder Island was built in 1994"],
        ),
        (
            "Die Brücke, die 1932 eröffnet wurde, ist 500 Meter lang.",
            ["Die Brücke ist 500 Meter lang", "Die Brücke, die 1932 eröffnet wurde"],
        ),
    ],
)
def test_relative_clauses_and_appositions_become_claims_of_their_own(sentence: str, claims: list[str]) -> None:
    assert texts(sentence) == claims


def test_a_list_is_spread_over_claims_that_mark_their_own_item() -> None:
    sentence = "The hotel has a café, a museum and a cinema."
    assert texts(sentence) == ["The hotel has a café", "The hotel has a museum", "The hotel has a cinema"]
    assert [clause.span.text for clause in clauses(sentence)] == ["a café", "a museum", "a cinema"]


@pytest.mark.parametrize(
    "sentence",
    [
        "If it rains, the match is cancelled and fans get refunds.",
        "Police arrested two men and a woman after the raid.",
        'She said "we won and they lost".',
        "Im Jahr 1990 zog er um und gründete eine Firma.",
        "A man and his wife have won the race.",
    ],
)
def test_what_depends_on_another_clause_or_shares_a_verb_stays_together(sentence: str) -> None:
    assert texts(sentence) == [sentence.rstrip(".")]


@given(st.text(max_size=120))
def test_every_claim_stands_where_it_says(sentence: str) -> None:
    for clause in clauses(sentence):
        assert sentence[clause.span.start : clause.span.end] == clause.span.text
        assert clause.text.strip()


def test_a_sentence_of_five_thousand_words_is_taken_apart_quickly() -> None:
    sentence = " ".join(f"the ferry passed buoy {n}," for n in range(1000))
    began = time.perf_counter()
    assert len(clauses(sentence)) > 10
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("Is it true?", "a question"),
        ("Stimmt das?", "a question"),
        ("I think it is overpriced.", "an opinion"),
        ("Meiner Meinung nach ist das zu teuer.", "an opinion"),
        ("It's a great read!", "an opinion"),
        ("Here is a short summary of the article:", "about the text itself"),
        ("I'm sorry, I cannot help with that.", "about the text itself"),
        ("Zusammenfassung:", "about the text itself"),
        ("Background and outlook", "a heading"),
        ("Great question!", "a heading"),
        ("...", "no words to check"),
    ],
)
def test_what_says_nothing_checkable_is_named(sentence: str, reason: str) -> None:
    assert uncheckable(sentence) == reason


@pytest.mark.parametrize(
    "sentence",
    [
        "The bridge opened in 1932.",
        "Die Brücke ist lang.",
        "Two dead in crash",
        "Mayor denies claims",
        "She thinks it is overpriced.",
        "It is a great lake in Canada.",
    ],
)
def test_what_can_be_checked_is_checked(sentence: str) -> None:
    assert uncheckable(sentence) == ""


def test_verbs_are_told_from_adjectives() -> None:
    assert has_verb("The council voted.")
    assert not has_verb("a divided city")


@pytest.mark.parametrize(
    "headline",
    [
        "Greens back tram plan",
        "Finance minister resigns",
        "Town approves new line",
        "Rat lehnt Haushalt ab",
        "Mayor sacked",
    ],
)
def test_a_headline_that_says_what_happened_can_be_checked(headline: str) -> None:
    assert uncheckable(headline) == ""
