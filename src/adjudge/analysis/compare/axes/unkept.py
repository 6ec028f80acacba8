"""Bounds that no number of the sources keeps: "more than 190 cases" of a sentence that counts 170.

Whoever gives a bound has a number in mind. So it need not stand where the bound stands, nor need the sentence name who
it is said of; but all numbers of that kind that the sources give must fail the bound.
"""

from collections.abc import Sequence

from adjudge.analysis.compare.axes import naming
from adjudge.analysis.compare.axes.placing import Candidate, counted
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.quantities import Quantity
from adjudge.verdict import Relation

BOUNDS = (Comparator.MORE_THAN, Comparator.AT_LEAST, Comparator.LESS_THAN, Comparator.AT_MOST)
_KIN, _SAME_NOUN = 0.5, 1.0
_FRAME, _FRAME_OF_SAME_NOUN = 0.5, 0.3


def unkept(claim: Quantity, candidates: Sequence[Candidate]) -> Candidate | None:
    """The number that comes nearest to the bound, if none keeps it."""
    kin = [one for one in candidates if one.kinship >= _KIN]
    if claim.comparator not in BOUNDS or not all(one.relation is Relation.CONTRADICTED for one in kin):
        return None
    meant = [one for one in kin if _meant(claim, one)]
    return min(meant, key=lambda one: (one.kinship < _SAME_NOUN, abs(one.quantity.value - claim.value)), default=None)


def _meant(claim: Quantity, one: Candidate) -> bool:
    view = one.view
    ours, theirs = view.claim.indexes(claim.span), view.source.indexes(one.quantity.span)
    if any(view.denied(ours, theirs)) or naming.of_another(view):
        return False
    if one.kinship < _SAME_NOUN:
        return view.frame_without(ours) >= _FRAME
    named = frozenset(at for name in view.claim.names for at in view.claim.indexes(name.span))
    left_out = ours | counted(claim, view) | (named - view.links.keys())
    nothing_else = view.weights.keys() <= left_out | view.figures
    return nothing_else or view.frame_without(left_out) >= _FRAME_OF_SAME_NOUN
