"""Issue spans as SARIF 2.1.0, the format in which editors and CI show findings in a file. Pure.

Regions count lines and columns from 1, columns in Unicode code points, and give the character offset too. A text that
is one value of a row (JSON, CSV) has no columns of its own: its region is the row's line, and the offsets that count
in the text are among the properties.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from adjudge.questions.factuality import ClaimLabel, ErrorType
from adjudge.results.factuality import IssueSpan
from adjudge.verdict import Quote, Severity

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.HIGH: "error", Severity.MEDIUM: "warning", Severity.LOW: "note"}
_ERRORS = tuple(error for error in ErrorType if error is not ErrorType.NONE)


@dataclass(frozen=True, slots=True)
class InFile:
    """A text that is a file of its own."""

    path: str
    text: str

    def location(self, start: int, end: int) -> dict[str, Any]:
        """Where words of the text stand."""
        lines = [0, *(at + 1 for at, character in enumerate(self.text) if character == "\n")]
        region: dict[str, int] = {"charOffset": start, "charLength": end - start}
        for name, at in (("start", start), ("end", end)):
            line = bisect_right(lines, at) - 1
            region |= {f"{name}Line": line + 1, f"{name}Column": at - lines[line] + 1}
        return physical_location(self.path, region)


@dataclass(frozen=True, slots=True)
class OnLine:
    """A text that is a value of a row, and the line on which the row begins."""

    path: str
    line: int
    row: str
    """The row's id."""

    def location(self, start: int, end: int) -> dict[str, Any]:
        """The row; where the words stand in its text is said beside it."""
        properties = {"row": self.row, "charOffset": start, "charLength": end - start}
        return {**physical_location(self.path, {"startLine": self.line}), "properties": properties}


@dataclass(frozen=True, slots=True)
class Checked:
    """Where a summary is kept, what was found in it, and where its articles are kept, by their ids."""

    summary: InFile | OnLine
    issues: tuple[IssueSpan, ...]
    articles: Mapping[str, InFile | OnLine]


def log(checked: Iterable[Checked]) -> str:
    """The SARIF log of these summaries, as JSON."""
    results = [_result(one, issue) for one in checked for issue in one.issues]
    return sarif_log({id: _described(id) for id in _rules()}, results)


def sarif_log(rules: Mapping[str, str], results: Sequence[Mapping[str, Any]]) -> str:
    """A SARIF log of results; `rules` are descriptions by id."""
    driver = {
        "name": "adjudge",
        "version": version("adjudge"),
        "rules": [{"id": id, "shortDescription": {"text": text}} for id, text in rules.items()],
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": list(results)}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _rules() -> list[str]:
    return sorted({_rule(label, error) for label in (ClaimLabel.INCORRECT, ClaimLabel.UNCERTAIN) for error in _ERRORS})


def _rule(label: ClaimLabel, error: ErrorType) -> str:
    what = ErrorType.OTHER if error is ErrorType.NONE else error
    if label is ClaimLabel.UNCERTAIN:
        return f"uncertain/{what.value}"
    return f"{'unsupported' if what is ErrorType.ADDITION else 'incorrect'}/{what.value}"


def _described(id: str) -> str:
    kind, _, what = id.partition("/")
    messages = {
        "unsupported": "The article does not say this.",
        "uncertain": f"It is unclear whether the article supports this ({what}).",
    }
    return messages.get(kind, f"The article does not support the {what}.")


def _level(issue: IssueSpan) -> str:
    # An incorrect claim is never a mere note, whatever its severity, and an uncertain one never more: CI must be able
    # to fail on what is wrong and pass what is only not known.
    if issue.label is ClaimLabel.UNCERTAIN:
        return "note"
    return _LEVELS[max(issue.severity, Severity.MEDIUM, key=_rank)]


def _result(checked: Checked, issue: IssueSpan) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": _rule(issue.label, issue.error_type),
        "level": _level(issue),
        "message": {"text": _message(issue)},
        "locations": [checked.summary.location(issue.start, issue.end)],
        "properties": {
            "label": issue.label.value,
            "severity": issue.severity.value,
            "confidence": issue.confidence,
            "text": issue.text,
        },
    }
    if issue.evidence_quote is not None:
        result["relatedLocations"] = [_related(checked, issue.evidence_quote)]
    return result


def _rank(severity: Severity) -> int:
    return (Severity.LOW, Severity.MEDIUM, Severity.HIGH).index(severity)


def _message(issue: IssueSpan) -> str:
    said = f"{issue.label.value}: {issue.explanation}"
    return f'{said} The article: "{issue.evidence_quote.text}"' if issue.evidence_quote else said


def _related(checked: Checked, words: Quote) -> dict[str, Any]:
    place = checked.articles[words.document_id].location(words.start, words.end)
    return {**place, "id": 0, "message": {"text": words.text}}


def physical_location(path: str, region: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The location of a file, or of a region of it."""
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(path, errors="surrogateescape")}}
    return {"physicalLocation": place | ({"region": dict(region)} if region else {})}


def related_location(path: str, text: str, *, id: int = 0) -> dict[str, Any]:
    """The location of a source, with what it says."""
    return {"id": id, "message": {"text": text}, **physical_location(path)}
