"""A claim beside its sources: every difference and agreement found, with the exact words on both sides.

Contradictions are looked for before agreement; what cannot be told is `absent`. Nothing here gives a verdict.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import SourceWords, View, source_words, views
from adjudge.analysis.compare.axes import date, degree, name, negation, number, wording
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.case import CLAIM_ID
from adjudge.verdict import Axis, Finding, Quote, Relation

_AXES: tuple[Callable[[Sequence[View], SourceWords], list[Finding]], ...] = (
    number.findings,
    date.findings,
    name.findings,
    negation.findings,
    wording.findings,
    degree.findings,
)
_AGREEING = (Relation.SAME, Relation.ENTAILED, Relation.COARSER)
_ANSWERING = (Axis.QUANTITY, Axis.DATE, Axis.NAME, Axis.QUANTIFIER)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was found. `coverage`: the share of the claim's content that the aligned sentences answer, 0 to 1.

    `aligned` are the source sentences that speak about the claim, best first for each claim sentence; `unmatched` are
    the claim's content words that none of them answers; `focus` is the coverage by the single best sentence, and
    `frame` the same for everything but numbers and dates; `source_sentences` is how many sentences the sources have.
    """

    findings: tuple[Finding, ...]
    coverage: float
    aligned: tuple[Quote, ...]
    unmatched: tuple[Quote, ...]
    focus: float = 0.0
    frame: float = 0.0
    source_sentences: int = 0

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
    frame: float


def compare(claim: str, sources: Sequence[tuple[str, str]]) -> Comparison:
    """Compare a claim, or a text of several sentences, with its sources, given as (document id, text)."""
    all_words = source_words("\n".join(text for _, text in sources))
    parts = [_part(Reading(CLAIM_ID, span), sources, all_words) for span in sentences(claim)]
    weight = sum(part.weight for part in parts)
    return Comparison(
        findings=tuple(finding for part in parts for finding in part.findings),
        coverage=sum(part.matched for part in parts) / weight if weight else 0.0,
        aligned=tuple(dict.fromkeys(quote for part in parts for quote in part.aligned)),
        unmatched=tuple(quote for part in parts for quote in part.unmatched),
        focus=sum(part.focus * part.weight for part in parts) / weight if weight else 0.0,
        frame=sum(part.frame * part.weight for part in parts) / weight if weight else 0.0,
        source_sentences=sum(len(sentences(text)) for _, text in sources),
    )


def _part(claim: Reading, sources: Sequence[tuple[str, str]], all_words: SourceWords) -> _Part:
    found = views(claim, sources)
    findings = [finding for axis in _AXES for finding in axis(found, all_words)]
    if any(view.source.text == claim.text for view in found):
        # A sentence that the source repeats word for word is not contradicted by another one.
        findings = [one for one in findings if one.relation is not Relation.CONTRADICTED]
    answered = {index for view in found for index in view.links} | _agreed(claim, findings)
    weights = found[0].weights if found else dict.fromkeys(claim.content, 1.0)
    return _Part(
        findings=tuple(findings),
        aligned=tuple(view.source.whole for view in found if view.links),
        unmatched=tuple(claim.quote_word(index) for index in claim.content if index not in answered),
        weight=sum(weights.values()),
        matched=sum(weight for index, weight in weights.items() if index in answered),
        focus=found[0].coverage if found else 0.0,
        frame=found[0].frame_without(frozenset()) if found else 0.0,
    )


def _agreed(claim: Reading, findings: Sequence[Finding]) -> set[int]:
    """Claim words that a finding answers, though the source says them in other words: "two thirds" by "66 %"."""
    quotes = [one.claim_quote for one in findings if one.relation in _AGREEING and one.axis in _ANSWERING]
    return {
        index
        for quote in quotes
        if quote is not None
        for index in claim.indexes(Span(quote.start - claim.span.start, quote.end - claim.span.start, quote.text))
    }
