"""Which of several values of a source sentence the claim's own value stands for: by the words around each of them."""

import re
from collections.abc import Iterable, Sequence

from adjudge.analysis.compare.align import AROUND, View, away
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.spans import Span

_TOWARDS = ("to", "by", "from", "auf", "um", "von")
"""Prepositions that say what a number measures: rates rise *by* a point, and *to* five percent."""
_LISTED = re.compile(r" ?(?:,|,? ?(?:and|or|und|oder)) ?(?:the )?")
_OWN = 4
_FAR_CLOSER, _AT_LEAST_SO_MUCH = 2.0, 0.1
"""How much more attached another value must be than the one that agrees: so many times, and this beside."""


def misplaced(
    view: View, claim: Span, agreeing: Span, against: Iterable[Span], ignored: frozenset[int] = frozenset()
) -> bool:
    """Whether, in one source sentence, the claim's words stand where another value stands and not where theirs does:
    "resigned on Tuesday" of someone who resigned on Monday and left on Tuesday."""
    ours, theirs = view.claim.indexes(claim), view.source.indexes(agreeing)
    apart = [other for other in against if not _listed(view.source.text, agreeing, other)]
    places = [view.source.indexes(other) for other in apart]
    towards = _before(view.claim, ours)
    if towards in _TOWARDS and towards == _before(view.source, theirs):
        # "to 5 %" is answered by "to 5 %", wherever "by a point" stands.
        places = [place for place in places if _before(view.source, place) == towards]
    if _has_its_own(view, ours, theirs, places, ignored):
        return False
    closest = max((view.attachment(ours, place, ignored) for place in places), default=0.0)
    return closest >= _FAR_CLOSER * view.attachment(ours, theirs, ignored) + _AT_LEAST_SO_MUCH


def _has_its_own(
    view: View, ours: frozenset[int], theirs: frozenset[int], places: Sequence[frozenset[int]], ignored: frozenset[int]
) -> bool:
    """Whether a word that belongs to the claim's value stands by the value that agrees, and by none of the others:
    "300 people in Bergen" of "800 people, 300 of them in Bergen", where "people" stands for both."""
    spans = [*(one.span for one in view.claim.quantities), *(one.span for one in view.claim.dates)]
    values = [view.claim.indexes(span) for span in spans]
    for index, spot in view.links.items():
        if index in ours or index in ignored or not ours or not theirs:
            continue
        distance = abs(away(index, ours))
        if distance > AROUND or any(
            abs(away(index, other)) < distance for other in values if other and index not in other
        ):
            continue
        reach = abs(away(spot, theirs))
        if reach <= _OWN and all(reach < abs(away(spot, place)) for place in places if place):
            return True
    return False


def _listed(text: str, one: Span, other: Span) -> bool:
    """Whether the two stand side by side in a list: "in the late 1960s and early 1970s" both answer the same words."""
    first, second = sorted((one, other), key=lambda span: span.start)
    return _LISTED.fullmatch(text, first.end, second.start) is not None


def _before(reading: Reading, indexes: frozenset[int]) -> str:
    return reading.words[min(indexes) - 1].lower if indexes and min(indexes) > 0 else ""
