"""What an auditor looks for in a source: words by which the claim could be read otherwise, and what depends on them.

In: a claim, its reading and the excerpt. Out: the ambiguities of the sentence that decides, the gravest first. Each
names a phrase of the source and its effect. How often each kind was right is in docs/protocols/entailment.md.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View, view
from adjudge.analysis.compare.axes.degree import bears_on, hedged
from adjudge.analysis.facts.degrees import PLAIN, Mark, caveats, hedges
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.judge.explain import distorts, strongest_first
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.spans import Span
from adjudge.case import CLAIM_ID
from adjudge.engines.offline.coreference import resolved
from adjudge.engines.offline.reading import CaseReading
from adjudge.questions.base import Source
from adjudge.verdict import Axis

_TO_THE_STOP = re.compile(r"(?:\s[^\s,;:.()]+){1,12}")
_EFFECTS = {
    "condition": "it holds only under this condition, which the claim does not have",
    "exclusive": "the source limits it to this, and the claim does not",
    "subjects": "the source says it only of these, and the claim says it without that limit",
    "limit": "the source limits it, and the claim does not",
    "attribution": "the source reports what somebody says, and the claim states it as a fact",
}
_SAID = ("says", "said")
"""Reported, and no doubt cast on it: of 12 claims beside these words, 5 were judged wrongly before."""
_SURE = 0.6
"""Where the reading is surer than this, dropped words did not change the truth of the claim more often than not."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A phrase of the source, and what depends on how it is read."""

    phrase: str
    effect: str


def limit_words(sentence: str, mark: Mark) -> str:
    """A word that limits, with the words that it limits by: "unless the strait is closed"."""
    rest = _TO_THE_STOP.match(sentence, mark.span.end)
    return sentence[mark.span.start : rest.end() if rest else mark.span.end].strip()


def ambiguities(claim: str, reading: CaseReading, excerpt: Sequence[Source], *, supported: bool) -> list[Ambiguity]:
    """What keeps the claim from being settled by the sentence that speaks most about it. `supported` is the verdict: a
    condition that the claim leaves out limits support, and does not undo a contradiction."""
    near = reading.comparison.aligned[0] if reading.comparison.aligned else None
    if near is None:
        return []
    found = [*_references(claim, near.text, excerpt), *(_conditions(reading) if supported else ())]
    if max(reading.weights()) < _SURE:
        source = Reading(near.document_id, Span(near.start, near.end, near.text))
        sides = [view(Reading(CLAIM_ID, part), source) for part in sentences(claim)]
        found += [*_hedged(sides, near.text), *_limited(sides, near.text, supported=supported)]
    return found


def _references(claim: str, sentence: str, excerpt: Sequence[Source]) -> Iterator[Ambiguity]:
    """A pronoun that may stand for two names, where the claim is about one of them."""
    for source in excerpt:
        spans = [span.text for span in sentences(source.text)]
        for text, read in zip(spans, resolved(spans), strict=True):
            if text == sentence and len(read.open) > 1 and any(name.lower() in claim.lower() for name in read.open):
                several = " or ".join(read.open[:2])
                effect = f"it may stand for {several}, and the claim is about one of them"
                yield Ambiguity(text.split()[0].strip(",.;:"), effect)


def _conditions(reading: CaseReading) -> Iterator[Ambiguity]:
    """Limits of a near copy that the claim drops; quantifiers, certainty and causes are the judge's to see."""
    for finding in strongest_first(reading.findings):
        if finding.axis == Axis.CAVEAT and distorts(finding) and finding.source_quote is not None:
            yield Ambiguity(reading.context(finding.source_quote) or finding.source_quote.text, finding.explanation)


def _hedged(sides: Sequence[View], sentence: str) -> Iterator[Ambiguity]:
    """A hedge of what the claim takes up; of something else in the sentence it leaves the claim alone."""
    if any(mark.level < PLAIN for side in sides for mark in hedges(side.claim.text)):
        return
    for mark in hedges(sentence):
        if mark.level < PLAIN and any(hedged(side, mark) for side in sides):
            yield Ambiguity(mark.span.text, "the source leaves open whether it is so, and the claim does not")


def _limited(sides: Sequence[View], sentence: str, *, supported: bool) -> Iterator[Ambiguity]:
    in_claim = {mark.group for side in sides for mark in caveats(side.claim.text)}
    for mark in caveats(sentence):
        idle = mark.group == "condition" and not (supported and any(bears_on(side, mark) for side in sides))
        if mark.group not in in_claim and mark.group in _EFFECTS and not idle and mark.span.text.lower() not in _SAID:
            yield Ambiguity(limit_words(sentence, mark), _EFFECTS[mark.group])
