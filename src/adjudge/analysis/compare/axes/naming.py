"""The `name` axis: is each name of the claim in the source, and if not, does another stand in its place?"""

from collections.abc import Sequence

from adjudge.analysis.compare.align import View, about_else, about_this, misplaced
from adjudge.analysis.facts.names import Name, NameKind, matches, mentioned, topical
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.words import Word, stem
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.65
_SEVERITY = {Relation.SAME: Severity.LOW, Relation.ABSENT: Severity.MEDIUM, Relation.CONTRADICTED: Severity.HIGH}
_WIDE = {"europe", "asia", "africa", "european union", "united nations", "soviet union"}
_FIRST_WORDS = 1
_WHERE = word_set("in at to from near through via into")
_CLAUSE_OPENERS = frozenset({"", "the", "that", ";", ":"})
_SUBJECTS = word_set("he she it they")
_THAN = ("than", "als")
_LEARNT = frozenset(stem(word) for word in word_set("teach speak learn study understand"))
_KINDRED = {NameKind.PERSON, NameKind.OTHER, NameKind.ORGANISATION}


def findings(views: Sequence[View], lowered: str, vocabulary: frozenset[str]) -> list[Finding]:
    """One finding for each name of the claim; `lowered` and `vocabulary` are the whole sources in lower case."""
    if not views:
        return []
    found = [_finding(name, views, lowered, vocabulary) for name in views[0].claim.names]
    return [one for one in found if one is not None]


def _finding(name: Name, views: Sequence[View], lowered: str, vocabulary: frozenset[str]) -> Finding | None:
    claim = views[0].claim
    same = next(((view, other) for view in views for other in view.source.names if matches(name, other)), None)
    rival = _rival(name, views)
    namesake = rival is not None and _namesake(name, rival[1], vocabulary)
    if same is not None or (mentioned(name, lowered, vocabulary) and not namesake):
        apart = rival is not None and _another(name, rival[1])
        if rival is not None and apart and _said_of_another(name, rival[0], views):
            told = f"The source says this of {rival[1].span.text}, not of {name.span.text}."
            return _beside(name, *rival, Relation.ABSENT, told)
        if same is not None and (doer := _done_by_another(name, *same)) is not None:
            told = f"The source says this of {doer.span.text}, not of {name.span.text}."
            return _beside(name, same[0], doer, Relation.ABSENT, told)
        if same is not None and (other := _in_its_place(name, *same)) is not None:
            told = f"The claim says {name.span.text} where the source says {other.span.text}."
            return _beside(name, same[0], other, Relation.CONTRADICTED, told)
        return _beside(name, *same, Relation.SAME, f"Both name {name.span.text}.") if same is not None else None
    if rival is not None and one_of_several(name, rival[0]):
        told = f"The source says this of {rival[1].span.text}; of {name.span.text} it says nothing."
        return _beside(name, *rival, Relation.ABSENT, told)
    if rival is not None:
        told = f"The claim says {name.span.text} where the source says {rival[1].span.text}."
        return _beside(name, *rival, Relation.CONTRADICTED, told)
    if name.tentative:
        return None
    topic = topical(claim.text, name)
    return Finding(
        axis="name",
        relation=Relation.ABSENT,
        claim_quote=claim.quote(name.span),
        explanation=f"The claim names {name.span.text}; the source does not"
        + (", though it may speak of it in other words." if topic else "."),
        severity=Severity.LOW if topic else Severity.MEDIUM,
    )


def _another(name: Name, other: Name) -> bool:
    """Whether two names are of two: no word in common, or the first names of namesakes."""
    if not set(name.parts) & set(other.parts):
        return True
    if len(name.parts) == 1 or len(other.parts) == 1:
        return False
    return (name.parts[0] not in other.parts and _namesakes(name, other)) or _first_name_only(name, other)


def _namesakes(name: Name, other: Name) -> bool:
    return name.parts[-1] == other.parts[-1] and other.parts[0][0] != name.parts[0][0]


def _first_name_only(name: Name, other: Name) -> bool:
    """Whether two full names share the first name alone: "Anna Moreau" and "Anna Berg", not "Anna Moreau Berg"."""
    apart = set(name.parts[1:]).isdisjoint(other.parts) and set(other.parts[1:]).isdisjoint(name.parts)
    people = name.kind is other.kind is NameKind.PERSON
    return people and apart and name.parts[0] == other.parts[0]


def _done_by_another(name: Name, view: View, own: Name) -> Name | None:
    """The name that does in the sentence what the claim says of this one: "Ivo Karas directed the film" of one that Ana
    Lopes directed and he plays in."""
    ours = view.claim.indexes(name.span)
    held = view.source.indexes(own.span)
    if name.kind not in _KINDRED or not ours or not held or _does_the_same(ours, held, view):
        return None
    if view.source.words[min(max(held) + 1, len(view.source.words) - 1)].text[0].isdigit():
        return None  # "the Greens hold 25 seats and the Liberals 35"
    for other in view.source.names:
        theirs = view.source.indexes(other.span)
        if other.kind is not name.kind or other.tentative or any(matches(one, other) for one in view.claim.names):
            continue
        if not _acts(view, theirs):
            continue
        if theirs and _does_the_same(ours, theirs, view) and not any(view.denied(ours, theirs)):
            return other
    return None


def _acts(view: View, theirs: frozenset[int]) -> bool:
    """Whether a name opens its clause, as who acts does."""
    before = view.source.words[min(theirs) - 1].lower if theirs and min(theirs) > 0 else ""
    return before in _CLAUSE_OPENERS


def _in_its_place(name: Name, view: View, own: Name) -> Name | None:
    """Another place of the same sentence of which the source says what the claim says of this one: "born in Vienna" of
    someone born in Graz who studied in Vienna."""
    ours, held = view.claim.indexes(name.span), view.source.indexes(own.span)
    if name.kind is not NameKind.PLACE or not ours or not held:
        return None
    if _compares(view.claim.words) and _compares(view.source.words):
        return None  # of "Peru's grew faster than Chile's" the ties tell which is which
    if not view.neighboured(ours, held) and view.source.words[min(held) - 1].lower not in _WHERE:
        return None
    for other in view.source.names:
        theirs = view.source.indexes(other.span)
        known = any(matches(one, other) for one in view.claim.names)
        if other.kind is not NameKind.PLACE or known or any(view.denied(ours, theirs)):
            continue
        if view.neighboured(ours, theirs) and misplaced(view, name.span, own.span, [other.span]):
            return other
    return None


def one_of_several(name: Name, view: View) -> bool:
    """Whether the name is a language somebody teaches or speaks: whoever teaches one may teach another."""
    at = min(view.claim.indexes(name.span), default=0)
    return name.kind is NameKind.NATIONALITY and any(word.stem in _LEARNT for word in view.claim.words[at - 1 : at])


def _compares(words: Sequence[Word]) -> bool:
    return any(word.lower in _THAN for word in words)


def _namesake(name: Name, other: Name, vocabulary: frozenset[str]) -> bool:
    """Whether only another's last name mentions this one: "Elena Ruiz" and "Tomas Ruiz", not "Tim" and "Timothy"."""
    own = set(name.parts) - set(other.parts)
    short = any(one.startswith(part) or part.startswith(one) for one in own for part in other.parts)
    return not short and not own & vocabulary


def _beside(name: Name, view: View, other: Name, relation: Relation, explanation: str) -> Finding:
    """What a name of the source says of one of the claim."""
    return Finding(
        axis="name",
        relation=relation,
        claim_quote=view.claim.quote(name.span),
        source_quote=view.source.quote(other.span),
        explanation=explanation,
        severity=_SEVERITY[relation],
    )


def _said_of_another(name: Name, telling: View, views: Sequence[View]) -> bool:
    """Whether the sentence that says all the rest of the claim has another name in it, and what the source says of this
    name is about something else."""
    named = (view for view in views if _named_in(name, view))
    return about_this(telling, name.span) and all(about_else(view, name.span) for view in named)


def of_another(view: View) -> bool:
    """Whether the source sentence has another name where the claim has one that stands nowhere in it."""
    return any(not _named_in(name, view) and _rival(name, [view]) is not None for name in view.claim.names)


def _named_in(name: Name, view: View) -> bool:
    return any(matches(name, other) for other in view.source.names)


def _rival(name: Name, views: Sequence[View]) -> tuple[View, Name] | None:
    """A name of the same kind that the claim does not hold, in the same frame and in the same place."""
    for view in views:
        ours = view.claim.indexes(name.span)
        if name.tentative or view.frame_without(ours) < _FRAME:
            continue
        for other in view.source.names:
            if not _comparable(name, other) or any(matches(one, other) for one in view.claim.names):
                continue
            theirs = view.source.indexes(other.span)
            if _may_be_meant(ours, theirs, view):
                continue
            if any(view.denied(ours, theirs)) or view.alternative(ours, theirs):
                continue
            if name.kind is NameKind.NATIONALITY and _only_one(other, view.source.names):
                return view, other
            if view.in_place(ours, theirs) and (view.neighboured(ours, theirs) or view.locality(ours, theirs) >= 3):
                return view, other
    return None


def _may_be_meant(ours: frozenset[int], theirs: frozenset[int], view: View) -> bool:
    """Whether the claim's subject may be the source's "she": then the other name is of something else she did."""
    subject = bool(ours) and min(ours) <= _FIRST_WORDS and bool(theirs) and min(theirs) > _FIRST_WORDS
    if not subject or _does_the_same(ours, theirs, view):
        return False
    return any(word.lower in _SUBJECTS for word in view.source.words[: min(theirs)])


def _does_the_same(ours: frozenset[int], theirs: frozenset[int], view: View) -> bool:
    """Whether what follows the one name answers what follows the other."""
    return view.links.get(max(ours) + 1) == max(theirs) + 1


def _only_one(name: Name, names: Sequence[Name]) -> bool:
    return sum(1 for one in names if one.kind is name.kind or (one.canonical and name.canonical)) == 1


def _comparable(name: Name, other: Name) -> bool:
    if other.tentative:
        return False
    if _WIDE & {name.canonical, other.canonical}:
        return False  # a continent or a union does not exclude its members
    if name.canonical and other.canonical:
        return True
    if NameKind.NATIONALITY in (name.kind, other.kind) or NameKind.PLACE in (name.kind, other.kind):
        return name.kind is other.kind
    return name.kind in _KINDRED and other.kind in _KINDRED
