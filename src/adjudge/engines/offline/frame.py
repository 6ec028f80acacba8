"""The pieces of the jury's Fact Frame, read from claim and truth by rules: plain values, no verdict."""

import re
from dataclasses import dataclass

from adjudge.analysis.compare.align import views
from adjudge.analysis.compare.axes.number import kinship, relate
from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.degrees import PLAIN, Scale, causes, caveats, hedges
from adjudge.analysis.facts.names import NameKind, names
from adjudge.analysis.facts.quantities import Quantity, quantities
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.places import CITIES, COUNTRY_OF, STATES
from adjudge.analysis.text.sentences import sentences
from adjudge.case import CLAIM_ID
from adjudge.verdict import Relation


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


_LONG = 20_000
_GROUP = re.compile(
    r"\b(?:among|amongst|of|for|in)\s((?:(?:the|all|most|many|some)\s)?(?:[\w-]+\s){0,2}"
    r"(?:people|adults|children|women|men|patients|residents|voters|students|workers|households|families|participants|"
    r"infants|teenagers|users|respondents|companies|countries))\b",
    re.IGNORECASE,
)


def frame(claim: str, truth: str) -> FrameParts:
    """The Fact Frame of a claim beside the truth it was made from."""
    truth = _relevant(claim, truth)
    return FrameParts(
        entities=_entities(claim, truth),
        quantities=_quantities(claim, truth),
        scope=ScopeParts(
            _region(claim) or _region(truth), _group(claim) or _group(truth), _timeframe(claim) or _timeframe(truth)
        ),
        modality=_modality(claim),
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
    theirs = list(quantities(truth))
    parts = []
    for ours in quantities(claim):
        partner = max(theirs, key=lambda other: _likeness(ours, other), default=None)
        if partner is None or _likeness(ours, partner) < 0.5:
            parts.append(QuantityParts(_value(ours), ours.unit or ours.head, ours.surface, ""))
            continue
        theirs.remove(partner)
        if relate(ours, partner) in (Relation.SAME, Relation.COARSER):
            parts.append(QuantityParts(_value(ours), ours.unit or ours.head, ours.surface, partner.surface))
        else:
            # Two numbers for one thing: each stands where it stands, one after the other.
            parts.append(QuantityParts(_value(ours), ours.unit or ours.head, ours.surface, ""))
            parts.append(QuantityParts(_value(partner), partner.unit or partner.head, "", partner.surface))
    parts.extend(QuantityParts(_value(other), other.unit or other.head, "", other.surface) for other in theirs)
    return tuple(parts)


def _likeness(ours: Quantity, theirs: Quantity) -> float:
    return kinship(ours, theirs) + (0.3 if ours.value == theirs.value and ours.unit == theirs.unit else 0.0)


def _value(quantity: Quantity) -> str:
    return f"{quantity.value:g}" if abs(quantity.value) < 1e5 else f"{quantity.value:.0f}"


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


def _modality(claim: str) -> str:
    marks = hedges(claim)
    weakest = min(marks, key=lambda mark: mark.level, default=None)
    if weakest is not None and weakest.level == 1:
        return "may"
    if weakest is not None and weakest.level == 2:
        return "likely"
    if any(mark.level > PLAIN for mark in marks):
        return "proved"
    if any(mark.level == 3 for mark in causes(claim)):
        return "caused"
    return "approximately" if any(quantity.approximate for quantity in quantities(claim)) else "other"


def _relationship(claim: str) -> str:
    strongest = max(causes(claim), key=lambda mark: mark.level, default=None)
    if strongest is None or strongest.scale is not Scale.CAUSALITY or strongest.level == 0:
        return "description"
    return "causation" if strongest.level >= 2 else "correlation"


def _caveats(truth: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mark.span.text for mark in caveats(truth)))
