"""The page: one file, whole, accessible, and nothing in it but what we wrote and texts."""

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.case import CLAIM_ID, Case, Document
from adjudge.render import html
from adjudge.results.jury import JuryLabel
from adjudge.verdict import Finding, Quote, Relation, Stance, Verdict
from tests.render import samples

VOID = {"meta", "br"}


class Page(HTMLParser):
    """Reads a page strictly: every element closed in order; texts by element."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.marks: list[str] = []
        self.passages: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.attributes |= given.keys()
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if given.get("href"):
            self.links.append(str(given["href"]))
        if tag == "mark":
            self.marks.append("")
        if tag == "p" and given.get("class") == "text":
            self.passages.append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "mark" in self.open:
            self.marks[-1] += data
        if self.open[-1:] != ["style"] and self.passages and "sup" not in self.open:
            self.passages[-1] += data


def shape(page: str) -> list[str]:
    return Page(page).tags


@pytest.mark.parametrize("sample", [samples.faithful, samples.mutated, samples.ambiguous])
def test_every_link_has_its_target_and_every_id_is_there_once(sample: object) -> None:
    page = Page(html.card(*sample()))  # type: ignore[operator]
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert page.links


def test_the_page_is_self_contained() -> None:
    page = html.card(*samples.mutated())
    read = Page(page)
    assert not {"script", "link", "img", "iframe"} & set(read.tags)
    assert not {"src", "onclick", "onload"} & read.attributes
    assert "@import" not in page
    assert "url(" not in page
    assert '<html lang="en">' in page
    assert "prefers-color-scheme: dark" in page


def test_it_shows_all_that_a_reader_must_know() -> None:
    page = html.card(*samples.mutated())
    for words in (
        "Mutated",
        "Contradicted",
        "confidence not calibrated for this",
        "<del>Under 650,000</del>",
        "<ins>More than 645,000</ins>",
        "Judged again",
        "steelman",
        "sceptic failed",
        "Quotes not found: 1",
        "<del>vaccination was proven to reduce admissions</del>",
        "changed its mind",
        "Plain vote",
        "v1:3b7e1c",
    ):
        assert words in page


def test_the_marked_words_are_exactly_the_quotes() -> None:
    page = Page(html.card(*samples.mutated()))
    assert page.marks == ["Under 650,000", "caused", "more than 645,000", "associated with"]


def with_quotes(case: Case, *pairs: tuple[Quote, Quote]) -> Verdict:
    findings = tuple(
        Finding(axis="scope", relation=Relation.CONTRADICTED, claim_quote=a, source_quote=b, explanation="e")
        for a, b in pairs
    )
    return samples.verdict(case, JuryLabel.MUTATED, Stance.CONTRADICTED, findings=findings)


def test_marks_are_right_with_emoji_combining_characters_and_repeated_words() -> None:
    case = samples.case(claim="👩‍👧 said no. Ana said no.", source="e\u0301te\u0301 no 🎉, no! no e\u0301te\u0301")
    claim = samples.quote(case, CLAIM_ID, "no", nth=1)
    source = samples.quote(case, "source", "no", nth=2)
    accent = samples.quote(case, "source", "e\u0301te\u0301", nth=1)
    page = html.card(case, with_quotes(case, (claim, source), (claim, accent)))
    assert Page(page).marks == ["no", "no", "e\u0301te\u0301"]
    assert f'id="at-0-{case.claim.rindex("no")}"' in page
    assert f'id="at-1-{case.documents[0].text.rindex("no")}"' in page


def test_a_quote_that_does_not_fit_the_case_marks_nothing() -> None:
    case = samples.case()
    wrong = Quote(text="elsewhere", document_id="source", start=3, end=12)
    outside = Quote(text="x", document_id="claim", start=10_000, end=10_001)
    unknown = Quote(text="x", document_id="gone", start=0, end=1)
    page = Page(html.card(case, with_quotes(case, (outside, wrong), (outside, unknown))))
    assert page.marks == []


def test_a_source_of_two_megabytes_is_shortened_around_its_quotes() -> None:
    case = samples.case(source="lorem ipsum " * 90_000 + "more than 645,000 " + "dolor sit " * 90_000)
    quotes = samples.quote(case, CLAIM_ID, "Under 650,000"), samples.quote(case, "source", "more than 645,000")
    page = html.card(case, with_quotes(case, quotes))
    assert len(page) < 100_000
    assert Page(page).marks == ["Under 650,000", "more than 645,000"]
    assert "shortened; 1,980,018 characters in all" in page


HOSTILE = [
    "<script>alert(1)</script>",
    "</p></main></html>",
    '"><img src=x onerror=alert(1)>',
    "&lt;b&gt; &amp;",
    "<!-- -->",
    "]]>",
    "\x00\x1b[31m\u202e",
    "</style><script>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_show_as_text(text: str) -> None:
    plain = html.card(*everywhere("word"))
    assert shape(html.card(*everywhere(text))) == shape(plain)
    assert "<script" not in html.card(*everywhere(text))


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=60).filter(lambda t: t.strip()))
def test_no_text_changes_the_structure_of_the_page(text: str) -> None:
    page = html.card(*everywhere(text))
    page.encode("utf-8")
    assert "\x1b" not in page
    assert shape(page) == shape(html.card(*everywhere("word")))


def everywhere(text: str) -> tuple[Case, Verdict]:
    """A verdict with the text in each place where users, models or files can put one."""
    _, verdict = samples.mutated()
    document = Document(text=f"{text}|{samples.SOURCE}", kind=f"k{text}", title=f"t{text}", url=f"javascript:{text}")
    changed = Case.model_validate({"id": f"c{text}", "claim": f"{samples.CLAIM} ({text})", "documents": [document]})
    edit = verdict.minimal_edit
    assert edit is not None
    findings = tuple(
        finding.model_copy(
            update={
                "axis": f"a{text}",
                "explanation": f"e{text}",
                "source_quote": finding.source_quote and samples.quote(changed, "source", finding.source_quote.text),
            }
        )
        for finding in verdict.findings
    )
    said = {"who": f"w{text}", "reasoning": f"r{text}", "verdict": f"v{text}"}
    rejected = {"text": f"q{text}", "reason": f"r{text}", "who": f"w{text}", "document_id": f"d{text}"}
    return changed, verdict.model_copy(
        update={
            "label": f"l{text}",
            "reasons": (f"r{text}",),
            "findings": findings,
            "minimal_edit": edit.model_copy(update={"text": f"{edit.text} ({text})", "rejudged_label": f"j{text}"}),
            "dissent": tuple(one.model_copy(update=said) for one in verdict.dissent),
            "rejected_quotes": tuple(one.model_copy(update=rejected) for one in verdict.rejected_quotes),
            "failed_agents": (f"f{text}",),
            "result": verdict.result.model_copy(update={"failed_jurors": (f"f{text}",), "debate_stopped": f"s{text}"}),
            "provenance": verdict.provenance.model_copy(update={"engines": {f"s{text}": f"e{text}"}}),
        }
    )


def test_only_web_addresses_become_links() -> None:
    _, verdict = samples.mutated()
    web = samples.case(url="https://example.org/?a=1&b=2")
    script = samples.case(url="javascript:alert(1)")
    assert "https://example.org/?a=1&b=2" in Page(html.card(web, verdict)).links
    assert "javascript" not in html.card(script, verdict)
