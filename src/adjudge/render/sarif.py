"""Issue spans as SARIF 2.1.0, the format in which editors and CI show findings in a file. Pure.

Regions count lines and columns from 1, columns in Unicode code points, and give the character offset too.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from adjudge.questions.factuality import ClaimLabel, ErrorType
from adjudge.results.factuality import IssueSpan
from adjudge.verdict import Quote, Severity

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.HIGH: "error", Severity.MEDIUM: "warning", Severity.LOW: "note"}
_RULES: dict[ErrorType, str] = {
    error: f"{'incorrect' if error is not ErrorType.ADDITION else 'unsupported'}/{error.value}"
    for error in ErrorType
    if error is not ErrorType.NONE
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A summary, where it is kept, and what was found in it; `articles` are the texts and places of its sources."""

    text: str
    uri: str
    issues: tuple[IssueSpan, ...]
    articles: Mapping[str, tuple[str, str]]


def log(checked: Iterable[Checked]) -> str:
    """The SARIF log of these summaries, as JSON."""
    results = [_result(one, issue) for one in checked for issue in one.issues]
    driver = {
        "name": "adjudge",
        "version": version("adjudge"),
        "rules": [{"id": id, "shortDescription": {"text": _described(id)}} for id in sorted(set(_RULES.values()))],
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _described(id: str) -> str:
    kind, _, what = id.partition("/")
    return "The article does not say this." if kind == "unsupported" else f"The article does not bear out the {what}."


def _result(checked: Checked, issue: IssueSpan) -> dict[str, Any]:
    # An incorrect claim is never a mere note, whatever its severity: CI must be able to fail on it.
    level = (
        "warning" if issue.label is ClaimLabel.UNCERTAIN else _LEVELS[max(issue.severity, Severity.MEDIUM, key=_rank)]
    )
    result: dict[str, Any] = {
        "ruleId": _RULES.get(issue.error_type, "incorrect/other"),
        "level": level,
        "message": {"text": _message(issue)},
        "locations": [_location(checked.uri, checked.text, issue.start, issue.end)],
        "properties": {"label": issue.label.value, "severity": issue.severity.value, "confidence": issue.confidence},
    }
    if issue.evidence_quote is not None:
        result["relatedLocations"] = [_related(checked, issue.evidence_quote)]
    return result


def _rank(severity: Severity) -> int:
    return (Severity.LOW, Severity.MEDIUM, Severity.HIGH).index(severity)


def _message(issue: IssueSpan) -> str:
    said = f"{issue.label.value}: {issue.explanation}"
    return f'{said} The article: "{issue.evidence_quote.text}"' if issue.evidence_quote else said


def _related(checked: Checked, quote: Quote) -> dict[str, Any]:
    text, uri = checked.articles.get(quote.document_id, ("", quote.document_id))
    return {**_location(uri, text, quote.start, quote.end), "id": 0, "message": {"text": quote.text}}


def _location(uri: str, text: str, start: int, end: int) -> dict[str, Any]:
    lines = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
    region: dict[str, int] = {"charOffset": start, "charLength": end - start}
    for name, at in (("start", start), ("end", end)):
        line = bisect_right(lines, at) - 1
        region |= {f"{name}Line": line + 1, f"{name}Column": at - lines[line] + 1}
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
