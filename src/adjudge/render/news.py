"""The news checker's card and live view."""

from adjudge.case import Case
from adjudge.plurals import count_of
from adjudge.questions.news import Advice, Analysis, Bearing, Criticism, NewsLabel, NewsVerdict
from adjudge.render import blocks as b
from adjudge.render.blocks import Block, Depth, Opinion, Section, Tone
from adjudge.render.parts import ProtocolView
from adjudge.results.news import Counted, NewsResult
from adjudge.results.registry import typed_result
from adjudge.transcript import Entry
from adjudge.verdict import Verdict

TONES: dict[str, Tone] = {
    NewsLabel.SUPPORTED: Tone.GOOD,
    NewsLabel.REFUTED: Tone.BAD,
    NewsLabel.NEI: Tone.UNSURE,
    Advice.KEEP: Tone.PLAIN,
}


def sections(_case: Case, verdict: Verdict) -> tuple[Section, ...]:
    """The sections that only this card has."""
    result = typed_result(verdict)
    if not isinstance(result, NewsResult):
        return ()
    return (
        Section("At a glance", _glance(result)),
        Section(f"Evidence found ({len(result.counted)})", _evidence(result)),
        Section("Contradictions", tuple(b.Note("", one, Tone.UNSURE) for one in result.contradictions)),
        Section("Critic", tuple(b.Note("", one, Tone.UNSURE) for one in result.concerns)),
        Section("Notes", tuple(b.Note("", one, Tone.UNSURE) for one in result.notes)),
        Section(f"Searches ({len(result.searches)})", _searches(result), Depth.FOLDED),
    )


def _glance(result: NewsResult) -> tuple[Block, ...]:
    counting = [one for one in result.counted if one.effect is not NewsLabel.NEI]
    origins = result.independent_origins
    chips = (
        b.Chip("complexity", Tone.PLAIN, result.complexity.value),
        b.Chip("evidence", Tone.PLAIN, f"{len(counting)} of {len(result.counted)} count"),
        b.Chip("origins", Tone.PLAIN, f"{origins} independent"),
        b.Chip("tool calls", Tone.PLAIN, str(result.tool_calls)),
    )
    entities = (b.Note("Entities", ", ".join(result.entities)),) if result.entities else ()
    return (b.Strip("Search", chips), *entities)


def _evidence(result: NewsResult) -> tuple[Block, ...]:
    """Every piece of evidence with its effect and reason; pieces that count come first."""
    ranked = sorted(result.counted, key=lambda one: one.effect is NewsLabel.NEI)
    pairs = tuple((_what(one), one.why) for one in ranked)
    return (b.Facts(pairs),) if pairs else (b.Note("", "Nothing was found.", Tone.UNSURE),)


def _what(one: Counted) -> str:
    label = f" {one.label}" if one.label else ""
    effect = "context" if one.effect is NewsLabel.NEI else one.effect.value
    return f"{one.document_id} · {one.origin}{label} · {effect}"


def _searches(result: NewsResult) -> tuple[Block, ...]:
    pairs = tuple((f"{one.tool}: {one.query}", count_of(len(one.documents), "hit")) for one in result.searches)
    return (b.Facts(pairs),) if pairs else ()


def analysed(entry: Entry) -> tuple[Block, ...]:
    """Entities, queries, complexity."""
    reply = Analysis.model_validate(entry.reply)
    pairs = (
        ("entities", ", ".join(reply.entities) or "none"),
        *((f"query {number}", query) for number, query in enumerate(reply.queries, start=1)),
        ("complexity", reply.complexity.value),
    )
    return b.Note("Analyzer", "what to look for"), b.Facts(pairs)


def verified(entry: Entry) -> tuple[Block, ...]:
    """The verifier's verdict, and how many pieces are relevant to the claim."""
    reply = NewsVerdict.model_validate(entry.reply)
    bearing = [one for one in reply.readings if one.bearing is not Bearing.CONTEXT]
    opinion = Opinion(reply.verdict, TONES.get(reply.verdict, Tone.FAILED))
    reason = f"{reply.reason} ({len(bearing)} of {len(reply.readings)} pieces are relevant)"
    return (b.Ballots((b.JurorOpinion("verifier", "Verifier", opinion, reason=reason),)),)


def criticised(entry: Entry) -> tuple[Block, ...]:
    """The critic's concerns."""
    reply = Criticism.model_validate(entry.reply)
    step = f", {reply.confidence_adjustment:+.2f}" if reply.confidence_adjustment else ""
    opinion = Opinion(f"{reply.advice}{step}", TONES[reply.advice])
    reason = " ".join(reply.concerns) or "Nothing counts against the verdict."
    return (b.Ballots((b.JurorOpinion("critic", "Critic", opinion, reason=reason),)),)


VIEW = ProtocolView(
    tones=TONES,
    sections=sections,
    entries={"analyze_claim": analysed, "determine_verdict": verified, "criticise_verdict": criticised},
)
