"""Passages are words of their document, cover all of it, and the right one is found."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.evidence.passages import bm25, nearest, windows

texts = st.lists(
    st.sampled_from(["The cat sat.", "It rained in Oslo!", "Dr. Berg left.", "\n- a point", "3.5 % rose."]), max_size=60
)


@given(texts.map(" ".join), st.integers(5, 40))
@settings(max_examples=50)
def test_a_passage_is_always_words_of_its_document_and_nothing_is_left_out(text: str, words: int) -> None:
    passages = windows("d", text, words=words)
    for passage in passages:
        assert text[passage.start : passage.end] == passage.text
    covered = {at for passage in passages for at in range(passage.start, passage.end)}
    assert all(at in covered for at, letter in enumerate(text) if letter.isalnum())


def test_neighbouring_windows_overlap_so_that_no_border_hides_anything() -> None:
    text = " ".join(f"Sentence number {n} says something." for n in range(60))
    passages = windows("d", text)
    assert all(after.start < before.end for before, after in pairwise(passages))


def test_a_sentence_without_an_end_is_cut_into_windows() -> None:
    passages = windows("d", "word " * 5000)
    assert len(passages) > 20
    assert max(len(passage.text.split()) for passage in passages) <= 200


def test_the_passage_that_speaks_of_the_claim_is_the_nearest() -> None:
    text = "Nothing happened that day. " * 80 + "The ferry to Halden sank in 1907. " + "Rain fell on the hills. " * 80
    [best] = nearest("The Halden ferry sank.", windows("d", text), limit=1)
    assert "Halden" in best.text


def test_ties_go_to_the_earlier_passage() -> None:
    passages = windows("d", "Same words here. " * 200)
    assert nearest("Same words here.", passages, limit=2) == list(passages[:2])


def test_a_text_that_shares_nothing_scores_nothing() -> None:
    assert bm25("blue whales", ["red tape", "blue ink"])[0] == 0
    assert windows("d", "") == ()
    assert nearest("x", [], limit=3) == []
