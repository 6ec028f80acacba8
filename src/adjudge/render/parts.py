"""The parts that every protocol's card has, from the fields that every verdict has.

Marks are never put on other words than the quote's: a verbatim quote whose offsets do not fit the case stays unmarked.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from adjudge.case import CLAIM_ID, Case, Document
from adjudge.render.blocks import (
    Ballot,
    Ballots,
    Block,
    Comparison,
    Facts,
    Look,
    Note,
    Opinion,
    Passage,
    Piece,
    Point,
    Revision,
    Section,
    Struck,
    Tone,
    Words,
)
from adjudge.render.highlight import Change, Gap, Segment, Span, shorten, word_diff
from adjudge.transcript import Entry, Usage
from adjudge.verdict import Finding, Quote, Relation, Severity, Stance, Verdict

STANCE_TONES = {Stance.SUPPORTED: Tone.GOOD, Stance.CONTRADICTED: Tone.BAD, Stance.NOT_ENOUGH_INFO: Tone.UNSURE}
RELATION_TONES = {
    Relation.SAME: Tone.GOOD,
    Relation.ENTAILED: Tone.GOOD,
    Relation.COARSER: Tone.UNSURE,
    Relation.CONTRADICTED: Tone.BAD,
    Relation.ABSENT: Tone.BAD,
}
_WORST_FIRST = (Tone.BAD, Tone.FAILED, Tone.UNSURE, Tone.GOOD, Tone.PLAIN)
_SEVEREST_FIRST = (Severity.HIGH, Severity.MEDIUM, Severity.LOW)
_LOOKS = {Change.KEPT: Look.PLAIN, Change.REMOVED: Look.REMOVED, Change.ADDED: Look.ADDED}


@dataclass(frozen=True, slots=True)
class Room:
    """How much a writer wants to show of a text, and whether it marks agreeing words beside the deciding ones."""

    text: int
    around: int
    all_points: bool = True


@dataclass(frozen=True, slots=True)
class Marked:
    """A finding with its quotes, before it gets a number."""

    axis: str
    relation: str
    tone: Tone
    explanation: str
    quotes: tuple[Quote, ...]
    severity: Severity = Severity.MEDIUM


EntryView = Callable[[Entry], tuple[Block, ...]]


def _no_sections(case: Case, verdict: Verdict) -> tuple[Section, ...]:  # noqa: ARG001 - one of many views
    return ()


def _no_marks(verdict: Verdict) -> tuple[Marked, ...]:  # noqa: ARG001 - one of many views
    return ()


@dataclass(frozen=True, slots=True)
class View:
    """What a protocol adds to the card that every verdict has."""

    tones: Mapping[str, Tone] = field(default_factory=dict)
    """What the protocol's own words say about the claim."""
    sections: Callable[[Case, Verdict], tuple[Section, ...]] = _no_sections
    marked: Callable[[Verdict], tuple[Marked, ...]] = _no_marks
    """Deciding words of a verdict that has no findings."""
    entries: Mapping[str, EntryView] = field(default_factory=dict)
    """How each kind of entry looks as it arrives."""


def from_finding(finding: Finding) -> Marked:
    """A verdict's finding as a card marks it."""
    quotes = tuple(quote for quote in (finding.claim_quote, finding.source_quote) if quote is not None)
    tone = RELATION_TONES[finding.relation]
    return Marked(
        finding.axis.replace("_", " "), finding.relation.value, tone, finding.explanation, quotes, finding.severity
    )


def words(case: Case, quote: Quote) -> Words:
    """A quote as it stands in its document, with its place."""
    document = _document(case, quote.document_id)
    fits = document is not None and _fits(quote, document.text)
    text = document.text[quote.start : quote.end] if document is not None and fits else quote.text
    place = f"{quote.document_id} {quote.start:,}–{quote.end:,}"
    if quote.match == "repaired":
        place += ", repaired"
    if quote.occurrences > 1:
        place += f", occurs {quote.occurrences}×"
    return Words(text, place, _anchor(case, quote.document_id, quote.start) if fits else "")


def numbered(case: Case, found: Iterable[Marked], *, deciding: Tone) -> tuple[list[Marked], tuple[Point, ...], int]:
    """The findings, the deciding ones first, then the worst and severest, with their numbers; and how many decide."""
    ranked = sorted(
        dict.fromkeys(found),
        key=lambda m: (m.tone is not deciding, _WORST_FIRST.index(m.tone), _SEVEREST_FIRST.index(m.severity)),
    )
    points = tuple(
        Point(
            number=n,
            axis=mark.axis,
            relation=mark.relation,
            tone=mark.tone,
            explanation=mark.explanation,
            claim=tuple(words(case, q) for q in mark.quotes if q.document_id == CLAIM_ID),
            source=tuple(words(case, q) for q in mark.quotes if q.document_id != CLAIM_ID),
        )
        for n, mark in enumerate(ranked, start=1)
    )
    deciders = sum(mark.tone is deciding for mark in ranked)
    return ranked, points, deciders or len(ranked)


def comparison(case: Case, marked: Sequence[Marked], *, room: Room, others: Iterable[Quote] = ()) -> Comparison:
    """Claim and sources with the findings' words marked; `others` are marked only where no finding has words."""
    spans = [(n, quote, mark.tone) for n, mark in enumerate(marked, start=1) for quote in mark.quotes]
    spans = spans or [(0, quote, Tone.PLAIN) for quote in others]
    claim = _passage(case, case.document(CLAIM_ID), spans, title="Claim", room=room)
    sources = [_passage(case, document, spans, title=_title(document), room=room) for document in case.documents]
    return Comparison(claim, tuple(sources))


def _passage(
    case: Case, document: Document, spans: Sequence[tuple[int, Quote, Tone]], *, title: str, room: Room
) -> Passage:
    own = [(n, q, tone) for n, q, tone in spans if q.document_id == document.id and _fits(q, document.text)]
    tones = {n: tone for n, _, tone in own}
    cut = shorten(document.text, [Span(q.start, q.end, n) for n, q, _ in own], room=room.text, around=room.around)
    pieces = tuple(_piece(case, document, part, tones) for part in cut)
    notes = [document.kind] if document.kind else []
    if any(isinstance(part, Gap) for part in cut):
        notes.append(f"shortened; {len(document.text):,} characters in all")
    return Passage(title, " · ".join(notes), pieces, document.url or "")


def _piece(case: Case, document: Document, part: Segment | Gap, tones: dict[int, Tone]) -> Piece:
    if isinstance(part, Gap):
        last = part.end == len(document.text)
        return Piece(f"… {part.end - part.start:,} more" if last else f"… at {part.end:,}: ", Look.GAP)
    if not part.marked:
        return Piece(part.text)
    worst = min((tones.get(ref, Tone.PLAIN) for ref in part.refs or (0,)), key=_WORST_FIRST.index)
    return Piece(part.text, Look.MARK, worst, part.refs, _anchor(case, document.id, part.start))


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


def revision(case: Case, verdict: Verdict, *, tones: Mapping[str, Tone]) -> tuple[Block, ...]:
    """The minimal edit as a word difference, and what the edited claim came out as."""
    edit = verdict.minimal_edit
    if edit is None:
        return ()
    pieces = tuple(Piece(part.text, _LOOKS[part.change]) for part in word_diff(case.claim, edit.text))
    label = edit.rejudged_label
    outcome = Opinion(label, tones.get(label, Tone.UNSURE)) if label is not None else None
    return (Revision(pieces, edit.text, outcome),)


def dissent(verdict: Verdict, *, tones: Mapping[str, Tone]) -> tuple[Block, ...]:
    """Who ended on another side, and why."""
    ballots = tuple(
        Ballot(d.who, "", Opinion(d.verdict, tones.get(d.verdict, Tone.UNSURE), d.confidence), reason=d.reasoning)
        for d in verdict.dissent
    )
    return (Ballots(ballots),) if ballots else ()


def failed_agents(verdict: Verdict) -> tuple[Note, ...]:
    """One note per agent that failed, with the last trouble it had."""
    notes = []
    for who in verdict.failed_agents:
        troubles = [entry.trouble for entry in verdict.transcript.of(who) if entry.trouble is not None]
        why = f"{troubles[-1].error}: {troubles[-1].message}" if troubles else "no reply"
        notes.append(Note(f"{who} failed", why, Tone.FAILED, "It stays in the denominator."))
    return tuple(notes)


def rejected(verdict: Verdict) -> tuple[Block, ...]:
    """Quotes that were not found in the document they name."""
    items = tuple((q.text, f"{q.who}, of {q.document_id}: {q.reason}") for q in verdict.rejected_quotes)
    return (Struck(items),) if items else ()


def calibration(verdict: Verdict) -> str:
    """What the confidence is worth."""
    on = verdict.confidence.calibrated_on
    return f"calibrated on {on}" if on is not None else "uncalibrated"


def spent(usage: Usage, *, cached_calls: int, total_s: float | None) -> str:
    """Calls, tokens, cost and seconds in one line."""
    parts = [f"{usage.calls:,} call{'' if usage.calls == 1 else 's'}"]
    if cached_calls:
        parts.append(f"{cached_calls:,} from the ledger")
    if usage.input_tokens or usage.output_tokens:
        parts.append(f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out")
    parts.append(dollars(usage.cost_usd))
    if total_s is not None:
        parts.append(f"{total_s:,.1f} s")
    return " · ".join(parts)


def cost(verdict: Verdict) -> str:
    """What the verdict took."""
    timing = verdict.timing
    cached, seconds = (timing.cached_calls, timing.total_s) if timing else (0, None)
    return spent(verdict.usage, cached_calls=cached, total_s=seconds)


def dollars(cost_usd: float | None) -> str:
    """A cost as people read it."""
    if cost_usd is None:
        return "cost unknown"
    return "no cost" if cost_usd == 0 else f"${cost_usd:.4f}" if cost_usd < 1 else f"${cost_usd:,.2f}"


def cost_by_agent(verdict: Verdict) -> tuple[Block, ...]:
    """What each agent used."""
    pairs = tuple(
        (who, f"{u.calls:,} calls · {u.input_tokens:,} in, {u.output_tokens:,} out · {dollars(u.cost_usd)}")
        for who, u in verdict.transcript.usage_by_agent.items()
    )
    return (Facts(pairs),) if pairs else ()


def provenance(verdict: Verdict) -> Facts:
    """What made the verdict: version, settings, engines, prompts, and the hash of all that was asked."""
    made = verdict.provenance
    asked = [(f"question {e.number} · {e.agent} · {e.kind}", e.question_hash) for e in verdict.transcript.entries]
    return Facts(
        (
            ("adjudge", made.adjudge),
            ("case digest", made.case_digest),
            *((f"protocol · {name}", _plain(value)) for name, value in made.protocol.items()),
            *((f"engine · {seat}", engine) for seat, engine in made.engines.items()),
            *((f"prompt · {name}", fingerprint) for name, fingerprint in made.prompts.items()),
            *asked,
        )
    )


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
