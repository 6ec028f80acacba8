"""The Markdown card: complete, and safe to paste."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.render import markdown
from tests.render import samples
from tests.render.test_html import everywhere


def test_the_card_has_tables_quotes_with_offsets_and_the_edit() -> None:
    card = markdown.card(*samples.mutated())
    for words in (
        "# ✗ Contradicted\n\n**jury: Mutated** · confidence not calibrated for this",
        "> **Under 650,000**¹ adults were vaccinated in March 2021, and vaccination **caused**² fewer",
        "> Claim: “Under 650,000” (claim 0–13)",
        "~~Under 650,000~~**More than 645,000** adults",
        "Judged again: ✓ Supported",
        "| **context** (Context Guardian) | ✓ Faithful 58% | ✗ Mutated 77% (changed) |",
        "! **sceptic failed**: EngineTimeout",
        "- ~~vaccination was proven to reduce admissions~~ (literal, of source: not found)",
        "**Plain vote**: Faithful (2 Faithful, 1 Mutated, 1 failed): the proceedings changed it",
    ):
        assert words in card


def test_a_card_says_in_words_what_its_confidence_is_worth_and_folds_the_figures() -> None:
    card = markdown.card(*samples.faithful())
    said = "high confidence, 95% · about 19 in 20 such verdicts were right on VitaminC dev, 2,000 pairs"
    assert said in card.splitlines()[2]
    assert "0.95, calibrated on VitaminC dev" in card[card.index("<summary>Confidence") :]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("**bold** _it_", r"\*\*bold\*\* \_it\_"),
        ("<script>", "&lt;script&gt;"),
        ("![x](http://a)", r"!\[x\](http&#58;//a)"),
        ("a | b", r"a \| b"),
        ("# head", r"\# head"),
        ("1. item", r"1\. item"),
        ("- item", r"\- item"),
        ("www.a.org", "www&#46;a.org"),
        ("@alice fixes #12", "@\u2060alice fixes #\u206012"),
        ("&amp;", "&amp;amp;"),
        ("$x$ `code`", r"\$x\$ \`code\`"),
    ],
)
def test_markdown_and_html_in_texts_show_as_they_are(given: str, shown: str) -> None:
    assert markdown.escape(given) == shown


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(exclude_categories=()), min_size=1, max_size=60).filter(lambda t: t.strip()))
def test_no_text_brings_a_tag_a_heading_or_a_table_row(text: str) -> None:
    card, plain = markdown.card(*everywhere(text)), markdown.card(*everywhere("word"))
    card.encode("utf-8")
    assert "\x1b" not in card
    tags = r"</?(?!b>|ins>|del>|br>)\w+"
    assert re.findall(tags, card) == re.findall(tags, plain)
    for start in ("#", "|", "- ", "```"):
        assert count(card, start) == count(plain, start)


def count(card: str, start: str) -> int:
    return sum(line.startswith(start) for line in card.split("\n"))


def test_several_lines_stay_in_their_block_quote() -> None:
    _, verdict = samples.mutated()
    card = markdown.card(samples.case(claim=f"{samples.CLAIM}\n\n    code?\n# head\n---"), verdict)
    assert "\n>\n> code?\n> \\# head\n> \\---\n" in card
