"""The entailment pipeline's questions answered from a reading of the texts.

The judge reads the claim against the statements alone, the auditor against the whole excerpt. Label and confidence rest
on the reader's weights and findings; what a language cannot tell, a pronoun leaves open or a claim overstates is NOT
ENOUGH INFO.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest

from adjudge.analysis.compare.align import views
from adjudge.analysis.facts import reading as analysed
from adjudge.analysis.judge.explain import distorts, strongest_first
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import content_words
from adjudge.case import CLAIM_ID
from adjudge.engines.offline.audit import Ambiguity, ambiguities
from adjudge.engines.offline.coreference import Resolved, resolved
from adjudge.engines.offline.jurors import bears_on
from adjudge.engines.offline.languages import languages_differ
from adjudge.engines.offline.reading import CaseReading, Reader
from adjudge.engines.offline.reliability import rated
from adjudge.questions.base import Source
from adjudge.questions.entailment import (
    Audit,
    AuditLabel,
    AuditVerdict,
    EntailmentLabel,
    EntailmentVerdict,
    Extraction,
    ExtractStatements,
    JudgeEntailment,
    RateReliability,
    Reliability,
    Statement,
)
from adjudge.questions.jury import Side
from adjudge.results.entailment import RANGES, Band
from adjudge.verdict import Finding, Quote, Relation, Severity

_STATEMENTS = 24
"""A paragraph that the model reads whole. With 8 of its sentences `written` has 0.714, with 24 0.726 (400 rows)."""
_PER_CLAIM_SENTENCE = 3
_REASONS = 3
_MOST_OF_IT = 0.5
_GAP = "\n\n"
_WORD = re.compile(r"[^\W\d_]{2,}")
_MACHINE_TEXT = re.compile(r"^\s?[{\[<]")
_REFERRING_START = re.compile(r"^\W*(?:he|she|it|they|his|her|its|their|this|these|the)\b", re.IGNORECASE)
_ADJUSTMENT = -20
# The caveats are the auditor's to weigh; these three the judge must treat as materially distinct.
_JUDGED_STRENGTHS = ("quantifier", "certainty", "causality", "quantity")


async def extract_statements(question: ExtractStatements, _reader: Reader) -> Extraction:
    """The excerpt's sentences, all of a short excerpt; of a long one those that speak about the claim."""
    stated = [
        (source, span) for source in question.excerpt for span in sentences(source.text) if _is_statement(span.text)
    ]
    about = max(_STATEMENTS, _PER_CLAIM_SENTENCE * len(sentences(question.claim)))
    chosen = stated if len(stated) <= about else _about(question, stated, about)
    statements = tuple(Statement(id=number, text=span.text) for number, (_, span) in enumerate(chosen, start=1))
    return Extraction(agent="EXTRACTOR", statements=statements)


def _is_statement(text: str) -> bool:
    """Whether a piece of text says something: two words at least, and not data or mark-up."""
    return len(_WORD.findall(text)) >= 2 and not _MACHINE_TEXT.match(text)


def _about(question: ExtractStatements, stated: list[tuple[Source, Span]], most: int) -> list[tuple[Source, Span]]:
    """The best sentences for each sentence of the claim in turn, and what the ones that refer back refer to."""
    sources = [(source.id, source.text) for source in question.excerpt]
    ranked = [
        [(view.source.document_id, view.source.span.start) for view in views(analysed.Reading(CLAIM_ID, part), sources)]
        for part in sentences(question.claim)
    ]
    in_turn = [place for rank in zip_longest(*ranked) for place in rank if place is not None]
    order = {(source.id, span.start): number for number, (source, span) in enumerate(stated)}
    wanted: dict[int, None] = {}
    for place in in_turn:
        number = order.get(place)
        if number is None or len(wanted) >= most:
            continue
        if number and _REFERRING_START.match(stated[number][1].text) and stated[number - 1][0] is stated[number][0]:
            wanted[number - 1] = None
        wanted[number] = None
    return [stated[number] for number in sorted(wanted)]


async def rate_reliability(question: RateReliability, _reader: Reader) -> Reliability:
    """From the words of the source type alone."""
    return rated(question.source_type)


@dataclass(frozen=True, slots=True)
class _Bench:
    """What the judge has before it: the statements as one text, and the reading of the claim against it."""

    statements: Sequence[Statement]
    starts: Sequence[int]
    reading: CaseReading

    def id_at(self, quote: Quote) -> int:
        """The statement that a place of the joined text belongs to."""
        return self.statements[max(0, bisect_right(self.starts, quote.start) - 1)].id

    @property
    def nearest(self) -> int:
        """The statement that speaks most about the claim."""
        aligned = self.reading.comparison.aligned
        return self.id_at(aligned[0]) if aligned else self.statements[0].id


async def judge_entailment(question: JudgeEntailment, reader: Reader) -> EntailmentVerdict:
    """The claim read against the statements, references put back to names first."""
    if not question.statements:
        return _not_enough(5, "There is no statement to judge the claim by.")
    joined = _GAP.join(statement.text for statement in question.statements)
    if tongues := languages_differ(question.claim, joined):
        cited = f"Statement {question.statements[0].id}"
        return _not_enough(10, f"{cited} is in {tongues[1]}, the claim in {tongues[0]}: they cannot be compared here.")
    texts = resolved([statement.text for statement in question.statements])
    starts = list(accumulate((len(text.text) + len(_GAP) for text in texts[:-1]), initial=0))
    source = Source(id="statements", text=_GAP.join(text.text for text in texts))
    bench = _Bench(question.statements, starts, await reader.read(question.claim, (source,)))
    return _judged(question.claim, bench, texts)


def _judged(claim: str, bench: _Bench, texts: Sequence[Resolved]) -> EntailmentVerdict:
    weights = bench.reading.weights()
    against = [one for one in strongest_first(bench.reading.findings) if one.relation is Relation.CONTRADICTED]
    stronger = [one for one in strongest_first(bench.reading.findings) if _overstates(one)]
    if weights.strongest != "unclear" and (names := _open_reference(claim, bench, texts)):
        several = " or ".join(f"'{name}'" for name in names)
        return _not_enough(30, f"Statement {bench.nearest} may be about {several}; the text does not say which.")
    if weights.strongest == "contradicted" and not (against or bench.reading.disputed()):
        reason = f"Statement {bench.nearest} seems to say otherwise, but no words of the claim are denied or excluded."
        return _not_enough(RANGES[Band.PARTIAL][0], reason)
    if weights.strongest == "contradicted":
        label = EntailmentLabel.CONTRADICTED
        explicit = any(one.severity is Severity.HIGH and one.source_quote for one in against)
        return _verdict(label, _confidence(weights.contradicted, explicit=explicit), _contradicting(bench, against))
    if weights.strongest == "supported" and not stronger:
        explicit = not bench.reading.comparison.unmatched and not against
        reasons = _supporting(bench)
        return _verdict(EntailmentLabel.SUPPORTED, _confidence(weights.supported, explicit=explicit), reasons)
    if stronger:
        reasons = [
            f"Statement {_cited(bench, one)} is weaker than the claim: {_worded(bench.reading, one)}"
            for one in stronger[:_REASONS]
        ]
        return _not_enough(_within(Band.PARTIAL, weights.unclear), *reasons)
    return _not_enough(_within(Band.WEAK, weights.unclear), _silent(bench))


def _within(band: Band, share: float) -> int:
    """The confidence that lies so far into the band."""
    low, high = RANGES[band]
    return low + round((high - low) * share)


def _overstates(finding: Finding) -> bool:
    return distorts(finding) and finding.axis in _JUDGED_STRENGTHS


def _open_reference(claim: str, bench: _Bench, texts: Sequence[Resolved]) -> tuple[str, ...]:
    """The names that the deciding statement may be about, if the claim speaks of one of them. It decides if it comes
    nearest, or says more of what the claim says of that name."""
    lowered = claim.lower()
    nearest = next(number for number, one in enumerate(bench.statements) if one.id == bench.nearest)
    for number, text in enumerate(texts):
        if not any(name.lower() in lowered for name in text.open):
            continue
        said = {word.stem for word in content_words(claim)} - {
            word.stem for name in text.open for word in content_words(name)
        }
        here, there = (len(said & {word.stem for word in content_words(texts[at].text)}) for at in (number, nearest))
        if number == nearest or (here > there and here >= _MOST_OF_IT * len(said)):
            return text.open
    return ()


def _confidence(weight: float, *, explicit: bool) -> int:
    """A place in the band that the text allows: explicit words 90-100, a clear reading 70-89, a leaning 40-69."""
    return _within(Band.EXPLICIT if explicit else Band.STRONG if weight > 0.5 else Band.PARTIAL, weight)


def _contradicting(bench: _Bench, against: Sequence[Finding]) -> list[str]:
    named = [
        f"Statement {_cited(bench, one)} contradicts the claim: {_worded(bench.reading, one)}"
        for one in against[:_REASONS]
    ]
    if named:
        return named
    return [f"Statement {bench.nearest} is incompatible with '{bench.reading.disputed()}' in the claim."]


def _supporting(bench: _Bench) -> list[str]:
    agreeing = [
        f"Statement {_cited(bench, one)} supports it: {_worded(bench.reading, one)}"
        for one in bench.reading.findings
        if one.source_quote and bears_on(one, Side.FAITHFUL)
    ]
    return [f"Statement {bench.nearest} says the same as the claim.", *agreeing[:_REASONS]]


def _silent(bench: _Bench) -> str:
    if why := bench.reading.why_open:
        return f"Statement {bench.nearest} is the closest, but {why}."
    missing = ", ".join(f"'{quote.text}'" for quote in bench.reading.comparison.unmatched[:_REASONS])
    if missing:
        return f"Statement {bench.nearest} is the closest, but no statement says {missing}."
    return f"Statement {bench.nearest} comes nearest, but it neither says nor denies what the claim says."


def _worded(reading: CaseReading, finding: Finding) -> str:
    """The explanation, with the words on both sides where it does not quote them itself; words that stand in the texts
    more than once are quoted with the words around them."""
    quotes = [quote for quote in (finding.claim_quote, finding.source_quote) if quote]
    pair = [reading.context(quote) or quote.text for quote in quotes]
    if len(pair) < 2 or all(f"'{words}'" in finding.explanation for words in pair):
        return finding.explanation
    return f"{finding.explanation} ('{pair[0]}' beside '{pair[1]}')"


def _cited(bench: _Bench, finding: Finding) -> int:
    return bench.id_at(finding.source_quote) if finding.source_quote else bench.nearest


def _not_enough(confidence: int, *reasoning: str) -> EntailmentVerdict:
    return _verdict(EntailmentLabel.NOT_ENOUGH_INFO, confidence, reasoning)


def _verdict(label: EntailmentLabel, confidence: int, reasoning: Sequence[str]) -> EntailmentVerdict:
    return EntailmentVerdict(
        agent="ENTAILMENT_JUDGE", reasoning=tuple(dict.fromkeys(reasoning)), verdict=label, confidence=confidence
    )


async def audit_entailment(question: AuditVerdict, reader: Reader) -> Audit:
    """A downgrade where a phrase of the whole excerpt leaves open what the judge found settled; else UNCHANGED."""
    if question.judge_verdict.verdict is not EntailmentLabel.NOT_ENOUGH_INFO:
        reading = await reader.read(question.claim, question.excerpt)
        supported = question.judge_verdict.verdict is EntailmentLabel.SUPPORTED
        if found := ambiguities(question.claim, reading, question.excerpt, supported=supported):
            return _downgrade(found)
    return Audit(
        agent="ADVERSARIAL_AUDITOR",
        auditor_reasoning=(),
        final_verdict=AuditLabel.UNCHANGED,
        confidence_adjustment=0,
    )


def _downgrade(found: Sequence[Ambiguity]) -> Audit:
    return Audit(
        agent="ADVERSARIAL_AUDITOR",
        auditor_reasoning=tuple(
            f"Ambiguity in phrase '{one.phrase}' materially affects interpretation: {one.effect.rstrip('.')}."
            for one in found[:_REASONS]
        ),
        final_verdict=AuditLabel.NOT_ENOUGH_INFO,
        confidence_adjustment=_ADJUSTMENT,
    )
