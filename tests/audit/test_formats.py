"""A report as text, JSON, SARIF, JUnit XML and GitHub annotations: no text of a document breaks a format."""

import json
from xml.etree import ElementTree

import pytest

from adjudge.audit import formats
from adjudge.audit.config import FailOn
from adjudge.audit.judgement import SentenceJudgement
from adjudge.audit.report import AuditEntry, AuditReport, Status
from adjudge.verdict import Outcome, Quote
from tests.support.sarif import require_sarif

SENTENCE = "The ferry leaves six times a day."
EVIDENCE = Quote(text="four times a day", document_id="facts/ferry.txt", start=10, end=26)


def entry(
    status: Status, *, text: str = SENTENCE, words: str = "", message: str = "", path: str = "a.md"
) -> AuditEntry:
    outcome = {
        Status.SUPPORTED: Outcome.SUPPORTED,
        Status.UNSUPPORTED: Outcome.NOT_IN_SOURCE,
        Status.CONTRADICTED: Outcome.CONTRADICTED,
        Status.BASELINE: Outcome.CONTRADICTED,
    }.get(status)
    judged = outcome and SentenceJudgement(outcome=outcome, label="l", evidence=EVIDENCE)
    return AuditEntry(
        path=path, line=3, column=5, end_line=4, end_column=2, start=20, end=20 + len(text), text=text, status=status,
        words=words, message=message, sources=("facts/ferry.txt",), judgement=judged, place="page 2" if judged else "",
    )  # fmt: skip


EVERY_STATUS = AuditReport(
    documents=2,
    entries=tuple(entry(status, message=f"why {status}") for status in Status),
    skipped=4,
    cached=1,
    messages=("one.md was skipped",),
)


def test_the_text_has_a_line_for_each_finding_its_evidence_and_the_counts() -> None:
    lines = list(formats.lines(EVERY_STATUS, fail_on=FailOn.CONTRADICTED))
    at = lines.index("a.md:3:5: contradicted: why contradicted")
    assert lines[at + 1 : at + 3] == [f"    {SENTENCE}", '    facts/ferry.txt, page 2: "four times a day"']
    assert "a.md:3:5: failed: why failed" in lines
    assert "a.md:3:5: suppressed: why suppressed" in lines
    assert lines[-2].startswith(f"{len(Status)} sentences in 2 documents: 1 supported, 1 contradicted, ")
    assert lines[-2].endswith("(4 unchanged and skipped, 1 judged before)")
    assert lines[-1] == "Unsupported sentences do not fail this audit (--fail-on contradicted)."


def test_unsupported_sentences_that_fail_the_audit_are_not_excused() -> None:
    assert "do not fail" not in "\n".join(formats.lines(EVERY_STATUS, fail_on=FailOn.UNSUPPORTED))


def test_an_empty_report_says_that_nothing_was_judged() -> None:
    assert formats.summary_line(AuditReport(documents=1, entries=())) == "0 sentences in 1 document: nothing to judge."


def test_a_finding_names_its_words_unless_they_are_the_whole_sentence() -> None:
    part, whole = entry(Status.CONTRADICTED, words="six times"), entry(Status.CONTRADICTED, words=SENTENCE)
    report = AuditReport(documents=1, entries=(part, whole))
    found = [line for line in formats.lines(report, fail_on=FailOn.CONTRADICTED) if "contradicted:" in line]
    assert found == [
        "a.md:3:5: contradicted: 'six times': The sources do not settle it.",
        "a.md:3:5: contradicted: The sources do not settle it.",
    ]


def test_the_json_counts_every_sentence_once_and_has_the_exit_code() -> None:
    content = json.loads(formats.as_data(EVERY_STATUS, FailOn.CONTRADICTED))
    assert content["sentences"] == len(content["entries"]) == sum(content["counts"].values()) == len(Status)
    assert (content["exit_code"], content["skipped"], content["messages"]) == (1, 4, ["one.md was skipped"])


def test_sarif_has_the_findings_and_marks_known_ones_as_unchanged() -> None:
    log = json.loads(formats.sarif(EVERY_STATUS))
    require_sarif(log)
    results = log["runs"][0]["results"]
    assert [(one["ruleId"], one["level"], one.get("baselineState")) for one in results] == [
        ("audit/contradicted", "error", None),
        ("audit/unsupported", "note", None),
        ("audit/contradicted", "error", "unchanged"),
    ]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["endLine"], results[0]["properties"]["charOffset"]) == (3, 4, 20)
    assert results[0]["relatedLocations"][0]["properties"]["place"] == "page 2"


def test_junit_counts_failures_errors_and_skipped_sentences() -> None:
    root = ElementTree.fromstring(formats.junit(EVERY_STATUS))
    suite = root[0]
    counted = {name: int(suite.get(name, "-1")) for name in ("tests", "failures", "errors", "skipped")}
    assert counted == {"tests": len(Status), "failures": 2, "errors": 1, "skipped": 4}
    assert len(suite.findall("testcase/failure")) == 2
    assert len(suite.findall("testcase/error")) == 1
    assert len(suite.findall("testcase/skipped")) == 4


@pytest.mark.parametrize("text", ['He said "<b>" & left.', "A bell \x07 rang.", "Half a pair \ud83d here."])
def test_no_sentence_breaks_the_xml(text: str) -> None:
    report = AuditReport(documents=1, entries=(entry(Status.CONTRADICTED, text=text, message=text, path="a&b.md"),))
    [case] = ElementTree.fromstring(formats.junit(report).encode()).iter("testcase")
    assert case.get("classname") == "a&b.md"


def test_github_annotations_cannot_be_forged_by_a_text_or_a_file_name() -> None:
    forged = entry(Status.CONTRADICTED, words="a::b,c", message="100 %\n::error::forged", path="docs/a,b:c.md")
    report = AuditReport(documents=1, entries=(forged, entry(Status.UNSUPPORTED)))
    first, second, last = formats.github(report, FailOn.CONTRADICTED)
    assert first.startswith(
        "::error file=docs/a%2Cb%3Ac.md,line=3,endLine=4,col=5,title=contradicted%3A a%3A%3Ab%2Cc::"
    )
    assert "\n" not in first
    assert "100 %25" in first
    assert second.startswith("::warning ")
    assert last == formats.summary_line(report)
    assert [line.split(" ")[0] for line in formats.github(report, FailOn.UNSUPPORTED)][:2] == ["::error", "::error"]
