"""Convert findings into numbered points, and mark their words in the texts.

Marks are never put on other words than the quote's: a verbatim quote whose offsets do not fit the case stays unmarked.
"""

import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from adjudge.case import CLAIM_ID, Case, Document
from adjudge.render.blocks import ClaimAndSources, Emphasis, MarkedText, NumberedFinding, QuotedWords, StyledText, Tone
from adjudge.render.highlight import Gap, MarkedSpan, Segment, shorten
from adjudge.verdict import Finding, Outcome, Quote, Relation, Severity

RELATION_TONES = {
    Relation.SAME: Tone.GOOD,
    Relation.ENTAILED: Tone.GOOD,
    Relation.COARSER: Tone.UNSURE,
    Relation.CONTRADICTED: Tone.BAD,
    Relation.ABSENT: Tone.BEYOND,
}
RELATION_WORDS: dict[str, str] = {
    Relation.ENTAILED: Outcome.SUPPORTED.value.lower(),
    Relation.ABSENT: Outcome.NOT_IN_SOURCE.value.lower(),
}
"""Relations that people read as an outcome; the others say what they are."""
_WORST_FIRST = (Tone.BAD, Tone.BEYOND, Tone.FAILED, Tone.UNSURE, Tone.GOOD, Tone.PLAIN)
_SEVEREST_FIRST = (Severity.HIGH, Severity.MEDIUM, Severity.LOW)


@dataclass(frozen=True, slots=True)
class Room:
    """How much of a text a writer shows, and whether it marks agreeing words beside the deciding ones."""

    text: int
    around: int
    all_points: bool = True


@dataclass(frozen=True, slots=True)
class Marked:
    """A finding with its quotes, not yet numbered."""

    axis: str
    relation: str
    tone: Tone
    explanation: str
    quotes: tuple[Quote, ...]
    severity: Severity = Severity.MEDIUM


def from_finding(finding: Finding) -> Marked:
    """A verdict's finding as a card marks it."""
    quotes = tuple(quote for quote in (finding.claim_quote, finding.source_quote) if quote is not None)
    tone = RELATION_TONES[finding.relation]
    return Marked(
        finding.axis.replace("_", " "), finding.relation.value, tone, finding.explanation, quotes, finding.severity
    )


def words(case: Case, quote: Quote) -> QuotedWords:
    """A quote as it stands in its document, with its place."""
    document = _document(case, quote.document_id)
    fits = document is not None and _fits(quote, document.text)
    text = document.text[quote.start : quote.end] if document is not None and fits else quote.text
    place = f"{quote.document_id} {quote.start:,}–{quote.end:,}"
    if document is not None and fits and (stands := document.place(quote.start, quote.end)):
        place = f"{quote.document_id}, {stands}"
    if quote.match == "repaired":
        place += ", repaired"
    if quote.occurrences > 1:
        place += f", occurs {quote.occurrences}×"
    return QuotedWords(text, place, _anchor(case, quote.document_id, quote.start) if fits else "")


def ranked(found: Iterable[Marked], *, deciding: Collection[Tone]) -> tuple[list[Marked], int]:
    """The findings, the deciding ones first, then the worst and severest; and how many decide."""
    order = sorted(
        dict.fromkeys(found),
        key=lambda mark: (
            mark.tone not in deciding,
            _WORST_FIRST.index(mark.tone),
            _SEVEREST_FIRST.index(mark.severity),
        ),
    )
    return order, sum(mark.tone in deciding for mark in order) or len(order)


def chosen(order: Sequence[Marked], most: int) -> list[int]:
    """Which findings are shown first: at most so many. Of those on the same words of the claim, the most exact one."""
    first: list[int] = []
    for at, mark in enumerate(order):
        same = next((n for n, other in enumerate(first) if _overlap(mark, order[other])), None)
        if same is None:
            first.append(at)
        elif _length(mark) < _length(order[first[same]]):
            first[same] = at
    return first[:most]


def _overlap(one: Marked, other: Marked) -> bool:
    ours, theirs = ([quote for quote in mark.quotes if quote.document_id == CLAIM_ID] for mark in (one, other))
    return any(a.start < b.end and b.start < a.end for a in ours for b in theirs)


def _length(mark: Marked) -> int:
    """How many characters of the source it quotes: where fewer say it, they say it better. None says least."""
    return sum(q.end - q.start for q in mark.quotes if q.document_id != CLAIM_ID) or sys.maxsize


def numbered(case: Case, order: Iterable[Marked]) -> tuple[NumberedFinding, ...]:
    """Findings with their numbers and the words they rest on."""
    return tuple(
        NumberedFinding(
            number=n,
            axis=mark.axis,
            relation=RELATION_WORDS.get(mark.relation, mark.relation),
            tone=mark.tone,
            explanation=mark.explanation,
            claim=tuple(words(case, q) for q in mark.quotes if q.document_id == CLAIM_ID),
            source=tuple(words(case, q) for q in mark.quotes if q.document_id != CLAIM_ID),
        )
        for n, mark in enumerate(order, start=1)
    )


def comparison(case: Case, marked: Sequence[Marked], *, room: Room, others: Iterable[Quote] = ()) -> ClaimAndSources:
    """Claim and sources with the findings' words marked; `others` are marked only where no finding has words."""
    spans = [(n, quote, mark.tone) for n, mark in enumerate(marked, start=1) for quote in mark.quotes]
    spans = spans or [(0, quote, Tone.PLAIN) for quote in others]
    claim = _passage(case, case.document(CLAIM_ID), spans, title="Claim", room=room)
    sources = [_passage(case, document, spans, title=_title(document), room=room) for document in case.documents]
    return ClaimAndSources(claim, tuple(sources))


def _passage(
    case: Case, document: Document, spans: Sequence[tuple[int, Quote, Tone]], *, title: str, room: Room
) -> MarkedText:
    own = [(n, q, tone) for n, q, tone in spans if q.document_id == document.id and _fits(q, document.text)]
    tones = {n: tone for n, _, tone in own}
    cut = shorten(document.text, [MarkedSpan(q.start, q.end, n) for n, q, _ in own], room=room.text, around=room.around)
    pieces = tuple(_piece(case, document, part, tones) for part in cut)
    notes = [document.kind] if document.kind else []
    if any(isinstance(part, Gap) for part in cut):
        notes.append(f"shortened; {len(document.text):,} characters in all")
    return MarkedText(title, " · ".join(notes), pieces, document.url or "")


def _piece(case: Case, document: Document, part: Segment | Gap, tones: dict[int, Tone]) -> StyledText:
    if isinstance(part, Gap):
        last = part.end == len(document.text)
        space = " " if part.start else ""
        return StyledText(
            f"{space}… {part.end - part.start:,} more" if last else f"{space}… at {part.end:,}: ", Emphasis.GAP
        )
    if not part.marked:
        return StyledText(part.text)
    worst = min((tones.get(ref, Tone.PLAIN) for ref in part.refs or (0,)), key=_WORST_FIRST.index)
    return StyledText(
        text=part.text,
        look=Emphasis.WIDE if part.wide else Emphasis.MARK,
        tone=worst,
        refs=part.refs,
        anchor=_anchor(case, document.id, part.start),
        opens=part.opens,
        closes=part.closes,
    )


def _title(document: Document) -> str:
    return document.title or ("Source" if document.id == "source" else document.id)


def _document(case: Case, id: str) -> Document | None:
    known = (id == CLAIM_ID) or any(document.id == id for document in case.documents)
    return case.document(id) if known else None


def _fits(quote: Quote, text: str) -> bool:
    if not 0 <= quote.start < quote.end <= len(text):
        return False
    return quote.match == "repaired" or text[quote.start : quote.end] == quote.text


def _anchor(case: Case, document_id: str, start: int) -> str:
    ids = [CLAIM_ID, *(document.id for document in case.documents)]
    return f"at-{ids.index(document_id)}-{start}"
