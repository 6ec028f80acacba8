"""Every format gives the same sentences with exact places."""

from pathlib import Path

import pytest

from adjudge.errors import DataError
from adjudge.manuscripts import reading
from adjudge.manuscripts.model import BlockKind, Manuscript, ManuscriptFormat
from adjudge.manuscripts.reading import manuscript_of, read_manuscript

MARKDOWN = """---
title: X
sources: [a.txt]
---
# The *bridge*

The bridge opened in **1932** &amp; was long [@miller2019, p. 4]. It has\r
*two* piers `a b` and [a link](http://x.y "t b"). @chen2020 says so here.\r

> A quote of
> Paris here.

1. 1 is a number here.

| a | b |
|---|---|
| This is a full sentence here. | This is a full sentence here. |

Note this claim.[^1] Another[^2] one. <!-- adjudge: ignore because -->

```
Code is no sentence at all.
```

[^1]: The note text.
[^2]: http://example.org/x

# References

1. Miller, J. A book.
"""
RST = """Title
=====
:sources: a.txt

The bridge opened in **1932** and was `long <http://x.y>`_ [3]_. It has *two*
piers ``code`` and a note [#n]_. Foo_ is here now.

.. adjudge: ignore it is so

.. note:: This is noted
   here too.

Example of code::

    Code is no sentence at all.

- Item one is good
  and goes on.

.. _Foo: http://foo.org
.. [CIT2002] A book of citations.
.. [#n] A footnote text.
"""
HTML = """<html><head><title>T</title><meta name="sources" content="a.txt"></head><body><nav>No nav here.</nav>
<h1>Head</h1><p>The bridge opened in <b>1932</b> &amp; was <a href="http://x.y">long</a> [3]. Two long
piers.</p><!-- adjudge: ignore x --><ul><li>Item one here.</li></ul><pre>Code is no sentence.</pre></body></html>"""
LATEX = r"""\documentclass{article}
\addbibresource{refs.bib}
\begin{document}
\section{Intro \emph{x}}
The bridge opened in \textbf{1932} and cost 5\% of ``all''~\cite[p.~4]{miller, chen}. It has
two piers--long ones\footnote{A note is here.}. \citet{bob} says $x = 5$ caf\'e. % adjudge: ignore it

\begin{itemize}
\item One is good.
\end{itemize}
\begin{equation} a=b \end{equation}
\begin{figure}\includegraphics{x}\caption{A caption sentence.}\end{figure}
\begin{thebibliography}{9}
\bibitem{miller} Miller, A book.
\end{thebibliography}
\end{document}
"""
TEXT = """A Title

The bridge opened in 1932 and it was the longest bridge in the whole of
Wales at that time [1]. It has two piers. [2, 4-6]

- One item here.

References

[1] Miller. A book.
"""


def texts(manuscript: Manuscript) -> list[str]:
    return [one.text for one in manuscript.sentences]


def test_markdown_gives_sentences_without_markup_and_with_their_places() -> None:
    found = manuscript_of(MARKDOWN, ManuscriptFormat.MARKDOWN)
    assert texts(found) == [
        "The bridge opened in 1932 & was long.",
        "It has two piers a b and a link.",
        "@chen2020 says so here.",
        "A quote of Paris here.",
        "1 is a number here.",
        "This is a full sentence here.",
        "This is a full sentence here.",
        "Note this claim.",
        "Another one.",
        "The note text.",
    ]
    first, second, third, *_ = found.sentences
    assert (first.line, first.column) == (7, 1)
    assert MARKDOWN[first.start : first.end] == "The bridge opened in **1932** &amp; was long [@miller2019, p. 4]."
    assert [(one.keys, one.locator) for one in first.citations] == [(("miller2019",), "p. 4")]
    assert [one.target for one in second.links] == ["http://x.y"]
    assert [one.keys for one in third.citations] == [("chen2020",)]
    cells = [one for one in found.sentences if one.kind is BlockKind.CELL]
    assert [one.column for one in cells] == [3, 35]
    assert [one.notes for one in found.sentences if one.notes] == [("1",), ("2",)]
    assert found.notes[1].links[0].target == "http://example.org/x"
    assert [(one.key, one.text) for one in found.references] == [("1", "Miller, J. A book.")]
    assert found.front_matter == {"title": "X", "sources": ["a.txt"]}
    assert [one.text for one in found.remarks] == ["adjudge: ignore because"]
    assert first.headings == ("The bridge",)


def test_restructuredtext_is_read() -> None:
    found = manuscript_of(RST, ManuscriptFormat.RST)
    assert texts(found) == [
        "The bridge opened in 1932 and was long.",
        "It has two piers code and a note.",
        "Foo is here now.",
        "This is noted here too.",
        "Example of code:",
        "Item one is good and goes on.",
        "A footnote text.",
    ]
    assert found.sentences[0].citations[0].keys == ("3",)
    assert found.sentences[1].notes == ("n",)
    assert found.sentences[2].links[0].target == "http://foo.org"
    assert found.front_matter == {"sources": "a.txt"}
    assert found.references[0].key == "CIT2002"


def test_html_is_read_without_navigation_and_code() -> None:
    found = manuscript_of(HTML, ManuscriptFormat.HTML)
    assert texts(found) == ["The bridge opened in 1932 & was long.", "Two long piers.", "Item one here."]
    first = found.sentences[0]
    assert HTML[first.start : first.end].startswith("The bridge opened in <b>1932</b> &amp;")
    assert first.citations[0].keys == ("3",)
    assert found.front_matter == {"sources": "a.txt"}


def test_latex_is_read() -> None:
    pytest.importorskip("pylatexenc", reason="the extra 'latex' is not installed")
    found = manuscript_of(LATEX, ManuscriptFormat.LATEX)
    assert texts(found) == [
        "The bridge opened in 1932 and cost 5% of “all”.",
        "It has two piers–long ones.",
        "A note is here.",
        "bob says x = 5 café.",
        "One is good.",
        "A caption sentence.",
    ]
    first = found.sentences[0]
    assert first.citations[0].keys == ("miller", "chen")
    assert first.citations[0].locator == "p.~4"
    assert LATEX[slice(*first.place(21, 25))] == "1932"
    assert found.bibliographies == ("refs.bib",)
    assert found.references[0].key == "miller"


def test_wrapped_plain_text_is_joined_and_numbers_are_citations() -> None:
    found = manuscript_of(TEXT, ManuscriptFormat.TEXT)
    assert texts(found)[0].endswith("in the whole of Wales at that time.")
    assert found.sentences[1].citations[0].keys == ("2", "4", "5", "6")
    assert found.references[0].text == "Miller. A book."


@pytest.mark.parametrize("format", list(ManuscriptFormat))
def test_words_are_found_again_in_the_file(format: ManuscriptFormat) -> None:
    """Every word of letters and digits of a sentence stands at the place that its map gives."""
    pytest.importorskip("pylatexenc", reason="the extra 'latex' is not installed")
    text = {"MARKDOWN": MARKDOWN, "RST": RST, "HTML": HTML, "LATEX": LATEX, "TEXT": TEXT}[format.name]
    for sentence in manuscript_of(text, format).sentences:
        assert sentence.start < sentence.end
        for number, character in enumerate(sentence.text):
            start, end = sentence.place(number, number + 1)
            if end - start == 1 and character.isalnum():
                assert text[start] == character, (sentence.text, number)


def test_a_link_out_of_the_tree_and_a_binary_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("A secret is here.")
    inside = tmp_path / "repo"
    inside.mkdir()
    (inside / "link.md").symlink_to(tmp_path / "outside.md")
    (inside / "picture.md").write_bytes(bytes(range(256)) * 20)
    with pytest.raises(DataError, match="leads out of"):
        read_manuscript(inside / "link.md", root=inside)
    with pytest.raises(DataError, match="is not text"):
        read_manuscript(inside / "picture.md")


def test_includes_stand_in_their_place_and_circles_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.rst").write_text("First sentence here.\n\n.. include:: b.rst\n\nLast sentence here.\n")
    (tmp_path / "b.rst").write_text("Middle sentence here.\n")
    found = read_manuscript(tmp_path / "a.rst")
    assert texts(found) == ["First sentence here.", "Middle sentence here.", "Last sentence here."]
    assert found.sentences[1].path.name == "b.rst"
    (tmp_path / "b.rst").write_text(".. include:: a.rst\n")
    with pytest.raises(DataError, match="includes itself"):
        read_manuscript(tmp_path / "a.rst")
    (tmp_path / "b.rst").write_text(".. include:: gone.rst\n")
    assert "gone.rst" in read_manuscript(tmp_path / "a.rst").messages[0]


def test_an_include_out_of_the_tree_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.rst").write_text("A secret is here.\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.rst").write_text(".. include:: ../secret.rst\n")
    with pytest.raises(DataError, match="leads out of"):
        read_manuscript(tmp_path / "docs" / "a.rst")


@pytest.mark.parametrize("text", ["---\na: [\n---\nx", "---\n- 1\n---\nx", "+++\na = \n+++\nx"])
def test_wrong_front_matter_is_told(text: str) -> None:
    with pytest.raises(DataError, match="front matter"):
        manuscript_of(text, ManuscriptFormat.MARKDOWN)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 1_000)
    (tmp_path / "a.md").write_text("This is long. " * 100)
    with pytest.raises(DataError, match="larger than 1,000 bytes"):
        read_manuscript(tmp_path / "a.md")


@pytest.mark.parametrize("format", [one for one in ManuscriptFormat if one is not ManuscriptFormat.LATEX])
@pytest.mark.parametrize("text", ["", "\n", "[", "<", "`", "**", "|a|\n|-|\n|", "[^1]:", ".. ", "<!--", "&#x;", "a\\"])
def test_fragments_do_not_break_a_reader(format: ManuscriptFormat, text: str) -> None:
    assert manuscript_of(text, format).text == text
