"""Measure a protocol on labelled rows: judged as a stream, stored one by one, resumed after a kill.

`run.json` says what an output folder is for; a folder that holds something else is refused. Rows are appended to
`predictions.jsonl` as they are judged; at the end they are sorted by the order of the data, so that a killed
and resumed evaluation gives the same bytes as one that was not. Only `timing.json` differs.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudge.agents.hearing import Event, Observer
from adjudge.case import Case
from adjudge.check import DEFAULT_CONCURRENCY, check_many, engine_of
from adjudge.engines.base import Engine
from adjudge.engines.cascade import stage_names
from adjudge.errors import AdjudgeError, DataError
from adjudge.evals.labelled import LabelledCase
from adjudge.evals.labels import Scheme
from adjudge.evals.prediction import Prediction, line, predicted, read_predictions
from adjudge.files import read_json, write_error
from adjudge.protocols.base import Procedure, settings_of
from adjudge.protocols.decision import Standard
from adjudge.questions.factuality import VerifyClaim
from adjudge.record import canonical, digest
from adjudge.transcript import Usage
from adjudge.verdict import Failure, Verdict

# The next row would fail for the same reason, and no row is to blame.
STOPPING = ("BudgetReached", "EngineUnavailable")
OutcomeCallback = Callable[[Verdict | Failure], None]


@dataclass(frozen=True)
class Evaluation:
    """An evaluation: rows that can be read repeatedly, the protocol, the engine's name and the standard."""

    name: str
    rows: Callable[[], Iterator[LabelledCase]]
    scheme: Scheme
    asked: int
    data: Mapping[str, Any]
    protocol: Procedure
    engine: str
    engine_version: str = ""
    standard: Standard = field(default_factory=Standard)
    command: str = ""

    @property
    def cascading(self) -> bool:
        """Whether the engine is a cascade."""
        return len(stage_names(self.engine)) > 1

    @property
    def identity(self) -> dict[str, Any]:
        """Everything that can change a prediction."""
        fitted = {
            engine: [one.model_dump(mode="json") for one in calibrations]
            for (protocol, engine), calibrations in self.standard.known.items()
            if protocol == self.protocol.name
        }
        content = {
            "name": self.name,
            "data": dict(self.data),
            "protocol": dict(settings_of(self.protocol)),
            "engine": self.engine,
            "engine_version": self.engine_version,
            "risk": self.standard.risk,
            "raw": self.standard.raw,
            "calibrations": digest(fitted) if fitted else None,
        }
        promises = [one.model_dump(mode="json") for one in self.standard.promises]
        if promises:
            content["promises"] = digest(promises)
        plain: dict[str, Any] = json.loads(canonical(content))
        return plain


class Folder:
    """The output folder of an evaluation."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.predictions = path / "predictions.jsonl"
        self._run = path / "run.json"
        self._timing = path / "timing.json"

    def claim(self, evaluation: Evaluation, *, fresh: bool) -> dict[str, Prediction]:
        """Claim the folder and return what it has decided already. Raises an error if it belongs to another
        evaluation."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if fresh:
                self._clear()
            self._require_own(evaluation)
            done = read_predictions(self.predictions)
            self.write(self.predictions.name, "".join(map(line, done.values())))
            self.write(self._run.name, _pretty({**evaluation.identity, "command": evaluation.command}))
        except OSError as error:
            raise write_error(self.path, error, hint="Choose another folder with --out.") from error
        return done

    def write(self, name: str, text: str) -> None:
        """Write a file atomically."""
        part = self.path / f"{name}.part"
        part.write_text(text, encoding="utf-8", errors="surrogatepass")
        part.replace(self.path / name)

    def seconds(self) -> list[float]:
        """The recorded seconds per case."""
        try:
            found = read_json(self._timing) if self._timing.exists() else []
            return [float(one) for one in found]
        except (DataError, TypeError, ValueError):
            return []

    def keep_seconds(self, seconds: list[float]) -> None:
        """Store the seconds per case."""
        self.write(self._timing.name, json.dumps([round(one, 4) for one in seconds]) + "\n")

    def _clear(self) -> None:
        """Delete the files that an evaluation writes; others stay."""
        for name in ("predictions.jsonl", "run.json", "timing.json", "error_cases.jsonl", "report.html"):
            (self.path / name).unlink(missing_ok=True)
        for file in self.path.glob("results_*.json"):
            file.unlink()

    def _require_own(self, evaluation: Evaluation) -> None:
        if not self._run.exists():
            if self.predictions.exists() or any(self.path.glob("results_*.json")):
                raise _occupied(self.path, "results of another evaluation")
            return
        try:
            settings = read_json(self._run)
            if not isinstance(settings, dict):
                raise DataError(f"'{self._run}' holds no settings.")
        except DataError as error:
            raise _occupied(self.path, "a run.json that cannot be read") from error
        mine = evaluation.identity
        other = [name for name in mine if settings.get(name) != mine[name]]
        if other:
            differing = ", ".join(name.replace("_", " ") for name in other)
            raise _occupied(self.path, f"an evaluation with another {differing}")


def version_of(engine: str) -> str:
    """A hash of everything that determines an engine's answers: version, weights and parameters."""
    probe = VerifyClaim(claim="", sentence="", passages=())
    return digest([dict(engine_of(stage).identity(probe)) for stage in stage_names(engine)])[:16]


async def evaluate(
    evaluation: Evaluation,
    folder: Folder,
    engine: Engine,
    *,
    concurrency: int = DEFAULT_CONCURRENCY,
    fresh: bool = False,
    on_outcome: OutcomeCallback | None = None,
    on_prediction: Callable[[Prediction], None] | None = None,
    observe: Observer | None = None,
) -> list[Prediction]:
    """Judge rows without a verdict, including failed ones. Returns all predictions in the order of the rows.

    `on_outcome` is called with each outcome, and `on_prediction` with the prediction that was stored for it.
    """
    done = with_verdict(folder.claim(evaluation, fresh=fresh))
    seconds = folder.seconds()
    waiting: dict[str, LabelledCase] = {}
    spent: dict[str, dict[str, Usage]] = {}

    def fed() -> Iterator[Case | Failure]:
        for row in evaluation.rows():
            if row.id not in done:
                waiting[row.id] = row
                yield row.case

    with folder.predictions.open("a", encoding="utf-8", errors="surrogatepass") as file:
        outcomes = check_many(
            fed(),
            protocol=evaluation.protocol,
            engine=engine,
            concurrency=concurrency,
            observe=_counting(spent, observe) if evaluation.cascading else observe,
            standard=evaluation.standard,
            stop_on=STOPPING,
        )
        stopped: Failure | None = None
        try:
            async for outcome in outcomes:
                if isinstance(outcome, Failure) and outcome.error in STOPPING:
                    stopped = stopped or outcome
                    continue
                row = waiting.pop(outcome.case_id)
                prediction = predicted(row, outcome, evaluation.scheme, spent=spent.pop(row.id, None))
                done[prediction.id] = prediction
                file.write(line(prediction))
                file.flush()
                if isinstance(outcome, Verdict) and outcome.timing:
                    seconds.append(outcome.timing.total_s)
                if on_outcome:
                    on_outcome(outcome)
                if on_prediction:
                    on_prediction(prediction)
        finally:
            await outcomes.aclose()
            folder.keep_seconds(seconds)
    if stopped is not None:
        raise _stopped(stopped)
    ordered = [done[row.id] for row in evaluation.rows()]
    folder.write(folder.predictions.name, "".join(map(line, ordered)))
    return ordered


def _counting(spent: dict[str, dict[str, Usage]], observe: Observer | None) -> Observer:
    """An observer that adds up each case's usage by engine, in the order of asking."""

    def count(event: Event) -> None:
        if event.entry is not None:
            mine = spent.setdefault(event.case_id, {})
            mine[event.entry.engine] = mine.get(event.entry.engine, Usage()) + event.entry.usage
        if observe:
            observe(event)

    return count


def with_verdict(predictions: Mapping[str, Prediction]) -> dict[str, Prediction]:
    """The predictions that did not fail. Failed rows are retried."""
    return {id: one for id, one in predictions.items() if one.stance is not None}


def error_cases(evaluation: Evaluation, predictions: Iterable[Prediction]) -> list[dict[str, Any]]:
    """The rows that were decided wrongly, the most confident first, with their texts."""
    wrong = {one.id: one for one in predictions if not one.right}
    found = []
    for row in evaluation.rows():
        if row.id in wrong:
            case = row.case
            texts = (
                {"claim": case.claim, "source": "\n\n".join(document.text for document in case.documents)}
                if isinstance(case, Case)
                else {"claim": "", "source": ""}
            )
            found.append({**wrong[row.id].model_dump(mode="json", exclude={"usage", "course"}), **texts})
    return sorted(found, key=lambda one: (-(one["confidence"] or 0.0), one["id"]))


def _pretty(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _stopped(failure: Failure) -> AdjudgeError:
    from adjudge.engines.replay import recorded_error
    from adjudge.transcript import Trouble

    hint = f"{failure.hint} Judged rows are stored; run the same command again to resume.".strip()
    return recorded_error(Trouble(error=failure.error, message=failure.message, hint=hint))


def _occupied(path: Path, what: str) -> DataError:
    return DataError(f"'{path}' holds {what}.", hint="Choose another folder with --out, or start again with --fresh.")
