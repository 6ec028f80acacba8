"""Which protocol has which view: one explicit table, and the card that every verdict has.

A new protocol adds a `View` in its own module and a line here. A verdict or an entry that no view knows is still shown,
with the parts that all of them have.
"""

import json
from collections.abc import Mapping

from pydantic import JsonValue, ValidationError

from adjudge.case import Case
from adjudge.render import entailment, factuality, jury, marks, news, parts, trial
from adjudge.render.blocks import Block, Card, Depth, Facts, Note, Opinion, Points, Section, Tone
from adjudge.render.marks import Room
from adjudge.render.parts import EntryView, View
from adjudge.results.registry import typed_result
from adjudge.transcript import Entry
from adjudge.verdict import Verdict

__all__ = ["VIEWS", "build", "entry_blocks", "typed_result"]

VIEWS: Mapping[str, View] = {
    "jury": jury.VIEW,
    "entailment": entailment.VIEW,
    "trial": trial.VIEW,
    "factuality": factuality.VIEW,
    "news": news.VIEW,
}
_ENTRIES: Mapping[str, EntryView] = {kind: show for view in VIEWS.values() for kind, show in view.entries.items()}


def build(case: Case, verdict: Verdict, *, room: Room) -> Card:
    """The card of a verdict, for a writer that has so much room."""
    view = VIEWS.get(verdict.protocol, View())
    own = view.sections(case, verdict)
    tone = tone_of(verdict)
    findings = tuple(marks.from_finding(finding, view.relation_tones) for finding in verdict.findings)
    deciding = view.deciding.get(tone, frozenset((tone,)))
    ranked, points, deciders = marks.numbered(case, findings or view.marked(verdict), deciding=deciding)
    comparison = marks.comparison(
        case, ranked if room.all_points else ranked[:deciders], room=room, others=verdict.quotes
    )
    missing = len(verdict.rejected_quotes)
    sections = (
        *(section for section in own if section.depth is Depth.GLANCE),
        Section("Claim and source", (comparison,)),
        Section("What decides it", (Points(points[:deciders]),) if points else (), label="Why"),
        Section("Minimal edit", parts.revision(case, verdict, tones=view.tones), label="Edit"),
        Section(_dissent_title(verdict), parts.dissent(verdict, tones=view.tones)),
        Section("Failed", parts.failed_agents(verdict)),
        Section("Engines", parts.deciders(verdict)),
        Section(f"Quotes not found: {missing}", parts.rejected(verdict), label=f"{missing} not found"),
        Section("Also compared", (Points(points[deciders:]),) if points[deciders:] else (), Depth.BODY),
        *(section for section in own if section.depth is not Depth.GLANCE),
        # Whoever pays for tokens wants to see at once where they went.
        Section(
            "Cost by agent",
            parts.cost_by_agent(verdict),
            Depth.GLANCE if verdict.usage.input_tokens else Depth.FOLDED,
            "Agents",
        ),
        Section("Provenance", (parts.provenance(verdict),), Depth.FOLDED),
    )
    return Card(
        case_id=case.id,
        protocol=verdict.protocol,
        verdict=Opinion(verdict.label, tone, parts.sure(verdict)),
        calibration=parts.calibration(verdict),
        reasons=verdict.reasons,
        sections=tuple(section for section in sections if section.blocks),
        footer=parts.cost(verdict),
    )


def tone_of(verdict: Verdict) -> Tone:
    """What the verdict's own word says about the claim; the stance says it where the word is none of the protocol's."""
    view = VIEWS.get(verdict.protocol, View())
    return view.tones.get(verdict.label, parts.STANCE_TONES[verdict.stance])


def _dissent_title(verdict: Verdict) -> str:
    return "Divided" if len({one.verdict for one in verdict.dissent}) > 1 else "Dissent"


def entry_blocks(entry: Entry) -> tuple[Block, ...]:
    """What an entry shows as it arrives; nothing if it has neither reply nor trouble."""
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
