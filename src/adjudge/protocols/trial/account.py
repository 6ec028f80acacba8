"""What a verdict says about its differences: which are critical, in one line each, what to change, and the findings.

Everything follows from the label and the evidence, so that a verdict cannot contradict its own lists.
"""

from collections.abc import Iterable, Sequence

from adjudge.case import CLAIM_ID, Case
from adjudge.protocols.trial.evidence import AdmittedEvidence, Raised, is_relevant
from adjudge.protocols.trial.rules import DifferenceStatus, counts_as_critical, standing
from adjudge.questions.trial_replies import Gravity, Judgment, TrialLabel
from adjudge.verdict import Dissent, Finding, Quote, Relation, Severity

_LEFT = (DifferenceStatus.STANDS, DifferenceStatus.CONTESTED)


def critical(evidence: AdmittedEvidence, label: TrialLabel) -> list[Raised]:
    """The critical differences of a verdict with this label."""
    return _once(one for one in evidence.raised if counts_as_critical(one.charge, label))


def mendable(evidence: AdmittedEvidence, label: TrialLabel) -> list[Raised]:
    """The differences to correct: the critical ones, or else all with found quotes that were not withdrawn."""
    if label is TrialLabel.FAITHFUL:
        return []
    return critical(evidence, label) or _once(one for one in evidence.raised if standing(one.charge) in _LEFT)


def findings(evidence: AdmittedEvidence, label: TrialLabel) -> tuple[Finding, ...]:
    """The findings of a verdict with this label: critical differences, minor ones, and agreement."""
    grave = critical(evidence, label)
    known = {one.words.pair for one in grave}
    lesser = _once(one for one in evidence.raised if one.words.pair not in known and _shown(one, label))
    agreed = [
        Finding(
            axis=checked.dimension.value,
            relation=Relation.SAME if words.both else Relation.ENTAILED,
            claim_quote=words.claim,
            source_quote=words.truth,
            explanation=checked.point.note,
            severity=Severity.LOW,
        )
        for checked, words in evidence.matches
        if words.founded and words.pair not in known and is_relevant(checked)
    ]
    return (*map(_grave, grave), *map(_lesser, lesser), *agreed)


def described(one: Raised, case: Case) -> str:
    """The difference in one line, with its words and offsets."""
    claim, truth = one.words.pair
    if claim and truth:
        return f"claim {_at(claim, case)} against truth {_at(truth, case)}: {one.why}"
    if claim:
        return f"claim {_at(claim, case)}, where the truth is silent: {one.why}"
    return f"truth {_at(truth, case)}, which the claim leaves out: {one.why}" if truth else one.why


def correction(one: Raised, case: Case) -> str:
    """What to change, in one line."""
    claim, truth = one.words.pair
    if claim and truth:
        return f"replace claim {_at(claim, case)} with truth {_at(truth, case)}"
    if claim:
        return f"remove claim {_at(claim, case)}, which the truth does not say"
    return f"add truth {_at(truth, case)}, which the claim leaves out" if truth else one.why


def overruling(judgment: Judgment, critical: Sequence[str]) -> tuple[str, ...]:
    stands = [f"After the rebuttals, this difference remains: {line}" for line in critical]
    nothing = "No critical difference with a quote remains, so the claim is not mutated."
    return (*(stands or [nothing]), f"The judge said {judgment.verdict.value}: {judgment.one_sentence_summary}")


def overruled_summary(judgment: Judgment, label: TrialLabel) -> str:
    why = (
        "no critical difference with a quote remains"
        if judgment.verdict is TrialLabel.MUTATED
        else "a critical difference remains"
    )
    return f"{label.value} by the rules: the judge said {judgment.verdict.value}, but {why}."


def dissent(judgment: Judgment, label: TrialLabel) -> tuple[Dissent, ...]:
    if judgment.verdict is label:
        return ()
    reasoning = " ".join([judgment.one_sentence_summary, *judgment.rationale])
    return (Dissent(who="judge", verdict=judgment.verdict.value, confidence=judgment.confidence, reasoning=reasoning),)


def _at(quote: Quote, case: Case) -> str:
    # With several documents, offsets need the document's id.
    named = f"{quote.document_id} " if len(case.documents) > 1 and quote.document_id != CLAIM_ID else ""
    return f"'{quote.text}' ({named}{quote.start}-{quote.end})"


def _shown(one: Raised, label: TrialLabel) -> bool:
    """Whether to show the difference: a contested critical one did not prevail against FAITHFUL."""
    prevailed = label is not TrialLabel.FAITHFUL or one.charge.gravity is Gravity.MINOR
    return prevailed and standing(one.charge) in _LEFT


def _once(raised: Iterable[Raised]) -> list[Raised]:
    """Each pair of words once, as it was first raised."""
    first: dict[tuple[Quote | None, Quote | None], Raised] = {}
    for one in raised:
        first.setdefault(one.words.pair, one)
    return list(first.values())


def _grave(one: Raised) -> Finding:
    return _finding(one, Relation.CONTRADICTED if one.words.both else Relation.ABSENT, Severity.HIGH)


def _lesser(one: Raised) -> Finding:
    if one.charge.gravity is Gravity.CRITICAL:
        return _finding(one, Relation.ABSENT, Severity.MEDIUM)
    return _finding(one, Relation.COARSER if one.words.both else Relation.ABSENT, Severity.LOW)


def _finding(one: Raised, relation: Relation, severity: Severity) -> Finding:
    return Finding(
        axis=one.axis,
        relation=relation,
        claim_quote=one.words.claim,
        source_quote=one.words.truth,
        explanation=one.why,
        severity=severity,
    )
