"""Calibration: a map from a protocol's confidence to how often it was right on labelled cases.

A calibration belongs to one protocol with its usual settings on one engine, and to the kinds of verdicts and languages
that it was fitted on; to any other it does not apply, and the verdict is "uncalibrated". Only `Verdict.confidence` is
calibrated; the protocol's own record keeps what its agents said.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import TypeAlias

from adjudge.analysis.text.language import language
from adjudge.case import Case
from adjudge.errors import DataError
from adjudge.files import private_folder, read_json, write_error, write_private
from adjudge.protocols.base import Procedure, settings_of
from adjudge.protocols.registry import PROTOCOLS, protocol_type
from adjudge.protocols.traits import Traits, traits
from adjudge.record import Record, canonical
from adjudge.verdict import Confidence, Outcome, Stance, Verdict

FILE = Path(__file__).with_name("calibrations.json")
_LEAST, _MOST_ODDS = 1e-3, 30.0
_LEAST_SLOPE = 0.1
"""The slope stays positive: a higher confidence never maps to a lower one."""
_UNLIKE = 3
"""So many traits outside their usual range make a pair of texts unlike those that were fitted on."""


class Kind(StrEnum):
    """What a confidence refers to: the stance, or only that the claim is not supported."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"
    NOT_SUPPORTED = "NOT_SUPPORTED"
    """A claim that goes beyond the source: wrong only if the claim is supported. Labelled data often tell no more."""


class Extent(StrEnum):
    """How much a claim says: a summary is right less often than one sentence with the same confidence."""

    SENTENCE = "single sentences"
    TEXT = "texts of several sentences"


def extent_of(case: Case) -> Extent:
    """Whether the claim is one sentence or more."""
    # Imported here: it loads a library, and importing the package should not.
    from adjudge.analysis.text.sentences import sentences

    return Extent.TEXT if len(sentences(case.claim)) > 1 else Extent.SENTENCE


def kind_of(stance: Stance, label: str) -> Kind:
    """What the confidence of a verdict refers to: the outcome that a person reads."""
    return Kind.NOT_SUPPORTED if Outcome.of(label, stance) is Outcome.NOT_IN_SOURCE else Kind(stance.value)


def kinds(protocol: str) -> tuple[Kind, ...]:
    """The kinds of verdicts that a protocol gives. Only a jury gives all four: Ambiguous leaves the claim open."""
    never = {"entailment": Kind.NOT_ENOUGH_INFO, "trial": Kind.NOT_ENOUGH_INFO, "jury": None}
    return tuple(kind for kind in Kind if kind is not never.get(protocol, Kind.NOT_SUPPORTED))


class Calibration(Record):
    """For each kind of verdict, points (said, was right) between which lines are drawn; said rises, right never falls.

    Where there are `traits`, the odds are then stretched and moved by what makes the pair hard (`protocols/traits.py`).
    """

    protocol: str
    engine: str
    name: str
    """The name of the data it was fitted on."""
    cases: int
    ece: float
    """Expected calibration error on cases not used for fitting."""
    points: Mapping[Kind, tuple[tuple[float, float], ...]]
    traits: Mapping[Kind, Mapping[str, float]] = {}
    """For each kind, how much each trait of the texts moves the log-odds; `bias` moves them always."""
    slopes: Mapping[Kind, Mapping[str, float]] = {}
    """For each kind, how much each trait scales the log-odds: on hard texts a high confidence means less."""
    languages: tuple[str, ...] = ()
    """The languages of the labelled texts; none named: any."""
    extent: Extent | None = None
    """Which claims it was fitted on; None: any."""
    ranges: Mapping[str, tuple[float, float]] = {}
    """Where each trait lies in all but the most extreme of the labelled texts."""
    base: Mapping[Kind, float] = {}
    """How often verdicts of each kind were right, whatever their confidence."""
    elsewhere: Mapping[str, float] = {}
    """The calibration error on each labelled set when it was left out of the fit."""
    shrink: float = 1.0
    """How much of the way from the base rate to the fitted share is gone, in log-odds: less where the fit promises more
    than it holds on sets that were left out of it."""
    ceilings: Mapping[Kind, float] = {}
    """The highest confidence that is told: lower where surer verdicts were often wrong on sets left out of the fit."""

    def of(self, kind: Kind, said: float, traits: Traits | None = None) -> float:
        """The share of such verdicts that were right on such texts; on unusual texts, the base rate."""
        share = self._fitted(kind, said, traits)
        if (base := self.base.get(kind)) is not None:
            if self.is_unlike(traits):
                share = base
            elif self.shrink < 1:
                share = _share(_odds(base) + self.shrink * (_odds(share) - _odds(base)))
        return min(self.ceilings.get(kind, 1.0), share)

    def _fitted(self, kind: Kind, said: float, traits: Traits | None) -> float:
        share = self._drawn(kind, said)
        if kind not in self.traits or traits is None:
            return share
        # Beyond what was fitted on, a trait says no more than at the end of its range.
        known = {"bias": 1.0, **{name: self._within_range(name, value) for name, value in traits.items()}}
        slope = max(_LEAST_SLOPE, 1 + _weighed(self.slopes.get(kind, {}), known))
        return _share(slope * _odds(share) + _weighed(self.traits[kind], known))

    def _within_range(self, name: str, value: float) -> float:
        low, high = self.ranges.get(name, (value, value))
        return min(max(value, low), high)

    def is_unlike(self, traits: Traits | None) -> bool:
        """Whether texts with these traits are unlike those that were fitted on."""
        outside = (
            name
            for name, (low, high) in self.ranges.items()
            if traits is not None and not low <= traits.get(name, low) <= high
        )
        return sum(1 for _ in outside) >= _UNLIKE

    def holds_for(self, verdict: Verdict, case: Case) -> bool:
        """Whether the calibration applies: whether it was fitted on such verdicts, claims and languages."""
        fitted = bool(self.points.get(kind_of(verdict.stance, verdict.label))) and not verdict.failed_agents
        is_such_a_claim = self.extent is None or self.extent is extent_of(case)
        return fitted and is_such_a_claim and _usual_settings(verdict) and self.speaks_of(language_of(case))

    def speaks_of(self, spoken: str) -> bool:
        """Whether texts in this language were among the labelled ones; texts too short to tell may have been."""
        return not self.languages or spoken in ("", *self.languages)

    def _drawn(self, kind: Kind, said: float) -> float:
        points = self.points.get(kind, ())
        if not points:
            return said
        at = bisect_right([x for x, _ in points], said)
        if at == 0 or at == len(points):
            return points[min(at, len(points) - 1)][1]
        (x0, y0), (x1, y1) = points[at - 1], points[at]
        return y0 + (y1 - y0) * (said - x0) / (x1 - x0)

    def __str__(self) -> str:
        return f"{self.name}, n={self.cases}, ECE {self.ece:.3f}"


Calibrations: TypeAlias = Mapping[tuple[str, str], tuple[Calibration, ...]]
"""Calibrations by protocol and engine, one for each extent of claims."""


def calibrated(verdict: Verdict, case: Case, known: Calibrations) -> Verdict:
    """The verdict with a calibrated confidence, if a calibration applies to it."""
    engines = set(verdict.provenance.engines.values())
    fitted = known.get((verdict.protocol, engines.pop()), ()) if len(engines) == 1 else ()
    found = next((one for one in fitted if one.holds_for(verdict, case)), None)
    return verdict if found is None else calibrated_by(found, verdict, case)


def calibrated_by(found: Calibration, verdict: Verdict, case: Case) -> Verdict:
    """The verdict with its confidence mapped by this calibration."""
    needed = found.traits or found.ranges
    hard = traits(case.claim, [document.text for document in case.documents]) if needed else None
    value = round(found.of(kind_of(verdict.stance, verdict.label), verdict.confidence.value, hard), 4)
    provenance = verdict.provenance.model_copy(update={"calibration": found.model_dump(mode="json")})
    confidence = Confidence(value=value, calibrated_on=str(found), unlike=found.is_unlike(hard))
    return verdict.model_copy(update={"confidence": confidence, "provenance": provenance})


def language_of(case: Case) -> str:
    """The language of the claim, or of its sources if the claim is too short to detect one."""
    return next(filter(None, map(language, (case.claim, *(document.text for document in case.documents)))), "")


def usual(procedure: Procedure) -> bool:
    """Whether a protocol has the settings that calibrations are fitted with."""
    return procedure.name not in PROTOCOLS or _telling(procedure.name, settings_of(procedure)) == _usual(procedure.name)


def _usual_settings(verdict: Verdict) -> bool:
    """Whether the protocol had its default settings; calibrations are fitted with these only."""
    if verdict.protocol not in PROTOCOLS:
        return True
    return _telling(verdict.protocol, verdict.provenance.protocol) == _usual(verdict.protocol)


@lru_cache
def _usual(protocol: str) -> str:
    return _telling(protocol, settings_of(protocol_type(protocol)()))


def _telling(protocol: str, settings: Mapping[str, object]) -> str:
    """The settings that can change a verdict. The order of the jurors is not among them, nor is the
    wording of the rubric's questions: the jury's specification has two wordings."""
    idle = protocol_type(protocol).idle_settings
    telling = {name: value for name, value in settings.items() if name not in idle}
    if isinstance(seats := telling.get("agents"), list | tuple):
        telling["agents"] = sorted(canonical(seat) for seat in seats)
    if isinstance(rubric := telling.get("rubric"), list | tuple):
        telling["rubric"] = [axis["axis"] for axis in rubric]
    return canonical(telling)


def _weighed(weights: Mapping[str, float], known: Traits) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in known.items())


def _odds(share: float) -> float:
    return log(max(share, _LEAST) / max(1 - share, _LEAST))


def _share(odds: float) -> float:
    return 1 / (1 + exp(-max(-_MOST_ODDS, min(_MOST_ODDS, odds))))


@lru_cache(maxsize=1)
def shipped() -> Calibrations:
    """The calibrations inside the package, by protocol and engine."""
    return keyed(read(FILE))


def keyed(calibrations: Iterable[Calibration]) -> Calibrations:
    """Calibrations by protocol and engine; of several for the same claims, the last counts."""
    last = {(one.protocol, one.engine, one.extent): one for one in calibrations}
    found: dict[tuple[str, str], tuple[Calibration, ...]] = {}
    for (protocol, engine, _), one in last.items():
        found[protocol, engine] = (*found.get((protocol, engine), ()), one)
    return found


def read(path: Path) -> tuple[Calibration, ...]:
    """The calibrations of a file; none if there is no such file."""
    if not path.exists():
        return ()
    try:
        return tuple(Calibration.model_validate(item) for item in read_json(path))
    except (DataError, OSError, TypeError, ValueError) as error:
        raise DataError(
            f"The calibrations in '{path}' cannot be read: {error}.", hint="Run `adjudge calibrate` again."
        ) from error


def write(path: Path, calibrations: Iterable[Calibration]) -> None:
    """Write calibrations to a file, sorted by protocol and engine."""
    content = [one.model_dump(mode="json") for _, fitted in sorted(keyed(calibrations).items()) for one in fitted]
    try:
        private_folder(path.parent)
        write_private(path, (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise write_error(path, error) from error
