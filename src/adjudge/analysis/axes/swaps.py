"""The `wording` axis: a word of the claim whose place the source gives to its opposite or to another of its kind.

And the `role` axis: the same words, but who did it and to whom it was done exchanged.
"""

import re
from collections.abc import Iterator, Sequence

from adjudge.analysis.alignment import View, left_out
from adjudge.analysis.reading import Reading
from adjudge.analysis.senses import Sense, kind_shared, loose, opposite_in_place, sense
from adjudge.analysis.words import content_words
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.5
_SHORT = 3  # words: "far away from" for "near"
_SURE_FRAME = 0.75
_TIE = re.compile(r"\b(?:and|or|with|married|met|meets)\b|[,;]")


def findings(views: Sequence[View]) -> list[Finding]:
    """The swaps in the sentences that answer the claim best."""
    for view in views[:2]:
        found = next(_wording(view), None)
        if found is not None:
            return [found]
    return list(_roles(views[0])) if views else []


def _wording(view: View) -> Iterator[Finding]:
    yield from _in_place(view)
    yield from _anywhere(view)


def _in_place(view: View) -> Iterator[Finding]:
    """Clashing words of which one stands where the other stands."""
    ours, theirs = view.claim.words, view.source.words
    owned = _owned(view)
    for edit in view.replacements:
        exact = edit.claim[1] - edit.claim[0] <= _SHORT and edit.source[1] - edit.source[0] <= _SHORT
        for at in range(*edit.claim):
            if at in owned or (at in view.links and not (exact and _doubly_answered(view, at))):
                continue
            for spot in range(*edit.source):
                reason = _clash(ours[at].stem, theirs[spot].stem, in_place=exact)
                if reason and view.frame_without(frozenset({at})) >= _FRAME and _stands(view, at, spot):
                    yield _made(view, at, spot, reason)


def _doubly_answered(view: View, at: int) -> bool:
    """Whether another claim word has the same answer, so that this one may have none of its own."""
    return any(index != at and spot == view.links[at] for index, spot in view.links.items())


def _anywhere(view: View) -> Iterator[Finding]:
    """Clashing words that answer nothing, wherever they stand in the same frame."""
    owned = _owned(view)
    free = [index for index in view.source.content if index not in view.answered]
    for at in view.claim.content:
        if at in view.links or at in owned:
            continue
        for spot in free:
            ours, theirs = view.claim.words[at].stem, view.source.words[spot].stem
            reason = _clash(ours, theirs, in_place=False)
            beside = view.locality(frozenset({at}), frozenset({spot}), reach=1) > 0
            bound = beside or sense(ours, theirs) is Sense.OPPOSITE
            if reason and bound and _tied(view, at, spot) and _stands(view, at, spot):
                yield _made(view, at, spot, reason)


def _tied(view: View, at: int, spot: int) -> bool:
    """Whether the two words belong to the same frame though they do not stand in the same place."""
    frame = view.frame_without(frozenset({at}))
    return frame >= _FRAME and (frame >= _SURE_FRAME or view.locality(frozenset({at}), frozenset({spot}), reach=3) >= 1)


def _owned(view: View) -> frozenset[int]:
    """Words that another axis compares: numbers, dates, names."""
    claim = view.claim
    spans = [item.span for group in (claim.quantities, claim.dates, claim.names) for item in group]
    return frozenset(index for span in spans for index in claim.indexes(span))


def _stands(view: View, at: int, spot: int) -> bool:
    """Whether the clash survives the words around it: no negation on either side, no "or" beside it."""
    ours, theirs = frozenset({at}), frozenset({spot})
    return not any(view.denied(ours, theirs)) and not view.alternative(ours, theirs)


def _clash(ours: str, theirs: str, *, in_place: bool) -> str:
    relation = sense(ours, theirs)
    if relation is Sense.OPPOSITE or (in_place and opposite_in_place(ours, theirs)):
        return "opposites"
    if relation is Sense.SIBLING:
        kind = kind_shared(ours, theirs)
        return f"different kinds of {kind.replace('_', ' ')}" if in_place or not loose(kind) else ""
    return ""


def _made(view: View, at: int, spot: int, reason: str) -> Finding:
    ours, theirs = view.claim.words[at].text, view.source.words[spot].text
    return Finding(
        axis="wording",
        relation=Relation.CONTRADICTED,
        claim_quote=view.claim.quote_word(at),
        source_quote=view.source.quote_word(spot),
        explanation=f"The claim says '{ours}', the source '{theirs}': {reason}.",
        severity=Severity.HIGH,
    )


def _roles(view: View) -> Iterator[Finding]:
    """Two names around the same verb, exchanged, in the same voice."""
    if view.coverage < 0.95 or left_out(view) > 0.35:
        return
    pairs = [
        (ours, theirs)
        for ours in view.claim.names
        for theirs in view.source.names
        if set(ours.parts) == set(theirs.parts)
    ]
    if len(pairs) != 2 or pairs[0][0].parts == pairs[1][0].parts or _voice(view.claim) != _voice(view.source):
        return
    (first, source_first), (second, source_second) = pairs
    if first.span.start < second.span.start and source_first.span.start > source_second.span.start:
        between = view.claim.text[first.span.end : second.span.start]
        back = view.source.text[source_second.span.end : source_first.span.start]
        if _TIE.search(between) or _TIE.search(back) or not _shares_content(between, back):
            return
        yield Finding(
            axis="role",
            relation=Relation.CONTRADICTED,
            claim_quote=view.claim.quote(first.span),
            source_quote=view.source.quote(source_first.span),
            explanation=f"The claim and the source exchange the roles of {first.span.text} and {second.span.text}.",
            severity=Severity.HIGH,
        )


def _voice(reading: Reading) -> bool:
    return any(word.lower == "by" for word in reading.words)


def _shares_content(first: str, second: str) -> bool:
    return bool({word.stem for word in content_words(first)} & {word.stem for word in content_words(second)})
