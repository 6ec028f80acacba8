"""The report as a page: text stays text, links lead to the place, and every part is there."""

from html.parser import HTMLParser
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from adjudge.cite.page import page
from adjudge.cite.report import CitationReport, CitationRuling, CitationVerdict, CitedWords
from adjudge.evidence.pdf import PageRectangle

FOLDER = Path("/reports")


def ruling(verdict: CitationVerdict, text: str = "It is old.", *quotes: CitedWords) -> CitationRuling:
    return CitationRuling(
        text=text, file="p.md", start=0, end=len(text), line=3, column=7, end_line=3, end_column=7 + len(text),
        keys=("a",), verdict=verdict, reason=text, quotes=quotes,
    )  # fmt: skip


def report(*rulings: CitationRuling, **more: tuple[str, ...]) -> CitationReport:
    return CitationReport(manuscript="/texts/p.md", rulings=rulings, **more)


class Tags(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=60))
def test_whatever_a_sentence_says_it_adds_no_element(text: str) -> None:
    plain = Tags(page(report(ruling(CitationVerdict.SUPPORTED, "x")), folder=FOLDER)).tags
    assert Tags(page(report(ruling(CitationVerdict.SUPPORTED, f"<script>{text}")), folder=FOLDER)).tags == plain


def test_the_head_counts_the_verdicts_that_there_are() -> None:
    both = report(
        ruling(CitationVerdict.SUPPORTED), ruling(CitationVerdict.SUPPORTED), ruling(CitationVerdict.NOT_CHECKABLE)
    )
    assert "2 supported · 1 not checkable" in page(both, folder=FOLDER)
    assert "No sentence cites anything." in page(report(), folder=FOLDER)


def test_words_of_a_pdf_link_to_its_page_relative_to_the_report() -> None:
    box = PageRectangle(page=4, x0=0, y0=0, x1=1, y1=1)
    words = CitedWords(
        key="a", file="/works/A b.pdf", text="old", start=0, end=3, place="page 4", rectangles=(box,), after="er"
    )
    shown = page(report(ruling(CitationVerdict.SUPPORTED, "It is old.", words)), folder=FOLDER)
    assert 'href="../works/A%20b.pdf#page=4"' in shown
    assert "<mark>old</mark>er" in shown
    assert "a, A b.pdf, page 4" in shown


def test_lists_are_shown_only_if_they_have_something() -> None:
    full = page(report(uncited=("x<y",), unknown=("z",), messages=("note",)), folder=FOLDER)
    assert "<h2>References never cited</h2>\n<ul><li>x&lt;y</li></ul>" in full
    assert "<li>z</li>" in full
    assert "<li>note</li>" in full
    assert "<h2>" not in page(report(), folder=FOLDER)
