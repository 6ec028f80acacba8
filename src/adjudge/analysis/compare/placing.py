"""Which of several values of a source sentence the claim's own value stands for: by the words around each of them."""

import re
from collections.abc import Iterable, Sequence

from adjudge.analysis.compare.align import AROUND, View, away
from adjudge.analysis.text.spans import Span

_ABOUT_THIS, _ABOUT_ELSE = 0.85, 0.5
"""How much of the claim a sentence must share to be about the same thing, and at most to be about another."""
_LISTED = re.compile(r" ?(?:,|,? ?(?:and|or|und|oder)) ?(?:the )?")
_OWN = 4
_FAR_CLOSER, _AT_LEAST_SO_MUCH = 2.0, 0.1
"""How much more attached another value must be than the one that agrees: so many times, and this beside."""


def passed_over(span: Span, agreeing: View, against: Iterable[View]) -> bool:
    """Whether a sentence that says nearly all the rest of the claim speaks against these words of it, and the one that
    agrees with them is about something else."""
    ours = agreeing.claim.indexes(span)
    about_else = agreeing.frame_without(ours) <= _ABOUT_ELSE
    return about_else and any(view.frame_without(ours) >= _ABOUT_THIS for view in against)


def misplaced(
    view: View, claim: Span, agreeing: Span, against: Iterable[Span], ignored: frozenset[int] = frozenset()
) -> bool:
    """Whether, in one source sentence, the claim's words stand where another value stands and not where theirs does:
    "resigned on Tuesday" of someone who resigned on Monday and left on Tuesday."""
    ours, theirs = view.claim.indexes(claim), view.source.indexes(agreeing)
    apart = [other for other in against if not _listed(view.source.text, agreeing, other)]
    places = [view.source.indexes(other) for other in apart]
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
