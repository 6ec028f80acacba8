"""The factuality agent's card and its SARIF log."""

import json
from io import StringIO

from rich.console import Console

from adjudge.case import Case
from adjudge.check import check
from adjudge.render import html, markdown, sarif, terminal
from adjudge.render.cards import entry_blocks
from adjudge.results.factuality import FactualityResult
from adjudge.verdict import Verdict
from tests.support.factuality import ARTICLE

SUMMARY = "Is it old? The ferry was built in Kiel in 1996. <b>Ann Lee</b> owns a café in Oslo."


def judged(summary: str = SUMMARY) -> tuple[Case, Verdict]:
    case = Case(claim=summary, documents=[ARTICLE])
    return case, check(case, protocol="factuality")


def shown(summary: str = SUMMARY) -> str:
    console = Console(width=110, record=True, file=StringIO())
    console.print(terminal.card(*judged(summary), detail=terminal.Detail.OPEN))
    return console.export_text()


def test_the_card_marks_what_is_wrong_and_what_is_open_and_counts_the_rest() -> None:
    card = shown()
    assert "[1996]" in card
    assert "1 not checkable" in card
    assert "1 incorrect" in card
    assert "Score" in card


def test_the_full_card_shows_every_claim_and_the_gate() -> None:
    case, verdict = judged()
    page = markdown.card(case, verdict)
    assert "incorrect with evidence" in page
    assert "a question" in page


def test_the_page_links_marks_to_points_and_escapes_the_text() -> None:
    page = html.card(*judged())
    assert 'href="#point-1"' in page
    assert "<b>Ann Lee</b>" not in page


def test_a_summary_without_claims_is_not_scored() -> None:
    assert "not scored" in shown("Is it old?")


def test_every_entry_has_a_view() -> None:
    _, verdict = judged()
    assert all(entry_blocks(entry) for entry in verdict.transcript.entries)


def test_sarif_gives_lines_columns_and_offsets_of_both_texts() -> None:
    summary = "The ferry 😀 sails.\nThe ferry was built in Kiel in 1996."
    _, verdict = judged(summary)
    result = verdict.result
    assert isinstance(result, FactualityResult)
    wrong = tuple(issue for issue in result.issue_spans if issue.text == "1996")
    articles = {"source": sarif.InFile("article.txt", ARTICLE)}
    log = json.loads(sarif.log([sarif.Checked(sarif.InFile("summary.txt", summary), wrong, articles)]))
    [found] = log["runs"][0]["results"]
    region = found["locations"][0]["physicalLocation"]["region"]
    assert summary[region["charOffset"] :][: region["charLength"]] == "1996"
    assert summary.splitlines()[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1] == "1996"
    related = found["relatedLocations"][0]["physicalLocation"]
    assert related["artifactLocation"]["uri"] == "article.txt"
    assert found["level"] == "error"
    assert {rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]} >= {found["ruleId"]}
