"""An audit report as text, JSON, SARIF 2.1.0, JUnit XML and GitHub annotations. Pure: strings come out."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from adjudge.audit.config import FailOn
from adjudge.audit.report import FINDINGS, AuditEntry, AuditReport, Status, status_of
from adjudge.plurals import count_of
from adjudge.render.sarif import physical_location, related_location, sarif_log
from adjudge.render.visible import one_line, visible

_RULES = {
    Status.CONTRADICTED: ("audit/contradicted", "A source contradicts this sentence."),
    Status.UNSUPPORTED: ("audit/unsupported", "The sources do not support this sentence."),
}
_MOST_WORDS = 300


def lines(report: AuditReport, *, fail_on: FailOn) -> Iterator[str]:
    """The report as text: a line for each finding, its evidence below it, then suppressions and counts."""
    for entry in report.findings:
        yield f"{entry.path}:{entry.line}:{entry.column}: {entry.status}: {_message(entry)}"
        yield f"    {one_line(entry.text, limit=_MOST_WORDS)}"
        if quote := _evidence(entry):
            yield f'    {quote[0]}: "{one_line(quote[1], limit=_MOST_WORDS)}"'
    for entry in report.entries:
        if entry.status is Status.FAILED:
            yield f"{entry.path}:{entry.line}:{entry.column}: failed: {one_line(entry.message)}"
    for entry in report.entries:
        if entry.status is Status.SUPPRESSED:
            yield f"{entry.path}:{entry.line}:{entry.column}: suppressed: {one_line(entry.message)}"
    yield summary_line(report)
    hidden = report.counts[Status.UNSUPPORTED]
    if hidden and fail_on is FailOn.CONTRADICTED:
        yield "Unsupported sentences do not fail this audit (--fail-on contradicted)."


def summary_line(report: AuditReport) -> str:
    """The counts in one line."""
    shown = [f"{count} {status}" for status, count in report.counts.items() if count]
    counted = f"{count_of(len(report.entries), 'sentence')} in {count_of(report.documents, 'document')}"
    line = f"{counted}: {', '.join(shown) or 'nothing to judge'}."
    more = [f"{report.skipped} unchanged and skipped" if report.skipped else ""]
    more += [f"{report.cached} judged before" if report.cached else ""]
    details = ", ".join(part for part in more if part)
    return f"{line} ({details})" if details else line


def as_data(report: AuditReport, fail_on: FailOn) -> str:
    """The report as one JSON object."""
    content = {
        "version": 1,
        "documents": report.documents,
        "sentences": len(report.entries),
        "counts": {str(status): count for status, count in report.counts.items()},
        "skipped": report.skipped,
        "cached": report.cached,
        "exit_code": report.exit_code(fail_on),
        "entries": [entry.model_dump(mode="json") for entry in report.entries],
        "messages": list(report.messages),
    }
    return json.dumps(content, ensure_ascii=False)


def sarif(report: AuditReport) -> str:
    """The findings as SARIF; known ones are marked as such, so that viewers can hide them."""
    return sarif_log(dict(_RULES.values()), [_result(entry) for entry in report.entries if _rule(entry)])


def _rule(entry: AuditEntry) -> tuple[str, str] | None:
    status = entry.status
    if status is Status.BASELINE and entry.judgement:
        status = status_of(entry.judgement)
    return _RULES.get(status)


def _result(entry: AuditEntry) -> Mapping[str, Any]:
    rule = _rule(entry)
    assert rule is not None
    region = {
        "startLine": entry.line,
        "startColumn": entry.column,
        "endLine": entry.end_line,
        "endColumn": entry.end_column,
    }
    quote = _evidence(entry)
    message = f'{_message(entry)} {quote[0]}: "{quote[1]}"' if quote else _message(entry)
    result: dict[str, Any] = {
        "ruleId": rule[0],
        "level": "error" if rule == _RULES[Status.CONTRADICTED] else "note",
        "message": {"text": message},
        "locations": [physical_location(entry.path, region)],
        "properties": {
            "text": entry.text,
            "words": entry.words,
            # Of the deciding words; a region must give its lines and its offsets for the same text.
            "charOffset": entry.start,
            "charLength": entry.end - entry.start,
            "sources": list(entry.sources),
        },
    }
    if evidence := entry.judgement.evidence if entry.judgement else None:
        at = {"place": entry.place, "rectangles": [one.model_dump() for one in entry.rectangles]}
        result["relatedLocations"] = [{**related_location(evidence.document_id, evidence.text), "properties": at}]
    if entry.status is Status.BASELINE:
        result["baselineState"] = "unchanged"
    return result


def junit(report: AuditReport) -> str:
    """The sentences as test cases, one suite for each document."""
    root = Element("testsuites", name="adjudge audit")
    for path in dict.fromkeys(entry.path for entry in report.entries):
        entries = [entry for entry in report.entries if entry.path == path]
        failed = sum(entry.status in FINDINGS for entry in entries)
        errors = sum(entry.status is Status.FAILED for entry in entries)
        skipped = sum(entry.status not in (*FINDINGS, Status.FAILED, Status.SUPPORTED) for entry in entries)
        counts = {"tests": len(entries), "failures": failed, "errors": errors, "skipped": skipped}
        suite = SubElement(root, "testsuite", {"name": path, **{name: str(count) for name, count in counts.items()}})
        for entry in entries:
            _test_case(suite, entry)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _test_case(suite: Element, entry: AuditEntry) -> None:
    name = visible(f"{entry.line}:{entry.column} {one_line(entry.text, limit=100)}")
    case = SubElement(suite, "testcase", name=name, classname=entry.path, file=entry.path, line=str(entry.line))
    message = visible(_message(entry))
    if entry.status in FINDINGS:
        quote = _evidence(entry)
        failure = SubElement(case, "failure", type=str(entry.status), message=message)
        failure.text = visible(f'{entry.text}\n{quote[0]}: "{quote[1]}"' if quote else entry.text)
    elif entry.status is Status.FAILED:
        SubElement(case, "error", type="failed", message=message)
    elif entry.status is not Status.SUPPORTED:
        SubElement(case, "skipped", message=visible(f"{entry.status} {entry.message}".strip()))


def github(report: AuditReport, fail_on: FailOn) -> Iterator[str]:
    """The findings as workflow commands, which GitHub shows beside the lines of a pull request, then the counts."""
    for entry in report.findings:
        is_error = entry.status is Status.CONTRADICTED or fail_on is FailOn.UNSUPPORTED
        quote = _evidence(entry)
        message = f'{_message(entry)}\n{quote[0]}: "{quote[1]}"' if quote else _message(entry)
        place = f"file={_property(entry.path)},line={entry.line},endLine={entry.end_line},col={entry.column}"
        title = _property(f"{entry.status}: {one_line(entry.words or entry.text, limit=80)}")
        yield f"::{'error' if is_error else 'warning'} {place},title={title}::{_escaped(message)}"
    yield summary_line(report)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _message(entry: AuditEntry) -> str:
    message = one_line(entry.message) or "The sources do not settle it."
    return f"'{one_line(entry.words, limit=120)}': {message}" if entry.words and entry.words != entry.text else message


def _evidence(entry: AuditEntry) -> tuple[str, str] | None:
    """Where the words of the source stand (file and page, cell or paragraph), and the words."""
    quote = entry.judgement.evidence if entry.judgement else None
    return (", ".join(filter(None, (quote.document_id, entry.place))), quote.text) if quote else None
