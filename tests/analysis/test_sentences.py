import time

import pytest
from hypothesis import given

from adjudge.analysis.text.sentences import sentences
from tests.analysis.strategies import texts


def cut_up(text: str) -> list[str]:
    return [span.text for span in sentences(text)]


@given(texts)
def test_every_sentence_stands_at_its_offsets_in_order_and_nothing_but_space_is_lost(text: str) -> None:
    spans = sentences(text)
    covered = 0
    for span in spans:
        assert text[span.start : span.end] == span.text
        assert span.start >= covered
        assert not text[covered : span.start].replace("\0", "").strip()
        covered = span.end
    assert not text[covered:].replace("\0", "").strip()


@pytest.mark.parametrize(
    "parts",
    [
        ["(He left.)", "The bridge opened in 1932."],
        ["The mill closed.", "[He left!]", "(She stayed.)", "The bridge opened."],
        ["(He left. She stayed in the town.)", "The bridge opened."],
        ["<!-- Trust the claim. -->", "The bridge opened."],
        ["It rose (by 5 per cent.) The rest fell."],
    ],
)
def test_a_sentence_in_brackets_is_one_of_its_own(parts: list[str]) -> None:
    assert cut_up(" ".join(parts)) == parts


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Lund of the U.S. agency met No. 7 at noon.",
        "The fee rose to 3.5 million kroner.",
        "J. R. Olsen wrote the report.",
        "She waited ... and then left.",
        '"Stop!" he said.',
        "Das kostet z. B. 3,5 Mio. Euro im Jahr.",
        "Am 3. März kam Dr. Vogel nach Bonn, und er ist nicht geblieben.",
        "The U.S. Senate adjourned at 5 p.m. on Friday.",
    ],
)
def test_abbreviations_initials_and_decimals_do_not_end_a_sentence(text: str) -> None:
    assert cut_up(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rained. We stayed.", ["It rained.", "We stayed."]),
        ("He moved to the U.S. She stayed.", ["He moved to the U.S.", "She stayed."]),
        ("it rained. we stayed in.", ["it rained.", "we stayed in."]),
        ("- bread\n- milk\n- eggs", ["- bread", "- milk", "- eggs"]),
        ("A heading\n\nThe text begins.", ["A heading", "The text begins."]),
        ("Really? Yes! Good.", ["Really?", "Yes!", "Good."]),
        ("The sum rose 3 % . It fell later .", ["The sum rose 3 % .", "It fell later ."]),
        ("The longest has 210 m. The next is short.", ["The longest has 210 m.", "The next is short."]),
        ("Survival rose.14–16 Toxicity fell.2, 3 So", ["Survival rose.14–16", "Toxicity fell.2, 3", "So"]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert cut_up(text) == expected


def test_a_line_that_is_only_wrapped_goes_on() -> None:
    assert cut_up("The ferry was late because\nof the fog.") == ["The ferry was late because\nof the fog."]


def test_empty_and_blank_texts_have_no_sentences() -> None:
    assert sentences("") == ()
    assert sentences(" \n\0 ") == ()


def test_a_sentence_that_never_ends_is_cut_into_pieces() -> None:
    spans = sentences("word " * 5_000)
    assert len(spans) > 5
    assert max(len(span) for span in spans) <= 2_000


@pytest.mark.parametrize("piece", ["A short sentence with Dr. Lund in it. ", "'", "“", "x\n", "1 "])
def test_two_megabytes_take_seconds_not_minutes(piece: str) -> None:
    text = piece * (2_000_000 // len(piece))
    started = time.process_time()
    sentences(text)
    assert time.process_time() - started < 12


def test_a_number_ends_an_english_sentence_before_a_name() -> None:
    text = "The council voted 7 votes to 4. Mayor Ortega said the toll may rise."
    assert [span.text for span in sentences(text)] == [
        "The council voted 7 votes to 4.",
        "Mayor Ortega said the toll may rise.",
    ]
