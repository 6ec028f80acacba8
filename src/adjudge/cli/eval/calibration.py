"""Fit a calibration: judge rows with raw confidences, fit on halves of the documents, save in ADJUDGE_HOME.

The word `reviews` instead of a data file means the reviewed verdicts of the store, exported as labelled rows.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from adjudge.cli.eval.evaluation import EvalRequest, judged, planned, tell_failures
from adjudge.cli.show.console import notice, out
from adjudge.engines.cascade import stage_names
from adjudge.engines.models import parse
from adjudge.errors import ConfigError, DataError
from adjudge.evals.calibration import ScoredConfidence
from adjudge.evals.evaluation import Evaluation, Folder
from adjudge.evals.fitting import FEWEST, calibration_of, languages_of
from adjudge.evals.promise import RISKS, promise, require_fit_for_calibration, risk_promise
from adjudge.plurals import count_of
from adjudge.protocols import risk
from adjudge.protocols.calibration import Calibration, kinds, read, write
from adjudge.protocols.decision import Standard
from adjudge.record import as_json, digest
from adjudge.settings.engines import single_engine
from adjudge.settings.environment import load_environment
from adjudge.store.reviews import DATASET, Reviews
from adjudge.store.store import Store


async def fit_and_keep(request: EvalRequest, *, name: str | None, keep: Path | None) -> None:
    """Judge the rows, fit the calibration, save it and print a report."""
    environment = load_environment()
    engine = single_engine(request.engine, environment)
    if len(stage_names(engine)) > 1:
        raise ConfigError("A cascade is not calibrated as a whole.", hint="Calibrate each of its engines.")
    plan, _ = planned(request, engine, environment)
    evaluation: Evaluation = replace(plan, standard=Standard(raw=True))
    require_fit_for_calibration(evaluation.rows(), fewest=FEWEST)
    place = keep or environment.home / "calibration" / digest(evaluation.identity)[:12]
    predictions = await judged(request, evaluation, Folder(place), environment)
    failures = [one.error for one in predictions if one.confidence is None]
    if failures and len(failures) == len(predictions):
        tell_failures(failures, len(predictions))
    found = calibration_of(
        predictions,
        protocol=evaluation.protocol.name,
        engine=str(parse(engine)),
        name=name or evaluation.name,
        languages=languages_of(evaluation.rows()),
    )
    fitted = found.calibration
    write(environment.calibrations_path, [*read(environment.calibrations_path), fitted])
    promises = [*risk.read(environment.promises_path), risk_promise(predictions, found.held_out, fitted)]
    risk.write(environment.promises_path, promises)
    if request.json:
        sys.stdout.write(as_json(fitted) + "\n")
        return
    out().print(f"{fitted.protocol} on {fitted.engine}: calibrated on {fitted}", markup=False)
    for kind, points in fitted.points.items():
        curve = ", ".join(f"{said:.2f} → {right:.2f}" for said, right in points)
        out().print(f"  {kind.value}: {curve}", markup=False)
    _tell_limits(fitted)
    _tell_promises(found.held_out)
    if failures:
        notice(f"{len(failures):,} of {count_of(len(predictions), 'row')} failed and were not used.")
    notice(f"Saved in {environment.calibrations_path}")


def _tell_limits(fitted: Calibration) -> None:
    """Print which verdicts the calibration does not cover."""
    missing = [kind.value for kind in kinds(fitted.protocol) if not fitted.points.get(kind)]
    if missing:
        notice(f"No verdict was {' or '.join(missing)}: such verdicts stay uncalibrated.")
    if fitted.languages:
        notice(f"It applies to texts in {' and '.join(fitted.languages)}, and to texts too short to detect a language.")


def _tell_promises(held_out: Sequence[ScoredConfidence]) -> None:
    """Print what --risk can promise with these labels, and under which condition."""
    for allowed in RISKS:
        out().print(f"  {promise(held_out, allowed)}", markup=False)
    notice(
        "With --risk, at most this share of the given labels is wrong for new cases like the labelled ones. In one of "
        "ten calibrations the labelled cases happen to be easy, and the share is higher. `adjudge runs drift` reports "
        "when cases are no longer like them."
    )


async def with_reviews(data: Sequence[str]) -> list[str]:
    """The data files; the word `reviews` becomes a file of the stored reviews unless a file has that name."""
    return [str(await _reviews_written()) if name == DATASET and not Path(name).exists() else name for name in data]


async def _reviews_written() -> Path:
    environment = load_environment()
    async with await Store.open(environment.store_path) as store:
        lines = [as_json(row) async for row in Reviews(store).labelled()]
    if not lines:
        raise DataError("There are no reviews yet.", hint="Review verdicts in `adjudge serve`, then calibrate.")
    path = environment.home / "calibration" / f"{DATASET}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
