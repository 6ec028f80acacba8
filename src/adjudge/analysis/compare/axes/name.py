"""The `name` and `role` axes: is each name of the claim in the source, and does it stand in the same place?

A name that the source lacks is absent, or contradicted where another name stands in its place. Two names that only
change places ("A sued B" for "B sued A") are a finding on the `role` axis.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.value import made
from adjudge.analysis.compare.sources import SourceWords
from adjudge.analysis.facts.names import Name, NameKind, matches, mentioned, topical
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.verdict import Axis, Finding, Relation, Severity

_FRAME = 0.65
_SURE_FRAME = 0.9
_WIDE = {"europe", "asia", "africa", "european union", "united nations", "soviet union"}
_KINDRED = {NameKind.PERSON, NameKind.OTHER, NameKind.ORGANISATION}
_EITHER_WAY = word_set("and or with against as & und oder mit gegen wie between both met married together zwischen")
"""Words that say the same when the two names change places."""
_COPULAS = word_set("is was are were ist war sind waren")
_FEW = 2
_TURNING = word_set("by than from von durch als")


def findings(views: Sequence[View], sources: SourceWords) -> list[Finding]:
    """One finding for each name of the claim, and one where two names have changed places."""
    if not views:
        return []
    found = (_finding(name, views, sources) for name in views[0].claim.names)
    return [*(one for one in found if one is not None), *_exchanged(views[0])]


def _finding(name: Name, views: Sequence[View], sources: SourceWords) -> Finding | None:
    for view in views:
        for other in view.source.names:
            if matches(name, other):
                return _beside(name, view, other, Relation.SAME, f"Both name {name.span.text}.")
    if mentioned(name, sources.lowered, sources.vocabulary):
        return None
    if (rival := _rival(name, views)) is not None:
        text = f"The source says {rival[1].span.text}, not {name.span.text}."
        return _beside(name, *rival, Relation.CONTRADICTED, text)
    if name.tentative:
        return None
    claim = views[0].claim
    topic = topical(claim.text, name)
    in_other_words = ", but may refer to it in other words" if topic else ""
    text = f"The source does not mention {name.span.text}{in_other_words}."
    severity, quote = Severity.LOW if topic else Severity.MEDIUM, claim.quote(name.span)
    return made(Axis.NAME, Relation.ABSENT, quote, None, text, severity)


def _beside(name: Name, view: View, other: Name, relation: Relation, explanation: str) -> Finding:
    severity = Severity.LOW if relation is Relation.SAME else Severity.HIGH
    return made(Axis.NAME, relation, view.claim.quote(name.span), view.source.quote(other.span), explanation, severity)


@lru_cache(maxsize=64)
def of_another(view: View) -> bool:
    """Whether the source sentence has another name where the claim has one that stands nowhere in it."""
    return any(
        not any(matches(name, other) for other in view.source.names) and _rival(name, [view]) is not None
        for name in view.claim.names
    )


def _rival(name: Name, views: Sequence[View]) -> tuple[View, Name] | None:
    """A name of the same kind that the claim does not have, in the same frame and in the same place."""
    for view in views:
        ours = view.claim.indexes(name.span)
        if name.tentative or view.frame_without(ours) < _FRAME:
            continue
        for other in view.source.names:
            if not _comparable(name, other) or any(matches(one, other) for one in view.claim.names):
                continue
            theirs = view.source.indexes(other.span)
            if any(view.denied(ours, theirs)) or view.alternative(ours, theirs):
                continue
            if name.kind is NameKind.NATIONALITY and _only_one(other, view.source.names):
                return view, other
            if _turned_about(view, ours):
                return view, other
            if view.in_place(ours, theirs) and (view.neighboured(ours, theirs) or view.locality(ours, theirs) >= 3):
                return view, other
    return None


def _turned_about(view: View, ours: frozenset[int]) -> bool:
    """Whether the claim says the same with its ends turned: "the capital is Quito" of "Lima is the capital"."""
    copulas = all(any(word.lower in _COPULAS for word in side.words) for side in (view.claim, view.source))
    ends = bool(ours) and max(ours) >= max(view.claim.content, default=0)
    return copulas and ends and len(view.source.names) <= _FEW and view.coverage_without(ours) == 1.0


def _only_one(name: Name, names: Sequence[Name]) -> bool:
    return sum(1 for one in names if one.kind is name.kind or (one.canonical and name.canonical)) == 1


def _comparable(name: Name, other: Name) -> bool:
    if other.tentative or _WIDE & {name.canonical, other.canonical}:
        return False  # a continent or a union does not exclude its members
    if name.canonical and other.canonical:
        return True
    if {NameKind.NATIONALITY, NameKind.PLACE} & {name.kind, other.kind}:
        return name.kind is other.kind
    return name.kind in _KINDRED and other.kind in _KINDRED


def _exchanged(view: View) -> list[Finding]:
    """Two names around the same verb that have changed places, where everything else is the same."""
    if view.coverage < _SURE_FRAME or view.claim.negations or view.source.negations:
        return []
    for first, second in pairwise(view.claim.names):
        theirs = [next((one for one in view.source.names if matches(name, one)), None) for name in (first, second)]
        if theirs[0] is None or theirs[1] is None or first.kind is not second.kind:
            continue
        turned = theirs[1].span.end <= theirs[0].span.start
        if not turned or not _same_between(view, (first, second), (theirs[1], theirs[0])):
            continue
        ours, quote = view.claim.quote(first.span), view.source.quote(theirs[1].span)
        text = f"The source says this of {theirs[1].span.text} and {theirs[0].span.text} the other way round."
        return [made(Axis.ROLE, Relation.CONTRADICTED, ours, quote, text, Severity.HIGH)]
    return []


def _same_between(view: View, ours: tuple[Name, Name], theirs: tuple[Name, Name]) -> bool:
    """Whether the same words, with a direction, stand between the two names on both sides."""
    between = []
    for reading, (first, second) in ((view.claim, ours), (view.source, theirs)):
        start, end = max(reading.indexes(first.span), default=0) + 1, min(reading.indexes(second.span), default=0)
        between.append([reading.words[at] for at in range(start, end)])
    if not all(between) or any(word.lower in _EITHER_WAY or word.text in ",;:" for part in between for word in part):
        return False
    content = [{word.stem for word in part if word.content} for part in between]
    turned = [any(word.lower in _TURNING for word in part) for part in between]
    return bool(content[0]) and content[0] <= content[1] and turned[0] is turned[1]
