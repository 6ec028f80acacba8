"""Where the combiner's word is not enough: three rules. Each says why, and what the labelled sets said about it."""

import re
from collections.abc import Iterable

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.facts.comparators import BOUNDS
from adjudge.analysis.facts.quantities import quantities
from adjudge.analysis.judge.explain import speaks_against
from adjudge.verdict import Axis, Finding, Quote, Relation

_NEAR_COPY = 0.6
_CELL = " | "
_SPELT = re.compile(r"[^\W\d_]")
RULES = ("unreadable", "clash", "kept")
"""The rules, by the names that `Weights.overruled` knows them by."""


def overruling(comparison: Comparison, passages: Iterable[str]) -> dict[str, bool]:
    """Which of the rules hold, by the names that `Weights.overruled` knows them by."""
    return {
        "unreadable": unreadable(passages),
        "clash": value_clashes(comparison),
        "kept": bound_kept(comparison),
    }


def unreadable(passages: Iterable[str]) -> bool:
    """Whether the source has no words. Seed of the entailment pipeline: "Empty Source: NOT ENOUGH INFO"."""
    return not any(map(_SPELT.search, passages))


def value_clashes(comparison: Comparison) -> bool:
    """A near copy of a source sentence with another number or date: a small model overlooks one changed digit.

    Of 271 such pairs all but two are called contradicted without the rule, and these two were (docs/rules.md). Clashes
    of names, negations and words are left to the model: it was right more often than they were.
    """
    values = (Axis.QUANTITY, Axis.DATE)
    against = (one for one in comparison.findings if one.relation is Relation.CONTRADICTED and one.axis in values)
    return comparison.frame >= _NEAR_COPY and any(against)


def bound_kept(comparison: Comparison) -> bool:
    """The claim's number follows ("more than 130" of 134, "3,700,000" of 3.7 million, a sum) and nothing clashes.

    Seed of the trial: "Rounding/threshold language". A small model reads other digits as a denial (docs/rules.md).
    """
    follows = [
        one
        for one in comparison.on(Axis.QUANTITY)
        if one.relation is Relation.ENTAILED
        or (one.relation is Relation.COARSER and _bounded(one))
        or (one.relation is Relation.SAME and _other_notation(one))
    ]
    clashing = (speaks_against(one) and one.source_quote is not None for one in comparison.findings)
    in_rows = all(_in_a_row(one, comparison) for one in follows)
    return bool(follows) and not in_rows and not any(clashing) and not _of_another(follows, comparison)


def _in_a_row(finding: Finding, comparison: Comparison) -> bool:
    """Whether the number is a cell in a row of a table, which does not say what it counts.

    Of 1,500 claims about tables written in rows, 144 had a number that "followed" so: 83 of them were false.
    """
    quote = finding.source_quote
    told = (sentence.text for sentence in comparison.aligned if quote and _inside(quote, sentence))
    return any(_CELL in text for text in told)


def _of_another(follows: Iterable[Finding], comparison: Comparison) -> bool:
    """Whether all names of the claim stand in other sentences than the number, such as other rows of a table."""
    numbers = [one.source_quote for one in follows if one.source_quote]
    names = [one.source_quote for one in comparison.on(Axis.NAME) if one.source_quote]
    told = [sentence for sentence in comparison.aligned if any(_inside(quote, sentence) for quote in numbers)]
    return bool(names) and not any(_inside(quote, sentence) for quote in names for sentence in told)


def _inside(quote: Quote, sentence: Quote) -> bool:
    return quote.document_id == sentence.document_id and sentence.start <= quote.start and quote.end <= sentence.end


def _other_notation(finding: Finding) -> bool:
    ours, theirs = finding.claim_quote, finding.source_quote
    return ours is not None and theirs is not None and ours.text.casefold() != theirs.text.casefold()


def _bounded(finding: Finding) -> bool:
    return finding.claim_quote is not None and any(
        one.comparator in BOUNDS for one in quantities(finding.claim_quote.text)
    )
