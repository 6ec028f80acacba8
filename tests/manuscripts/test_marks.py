"""Citations and notes that are written as text: which keys they name, where they stand, and what remains."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.manuscripts.flow import Flow, FlowWriter
from adjudge.manuscripts.marks import marked, numbers
from adjudge.manuscripts.model import CitationMark, CitationStyle, NoteMark

START = 100


def flow_of(text: str) -> Flow:
    writer = FlowWriter()
    writer.verbatim(text, START)
    return writer.flow()


def keys(text: str, *, pandoc: bool = True) -> list[tuple[str, ...]]:
    found = marked(flow_of(text), pandoc=pandoc).marks
    return [mark.keys for _, mark in found if isinstance(mark, CitationMark)]


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ("3", ("3",)),
        ("3, 5-7", ("3", "5", "6", "7")),
        ("3; 3, 4", ("3", "4")),
        ("5–7", ("5", "6", "7")),
        ("7-5", ()),
        ("1-999", tuple(str(n) for n in range(1, 202))),
    ],
)
def test_a_list_of_numbers_is_spelt_out_and_bounded(listed: str, expected: tuple[str, ...]) -> None:
    assert numbers(listed) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is old [@miller2019].", [("miller2019",)]),
        ("It is old [see @a; @b, p. 4; @a].", [("a", "b")]),
        ("@lee2001 says so.", [("lee2001",)]),
        ("Write to a@b.org.", []),
        ("The year [1066] and the index [0].", []),
        ("It is old [3, 5-7] and long [2].", [("3", "5", "6", "7"), ("2",)]),
    ],
)
def test_keys_of_citations_are_found_and_other_brackets_are_none(text: str, expected: list[tuple[str, ...]]) -> None:
    assert keys(text) == expected


def test_only_markdown_cites_with_an_at_sign() -> None:
    assert keys("It is old [@miller2019] and long [2].", pandoc=False) == [("2",)]


def test_a_mark_leaves_the_sentence_and_knows_its_place_and_locator() -> None:
    text = "It is old [@a, p. 4], and long.[^n]"
    rest = marked(flow_of(text), pandoc=True)
    assert rest.flow.text == "It is old, and long."
    (at, citation), (_, note) = rest.marks
    assert isinstance(citation, CitationMark)
    assert (citation.style, citation.locator) == (CitationStyle.PANDOC, "p. 4")
    assert text[citation.start - START : citation.end - START] == "[@a, p. 4]"
    assert rest.flow.text[at] == ","
    assert isinstance(note, NoteMark)


def test_a_citation_that_is_a_word_of_the_sentence_stays() -> None:
    assert marked(flow_of("@lee2001 says so."), pandoc=True).flow.text == "@lee2001 says so."


@given(st.text(alphabet="ab @[]^;-,3. \n", max_size=80))
def test_what_remains_is_words_of_the_file_in_order_and_marks_do_not_overlap(text: str) -> None:
    rest = marked(flow_of(text), pandoc=True)
    for character, start in zip(rest.flow.text, rest.flow.starts, strict=True):
        original = text[start - START]
        assert character == original or (character == " " and original.isspace())
    assert list(rest.flow.starts) == sorted(set(rest.flow.starts))
    places = [(mark.start, mark.end) for _, mark in rest.marks]
    assert all(end <= start for (_, end), (start, _) in pairwise(places))


def test_a_writer_that_gave_its_flow_begins_anew() -> None:
    writer = FlowWriter()
    writer.verbatim("one ", 0)
    writer.instead("&", 4, 9)
    first = writer.flow()
    assert (first.text, first.place(4, 5)) == ("one &", (4, 9))
    assert len(writer) == 0
    assert not writer.flow()
