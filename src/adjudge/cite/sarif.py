"""A report as SARIF 2.1.0: a result for each citing sentence that its works do not support. Pure."""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from adjudge.cite.report import CitationReport, CitationRuling, CitationVerdict, CitedWords

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_RULES: Mapping[CitationVerdict, tuple[str, str, str]] = {
    CitationVerdict.CONTRADICTED: ("citation/contradicted", "error", "The cited work says otherwise."),
    CitationVerdict.NOT_IN_SOURCE: ("citation/not-in-source", "warning", "The cited work does not say this."),
    CitationVerdict.SOURCE_MISSING: ("citation/source-missing", "warning", "The cited work is missing or unreadable."),
    CitationVerdict.NOT_CHECKABLE: ("citation/not-checkable", "note", "The sentence says nothing that can be checked."),
}


def citation_log(report: CitationReport) -> str:
    """The SARIF log of a report, as JSON."""
    rules = [{"id": id, "shortDescription": {"text": told}} for id, _, told in _RULES.values()]
    driver = {"name": "adjudge", "version": version("adjudge"), "rules": rules}
    results = [_result(ruling) for ruling in report.rulings if ruling.verdict in _RULES]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)


def _result(ruling: CitationRuling) -> dict[str, Any]:
    id, level, told = _RULES[ruling.verdict]
    region = {
        "startLine": ruling.line,
        "startColumn": ruling.column,
        "charOffset": ruling.start,
        "charLength": ruling.end - ruling.start,
    }
    place = {"physicalLocation": {"artifactLocation": {"uri": _uri(ruling.file)}, "region": region}}
    return {
        "ruleId": id,
        "level": level,
        "message": {"text": f"{told} {ruling.reason}".strip()},
        "locations": [place],
        "relatedLocations": [_related(words, at) for at, words in enumerate(ruling.quotes)],
        "properties": {"keys": list(ruling.keys), "missing": list(ruling.missing), "text": ruling.text},
    }


def _related(words: CitedWords, at: int) -> dict[str, Any]:
    rectangles = [one.model_dump() for one in words.rectangles]
    return {
        "id": at,
        "message": {"text": f"{words.key}{f', {words.place}' if words.place else ''}: {words.text}"},
        "physicalLocation": {"artifactLocation": {"uri": _uri(words.file)}},
        "properties": {"place": words.place, "rectangles": rectangles},
    }


def _uri(path: str) -> str:
    return quote(path, errors="surrogateescape")
