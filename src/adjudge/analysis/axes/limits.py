"""The `caveat` axis: limits of the source's sentence that the claim leaves out."""

from collections.abc import Sequence

from adjudge.analysis.alignment import View
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.6
_SEVERITY = {3: Severity.MEDIUM, 2: Severity.LOW}


def findings(views: Sequence[View]) -> list[Finding]:
    """A finding for each limit that stands in the best sentence and not in the claim."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    kept = {mark.group for mark in view.claim.caveats}
    present = {word.stem for word in view.claim.words}
    found = []
    for mark in view.source.caveats:
        touched = view.source.indexes(mark.span)
        content = {view.source.words[index].stem for index in touched if view.source.words[index].content}
        if mark.group in kept or (content and content <= present):
            continue
        found.append(
            Finding(
                axis="caveat",
                relation=Relation.ABSENT,
                claim_quote=view.claim.whole,
                source_quote=view.source.quote(mark.span),
                explanation=f"The source limits this ('{mark.span.text}'); the claim leaves the limit out.",
                severity=_SEVERITY[mark.level],
            )
        )
    return found
