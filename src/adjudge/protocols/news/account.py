"""The account of a news verdict: what was weighed and on which words, the one sentence for it, findings and dissent.

In: the verifier's reply and the decision. Out: parts of the verdict. It decides nothing.
"""

from collections.abc import Sequence

from adjudge.agents.hearing import Hearing
from adjudge.evidence.bearing import effect
from adjudge.evidence.origins import groups
from adjudge.protocols.news import rules
from adjudge.protocols.news.evidence import Found
from adjudge.protocols.news.rules import Decision, WeighedEvidence
from adjudge.questions.news import Bearing, NewsLabel, NewsVerdict, Weighed
from adjudge.verdict import Dissent, Finding, Quote, Relation, Severity

_RELATIONS = {NewsLabel.SUPPORTED: Relation.SAME, NewsLabel.REFUTED: Relation.CONTRADICTED}
_NOTHING_COUNTS = "The evidence shares words with the claim, but says neither the same nor the opposite."
_TWO_SIDES = "The sources contradict each other"

Counting = list[tuple[WeighedEvidence, Weighed]]


def counted(hearing: Hearing, found: Sequence[Found], reply: NewsVerdict) -> tuple[Counting, dict[str, Quote]]:
    """The weighed evidence, in order. A piece without a quote of its own words is context."""
    origin_of = groups([one.document.text for one in found])
    readings = {reading.id: reading for reading in reply.readings}
    weighed: Counting = []
    quotes: dict[str, Quote] = {}
    for one, group in zip(found, origin_of, strict=True):
        id = one.document.id
        reading = readings.get(id) or Weighed(id=id, quote="", bearing=Bearing.CONTEXT, why="not weighed")
        bearing = reading.bearing
        if bearing is not Bearing.CONTEXT:
            quote = hearing.quote(reading.quote, who="verifier", document_ids=[id], context=reading.context)
            bearing = bearing if quote else Bearing.CONTEXT
            if quote and effect(one.evidence.label, bearing) is not NewsLabel.NEI:
                quotes[id] = quote
        weighed.append((WeighedEvidence(id, one.evidence.origin, one.evidence.label, bearing, group), reading))
    return weighed, quotes


def reason_for(reply: NewsVerdict, before: Decision, after: Decision, concerns: tuple[str, ...]) -> str:
    """One sentence that explains the final label."""
    if after.label is not before.label and concerns:
        return f"The critic rejected {before.label}: {concerns[0]}"
    if rules.allowed(reply.verdict) is after.label:
        return reply.reason
    if before.contradictions and before.label is NewsLabel.NEI:
        return f"{_TWO_SIDES}: {before.contradictions[0]}."
    if after.label is NewsLabel.NEI:
        return _NOTHING_COUNTS
    return f"The remaining evidence gives {after.label}."


def findings(weighed: Counting, quotes: dict[str, Quote]) -> list[Finding]:
    """One finding for each piece that counts."""
    return [
        Finding(
            axis="evidence",
            relation=_RELATIONS[piece.effect],
            source_quote=quotes[piece.id],
            explanation=f"{piece.origin}{f', {piece.label}' if piece.label else ''}: {reading.why}",
            severity=Severity.HIGH,
        )
        for piece, reading in weighed
        if piece.effect in _RELATIONS
    ]


def dissent(reply: NewsVerdict, after: Decision, before: Decision) -> tuple[Dissent, ...]:
    """The verifier's own verdict, if the readings gave another."""
    own = rules.allowed(reply.verdict)
    if own is None or own is after.label:
        return ()
    return (Dissent(who="verifier", verdict=own.value, confidence=before.confidence, reasoning=reply.reason),)
