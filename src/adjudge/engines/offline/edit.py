"""The smallest change that would make a claim faithful: the source's words in place of the claim's, where they differ.

Only an edit that reads better than the claim is offered; one finding is mended if one is enough.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from adjudge.analysis.weights import speaks_against, strongest_first
from adjudge.engines.offline.reading import Reader
from adjudge.questions.base import Source
from adjudge.verdict import Finding


async def minimal_edit(reader: Reader, claim: str, truth: tuple[Source, ...]) -> str:
    """The edited claim, or nothing where no change of words makes it better."""
    reading = await reader.read(claim, truth)
    best, best_weight = "", reading.weights().supported
    for edited in _edits(claim, reading.findings):
        weights = (await reader.read(edited, truth)).weights()
        if weights.strongest == "supported":
            return edited
        if weights.supported > best_weight:
            best, best_weight = edited, weights.supported
    return best


def _edits(claim: str, findings: Sequence[Finding]) -> Iterator[str]:
    """Each finding mended alone, then the strongest two, three, ... together."""
    mendable = [f for f in strongest_first(findings) if speaks_against(f) and f.claim_quote and f.source_quote]
    for finding in mendable:
        yield _mended(claim, [finding])
    for several in list(accumulate(([finding] for finding in mendable), lambda done, one: done + one))[1:]:
        yield _mended(claim, several)


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
