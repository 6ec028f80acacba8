"""Numbers that count a part of what was counted before: "two of them", "of whom 300", "sieben davon".

A part is no other figure for the whole, and two parts are compared only where the same is said of both.
"""

import re

from adjudge.analysis.compare.align import View
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.spans import Span, cut

_OF_THEM = re.compile(
    r"\s*(?:of\s+(?:them|whom|which|those|these)|davon|von\s+(?:ihnen|denen|diesen))(?!\w)",
    re.IGNORECASE,
)
_OF_WHOM = re.compile(
    r"\b(?:of\s+(?:them|whom|which|those|these)|davon|von\s+(?:ihnen|denen|diesen)),?\s+$", re.IGNORECASE
)
_END = re.compile(r"[,;.!?]|\b(?:and|but|while|und|aber|während)\b", re.IGNORECASE)


def portion(reading: Reading, quantity: Quantity) -> Span | None:
    """The words of a number that counts a part of those just spoken of, with the words that say so."""
    if behind := _OF_THEM.match(reading.text, quantity.span.end):
        return cut(reading.text, quantity.span.start, behind.end())
    before = _OF_WHOM.search(reading.text[: quantity.span.start])
    return cut(reading.text, before.start(), quantity.span.end) if before else None


def apart(claim: Quantity, source: Quantity, view: View) -> bool:
    """Whether one of the two counts a part, and the other not the same part."""
    ours, theirs = portion(view.claim, claim), portion(view.source, source)
    if theirs:
        return not _said_alike(view, ours or claim.span, theirs)
    return ours is not None and source.value >= claim.value


def _said_alike(view: View, ours: Span, theirs: Span) -> bool:
    """Whether a word that the source says of its part is one that the claim says of its own."""
    told = view.source.indexes(_behind(view.source.text, theirs))
    said = view.claim.indexes(_behind(view.claim.text, ours))
    return any(index in said and spot in told for index, spot in view.links.items())


def _behind(text: str, part: Span) -> Span:
    """What is said of the part, up to the end of its clause."""
    end = _END.search(text, part.end)
    return cut(text, part.end, end.start() if end else len(text))
