"""Convert search results into documents of the case and back.

A document's `kind` says where it comes from and its label, so that both are part of what is hashed and replayed.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudge.case import Case, Document
from adjudge.evidence.records import Evidence, Hit, Origin, Searched
from adjudge.results.news import Search

_NAMES = {
    Origin.ISOT: "isot",
    Origin.FEVER: "fever",
    Origin.DOCUMENTS: "docs",
    Origin.WEB: "web",
    Origin.GIVEN: "given",
}
_KIND = re.compile(r"(?P<origin>ISOT DB|FEVER DB|DOCUMENTS|WEB)(?: record labelled (?P<label>.+)| passage)")


@dataclass(frozen=True, slots=True)
class Found:
    """A document of the case and its evidence record."""

    document: Document
    evidence: Evidence


def found_by(done: Sequence[Searched], *, most: int) -> tuple[list[Document], tuple[Search, ...]]:
    """The documents that searches found, without duplicates, and the searches with the documents of each."""
    ids: dict[str, str] = {}
    documents: list[Document] = []
    counts: dict[Origin, int] = {}
    for hit in _in_turn(done):
        key = hit.evidence.key
        if key in ids or len(documents) >= most or not hit.evidence.text.strip():
            continue
        origin = hit.evidence.origin
        counts[origin] = counts.get(origin, 0) + 1
        ids[key] = f"{_NAMES[origin]}-{counts[origin]}"
        documents.append(_document(ids[key], hit.evidence))
    searches = tuple(
        Search(
            tool=search.tool,
            query=search.query,
            returned=search.returned,
            documents=tuple(ids.get(hit.evidence.key, "") for hit in search.hits),
            scores=tuple(hit.score for hit in search.hits),
            problem=search.problem,
        )
        for search in done
    )
    return documents, searches


def documents_of(evidence: Iterable[Evidence]) -> list[Document]:
    """Evidence as documents of a case, numbered within their origin."""
    return found_by([Searched(tool="", query="", returned="", hits=_as_hits(evidence))], most=1000)[0]


def _as_hits(evidence: Iterable[Evidence]) -> tuple[Hit, ...]:
    return tuple(Hit(store="", evidence=one, score=0.0) for one in evidence)


def exhibits(case: Case) -> tuple[Found, ...]:
    """The case's documents as evidence."""
    return tuple(Found(document, _evidence(document)) for document in case.documents)


def earlier_searches(case: Case) -> tuple[Search, ...]:
    """The searches of an earlier hearing of the case."""
    earlier = case.meta.get("news")
    searches = earlier.get("searches") if isinstance(earlier, dict) else None
    return tuple(Search.model_validate(item) for item in searches) if isinstance(searches, list) else ()


def _in_turn(done: Sequence[Searched]) -> list[Hit]:
    """The best hit of every search and store, then the second best, and so on."""
    ranked: list[tuple[int, int, Hit]] = []
    for order, search in enumerate(done):
        places: dict[str, int] = {}
        for hit in search.hits:
            places[hit.store] = places.get(hit.store, -1) + 1
            ranked.append((places[hit.store], order, hit))
    return [hit for _, _, hit in sorted(ranked, key=lambda row: row[:2])]


def _document(id: str, evidence: Evidence) -> Document:
    label = f" record labelled {evidence.label}" if evidence.label else " passage"
    return Document(
        id=id,
        text=evidence.text,
        title=evidence.title,
        kind=f"{evidence.origin}{label}",
        url=_address(evidence),
        retrieved_at=evidence.retrieved_at,
    )


def _address(evidence: Evidence) -> str | None:
    """The address of the evidence; for a file, also the row, line or page."""
    if evidence.url and evidence.place and evidence.url.startswith("file:"):
        return f"{evidence.url}#{evidence.place.replace(' ', '=')}"
    return evidence.url


def _evidence(document: Document) -> Evidence:
    match = _KIND.fullmatch(document.kind)
    origin = Origin(match["origin"]) if match else Origin.GIVEN
    label = (match["label"] or "") if match else ""
    title = document.title or ("" if match else document.id)
    return Evidence(origin=origin, text=document.text, label=label, title=title, url=document.url)
