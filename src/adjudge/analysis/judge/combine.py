"""The combiner: the model's answer and the findings in, three shares out. Its numbers are in `combiner.json`.

Fitted by `training/combiner.py`; read it: each weight says how much a finding speaks for a class. Where nothing was
found, the model's answer stands as it is. Nothing here is hidden in code.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudge.analysis.judge.weights import Weights

FILE = Path(__file__).with_name("combiner.json")
ANSWERS = ("model.log_supported", "model.log_contradicted", "model.log_unclear")
"""The features that are the logarithms of the model's shares, in the order of the classes."""


class Combiner:
    """A softmax over the model's answer and the weights of what was found."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.fingerprint = str(content["fingerprint"])
        self._weights: Mapping[str, list[float]] = content["weights"]

    def probabilities(self, features: Mapping[str, float]) -> Weights:
        """How likely the claim is supported, contradicted, or left open."""
        scores = [features.get(answer, 0.0) for answer in ANSWERS]
        for name, value in features.items():
            for at, weight in enumerate(self._weights.get(name, ())):
                scores[at] += weight * value
        return Weights.softmax(scores)


@lru_cache(maxsize=1)
def shipped() -> Combiner | None:
    """The combiner inside the package."""
    return Combiner(json.loads(FILE.read_text())) if FILE.exists() else None
