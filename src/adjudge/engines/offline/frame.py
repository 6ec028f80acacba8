"""The pieces of the jury's Fact Frame, read from claim and truth by rules: plain values, no verdict."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import views
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.degrees import PLAIN, causes, caveats, hedges
from adjudge.analysis.facts.names import NameKind, names
from adjudge.analysis.facts.quantities import Quantity, quantities
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.places import CITIES, COUNTRY_OF, STATES
from adjudge.analysis.text.sentences import sentences
from adjudge.analysis.text.words import content_words
from adjudge.case import CLAIM_ID
from adjudge.engines.offline.audit import limit_words


@dataclass(frozen=True, slots=True)
class QuantityParts:
    """A number of the claim or the truth, and how each side puts it (empty: not at all)."""

    value: str
    unit: str
    in_claim: str
    in_truth: str


@dataclass(frozen=True, slots=True)
class ScopeParts:
    """Where, of whom and when; empty where nothing is said."""

    region: str = ""
    group: str = ""
    timeframe: str = ""


@dataclass(frozen=True, slots=True)
class FrameParts:
    """What the parser hands to the jury."""

    entities: tuple[str, ...]
    quantities: tuple[QuantityParts, ...]
    scope: ScopeParts
    modality: str
    relationship_type: str
    caveats: tuple[str, ...]


_Firsts = dict[tuple[float, str | None], Quantity]
"""The first quantity by value and unit; the unit None stands for any."""
_ANY = None
_LONG = 20_000
_NO_MODALITY = "other"
_GROUP = re.compile(
    r"\b(?:among|amongst|of|for|in)\s((?:(?:the|all|most|many|some)\s)?(?:[\w-]+\s){0,2}"
    r"(?:people|adults|children|women|men|patients|residents|voters|students|workers|households|families|participants|"
    r"infants|teenagers|users|respondents|companies|countries))\b",
    re.IGNORECASE,
)


def frame(claim: str, truth: str) -> FrameParts:
    """The Fact Frame of a claim beside the truth it was made from."""
    truth = _relevant(claim, truth)
    near = _nearest(claim, truth)
    return FrameParts(
        entities=_entities(claim, truth),
        quantities=_quantities(claim, truth),
        scope=ScopeParts(
            _region(claim) or _region(truth), _group(claim) or _group(truth), _timeframe(claim) or _timeframe(truth)
        ),
        modality=next((m for m in (_modality(claim), _modality(near)) if m != _NO_MODALITY), _NO_MODALITY),
        relationship_type=_relationship(claim),
        caveats=_caveats(truth),
    )


def _relevant(claim: str, truth: str) -> str:
    """A long truth, cut down to the sentences that speak about the claim."""
    if len(truth) <= _LONG:
        return truth
    found = [view.source for span in sentences(claim) for view in views(Reading(CLAIM_ID, span), [("truth", truth)])]
    chosen = {source.span.start: source.text for source in found}
    return "\n".join(text for _, text in sorted(chosen.items()))


def _entities(claim: str, truth: str) -> tuple[str, ...]:
    found = [name.span.text for text in (claim, truth) for name in names(text)]
    return tuple(dict.fromkeys(found))


def _quantities(claim: str, truth: str) -> tuple[QuantityParts, ...]:
    """Every number of both texts once, by value and unit, those of the claim first; with the sides that have it."""
    ours, theirs = quantities(claim), quantities(truth)
    first_ours, first_theirs = _firsts(ours), _firsts(theirs)
    found: dict[tuple[str, str], QuantityParts] = {}
    for quantity in (*ours, *theirs):
        mine, other = _equal(quantity, first_ours), _equal(quantity, first_theirs)
        key = _value(quantity), _unit(mine or other or quantity)
        found.setdefault(key, QuantityParts(*key, mine.span.text if mine else "", other.span.text if other else ""))
    return tuple(found.values())


def _firsts(quantities: Sequence[Quantity]) -> _Firsts:
    """The first quantity of each value and unit, and of each value in any unit."""
    found: _Firsts = {}
    for one in quantities:
        found.setdefault((one.value, one.unit), one)
        found.setdefault((one.value, _ANY), one)
    return found


def _equal(quantity: Quantity, firsts: _Firsts) -> Quantity | None:
    """The first of the same value; with another unit it is another quantity."""
    if not quantity.unit:
        return firsts.get((quantity.value, _ANY))
    same = [firsts[key] for unit in (quantity.unit, "") if (key := (quantity.value, unit)) in firsts]
    return min(same, key=lambda one: one.span.start, default=None)


def _unit(quantity: Quantity) -> str:
    """The unit, or the noun that is counted; nothing where the word behind the number is neither."""
    head = quantity.head if content_words(quantity.head) else ""
    return quantity.unit or head


def _value(quantity: Quantity) -> str:
    """The number in digits; of a range both ends."""
    ends = [quantity.value]
    if quantity.comparator is Comparator.BETWEEN:
        ends = [quantity.interval.low, quantity.interval.high]
    return " to ".join(f"{end:g}" if abs(end) < 1e5 else f"{end:.0f}" for end in ends)


def _region(text: str) -> str:
    for name in names(text):
        lower = name.span.text.lower()
        if name.kind is NameKind.PLACE or lower in COUNTRY_OF or lower in CITIES or lower in STATES:
            return name.span.text
    return ""


def _group(text: str) -> str:
    match = _GROUP.search(text)
    return match.group(1) if match else ""


def _timeframe(text: str) -> str:
    return "; ".join(dict.fromkeys(period.span.text for period in dates(text)))


def _modality(text: str) -> str:
    marks = hedges(text)
    weakest = min(marks, key=lambda mark: mark.level, default=None)
    if weakest is not None and weakest.level == 1:
        return "may"
    if weakest is not None and weakest.level == 2:
        return "likely"
    if any(mark.level > PLAIN for mark in marks):
        return "proved"
    if any(mark.level == 3 for mark in causes(text)):
        return "caused"
    return "approximately" if any(quantity.approximate for quantity in quantities(text)) else _NO_MODALITY


def _relationship(claim: str) -> str:
    strongest = max(causes(claim), key=lambda mark: mark.level, default=None)
    if strongest is None or strongest.level == 0:
        return "description"
    return "causation" if strongest.level >= 2 else "correlation"


def _caveats(truth: str) -> tuple[str, ...]:
    """The limits, each with the words that it limits by ("unless the strait is closed"); who said it is none."""
    found = [
        limit_words(sentence.text, mark)
        for sentence in sentences(truth)
        for mark in caveats(sentence.text)
        if mark.group != "attribution"
    ]
    return tuple(one for one in dict.fromkeys(found) if not any(one in other for other in found if other != one))


def _nearest(claim: str, truth: str) -> str:
    """The sentences of the truth that speak most about the claim, one for each of its sentences."""
    found = [views(Reading(CLAIM_ID, span), [("truth", truth)])[:1] for span in sentences(claim)]
    return " ".join(view.source.text for near in found for view in near)
