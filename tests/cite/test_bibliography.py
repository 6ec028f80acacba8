"""BibTeX: values of every form, and errors that are reported while the rest is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.cite.bibliography import bib_of


def test_values_in_braces_in_quotation_marks_bare_and_joined_are_read() -> None:
    text = (
        '@string{jb = "Journal"}\n@article{a1, title = {The {Alder} Bridge}, year=1931, journal = jb # " of Bridges",}'
    )
    entry = bib_of(text).entries["a1"]
    assert entry.fields == {"title": "The Alder Bridge", "year": "1931", "journal": "Journal of Bridges"}


def test_an_entry_without_end_or_key_and_a_key_twice_are_reported_and_the_rest_is_read() -> None:
    good, twice, last = "@book{a, title={One}}", "@book{a, title={Two}}", "@book{c, title={Three}}"
    text = "\n".join([good, twice, "@book{b, title={No end", "@book{, title={x}}", last])
    found = bib_of(text, name="refs.bib")
    assert {key: entry.fields["title"] for key, entry in found.entries.items()} == {"a": "One", "c": "Three"}
    assert len(found.messages) == 3
    assert "refs.bib, line 2: the key 'a' is there twice; that of line 1 counts." in found.messages
    assert "line 3: the entry has no end" in found.messages[1]
    assert "line 4: the entry has no key" in found.messages[2]


@pytest.mark.parametrize("kind", ["comment", "preamble"])
def test_what_is_no_entry_is_skipped_without_a_word(kind: str) -> None:
    found = bib_of(f"@{kind}{{anything = {{goes}} @book}}\n@book{{a, title={{One}}}}")
    assert (list(found.entries), found.messages) == (["a"], [])


def test_an_entry_in_parentheses_and_names_of_fields_in_any_case_are_read() -> None:
    [entry] = bib_of("@BOOK(key:2019/a, TITLE = {One},\n  Year = 1931)").entries.values()
    assert (entry.key, entry.type, entry.fields) == ("key:2019/a", "book", {"title": "One", "year": "1931"})


def test_a_field_that_cannot_be_read_is_reported_and_the_fields_before_it_count() -> None:
    found = bib_of("@book{a, title={One}, = nothing}", name="refs.bib")
    assert found.entries["a"].fields == {"title": "One"}
    assert found.messages == ["refs.bib, line 1: 'a' has a field that cannot be read: '= nothing'."]


WORDS = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=12)


@given(st.dictionaries(WORDS, st.lists(WORDS, min_size=1, max_size=5), max_size=6))
def test_what_is_written_as_entries_is_read_back_with_the_line_of_each(titles: dict[str, list[str]]) -> None:
    text = "".join(f"@book{{{key},\n  title = {{{' '.join(words)}}}\n}}\n" for key, words in titles.items())
    found = bib_of(text)
    assert {key: entry.fields["title"] for key, entry in found.entries.items()} == {
        key: " ".join(words) for key, words in titles.items()
    }
    assert [entry.line for entry in found.entries.values()] == [1 + 3 * n for n in range(len(titles))]
    assert found.messages == []


@given(st.text(alphabet='@book{}(),="#a1 \n\\', max_size=120))
def test_any_text_is_read_or_reported_and_every_line_that_is_named_exists(text: str) -> None:
    found = bib_of(text)
    lines = text.count("\n") + 1
    assert all(1 <= entry.line <= lines for entry in found.entries.values())
    assert all(1 <= int(message.split("line ")[1].split(":")[0]) <= lines for message in found.messages)
