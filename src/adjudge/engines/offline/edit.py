"""The smallest change that would make a claim faithful: the source's words in place of the claim's, where they differ.

Only an edit that reads well and that nothing speaks against any more is offered; one finding is mended if one is
enough.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from adjudge.analysis.judge.explain import speaks_against, strongest_first
from adjudge.engines.offline.reading import CaseReading, Reader
from adjudge.engines.offline.splice import fits
from adjudge.questions.base import Source
from adjudge.verdict import Finding, Severity

_VALUES = ("quantity", "date", "name")
_WORD = re.compile(r"\w+")


async def minimal_edit(reader: Reader, claim: str, truth: tuple[Source, ...]) -> str:
    """The edited claim, or nothing where no change of words makes it faithful."""
    reading = await reader.read(claim, truth)
    texts = {source.id: source.text for source in truth}
    mendable = [
        finding
        for finding in strongest_first(reading.findings)
        if speaks_against(finding)
        and finding.source_quote
        and fits(finding, claim, texts[finding.source_quote.document_id])
    ]
    for mended in _choices(mendable):
        edited = _mended(claim, mended)
        again = await reader.read(edited, truth)
        if _faithful(again) and (again.judged or _in_words_of(truth, edited, mended)):
            return edited
    return ""


def _choices(mendable: Sequence[Finding]) -> Iterator[list[Finding]]:
    """Each finding alone, then the strongest two, three, ... together."""
    yield from ([finding] for finding in mendable)
    yield from list(accumulate(([finding] for finding in mendable), lambda done, one: done + one))[1:]


def _faithful(reading: CaseReading) -> bool:
    against = (one for one in reading.findings if speaks_against(one) and one.severity is not Severity.LOW)
    return reading.weights().strongest == "supported" and not any(against)


def _in_words_of(truth: Sequence[Source], edited: str, mended: Sequence[Finding]) -> bool:
    """Without a model only words tell: a value may change in any sentence, a verb in one whose forms are the truth's
    own, since it may take another case."""
    if all(finding.axis in _VALUES for finding in mended):
        return True
    said = {word for source in truth for word in _WORD.findall(source.text.lower())}
    return said.issuperset(_WORD.findall(edited.lower()))


def _mended(claim: str, findings: Sequence[Finding]) -> str:
    edited, end = claim, len(claim) + 1
    for finding in sorted(findings, key=lambda f: f.claim_quote.start if f.claim_quote else 0, reverse=True):
        quote, words = finding.claim_quote, finding.source_quote
        # Overlapping places cannot both be replaced; the later one in the claim goes first.
        if quote and words and quote.end <= end:
            edited = edited[: quote.start] + _cased_like(words.text, quote.text) + edited[quote.end :]
            end = quote.start
    return edited


def _cased_like(words: str, model: str) -> str:
    """A capital at the start of the claim stays a capital."""
    return words[:1].upper() + words[1:] if model[:1].isupper() else words
