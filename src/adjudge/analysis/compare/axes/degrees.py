"""The ordered axes: `certainty`, `quantifier`, `causality`. To say more than the source does not follow; less does."""

from collections.abc import Sequence

from adjudge.analysis.compare.align import View
from adjudge.analysis.facts.degrees import PLAIN, Mark, agreements, effects
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.senses import Sense, sense
from adjudge.verdict import Finding, Quote, Relation, Severity

_FRAME = 0.5
_NOT_ALL = "not_all"
_LESS_THAN_ALL = ("most", "few", "none")
_BREAKS = word_set(", ; : . ! ?")
_OF_WHAT_FOLLOWS = word_set("may might could would to")


def findings(views: Sequence[View]) -> list[Finding]:
    """The findings on the three scales, from the sentence that answers the claim best."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    return [*_certainty(view), *_quantifiers(view), *_causality(view)]


def _certainty(view: View) -> list[Finding]:
    ours = _weakest(view.claim.hedges)
    theirs = _weakest([mark for mark in view.source.hedges if _bears_on(view, mark)])
    level, other = (ours.level if ours else PLAIN), (theirs.level if theirs else PLAIN)
    if not ours and not theirs:
        return []
    if level > other and theirs is not None:
        says = f"says '{ours.span.text}'" if ours else "states it plainly"
        return [
            _made(
                "certainty",
                Relation.ABSENT,
                view,
                ours,
                theirs,
                f"The claim {says}; the source only says '{theirs.span.text}'.",
                Severity.HIGH,
            )
        ]
    if level > other and ours is not None and level > PLAIN:
        text = f"The claim says '{ours.span.text}'; the source states it without that certainty."
        return [_made("certainty", Relation.ABSENT, view, ours, theirs, text, Severity.MEDIUM)]
    if ours is None:
        return []
    if level == other:
        if theirs is None:
            return []
        text = f"Both are equally sure ('{ours.span.text}', '{theirs.span.text}')."
        return [_made("certainty", Relation.SAME, view, ours, theirs, text, Severity.LOW)]
    if bool(view.claim.negations) != bool(view.source.negations):
        return []  # "might not" is no weaker "will"
    text = f"The claim is more careful ('{ours.span.text}') than the source; it follows."
    return [_made("certainty", Relation.COARSER, view, ours, theirs, text, Severity.LOW)]


def _bears_on(view: View, mark: Mark) -> bool:
    """Whether the mark stands by words that the claim takes up; a hedge on something else does not matter.

    A modal verb hedges what follows it ("four men in a boat appear to wear vests" does not doubt the boat), and an
    aside between commas only itself ("Simmons, probably the best of them, lives in Leeds").
    """
    touched = view.source.indexes(mark.span)
    if not touched:
        return False
    first, last = min(touched), max(touched)
    if view.source.words[last].lower in _OF_WHAT_FOLLOWS or _following(view, last) == "to":
        return any(last < at <= last + 4 for at in view.answered)
    aside = _aside(view, first, last)
    if aside and not any(at in view.answered for at in aside):
        return False
    return any(first - 3 <= at <= last + 4 for at in view.answered)


def _following(view: View, at: int) -> str:
    return view.source.words[at + 1].lower if at + 1 < len(view.source.words) else ""


def _aside(view: View, first: int, last: int) -> list[int]:
    """The content words beside the mark between two commas."""
    words = view.source.words
    start = next((at for at in range(first - 1, -1, -1) if words[at].text in _BREAKS), None)
    end = next((at for at in range(last + 1, len(words)) if words[at].text in _BREAKS), None)
    if start is None or end is None or words[start].text != "," or words[end].text != ",":
        return []
    return [at for at in view.source.content if start < at < end and not first <= at <= last]


def _weakest(marks: Sequence[Mark]) -> Mark | None:
    return min(marks, key=lambda mark: mark.level, default=None)


def _quantifiers(view: View) -> list[Finding]:
    found = []
    for ours in (*view.claim.quantifiers, *_agreed(view)):
        theirs = next((mark for mark in view.source.quantifiers if _same_head(ours.head, mark.head)), None)
        if theirs is not None:
            found.append(_quantified(view, ours, theirs))
    return found or _alone(view)


def _alone(view: View) -> list[Finding]:
    """A "not all" of one side, where the other says it of the group without a number: neither follows."""
    for mine, other in ((view.claim, view.source), (view.source, view.claim)):
        mark = next((mark for mark in mine.quantifiers if mark.group == _NOT_ALL), None)
        if mark is None or other.quantifiers or other.quantities:
            continue
        if any(_same_head(mark.head, other.words[index].stem) for index in other.content):
            ours, theirs = (mark, None) if mine is view.claim else (None, mark)
            text = f"Only one side says '{mark.span.text}': the claim does not follow."
            return [_made("quantifier", Relation.ABSENT, view, ours, theirs, text, Severity.HIGH)]
    return []


def _agreed(view: View) -> list[Mark]:
    """Groups that the claim, and not the source, makes agree without saying how many of them."""
    counted = {mark.head for mark in view.claim.quantifiers}
    made = [mark for mark in agreements(view.claim.text) if mark.head not in counted]
    return made if made and not agreements(view.source.text) else []


def _same_head(ours: str, theirs: str) -> bool:
    return bool(ours) and sense(ours, theirs) in (Sense.SAME, Sense.SYNONYM, Sense.BROADER, Sense.NARROWER)


def _quantified(view: View, ours: Mark, theirs: Mark) -> Finding:
    both = f"The claim says '{ours.span.text}', the source '{theirs.span.text}'"
    if ours.group != theirs.group and _NOT_ALL in (ours.group, theirs.group):
        return _below_all(view, ours, theirs, both)
    if ours.level == theirs.level:
        return _made("quantifier", Relation.SAME, view, ours, theirs, f"{both}: the same.", Severity.LOW)
    if (ours.level == 0) != (theirs.level == 0) or (
        {ours.level, theirs.level} <= {1, 4, 5} and 1 in (ours.level, theirs.level)
    ):
        return _made(
            "quantifier", Relation.CONTRADICTED, view, ours, theirs, f"{both}: both cannot be true.", Severity.HIGH
        )
    if ours.level > theirs.level or ours.level == 1:
        text = f"{both}: the claim says more than the source."
        return _made("quantifier", Relation.ABSENT, view, ours, theirs, text, Severity.HIGH)
    return _made("quantifier", Relation.COARSER, view, ours, theirs, f"{both}: the claim follows.", Severity.LOW)


def _below_all(view: View, ours: Mark, theirs: Mark, both: str) -> Finding:
    """ "Not all" only rules out "all"; it follows from "most", "few", "none" and "some did not"."""
    groups = {ours.group, theirs.group}
    if "all" in groups:
        text = f"{both}: both cannot be true."
        return _made("quantifier", Relation.CONTRADICTED, view, ours, theirs, text, Severity.HIGH)
    if ours.group == _NOT_ALL and (theirs.group in _LESS_THAN_ALL or view.source.negations):
        return _made("quantifier", Relation.COARSER, view, ours, theirs, f"{both}: the claim follows.", Severity.LOW)
    text = f"{both}: both can be true, the claim does not follow."
    return _made("quantifier", Relation.ABSENT, view, ours, theirs, text, Severity.MEDIUM)


def _causality(view: View) -> list[Finding]:
    ours = max(view.claim.causes, key=lambda mark: mark.level, default=None)
    theirs = max(view.source.causes, key=lambda mark: mark.level, default=None)
    if ours is None and theirs is not None and theirs.group == "association":
        ours = next(iter(effects(view.claim.text)), None)
    if ours is None or theirs is None or ours.level == theirs.level == 0:
        return []
    if ours.level > theirs.level and (effects(view.source.text) or _taken_back(view, ours, theirs)):
        return []
    both = f"The claim says '{ours.span.text}', the source '{theirs.span.text}'"
    if ours.level == theirs.level:
        return [_made("causality", Relation.SAME, view, ours, theirs, f"{both}: the same kind of tie.", Severity.LOW)]
    if ours.level > theirs.level:
        text = f"{both}: the source ties the two, but does not say that one brings about the other."
        return [_made("causality", Relation.ABSENT, view, ours, theirs, text, Severity.HIGH)]
    return [
        _made(
            "causality",
            Relation.COARSER,
            view,
            ours,
            theirs,
            f"{both}: the claim is weaker, and follows.",
            Severity.LOW,
        )
    ]


def _taken_back(view: View, ours: Mark, theirs: Mark) -> bool:
    """Whether the claim only thinks the cause possible, or one of the two is denied: then the ties are not compared."""
    careful = _weakest(view.claim.hedges)
    denied = view.denied(view.claim.indexes(ours.span), view.source.indexes(theirs.span))
    return any(denied) or (careful is not None and careful.level < PLAIN)


def _made(
    axis: str, relation: Relation, view: View, ours: Mark | None, theirs: Mark | None, text: str, severity: Severity
) -> Finding:
    claim_quote: Quote = view.claim.quote(ours.span) if ours else view.claim.whole
    return Finding(
        axis=axis,
        relation=relation,
        claim_quote=claim_quote,
        source_quote=view.source.quote(theirs.span) if theirs else None,
        explanation=text,
        severity=severity,
    )
