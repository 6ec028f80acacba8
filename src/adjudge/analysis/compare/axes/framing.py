"""Whether two numbers can clash: both must count the same, of the same, at the same time, and not one of some.

In: a number of the claim and one of the source in its sentence. Out: yes or no; each reason has a function of its own.
"""

import re

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes import moves, naming, periods, portions
from adjudge.analysis.compare.axes.intended import meant_apart
from adjudge.analysis.compare.axes.placing import Candidate, counted
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.text.words import stem

_FRAME = 0.5
_FRAME_OF_SAME_NOUN = 0.3
_ANYBODY = ("person", "people", "mensch")
_OF_ALL = re.compile(r"\bof\s+(?:the|its|their|his|her|our|all)\s+$", re.IGNORECASE)
_OF_SOME = re.compile(
    r"\s+(?:of|von|der)\s+(?:the|its|their|his|her|our|these|those|den|seinen|ihren)\b", re.IGNORECASE
)
_FROM = re.compile(r"\s+(?:after|before|nach|vor)\b", re.IGNORECASE)
_FROM_WORD = 4
_STATES = ("absent", "present", "missing", "dead", "alive", "unaccounted")


def same_frame(claim: Quantity, one: Candidate) -> bool:
    """Whether both numbers are of the same thing, so that both cannot be true."""
    source, view = one.quantity, one.view
    ours, theirs = view.claim.indexes(claim.span), view.source.indexes(source.span)
    needed = _FRAME_OF_SAME_NOUN if one.kinship == 1.0 else _FRAME
    # People are counted for many things: that both count people is no common frame.
    anybody = claim.head in _ANYBODY and not claim.unit
    left_out = ours | counted(claim, view) if anybody else ours
    if one.kinship < 0.6 or view.frame_without(left_out) < needed or any(view.denied(ours, theirs)):
        return False
    of_something_else = (
        periods.dated_apart(view)
        or naming.of_another(view)
        or _whole(claim, one)
        or _some_of_them(claim, one)
        or portions.apart(claim, source, view)
        or meant_apart(claim.span, source.span, view)
        or moves.told_apart(claim, source, view)
        or moves.reached_since(source, view)
        or moves.left_behind(claim, source, view)
        or _from_another(claim, one)
        or _only_denied(view)
        or _narrowed(one)
    )
    return not of_something_else and (one.kinship == 1.0 or view.in_place(ours, theirs))


def _whole(claim: Quantity, one: Candidate) -> bool:
    """Whether one of the two is all of them, of which the other says something of some: "sixty of the 90 members"."""
    theirs, ours = one.view.source.text[: one.quantity.span.start], one.view.claim.text[: claim.span.start]
    if bool(_OF_ALL.search(theirs)) is not bool(_OF_ALL.search(ours)):
        return True
    if claim.unit or claim.value >= one.quantity.value:
        return False
    some = _OF_SOME.match(one.view.claim.text, claim.span.end)
    return some is not None and not _OF_SOME.match(one.view.source.text, one.quantity.span.end)


def _some_of_them(claim: Quantity, one: Candidate) -> bool:
    """Whether the claim counts only some of what the source counts: "two sick passengers" of 84 passengers."""
    noun = min(counted(claim, one.view), default=0)
    between = range(max(one.view.claim.indexes(claim.span), default=0) + 1, noun)
    return any(at in one.view.claim.content and at not in one.view.links for at in between)


def _from_another(claim: Quantity, one: Candidate) -> bool:
    """Whether the two are told from different events: "46 years after the war", "eleven years after his death"."""
    ours, theirs = one.view.claim, one.view.source
    if not all(
        _FROM.match(text, span.end) for text, span in ((ours.text, claim.span), (theirs.text, one.quantity.span))
    ):
        return False
    mine = next((at for at in ours.content if ours.words[at].start > claim.span.end + _FROM_WORD), None)
    behind = [at for at in theirs.content if theirs.words[at].start > one.quantity.span.end + _FROM_WORD][:2]
    return mine is not None and one.view.links.get(mine) not in behind


def _only_denied(view: View) -> bool:
    """Whether the claim says what is not so of its number: "a 20-tonne lorry may not cross", of "up to 18 tonnes"."""
    return bool(view.claim.negations) and not view.source.negations


def _narrowed(one: Candidate) -> bool:
    """Whether the source counts only those who did what the claim does not tell of: "nine members abstaining"."""
    words, number = one.view.source.words, max(one.view.source.indexes(one.quantity.span), default=None)
    if number is None or not one.quantity.head or one.quantity.unit:
        return False
    noun = next(
        (at for at in range(number, min(len(words), number + 4)) if words[at].stem == stem(one.quantity.head)), None
    )
    behind = noun + 1 if noun is not None else len(words)
    if behind >= len(words) or behind in one.view.answered:
        return False
    return words[behind].lower.endswith("ing") or words[behind].lower in _STATES
