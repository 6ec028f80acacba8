"""Small verdicts whose every part is true: hashes, offsets, usage and ledger keys are derived, not made up."""

from collections.abc import Mapping
from datetime import UTC, datetime

from adjudge.case import Case, Document
from adjudge.engines.around.ledger import StoredAnswer
from adjudge.questions.base import Brief, Question, Reply, Source
from adjudge.questions.jury import CastVote, Frame, KeyEvidence, ParseFrame, Side, Vote
from adjudge.record import digest
from adjudge.results.jury import JuryLabel
from adjudge.transcript import Entry, Transcript, Usage
from adjudge.verdict import Confidence, Failure, Provenance, Quote, Result, Stance, Timing, Verdict

CLAIM = "The bridge opened in 1932."
TEXT = "After eight years of work, the bridge opened in 1932 to great crowds."
STANCES = {
    JuryLabel.FAITHFUL: Stance.SUPPORTED,
    JuryLabel.MUTATED: Stance.CONTRADICTED,
    JuryLabel.AMBIGUOUS: Stance.NOT_ENOUGH_INFO,
}
ANSWER_USAGE = Usage(calls=1, input_tokens=100, output_tokens=20, cost_usd=0.001)


def make_case(claim: str = CLAIM, text: str = TEXT, *, id: str = "") -> Case:
    """A case with one document."""
    return Case(id=id, claim=claim, documents=(Document(text=text),))


def parse_question(case: Case) -> ParseFrame:
    """The parser's question about a case."""
    return ParseFrame(claim=case.claim, truth=_truth(case), fields=("entities",))


def vote_question(case: Case, juror: str = "literal") -> CastVote:
    """A juror's first question about a case."""
    frame = Frame.model_validate({"entities": ["bridge"]})
    return CastVote(claim=case.claim, truth=_truth(case), frame=frame, brief=Brief(name=juror, role="reads closely"))


def make_vote(side: Side = Side.FAITHFUL, *, confidence: float = 0.8, reasoning: str = "The years agree.") -> Vote:
    """A vote with one piece of evidence."""
    evidence = KeyEvidence(field="quantities", claim_says="1932", truth_says="1932", issue="the same year")
    return Vote(reasoning=reasoning, key_evidence=(evidence,), verdict=side, confidence=confidence)


def stored(reply: Reply, *, engine: str = "scripted", usage: Usage = ANSWER_USAGE) -> StoredAnswer:
    """A reply as the ledger keeps it."""
    now = datetime.now(UTC)
    return StoredAnswer(reply=reply.model_dump(mode="json"), engine=engine, usage=usage, created_at=now)


def make_entry(number: int, phase: str, question: Question[Reply], reply: Reply, *, engine: str = "scripted") -> Entry:
    """An answered question."""
    answer = stored(reply, engine=engine)
    return Entry(
        number=number,
        phase=phase,
        agent=question.seat,
        kind=question.kind,
        question=question.content,
        question_hash=question.hash,
        ledger_key=f"{digest({'engine': engine, 'question': question.hash})}-{answer.version}",
        engine=engine,
        reply=answer.reply,
        usage=answer.usage,
    )


def make_verdict(
    case: Case | None = None,
    *,
    label: JuryLabel = JuryLabel.FAITHFUL,
    votes: Mapping[str, Vote] | None = None,
    engine: str = "scripted",
    settings: Mapping[str, object] | None = None,
    prompts: Mapping[str, str] | None = None,
    timing: Timing | None = None,
) -> Verdict:
    """A verdict on a frame and the given votes, with one quote."""
    case = case or make_case()
    cast = {"literal": make_vote()} if votes is None else votes
    frame = Frame.model_validate({"entities": ["bridge"]})
    entries = [make_entry(1, "fact frame", parse_question(case), frame, engine=engine)]
    for number, (juror, vote) in enumerate(cast.items(), start=2):
        entries.append(make_entry(number, "round 0", vote_question(case, juror), vote, engine=engine))
    transcript = Transcript(entries=tuple(entries))
    document = case.documents[0]
    return Verdict(
        case_id=case.id,
        protocol="jury",
        label=label.value,
        stance=STANCES[label],
        confidence=Confidence(value=0.75),
        reasons=("The years agree.",),
        quotes=(Quote(text=document.text[:5], document_id=document.id, start=0, end=5),),
        result=Result.model_validate({"verdict": label.value, "confidence": 0.75, "minimal_edit": None}),
        usage=transcript.usage,
        provenance=Provenance(
            adjudge="0.1.0",
            protocol=settings or {"name": "jury", "max_rounds": 2},
            engines={entry.agent: entry.engine for entry in entries},
            case_digest=case.digest,
            prompts=prompts or {},
        ),
        transcript=transcript,
        timing=timing,
    )


def make_failure(case_id: str = "row-7", *, error: str = "EngineTimeout", retryable: bool = True) -> Failure:
    """A case without a verdict."""
    return Failure(case_id=case_id, error=error, message="No answer in 60 s.", hint="Try again.", retryable=retryable)


def _truth(case: Case) -> tuple[Source, ...]:
    return tuple(Source(id=document.id, text=document.text) for document in case.documents)
