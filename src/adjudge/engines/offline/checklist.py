"""The trial's checklist from a reading: each finding under its dimension, and how grave a mismatch it is.

Between two languages only numbers and dates can be compared, and there only agreement tells anything.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.degrees import causes, hedges, quantifiers
from adjudge.analysis.facts.names import names
from adjudge.analysis.facts.quantities import Quantity, quantities
from adjudge.analysis.judge.explain import distorts, speaks_against, strongest_first
from adjudge.analysis.judge.weights import Weights
from adjudge.engines.offline.languages import languages_differ
from adjudge.engines.offline.reading import CaseReading, Reader
from adjudge.questions.base import Source
from adjudge.questions.trial_replies import Checklist, Dimension, Gravity, Line, Point, PointOutcome
from adjudge.verdict import Finding, Quote, Relation, Severity

DIMENSION_OF_AXIS = {
    "quantity": Dimension.NUMBERS_AND_UNITS,
    "date": Dimension.DATES_AND_TIME_WINDOWS,
    "name": Dimension.LOCATIONS_AND_ENTITIES,
    "quantifier": Dimension.QUANTIFIERS,
    "causality": Dimension.CAUSALITY,
    "certainty": Dimension.CAUSALITY,
}
# On these axes another value in the same place changes the meaning even if the truth does not rule it out.
_HARD = ("quantity", "date", "name", "quantifier")
_PLAIN = (Comparator.EXACT, Comparator.ABOUT)


@dataclass(frozen=True)
class Look:
    """A reading as the trial uses it."""

    reading: CaseReading
    weights: Weights
    truth: tuple[Source, ...]
    languages: tuple[str, str] | None
    """The languages of claim and truth, where they differ."""

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings that can be trusted, the strongest first."""
        found = strongest_first(self.reading.findings)
        if self.languages is None:
            return found
        return [finding for finding in found if finding.axis in ("quantity", "date") and not speaks_against(finding)]

    @cached_property
    def against(self) -> list[Finding]:
        """Those that speak against the claim, the critical ones first; the same words only once."""
        ordered = sorted((f for f in self.findings if speaks_against(f)), key=lambda f: not is_critical(f))
        first: dict[tuple[str, str], Finding] = {}
        for finding in ordered:
            first.setdefault(words_of(finding), finding)
        return list(first.values())

    @cached_property
    def agreeing(self) -> list[Finding]:
        """Those that speak for it."""
        return [finding for finding in self.findings if not speaks_against(finding)]

    @property
    def passage(self) -> str:
        """The words of the truth that speak about the claim most; its first line where none does."""
        if found := self.reading.passage():
            return found
        return next(line.strip() for source in self.truth for line in source.text.splitlines() if line.strip())

    @property
    def supported(self) -> bool:
        """Whether the whole speaks for the claim."""
        return self.weights.strongest == "supported" and self.languages is None


async def look(reader: Reader, claim: str, truth: tuple[Source, ...]) -> Look:
    """Read a claim for the trial."""
    reading = await reader.read(claim, truth)
    differ = languages_differ(claim, "\n".join(source.text for source in truth))
    return Look(reading, reading.weights(), truth, differ)


def is_critical(finding: Finding) -> bool:
    """Whether a difference changes the meaning: denied, put more strongly, or another value in the same place."""
    if finding.severity is Severity.LOW or not speaks_against(finding):
        return False
    replaced = finding.axis in _HARD and finding.claim_quote is not None and finding.source_quote is not None
    return finding.relation is Relation.CONTRADICTED or distorts(finding) or replaced


def checklist(seen: Look) -> Checklist:
    """The five dimensions."""
    truth = "\n\n".join(source.text for source in seen.truth)
    points: dict[Dimension, list[Point]] = {dimension: [] for dimension in Dimension}
    for finding in seen.findings:
        for dimension in dimensions_of(finding):
            points[dimension].append(_point(seen.reading, finding))
    lines = {}
    for dimension in Dimension:
        said, there = _EXTRACT[dimension](seen.reading.claim), _EXTRACT[dimension](truth)
        found = points[dimension]
        if not found and seen.languages is None:
            found = [_plain_point(words, truth) for words in said]
        lines[dimension.value] = Line(in_claim=said, in_truth=there, points=tuple(dict.fromkeys(found)))
    return Checklist(**lines)


def _plain_point(words: str, truth: str) -> Point:
    """What is to be said of words of the claim that no finding speaks of: the truth has them too, or it does not."""
    at = truth.lower().find(words.lower())
    there = truth[at : at + len(words)] if at >= 0 else ""
    return Point(
        note=f"Both say '{words}'." if there else f"The source does not say '{words}'.",
        claim_says=words,
        truth_says=there,
        outcome=PointOutcome.MATCH if there else PointOutcome.MISMATCH,
        severity=Gravity.MINOR,
    )


def dimensions_of(finding: Finding) -> tuple[Dimension, ...]:
    """Where a finding belongs; "under 90" for "over 88" in two places, a negation in none."""
    if finding.axis == "quantity" and speaks_against(finding):
        ours, theirs = (quantities(_text(quote)) for quote in (finding.claim_quote, finding.source_quote))
        if ours and theirs and _bounded(ours[0]) and _bounded(theirs[0]) and ours[0].comparator != theirs[0].comparator:
            same = ours[0].value == theirs[0].value
            return (Dimension.QUANTIFIERS,) if same else (Dimension.NUMBERS_AND_UNITS, Dimension.QUANTIFIERS)
    dimension = DIMENSION_OF_AXIS.get(finding.axis)
    return () if dimension is None else (dimension,)


def words_of(finding: Finding) -> tuple[str, str]:
    """The words on both sides. A limit that is left out has no words in the claim."""
    left_out = finding.axis == "caveat" and finding.relation is Relation.ABSENT
    return _text(None if left_out else finding.claim_quote), _text(finding.source_quote)


def _point(reading: CaseReading, finding: Finding) -> Point:
    claim_says, truth_says = words_of(finding)
    return Point(
        note=finding.explanation,
        claim_says=claim_says,
        truth_says=truth_says,
        outcome=PointOutcome.MISMATCH if speaks_against(finding) else PointOutcome.MATCH,
        severity=Gravity.CRITICAL if is_critical(finding) else Gravity.MINOR,
        claim_context=reading.context(finding.claim_quote) if claim_says else "",
        truth_context=reading.context(finding.source_quote),
    )


def _bounded(quantity: Quantity) -> bool:
    return quantity.comparator not in _PLAIN


def _text(quote: Quote | None) -> str:
    return quote.text if quote else ""


def _surfaces(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))


_EXTRACT: dict[Dimension, Callable[[str], tuple[str, ...]]] = {
    Dimension.NUMBERS_AND_UNITS: lambda text: _surfaces(found.span.text for found in quantities(text)),
    Dimension.DATES_AND_TIME_WINDOWS: lambda text: _surfaces(found.span.text for found in dates(text)),
    Dimension.LOCATIONS_AND_ENTITIES: lambda text: _surfaces(found.span.text for found in names(text)),
    Dimension.QUANTIFIERS: lambda text: _surfaces(
        [
            *(found.span.text for found in quantities(text) if _bounded(found)),
            *(mark.span.text for mark in quantifiers(text)),
        ]
    ),
    Dimension.CAUSALITY: lambda text: _surfaces(mark.span.text for mark in (*causes(text), *hedges(text))),
}
