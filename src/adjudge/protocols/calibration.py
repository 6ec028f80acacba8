"""What a confidence is worth: a map from what a protocol says to how often it was right on labelled cases.

A calibration belongs to one protocol on one engine; to any other it does not apply, and the verdict is "uncalibrated".
Only `Verdict.confidence` is calibrated; the protocol's own record keeps what its agents said.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from adjudge.agents.hearing import Hearing
from adjudge.protocols.base import Procedure
from adjudge.record import Record
from adjudge.verdict import Confidence, Stance, Verdict

FILE = Path(__file__).with_name("calibrations.json")


class Calibration(Record):
    """For each stance, points (said, was right) between which lines are drawn; said is ascending, right never falls."""

    protocol: str
    engine: str
    name: str
    """On what it was fitted, in words."""
    cases: int
    ece: float
    """Expected calibration error on cases that were not fitted on."""
    points: Mapping[Stance, tuple[tuple[float, float], ...]]

    def of(self, stance: Stance, said: float) -> float:
        """How often a verdict of that stance and confidence was right."""
        points = self.points.get(stance, ())
        if not points:
            return said
        at = bisect_right([x for x, _ in points], said)
        if at == 0 or at == len(points):
            return points[min(at, len(points) - 1)][1]
        (x0, y0), (x1, y1) = points[at - 1], points[at]
        return y0 + (y1 - y0) * (said - x0) / (x1 - x0)

    def __str__(self) -> str:
        return f"{self.name}, n={self.cases}, ECE {self.ece:.3f}"


async def decide(procedure: Procedure, hearing: Hearing) -> Verdict:
    """Judge, and say what the confidence is worth where that is known. A case without documents is only for protocols
    that look for them."""
    if not getattr(procedure, "finds_documents", False):
        hearing.case.require_documents()
    return calibrated(await procedure.judge(hearing), shipped())


def calibrated(verdict: Verdict, known: Mapping[tuple[str, str], Calibration]) -> Verdict:
    """The verdict with a calibrated confidence, if there is a calibration for its protocol and engine."""
    engines = set(verdict.provenance.engines.values())
    found = known.get((verdict.protocol, engines.pop())) if len(engines) == 1 else None
    if found is None or verdict.failed_agents:
        return verdict
    value = round(found.of(verdict.stance, verdict.confidence.value), 4)
    return verdict.model_copy(update={"confidence": Confidence(value=value, calibrated_on=str(found))})


@lru_cache(maxsize=1)
def shipped() -> Mapping[tuple[str, str], Calibration]:
    """The calibrations inside the package, by protocol and engine."""
    if not FILE.exists():
        return {}
    found = [Calibration.model_validate(item) for item in json.loads(FILE.read_text())]
    return {(one.protocol, one.engine): one for one in found}
