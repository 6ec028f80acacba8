"""The `role` axis: the same words, but who did it and to whom it was done exchanged.

"A hired B" against "B hired A"; not "B was hired by A", and not verbs and words that tie both ways ("met", "and").
"""

import re
from collections.abc import Sequence

from adjudge.analysis.alignment import View, left_out
from adjudge.analysis.reading import Reading
from adjudge.analysis.words import content_words
from adjudge.verdict import Finding, Quote, Relation, Severity

_THAN = re.compile(r"\b(?:than|als)\b")
_TIE = re.compile(r"\b(?:and|or|with|married|met|meets|und|oder|mit)\b|[,;&/]")


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding, from the sentence that answers the claim best."""
    if not views or views[0].coverage < 0.95 or left_out(views[0]) > 0.35:
        return []
    view = views[0]
    if _passive(view.claim) != _passive(view.source):
        return []
    found = _names_exchanged(view) or _words_exchanged(view)
    return [found] if found else []


def _names_exchanged(view: View) -> Finding | None:
    """Two names around the same verb, in another order."""
    pairs = [
        (ours, theirs)
        for ours in view.claim.names
        for theirs in view.source.names
        if set(ours.parts) == set(theirs.parts)
    ]
    if len(pairs) != 2 or pairs[0][0].parts == pairs[1][0].parts:
        return None
    (first, source_first), (second, source_second) = pairs
    if source_first.span.start < source_second.span.start:
        return None
    between = view.claim.text[first.span.end : second.span.start]
    back = view.source.text[source_second.span.end : source_first.span.start]
    if _TIE.search(between) or _TIE.search(back) or not _shares_content(between, back):
        return None
    return _made(view.claim.quote(first.span), view.source.quote(source_first.span), second.span.text)


def _words_exchanged(view: View) -> Finding | None:
    """All content words the same and in the same order, but for two that change places."""
    ours, theirs = view.claim.content, view.source.content
    if len(ours) != len(theirs):
        return None
    differing = [
        place
        for place, (at, spot) in enumerate(zip(ours, theirs, strict=True))
        if view.claim.words[at].stem != view.source.words[spot].stem
    ]
    if len(differing) != 2:
        return None
    first, second = differing
    claim, source = view.claim.words, view.source.words
    crossed = (
        claim[ours[first]].stem == source[theirs[second]].stem
        and claim[ours[second]].stem == source[theirs[first]].stem
    )
    between = view.claim.text[claim[ours[first]].end : claim[ours[second]].start]
    if not crossed or _TIE.search(between) or not (_THAN.search(between) or content_words(between)) or len(ours) < 3:
        return None
    return _made(
        view.claim.quote_word(ours[first]), view.source.quote_word(theirs[second]), view.claim.words[ours[second]].text
    )


def _made(claim: Quote, source: Quote, other: str) -> Finding:
    return Finding(
        axis="role",
        relation=Relation.CONTRADICTED,
        claim_quote=claim,
        source_quote=source,
        explanation=f"The claim and the source exchange the roles of {claim.text} and {other}.",
        severity=Severity.HIGH,
    )


def _passive(reading: Reading) -> bool:
    return any(word.lower == "by" for word in reading.words)


def _shares_content(first: str, second: str) -> bool:
    return bool({word.stem for word in content_words(first)} & {word.stem for word in content_words(second)})
