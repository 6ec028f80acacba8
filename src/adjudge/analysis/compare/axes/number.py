"""The `quantity` axis: each number of the claim against the source numbers that count the same thing.

A matching number is looked for first, then a number that follows by arithmetic. A contradiction needs the same unit,
the same thing counted and the same frame.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose

from adjudge.analysis.compare.align import SourceWords, View
from adjudge.analysis.compare.axes import arithmetic, date
from adjudge.analysis.compare.axes.value import made, value_finding
from adjudge.analysis.compare.placing import misplaced
from adjudge.analysis.facts.comparators import BOUNDS, Comparator
from adjudge.analysis.facts.intervals import Interval, point
from adjudge.analysis.facts.numerals import last_digit
from adjudge.analysis.facts.quantities import OCCASIONS, Quantity
from adjudge.analysis.text.lexicon.blocks import pattern
from adjudge.analysis.text.lexicon.bounds import CHANGES
from adjudge.analysis.text.lexicon.morphology import COMPARATIVES
from adjudge.analysis.text.senses import Sense, person, sense
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import stem
from adjudge.verdict import Axis, Finding, Relation, Severity

_SAME_NOUN, _KIN, _MAY_AGREE = 1.0, 0.6, 0.5
_FRAME, _FRAME_OF_SAME_NOUN = 0.6, 0.3
_CLAUSE = 1 / 3
"""How much of the rest of the claim the sentence must share before two numbers can clash."""
_PHRASE, _SMALL_COUNT = 5, 12
_COUNTING = {"ordinal", "times", OCCASIONS}
_CONFUSED = ({"percent", "percentage points"}, {"second", "day", "year"})
_DIGITS_KNOWN, _DIGITS_OF_A_FLOAT = 200, 15
_BOUNDING = (*BOUNDS, Comparator.JUST_OVER, Comparator.NEARLY)
_SAME_WAY = {
    Comparator.MORE_THAN: (Comparator.MORE_THAN, Comparator.AT_LEAST),
    Comparator.LESS_THAN: (Comparator.LESS_THAN, Comparator.AT_MOST),
}
_EXACTLY = re.compile(r"(?:exactly|precisely|genau)\b", re.IGNORECASE)
_OF_ALL = re.compile(r"\bof (?:the|its|their|his|her|our|all) $", re.IGNORECASE)
_OF_THEM = re.compile(r" (?:of (?:them|whom|which|those|these|the|its|their|his|her|our)|davon)\b", re.IGNORECASE)
_OF_WHOM = re.compile(r"\b(?:of (?:them|whom|which|those|these)|davon),? $", re.IGNORECASE)
_MOVE = re.compile(r"\b(by|um|to|auf|from|von) $", re.IGNORECASE)
_LOOK_BACK = 24
_COMPARED = re.compile(
    rf"(?:[\s-][^\W\d_]{{1,20}}){{0,2}}?\s(?:{'|'.join(COMPARATIVES)}|ahead|above|below|short|too)\b", re.IGNORECASE
)
_BY = re.compile(r"\b(?:by|um)\s[$£€]?$", re.IGNORECASE)
_CHANGED = re.compile(
    rf"\b(?:(?:{pattern(CHANGES)}|gain(?:s|ed)?|los[est]+)(?:\s(?:by|um))?|"
    r"(?:difference|gap|margin|gain|loss|rise|fall|cut|increase)\s(?:of|was|is))\s[$£€]?$",
    re.IGNORECASE,
)
_AND_MORE = re.compile(r" (?P<head>[^\W\d_]+) (?:and|und|&) (?P<more>[^\W\d_]{3,40}s)\b(?! of\b| and\b)")


@dataclass(frozen=True, slots=True)
class SourceNumber:
    """A number of the sources beside one of the claim."""

    quantity: Quantity
    view: View
    relation: Relation
    kinship: float


def findings(views: Sequence[View], sources: SourceWords) -> list[Finding]:
    """One finding for each quantity of the claim."""
    return [_finding(one, views, sources) for one in views[0].claim.quantities] if views else []


def relate(claim: Quantity, source: Quantity) -> Relation:
    """How the claim's number stands to the source's, provided both count the same."""
    if _digits_differ(claim, source):
        return Relation.CONTRADICTED
    ours, theirs = claim.interval, source.interval
    if claim.comparator in BOUNDS and source.comparator is Comparator.EXACT:
        theirs = point(source.value)
    if claim.comparator in BOUNDS and source.comparator is Comparator.ABOUT:
        theirs = _as_written(source)
    if ours == theirs or (claim.value == source.value and claim.comparator is source.comparator is Comparator.EXACT):
        return Relation.SAME
    if _EXACTLY.match(claim.span.text) and source.comparator in _BOUNDING:
        return Relation.ABSENT if ours.meets(theirs) else Relation.CONTRADICTED
    if not ours.meets(theirs):
        return Relation.COARSER if _only_bound_dropped(claim, source) else Relation.CONTRADICTED
    if theirs.within(ours):
        return Relation.COARSER
    if _another_figure(claim, source):
        return Relation.CONTRADICTED
    same_figure = source.value == claim.value and claim.comparator is Comparator.EXACT
    return Relation.COARSER if same_figure or _rounded(claim, source) else Relation.ABSENT


def _digits_differ(claim: Quantity, source: Quantity) -> bool:
    """Whether both are exact numbers with more digits than their values hold, and differ in any digit."""
    ours, theirs = (re.sub(r"\D", "", one.number.text).strip("0") for one in (claim, source))
    exact = claim.comparator is source.comparator is Comparator.EXACT
    return exact and min(len(ours), len(theirs)) > _DIGITS_OF_A_FLOAT and ours != theirs


def _as_written(source: Quantity) -> Interval:
    """ "Approximately 9,947" is rounded at most in its last digit: three digits and more are no rough figure."""
    reach = last_digit(source.value) / 2
    if abs(source.value) < _DIGITS_KNOWN * reach:
        return source.interval
    return Interval(source.value - reach, source.value + reach, high_open=True)


def _another_figure(claim: Quantity, source: Quantity) -> bool:
    """ "More than 150 million" for "over 110 million": whoever wrote that knew of less than 120 million."""
    if claim.comparator not in _SAME_WAY.get(source.comparator, ()):
        return False
    step = last_digit(source.value)
    beyond = claim.value - source.value if source.comparator is Comparator.MORE_THAN else source.value - claim.value
    return beyond > step or (claim.comparator is source.comparator and isclose(beyond, step))


def _only_bound_dropped(claim: Quantity, source: Quantity) -> bool:
    """ "645,000" for "more than 645,000": the same number without its bound."""
    exact = Comparator.EXACT
    return claim.value == source.value and claim.comparator is exact and source.comparator is not exact


def _rounded(claim: Quantity, source: Quantity) -> bool:
    """Whether one value lies in the other's rounding band: "two thirds" and "66 %"."""
    exact = (Comparator.EXACT, Comparator.ABOUT)
    if claim.comparator not in exact or source.comparator not in exact:
        return False
    ours, theirs = claim.interval, source.interval
    return ours.low <= source.value <= ours.high or ours.high - ours.low >= theirs.high - theirs.low


def kinship(claim: Quantity, source: Quantity) -> float:
    """How surely the two count the same thing: 1 for the same noun, 0.6 if one has no noun, 0 for another unit."""
    if claim.unit != source.unit:
        return 0.0
    if not claim.head or not source.head:
        return 0.4 if claim.unit == "ordinal" and (claim.head or source.head) else 0.6
    ours, theirs = stem(claim.head), stem(source.head)
    relation = sense(ours, theirs)
    if relation in (Sense.SAME, Sense.SYNONYM):
        return 1.0
    if relation in (Sense.BROADER, Sense.NARROWER) or (person(ours) and person(theirs)):
        return 0.8
    return 0.2 if claim.unit in ("", "percent", *_COUNTING) else 0.5


def _finding(claim: Quantity, views: Sequence[View], sources: SourceWords) -> Finding:
    candidates = [
        one
        for view in views
        for source in view.source.quantities
        if (one := _candidate(claim, source, view)) and not _moved_otherwise(claim, source, view)
    ]
    agreeing = [
        one for one in candidates if one.relation in (Relation.SAME, Relation.COARSER) and _may_agree(claim, one)
    ]
    against = [one for one in candidates if one.relation is Relation.CONTRADICTED and _same_frame(claim, one)]
    if agreeing:
        best = max(agreeing, key=lambda one: _closeness(claim, one))
        beside = [one for one in against if one.view is best.view and one.kinship >= best.kinship]
        others, counted = [one.quantity.span for one in beside], _counted(claim, best.view)
        if misplaced(best.view, claim.span, best.quantity.span, others, counted):
            return _made(claim, max(beside, key=lambda one: _attachment(claim, one)), views[0])
        surest = max((one.kinship for one in against), default=0.0)
        nearest = max((_attachment(claim, one) for one in against), default=0.0)
        if best.kinship >= surest or _attachment(claim, best) > nearest:
            return _counted_with_others(claim, best, views[0]) or _made(claim, best, views[0])
    if follows := arithmetic.derived(claim, views):
        return follows
    if against and not sources.elsewhere(claim.number.text, views):
        return _made(claim, max(against, key=lambda one: (one.kinship, _attachment(claim, one))), views[0])
    if other := _bound_not_kept(claim, candidates):
        return _made(claim, other, views[0])
    open_ones = [one for one in candidates if one.relation is Relation.ABSENT and one.kinship >= _MAY_AGREE]
    if open_ones:
        return _made(claim, max(open_ones, key=lambda one: (one.kinship, one.view.coverage)), views[0])
    # A source often lists what the claim counts: "a man and a woman" are two people.
    severity = Severity.LOW if claim.value <= _SMALL_COUNT and not claim.unit else Severity.MEDIUM
    text, quote = f"The source does not give the number '{claim.span.text}'.", views[0].claim.quote(claim.span)
    return made(Axis.QUANTITY, Relation.ABSENT, quote, None, text, severity)


def _candidate(claim: Quantity, source: Quantity, view: View) -> SourceNumber | None:
    """A number of the same unit beside the claim's. Seed: "numbers, units, and percentages": 4 percent are no 4
    percentage points."""
    if source.unit == claim.unit:
        return SourceNumber(source, view, relate(claim, source), kinship(claim, source))
    same_figure = source.number.text == claim.number.text
    confused = same_figure and any({source.unit, claim.unit} <= units for units in _CONFUSED)
    return SourceNumber(source, view, Relation.CONTRADICTED, _SAME_NOUN) if confused else None


def _same_frame(claim: Quantity, one: SourceNumber) -> bool:
    """Whether both numbers are of the same thing in the same clause, so that both cannot be true."""
    view = one.view
    ours, theirs = view.claim.indexes(claim.span), view.source.indexes(one.quantity.span)
    if one.kinship < _KIN or (one.kinship < _SAME_NOUN and not view.in_place(ours, theirs)):
        return False
    # That both count people, or a name that a pronoun may stand for, makes no common frame.
    left_out = ours | _counted(claim, view) | _unnamed(view)
    nothing_else = view.weights.keys() <= left_out | view.figures
    if not nothing_else and (view.frame_without(left_out) < _FRAME or view.around(theirs, left_out) < _CLAUSE):
        return False
    return _may_clash(claim, one)


def _may_clash(claim: Quantity, one: SourceNumber) -> bool:
    """Whether nothing lets both numbers be true: another time, a denial, a part of a whole, an amount
    beside a change, or arithmetic. Where a sentence denies something, single numbers cannot tell what is denied."""
    view, source = one.view, one.quantity
    if view.claim.negations or view.source.negations or date.dated_apart(view):
        return False
    if _is_change(view.claim.text, claim) is not _is_change(view.source.text, source):
        return False
    return not (_part_and_whole(claim, one) or arithmetic.reachable(claim, view))


def _unnamed(view: View) -> frozenset[int]:
    """The words of the claim's names that the sentence does not have."""
    named = frozenset(at for name in view.claim.names for at in view.claim.indexes(name.span))
    return named - view.links.keys()


def _is_change(text: str, quantity: Quantity) -> bool:
    """Whether a number says how much more or less, not how much: "5 km longer", "rose by 5", "lost nine seats"."""
    before, behind = _before(text, quantity.span), text[quantity.number.end : quantity.number.end + 2 * _LOOK_BACK]
    # "Held by 18 men": only what is measured is surely an amount of change after a bare "by".
    by = bool(quantity.unit) and _BY.search(before)
    return bool(by or _COMPARED.match(behind) or _CHANGED.search(before))


def _part_and_whole(claim: Quantity, one: SourceNumber) -> bool:
    """Whether only one of the two counts a part: "sixty of the 90 members", "two of them"."""
    theirs, ours = (
        (_before(text, span), text[span.end : span.end + _LOOK_BACK])
        for text, span in ((one.view.source.text, one.quantity.span), (one.view.claim.text, claim.span))
    )
    if bool(_OF_ALL.search(theirs[0])) is not bool(_OF_ALL.search(ours[0])):
        return True
    parts = [bool(_OF_THEM.match(behind) or _OF_WHOM.search(before)) for before, behind in (ours, theirs)]
    return parts[0] is not parts[1]


def _move(text: str, quantity: Quantity) -> str:
    """The preposition that says whether a number is how far something moved, where from, or where to."""
    match = _MOVE.search(_before(text, quantity.span))
    return match.group(1).lower() if match else ""


def _moved_otherwise(claim: Quantity, source: Quantity, view: View) -> bool:
    """Whether one number says how far and the other where to: "by 5 euros" is not compared with "to 15 euros"."""
    ours, theirs = _move(view.claim.text, claim), _move(view.source.text, source)
    return bool(ours and theirs) and (ours in ("by", "um")) is not (theirs in ("by", "um"))


def _before(text: str, span: Span) -> str:
    """The words right before a span."""
    return text[max(0, span.start - _LOOK_BACK) : span.start]


def _may_agree(claim: Quantity, one: SourceNumber) -> bool:
    if one.kinship >= _MAY_AGREE:
        return True
    nouns = {one.view.source.words[at].stem for at in map(one.view.links.get, _counted(claim, one.view)) if at}
    if nouns and stem(one.quantity.head) not in nouns:
        return False  # the sentence has the claim's noun, and counts something else
    # The same exact figure with other nouns around it is hardly chance, unless it is a small number.
    distinctive = claim.value > _SMALL_COUNT or claim.unit != "" or claim.value % 1 != 0
    return one.quantity.value == claim.value and distinctive


def _counted(claim: Quantity, view: View) -> frozenset[int]:
    """The word that says what the claim's number counts: in "twelve were killed and thirty injured" people are counted
    twice, and only the verbs say which number is meant."""
    if not claim.head:
        return frozenset()
    after = max(view.claim.indexes(claim.span), default=-1) + 1
    words = enumerate(view.claim.words[after : after + _PHRASE], after)
    return frozenset(at for at, word in words if word.stem == stem(claim.head))


def _closeness(claim: Quantity, one: SourceNumber) -> tuple[float, bool, float, float]:
    """What makes one agreement better than another: what is counted, how exactly, in which sentence, where in it."""
    return one.kinship, one.relation is Relation.SAME, one.view.coverage, _attachment(claim, one)


def _attachment(claim: Quantity, one: SourceNumber) -> float:
    ours, theirs = one.view.claim.indexes(claim.span), one.view.source.indexes(one.quantity.span)
    return one.view.attachment(ours, theirs, _counted(claim, one.view))


def _bound_not_kept(claim: Quantity, candidates: Sequence[SourceNumber]) -> SourceNumber | None:
    """The number nearest to the claim's bound if none keeps it: "more than 190 cases" of a source that counts 170."""
    kin = [one for one in candidates if one.kinship >= _MAY_AGREE]
    if claim.comparator not in BOUNDS or not all(one.relation is Relation.CONTRADICTED for one in kin):
        return None
    meant = [one for one in kin if _bounds_it(claim, one)]
    return min(meant, key=lambda one: (one.kinship < _SAME_NOUN, abs(one.quantity.value - claim.value)), default=None)


def _bounds_it(claim: Quantity, one: SourceNumber) -> bool:
    """Whether the number may be the one that the claim's bound is about; the sentence need not name who it is of."""
    view = one.view
    if not _may_clash(claim, one):
        return False
    ours = view.claim.indexes(claim.span)
    if one.kinship < _SAME_NOUN:
        return view.frame_without(ours) >= _FRAME
    left_out = ours | _counted(claim, view) | _unnamed(view)
    nothing_else = view.weights.keys() <= left_out | view.figures
    return nothing_else or view.frame_without(left_out) >= _FRAME_OF_SAME_NOUN


def _counted_with_others(claim: Quantity, one: SourceNumber, view: View) -> Finding | None:
    """ "190 countries" of "190 countries and territories": the claim counts fewer things than the source.

    Seed of the trial: "Scope changes (countries vs countries+territories)".
    """
    source, text = one.quantity, one.view.source.text
    if one.relation is not Relation.SAME or one.kinship < _SAME_NOUN or not source.head or source.unit:
        return None
    match = _AND_MORE.match(text, source.number.end)
    if match is None or stem(match["head"].lower()) != stem(source.head):
        return None
    if match["more"].lower() in view.claim.text.lower():
        return None
    whole = cut(text, source.span.start, match.end("more"))
    explanation = f"The source counts '{whole.text}' together; the claim gives the number for one of them."
    end = max((one.view.claim.words[at].end for at in _counted(claim, one.view)), default=claim.span.end)
    ours, theirs = view.claim.quote(cut(view.claim.text, claim.span.start, end)), one.view.source.quote(whole)
    return made(Axis.QUANTITY, Relation.ABSENT, ours, theirs, explanation, Severity.HIGH)


def _made(claim: Quantity, one: SourceNumber, view: View) -> Finding:
    source = one.view.source.quote(one.quantity.span)
    said = (claim.span.text, one.quantity.span.text)
    ours, theirs = (text[0].lower() + text[1:] if text[2:4].islower() else text for text in said)
    return value_finding(Axis.QUANTITY, one.relation, view.claim.quote(claim.span), source, ours=ours, theirs=theirs)
