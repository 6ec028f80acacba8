"""The strict entailment pipeline: extract, rate the source type, judge, audit, consolidate in code.

    extractor (claim, excerpt)   ┐
    reliability (source type)    ┘ at once
    judge (claim, statements)  ->  auditor (claim, excerpt, judge's verdict)  ->  final object

Agents that fail leave no verdict: each of the four outputs is part of the final object.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from adjudge.agents.hearing import Hearing
from adjudge.errors import AdjudgeError, ConfigError, EngineBusy, EngineTimeout, UnusableReply
from adjudge.protocols.base import Procedure, provenance
from adjudge.protocols.entailment import account, rules
from adjudge.protocols.entailment.consistency import clashes
from adjudge.protocols.entailment.evidence import audit_is_founded, quoted_statements
from adjudge.protocols.entailment.rules import AuditEffect, Ruling
from adjudge.questions.base import Reply, Source
from adjudge.questions.entailment import (
    Audit,
    AuditVerdict,
    EntailmentLabel,
    EntailmentVerdict,
    Extraction,
    ExtractStatements,
    JudgeEntailment,
    RateReliability,
    Reliability,
    Statement,
)
from adjudge.transcript import Trouble
from adjudge.verdict import Confidence, Quote, Verdict

R = TypeVar("R", bound=Reply)


@dataclass(frozen=True)
class Entailment(Procedure):
    """The pipeline's settings. Its rules are mandatory; only the work of comparing statements can be set."""

    name: ClassVar[str] = "entailment"
    summary: ClassVar[str] = "A strict pipeline: statements are extracted, judged and audited; the audit only lowers."
    labels: ClassVar[tuple[str, ...]] = tuple(EntailmentLabel)
    withheld_label: ClassVar[str] = EntailmentLabel.NOT_ENOUGH_INFO.value
    bounds: ClassVar[Mapping[str, tuple[int, int]]] = {"compared_pairs": (1, 10_000)}

    compared_pairs: int = 200
    """Maximum number of pairs of statements to compare."""

    def __post_init__(self) -> None:
        if self.compared_pairs < 1:
            raise ConfigError(f"compared_pairs is {self.compared_pairs}.", hint="Use 1 or more; the default is 200.")

    def calls(self) -> tuple[int, int]:
        """One question to each of the four agents, always."""
        return 4, 4

    async def judge(self, hearing: Hearing) -> Verdict:
        """Run the pipeline."""
        case = hearing.case
        excerpt = tuple(Source(id=document.id, text=document.text) for document in case.documents)

        hearing.phase("extract and rate")
        extract = ExtractStatements(claim=case.claim, excerpt=excerpt)
        rate = RateReliability(source_type=rules.source_type([document.kind for document in case.documents]))
        extraction, reliability = await hearing.poll([extract, rate], phase="extract and rate")
        assert isinstance(extraction, Extraction | Trouble)
        assert isinstance(reliability, Reliability | Trouble)
        stated = quoted_statements(hearing, _usable(extraction, extract.seat))
        rating = _usable(reliability, rate.seat)

        hearing.phase("judge")
        statements = tuple(Statement(id=id, text=quote.text) for id, quote in stated.items())
        verdict = await hearing.ask(JudgeEntailment(claim=case.claim, statements=statements), phase="judge")

        hearing.phase("audit")
        audit = await hearing.ask(AuditVerdict(claim=case.claim, excerpt=excerpt, judge_verdict=verdict), phase="audit")
        inconsistencies = [str(clash) for clash in clashes(statements, most_pairs=self.compared_pairs)]
        ruling = rules.ruled(verdict, statements=len(statements), inconsistencies=inconsistencies)
        review = rules.audited(verdict, audit, founded=audit_is_founded(hearing, audit))
        return self._decided(hearing, stated, rating, verdict, audit, ruling, review)

    def _decided(
        self,
        hearing: Hearing,
        stated: dict[int, Quote],
        reliability: Reliability,
        verdict: EntailmentVerdict,
        audit: Audit,
        ruling: Ruling,
        review: AuditEffect,
    ) -> Verdict:
        result = rules.consolidated(hearing.case.claim, ruling, review, reliability)
        label = result.final_verdict
        counted = audit.auditor_reasoning if review.counted else ()
        agreed = verdict.verdict is label
        # The reasons for the label come first; an overruled judge's reasons follow.
        reasons = (*verdict.reasoning, *counted) if agreed else (*ruling.notes, *counted, *verdict.reasoning)
        return Verdict(
            case_id=hearing.case.id,
            protocol=self.name,
            label=label.value,
            stance=rules.STANCES[label],
            confidence=Confidence(value=result.final_confidence / 100),
            reasons=reasons,
            quotes=tuple(stated.values()),
            rejected_quotes=hearing.rejected,
            findings=account.findings(hearing, stated, reasons if agreed else counted, label),
            dissent=account.dissent(verdict, audit, review, label),
            result=result,
            usage=hearing.transcript.usage,
            provenance=provenance(self, hearing),
            transcript=hearing.transcript,
            timing=hearing.timing,
        )


def _usable(reply: R | Trouble, seat: str) -> R:
    """The reply. Raises the agent's error if it failed."""
    if not isinstance(reply, Trouble):
        return reply
    kinds: dict[str, type[AdjudgeError]] = {"EngineBusy": EngineBusy, "EngineTimeout": EngineTimeout}
    raise kinds.get(reply.error, UnusableReply)(f"{seat}: {reply.message}", hint=reply.hint)
