"""The ordered axes: `quantifier`, `certainty`, `causality` and `caveat`.

Seeds: all/most/many/some, may/will, caused/associated, dropped qualifiers. To say more than the source does not follow
from it; to say less does.
"""

import re
from collections.abc import Sequence

from adjudge.analysis.compare.align import SourceWords, View
from adjudge.analysis.compare.axes.value import made, value_finding
from adjudge.analysis.facts.degrees import PLAIN, Mark, causes, caveats, hedges, quantifiers
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.spans import cut
from adjudge.verdict import Axis, Finding, Relation, Severity

_FRAME, _NEAR_COPY = 0.5, 0.75
_NOT_ALL = "not_all"
_LESS_THAN_ALL = ("most", "few", "none")
_CAN = word_set("can could able ability")
_BEFORE, _BEHIND = 3, 4
_ALIKE = (Sense.SAME, Sense.SYNONYM, Sense.BROADER, Sense.NARROWER)
_OF_WHAT = re.compile(r" (?:of|der|von) (?:(?:the|all|its|their|those|these|den) )?[^\W\d_]{2,30}", re.IGNORECASE)
_BINDING = ("condition", "subjects")
"""Caveats without which the statement is another one; others (only, so far) are noted with low severity."""


def findings(views: Sequence[View], sources: SourceWords) -> list[Finding]:  # noqa: ARG001 - all axes have one signature
    """The findings on the four scales, from the sentence that answers the claim best."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    return [*_certainty(view), *_quantifiers(view), *_causality(view), *_caveats(view), *_denominators(view)]


def _certainty(view: View) -> list[Finding]:
    ours = _weakest(hedges(view.claim.text))
    theirs = _weakest([mark for mark in hedges(view.source.text) if hedged(view, mark)])
    level, other = (ours.level if ours else PLAIN), (theirs.level if theirs else PLAIN)
    if level == other or any(word.lower in _CAN for word in view.claim.words):
        return []
    if level > other and theirs is not None:
        says = f"says '{ours.span.text}'" if ours else "states it as a fact"
        text = f"The claim {says}; the source only says '{theirs.span.text}'."
        return [_made(Axis.CERTAINTY, Relation.ABSENT, view, ours, theirs, text, Severity.HIGH)]
    if ours is None or level > other or bool(view.claim.negations) != bool(view.source.negations):
        return []  # "might not" is no weaker "will"
    text = f"The claim is more cautious ('{ours.span.text}') than the source, so it follows."
    return [_made(Axis.CERTAINTY, Relation.COARSER, view, ours, theirs, text, Severity.LOW)]


def hedged(view: View, mark: Mark) -> bool:
    """Whether the claim takes up what the mark hedges: one of the two words that follow and say something."""
    last = max(view.source.indexes(mark.span), default=len(view.source.words))
    following = [at for at in view.source.content if last < at <= last + _BEHIND]
    return not view.answered.isdisjoint(following[:2])


def bears_on(view: View, mark: Mark) -> bool:
    """Whether the mark stands by words that the claim takes up."""
    touched = view.source.indexes(mark.span)
    return bool(touched) and any(min(touched) - _BEFORE <= at <= max(touched) + _BEHIND for at in view.answered)


def _weakest(marks: Sequence[Mark]) -> Mark | None:
    return min(marks, key=lambda mark: mark.level, default=None)


def _quantifiers(view: View) -> list[Finding]:
    found = []
    for ours in quantifiers(view.claim.text):
        theirs = next(
            (mark for mark in quantifiers(view.source.text) if ours.head and sense(ours.head, mark.head) in _ALIKE),
            None,
        )
        if theirs is not None:
            found.append(_quantified(view, ours, theirs))
    return found


def _quantified(view: View, ours: Mark, theirs: Mark) -> Finding:
    said, told = f"'{ours.span.text}'", f"'{theirs.span.text}'"
    relation = _how_many(view, ours, theirs)
    if relation is Relation.ABSENT:
        text = f"The claim says {said}; the source only says {told}."
        return _made(Axis.QUANTIFIER, relation, view, ours, theirs, text, Severity.HIGH)
    quotes = view.claim.quote(ours.span), view.source.quote(theirs.span)
    return value_finding(Axis.QUANTIFIER, relation, *quotes, ours=said, theirs=told)


def _how_many(view: View, ours: Mark, theirs: Mark) -> Relation:
    if ours.group != theirs.group and _NOT_ALL in (ours.group, theirs.group):
        # "Not all" only rules out "all"; it follows from "most", "few", "none" and "some did not".
        if "all" in (ours.group, theirs.group):
            return Relation.CONTRADICTED
        follows = ours.group == _NOT_ALL and (theirs.group in _LESS_THAN_ALL or view.source.negations)
        return Relation.COARSER if follows else Relation.ABSENT
    levels = {ours.level, theirs.level}
    if len(levels) == 1:
        return Relation.SAME
    if 0 in levels or levels in ({1, 4}, {1, 5}):
        return Relation.CONTRADICTED
    return Relation.ABSENT if ours.level > theirs.level or ours.level == 1 else Relation.COARSER


def _causality(view: View) -> list[Finding]:
    ours = max(causes(view.claim.text), key=lambda mark: mark.level, default=None)
    theirs = max(causes(view.source.text), key=lambda mark: mark.level, default=None)
    if ours is None or theirs is None or ours.level == theirs.level:
        return []
    said, told = ours.span.text, theirs.span.text
    if ours.level < theirs.level:
        text = f"The source says '{told}', so the weaker '{said}' is correct."
        return [_made(Axis.CAUSALITY, Relation.COARSER, view, ours, theirs, text, Severity.LOW)]
    careful = _weakest(hedges(view.claim.text))
    denied = view.denied(view.claim.indexes(ours.span), view.source.indexes(theirs.span))
    if any(denied) or (careful is not None and careful.level < PLAIN):
        return []
    text = f"The claim says '{said}'; the source only says '{told}', which is no cause."
    return [_made(Axis.CAUSALITY, Relation.ABSENT, view, ours, theirs, text, Severity.HIGH)]


def _caveats(view: View) -> list[Finding]:
    """Limits of the source's statement that the claim drops: "in mice", "if the vote passes", "only"."""
    kept = {mark.group for mark in caveats(view.claim.text)}
    if view.coverage < _NEAR_COPY:
        return []
    dropped = [mark for mark in caveats(view.source.text) if mark.group not in kept and _limits(view, mark)]
    dropped.sort(key=lambda mark: mark.group not in _BINDING)
    if not dropped:
        return []
    mark, text = dropped[0], f"The claim leaves out '{dropped[0].span.text}'."
    severity = Severity.MEDIUM if mark.group in _BINDING else Severity.LOW
    return [_made(Axis.CAVEAT, Relation.ABSENT, view, None, mark, text, severity)]


def _limits(view: View, mark: Mark) -> bool:
    """Whether the caveat stands by words that the claim takes up, and none of its own words are in the claim."""
    own = view.source.indexes(mark.span)
    return mark.group != "attribution" and bears_on(view, mark) and not own & view.answered


def _denominators(view: View) -> list[Finding]:
    """A share whose whole the claim drops: "30 % had side effects" for "30 % of the patients who fasted had"."""
    for ours in view.claim.quantities:
        if ours.unit != "percent" or _OF_WHAT.match(view.claim.text, ours.span.end):
            continue
        for theirs in view.source.quantities:
            whole = _OF_WHAT.match(view.source.text, theirs.span.end)
            if theirs.unit != "percent" or theirs.value != ours.value or whole is None:
                continue
            span = cut(view.source.text, whole.start() + 1, whole.end())
            if not view.source.indexes(span) & view.answered:
                text = f"The claim leaves out '{span.text}'."
                mark = Mark(span, PLAIN, "denominator")
                return [_made(Axis.CAVEAT, Relation.ABSENT, view, None, mark, text, Severity.MEDIUM)]
    return []


def _made(
    axis: Axis, relation: Relation, view: View, ours: Mark | None, theirs: Mark | None, text: str, severity: Severity
) -> Finding:
    quote = view.claim.quote(ours.span) if ours else view.claim.whole
    return made(axis, relation, quote, view.source.quote(theirs.span) if theirs else None, text, severity)
