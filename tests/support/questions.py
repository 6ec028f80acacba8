"""One question of each of the jury's kinds, and a reply to a vote."""

from adjudge.prompts.loader import brief_text
from adjudge.questions.base import Brief, Question, Reply, Source
from adjudge.questions.jury import (
    AnswerRubric,
    Argue,
    Argument,
    CastVote,
    CheckProgress,
    Frame,
    FrameQuantity,
    FrameScope,
    KeyEvidence,
    NamedVote,
    ParseFrame,
    RubricAxis,
    Side,
    Speech,
    Turn,
    Vote,
    VoteAgain,
    frame_type,
)

CLAIM = "Under 650,000 people moved there."
TRUTH = (Source(id="truth", text="More than 645,000 people moved there in 2019 (p < 0.05)."),)
POINT = KeyEvidence(field="quantities", claim_says="Under 650,000", truth_says="More than 645,000", issue="the bound")
VOTE = Vote(reasoning="One.\nTwo.", key_evidence=(POINT,), verdict=Side.MUTATED, confidence=0.8)
DEBATE = (
    Speech(
        speaker="literal",
        side=Side.MUTATED,
        turn=Turn.CONSTRUCTIVE,
        round=1,
        argument=Argument(key_evidence=(POINT,), argument="It does not follow."),
    ),
)


def frame() -> Frame:
    """A fact frame."""
    return frame_type()(
        entities=("people",),
        quantities=(FrameQuantity(value="more than 645,000", unit="people", in_claim=False, in_truth=True),),
        scope=FrameScope(region="", group="people", timeframe="2019"),
        modality="other",
        relationship_type="description",
        caveats=(),
    )


def cast_vote(claim: str = CLAIM, truth: tuple[Source, ...] = TRUTH, juror: str = "literal") -> CastVote:
    """Round 0."""
    brief = Brief(name=juror, role="Literal Fact-Checker", instructions=brief_text("literal"))
    return CastVote(claim=claim, truth=truth, frame=frame(), brief=brief)


def all_kinds(claim: str = CLAIM, truth: tuple[Source, ...] = TRUTH) -> list[Question[Reply]]:
    """A question of each kind."""
    vote = cast_vote(claim, truth)
    told = {"claim": claim, "truth": truth, "frame": vote.frame}
    votes = (NamedVote(juror="literal", vote=VOTE),)
    axes = ("numeric_fidelity", "scope_fidelity")
    return [
        ParseFrame(claim=claim, truth=truth),
        vote,
        Argue(**told, brief=vote.brief, side=Side.MUTATED, turn=Turn.REBUTTAL, round=1, own_vote=VOTE, debate=DEBATE),
        CheckProgress(debate=DEBATE, last_round=1),
        VoteAgain(**told, brief=vote.brief, first_votes=votes, debate=()),
        AnswerRubric(
            **told, debate=DEBATE, votes=votes, rubric=tuple(RubricAxis(axis=a, question=f"Is {a} kept?") for a in axes)
        ),
    ]
