"""From a protocol's judgement to the final verdict: calibration, cascades and abstention.

A protocol judges; then the confidence is calibrated, a cascade asks the next engine if the confidence is too low, and
with a `risk` a label is withheld if labelled cases do not allow it (`protocols/risk.py`) or, where none are kept, if
its expected error is higher or unknown. The provenance records all of it, so that `decide_again` gives the same bytes
from a stored verdict.
"""

from dataclasses import dataclass
from functools import lru_cache

from adjudge.agents.hearing import Hearing
from adjudge.engines.cascade import Cascade
from adjudge.errors import EngineError, NotAClaim, ProtocolError
from adjudge.protocols.base import Procedure
from adjudge.protocols.calibration import Calibration, Calibrations, calibrated, calibrated_by, keyed, shipped
from adjudge.protocols.registry import PROTOCOLS, protocol_type
from adjudge.protocols.risk import RiskPromise, is_accepted, promise_for
from adjudge.protocols.risk import keyed as by_engine
from adjudge.verdict import Abstention, Promised, Provenance, Stage, Stance, Verdict


@dataclass(frozen=True)
class Standard:
    """When a verdict is accepted: calibrations besides the shipped ones, and the highest expected error."""

    calibrations: tuple[Calibration, ...] = ()
    promises: tuple[RiskPromise, ...] = ()
    """The labelled cases behind the user's calibrations: with them, a risk is a promise about new cases like them."""
    risk: float | None = None
    raw: bool = False
    """Do not calibrate: calibrations are fitted on raw confidences."""

    @property
    def known(self) -> Calibrations:
        """The calibrations by protocol and engine; a user's own come first."""
        return {} if self.raw else {**shipped(), **keyed(self.calibrations)}

    def promised(self, verdict: Verdict) -> Promised | None:
        """What the labelled cases promise for this verdict at the risk."""
        return None if self.risk is None else promise_for(verdict, self.risk, by_engine(self.promises))


async def decide(procedure: Procedure, hearing: Hearing, standard: Standard | None = None) -> Verdict:
    """Judge the case, calibrate the confidence where a calibration applies, and let the protocol conclude.

    Raises an `InputError` if the case has no documents and the protocol does not find any itself, and `NotAClaim` if
    the claim is a question, an order or a fragment and the protocol does not exclude such sentences itself.
    """
    standard = standard or Standard()
    if not procedure.finds_documents:
        hearing.case.require_documents()
    if not procedure.excludes_sentences:
        _require_claim(hearing.case.claim)
    verdict = await _decided(procedure, hearing, standard)
    await procedure.conclude(hearing.case, verdict)
    return verdict


def _require_claim(claim: str) -> None:
    # Imported here: it loads a library, and importing the package should not.
    from adjudge.engines.offline.checkable import not_a_claim

    if reason := not_a_claim(claim):
        raise NotAClaim(f"The claim is {reason}.", hint="Give a sentence that is true or false.")


async def _decided(procedure: Procedure, hearing: Hearing, standard: Standard) -> Verdict:
    if isinstance(hearing.engine, Cascade):
        return await _in_stages(procedure, hearing, hearing.engine, standard)
    verdict = await _judged(procedure, hearing, standard.known)
    if standard.risk is None:
        return verdict
    return within(procedure, verdict, standard.risk, standard.promised(verdict))


async def _judged(procedure: Procedure, hearing: Hearing, known: Calibrations) -> Verdict:
    verdict = await procedure.judge(hearing)
    # After the judgement, so that documents found by the protocol are included.
    return calibrated(verdict, hearing.case, known)


async def decide_again(procedure: Procedure, hearing: Hearing, provenance: Provenance) -> Verdict:
    """Repeat a stored decision with its original calibration, risk and stages."""
    verdict = await procedure.judge(hearing)
    if provenance.calibration:
        # The calibration applied the first time; do not check it again.
        verdict = calibrated_by(Calibration.model_validate(provenance.calibration), verdict, hearing.case)
    if provenance.cascade or provenance.risk is None:
        return _handed_on(verdict, provenance.cascade, provenance.risk, provenance.promise)
    return within(procedure, verdict, provenance.risk, provenance.promise)


def expected_error(verdict: Verdict) -> float | None:
    """The expected share of wrong verdicts of this kind; None without a calibration."""
    return round(1 - verdict.confidence.value, 4) if verdict.confidence.calibrated else None


def commits(verdict: Verdict) -> bool:
    """Whether the label decides the claim. The jury's Mutated does, even if the truth is silent."""
    return commits_to(verdict.stance, verdict.label)


def commits_to(stance: Stance | None, label: str) -> bool:
    """Whether a verdict with this stance and label decides the claim."""
    return stance is not Stance.NOT_ENOUGH_INFO or label in _deciding_labels()


@lru_cache(maxsize=1)
def _deciding_labels() -> frozenset[str]:
    return frozenset().union(*(protocol_type(name).deciding_labels for name in PROTOCOLS))


def within(procedure: Procedure, verdict: Verdict, risk: float, promised: Promised | None = None) -> Verdict:
    """The verdict, or an abstention if the risk does not allow its label; `result` is unchanged."""
    provenance = verdict.provenance.model_copy(update={"risk": risk, "promise": promised})
    if is_accepted(verdict, risk, promised) or not commits(verdict):
        return verdict.model_copy(update={"provenance": provenance})
    error = expected_error(verdict)
    reason = f"The label was withheld: {_why_withheld(verdict, error, risk, promised)}."
    withheld = Abstention(label=verdict.label, stance=verdict.stance, expected_error=error, risk=risk)
    return verdict.model_copy(
        update={
            "label": procedure.withheld_label,
            "stance": Stance.NOT_ENOUGH_INFO,
            "reasons": (reason, *verdict.reasons),
            "abstained": withheld,
            "provenance": provenance,
        }
    )


def _why_withheld(verdict: Verdict, error: float | None, risk: float, promised: Promised | None) -> str:
    if error is None:
        return f"the expected error of {verdict.label} is not known"
    if promised is None:
        return f"the expected error of {verdict.label} is {error:.4g}, above the allowed {risk:.4g}"
    if promised.least_confidence is None:
        return f"{promised.labels} labelled cases allow no promise of an error of at most {risk:.4g}"
    if verdict.confidence.unlike:
        return f"the texts are unlike the {promised.labels} labelled cases, so no promise applies"
    said, least = verdict.confidence.value, promised.least_confidence
    return f"{verdict.label} has a confidence of {said:.4g}, and {promised.labels} labelled cases ask for {least:.4g}"


async def _in_stages(procedure: Procedure, hearing: Hearing, cascade: Cascade, standard: Standard) -> Verdict:
    """The verdict of the first engine whose expected error is low enough, or else of the last engine."""
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
        error_rate, promised = expected_error(verdict), standard.promised(verdict)
        if is_accepted(verdict, risk, promised):
            # Documents found by an earlier stage become part of the case.
            hearing.case = inner.case
            return _handed_on(verdict, tuple(stages), standard.risk, promised)
        stages.append(Stage(engine=engine.name, label=verdict.label, expected_error=error_rate, usage=verdict.usage))
    last = hearing.before(cascade.stages[-1])
    try:
        verdict = await _judged(procedure, last, standard.known)
    except (EngineError, ProtocolError):
        hearing.join(last)
        raise
    finally:
        hearing.case = last.case
    return _handed_on(verdict, tuple(stages), standard.risk)


def _handed_on(
    verdict: Verdict, stages: tuple[Stage, ...], risk: float | None, promised: Promised | None = None
) -> Verdict:
    """The verdict, with the earlier stages in its provenance."""
    if not stages and risk is None:
        return verdict
    provenance = verdict.provenance.model_copy(update={"cascade": stages, "risk": risk, "promise": promised})
    reasons = (*verdict.reasons, *map(_stage_line, stages))
    return verdict.model_copy(update={"provenance": provenance, "reasons": reasons})


def _stage_line(stage: Stage) -> str:
    if stage.trouble:
        return f"Handed on by {stage.engine}, which failed ({stage.trouble})."
    sure = "not known" if stage.expected_error is None else f"{stage.expected_error:.2f}"
    return f"Handed on by {stage.engine}: it said {stage.label}, with an expected error that is {sure}."
