"""The stored result of one judged row: enough for every figure and for inspecting errors, without any times.

`predictions.jsonl` has one line per row. It grows while rows are judged and is sorted by the order of the data at the
end.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from adjudge.errors import DataError
from adjudge.evals.debate import Course, course
from adjudge.evals.labelled import LabelledCase
from adjudge.evals.labels import UNDETERMINED, Gold, Scheme
from adjudge.protocols.calibration import Kind, kind_of
from adjudge.protocols.decision import commits, commits_to
from adjudge.protocols.traits import traits
from adjudge.record import Record, digest
from adjudge.results.factuality import FactualityResult
from adjudge.transcript import Usage
from adjudge.verdict import Failure, Stance, Verdict

_REASONS = 3
_SUPPORTED = (Gold.SUPPORTED, Gold.FAITHFUL)


class NamedDifference(Record):
    """A difference that the verdict named."""

    axis: str
    claim: str = ""
    source: str = ""
    explanation: str = ""


class Prediction(Record):
    """One row: its class, the prediction, the confidence and the cost."""

    id: str
    dataset: str
    document: str
    texts: str = ""
    """A hash of claim and sources; none in a folder of an older version, or without a case."""
    kind: str = ""
    gold: str
    said: str
    """A class of the data, UNDETERMINED, or FAILED."""
    strict: str
    """The same, with "not enough information" as undetermined also where there are two classes."""
    withheld: str | None = None
    """The class that was withheld for its expected error; the confidence is that of this class."""
    not_supported: bool = False
    """The confidence is only that of "not supported": the claim goes beyond the source."""
    stance: Stance | None = None
    label: str = ""
    confidence: float | None = None
    calibrated_on: str | None = None
    score: float | None = None
    """How far the text is supported, from 0 to 1; None without a verdict."""
    traits: Mapping[str, float] = {}
    """Traits that make the pair hard; a calibration weighs them."""
    escalated: tuple[str, ...] = ()
    """The engines of a cascade that handed the row on."""
    reasons: tuple[str, ...] = ()
    points: tuple[NamedDifference, ...] = ()
    course: Course | None = None
    """The course of a jury's hearing, for `adjudge eval debate`."""
    usage: Usage = Usage()
    """Of all engines that were asked."""
    error: str = ""

    @property
    def right(self) -> bool:
        """Whether the class that was said is the row's own."""
        return self.said == self.gold

    @property
    def meant(self) -> str:
        """The class that the confidence is about: the predicted or withheld one."""
        return self.withheld or self.said

    @property
    def meant_right(self) -> bool:
        """Whether that class is the row's own, or, where the confidence is about no more, the row is not supported."""
        return self.gold not in _SUPPORTED if self.not_supported else self.meant == self.gold

    @property
    def decides(self) -> bool:
        """Whether the verdict, or the withheld one, decides the claim; `--risk` withholds no other."""
        return self.withheld is not None or commits_to(self.stance, self.label)

    @property
    def about(self) -> Kind | None:
        """What the confidence is about; None without a verdict."""
        if self.not_supported:
            return Kind.NOT_SUPPORTED
        return Kind(self.stance.value) if self.stance else None


def predicted(
    row: LabelledCase, outcome: Verdict | Failure, scheme: Scheme, *, spent: Mapping[str, Usage] | None = None
) -> Prediction:
    """The prediction of an outcome. `spent` is what each stage of a cascade took, in their order: where the last one
    failed, the failure does not tell of those before it."""
    fields = {
        "id": row.id,
        "dataset": row.dataset,
        "document": row.document,
        "texts": _texts(row),
        "kind": row.kind,
        "gold": row.gold.value,
    }
    if isinstance(outcome, Failure):
        usage = outcome.transcript.usage if outcome.transcript else Usage()
        said = scheme.said(None)
        return Prediction(
            **fields,
            said=said,
            strict=said,
            escalated=tuple(spent)[:-1] if spent else (),
            usage=sum(spent.values(), Usage()) if spent else usage,
            error=f"{outcome.error}: {outcome.message}",
        )
    abstained = outcome.abstained is not None
    said = scheme.said(outcome.stance, abstained=abstained, label=outcome.label)
    undecided = abstained or not commits(outcome)
    strict = UNDETERMINED if undecided and said not in (Stance.NOT_ENOUGH_INFO.value,) else said
    return Prediction(
        **fields,
        said=said,
        strict=strict,
        withheld=_withheld(outcome, scheme),
        not_supported=_about(outcome) is Kind.NOT_SUPPORTED,
        stance=outcome.stance,
        label=outcome.label,
        confidence=outcome.confidence.value,
        calibrated_on=outcome.confidence.calibrated_on,
        score=support(outcome),
        traits=_traits(row),
        escalated=tuple(stage.engine for stage in outcome.provenance.cascade),
        reasons=outcome.reasons[:_REASONS],
        points=_points(outcome),
        course=course(outcome),
        usage=outcome.total_usage,
    )


def support(verdict: Verdict) -> float:
    """How far the text is supported: the protocol's own score, or stance and confidence on one scale."""
    if isinstance(verdict.result, FactualityResult) and verdict.result.score is not None:
        return round(verdict.result.score, 6)
    stance = verdict.abstained.stance if verdict.abstained else verdict.stance
    sure = verdict.confidence.value / 2
    shifts = {Stance.SUPPORTED: sure, Stance.CONTRADICTED: -sure, Stance.NOT_ENOUGH_INFO: 0.0}
    return round(0.5 + shifts[stance], 6)


def _points(verdict: Verdict) -> tuple[NamedDifference, ...]:
    return tuple(
        NamedDifference(
            axis=finding.axis,
            claim=finding.claim_quote.text if finding.claim_quote else "",
            source=finding.source_quote.text if finding.source_quote else "",
            explanation=finding.explanation,
        )
        for finding in verdict.findings[:_REASONS]
    )


def _about(outcome: Verdict) -> Kind:
    withheld = outcome.abstained
    return kind_of(withheld.stance, withheld.label) if withheld else kind_of(outcome.stance, outcome.label)


def _withheld(outcome: Verdict, scheme: Scheme) -> str | None:
    withheld = outcome.abstained
    return scheme.said(withheld.stance, label=withheld.label) if withheld else None


def _texts(row: LabelledCase) -> str:
    if isinstance(row.case, Failure):
        return ""
    return digest([row.case.claim, *(document.text for document in row.case.documents)])[:16]


def _traits(row: LabelledCase) -> dict[str, float]:
    if isinstance(row.case, Failure):
        return {}
    found = traits(row.case.claim, [document.text for document in row.case.documents])
    return {name: round(value, 4) for name, value in found.items()}


def line(prediction: Prediction) -> str:
    """The prediction as one line."""
    return json.dumps(prediction.model_dump(mode="json"), ensure_ascii=False) + "\n"


def read_predictions(path: Path) -> dict[str, Prediction]:
    """The predictions of a file by id. A last line that was cut off when the process was killed is not counted."""
    if not path.exists():
        return {}
    found: dict[str, Prediction] = {}
    # Not splitlines(): a line separator inside a reason is no end of a line.
    with path.open(encoding="utf-8", errors="replace", newline="\n") as file:
        for number, text in enumerate(file, 1):
            if not text.endswith("\n"):
                break
            try:
                prediction = Prediction.model_validate_json(text)
            except ValidationError as error:
                raise DataError(
                    f"Line {number} of '{path}' is not a prediction.",
                    hint="Choose another folder with --out, or start again with --fresh.",
                ) from error
            found[prediction.id] = prediction
    return found
