"""Passages for a claim: windows of sentences, exact places, the best first, in linear time."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.analysis.text.sentences import sentences
from adjudge.evidence.retriever import EvidenceRetriever, RankingMethod

ARTICLE = (
    "The harbour opened in the spring. A band played all day. The ferry to Alder Island carries 120 passengers. "
    "It was built in Kiel in 1994. Tickets are sold on board. The crossing takes forty minutes. "
    "The captain is Ann Lee. She has sailed since 1988. The café sells soup. It closes at six."
)
METHODS: list[RankingMethod] = ["bm25", "jaccard"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The ferry carries 120 passengers.", "carries 120 passengers"),
        ("It was built in 1994.", "built in Kiel in 1994"),
        ("Ann Lee is the captain.", "The captain is Ann Lee"),
    ],
)
def test_the_best_passage_speaks_about_the_claim(method: RankingMethod, claim: str, words: str) -> None:
    found = EvidenceRetriever(method).retrieve(claim, [("a", ARTICLE)])
    assert words in found[0].passage.text


@pytest.mark.parametrize("method", METHODS)
def test_passages_are_windows_of_two_or_three_sentences_that_share_none(method: RankingMethod) -> None:
    found = EvidenceRetriever(method, limit=8).retrieve(
        "The ferry carries passengers and the café sells soup.", [("a", ARTICLE)]
    )
    places = [(one.passage.start, one.passage.end) for one in found]
    assert all(len(sentences(one.passage.text)) in (2, 3) for one in found if one.score)
    assert all(a[1] <= b[0] for a, b in zip(sorted(places), sorted(places)[1:], strict=False))


def test_numbers_and_names_lift_a_passage() -> None:
    article = "The boat is large and fast and new. It sails. The ship of Ann Lee has 77 seats. It waits."
    first = EvidenceRetriever("jaccard", limit=1).retrieve(
        "Ann Lee has 77 seats on a large, fast boat.", [("a", article)]
    )
    assert "77" in first[0].passage.text
    assert "1 of 1 number" in first[0].reason


def test_numbers_are_found_in_the_other_notation() -> None:
    article = "Es regnet. Nichts geschah. Der Verein hat 1.400 Mitglieder. Es schneit. Die Sonne scheint. Alle warten."
    assert (
        "1.400" in EvidenceRetriever(limit=1).retrieve("The club has 1,400 members.", [("a", article)])[0].passage.text
    )


def test_a_claim_that_shares_no_word_gets_the_beginning_and_as_much_more_as_there_is_room_for() -> None:
    found = EvidenceRetriever(limit=3).retrieve("Zebras graze.", [("a", ARTICLE)])
    assert [sentences(one.passage.text)[0].text for one in found] == [
        "The harbour opened in the spring.",
        "The ferry to Alder Island carries 120 passengers.",
        "The crossing takes forty minutes.",
    ]
    assert len(EvidenceRetriever("jaccard").retrieve("Zebras graze.", [("a", ARTICLE)])) == 1


def test_an_article_for_which_there_is_room_is_given_whole() -> None:
    found = EvidenceRetriever(limit=4).retrieve("Ann Lee is the captain.", [("a", ARTICLE)])
    in_order = sorted(found, key=lambda one: one.passage.start)
    assert " ".join(one.passage.text for one in in_order) == ARTICLE
    assert "Ann Lee" in found[0].passage.text


def test_windows_do_not_cross_documents() -> None:
    documents = [("a", "The ferry sails."), ("b", "The ferry is blue.")]
    found = EvidenceRetriever().retrieve("The ferry sails.", documents)
    assert [(one.passage.document_id, one.passage.text) for one in found] == documents


@given(st.text(max_size=200), st.text(max_size=60), st.sampled_from(METHODS))
def test_any_texts_give_exact_passages_and_the_same_ones_again(article: str, claim: str, method: RankingMethod) -> None:
    found = EvidenceRetriever(method).retrieve(claim, [("a", article)])
    assert all(article[one.passage.start : one.passage.end] == one.passage.text for one in found)
    assert found == EvidenceRetriever(method).retrieve(claim, [("a", article)])


def test_time_grows_with_the_article_and_not_with_its_square() -> None:
    def seconds(copies: int) -> float:
        article = " ".join(f"Buoy {n} lies in the bay of {n + 1}. The sea is calm." for n in range(copies))
        began = time.perf_counter()
        for claim in ("Buoy 17 lies in the bay.", "The sea is calm.", "The ferry carries 120 passengers."):
            EvidenceRetriever().retrieve(claim, [("a", article)])
        return time.perf_counter() - began

    seconds(50)
    small, large = seconds(500), seconds(4000)
    assert large < 8 * 4 * small + 0.5
