"""The combiner: the model's answer and the findings in, three shares out. Its numbers are in `combiner.json`.

Fitted by `training/combiner.py`; each weight says how much a finding speaks for a class.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudge.analysis.judge.weights import Weights

FILE = Path(__file__).with_name("combiner.json")
ANSWERS = ("model.log_supported", "model.log_contradicted", "model.log_unclear")


class Combiner:
    """A softmax over the logarithms of the model's shares and the weights of what was found."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.fingerprint = str(content["fingerprint"])
        self._weights: Mapping[str, list[float]] = content["weights"]

    def probabilities(self, features: Mapping[str, float]) -> Weights:
        """How likely the claim is supported, contradicted, or left open."""
        found = [(weights, features[name]) for name, weights in self._weights.items() if name in features]
        added = [sum(weights[at] * value for weights, value in found) for at in range(len(ANSWERS))]
        return Weights.softmax([features.get(name, 0.0) + more for name, more in zip(ANSWERS, added, strict=True)])


@lru_cache(maxsize=1)
def shipped() -> Combiner | None:
    """The combiner inside the package."""
    return Combiner(json.loads(FILE.read_text())) if FILE.exists() else None
