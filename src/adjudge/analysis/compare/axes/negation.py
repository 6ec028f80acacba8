"""The `negation` axis: what one side affirms and the other denies, such as a dropped "not"."""

import re
from collections.abc import Sequence

from adjudge.analysis.compare.align import SourceWords, View
from adjudge.analysis.compare.axes.value import made
from adjudge.analysis.facts.degrees import quantifiers
from adjudge.analysis.facts.negation import Negation
from adjudge.verdict import Axis, Finding, Relation, Severity

_FRAME, _CLAUSE = 0.7, 0.5
_OPEN = re.compile(
    r"\b(?:whether|or not|may not|might not|if|unless|should|would have|nothing but|not only|unlike|all but|all except|"
    r"alle bis auf|as soon as|sobald|ob|falls|yet|until|before|since|any ?more|no more|no longer|still|bis|noch)\b",
    re.IGNORECASE,
)
"""What is said of a condition or of another time: "not yet" and "from June on" can both be true."""


def findings(views: Sequence[View], sources: SourceWords) -> list[Finding]:  # noqa: ARG001 - all axes have one signature
    """At most one finding: the first denial that only one side makes in the same frame."""
    for view in views:
        if view.coverage < _FRAME:
            break
        counted = (*quantifiers(view.claim.text), *quantifiers(view.source.text))
        if _OPEN.search(f"{view.source.text} {view.claim.text}") or any(one.group == "not_all" for one in counted):
            continue  # "not all" is compared as a quantifier
        if (found := _one_sided(view)) is not None:
            return [found]
    return []


def _one_sided(view: View) -> Finding | None:
    ours = [negation for negation in view.claim.negations if negation.kind != "weak"]
    theirs = [negation for negation in view.source.negations if negation.kind != "weak"]
    if (ours and theirs) or any(negation.kind == "instead" for negation in (*ours, *theirs)):
        return None  # both deny something, or name what is done instead: a look at single words cannot tell
    if len(ours) == 1:
        # Where the denied word has no answer, what it is said of is not denied: "did not change its forecast".
        denied = view.links.get(ours[0].target)
        if denied is not None and _stands(view, (ours[0].target, denied), ours[0], None):
            return _made(view, ours[0].cue, denied, ours=True)
    if len(theirs) == 1:
        affirmed = {at: index for index, at in view.links.items()}.get(theirs[0].target)
        if affirmed is not None and _stands(view, (affirmed, theirs[0].target), None, theirs[0]):
            return _made(view, affirmed, theirs[0].cue, ours=False)
    return None


def _stands(view: View, denied: tuple[int, int], ours: Negation | None, theirs: Negation | None) -> bool:
    """Whether the words around the denied one are the same too, in one clause, and no "or" makes it one of several."""
    word = frozenset({denied[0]})
    same = len(view.weights) == 1 or view.coverage_without(word) >= _FRAME
    cues = (frozenset({one.cue}) if one else frozenset[int]() for one in (ours, theirs))
    return same and view.around(frozenset({denied[1]}), word) >= _CLAUSE and not view.alternative(*cues)


def _made(view: View, at: int, spot: int, *, ours: bool) -> Finding:
    """The finding; `ours` says whether the claim is the side that denies."""
    claim_quote, source_quote = view.claim.quote_word(at), view.source.quote_word(spot)
    if ours:
        explanation = f"The claim denies '{source_quote.text}' ({claim_quote.text}); the source affirms it."
    else:
        explanation = f"The source denies '{claim_quote.text}' ({source_quote.text}); the claim affirms it."
    return made(Axis.NEGATION, Relation.CONTRADICTED, claim_quote, source_quote, explanation, Severity.HIGH)
