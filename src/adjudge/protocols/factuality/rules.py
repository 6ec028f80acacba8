"""The factuality agent's aggregation: claims to sentences to a summary, and the spans of what is wrong. Pure.

claims  ->  sentence label (the worst)  ->  summary label; support  ->  sentence score (the lowest)  ->  score
"""

from collections.abc import Sequence

from adjudge.questions.factuality import ClaimLabel
from adjudge.results.factuality import (
    ClaimCounts,
    IssueSpan,
    JudgedClaim,
    JudgedSentence,
    SentenceLabel,
    SummaryLabel,
    TextSpan,
)
from adjudge.verdict import Severity, Stance

STANCES = {
    SummaryLabel.FAITHFUL: Stance.SUPPORTED,
    SummaryLabel.UNFAITHFUL: Stance.CONTRADICTED,
    SummaryLabel.UNCERTAIN: Stance.NOT_ENOUGH_INFO,
}
THRESHOLD = 0.5
"""A score below this suggests an unfaithful summary. One threshold for all texts; labels do not depend on it."""
WEAK = 0.25
"""Annotators usually mark claims with less support. Used to measure spans; no label depends on it."""
GRAVITY = {Severity.HIGH: 0, Severity.MEDIUM: 1, Severity.LOW: 2}


def sentence_label(claims: Sequence[JudgedClaim], *, failed: bool = False) -> SentenceLabel:
    """The worst label of a sentence's claims; a failed claim prevents `correct`."""
    labels = {claim.label for claim in claims}
    if ClaimLabel.INCORRECT in labels:
        return SentenceLabel.INCORRECT
    if ClaimLabel.UNCERTAIN in labels:
        return SentenceLabel.UNCERTAIN
    if failed or None in labels:
        return SentenceLabel.FAILED
    return SentenceLabel.CORRECT if labels else SentenceLabel.EXCLUDED


def sentence_score(claims: Sequence[JudgedClaim]) -> float | None:
    """The lowest support of the sentence's claims."""
    return min((claim.support for claim in claims if claim.support is not None), default=None)


def summary_label(sentences: Sequence[JudgedSentence]) -> SummaryLabel:
    """One incorrect sentence makes a summary unfaithful; faithful is one whose checkable sentences are all correct."""
    labels = {sentence.label for sentence in sentences} - {SentenceLabel.EXCLUDED}
    if SentenceLabel.INCORRECT in labels:
        return SummaryLabel.UNFAITHFUL
    return SummaryLabel.FAITHFUL if labels == {SentenceLabel.CORRECT} else SummaryLabel.UNCERTAIN


def summary_score(scores: Sequence[float]) -> float | None:
    """From the sentences' scores to the summary's: that of its weakest sentence.

    Beside means with half and three quarters of the weight on the weakest, this told the summaries of sets that were
    left out of the fit apart best (docs/documents.md).
    """
    return min(scores, default=None)


def share_correct(sentences: Sequence[JudgedSentence]) -> float | None:
    """The share of the judged sentences that are correct."""
    judged = [one for one in sentences if one.label not in (SentenceLabel.EXCLUDED, SentenceLabel.FAILED)]
    if not judged:
        return None
    return round(sum(one.label is SentenceLabel.CORRECT for one in judged) / len(judged), 6)


def counted(sentences: Sequence[JudgedSentence], claims: Sequence[JudgedClaim]) -> ClaimCounts:
    """Every claim once, and every sentence that has none."""
    labels = [claim.label for claim in claims]
    bare = [sentence.label for sentence in sentences if not sentence.claims]
    return ClaimCounts(
        asked=len(labels) + len(bare),
        correct=labels.count(ClaimLabel.CORRECT),
        incorrect=labels.count(ClaimLabel.INCORRECT),
        uncertain=labels.count(ClaimLabel.UNCERTAIN),
        excluded=bare.count(SentenceLabel.EXCLUDED),
        failed=labels.count(None) + bare.count(SentenceLabel.FAILED),
    )


def issue_spans(sentences: Sequence[JudgedSentence], claims: Sequence[JudgedClaim]) -> tuple[IssueSpan, ...]:
    """One span for each sentence that has a problem, in the order of the text."""
    by_id = {claim.id: claim for claim in claims}
    found = []
    for sentence in sentences:
        problems = [by_id[id] for id in sentence.claims if by_id[id].issue is not None]
        if problems:
            found.append(_issue(min(problems, key=_gravity)))
    return tuple(found)


def _gravity(claim: JudgedClaim) -> tuple[bool, int, float, int]:
    """Incorrect before uncertain, then by severity, confidence and position."""
    return claim.label is not ClaimLabel.INCORRECT, GRAVITY[claim.severity], -claim.confidence, claim.id


def _issue(claim: JudgedClaim) -> IssueSpan:
    assert claim.issue is not None
    assert claim.label is not None
    return IssueSpan(
        start=claim.issue.start,
        end=claim.issue.end,
        text=claim.issue.text,
        sentence=claim.sentence,
        claim=claim.id,
        label=claim.label,
        severity=claim.severity,
        error_type=claim.error_type,
        explanation=claim.explanation,
        confidence=claim.confidence,
        evidence_quote=claim.evidence_quote,
    )


def confidence(label: SummaryLabel, claims: Sequence[JudgedClaim]) -> float:
    """The highest confidence of an incorrect claim, the lowest of a correct one, or the highest of an uncertain one."""
    of = {SummaryLabel.FAITHFUL: ClaimLabel.CORRECT, SummaryLabel.UNFAITHFUL: ClaimLabel.INCORRECT}
    sure = [claim.confidence for claim in claims if claim.label is of.get(label, ClaimLabel.UNCERTAIN)]
    if not sure:
        return 0.0
    return round(min(sure) if label is SummaryLabel.FAITHFUL else max(sure), 4)


def placed(words: str, text: str, within: Sequence[TextSpan], context: str = "") -> TextSpan:
    """Where the words stand in the first of these spans that holds them, inside the context if there is one, whole
    words first; else the first span."""
    wanted = words.strip()
    starts = [one.start + at for one in within if context and (at := one.text.find(context)) >= 0]
    around = [TextSpan(start=at, end=at + len(context), text=context) for at in starts if wanted in context]
    for span in (*around, *within):
        inside = text[span.start : span.end]
        at = -1
        place = inside.find(wanted) if wanted else -1
        while place >= 0:
            at = place if at < 0 else at
            if _stands_alone(inside, place, place + len(wanted)):
                at = place
                break
            place = inside.find(wanted, place + 1)
        if at >= 0:
            start = span.start + at
            return TextSpan(start=start, end=start + len(wanted), text=wanted)
    return within[0]


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return not (text[start].isalnum() and before.isalnum()) and not (text[end - 1].isalnum() and after.isalnum())
