"""Sentences from several places that together speak about a claim."""

from hypothesis import given
from hypothesis import strategies as st

from adjudge.evidence.gathering import gathered

FILLER = "Nothing else was said that evening about the matter. " * 30
DOCUMENT = (
    f"The ferry carries 120 passengers. {FILLER}It was built in Kiel in 1994. {FILLER}"
    "The crossing to Alder Island takes forty minutes. The café sells soup."
)


def test_what_stands_far_apart_comes_together_in_the_order_of_the_document() -> None:
    found = gathered("The ferry, built in Kiel in 1994, takes forty minutes to Alder Island.", [("a", DOCUMENT)])
    assert [one.text for one in found] == [
        "The ferry carries 120 passengers.",
        "It was built in Kiel in 1994.",
        "The crossing to Alder Island takes forty minutes.",
    ]
    assert all(DOCUMENT[one.start : one.end] == one.text for one in found)


def test_documents_are_gathered_from_together() -> None:
    found = gathered("Ann sang and Bo danced.", [("a", "Ann sang. It rained."), ("b", "Bo danced. It snowed.")])
    assert [(one.document_id, one.text) for one in found] == [("a", "Ann sang."), ("b", "Bo danced.")]


def test_a_claim_that_shares_no_word_gathers_nothing() -> None:
    assert gathered("Zebras graze.", [("a", "The ferry sails at noon.")]) == ()


@given(words=st.integers(10, 200), claim=st.sampled_from(["The ferry was built in Kiel.", "Nothing was said.", "Soup"]))
def test_there_are_never_more_words_than_asked_for_but_in_a_single_sentence(words: int, claim: str) -> None:
    found = gathered(claim, [("a", DOCUMENT)], words=words)
    assert len(found) <= 1 or sum(len(one.text.split()) for one in found) <= words
