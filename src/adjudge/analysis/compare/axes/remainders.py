"""The `quantity` axis, last part: a claim about those that a share leaves: "four survived" where three of seven did
not.

Pure: views and what was found in, what is left of it out. Such a claim has another number and the opposite words, and
looks like a contradiction twice; it is none, and where the words are opposites it follows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.shares import counts, marked_share, of_one_kind, with_heads
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.spans import Span
from adjudge.verdict import Finding, Quote, Relation, Severity

_AXES = ("quantity", "quantifier", "negation", "wording")
_OPPOSITES = ("negation", "wording")
_JUST_BEFORE = 1
"""Characters between "only" and its share."""


@dataclass(frozen=True, slots=True)
class _Rest:
    """The claim's words for how many, and the source's part of a whole."""

    view: View
    ours: Span
    share: Quantity
    left: float


def without_rests(views: Sequence[View], findings: Sequence[Finding]) -> list[Finding]:
    """The findings, those against a claim about the rest put right."""
    rest = next((one for view in views for one in _rests(view)), None)
    if rest is None:
        return list(findings)
    source = rest.view.source.whole
    ours = rest.view.claim.quote(rest.ours)
    wrong = [one for one in findings if _against(one, source) or _not_found(one, ours)]
    if not wrong:
        return list(findings)
    follows = any(one.axis in _OPPOSITES for one in wrong) or _opposed(rest.view, rest.ours, rest.share)
    leaves = f"The claim says '{rest.ours.text}'; the source says '{rest.share.surface}', which leaves {rest.left:g}."
    made = Finding(
        axis="quantity",
        relation=Relation.ENTAILED if follows else Relation.ABSENT,
        claim_quote=ours,
        source_quote=rest.view.source.quote(rest.share.span),
        explanation=leaves,
        severity=Severity.LOW,
    )
    if follows:
        wrong += [one for one in findings if _limits_the_share(one, made)]
    return [made, *(one for one in findings if one not in wrong)]


def _limits_the_share(finding: Finding, rest: Finding) -> bool:
    """Whether an "only" before the share was missed: it makes the rest larger, and limits nothing said of that."""
    limit, share = finding.source_quote, rest.source_quote
    if finding.axis != "caveat" or limit is None or share is None or limit.document_id != share.document_id:
        return False
    return limit.start <= share.end and share.start - _JUST_BEFORE <= limit.end


def _opposed(view: View, ours: Span, share: Quantity) -> bool:
    """Whether what is said of the rest is the opposite of what is said of the share: "stayed open", "closed"."""
    said, told = _both(view, ours, share)
    return any(sense(one, other) is Sense.OPPOSITE for one in said for other in told)


def _against(finding: Finding, sentence: Quote) -> bool:
    quote = finding.source_quote
    if finding.relation is not Relation.CONTRADICTED or finding.axis not in _AXES or quote is None:
        return False
    return quote.document_id == sentence.document_id and sentence.start <= quote.start < sentence.end


def _not_found(finding: Finding, ours: Quote) -> bool:
    """Whether the finding only says that the source does not give the number of the rest."""
    return finding.axis == "quantity" and finding.claim_quote == ours and finding.source_quote is None


def _rests(view: View) -> Iterator[_Rest]:
    for share, part, whole in counts(view.source):
        left = whole.value - part.value
        for one in with_heads(view.claim):
            told = not one.unit and one.comparator is Comparator.EXACT and one.value == left != part.value
            if told and (not one.head or of_one_kind(one.head, share.head)) and _otherwise(view, one.span, share):
                yield _Rest(view, one.span, share, left)
        for mark in view.claim.quantifiers:
            told = of_one_kind(mark.head, share.head) and marked_share(mark, 100 * left / whole.value)
            if told and _otherwise(view, mark.span, share):
                yield _Rest(view, mark.span, share, left)


def _otherwise(view: View, ours: Span, share: Quantity) -> bool:
    """Whether the claim says of them something else than the source says behind its share."""
    said, told = _both(view, ours, share)
    return bool(said) and (not said & told or _opposed(view, ours, share))


def _both(view: View, ours: Span, share: Quantity) -> tuple[frozenset[str], frozenset[str]]:
    """What the claim says of its number and the source of its share."""
    said = _said(view.claim, max(view.claim.indexes(ours), default=0), share.head)
    return said, _said(view.source, max(view.source.indexes(share.span), default=0), share.head)


def _said(reading: Reading, after: int, head: str) -> frozenset[str]:
    """The content words behind those that name what is counted."""
    nouns = (at for at in reading.content if at > after and of_one_kind(reading.words[at].stem, head))
    start = next(nouns, after)
    behind = [at for at in reading.content if at > start]
    # "Five of them women": what is said of them is a noun of the same kind.
    return frozenset(reading.words[at].stem for at in behind or reading.content if at > after)
