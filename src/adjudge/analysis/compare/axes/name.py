"""The `name` axis: is each name of the claim in the source? If not, it is absent, or contradicted where another name
stands in its place.
"""

from collections.abc import Sequence

from adjudge.analysis.compare.align import SourceWords, View
from adjudge.analysis.compare.axes.value import made
from adjudge.analysis.facts.names import Name, NameKind, matches, mentioned, topical
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.verdict import Axis, Finding, Relation, Severity

_FRAME = 0.65
_WIDE = {"europe", "asia", "africa", "european union", "united nations", "soviet union"}
_KINDRED = {NameKind.PERSON, NameKind.OTHER, NameKind.ORGANISATION}
_COPULAS = word_set("is was are were ist war sind waren")
_FEW = 2


def findings(views: Sequence[View], sources: SourceWords) -> list[Finding]:
    """At most one finding for each name of the claim."""
    names = views[0].claim.names if views else ()
    return [found for name in names if (found := _finding(name, views, sources)) is not None]


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
            alike = [one for one in view.source.names if one.kind is other.kind or (one.canonical and other.canonical)]
            if (name.kind is NameKind.NATIONALITY and len(alike) == 1) or _turned_about(view, ours):
                return view, other
            if view.in_place(ours, theirs) and (view.neighboured(ours, theirs) or view.locality(ours, theirs) >= 3):
                return view, other
    return None


def _turned_about(view: View, ours: frozenset[int]) -> bool:
    """Whether the claim says the same with its ends turned: "the capital is Quito" of "Lima is the capital"."""
    copulas = all(any(word.lower in _COPULAS for word in side.words) for side in (view.claim, view.source))
    ends = bool(ours) and max(ours) >= max(view.claim.content, default=0)
    return copulas and ends and len(view.source.names) <= _FEW and view.coverage_without(ours) == 1.0


def _comparable(name: Name, other: Name) -> bool:
    if other.tentative or _WIDE & {name.canonical, other.canonical}:
        return False  # a continent or a union does not exclude its members
    if name.canonical and other.canonical:
        return True
    if {NameKind.NATIONALITY, NameKind.PLACE} & {name.kind, other.kind}:
        return name.kind is other.kind
    return name.kind in _KINDRED and other.kind in _KINDRED
