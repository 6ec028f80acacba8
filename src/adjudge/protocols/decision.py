"""From a protocol's verdict to the one that is given: its calibrated confidence, whose word stands, what is withheld.

A protocol judges; here the verdict gets its calibrated confidence, a cascade hands a case on where that is too low,
and under a `risk` a label whose expected error is above it, or is not known, is withheld. All of it is in the verdict's
provenance, so that `decide_again` gives the same bytes from a stored one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudge.agents.hearing import Hearing
from adjudge.engines.cascade import Cascade
from adjudge.errors import EngineError, ProtocolError
from adjudge.protocols.base import Procedure
from adjudge.protocols.calibration import Calibration, calibrated, calibrated_by, keyed, shipped
from adjudge.results.jury import JuryLabel
from adjudge.verdict import Abstention, Provenance, Stage, Stance, Verdict

WITHHELD: Mapping[str, str] = {
    "jury": "Ambiguous",
    "entailment": "NOT ENOUGH INFO",
    "trial": "UNDETERMINED",
    "factuality": "uncertain",
    "news": "NEI",
}
"""Each protocol's own word for what cannot be told; the trial has none: a part of the truth is not the same."""


@dataclass(frozen=True)
class Standard:
    """By what a verdict is accepted: calibrations beside the shipped ones, and the expected error that is allowed."""

    calibrations: tuple[Calibration, ...] = ()
    risk: float | None = None
    raw: bool = False
    """Leave confidences as the protocol gave them: that is what a calibration is fitted on."""

    @property
    def known(self) -> Mapping[tuple[str, str], Calibration]:
        """The calibrations by protocol and engine; a user's own come first."""
        return {} if self.raw else {**shipped(), **keyed(self.calibrations)}


async def decide(procedure: Procedure, hearing: Hearing, standard: Standard | None = None) -> Verdict:
    """Judge, and say what the confidence is worth where that is known. A case without documents is only for protocols
    that look for them. What a protocol does with a verdict that stands (`conclude`) is done here, and never again."""
    standard = standard or Standard()
    if not getattr(procedure, "finds_documents", False):
        hearing.case.require_documents()
    verdict = await _decided(procedure, hearing, standard)
    if conclude := getattr(procedure, "conclude", None):
        await conclude(hearing.case, verdict)
    return verdict


async def _decided(procedure: Procedure, hearing: Hearing, standard: Standard) -> Verdict:
    if isinstance(hearing.engine, Cascade):
        return await _in_stages(procedure, hearing, hearing.engine, standard)
    verdict = await _judged(procedure, hearing, standard.known)
    return verdict if standard.risk is None else within(verdict, standard.risk)


async def _judged(procedure: Procedure, hearing: Hearing, known: Mapping[tuple[str, str], Calibration]) -> Verdict:
    verdict = await procedure.judge(hearing)
    # After the judgement: documents that were found on the way are the case's too.
    return calibrated(verdict, hearing.case, known)


async def decide_again(procedure: Procedure, hearing: Hearing, provenance: Provenance) -> Verdict:
    """The same decision from what is stored: with the calibration, the risk and the stages of the first time."""
    verdict = await procedure.judge(hearing)
    if provenance.calibration:
        # It held the first time: whether it still would is another question.
        verdict = calibrated_by(Calibration.model_validate(provenance.calibration), verdict, hearing.case)
    if provenance.cascade or provenance.risk is None:
        return _handed_on(verdict, provenance.cascade, provenance.risk)
    return within(verdict, provenance.risk)


def expected_error(verdict: Verdict) -> float | None:
    """How often such a verdict is wrong; None where no calibration says it."""
    return round(1 - verdict.confidence.value, 4) if verdict.confidence.calibrated else None


def commits(verdict: Verdict) -> bool:
    """Whether the label says right or wrong of the claim. Mutated does, also where the truth is only silent."""
    return verdict.stance is not Stance.NOT_ENOUGH_INFO or verdict.label == JuryLabel.MUTATED


def within(verdict: Verdict, risk: float) -> Verdict:
    """The verdict, or an abstention in its place. The protocol's own record keeps what was found."""
    error = expected_error(verdict)
    provenance = verdict.provenance.model_copy(update={"risk": risk})
    if (error is not None and error <= risk) or not commits(verdict):
        return verdict.model_copy(update={"provenance": provenance})
    why = "is not known" if error is None else f"is {error:.4g}, above the {risk:.4g} that is allowed"
    reason = f"No label is given: the expected error of {verdict.label} {why}."
    withheld = Abstention(label=verdict.label, stance=verdict.stance, expected_error=error, risk=risk)
    return verdict.model_copy(
        update={
            "label": WITHHELD.get(verdict.protocol, "UNDETERMINED"),
            "stance": Stance.NOT_ENOUGH_INFO,
            "reasons": (reason, *verdict.reasons),
            "abstained": withheld,
            "provenance": provenance,
        }
    )


async def _in_stages(procedure: Procedure, hearing: Hearing, cascade: Cascade, standard: Standard) -> Verdict:
    """One engine after the other judges the whole case, until one's expected error is low enough; the last one's word
    stands whatever its error."""
    risk = 0.0 if standard.risk is None else standard.risk
    stages: list[Stage] = []
    for engine in cascade.stages[:-1]:
        inner = hearing.before(engine)
        try:
            verdict = await _judged(procedure, inner, standard.known)
        except (EngineError, ProtocolError) as error:
            usage = inner.transcript.usage
            stages.append(Stage(engine=engine.name, trouble=f"{error.name}: {error.message}", usage=usage))
            continue
        error_rate = expected_error(verdict)
        if error_rate is not None and error_rate <= risk:
            # Documents that were found on the way are the case's from now on.
            hearing.case = inner.case
            return _handed_on(verdict, tuple(stages), standard.risk)
        stages.append(Stage(engine=engine.name, label=verdict.label, expected_error=error_rate, usage=verdict.usage))
    last = hearing.before(cascade.stages[-1])
    try:
        verdict = await _judged(procedure, last, standard.known)
    except (EngineError, ProtocolError):
        hearing.join(last)
        raise
    hearing.case = last.case
    return _handed_on(verdict, tuple(stages), standard.risk)


def _handed_on(verdict: Verdict, stages: tuple[Stage, ...], risk: float | None) -> Verdict:
    """The verdict with the stages before it."""
    if not stages and risk is None:
        return verdict
    provenance = verdict.provenance.model_copy(update={"cascade": stages, "risk": risk})
    reasons = (*verdict.reasons, *map(_told, stages))
    return verdict.model_copy(update={"provenance": provenance, "reasons": reasons})


def _told(stage: Stage) -> str:
    if stage.trouble:
        return f"Handed on by {stage.engine}, which failed ({stage.trouble})."
    sure = "not known" if stage.expected_error is None else f"{stage.expected_error:.2f}"
    return f"Handed on by {stage.engine}: it said {stage.label}, with an expected error that is {sure}."
