"""The `quantifier` axis, fourth part: words for how many against a share in the source, and what a share leaves.

Forty percent are not most; where 40 % voted for it, 60 % did not. The claim must say the same of the same group.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.portions import portion
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.degrees import Mark
from adjudge.analysis.facts.intervals import Interval, band
from adjudge.analysis.facts.negation import Negation
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import stem
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.75
_SURE_FRAME = 0.9
_WHOLE = 100.0
_ROUNDING = 1.0
_LACKING = frozenset({"particle", "determiner", "preposition"})
_OF = re.compile(
    r"\s+(?:[^\W\d_]+\s+)?(?:of|out\s+of|der|von\s+den)\s+(?:(?:the|its|their|his|her|our|all)\s+)*", re.IGNORECASE
)
_OF_THE = re.compile(r"(?:^|,\s)(?P<whole>(?:of|von)\s+(?:(?:the|its|their|all|den)\s+)*)$", re.IGNORECASE)
_SAME = (Sense.SAME, Sense.SYNONYM, Sense.BROADER, Sense.NARROWER)
_EXACTLY = (Comparator.EXACT, Comparator.ABOUT)
_ALONE = re.compile(r"\s+(?!of\b|der\b|von\b)", re.IGNORECASE)
_OPEN_BEHIND = re.compile(r"[,;]|\b(?:and|but|while|und|aber|whereas)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Bounds:
    """What share a word for how many needs, and from which on it is false, in percent."""

    follows: Interval
    excluded: Interval


_NOTHING = Interval(1.0, 0.0)
_LARGE = re.compile(r"\b(?:vast|overwhelming|great|large|huge)\s+$", re.IGNORECASE)
_BOUNDS: tuple[tuple[re.Pattern[str], _Bounds], ...] = tuple(
    (re.compile(words, re.IGNORECASE), bounds)
    for words, bounds in (
        (r"not\s+.*|nicht\s+.*", _Bounds(Interval(0, 100, high_open=True), Interval(100, 100))),
        (
            r"(?:nearly|almost|virtually|practically)\s.*",
            _Bounds(Interval(90, 100), Interval(0, 60)),
        ),
        (r"all|every|each|alle[nr]?|jede[rnsm]?", _Bounds(Interval(100, 100), Interval(0, 98))),
        (r"most|majority|meisten|mehrheit", _Bounds(Interval(50, 100, low_open=True), Interval(0, 50))),
        (r"a\s+minority|minority", _Bounds(Interval(0, 50, high_open=True), Interval(50, 100))),
        (r"a\s+few", _Bounds(_NOTHING, Interval(50, 100))),
        (r"few|a\s+handful\s+of|hardly\s+any|wenige[nr]?", _Bounds(Interval(0, 10), Interval(50, 100))),
        (r"many|viele[nr]?", _Bounds(Interval(50, 100), Interval(0, 2))),
        (r"some|einige[nr]?", _Bounds(Interval(2, 100), _NOTHING)),
        (r"none|no|keine?[rnms]?", _Bounds(Interval(0, 0), Interval(1, 100))),
    )
)


def findings(views: Sequence[View]) -> list[Finding]:
    """A word for how many against a share; where what a share leaves is told, no denial is looked for beside it."""
    for view in views:
        marked = [found for mark in view.claim.quantifiers for found in _marked(view, mark)]
        if marked:
            return marked[:1]
    rests = (complement(claim, views) for claim in (views[0].claim.quantities if views else ()))
    return [_left(found) for found in rests if found is not None and found.relation is Relation.ENTAILED][:1]


def counted_out(reading: Reading) -> tuple[Quantity, ...]:
    """The shares that are told as two counts: "12 of the 20 members", "of the 20 members, 12"."""
    return tuple(share for share, _, _ in counts(reading))


def with_heads(reading: Reading) -> list[Quantity]:
    """The quantities of a sentence; "of whom 300 work here" counts what was counted before it."""
    parted = {part: whole.head for _, part, whole in counts(reading) if portion(reading, part)}
    return [replace(one, head=parted.get(one, one.head)) for one in reading.quantities]


def counts(reading: Reading) -> Iterator[tuple[Quantity, Quantity, Quantity]]:
    """Each such share, with the part and the whole."""
    found = [one for one in reading.quantities if not one.unit and one.comparator in _EXACTLY]
    for at, first in enumerate(found):
        if opened := _OF_THE.search(reading.text[: first.span.start]):
            for part in found[at + 1 :]:
                if part.value < first.value and (not part.head or of_one_kind(part.head, first.head)):
                    yield _share(reading, part, first, opened.start("whole")), part, first
        following = found[at + 1] if at + 1 < len(found) else None
        if (
            following
            and _OF.fullmatch(reading.text, first.span.end, following.span.start)
            and first.value <= following.value
        ):
            yield _share(reading, first, following, first.span.start), first, following
        if (told := portion(reading, first)) and (whole := _parted_whole(reading, found[:at], first)):
            share = _share(reading, first, whole, whole.span.start)
            span = cut(reading.text, whole.span.start, max(told.end, first.span.end))
            yield replace(share, span=span, number=span), first, whole


def _parted_whole(reading: Reading, before: Sequence[Quantity], part: Quantity) -> Quantity | None:
    """What "two of them" are a part of: the last number before it that is no part itself."""
    whole = next((one for one in reversed(before) if portion(reading, one) is None), None)
    return whole if whole and whole.head and whole.value >= part.value else None


def _share(reading: Reading, part: Quantity, whole: Quantity, start: int) -> Quantity:
    percent = _WHOLE * part.value / whole.value if whole.value else 0.0
    span = cut(reading.text, start, max(part.span.end, whole.span.end))
    return replace(
        part, span=span, number=span, interval=band(percent, _ROUNDING), value=percent, unit="percent", head=whole.head
    )


def _shares(reading: Reading) -> list[Quantity]:
    """Everything that is told as a share of a group, not what rose by a share."""
    told = [one for one in reading.quantities if one.unit == "percent" and one.head and _of_group(reading, one)]
    return [*told, *counted_out(reading)]


def _of_group(reading: Reading, share: Quantity) -> bool:
    behind = reading.text[share.span.end : share.span.end + 40]
    noun = re.match(r"\s+(?:(?:of|the|its|their|all|der|aller|von)\s+)*(?:[\w-]+\s+){0,2}?([^\W\d_]+)", behind)
    return noun is not None and any(
        stem(word.lower()) == stem(share.head) for word in re.findall(r"[^\W\d_]+", behind)[:5]
    )


def marked_share(mark: Mark, percent: float) -> bool:
    """Whether so many in a hundred are what the word for how many says."""
    bounds = next((known for words, known in _BOUNDS if words.fullmatch(mark.span.text)), None)
    return bounds is not None and Interval(percent, percent).within(bounds.follows)


def of_one_kind(one: str, other: str) -> bool:
    """Whether both nouns can count the same things."""
    return bool(one and other) and sense(stem(one), stem(other)) in _SAME


def _marked(view: View, mark: Mark) -> Iterator[Finding]:
    bounds = next((known for words, known in _BOUNDS if words.fullmatch(mark.span.text)), None)
    if bounds is None or not mark.head or any(of_one_kind(mark.head, other.head) for other in view.source.quantifiers):
        return
    turned = _turned(view)
    if turned is None and (view.claim.negations or view.source.negations) and mark.group != "none":
        return
    ours = view.claim.indexes(mark.span)
    if view.claim.quantities or view.frame_without(ours) < _FRAME:
        return
    alone = _ALONE.match(view.claim.text, mark.span.end) and mark.span.text.lower().endswith(("ority", "heit"))
    shares = [one for one in _shares(view.source) if one.comparator in _EXACTLY]
    shares = shares if alone else [one for one in shares if of_one_kind(mark.head, one.head)]
    if len(shares) != 1:
        shares = [one for one in shares if _followed_alike(view, mark, one)]
    if len(shares) != 1 or not _followed_alike(view, mark, shares[0]):
        return
    share = shares[0]
    percent = _WHOLE - share.value if turned else share.value
    level = Interval(percent, percent)
    if _LARGE.search(view.claim.text[: mark.span.start]):
        bounds = replace(bounds, follows=Interval(70, 100))
    if level.within(bounds.follows):
        yield _made(view, mark, share, Relation.ENTAILED, "the claim follows.")
    elif level.within(bounds.excluded) and not turned:
        yield _made(view, mark, share, Relation.CONTRADICTED, "both cannot be true.")


def _followed_alike(view: View, mark: Mark, share: Quantity) -> bool:
    """Whether what the claim says of the group is what the source says right behind its share."""
    after = max(view.claim.indexes(mark.span), default=-1)
    said = [index for index in view.claim.content if index > after]
    # "A majority of workers voted": the group is named before what is said of it.
    if said and of_one_kind(view.claim.words[said[0]].stem, share.head):
        said = said[1:]
    spot = view.links.get(said[0]) if said else None
    if spot is None:
        return False
    words = view.source.words
    between = view.source.text[share.span.end : words[spot].start]
    return words[spot].start >= share.span.end and not _OPEN_BEHIND.search(between)


def _turned(view: View, kinds: frozenset[str] = frozenset({"particle"})) -> tuple[Negation, int] | None:
    """The one denial that only the claim makes, of a word that the source has; with that word's place in the source."""
    ours = view.claim.negations
    if len(ours) != 1 or ours[0].kind not in kinds or view.source.negations:
        return None
    spot = view.links.get(ours[0].target)
    return None if spot is None else (ours[0], spot)


def complement(claim: Quantity, views: Sequence[View]) -> Finding | None:
    """ "Sixty percent did not vote for it" of "forty percent voted for it", and eight of twenty where twelve did."""
    for view in views:
        turned = _turned(view, _LACKING)
        ours = view.claim.indexes(claim.span)
        if turned is None or not ours or turned[0].cue < max(ours):
            continue
        if view.frame_without(ours | {turned[0].cue}) < _SURE_FRAME:
            continue
        negation, spot = turned
        for share, part, whole in _parted(view.source, claim):
            word, said = view.source.words[spot], view.claim.words[negation.target]
            if word.start < share.span.end or _OPEN_BEHIND.search(view.source.text[share.span.end : word.start]):
                continue
            rest, reach = whole - part, _ROUNDING if claim.unit else 0.0
            if band(rest, reach).meets(claim.interval):
                relation = Relation.ENTAILED
            elif claim.comparator in _EXACTLY:
                relation = Relation.CONTRADICTED
            else:
                continue
            phrases = (
                cut(view.claim.text, claim.span.start, said.end),
                cut(view.source.text, share.span.start, word.end),
            )
            return _rest(view, phrases, relation, f"{rest:.4g} %" if claim.unit else f"{rest:,.12g}")
    return None


def _parted(reading: Reading, claim: Quantity) -> Iterator[tuple[Quantity, float, float]]:
    """Each share of the source that can leave the claim's number: its words, the part, and the whole."""
    if claim.unit == "percent":
        for share in _shares(reading):
            if share.comparator in _EXACTLY and (not claim.head or of_one_kind(claim.head, share.head)):
                yield share, share.value, _WHOLE
    elif not claim.unit:
        for share, part, whole in counts(reading):
            if not claim.head or of_one_kind(claim.head, share.head):
                yield share, part.value, whole.value


def _rest(view: View, phrases: tuple[Span, Span], relation: Relation, rest: str) -> Finding:
    ours, theirs = phrases
    says = f"The claim says '{ours.text}'; the source says '{theirs.text}', which leaves {rest}"
    follows = relation is Relation.ENTAILED
    return Finding(
        axis="quantity",
        relation=relation,
        claim_quote=view.claim.quote(ours),
        source_quote=view.source.quote(theirs),
        explanation=f"{says}: {'the claim follows.' if follows else 'both cannot be true.'}",
        severity=Severity.LOW if follows else Severity.HIGH,
    )


def _left(found: Finding) -> Finding:
    return found.model_copy(update={"axis": "quantifier"})


def _made(view: View, mark: Mark, share: Quantity, relation: Relation, ending: str) -> Finding:
    return Finding(
        axis="quantifier",
        relation=relation,
        claim_quote=view.claim.quote(mark.span),
        source_quote=view.source.quote(share.span),
        explanation=f"The claim says '{mark.span.text}', the source {share.surface}: {ending}",
        severity=Severity.LOW if relation is Relation.ENTAILED else Severity.HIGH,
    )
