"""The jurors' four methods: a reading in, shares and the points they rest on out.

Each method sees what the others do not: typed facts without the model; the model without facts; every clause against
every passage, once for the best support and once for the hardest contradiction. Where there is no model, all four read
the facts, and differ only in how silence counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.judge.explain import distorts, speaks_against, strongest_first
from adjudge.analysis.judge.features import worst
from adjudge.analysis.judge.weights import Weights
from adjudge.analysis.model.nli import Judgement
from adjudge.case import CLAIM_ID
from adjudge.engines.offline.clauses import clauses
from adjudge.engines.offline.reading import CaseReading, Judged, Reader
from adjudge.questions.base import Lens, Method
from adjudge.questions.jury import KeyEvidence, Side
from adjudge.verdict import Axis, Finding, Quote, Relation, Severity

FRAME_FIELD_OF_AXIS = {
    "quantity": "quantities",
    "date": "scope",
    "quantifier": "scope",
    "name": "entities",
    "certainty": "modality",
    "causality": "relationship_type",
    "caveat": "caveats",
}
PASSAGE = "passage"
"""The field of a point that rests on a whole passage, and not on a pair of words."""
POINTS = 4
_MOST_CLAUSES = 4
_VALUES = (Axis.QUANTITY, Axis.DATE)
_GAP = "\n\n"
_DENIED, _MISSING = 0.9, 0.7
_LEANING = 0.6
_OPEN = 0.51
_ANSWERED = 0.6
"""At this share of answered words a claim is neither supported nor contradicted; it separated the labels best."""


@dataclass(frozen=True, slots=True)
class JurorView:
    """The result of a method: the weight against the claim, 0 to 1, and the points for either side."""

    against: float
    points: Callable[[Side], list[KeyEvidence]]


@dataclass(frozen=True, slots=True)
class Probe:
    """A clause of the claim with what the model says of it and each passage; the clause is its words in the claim."""

    clause: Quote
    judged: tuple[tuple[Quote, Judgement], ...]

    @property
    def best(self) -> tuple[Quote, Judgement]:
        """The passage that supports it most."""
        return max(self.judged, key=lambda one: one[1].supported)

    @property
    def hardest(self) -> tuple[Quote, Judgement]:
        """The passage that contradicts it most."""
        return max(self.judged, key=lambda one: one[1].contradicted)


async def opinion(lens: Lens, reading: CaseReading, reader: Reader) -> JurorView:
    """The opinion of a juror with this lens."""
    seen = [finding for finding in strongest_first(reading.findings) if lens.sees(finding.axis)]
    if lens.method is Method.ALL:
        against = _against(reading.weights(lambda one: lens.sees(one.axis)), seen, lens)
        # A lens that finds nothing on its own axes has no ground to be sure: it leans, no more.
        leaning = min(_LEANING, max(1 - _LEANING, against))
        return JurorView(against if seen else leaning, _facts(reading, seen))
    answer = worst([[one.judgement for one in row] for row in reading.judged])
    if lens.method is Method.FACTS or answer is None:
        against = _by_facts(reading.comparison, seen)
        # Whoever would read with the model cannot support what the model does not read.
        needs_model = lens.method in (Method.MODEL, Method.HARDEST_CONTRADICTION) and reading.is_open
        return JurorView(max(against, _OPEN) if needs_model else against, _facts(reading, seen))
    if lens.method is Method.MODEL:
        return JurorView(1 - answer.supported, _model(reading))
    probes = await probed(reading, reader)
    weakest = min(probes, key=lambda one: one.best[1].supported)
    if lens.method is Method.BEST_SUPPORT:
        return JurorView(1 - weakest.best[1].supported, _best(reading, weakest))
    denied = max(probes, key=lambda one: one.hardest[1].contradicted)
    against = max(denied.hardest[1].contradicted, 1 - weakest.best[1].supported)
    return JurorView(against, _hardest(reading, denied, weakest))


async def probed(reading: CaseReading, reader: Reader) -> list[Probe]:
    """Every clause of the claim against every passage that the model read, and against the nearest single sentence."""
    asked: list[tuple[Quote, Quote, str, str]] = []
    near = reading.comparison.aligned[:1]
    for row in reading.judged:
        sentence = row[0].sentence
        read = [(_passage(one), _GAP.join(part.text for part in one.passages)) for one in row if not one.is_near]
        passages = [*read, *((quote, quote.text) for quote in near if quote.text != read[0][1])]
        for part in clauses(sentence.text)[:_MOST_CLAUSES]:
            start = sentence.start + part.span.start
            clause = Quote(text=part.span.text, document_id=CLAIM_ID, start=start, end=start + len(part.span.text))
            said = reading.member.said_of_all(part.text) if reading.member else part.text
            asked += [(clause, quote, text, said) for quote, text in passages]
    judgements = await reader.judged([(text, said) for _, _, text, said in asked])
    found: dict[Quote, list[tuple[Quote, Judgement]]] = {}
    for (clause, quote, _, _), judgement in zip(asked, judgements, strict=True):
        found.setdefault(clause, []).append((quote, judgement))
    return [Probe(clause, tuple(judged)) for clause, judged in found.items()]


def _passage(one: Judged) -> Quote:
    first = one.passages[0]
    return Quote(text=first.text, document_id=first.document_id, start=first.start, end=first.start + len(first.text))


def _by_facts(comparison: Comparison, seen: Sequence[Finding]) -> float:
    """A contradiction decides, then what is put too strongly or not there; else how many of the words are there."""
    if any(one.relation is Relation.CONTRADICTED for one in seen):
        return _DENIED
    if any(bears_on(one, Side.MUTATED) for one in seen):
        return _MISSING
    return min(_MISSING, max(1 - _DENIED, 0.5 + _ANSWERED - comparison.coverage))


def speaks_for_mutated(weights: Weights, silence: float) -> float:
    """How much speaks against the claim, for a reader to whom silence counts so much.

    Where contradiction is not what is likeliest, it is a suspicion, and counts half.
    """
    suspicion = 1.0 if weights.strongest == "contradicted" else 0.5
    return min(1.0, suspicion * weights.contradicted + silence * weights.unclear)


def _against(weights: Weights, seen: Sequence[Finding], lens: Lens) -> float:
    against = speaks_for_mutated(weights, lens.silence)
    # An overstatement is enough for everyone but a reader in the claim's favour.
    return max(against, 0.35 + lens.silence / 2) if any(map(distorts, seen)) else against


def bears_on(finding: Finding, side: Side) -> bool:
    """Whether a finding is a reason for a side. A name or a "may" that both texts have is not a reason."""
    if side is Side.MUTATED:
        return speaks_against(finding) and finding.severity is not Severity.LOW
    if finding.relation in (Relation.ENTAILED, Relation.COARSER):
        return True
    return finding.relation is Relation.SAME and finding.axis in _VALUES


def point(reading: CaseReading, finding: Finding) -> KeyEvidence:
    """A finding as a juror puts it, with its words and where they stand."""
    field = FRAME_FIELD_OF_AXIS.get(finding.axis, finding.axis)
    return evidence(reading, field, finding.claim_quote, finding.source_quote, finding.explanation)


def evidence(
    reading: CaseReading, field: str, claim_quote: Quote | None, source_quote: Quote | None, issue: str
) -> KeyEvidence:
    """A point with the words of both sides and their places."""
    return KeyEvidence(
        field=field,
        claim_says=claim_quote.text if claim_quote else "",
        truth_says=source_quote.text if source_quote else "",
        issue=issue,
        claim_context=reading.context(claim_quote),
        truth_context=reading.context(source_quote),
    )


def _facts(reading: CaseReading, seen: Sequence[Finding]) -> Callable[[Side], list[KeyEvidence]]:
    def points(side: Side) -> list[KeyEvidence]:
        return [point(reading, finding) for finding in seen if bears_on(finding, side)][:POINTS]

    return points


def _model(reading: CaseReading) -> Callable[[Side], list[KeyEvidence]]:
    def points(side: Side) -> list[KeyEvidence]:
        if side is Side.FAITHFUL:
            return [evidence(reading, PASSAGE, None, reading.passage_quote, "The source says this.")]
        says = reading.model_says
        denied = says is not None and says.strongest == "contradicted"
        words = reading.doubted_quote() or reading.doubted_quote(least=0.0)
        return [evidence(reading, PASSAGE, words, reading.passage_quote, _denial(words, denied=denied))]

    return points


def _best(reading: CaseReading, weakest: Probe) -> Callable[[Side], list[KeyEvidence]]:
    def points(side: Side) -> list[KeyEvidence]:
        passage = _sentence(reading, weakest.best[0])
        if side is Side.FAITHFUL:
            return [evidence(reading, PASSAGE, None, passage, "Read charitably, this passage supports the claim.")]
        words = _narrowed(reading, weakest.clause)
        issue = f"Even read charitably, no passage says '{words.text.rstrip('.!')}'."
        return [evidence(reading, PASSAGE, words, passage, issue)]

    return points


def _hardest(reading: CaseReading, denied: Probe, weakest: Probe) -> Callable[[Side], list[KeyEvidence]]:
    def points(side: Side) -> list[KeyEvidence]:
        if side is Side.FAITHFUL:
            passage = _sentence(reading, weakest.best[0])
            issue = "No passage contradicts the claim, and this one supports it."
            return [evidence(reading, PASSAGE, None, passage, issue)]
        if denied.hardest[1].contradicted >= 1 - weakest.best[1].supported:
            words = _narrowed(reading, denied.clause)
            passage = _sentence(reading, denied.hardest[0])
            return [evidence(reading, PASSAGE, words, passage, _denial(words, denied=True))]
        words = _narrowed(reading, weakest.clause)
        return [evidence(reading, PASSAGE, words, None, f"No passage mentions '{words.text.rstrip('.!')}'.")]

    return points


def _narrowed(reading: CaseReading, clause: Quote) -> Quote:
    """The words that the model doubts, where they belong to the clause; else the clause."""
    doubted = reading.doubted_quote()
    return doubted if doubted and clause.start <= doubted.start and doubted.end <= clause.end else clause


def _denial(words: Quote | None, *, denied: bool) -> str:
    named = f"'{words.text.rstrip('.!')}'" if words else "the claim"
    return f"The source contradicts {named}." if denied else f"The source does not support {named}."


def _sentence(reading: CaseReading, passage: Quote) -> Quote:
    """The sentence of a passage that speaks most about the claim; the passage itself where none does."""
    inside = (
        quote
        for quote in reading.comparison.aligned
        if quote.document_id == passage.document_id and passage.start <= quote.start < passage.end
    )
    return next(inside, passage)
