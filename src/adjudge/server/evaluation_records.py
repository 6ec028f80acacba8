"""What an evaluation in the browser is asked for and shows: the request in its folder, and its figures so far."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import Field, JsonValue, ValidationError

from adjudge.errors import AdjudgeError, TamperedRun
from adjudge.evals.calibration import ScoredConfidence, ece
from adjudge.evals.labels import FAILED, UNDETERMINED
from adjudge.evals.prediction import Prediction
from adjudge.files import write_private
from adjudge.protocols.calibration import Kind
from adjudge.record import Record, as_json
from adjudge.server.overview import ConfidenceBin, bins_of

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_REQUEST = "request.json"
_Column = Annotated[str | None, Field(max_length=200)]


class EvaluationStatus(StrEnum):
    """The status of an evaluation. `stopped`: by a person or with the service; it can be resumed."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    STOPPED = "stopped"


class EvaluationRequest(Record):
    """Labelled rows of an uploaded table, and what is measured on them. Columns that are not named are found."""

    upload: str = Field(max_length=100)
    protocol: str = "jury"
    engine: str | None = Field(default=None, max_length=500)
    settings: Mapping[str, JsonValue] = Field(default_factory=dict)
    claim_col: _Column = None
    source_col: _Column = None
    label_col: _Column = None
    label_map: Annotated[tuple[str, ...], Field(max_length=100)] = ()
    """WORD=CLASS for words that are not known as labels."""
    two_classes: bool = False
    limit: Annotated[int | None, Field(ge=1, le=1_000_000)] = None
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0


class NewEvaluation(EvaluationRequest):
    """An evaluation to be started, with its name."""

    name: str = Field(max_length=64)


class EvaluationShown(Record):
    """An evaluation with its figures so far."""

    name: str
    status: EvaluationStatus
    asked: int | None = None
    """How many rows there are; None for an evaluation of the command line that is not finished."""
    done: int
    right: int
    failed: int
    undetermined: int
    confusion: Mapping[str, Mapping[str, int]]
    """For each class of the data, how often what was said."""
    bins: tuple[ConfidenceBin, ...]
    ece: float | None = None
    message: str = ""
    """Why it failed."""
    hint: str = ""
    request: EvaluationRequest | None = None
    """None for an evaluation of the command line."""


def progress_of(
    name: str,
    status: EvaluationStatus,
    predictions: Sequence[Prediction],
    asked: int | None,
    failed: AdjudgeError | None = None,
) -> EvaluationShown:
    """The figures of these predictions. Rows that failed or were undetermined are wrong, as in the report."""
    table: dict[str, Counter[str]] = {}
    for one in predictions:
        table.setdefault(one.gold, Counter())[one.said] += 1
    scored = [
        ScoredConfidence(one.about or Kind.NOT_ENOUGH_INFO, one.confidence, one.meant_right)
        for one in predictions
        if one.confidence is not None and one.meant not in (UNDETERMINED, FAILED)
    ]
    return EvaluationShown(
        name=name,
        status=status,
        asked=asked,
        done=len(predictions),
        right=sum(one.right for one in predictions),
        failed=sum(one.stance is None for one in predictions),
        undetermined=sum(one.said == UNDETERMINED for one in predictions),
        confusion={gold: dict(sorted(said.items())) for gold, said in sorted(table.items())},
        bins=bins_of(scored),
        ece=round(ece(scored), 4) if scored else None,
        message=failed.message if failed else "",
        hint=failed.hint if failed else "",
    )


class KeptRequest(Record):
    """A request in the folder of its evaluation, and how many rows it asks for."""

    request: EvaluationRequest
    asked: int


def write_request(place: Path, request: EvaluationRequest, asked: int) -> None:
    """Keep the request in the evaluation's folder."""
    stored = EvaluationRequest.model_validate(request.model_dump(exclude={"name"}))
    write_private(place / _REQUEST, as_json(KeptRequest(request=stored, asked=asked)).encode())


def read_request(place: Path) -> KeptRequest:
    """The request as it was kept."""
    try:
        return KeptRequest.model_validate_json((place / _REQUEST).read_bytes())
    except (OSError, ValidationError) as error:
        raise TamperedRun(
            f"The request of the evaluation '{place.name}' cannot be read.", hint="Start it again under another name."
        ) from error
