"""The factuality agent's questions answered from an analysis of the texts.

Claims are clauses. A claim is read against the candidate passages: `incorrect` needs words of a passage that speak
about the same thing and say otherwise, `correct` needs support, and what no passage bears out or denies is `uncertain`.
"""

import re
from collections.abc import Sequence

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.judge.explain import distorts, strongest_first
from adjudge.analysis.judge.overrule import bound_kept
from adjudge.analysis.judge.weights import Weights
from adjudge.analysis.text.language import language
from adjudge.analysis.text.sentences import sentences
from adjudge.engines.offline.checkable import uncheckable
from adjudge.engines.offline.clauses import clauses
from adjudge.engines.offline.jurors import bears_on
from adjudge.engines.offline.languages import READ, languages_differ
from adjudge.engines.offline.places import context_of
from adjudge.engines.offline.reading import CaseReading, Judged, Reader
from adjudge.engines.offline.support import ClaimReadings, support
from adjudge.evidence.passages import Passage, nearest, windows
from adjudge.questions.base import Source
from adjudge.questions.factuality import (
    NO_EVIDENCE,
    AtomicClaim,
    ClaimLabel,
    ClaimList,
    ErrorType,
    ExtractClaims,
    Verification,
    VerifyClaim,
)
from adjudge.questions.jury import Side
from adjudge.verdict import Finding, Quote, Relation, Severity

_ERRORS = {
    "quantity": ErrorType.NUMBER,
    "date": ErrorType.DATE,
    "name": ErrorType.ENTITY,
    "negation": ErrorType.NEGATION,
    "certainty": ErrorType.CERTAINTY,
    "caveat": ErrorType.CERTAINTY,
    "quantifier": ErrorType.QUANTIFIER,
    "causality": ErrorType.CAUSE,
    "wording": ErrorType.PREDICATE,
}
_VALUES = ("quantity", "date", "name")
_LEAST_IF_CORRECT = 0.5
MOST_IF_DENIED = 0.4
"""Label and support of a claim never disagree: correct is at least the one, incorrect at most the other."""
_NEAR, _NEAR_WORDS = 3, 45
"""How many windows of how many words are read for themselves."""
_FEWEST_COPIED = 3
COPIED = 0.99
_SAYS_IT_ALL = 0.8
"""A sentence that answers so much of the claim is the one that speaks about it, whichever passage the model names."""
_PLAINLY = 0.9
"""From here on the reading, or the model, says that a claim is denied."""
_TOGETHER = 0.5
"""Unmatched words are one span if it covers at most this share of the claim."""


async def extract_claims(question: ExtractClaims, _reader: Reader) -> ClaimList:
    """The clauses of the sentence; none for a question, an opinion or a heading."""
    if (tongue := language(question.sentence)) not in READ:
        return ClaimList(reason=f"{tongue} is not read by the offline engine", claims=())
    if reason := uncheckable(question.sentence):
        return ClaimList(reason=reason, claims=())
    claims = tuple(AtomicClaim(text=one.text, quote=one.span.text) for one in clauses(question.sentence))
    return ClaimList(reason="" if claims else "no words to check", claims=claims)


async def verify_claim(question: VerifyClaim, reader: Reader) -> Verification:
    """The claim read against its passages."""
    if not question.passages:
        return _uncertain("No passage of the article speaks about this.", support=0.2)
    joined = " ".join(passage.text for passage in question.passages)
    if tongues := languages_differ(question.sentence, joined):
        return _uncertain(f"The claim is in {tongues[0]}, the article in {tongues[1]}.", support=0.5)
    if copied := _word_for_word(question):
        return copied
    all_readings = await readings(question, reader)
    reading, whole = all_readings.claim, all_readings.sentence
    borne_out = support(all_readings, [passage.text for passage in question.passages])
    weights = reading.weights()
    if weights.strongest == "supported" and bound_kept(reading.comparison):
        # Like the model, the layer takes the other digits of a bound that is kept for a difference.
        borne_out = max(borne_out, _LEAST_IF_CORRECT)
    found = [one for one in strongest_first(reading.findings) if _denies(one, joined, reading.comparison.focus)]
    # Where words alone clash and the reading as a whole bears the claim out, the clash is with another statement; but
    # where one sentence says all the rest, and the whole is read as denied, it is this one.
    plain = reading.comparison.focus >= _SAYS_IT_ALL and weights.contradicted >= _PLAINLY
    against = [one for one in found if plain or one.axis in _VALUES or borne_out < _LEAST_IF_CORRECT]
    # The model alone does not convict: of the claims that it denied with no words against words, half were faithful.
    if against and weights.strongest == "contradicted":
        return _incorrect(reading, whole, weights, against[0], min(borne_out, MOST_IF_DENIED))
    # What the article says less strongly ("was linked to" for "caused") it does not say.
    overstated = any(distorts(finding) for finding in reading.findings)
    says_so = weights.strongest == "supported" and borne_out >= _LEAST_IF_CORRECT and not overstated
    if says_so and (evidence := _speaking(reading, reading.best)):
        return _correct(weights, evidence, reading, borne_out)
    return _open(reading, whole, weights, borne_out, found)


async def readings(question: VerifyClaim, reader: Reader) -> ClaimReadings:
    """The claim and the whole sentence that it comes from against the passages, and the claim against the few
    sentences nearest to it."""
    sources = tuple(Source(id=str(passage.index), text=passage.text) for passage in question.passages)
    reading = await reader.read(question.claim, sources, before=question.before)
    whole = reading
    if question.sentence != question.claim:
        whole = await reader.read(question.sentence, sources, before=question.before)
    if not reading.judged:
        return ClaimReadings(reading, whole)
    parts = {part.text: part for one in sources for part in windows(one.id, one.text, words=_NEAR_WORDS)}
    pairs = [(part.text, question.claim) for part in nearest(question.claim, list(parts.values()), limit=_NEAR)]
    return ClaimReadings(reading, whole, tuple(await reader.judged(pairs)))


def _word_for_word(question: VerifyClaim) -> Verification | None:
    """What stands in the article as it stands in the summary needs no reading."""
    words = question.sentence.split()
    if len(words) < _FEWEST_COPIED:
        return None
    verbatim = re.compile(r"\s".join(map(re.escape, words)))
    for passage in question.passages:
        if match := verbatim.search(passage.text):
            return Verification(
                selected_evidence_index=passage.index,
                evidence_quote=match.group(),
                explanation="The article says so, word for word.",
                claim_quote="",
                error_type=ErrorType.NONE,
                severity=Severity.LOW,
                label=ClaimLabel.CORRECT,
                confidence=COPIED,
                support=COPIED,
            )
    return None


def _denies(finding: Finding, passages: str, focus: float) -> bool:
    """Whether words stand against words. A number or name that the passages have too is not denied by another one,
    unless it is said of something else: in a near copy the comparison has seen to that."""
    if finding.relation is not Relation.CONTRADICTED or finding.source_quote is None:
        return False
    if focus >= _SAYS_IT_ALL:
        return True
    said = finding.claim_quote.text if finding.claim_quote and finding.axis in _VALUES else ""
    return not (said and re.search(rf"(?<!\w){re.escape(said)}(?!\w)", passages, re.IGNORECASE))


def _speaking(reading: CaseReading, judged: Judged | None) -> Quote | None:
    """The sentence that speaks most about the claim, in the passage that the model read where there is a model."""
    aligned = reading.comparison.aligned
    if aligned and (judged is None or reading.comparison.focus >= _SAYS_IT_ALL):
        return aligned[0]
    if judged is None:
        return None
    read = judged.passages
    if inside := [quote for quote in aligned if any(_covers(passage, quote) for passage in read)]:
        return inside[0]
    first = sentences(read[0].text)
    if not first:
        return aligned[0] if aligned else None
    start = read[0].start + first[0].start
    return Quote(text=first[0].text, document_id=read[0].document_id, start=start, end=start + len(first[0].text))


def _covers(passage: Passage, quote: Quote) -> bool:
    return quote.document_id == passage.document_id and passage.start <= quote.start < passage.end


def _context(reading: CaseReading, quote: Quote | None) -> str:
    """Where the quote stands in its passage; the passages overlap, and the passage is named."""
    passage = next((source.text for source in reading.sources if quote and source.id == quote.document_id), "")
    return context_of(quote, passage) if quote and passage else ""


def _whole(comparison: Comparison, quote: Quote) -> Quote:
    """The aligned sentence that the words belong to."""
    return next((one for one in comparison.aligned if _within(quote, one)), quote)


def _within(inner: Quote, outer: Quote) -> bool:
    return inner.document_id == outer.document_id and outer.start <= inner.start and inner.end <= outer.end


def _correct(weights: Weights, evidence: Quote, reading: CaseReading, borne_out: float) -> Verification:
    # What agrees elsewhere in the article explains nothing about these words.
    agreeing = [
        one.explanation
        for one in reading.findings
        if bears_on(one, Side.FAITHFUL) and one.source_quote and _within(one.source_quote, evidence)
    ]
    return Verification(
        selected_evidence_index=int(evidence.document_id),
        evidence_quote=evidence.text,
        evidence_context=_context(reading, evidence),
        explanation=" ".join(["The article says so.", *dict.fromkeys(agreeing[:2])]),
        claim_quote="",
        error_type=ErrorType.NONE,
        severity=Severity.LOW,
        label=ClaimLabel.CORRECT,
        confidence=_rounded(weights.supported),
        support=_rounded(borne_out),
    )


def _incorrect(
    reading: CaseReading, whole: CaseReading, weights: Weights, worst: Finding, borne_out: float
) -> Verification:
    assert worst.source_quote is not None
    evidence = _whole(reading.comparison, worst.source_quote)
    return Verification(
        selected_evidence_index=int(evidence.document_id),
        evidence_quote=evidence.text,
        evidence_context=_context(reading, evidence),
        explanation=worst.explanation,
        claim_quote=worst.claim_quote.text if worst.claim_quote else whole.doubted() or _disputed(reading),
        claim_context=reading.context(worst.claim_quote),
        error_type=_ERRORS.get(worst.axis, ErrorType.OTHER),
        severity=worst.severity,
        label=ClaimLabel.INCORRECT,
        confidence=_rounded(weights.contradicted),
        support=_rounded(borne_out),
    )


def _open(
    reading: CaseReading, whole: CaseReading, weights: Weights, borne_out: float, denying: Sequence[Finding]
) -> Verification:
    """Neither borne out nor denied for sure: words that deny it, else the words of the sentence that the model doubts
    most, else, without a model, the gravest thing that the article lacks."""
    absent = [one for one in strongest_first(reading.findings) if one.relation is Relation.ABSENT and one.claim_quote]
    grave = [one for one in absent if one.severity is not Severity.LOW]
    doubted = None if denying else whole.doubted_quote(least=0.0)
    worst = next((one for one in (*denying, *grave) if doubted is None or _overlaps(one, doubted)), None)
    words, context = _disputed(reading), ""
    if doubted:
        words, context = doubted.text, whole.context(doubted)
    elif worst and worst.claim_quote:
        words, context = worst.claim_quote.text, reading.context(worst.claim_quote)
    # The words that the claim was compared with are the ones to show.
    shown = (
        _whole(reading.comparison, worst.source_quote)
        if worst and worst.source_quote
        else _speaking(reading, reading.decisive)
    )
    return Verification(
        selected_evidence_index=int(shown.document_id) if shown else NO_EVIDENCE,
        evidence_quote=shown.text if shown else "",
        evidence_context=_context(reading, shown),
        explanation=worst.explanation if worst else _left_open(reading),
        claim_quote=words,
        claim_context=context,
        error_type=_ERRORS.get(worst.axis, ErrorType.ADDITION) if worst else ErrorType.ADDITION,
        severity=worst.severity if worst else Severity.MEDIUM,
        label=ClaimLabel.UNCERTAIN,
        # How far it is from either answer: `correct` takes both the reading and the layer, `incorrect` words as well.
        confidence=_rounded(1 - max(min(weights.supported, borne_out), weights.contradicted / (1 if denying else 2))),
        support=_rounded(borne_out),
    )


def _overlaps(finding: Finding, doubted: Quote) -> bool:
    """Whether the finding is about the doubted words; by their text, since the claim may be a part of the sentence."""
    words = finding.claim_quote.text if finding.claim_quote else ""
    return bool(words) and (words in doubted.text or doubted.text in words)


def _left_open(reading: CaseReading) -> str:
    decisive = reading.decisive
    if decisive and decisive.judgement.contradicted >= _PLAINLY:
        return "The article seems to contradict this, but no specific passage does."
    missing = ", ".join(f"'{quote.text}'" for quote in reading.comparison.unmatched[:3])
    return f"The article does not say {missing}." if missing else "The article neither says nor denies this."


def _disputed(reading: CaseReading) -> str:
    """The words of the claim that the article does not answer, if they stand close together."""
    quotes = reading.comparison.unmatched
    if not quotes:
        return ""
    start, end = min(quote.start for quote in quotes), max(quote.end for quote in quotes)
    return reading.claim[start:end] if end - start <= _TOGETHER * len(reading.claim) else ""


def _uncertain(explanation: str, *, support: float) -> Verification:
    return Verification(
        selected_evidence_index=NO_EVIDENCE,
        evidence_quote="",
        explanation=explanation,
        claim_quote="",
        error_type=ErrorType.ADDITION,
        severity=Severity.MEDIUM,
        label=ClaimLabel.UNCERTAIN,
        confidence=0.5,
        support=support,
    )


def _rounded(share: float) -> float:
    return round(min(1.0, max(0.0, share)), 4)
