"""The `quantifier` axis of superlatives: "the tallest tower" does not follow from "one of the tallest towers", and the
second tallest is not the tallest.

Pure: views in, findings out. The other way round it follows, and nothing is said.
"""

import re
from collections.abc import Sequence

from adjudge.analysis.compare.align import View
from adjudge.analysis.text.spans import Span, cut
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.5
_RANK = r"second|third|fourth|fifth|zweit|dritt|viert"
_HIGHEST = r"(?:most\s+[^\W\d_]+|least\s+[^\W\d_]+|[^\W\d_]{2,}[^aeiou\W]est|best|worst|[^\W\d_]+(?<!me)(?<!wei)sten?)"
_SHARED = re.compile(
    rf"(?P<among>(?:one|some|two|three)\s+of\s+(?:the|its|their|\w+['’]s)|among(?:st)?\s+(?:the|its|their|\w+['’]s)|"
    rf"eine[rsnm]?\s+der|unter\s+den|zu\s+den|(?P<rank>{_RANK})[\s-]?(?:the\s+)?)\s*"
    rf"(?P<highest>{_HIGHEST})(?!\w)",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"(?<!\w)(?:the|its|their|der|die|das|\w+\s?['’]s)\s+(?P<highest>{_HIGHEST})(?!\w)", re.IGNORECASE)


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding, from the sentence that answers the claim best."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    ours = {_stem(one["highest"]): one for one in _ALONE.finditer(view.claim.text)}
    taken = {_stem(one["highest"]) for one in _SHARED.finditer(view.claim.text)}
    theirs = {_stem(one["highest"]): one for one in _SHARED.finditer(view.source.text)}
    for word, shared in theirs.items():
        alone = ours.get(word)
        if alone is None or word in taken or _said_alone(view.source.text, word):
            continue
        claimed, said = cut(view.claim.text, *alone.span()), cut(view.source.text, *shared.span())
        if shared["rank"] and _said_of_another(view, shared.end()):
            continue
        outranked = shared["rank"] and _same_field(view, claimed)
        says = "says" if outranked else "only says"
        return [
            Finding(
                axis="quantifier",
                relation=Relation.CONTRADICTED if outranked else Relation.ABSENT,
                claim_quote=view.claim.quote(claimed),
                source_quote=view.source.quote(said),
                explanation=f"The claim says '{claimed.text}'; the source {says} '{said.text}'.",
                severity=Severity.HIGH,
            )
        ]
    return []


def _same_field(view: View, claimed: Span) -> bool:
    """Whether the source has the rest of the claim: the second largest of Europe may be the largest of its country."""
    named = view.claim.indexes(claimed)
    return all(at in view.links or at in named for at in view.claim.content)


def _said_of_another(view: View, rank: int) -> bool:
    """Whether the claim speaks of what the source names behind the rank: "the third largest after Lund"."""
    first = min(view.claim.content, default=-1)
    return first in view.links and view.source.words[view.links[first]].start >= rank


def _said_alone(text: str, word: str) -> bool:
    """Whether the source gives the first place too, beside the shared one."""
    shared = {one.end() for one in _SHARED.finditer(text)}
    return any(_stem(one["highest"]) == word and one.end() not in shared for one in _ALONE.finditer(text))


def _stem(word: str) -> str:
    return re.sub(r"en?$", "", " ".join(word.lower().split()))
