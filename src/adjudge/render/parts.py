"""The parts of every card, built from the fields of every verdict, and what a protocol adds (`ProtocolView`)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from adjudge.case import Case
from adjudge.plurals import count_of
from adjudge.render.blocks import (
    Ballots,
    Block,
    Emphasis,
    Facts,
    JurorOpinion,
    Note,
    Opinion,
    Revision,
    Section,
    Struck,
    StyledText,
    Tone,
)
from adjudge.render.headline import OUTCOME_TONES, Headline, Objection
from adjudge.render.highlight import DiffKind, word_diff
from adjudge.render.marks import Marked
from adjudge.results.jury import JuryLabel
from adjudge.transcript import Entry, Usage
from adjudge.verdict import Outcome, Stage, Stance, Verdict

_LOOKS = {DiffKind.KEPT: Emphasis.PLAIN, DiffKind.REMOVED: Emphasis.REMOVED, DiffKind.ADDED: Emphasis.ADDED}

EntryView = Callable[[Entry], tuple[Block, ...]]


def _no_sections(case: Case, verdict: Verdict) -> tuple[Section, ...]:  # noqa: ARG001 - one of many views
    return ()


def _no_marks(verdict: Verdict) -> tuple[Marked, ...]:  # noqa: ARG001 - one of many views
    return ()


def _no_objection(verdict: Verdict) -> Objection:  # noqa: ARG001 - one of many views
    return Objection()


@dataclass(frozen=True, slots=True)
class ProtocolView:
    """What a protocol adds to the card that every verdict has."""

    tones: Mapping[str, Tone] = field(default_factory=dict)
    """What the protocol's own words say about the claim."""
    sections: Callable[[Case, Verdict], tuple[Section, ...]] = _no_sections
    marked: Callable[[Verdict], tuple[Marked, ...]] = _no_marks
    """Deciding words of a verdict that has no findings."""
    entries: Mapping[str, EntryView] = field(default_factory=dict)
    """How each kind of entry looks as it arrives."""
    objection: Callable[[Verdict], Objection] = _no_objection
    """What the proceedings say against the verdict."""


def revision(case: Case, verdict: Verdict) -> Revision | None:
    """The minimal edit as a word difference, and what the edited claim came out as; None without an edit."""
    edit = verdict.minimal_edit
    if edit is None:
        return None
    pieces = tuple(StyledText(part.text, _LOOKS[part.change]) for part in word_diff(case.claim, edit.text))
    return Revision(pieces, edit.text, _rejudged(edit.rejudged_label))


def _rejudged(label: str | None) -> Opinion | None:
    """The verdict on the edited claim. Only a jury judges an edit again, and only its Faithful is support."""
    if label is None:
        return None
    stance = Stance.SUPPORTED if label == JuryLabel.FAITHFUL else Stance.NOT_ENOUGH_INFO
    outcome = Outcome.of(label, stance)
    return Opinion(outcome.value, OUTCOME_TONES[outcome])


def confidence(top: Headline) -> tuple[Block, ...]:
    """What the confidence rests on, in figures."""
    return (Note("", f"{top.worth}: {top.figures}"),) if top.figures else ()


def dissent(verdict: Verdict, *, tones: Mapping[str, Tone]) -> tuple[Block, ...]:
    """The dissenters and their reasons."""
    ballots = tuple(
        JurorOpinion(d.who, "", Opinion(d.verdict, tones.get(d.verdict, Tone.UNSURE), d.confidence), reason=d.reasoning)
        for d in verdict.dissent
    )
    return (Ballots(ballots),) if ballots else ()


def failed_agents(verdict: Verdict) -> tuple[Note, ...]:
    """One note per failed agent, with its last error."""
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


def spent(usage: Usage, *, cached_calls: int, total_s: float | None) -> str:
    """Calls, tokens, cost and seconds in one line."""
    parts = [count_of(usage.calls, "call")]
    if cached_calls:
        parts.append(f"{cached_calls:,} from the ledger")
    if usage.input_tokens or usage.output_tokens:
        parts.append(f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out")
    parts.append(dollars(usage.cost_usd))
    if total_s is not None:
        parts.append(f"{total_s:,.1f} s")
    return " · ".join(parts)


def cost(verdict: Verdict) -> str:
    """What the verdict took, with the engines of a cascade that handed it on."""
    timing = verdict.timing
    cached, seconds = (timing.cached_calls, timing.total_s) if timing else (0, None)
    usage = sum((stage.usage for stage in verdict.provenance.cascade), Usage()) + verdict.usage
    return spent(usage, cached_calls=cached, total_s=seconds)


def dollars(cost_usd: float | None) -> str:
    """Format a cost."""
    if cost_usd is None:
        return "cost unknown"
    return "no cost" if cost_usd == 0 else f"${cost_usd:.4f}" if cost_usd < 1 else f"${cost_usd:,.2f}"


def deciders(verdict: Verdict) -> tuple[Block, ...]:
    """Under a risk: which engine decided, and which handed the case on, and why."""
    made = verdict.provenance
    if made.risk is None and not made.cascade:
        return ()
    engines = ", ".join(sorted(set(made.engines.values())))
    return (Note("Decided by", engines), *map(_handed_on, made.cascade))


def _handed_on(stage: Stage) -> Note:
    if stage.trouble:
        return Note(stage.engine, f"handed on: it failed ({stage.trouble})", Tone.FAILED)
    error = "is not known" if stage.expected_error is None else f"is {stage.expected_error:.1%}"
    return Note(stage.engine, f"handed on: it said {stage.label}, whose expected error {error}", Tone.UNSURE)


def cost_by_agent(verdict: Verdict) -> tuple[Block, ...]:
    """The usage and, if known, the waiting time of each agent."""
    seconds = verdict.timing.by_agent_s if verdict.timing else {}
    pairs = tuple(
        (
            who,
            f"{count_of(u.calls, 'call')} · {u.input_tokens:,} in, {u.output_tokens:,} out · {dollars(u.cost_usd)}"
            + (f" · {seconds[who]:.1f} s" if who in seconds else ""),
        )
        for who, u in verdict.transcript.usage_by_agent.items()
    )
    return (Facts(pairs),) if pairs else ()


def provenance(verdict: Verdict) -> Facts:
    """The provenance of the verdict: version, settings, engines, prompts, and the hash of all that was asked."""
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
