"""How likely a claim is borne out by its passages: what the model says of it, and how many of its words they share, in
one linear layer.

The numbers are in `support.json`, fitted by `training/factuality.py` so that summaries are told apart by their weakest
sentences. One set of weights is for a reading with the model, one for a reading without it. Each can be read.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, log
from pathlib import Path

from adjudge.analysis.model.nli import Judgement
from adjudge.engines.offline.reading import CaseReading
from adjudge.evidence.missing import missing
from adjudge.evidence.overlap import overlap

FILE = Path(__file__).with_name("support.json")
_LEAST = 1e-3
_MOST_MISSING = 2
_LOG_OF_A_LONG_CLAIM, _LOG_OF_A_LONG_TEXT = 4, 8


@dataclass(frozen=True, slots=True)
class ClaimReadings:
    """A claim read against its passages in three ways."""

    claim: CaseReading
    sentence: CaseReading
    """Of the whole sentence that the claim comes from."""
    near: tuple[Judgement, ...] = ()
    """Of the claim against the few sentences nearest to it alone, the nearest first: beside a near copy of itself,
    one changed word shows. Empty without a model."""


def features(readings: ClaimReadings, passages: Sequence[str]) -> dict[str, float]:
    """What the layer looks at, by name."""
    reading, whole = readings.claim, readings.sentence
    lacking = missing(reading.claim, " ".join(passages))
    values = {
        "bias": 1.0,
        "shared": overlap(reading.claim, passages).union,
        "missing": min(len(lacking), _MOST_MISSING) / _MOST_MISSING,
        "length.claim": log(1 + len(reading.claim.split())) / _LOG_OF_A_LONG_CLAIM,
        "length.passages": log(1 + sum(len(passage.split()) for passage in passages)) / _LOG_OF_A_LONG_TEXT,
    }
    read = [one.judgement for case in (reading, whole) if (one := case.best)]
    if not read:
        return values | {"rules": _odds(reading.weights().supported)}
    most = [*read, *([max(readings.near, key=lambda one: one.supported)] if readings.near else ())]
    return values | {"model": sum(one.supported for one in most) / len(most)}


def support(readings: ClaimReadings, passages: Sequence[str]) -> float:
    """The share that the layer gives; without fitted weights, what the reader's weights say."""
    reading = readings.claim
    weights = _shipped().get("with_model" if reading.judged else "without_model")
    if weights is None:
        return reading.weights().supported
    score = sum(weights.get(name, 0.0) * value for name, value in features(readings, passages).items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def fingerprint() -> str:
    """A short hash of the fitted weights: other weights give other answers."""
    return str(_content().get("fingerprint", "none"))


@lru_cache(maxsize=1)
def _content() -> Mapping[str, object]:
    content: Mapping[str, object] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return content


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Mapping[str, float]]:
    found = _content().get("weights", {})
    assert isinstance(found, dict)
    return found


def _odds(share: float) -> float:
    return log(max(share, _LEAST) / max(1 - share, _LEAST))
