"""A rubric axis answered from findings: which findings an axis asks for is read off its name and its question."""

import re
from collections.abc import Sequence

from adjudge.analysis.judge.explain import distorts, speaks_against, strongest_first
from adjudge.analysis.judge.weights import Weights
from adjudge.engines.offline.jurors import bears_on
from adjudge.engines.offline.reading import CaseReading
from adjudge.questions.jury import RubricAnswer, RubricAxis, Side, YesNo
from adjudge.verdict import Finding, Relation, Severity

_ASKS_FOR: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"numer|number|unit|percent|quantit|figure|statistic", ("quantity",)),
    (r"scope|who|where|when|entit|region|time|date|place|person|name", ("name", "date", "quantifier")),
    (r"caus", ("causality",)),
    (r"certain|hedg|modal|confiden", ("certainty",)),
    (r"context|caveat|qualifier|denominator|omit|nuance|mislead", ("caveat", "negation", "wording")),
)


def answer_axis(axis: RubricAxis, reading: CaseReading, weights: Weights, rubric: Sequence[RubricAxis]) -> RubricAnswer:
    """Yes, unless a finding on this axis counts against the claim, or the whole text does and no axis fits."""
    counting = [finding for finding in strongest_first(reading.findings) if _counts(finding, weights)]
    mine = [finding for finding in counting if finding.axis in asks_for(axis)]
    if mine:
        return _no(axis, reading, mine)
    if weights.strongest != "supported" and axis is _catch_all(rubric) and not _named_elsewhere(counting, rubric):
        return _whole(axis, reading, weights)
    outweighed = [f for f in strongest_first(reading.findings) if f.axis in asks_for(axis) and objects(f)]
    if outweighed:
        reason = f"On balance yes, despite this: {outweighed[0].explanation}"
        return _answer(axis, reason, reading, outweighed[:1], "Yes")
    agreeing = [f for f in reading.findings if f.axis in asks_for(axis) and bears_on(f, Side.FAITHFUL)]
    reason = agreeing[0].explanation if agreeing else "Nothing on this axis counts against the claim."
    return _answer(axis, reason, reading, agreeing[:2], "Yes")


def asks_for(axis: RubricAxis) -> tuple[str, ...]:
    """The axes of the comparison that a rubric axis is about: by its name, else by its question, else all."""
    for text in (axis.axis, axis.question):
        for pattern, axes in _ASKS_FOR:
            if re.search(pattern, text, re.IGNORECASE):
                return axes
    return tuple(name for _, axes in _ASKS_FOR for name in axes)


def objects(finding: Finding) -> bool:
    """Whether a finding against the claim must be shown to a reader, whatever the verdict."""
    return speaks_against(finding) and finding.severity is not Severity.LOW


def _counts(finding: Finding, weights: Weights) -> bool:
    """Whether a finding still counts against the claim when all are weighed: overall support outweighs a minor
    finding."""
    if distorts(finding):
        return True
    if weights.strongest == "supported":
        return False
    if weights.strongest == "contradicted":
        return finding.relation is Relation.CONTRADICTED or (
            finding.relation is Relation.ABSENT and finding.severity.value != "low"
        )
    return speaks_against(finding)


def _catch_all(rubric: Sequence[RubricAxis]) -> RubricAxis:
    """The axis that answers for the whole: the one about context, else the last."""
    about_context = [axis for axis in rubric if "wording" in asks_for(axis)]
    return about_context[0] if about_context else rubric[-1]


def _named_elsewhere(counting: Sequence[Finding], rubric: Sequence[RubricAxis]) -> bool:
    return any(finding.axis in asks_for(axis) for finding in counting for axis in rubric)


def _no(axis: RubricAxis, reading: CaseReading, findings: Sequence[Finding]) -> RubricAnswer:
    return _answer(axis, " ".join(finding.explanation for finding in findings[:2]), reading, findings[:2], "No")


def _whole(axis: RubricAxis, reading: CaseReading, weights: Weights) -> RubricAnswer:
    doubted = reading.doubted_quote(least=0.0)
    quotes = [doubted] if doubted else list(reading.comparison.unmatched[:3])
    aligned = reading.comparison.aligned[:1]
    named = ", ".join(f"'{quote.text}'" for quote in quotes)
    verb = "contradicts" if weights.strongest == "contradicted" else "does not support"
    return RubricAnswer(
        axis=axis.axis,
        reason=_sentence(reading.why_open) or f"The source {verb} {named or 'the claim'}.",
        claim_quotes=tuple(quote.text for quote in quotes) or (reading.claim,),
        truth_quotes=tuple(quote.text for quote in aligned),
        answer="No",
        claim_contexts=tuple(map(reading.context, quotes)),
        truth_contexts=tuple(map(reading.context, aligned)),
    )


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _answer(
    axis: RubricAxis, reason: str, reading: CaseReading, findings: Sequence[Finding], answer: YesNo
) -> RubricAnswer:
    ours = [f.claim_quote for f in findings if f.claim_quote]
    theirs = [f.source_quote for f in findings if f.source_quote]
    return RubricAnswer(
        axis=axis.axis,
        reason=reason,
        claim_quotes=tuple(quote.text for quote in ours),
        truth_quotes=tuple(quote.text for quote in theirs),
        answer=answer,
        claim_contexts=tuple(map(reading.context, ours)),
        truth_contexts=tuple(map(reading.context, theirs)),
    )
