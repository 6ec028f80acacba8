"""The `quantity` axis, second part: of whom something is said. "Of those tested" is not "of those showing symptoms"."""

import re
from collections.abc import Sequence

from adjudge.analysis.compare.align import View
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import content_words
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.6
_FINITE = r"(?:was|were|is|are|had|have|has|will|would|can|could|may|must|did|got|received)\b"
_GROUP = re.compile(
    rf"\b(?:those|everyone|everybody|anyone|nobody|no\s+one|(?:people|patients|participants|women|men|children)\s+who)\s+"
    rf"(?:who\s+)?(?:{_FINITE}\s+)?"
    rf"(?P<what>[a-z]+(?:ing|ed)\b(?:\s+(?!{_FINITE})[a-z]+){{0,2}}?)(?=\s*,|\s+{_FINITE})",
    re.IGNORECASE,
)
_AGREEING = (Sense.SAME, Sense.SYNONYM, Sense.BROADER, Sense.NARROWER)


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding, from the sentence that answers the claim best."""
    if not views:
        return []
    view = views[0]
    ours, theirs = (_group(reading.text) for reading in (view.claim, view.source))
    if ours is None or theirs is None or _alike(ours.text, theirs.text):
        return []
    if view.coverage_without(view.claim.indexes(ours)) < _FRAME:
        return []
    return [
        Finding(
            axis="quantity",
            relation=Relation.ABSENT,
            claim_quote=view.claim.quote(ours),
            source_quote=view.source.quote(theirs),
            explanation=f"The claim speaks of those '{ours.text}', the source of those '{theirs.text}'.",
            severity=Severity.HIGH,
        )
    ]


def _group(text: str) -> Span | None:
    match = _GROUP.search(text)
    return cut(text, *match.span("what")) if match else None


def _alike(ours: str, theirs: str) -> bool:
    return any(
        sense(one.stem, other.stem) in _AGREEING for one in content_words(ours) for other in content_words(theirs)
    )
