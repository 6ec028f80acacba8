"""The `negation` axis: what one side affirms and the other denies, word by aligned word."""

from collections.abc import Sequence

from adjudge.analysis.alignment import View
from adjudge.analysis.negation import Negation
from adjudge.analysis.reading import Reading
from adjudge.verdict import Finding, Quote, Relation, Severity

_FRAME = 0.7


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding: the first denial that only one side makes in the same frame."""
    for view in views:
        if view.coverage < _FRAME:
            break
        found = _one_sided(view)
        if found is not None:
            return [found]
    return []


def _one_sided(view: View) -> Finding | None:
    ours = [negation for negation in view.claim.negations if negation.kind != "weak"]
    theirs = [negation for negation in view.source.negations if negation.kind != "weak"]
    for negation in ours:
        target = view.links.get(negation.target)
        if target is not None and not any(one.governs(target) or one.cue == target for one in theirs):
            return _made(view, _cue(view.claim, negation), None, target)
    for negation in theirs:
        answered = [index for index, at in view.links.items() if at == negation.target]
        if answered and not any(one.governs(answered[0]) or one.cue == answered[0] for one in ours):
            return _made(view, None, _cue(view.source, negation), answered[0])
    return None


def _cue(reading: Reading, negation: Negation) -> Quote:
    return reading.quote_word(negation.cue)


def _made(view: View, ours: Quote | None, theirs: Quote | None, at: int) -> Finding:
    if ours is not None:
        word = view.source.words[at]
        explanation = f"The claim denies '{word.text}' ({ours.text}); the source affirms it."
        theirs = view.source.quote_word(at)
    else:
        word = view.claim.words[at]
        cue = theirs.text if theirs else "not"
        explanation = f"The source denies '{word.text}' ({cue}); the claim affirms it."
        ours = view.claim.quote_word(at)
    return Finding(
        axis="negation",
        relation=Relation.CONTRADICTED,
        claim_quote=ours,
        source_quote=theirs,
        explanation=explanation,
        severity=Severity.HIGH,
    )
