"""The `wording` axis: a word of the claim in whose place the source has its opposite, or another word of its kind."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudge.analysis.compare.align import SourceWords, View
from adjudge.analysis.compare.axes.date import dated_apart
from adjudge.analysis.compare.axes.value import made
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.senses import Sense, kind_shared, opposite_in_place, relatives, sense
from adjudge.verdict import Axis, Finding, Relation, Severity

_FRAME, _SURE_FRAME = 0.5, 0.75
_SHORT = 3  # words: "far away from" for "near"
_BEST = 2
_PRONOUNS = word_set("it he she they er sie es")
_THAN = ("than", "als")


class _Clash(NamedTuple):
    """A claim word, the source word that clashes with it (both as indexes), and why."""

    at: int
    spot: int
    reason: str


def findings(views: Sequence[View], sources: SourceWords) -> list[Finding]:  # noqa: ARG001 - all axes have one signature
    """At most one finding: the first clash in the sentences that answer the claim best."""
    for view in views[:_BEST]:
        if dated_apart(view):
            continue
        for clash in (*_in_place(view), *_anywhere(view)):
            if not _said_elsewhere(clash.at, view, views):
                return [_made(view, clash)]
    return []


def _said_elsewhere(at: int, view: View, views: Sequence[View]) -> bool:
    """Whether another sentence says the claim's own word of the same thing: "It opened in 1990. It closed in 2000." """
    word = frozenset({at})
    enough = max(_FRAME, view.frame_without(word))
    return any(
        at in other.links
        and not any(other.denied(word, frozenset({other.links[at]})))
        and (other.frame_without(word) >= enough or other.source.words[0].lower in _PRONOUNS)
        for other in views
        if other is not view
    )


def _in_place(view: View) -> Iterator[_Clash]:
    """Clashing words of which one stands where the other stands."""
    ours, theirs = view.claim.words, view.source.words
    for edit in view.replacements:
        exact = edit.claim[1] - edit.claim[0] <= _SHORT and edit.source[1] - edit.source[0] <= _SHORT
        for at in range(*edit.claim):
            if at in _owned(view) or (at in view.links and not (exact and _doubly_answered(view, at))):
                continue
            kin = relatives(ours[at].stem)
            for spot in range(*edit.source):
                reason = _clash(ours[at].stem, theirs[spot].stem, in_place=exact) if theirs[spot].stem in kin else ""
                if reason and view.frame_without(frozenset({at})) >= _FRAME and _stands(view, at, spot):
                    yield _Clash(at, spot, reason)


def _doubly_answered(view: View, at: int) -> bool:
    """Whether another claim word has the same answer, so that this one may have none of its own."""
    return any(index != at and spot == view.links[at] for index, spot in view.links.items())


def _anywhere(view: View) -> Iterator[_Clash]:
    """Clashing words that answer nothing, wherever they stand in the same frame."""
    free = [index for index in view.source.content if index not in view.answered]
    for at in view.claim.content:
        if at in view.links or at in _owned(view):
            continue
        ours = view.claim.words[at].stem
        kin = relatives(ours)
        for spot in free:
            theirs = view.source.words[spot].stem
            reason = _clash(ours, theirs, in_place=False) if theirs in kin else ""
            if not reason:
                continue
            beside = view.locality(frozenset({at}), frozenset({spot}), reach=1) > 0
            if (beside or reason == "opposites") and _tied(view, at, spot) and _stands(view, at, spot):
                yield _Clash(at, spot, reason)


def _tied(view: View, at: int, spot: int) -> bool:
    """Whether the two words belong to the same frame though they do not stand in the same place."""
    frame = view.frame_without(frozenset({at}))
    return frame >= _FRAME and (frame >= _SURE_FRAME or view.locality(frozenset({at}), frozenset({spot}), reach=3) >= 1)


def _owned(view: View) -> frozenset[int]:
    """Words that another axis compares: numbers, dates, names."""
    named = frozenset(index for name in view.claim.names for index in view.claim.indexes(name.span))
    return view.figures | named


def _stands(view: View, at: int, spot: int) -> bool:
    """Whether the clash survives the words around it: no negation on either side, no "or", no change of sides."""
    ours, theirs = frozenset({at}), frozenset({spot})
    return not (any(view.denied(ours, theirs)) or view.alternative(ours, theirs) or _converse(view, at, spot))


def _converse(view: View, at: int, spot: int) -> bool:
    """Whether both sides change places with the opposites: "Anna is younger than Ben", "Ben is older than Anna"."""
    here, there = _second_side(view.claim, at), _second_side(view.source, spot)
    places = [(index < here, answer < there) for index, answer in view.links.items() if index != here]
    return (True, False) in places and (False, True) in places


def _second_side(reading: Reading, at: int) -> int:
    """Where the second side of a comparison begins: at "than", or else at the word itself."""
    return next((index for index in range(at + 1, len(reading.words)) if reading.words[index].lower in _THAN), at)


def _clash(ours: str, theirs: str, *, in_place: bool) -> str:
    relation = sense(ours, theirs)
    if relation is Sense.OPPOSITE or (in_place and opposite_in_place(ours, theirs)):
        return "opposites"
    return f"different kinds of {kind_shared(ours, theirs).replace('_', ' ')}" if relation is Sense.SIBLING else ""


def _made(view: View, clash: _Clash) -> Finding:
    ours, theirs = view.claim.quote_word(clash.at), view.source.quote_word(clash.spot)
    text = f"The source says '{theirs.text}', not '{ours.text}' ({clash.reason})."
    return made(Axis.WORDING, Relation.CONTRADICTED, ours, theirs, text, Severity.HIGH)
