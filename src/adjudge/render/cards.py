"""The views of protocols, in one table, and the card of every verdict.

A new protocol adds a `ProtocolView` in its own module and a line here. A verdict or an entry without a view is shown
with the parts that all verdicts have.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue, ValidationError

from adjudge.case import CLAIM_ID, Case
from adjudge.render import entailment, factuality, jury, marks, news, parts, trial
from adjudge.render.blocks import Block, Depth, Facts, Note, NumberedFinding, Points, Revision, Section, Tone
from adjudge.render.headline import OUTCOME_TONES, BriefVerdict, EvidencePair, EvidenceWords, Headline, headline_of
from adjudge.render.marks import Marked, Room
from adjudge.render.parts import EntryView, ProtocolView
from adjudge.results.registry import typed_result
from adjudge.transcript import Entry
from adjudge.verdict import Outcome, Quote, Verdict

__all__ = ["VIEWS", "Card", "brief", "build", "entry_blocks", "headline", "label_tone", "typed_result"]

MOST_EVIDENCE = 3
"""How many findings a card shows before "also compared"."""
DECIDING: Mapping[Outcome, frozenset[Tone]] = {
    Outcome.SUPPORTED: frozenset((Tone.GOOD,)),
    Outcome.CONTRADICTED: frozenset((Tone.BAD, Tone.BEYOND)),
    Outcome.NOT_IN_SOURCE: frozenset((Tone.BAD, Tone.BEYOND, Tone.UNSURE)),
    Outcome.UNDECIDED: frozenset((Tone.BAD, Tone.BEYOND, Tone.UNSURE)),
}
"""The findings that decide a verdict."""

VIEWS: Mapping[str, ProtocolView] = {
    "jury": jury.VIEW,
    "entailment": entailment.VIEW,
    "trial": trial.VIEW,
    "factuality": factuality.VIEW,
    "news": news.VIEW,
}
_ENTRIES: Mapping[str, EntryView] = {kind: show for view in VIEWS.values() for kind, show in view.entries.items()}


@dataclass(frozen=True, slots=True)
class Card:
    """A verdict, ready to be written: the headline, the findings that decide it, the edit, and the rest by sections."""

    case_id: str
    headline: Headline
    reasons: tuple[str, ...]
    evidence: tuple[NumberedFinding, ...]
    edit: Revision | None
    sections: tuple[Section, ...]
    footer: str


def build(case: Case, verdict: Verdict, *, room: Room) -> Card:
    """Build the card of a verdict for a writer with this much room."""
    view = VIEWS.get(verdict.protocol, ProtocolView())
    own = view.sections(case, verdict)
    top = headline(verdict)
    order, deciders = _ranked(verdict)
    comparison = marks.comparison(
        case, order if room.all_points else order[:deciders], room=room, others=verdict.quotes
    )
    points, first = marks.numbered(case, order), marks.chosen(order[:deciders], MOST_EVIDENCE)
    evidence = tuple(points[at] for at in first)
    further = tuple(point for at, point in enumerate(points[:deciders]) if at not in first)
    others = points[deciders:]
    edit = parts.revision(case, verdict)
    missing = len(verdict.rejected_quotes)
    sections = (
        Section("Evidence", (Points(evidence),) if evidence else (), label="Evidence"),
        Section("Corrected claim", (edit,) if edit else (), label="Edit"),
        Section("Claim and source", (comparison,)),
        *(section for section in own if section.depth is Depth.OPEN),
        Section(_dissent_title(verdict), parts.dissent(verdict, tones=view.tones)),
        Section("Failed", parts.failed_agents(verdict)),
        Section("Engines", parts.deciders(verdict)),
        Section(f"Quotes not found: {missing}", parts.rejected(verdict), label=f"{missing} not found"),
        Section(f"More evidence ({len(further)})", (Points(further),) if further else (), label="More"),
        Section(f"Also compared ({len(others)})", (Points(others),) if others else (), Depth.FOLDED),
        *(section for section in own if section.depth is not Depth.OPEN),
        Section("Confidence", parts.confidence(top), Depth.FOLDED),
        Section("Cost by agent", parts.cost_by_agent(verdict), Depth.FOLDED, "Agents"),
        Section("Provenance", (parts.provenance(verdict),), Depth.FOLDED),
    )
    return Card(
        case_id=case.id,
        headline=top,
        reasons=verdict.reasons,
        evidence=evidence,
        edit=edit,
        sections=tuple(section for section in sections if section.blocks),
        footer=parts.cost(verdict),
    )


def headline(verdict: Verdict) -> Headline:
    """The verdict's outcome, doubt and confidence in plain words."""
    return headline_of(verdict, VIEWS.get(verdict.protocol, ProtocolView()).objection(verdict))


def brief(case: Case, verdict: Verdict) -> BriefVerdict:
    """The short card as data."""
    top = headline(verdict)
    order, deciders = _ranked(verdict)
    return BriefVerdict(
        case_id=case.id,
        protocol=verdict.protocol,
        outcome=top.outcome,
        leaning=top.leaning,
        doubt=top.doubt,
        label=top.label,
        confidence=top.confidence,
        calibration=top.worth,
        reason=top.reason,
        evidence=tuple(_pair(case, order[at]) for at in marks.chosen(order[:deciders], MOST_EVIDENCE)),
        edit=verdict.minimal_edit.text if verdict.minimal_edit else None,
    )


def _ranked(verdict: Verdict) -> tuple[list[Marked], int]:
    view = VIEWS.get(verdict.protocol, ProtocolView())
    findings = tuple(marks.from_finding(finding) for finding in verdict.findings)
    return marks.ranked(findings or view.marked(verdict), deciding=DECIDING[verdict.outcome])


def _pair(case: Case, mark: Marked) -> EvidencePair:
    def words(quote: Quote) -> EvidenceWords:
        return EvidenceWords.of(quote, case.document(quote.document_id).place(quote.start, quote.end))

    claim = next((words(quote) for quote in mark.quotes if quote.document_id == CLAIM_ID), None)
    source = next((words(quote) for quote in mark.quotes if quote.document_id != CLAIM_ID), None)
    return EvidencePair(
        axis=mark.axis, relation=mark.relation, claim=claim, source=source, explanation=mark.explanation
    )


def label_tone(verdict: Verdict) -> Tone:
    """The tone of the protocol's label; the outcome's tone if the protocol does not define one."""
    view = VIEWS.get(verdict.protocol, ProtocolView())
    return view.tones.get(verdict.label, OUTCOME_TONES[verdict.outcome])


def _dissent_title(verdict: Verdict) -> str:
    return "Divided" if len({one.verdict for one in verdict.dissent}) > 1 else "Dissent"


def entry_blocks(entry: Entry) -> tuple[Block, ...]:
    """The blocks of a transcript entry; empty if it has neither reply nor trouble."""
    if entry.trouble is not None:
        trouble = entry.trouble
        return (Note(f"{entry.agent} failed", f"{trouble.error}: {trouble.message}", Tone.FAILED, trouble.hint),)
    if entry.reply is None:
        return ()
    try:
        shown = _ENTRIES.get(entry.kind, _any_entry)(entry)
    except (ValidationError, ValueError, KeyError):
        # A reply of another version is still worth seeing.
        shown = _any_entry(entry)
    return (*shown, *(Note("", note) for note in entry.notes))


def _any_entry(entry: Entry) -> tuple[Block, ...]:
    pairs = tuple((name.replace("_", " "), _plain(value)) for name, value in (entry.reply or {}).items())
    return (Note(entry.agent, entry.kind.replace("_", " ")), Facts(pairs))


def _plain(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
