"""BibTeX: values of every form, and errors that are reported while the rest is read."""

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
