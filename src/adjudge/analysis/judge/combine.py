"""The combiner: features in, three calibrated probabilities out. One linear layer, its numbers in `combiner.json`.

Fitted by `training/combiner.py`; read it: each weight says how much a feature speaks for a class. Nothing here is
hidden in code.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudge.analysis.judge.weights import Weights

FILE = Path(__file__).with_name("combiner.json")


class Combiner:
    """A linear layer over named features, a softmax, and a temperature."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.fingerprint = str(content["fingerprint"])
        self.calibrated_on = str(content["calibrated_on"])
        self._bias: list[float] = content["bias"]
        self._weights: Mapping[str, list[float]] = content["weights"]
        self._temperature = float(content["temperature"])

    def probabilities(self, features: Mapping[str, float]) -> Weights:
        """How likely the claim is supported, contradicted, or left open."""
        scores = list(self._bias)
        for name, value in features.items():
            for at, weight in enumerate(self._weights.get(name, ())):
                scores[at] += weight * value
        return Weights.softmax([score / self._temperature for score in scores])


@lru_cache(maxsize=1)
def shipped() -> Combiner | None:
    """The combiner inside the package."""
    return Combiner(json.loads(FILE.read_text())) if FILE.exists() else None
