"""How a claim's findings and the model weigh together, and where the model's word is not enough.

Pure: a comparison and passages in, judgements about them out. These are the rules that outrank the fitted combiner;
each says why, and what the labelled sets said about it.
"""

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.facts.comparators import BOUNDS
from adjudge.analysis.facts.quantities import quantities
from adjudge.verdict import Axis, Finding, Relation

_DOUBT = 2 / 3
_NEAR_COPY = 0.6
_NEARLY_THE_SAME = 0.9
_ACQUITTED = 0.8
_ONE_WORD = 1
_NO_SENTENCES = 2
"""Claim and passage of so few words together say nothing that could be judged."""
_SPELT = re.compile(r"[^\W\d_][\w'’-]*")
# The axes on which wording has a strength, so that a claim can say more than its source does.
_STRENGTHS = (Axis.QUANTIFIER, Axis.CERTAINTY, Axis.CAUSALITY, Axis.CAVEAT)


class Weights(NamedTuple):
    """How likely the claim is supported, contradicted, or neither: three shares that sum to one."""

    supported: float
    contradicted: float
    unclear: float

    def against(self, silence: float) -> float:
        """How much speaks against the claim, for a reader to whom silence counts so much.

        Where contradiction is not what is likeliest, it is a suspicion, and counts half.
        """
        suspicion = 1.0 if self.strongest == "contradicted" else 0.5
        return min(1.0, suspicion * self.contradicted + silence * self.unclear)

    def doubted(self) -> "Weights":
        """The same leaning with at least two thirds of the weight on "cannot tell"."""
        unclear = max(self.unclear, _DOUBT)
        rest = (1 - unclear) / max(self.supported + self.contradicted, 1e-9)
        return Weights(self.supported * rest, self.contradicted * rest, unclear)

    def turned(self) -> "Weights":
        """What spoke for the claim now speaks against it, if that was what was likeliest."""
        if self.strongest != "supported":
            return self
        return Weights(self.contradicted, self.supported, self.unclear)

    def followed(self) -> "Weights":
        """What was likeliest now speaks for the claim."""
        match self.strongest:
            case "contradicted":
                return Weights(self.contradicted, self.supported, self.unclear)
            case "unclear":
                return Weights(self.unclear, self.contradicted, self.supported)
            case _:
                return self

    def acquitted(self) -> "Weights":
        """Most of what spoke against the claim now speaks for it."""
        moved = _ACQUITTED * self.contradicted
        return Weights(self.supported + moved, self.contradicted - moved, self.unclear)

    def outranked(
        self, *, left_open: bool, unrelated: bool, swapped: bool, weaker: bool = False, kept: bool = False
    ) -> "Weights":
        """What is left of them where a rule outranks the model."""
        if weaker:
            return self.followed()
        if kept:
            return self.acquitted()
        if left_open or (unrelated and self.strongest == "contradicted"):
            return self.doubted()
        return self.turned() if swapped else self

    @property
    def strongest(self) -> str:
        """`supported`, `contradicted` or `unclear`; contradiction is asked first."""
        if self.contradicted >= max(self.supported, self.unclear):
            return "contradicted"
        return "supported" if self.supported > self.unclear else "unclear"


def outranking(claim: str, comparison: Comparison, passages: Iterable[str]) -> dict[str, bool]:
    """Which of the rules hold, by the names that `Weights.outranked` knows them by."""
    kept = bound_kept(comparison)
    return {
        "left_open": left_open(claim, comparison, passages),
        "unrelated": unrelated(comparison),
        "swapped": one_word_swapped(comparison),
        "weaker": only_weaker(comparison) or (kept and _all_said(comparison)),
        "kept": kept,
    }


def unrelated(comparison: Comparison) -> bool:
    """Texts that share no word but name things: a model that was trained on pairs about the same thing calls them
    contradictory. Where it says that one supports the other it is mostly right: they are paraphrases."""
    if _contradicted(comparison):
        return False
    named = any(f.axis in (Axis.NAME, Axis.QUANTITY, Axis.DATE) and speaks_against(f) for f in comparison.findings)
    return comparison.coverage == 0.0 and named


def left_open(claim: str, comparison: Comparison, passages: Iterable[str]) -> bool:
    """Where the model's word is not worth much, whatever its probability.

    It cannot read what is no sentence. And in a near copy it takes an overstatement ("all" for "most") or numbers that
    neither follow nor fail ("under 650" and "more than 645") for a contradiction or for the same, where they are
    neither.
    """
    if _contradicted(comparison):
        return False
    most = max((_spelt(text) for text in passages), default=0)
    said = _spelt(claim)
    if most == 0 or (comparison.coverage == 0.0 and (said <= _ONE_WORD or said + most <= _NO_SENTENCES)):
        return True
    return any(_is_open(finding, comparison.focus) for finding in comparison.findings)


def _contradicted(comparison: Comparison) -> bool:
    return any(finding.relation is Relation.CONTRADICTED for finding in comparison.findings)


def one_word_swapped(comparison: Comparison) -> bool:
    """A near copy with a grave contradiction in it: what a small model overlooks most. Of such pairs that it called
    supported, four in five were labelled contradicted."""
    grave = (f.relation is Relation.CONTRADICTED and f.severity != "low" for f in comparison.findings)
    return comparison.focus >= _NEAR_COPY and any(grave)


def only_weaker(comparison: Comparison) -> bool:
    """A near copy whose quantifier says less ("most" for "all"): it follows, which a small model takes for a denial."""
    follows = (Relation.SAME, Relation.ENTAILED, Relation.COARSER)
    quantified = [finding for finding in comparison.on(Axis.QUANTIFIER) if finding.relation in follows[1:]]
    return (
        bool(quantified)
        and _all_said(comparison)
        and comparison.left_out <= 1 - _NEAR_COPY
        and all(finding.relation in follows for finding in comparison.findings)
    )


def bound_kept(comparison: Comparison) -> bool:
    """The claim's number follows ("more than 130" from 134, or by arithmetic), and nothing is found that clashes.

    A small model reads other digits as a denial: of such pairs that it called contradicted, nine in ten were labelled
    supported.
    """
    follows = [
        one
        for one in comparison.on(Axis.QUANTITY)
        if one.relation is Relation.ENTAILED or (one.relation is Relation.COARSER and _bounded(one))
    ]
    clashing = (speaks_against(one) and one.source_quote is not None for one in comparison.findings)
    return bool(follows) and not any(clashing)


def _all_said(comparison: Comparison) -> bool:
    """Whether one sentence of the source says all that the claim says."""
    return not comparison.unmatched and comparison.focus >= _NEARLY_THE_SAME


def _bounded(finding: Finding) -> bool:
    return finding.claim_quote is not None and any(
        one.comparator in BOUNDS for one in quantities(finding.claim_quote.text)
    )


def _spelt(text: str) -> int:
    """How many words have letters, counted no further than matters; numbers alone say nothing."""
    return sum(1 for _ in islice(_SPELT.finditer(text), _NO_SENTENCES + 1))


def speaks_against(finding: Finding) -> bool:
    """Whether a finding counts against the claim."""
    return finding.relation in (Relation.CONTRADICTED, Relation.ABSENT)


def distorts(finding: Finding) -> bool:
    """Whether the claim puts more strongly what the source does say: all for most, will for may, caused for linked.

    Different from an addition, on which the source is silent and which has no words of the source beside it.
    """
    overstated = finding.axis in _STRENGTHS and finding.severity != "low"
    return overstated and finding.relation is Relation.ABSENT and finding.source_quote is not None


def _is_open(finding: Finding, focus: float) -> bool:
    """Whether both texts speak of the same thing and neither follows from the other nor excludes it.

    Numbers and causes say so by themselves; a hedge or a quantifier only where nearly everything else is the same.
    """
    if finding.relation is not Relation.ABSENT or finding.source_quote is None:
        return False
    if finding.axis == Axis.QUANTITY or (finding.axis == Axis.CAUSALITY and distorts(finding)):
        return focus >= _NEAR_COPY
    if finding.axis == Axis.NAME or (finding.axis == Axis.CAVEAT and finding.severity == "high"):
        return True  # said of another
    if finding.axis == Axis.DATE:
        return focus >= _NEARLY_THE_SAME
    return focus >= _NEARLY_THE_SAME and distorts(finding) and finding.axis != Axis.CAVEAT


def strongest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Contradictions first, the graver before the lighter, in the order of the claim."""
    grave = {"high": 0, "medium": 1, "low": 2}

    def weight(finding: Finding) -> tuple[int, int, int]:
        place = finding.claim_quote.start if finding.claim_quote else 1 << 30
        return int(finding.relation is not Relation.CONTRADICTED), grave[finding.severity.value], place

    return sorted(findings, key=weight)
