"""How likely a claim is borne out by its passages: the model's view of it and of its words, and the wording, in one
linear layer.

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
_MOST_DOUBTED = 3.0
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
    reading, whole, near = readings.claim, readings.sentence, readings.near
    wording = overlap(reading.claim, passages)
    lacking = missing(reading.claim, " ".join(passages))
    values = {
        "bias": 1.0,
        "best": wording.best,
        "union": wording.union,
        "new": wording.new,
        "missing": min(len(lacking), _MOST_MISSING) / _MOST_MISSING,
        "length.claim": log(1 + len(reading.claim.split())) / _LOG_OF_A_LONG_CLAIM,
        "length.passages": log(1 + sum(len(passage.split()) for passage in passages)) / _LOG_OF_A_LONG_TEXT,
    }
    judged = [one.judgement for row in reading.judged for one in row]
    if judged:
        best, nearest = max(judged, key=lambda one: one.supported), judged[0]
        values["model.support"] = best.supported
        values["model.at_best"] = best.supported - best.contradicted
        values["model.at_nearest"] = nearest.supported - nearest.contradicted
        values |= _doubts([one.share for one in reading.doubts])
        if best_of_all := whole.best:
            values["sentence.support"] = best_of_all.judgement.supported
            values["sentence.doubt"] = max((one.share for one in whole.doubts), default=0.0)
        if near:
            values["near.support"] = max(one.supported for one in near)
            values["near.at_best"] = max(one.supported - one.contradicted for one in near)
            values["near.at_nearest"] = near[0].supported - near[0].contradicted
            values["near.contradicted"] = max(one.contradicted for one in near)
    else:
        values["rules.support"] = _odds(reading.weights().supported)
    return values


def _doubts(shares: Sequence[float]) -> dict[str, float]:
    """The word that is doubted most, the mean, and how many words are doubted in all (of three at most)."""
    if not shares:
        return {}
    return {
        "doubt.most": max(shares),
        "doubt.mean": sum(shares) / len(shares),
        "doubt.sum": min(sum(shares), _MOST_DOUBTED) / _MOST_DOUBTED,
    }


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
