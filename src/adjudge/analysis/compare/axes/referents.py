"""Opposites that are said of two things: "the old phone" and "the new one"; "less than apricots", which "need more".

In: a claim word and the source word that is its opposite, as indexes. Out: whether they speak of different things.
"""

from adjudge.analysis.compare.align import View
from adjudge.analysis.text.lexicon.blocks import word_set

_SUCCESSIVE = word_set("old new former current previous earlier later next last present")
_DEFINITE = word_set("the its their his her our your 's")


def apart(view: View, at: int, spot: int) -> bool:
    """Whether the two opposites are said of different things."""
    return _meant_of_another(view, at, spot) or _said_of_the_other_side(view, at, spot)


def _meant_of_another(view: View, at: int, spot: int) -> bool:
    """Whether the two words tell which one is meant: what "the new phone" lacks "the old phone" may have."""
    ours, theirs = view.claim.words, view.source.words
    if not {ours[at].lower, theirs[spot].lower} <= _SUCCESSIVE:
        return False
    return all(index and words[index - 1].lower in _DEFINITE for words, index in ((ours, at), (theirs, spot)))


def _said_of_the_other_side(view: View, at: int, spot: int) -> bool:
    """Whether the source says it of the side behind "than": "less than apricots", of "apricots, which need more"."""
    ours, theirs = view.claim.words, view.source.words
    than = next((index for index in range(at + 1, min(len(ours), at + 5)) if ours[index].lower == "than"), None)
    other = next((index for index in range(than + 1, len(ours)) if ours[index].content), None) if than else None
    if other is None or view.links.get(other, spot) >= spot:
        return False
    beyond = next(
        (index for index in range(spot + 1, min(len(theirs), spot + 5)) if theirs[index].lower == "than"), None
    )
    # "Prices rose faster than wages" and "wages grew more slowly than prices" exchange both.
    return beyond is None or any(there > beyond and here < at for here, there in view.links.items())
