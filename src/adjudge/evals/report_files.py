"""Write the output of an evaluation into its folder: results, errors and the report, from its predictions."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from adjudge.evals.evaluation import Evaluation, Folder, error_cases
from adjudge.evals.prediction import Prediction
from adjudge.evals.report import page

_SHOWN = ("protocol", "engine", "engine_version", "risk", "data")


def write_report(
    folder: Folder, evaluation: Evaluation, measured: Mapping[str, Any], predictions: Sequence[Prediction]
) -> dict[str, Any]:
    """Write `results_NAME.json`, `error_cases.jsonl` and `report.html`. Returns the results with their settings."""
    identity = evaluation.identity
    settings = {name: identity[name] for name in _SHOWN}
    results = {"dataset": evaluation.name, **settings, "command": evaluation.command, **measured}
    errors = error_cases(evaluation, predictions)
    folder.write(f"results_{evaluation.name}.json", json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    folder.write("error_cases.jsonl", "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in errors))
    report = page(
        evaluation.name,
        results,
        errors,
        command=evaluation.command,
        protocol=evaluation.protocol.name,
        engine=evaluation.engine,
    )
    folder.write("report.html", report)
    return results
