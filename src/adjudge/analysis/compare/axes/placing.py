"""Which of several numbers in the sources the claim means: the one that stands by the claim's own words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View, misplaced
from adjudge.analysis.compare.axes.portions import portion
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import stem
from adjudge.verdict import Relation

_NOT_TOLD = 0.5
_PHRASE = 5
_PART = re.compile(r"\s*\w+\s+of\s+(?:them|whom|which|those|these)\b", re.IGNORECASE)
_FORMER = re.compile(
    r"\b(?:compared\s+(?:with|to)|down\s+from|up\s+from|against|versus|gegenüber|verglichen\s+mit)\s+$", re.IGNORECASE
)
_FORMER_CLAIM = re.compile(r"\b(?:ago|earlier|previous(?:ly)?|before|last|zuvor|vor|vorjahr|früher)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A number of the sources beside one of the claim."""

    quantity: Quantity
    view: View
    relation: Relation
    kinship: float


def closeness(claim: Quantity, one: Candidate) -> tuple[float, bool, float, float]:
    """What makes one agreement better than another: what is counted, how exactly, in which sentence, where in it."""
    return one.kinship, one.relation is Relation.SAME, one.view.coverage, attachment(claim, one)


def said_of_something_else(claim: Quantity, best: Candidate, beside: Sequence[Candidate]) -> bool:
    """Whether the claim's number is in the sentence, but for something else than what the claim says of it."""
    text, here = best.view.source.text, attachment(claim, best)
    if beside and (portion(best.view.source, best.quantity) or _PART.match(text, best.quantity.span.end)):
        return here == 0
    if beside and _FORMER.search(text[: best.quantity.span.start]) and not _FORMER_CLAIM.search(best.view.claim.text):
        return here <= max(attachment(claim, one) for one in beside)
    others = [one.quantity.span for one in beside]
    ignored = counted(claim, best.view) | _said_once(best, others)
    return misplaced(best.view, claim.span, best.quantity.span, others, ignored)


def _said_once(best: Candidate, others: Sequence[Span]) -> frozenset[int]:
    """The claim's words that stand before all numbers of a list and hold for each: "won three at home and nine away".

    A number right after a word that the claim does not have ("and injured thirty") has a verb of its own.
    """
    here = min(best.view.source.indexes(best.quantity.span), default=0)
    before = here - 1
    own_verb = before in best.view.source.content and before not in best.view.answered
    first = min((min(best.view.source.indexes(span), default=here) for span in others), default=here)
    if own_verb or first >= here:
        return frozenset()
    return frozenset(index for index, spot in best.view.links.items() if spot < first)


def said_there(claim: Quantity, best: Candidate, against: Sequence[Candidate]) -> bool:
    """Whether a number without a noun of its own stands by the claim's words: "five were held. Two were released"."""
    if best.relation is not Relation.SAME or best.kinship < _NOT_TOLD:
        return False
    return attachment(claim, best) > max((attachment(claim, one) for one in against), default=0.0)


def attachment(claim: Quantity, one: Candidate) -> float:
    """How much the words around the claim's number stand around the source's."""
    ours, theirs = one.view.claim.indexes(claim.span), one.view.source.indexes(one.quantity.span)
    return one.view.attachment(ours, theirs, counted(claim, one.view))


def counted(claim: Quantity, view: View) -> frozenset[int]:
    """The word that says what the claim's number counts: "twelve were killed and thirty injured" counts people twice,
    and only the verbs say which number is meant."""
    if not claim.head:
        return frozenset()
    after = max(view.claim.indexes(claim.span), default=-1) + 1
    words = enumerate(view.claim.words[after : after + _PHRASE], after)
    return frozenset(at for at, word in words if word.stem == stem(claim.head))
