"""The JSON schema of SARIF 2.1.0."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import jsonschema


@lru_cache(maxsize=1)
def _schema() -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(json.loads(Path(__file__).with_name("sarif-2.1.0.json").read_text()))


def require_sarif(log: dict[str, Any]) -> None:
    """Fail if the log is not SARIF 2.1.0."""
    _schema().validate(log)
