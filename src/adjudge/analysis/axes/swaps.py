"""The `wording` axis: a word of the claim whose place the source gives to its opposite or to another of its kind.

And the `role` axis: the same words, but who did it and to whom it was done exchanged.
"""

from collections.abc import Iterator, Sequence

from adjudge.analysis.alignment import View
from adjudge.analysis.senses import Sense, kind_shared, loose, opposite_in_place, sense
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.5


def findings(views: Sequence[View]) -> list[Finding]:
    """The swaps in the sentence that answers the claim best."""
    for view in views[:2]:
        found = list(_wording(view))
        if found:
            return found[:3]
    return list(_roles(views[0])) if views else []


def _wording(view: View) -> Iterator[Finding]:
    ours, theirs = view.claim.words, view.source.words
    for block in view.replacements:
        inside = range(*block.claim)
        for at in inside:
            for spot in range(*block.source):
                reason = _clash(ours[at].stem, theirs[spot].stem, in_place=len(inside) <= 3)
                if reason and at not in view.links and view.coverage_without(frozenset({at})) >= _FRAME:
                    yield _made(view, at, spot, reason)
                    return
    open_words = [index for index in view.claim.content if index not in view.links]
    free = [index for index, word in enumerate(theirs) if word.content and index not in view.answered]
    for at in open_words:
        for spot in free:
            if sense(ours[at].stem, theirs[spot].stem) is Sense.OPPOSITE and view.coverage_without(frozenset({at})) >= _FRAME:
                yield _made(view, at, spot, "opposites")
                return


def _clash(ours: str, theirs: str, *, in_place: bool) -> str:
    relation = sense(ours, theirs)
    if relation is Sense.OPPOSITE or (in_place and opposite_in_place(ours, theirs)):
        return "opposites"
    if relation is Sense.SIBLING and (in_place or not loose(kind_shared(ours, theirs))):
        return f"different kinds of {kind_shared(ours, theirs).replace('_', ' ')}"
    return ""


def _made(view: View, at: int, spot: int, reason: str) -> Finding:
    return Finding(
        axis="wording",
        relation=Relation.CONTRADICTED,
        claim_quote=view.claim.quote_word(at),
        source_quote=view.source.quote_word(spot),
        explanation=f"The claim says '{view.claim.words[at].text}', the source '{view.source.words[spot].text}': {reason}.",
        severity=Severity.HIGH,
    )


def _roles(view: View) -> Iterator[Finding]:
    """Two names around the same verb, exchanged, in the same voice."""
    if view.coverage < 0.9 or len(view.claim.names) < 2 or len(view.source.names) < 2:
        return
    pairs = [
        (ours, theirs)
        for ours in view.claim.names
        for theirs in view.source.names
        if set(ours.parts) == set(theirs.parts)
    ]
    passive = sum(1 for word in view.claim.words if word.lower == "by") == sum(1 for word in view.source.words if word.lower == "by")
    for first in pairs:
        for second in pairs:
            if first[0].span.end < second[0].span.start and first[1].span.start > second[1].span.end and passive:
                between = view.claim.text[first[0].span.end : second[0].span.start]
                if between.strip() in ("and", ",", "or", "with", "&"):
                    continue
                yield Finding(
                    axis="role",
                    relation=Relation.CONTRADICTED,
                    claim_quote=view.claim.quote(first[0].span),
                    source_quote=view.source.quote(first[1].span),
                    explanation=f"In the claim {first[0].span.text} comes before {second[0].span.text}; in the source their roles are exchanged.",
                    severity=Severity.HIGH,
                )
                return
