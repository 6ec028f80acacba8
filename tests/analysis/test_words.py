import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.analysis.text.words import content_words, german, lemma, stem, words
from tests.analysis.strategies import texts


@given(texts)
def test_words_stand_at_their_offsets(text: str) -> None:
    assert all(text[word.start : word.end] == word.text for word in words(text))


@given(st.text(max_size=30))
def test_stems_never_raise(word: str) -> None:
    assert isinstance(stem(word.lower()), str)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("running", "ran"),
        ("makes", "making"),
        ("children", "child"),
        ("cities", "city"),
        ("stopped", "stops"),
        ("boxes", "box"),
        ("died", "dies"),
        ("higher", "high"),
        ("quickly", "quick"),
        ("mice", "mouse"),
        ("pavón", "pavon"),
    ],
)
def test_inflections_of_one_word_meet_in_one_stem(first: str, second: str) -> None:
    assert stem(first) == stem(second)


@pytest.mark.parametrize(("first", "second"), [("thing", "th"), ("red", "r"), ("news", "new"), ("bus", "bu")])
def test_stems_do_not_fall_to_pieces(first: str, second: str) -> None:
    assert stem(first) != stem(second)


def test_contractions_stand_alone_as_in_tokenised_text() -> None:
    assert [word.lower for word in words("She didn't go")] == ["she", "did", "n't", "go"]
    assert [word.lower for word in words("She did n't go")] == ["she", "did", "n't", "go"]


def test_only_words_of_weight_are_content() -> None:
    assert [word.lower for word in content_words("The old ferry was not in the harbour")] == ["old", "ferry", "harbour"]


def test_a_lemma_stays_readable() -> None:
    assert [lemma(word) for word in ("People", "deaths", "cities")] == ["person", "death", "city"]


def test_german_is_told_from_english() -> None:
    assert german("Der Zug ist nicht mit dem Bus gekommen")
    assert not german("The train did not come with the bus")
