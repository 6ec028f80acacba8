"""A calibration fitted: rows judged with raw confidences, fitted by halves of the documents, kept in ADJUDGE_HOME."""

import sys
from dataclasses import replace
from pathlib import Path

from adjudge.cli.console import notice, out
from adjudge.cli.evaluating import EvalRequest, judged, planned, tell_failures
from adjudge.engines.cascade import stage_names
from adjudge.engines.models import parse
from adjudge.errors import ConfigError
from adjudge.evals.evaluation import Evaluation, Folder
from adjudge.evals.fitting import calibration_of, languages_of
from adjudge.protocols.calibration import Calibration, kinds, read, write
from adjudge.protocols.decision import Standard
from adjudge.record import as_json, digest
from adjudge.settings.engines import single_engine
from adjudge.settings.environment import load_environment


async def fit_and_keep(request: EvalRequest, *, name: str | None, keep: Path | None) -> None:
    """Judge, fit, keep, and say what came of it."""
    environment = load_environment()
    engine = single_engine(request.engine, environment)
    if len(stage_names(engine)) > 1:
        raise ConfigError("A cascade is not calibrated as a whole.", hint="Calibrate each of its engines.")
    plan, _ = planned(request, engine, environment)
    evaluation: Evaluation = replace(plan, standard=Standard(raw=True))
    place = keep or environment.home / "calibration" / digest(evaluation.identity)[:12]
    predictions = await judged(request, evaluation, Folder(place), environment)
    failures = [one.error for one in predictions if one.confidence is None]
    if failures and len(failures) == len(predictions):
        tell_failures(failures, len(predictions))
    fitted = calibration_of(
        predictions,
        protocol=evaluation.protocol.name,
        engine=str(parse(engine)),
        name=name or evaluation.name,
        languages=languages_of(evaluation.rows()),
    )
    write(environment.calibrations_path, [*read(environment.calibrations_path), fitted])
    if request.json:
        sys.stdout.write(as_json(fitted) + "\n")
        return
    out().print(f"{fitted.protocol} on {fitted.engine}: calibrated on {fitted}", markup=False)
    for kind, points in fitted.points.items():
        curve = ", ".join(f"{said:.2f} → {right:.2f}" for said, right in points)
        out().print(f"  {kind.value}: {curve}", markup=False)
    _tell_limits(fitted)
    if failures:
        notice(f"{len(failures)} of {len(predictions)} rows failed and say nothing about confidence.")
    notice(f"Kept in {environment.calibrations_path}")


def _tell_limits(fitted: Calibration) -> None:
    """What verdicts it will not speak of."""
    missing = [kind.value for kind in kinds(fitted.protocol) if not fitted.points.get(kind)]
    if missing:
        notice(f"No verdict was {' or '.join(missing)}: such verdicts stay uncalibrated.")
    if fitted.languages:
        notice(f"It holds for texts in {' and '.join(fitted.languages)}, and for those too short to tell.")
