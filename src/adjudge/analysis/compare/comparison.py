"""A claim beside its sources: every difference and agreement found, with the exact words on both sides.

Contradictions are looked for before agreement; what cannot be told is `absent`. Nothing here gives a verdict.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.compare import identity
from adjudge.analysis.compare.align import View, left_out, views
from adjudge.analysis.compare.axes import (
    attribution,
    degrees,
    denial,
    edits,
    groups,
    hours,
    limits,
    naming,
    numbers,
    outcomes,
    outlook,
    parts,
    periods,
    remainders,
    roles,
    scope,
    shares,
    stages,
    states,
    superlatives,
    swaps,
    trends,
    widened,
)
from adjudge.analysis.compare.axes.loosening import loosening
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import composed
from adjudge.case import CLAIM_ID
from adjudge.verdict import Finding, Quote, Relation

_ANSWERING = ("quantity", "date", "name", "quantifier", "role")
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was found. `coverage`: the share of the claim's content that the aligned sentences answer, 0 to 1.

    `aligned` are the source sentences that speak about the claim, best first for each claim sentence; `unmatched` are
    the claim's content words that none of them answers; `focus` is the coverage by the single best sentence; `added`
    is the share of that best sentence that the claim leaves out.
    """

    findings: tuple[Finding, ...]
    coverage: float
    aligned: tuple[Quote, ...]
    unmatched: tuple[Quote, ...]
    focus: float = 0.0
    left_out: float = 0.0

    def on(self, axis: str) -> tuple[Finding, ...]:
        """The findings on one axis."""
        return tuple(finding for finding in self.findings if finding.axis == axis)

    def with_relation(self, relation: Relation) -> tuple[Finding, ...]:
        """The findings of one relation."""
        return tuple(finding for finding in self.findings if finding.relation is relation)


@dataclass(frozen=True, slots=True)
class _Part:
    """The comparison of one claim sentence."""

    findings: tuple[Finding, ...]
    aligned: tuple[Quote, ...]
    unmatched: tuple[Quote, ...]
    weight: float
    matched: float
    focus: float
    left_out: float


def compare(claim: str, sources: Sequence[tuple[str, str]]) -> Comparison:
    """Compare a claim, or a text of several sentences, with its sources, given as (document id, text)."""
    lowered = composed("\n".join(text for _, text in sources)).lower()
    vocabulary = frozenset(_TOKEN.findall(lowered))
    parts = [_part(Reading(CLAIM_ID, span), sources, lowered, vocabulary) for span in sentences(claim)]
    weight = sum(part.weight for part in parts)
    return Comparison(
        findings=tuple(finding for part in parts for finding in part.findings),
        coverage=sum(part.matched for part in parts) / weight if weight else 0.0,
        aligned=tuple(dict.fromkeys(quote for part in parts for quote in part.aligned)),
        unmatched=tuple(quote for part in parts for quote in part.unmatched),
        focus=sum(part.focus * part.weight for part in parts) / weight if weight else 0.0,
        left_out=sum(part.left_out * part.weight for part in parts) / weight if weight else 0.0,
    )


def _part(claim: Reading, sources: Sequence[tuple[str, str]], lowered: str, vocabulary: frozenset[str]) -> _Part:
    found = views(claim, sources)
    scopes = loosening(found)
    clashing = identity.clashes(claim.text, sources, offset=claim.span.start)
    settled = {one.claim_quote for one in clashing}
    findings = remainders.without_rests(found, [*_findings(found, lowered, vocabulary), *scopes.findings])
    findings = [*clashing, *(one for one in findings if one.claim_quote not in settled)]
    if any(view.source.text == claim.text for view in found):
        # What the source says in these words it says, whatever else it says.
        findings = [one for one in findings if one.relation is not Relation.CONTRADICTED]
    answered = {index for view in found for index in view.links} | _agreed(claim, findings) | scopes.excused
    weights = found[0].weights if found else dict.fromkeys(claim.content, 1.0)
    return _Part(
        findings=tuple(findings),
        aligned=tuple(view.source.whole for view in found if view.links),
        unmatched=tuple(claim.quote_word(index) for index in claim.content if index not in answered),
        weight=sum(weights.values()),
        matched=sum(weight for index, weight in weights.items() if index in answered),
        focus=found[0].coverage if found else 0.0,
        left_out=left_out(found[0]) if found else 0.0,
    )


def _wording(found: Sequence[View]) -> list[Finding]:
    """A word known to clash says more than a word that is merely new: edits count where no swap was found."""
    return swaps.findings(found) or trends.findings(found) or states.findings(found) or edits.findings(found)


def _within(word: Finding, rest: Finding) -> bool:
    """Whether a clash of words is part of what a share leaves: "half is grown without", of "half is grown with"."""
    inner, outer = word.claim_quote, rest.claim_quote
    if rest.relation is not Relation.ENTAILED or inner is None or outer is None:
        return False
    return outer.start <= inner.start and inner.end <= outer.end


def _agreed(claim: Reading, findings: Sequence[Finding]) -> set[int]:
    """Claim words that a finding answers, though the source says them in other words: "two thirds" by "66 %"."""
    agreeing = (Relation.SAME, Relation.ENTAILED, Relation.COARSER)
    quotes = [one.claim_quote for one in findings if one.relation in agreeing and one.axis in _ANSWERING]
    return {
        index
        for quote in quotes
        if quote is not None
        for index in claim.indexes(Span(quote.start - claim.span.start, quote.end - claim.span.start, quote.text))
    }


def _findings(found: Sequence[View], lowered: str, vocabulary: frozenset[str]) -> list[Finding]:
    counted = numbers.findings(found, lowered)
    return [
        *counted,
        *periods.findings(found, lowered),
        *hours.findings(found),
        *naming.findings(found, lowered, vocabulary),
        *attribution.findings(found, lowered),
        *parts.findings(found, lowered),
        *(shares.findings(found) or denial.findings(found)),
        *degrees.findings(found),
        *scope.findings(found, lowered),
        *groups.findings(found),
        *roles.findings(found),
        *(one for one in _wording(found) if not any(_within(one, other) for other in counted)),
        *limits.findings(found),
        *stages.findings(found, lowered),
        *outlook.findings(found, lowered),
        *widened.findings(found),
        *superlatives.findings(found),
        *outcomes.findings(found),
    ]
