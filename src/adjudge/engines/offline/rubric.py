"""A rubric axis answered from findings: which findings an axis asks for is read off its name and its question."""

import re
from collections.abc import Sequence

from adjudge.analysis.judge.weights import Weights, distorts, speaks_against, strongest_first
from adjudge.engines.offline.reading import Reading
from adjudge.questions.jury import RubricAnswer, RubricAxis
from adjudge.verdict import Finding, Relation, Severity

_ASKS_FOR: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"numer|number|unit|percent|quantit|figure|statistic", ("quantity",)),
    (r"scope|who|where|when|entit|region|time|date|place|person|name", ("name", "date", "quantifier", "role")),
    (r"caus", ("causality",)),
    (r"certain|hedg|modal|confiden", ("certainty",)),
    (r"context|caveat|qualifier|denominator|omit|nuance|mislead", ("caveat", "negation", "wording")),
)


def answer_axis(axis: RubricAxis, reading: Reading, weights: Weights, rubric: Sequence[RubricAxis]) -> RubricAnswer:
    """Yes, unless a finding on this axis counts against the claim, or the whole does and no axis could be named."""
    counting = [finding for finding in strongest_first(reading.findings) if _counts(finding, weights)]
    mine = [finding for finding in counting if finding.axis in asks_for(axis)]
    if mine:
        return _no(axis, mine)
    if weights.strongest != "supported" and axis is _catch_all(rubric) and not _named_elsewhere(counting, rubric):
        return _whole(axis, reading, weights)
    outweighed = [f for f in strongest_first(reading.findings) if f.axis in asks_for(axis) and objects(f)]
    if outweighed:
        reason = f"This speaks against the claim, and the whole outweighs it: {outweighed[0].explanation}"
        return _answer(axis, reason, outweighed[:1], "Yes")
    agreeing = [f for f in reading.findings if f.axis in asks_for(axis) and not speaks_against(f)]
    reason = agreeing[0].explanation if agreeing else "Nothing on this axis speaks against the claim."
    return _answer(axis, reason, agreeing[:2], "Yes")


def asks_for(axis: RubricAxis) -> tuple[str, ...]:
    """The axes of the comparison that a rubric axis is about: by its name, else by its question, else all."""
    for text in (axis.axis, axis.question):
        for pattern, axes in _ASKS_FOR:
            if re.search(pattern, text, re.IGNORECASE):
                return axes
    return tuple(name for _, axes in _ASKS_FOR for name in axes)


def objects(finding: Finding) -> bool:
    """Whether a finding speaks against the claim so that a reader has to be told, whatever the verdict."""
    return speaks_against(finding) and finding.severity is not Severity.LOW


def _counts(finding: Finding, weights: Weights) -> bool:
    """Whether a finding speaks against the claim once all are weighed: a supported whole outweighs a light finding."""
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


def _no(axis: RubricAxis, findings: Sequence[Finding]) -> RubricAnswer:
    return _answer(axis, " ".join(finding.explanation for finding in findings[:2]), findings[:2], "No")


def _whole(axis: RubricAxis, reading: Reading, weights: Weights) -> RubricAnswer:
    words = [reading.disputed()] if reading.judged else [quote.text for quote in reading.comparison.unmatched[:3]]
    named = ", ".join(f"'{text}'" for text in words if text)
    verb = "contradicts" if weights.strongest == "contradicted" else "does not support"
    return RubricAnswer(
        axis=axis.axis,
        reason=f"The source {verb} {named or 'the claim'}.",
        claim_quotes=tuple(filter(None, words)) or (reading.claim,),
        truth_quotes=tuple(quote.text for quote in reading.comparison.aligned[:1]),
        answer="No",
    )


def _answer(axis: RubricAxis, reason: str, findings: Sequence[Finding], answer: str) -> RubricAnswer:
    return RubricAnswer(
        axis=axis.axis,
        reason=reason,
        claim_quotes=tuple(f.claim_quote.text for f in findings if f.claim_quote),
        truth_quotes=tuple(f.source_quote.text for f in findings if f.source_quote),
        answer="Yes" if answer == "Yes" else "No",
    )
