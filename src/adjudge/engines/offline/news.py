"""The news checker's questions answered from an analysis of the texts.

A labelled record counts only if it says the very same as the claim, its negation, or the same with another figure
(`restatement.py`); where there is an entailment model, also if each follows from the other and nothing speaks
against it. A passage is read as any source is read. The critic looks for what a verdict leaves out.
"""

from collections.abc import Sequence

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.facts.names import names
from adjudge.analysis.facts.quantities import quantities
from adjudge.analysis.judge.explain import distorts, strongest_first
from adjudge.analysis.text.senses import known
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.words import content_words, words
from adjudge.engines.offline.checkable import uncheckable
from adjudge.engines.offline.reading import CaseReading, Reader
from adjudge.engines.offline.restatement import Likeness, restated
from adjudge.evidence.bearing import effect
from adjudge.questions.base import Source
from adjudge.questions.news import (
    Advice,
    Analysis,
    AnalyzeClaim,
    Bearing,
    Complexity,
    CriticiseVerdict,
    Criticism,
    DetermineVerdict,
    Labelled,
    NewsLabel,
    NewsVerdict,
    Weighed,
)
from adjudge.verdict import Relation

_LONGEST_QUERY = 300
_MOST_ENTITIES = 12
_MOST_KEYWORDS = 12
_LOW_WORDS = 14
_SURE = 0.6
_FOLLOWS = 0.9
_COVERED = 0.95
_NEGATIONS = frozenset(["not", "n't", "never", "no", "cannot", "nobody", "nothing", "without"])
_LIKENESSES = {
    Likeness.SAME: (Bearing.SAME, "it says the same"),
    Likeness.NEGATED: (Bearing.OPPOSITE, "one is the negation of the other"),
    Likeness.DIFFERENT_FIGURE: (Bearing.CONFLICTING, "it gives another figure"),
}


async def analyze_claim(question: AnalyzeClaim, _reader: Reader) -> Analysis:
    """Names as entities; the claim and its telling words as queries."""
    claim = " ".join(question.claim.split())
    found = dict.fromkeys(name.span.text for name in names(claim)) or _capitalised(claim)
    first = claim[:_LONGEST_QUERY].rstrip()
    telling = list(dict.fromkeys(word.text for word in content_words(claim)))[:_MOST_KEYWORDS]
    second = " ".join(telling) or first
    if second == first:
        second = " ".join(found) or first.lower()
    return Analysis(
        entities=tuple(found)[:_MOST_ENTITIES], queries=(first, second or first), complexity=_complexity(claim)
    )


def _capitalised(claim: str) -> dict[str, None]:
    """In a headline every word has a capital: those that the lexicon does not know may be names."""
    return dict.fromkeys(w.text for w in content_words(claim) if w.text[:1].isupper() and not known(w.stem))


def _complexity(claim: str) -> Complexity:
    """High where several things have to hold at once."""
    several = len(sentences(claim)) > 1 or len(words(claim)) > _LOW_WORDS
    figures = len(quantities(claim)) > 1
    joined = any(word.lower in ("because", "after", "despite", "while", "although", "if") for word in words(claim))
    return Complexity.HIGH if several or figures or joined else Complexity.LOW


async def determine_verdict(question: DetermineVerdict, reader: Reader) -> NewsVerdict:
    """Each piece weighed by itself; the verdict that the label and the bearing of the best of them suggest."""
    why_not = _no_statement(question.claim)
    labels = {one.id: one for one in question.labels}
    readings = [
        _context(source, why_not) if why_not else await _weighed(question.claim, source, labels.get(source.id), reader)
        for source in question.evidence
    ]
    counted = [one for one in readings if one.bearing is not Bearing.CONTEXT]
    if not counted:
        reason = why_not or "No evidence says the same as the claim or its opposite."
        return NewsVerdict(readings=tuple(readings), reason=reason, verdict=NewsLabel.NEI.value)
    verdict = _suggested(counted, labels)
    deciding = next((one for one in counted if _side(one, labels) is verdict), counted[0])
    return NewsVerdict(readings=tuple(readings), reason=_reason(deciding, labels, verdict), verdict=verdict.value)


def _no_statement(claim: str) -> str:
    """Why a claim can be neither true nor false; empty if it can. A headline has no verb and is a statement."""
    if len(content_words(claim)) < 2:
        return "The claim is not a statement: it has too few words."
    return "The claim is a question, not a statement." if uncheckable(claim) == "a question" else ""


async def _weighed(claim: str, source: Source, label: Labelled | None, reader: Reader) -> Weighed:
    if label is not None and label.label:
        bearing, why = _LIKENESSES.get(restated(claim, source.text).likeness, (Bearing.CONTEXT, ""))
        if bearing is Bearing.CONTEXT and await _equivalent(claim, source, reader):
            bearing, why = Bearing.SAME, "each follows from the other"
        if bearing is Bearing.CONTEXT:
            return _context(source, "it only shares words with the claim")
        return Weighed(id=source.id, quote=source.text, bearing=bearing, why=why)
    return await _read(claim, source, reader)


async def _equivalent(claim: str, source: Source, reader: Reader) -> bool:
    """Whether claim and record follow from each other, by the model and with nothing found against it."""
    if reader.model == "rules" or _figures(claim) != _figures(source.text):
        return False
    # The model is asked only where the words leave it open: it costs a hundred times what the comparison does.
    if not (_covered(claim, source.text) and _covered(source.text, claim)):
        return False
    there = await reader.read(claim, (source,))
    back = await reader.read(source.text, (Source(id="claim", text=claim),))
    return all(_follows(one) for one in (there, back))


def _covered(claim: str, source: str) -> bool:
    """Whether every word of weight is answered, and nothing was found to be different or missing."""
    compared = compare(claim, [("source", source)])
    against = any(one.relation in (Relation.CONTRADICTED, Relation.ABSENT) for one in compared.findings)
    return compared.coverage >= _COVERED and not against


def _follows(reading: CaseReading) -> bool:
    says = reading.model_says
    return says is not None and says.supported >= _FOLLOWS


def _figures(text: str) -> tuple[list[str], int]:
    """The numbers of a text, and whether it denies something."""
    found = words(text)
    digits = sorted(word.lower for word in found if word.lower[:1].isdigit())
    return digits, sum(1 for word in found if word.lower in _NEGATIONS)


async def _read(claim: str, source: Source, reader: Reader) -> Weighed:
    """A passage without a label, read as any source is."""
    reading = await reader.read(claim, (source,))
    weights = reading.weights()
    passage = reading.passage_quote
    words_of, place = (passage.text, reading.context(passage)) if passage else (source.text, "")
    against = [one for one in strongest_first(reading.findings) if one.relation is Relation.CONTRADICTED]
    if weights.contradicted >= _SURE and weights.strongest == "contradicted":
        denied = next((one.source_quote for one in against if one.source_quote), None)
        quote, place = (denied.text, reading.context(denied)) if denied else (words_of, place)
        why = against[0].explanation if against else "it cannot be true together with the claim"
        return Weighed(id=source.id, quote=quote, bearing=Bearing.CONFLICTING, why=why, context=place)
    if weights.supported >= _SURE and not any(distorts(one) for one in reading.findings):
        why = "it says what the claim says"
        return Weighed(id=source.id, quote=words_of, bearing=Bearing.SAME, why=why, context=place)
    return _context(source, "it neither says nor denies what the claim says")


def _context(source: Source, why: str) -> Weighed:
    return Weighed(id=source.id, quote="", bearing=Bearing.CONTEXT, why=why)


def _suggested(counted: Sequence[Weighed], labels: dict[str, Labelled]) -> NewsLabel:
    """A verdict in words; the rules decide, and on the same grounds."""
    sides = {_side(one, labels) for one in counted} - {NewsLabel.NEI}
    return sides.pop() if len(sides) == 1 else NewsLabel.NEI


def _side(reading: Weighed, labels: dict[str, Labelled]) -> NewsLabel:
    return effect(labels[reading.id].label if reading.id in labels else "", reading.bearing)


def _reason(reading: Weighed, labels: dict[str, Labelled], verdict: NewsLabel) -> str:
    label = labels.get(reading.id)
    what = f"{label.origin}, labelled {label.label}" if label and label.label else "a passage"
    why = reading.why.rstrip(".")
    if verdict is NewsLabel.NEI:
        return f"The record '{reading.id}' ({what}) is relevant to the claim: {why}; but it does not decide it."
    return f"The record '{reading.id}' ({what}) decides it: {why}."


async def criticise_verdict(question: CriticiseVerdict, reader: Reader) -> Criticism:
    """Evidence on the other side, or a verdict that relies on the web alone."""
    labels = {one.id: one for one in question.labels}
    readings = [await _weighed(question.claim, one, labels.get(one.id), reader) for one in question.evidence]
    sides = {one.id: _side(one, labels) for one in readings if one.bearing is not Bearing.CONTEXT}
    other = [id for id, side in sides.items() if side not in (question.verdict, NewsLabel.NEI)]
    backing = [id for id, side in sides.items() if side is question.verdict]
    if not backing:
        return Criticism(
            concerns=("No piece of evidence supports the verdict.",), advice=Advice.NEI, confidence_adjustment=-0.5
        )
    if other:
        concern = f"The evidence contradicts itself: {', '.join(other)} against {', '.join(backing)}."
        return Criticism(concerns=(concern,), advice=Advice.KEEP, confidence_adjustment=-0.2)
    if all(labels[id].origin == "WEB" for id in backing if id in labels) and len(backing) == 1 and labels:
        concern = "It relies on a single web page."
        return Criticism(concerns=(concern,), advice=Advice.KEEP, confidence_adjustment=-0.1)
    return Criticism(concerns=(), advice=Advice.KEEP, confidence_adjustment=0.0)
