"""The `caveat` axis: limits of the source's sentence that the claim leaves out."""

from collections.abc import Sequence

from adjudge.analysis.alignment import View
from adjudge.analysis.quantities import Quantity
from adjudge.analysis.spans import Span
from adjudge.analysis.words import stem
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.6
_SHARES = ("percent",)
_SEVERITY = {3: Severity.MEDIUM, 2: Severity.LOW}


def findings(views: Sequence[View]) -> list[Finding]:
    """A finding for each limit that stands in the best sentence and not in the claim."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    return [*_limits(view), *_denominators(view)]


def _denominators(view: View) -> list[Finding]:
    """A share of something that the claim gives as a share of nothing in particular."""
    present = {word.stem for word in view.claim.words}
    bare = [ours for ours in view.claim.quantities if ours.unit in _SHARES and not ours.head]
    found = []
    for ours in bare:
        for theirs in view.source.quantities:
            if theirs.unit != ours.unit or theirs.value != ours.value or stem(theirs.head) in present:
                continue
            of_what = _of_what(view, theirs)
            if of_what is not None:
                found.append(
                    Finding(
                        axis="caveat",
                        relation=Relation.ABSENT,
                        claim_quote=view.claim.quote(ours.span),
                        source_quote=view.source.quote(of_what),
                        explanation=f"The source says {theirs.surface} {of_what.text}; the claim does not say of what.",
                        severity=Severity.MEDIUM,
                    )
                )
    return found


def _of_what(view: View, share: Quantity) -> Span | None:
    """From "of" to the noun that is counted, right behind the number."""
    after = [word for word in view.source.words if word.start >= share.span.end]
    if not share.head or not after or after[0].text.lower() != "of":
        return None
    noun = next((word for word in after[:8] if word.stem == stem(share.head)), None)
    if noun is None:
        return None
    return Span(after[0].start, noun.end, view.source.text[after[0].start : noun.end])


def _limits(view: View) -> list[Finding]:
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
