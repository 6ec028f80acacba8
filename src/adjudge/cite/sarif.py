"""A report as SARIF 2.1.0: a result for each citing sentence that its works do not support. Pure."""

from collections.abc import Mapping
from typing import Any

from adjudge.cite.report import CitationReport, CitationRuling, CitationVerdict, CitedWords
from adjudge.render.sarif import physical_location, related_location, sarif_log

_RULES: Mapping[CitationVerdict, tuple[str, str, str]] = {
    CitationVerdict.CONTRADICTED: ("citation/contradicted", "error", "The cited work contradicts this."),
    CitationVerdict.NOT_IN_SOURCE: ("citation/not-in-source", "warning", "The cited work does not say this."),
    CitationVerdict.SOURCE_MISSING: ("citation/source-missing", "warning", "The cited work is missing or unreadable."),
    CitationVerdict.NOT_CHECKABLE: ("citation/not-checkable", "note", "The sentence contains nothing to check."),
}


def citation_log(report: CitationReport) -> str:
    """The SARIF log of a report, as JSON."""
    results = [_result(ruling) for ruling in report.rulings if ruling.verdict in _RULES]
    return sarif_log({id: message for id, _, message in _RULES.values()}, results)


def _result(ruling: CitationRuling) -> dict[str, Any]:
    id, level, message = _RULES[ruling.verdict]
    region = {
        "startLine": ruling.line,
        "startColumn": ruling.column,
        "endLine": ruling.end_line,
        "endColumn": ruling.end_column,
        "charOffset": ruling.start,
        "charLength": ruling.end - ruling.start,
    }
    return {
        "ruleId": id,
        "level": level,
        "message": {"text": f"{message} {ruling.reason}".strip()},
        "locations": [physical_location(ruling.file, region)],
        "relatedLocations": [_related(words, at) for at, words in enumerate(ruling.quotes)],
        "properties": {"keys": list(ruling.keys), "missing": list(ruling.missing), "text": ruling.text},
    }


def _related(words: CitedWords, at: int) -> dict[str, Any]:
    said = f"{words.key}{f', {words.place}' if words.place else ''}: {words.text}"
    properties = {"place": words.place, "rectangles": [one.model_dump() for one in words.rectangles]}
    return {**related_location(words.file, said, id=at), "properties": properties}
