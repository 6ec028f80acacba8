"""The jury's questions: frame the facts, vote, argue, check the debate, vote again, answer the rubric."""

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, SerializeAsAny, create_model

from adjudge.questions.base import Brief, Instruction, Question, QuoteContext, Reply, Source, StatedConfidence, at_most
from adjudge.record import Record

YesNo = Literal["Yes", "No"]


class Side(StrEnum):
    """A juror's verdict, and the side it speaks for."""

    FAITHFUL = "Faithful"
    MUTATED = "Mutated"

    @property
    def other(self) -> "Side":
        """The opposite side."""
        return Side.MUTATED if self is Side.FAITHFUL else Side.FAITHFUL


class FrameQuantity(Record):
    """A number of claim or truth, and where it stands."""

    value: str
    unit: str
    in_claim: bool
    in_truth: bool


class FrameScope(Record):
    """Who, where and when it applies to."""

    region: str
    group: str
    timeframe: str


class Frame(Reply):
    """Base of every fact frame; which fields it has is the run's choice."""

    model_config = ConfigDict(frozen=True, extra="allow")


class ClosedFrame(Frame):
    """Base of the frames that are asked for: exactly the fields of the run."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Modality = Literal["may", "likely", "caused", "proved", "approximately", "other"]
RelationshipType = Literal["correlation", "causation", "description"]

FRAME_FIELDS: dict[str, tuple[Any, str]] = {
    "entities": (tuple[str, ...], "Who or what is referenced: people, organisations, concepts"),
    "quantities": (
        tuple[FrameQuantity, ...],
        "Numbers, units, percentages, denominators, of claim and truth",
    ),
    "scope": (FrameScope, "Region, group, timeframe, population: who, where and when it applies to"),
    "modality": (Modality, "How certain the statement is"),
    "relationship_type": (RelationshipType, "Correlation, causation or description"),
    "caveats": (tuple[str, ...], "Limitations, assumptions, qualifiers, conditions"),
}


@lru_cache(maxsize=64)
def frame_type(fields: tuple[str, ...] = tuple(FRAME_FIELDS)) -> type[Frame]:
    """The fact frame with these fields: the known ones in their own shape, any other as free text."""
    free_text = (str, "")
    shapes: dict[str, Any] = {}
    for name in fields:
        shape, description = FRAME_FIELDS.get(name, free_text)
        shapes[name] = (shape, Field(description=description or name.replace("_", " ")))
    return create_model("FactFrame", __base__=ClosedFrame, **shapes)


class ParseFrame(Question[Frame]):
    """The parser's question: claim and truth, to be laid out as a fact frame."""

    kind = "parse_frame"
    reply = Frame

    claim: str
    truth: tuple[Source, ...]
    fields: tuple[str, ...] = tuple(FRAME_FIELDS)

    @property
    def seat(self) -> str:
        return "parser"

    @property
    def reply_type(self) -> type[Reply]:
        return frame_type(self.fields)


class KeyEvidence(Record):
    """One point on which a vote rests; `claim_says` and `truth_says` are quotes, empty where the text says nothing."""

    field: str = Field(description="the fact frame's field that this point belongs to")
    claim_says: str = Field(description="the exact words of the claim, or empty")
    truth_says: str = Field(description="the exact words of the truth, or empty")
    issue: str = Field(description="what the difference, or the agreement, is")
    claim_context: QuoteContext = ""
    truth_context: QuoteContext = ""


class Vote(Reply):
    """A juror's verdict with its reasons."""

    reasoning: str
    key_evidence: tuple[KeyEvidence, ...] = at_most(6)
    verdict: Side
    confidence: StatedConfidence


class NamedVote(Record):
    """A vote and who cast it."""

    juror: str
    vote: Vote


class CastVote(Question[Vote]):
    """Round 0: claim, truth, frame and brief, and nothing that another juror said."""

    kind = "cast_vote"
    reply = Vote

    claim: str
    truth: tuple[Source, ...]
    frame: SerializeAsAny[Frame]
    brief: Brief

    @property
    def seat(self) -> str:
        return self.brief.name


class Turn(StrEnum):
    """What kind of speech is due."""

    CONSTRUCTIVE = "constructive"
    REBUTTAL = "rebuttal"


class Argument(Reply):
    """A speech in the debate, and the words it rests on."""

    key_evidence: tuple[KeyEvidence, ...] = at_most(4)
    argument: str


class Speech(Record):
    """An argument in the debate's transcript."""

    speaker: str
    side: Side
    turn: Turn
    round: int
    argument: Argument


class Argue(Question[Argument]):
    """Round 1: speak for the side that one voted for, against what has been said so far."""

    kind = "argue"
    reply = Argument

    claim: str
    truth: tuple[Source, ...]
    frame: SerializeAsAny[Frame]
    brief: Brief
    side: Side
    turn: Turn
    round: int
    own_vote: Vote
    debate: tuple[Speech, ...]

    @property
    def seat(self) -> str:
        return self.brief.name


class Progress(Reply):
    """Whether a debate is still getting anywhere."""

    reason: str
    new_reasoning: YesNo = Field(description="Did the last round add substantive new reasoning?")


class CheckProgress(Question[Progress]):
    """The debate checker's question: did the last round add substantive new reasoning?"""

    kind = "check_progress"
    reply = Progress

    debate: tuple[Speech, ...]
    last_round: int

    @property
    def seat(self) -> str:
        return "checker"


class VoteAgain(Question[Vote]):
    """Round 2: the same juror, after the debate, with all votes of Round 0 before it."""

    kind = "vote_again"
    reply = Vote

    claim: str
    truth: tuple[Source, ...]
    frame: SerializeAsAny[Frame]
    brief: Brief
    first_votes: tuple[NamedVote, ...]
    debate: tuple[Speech, ...]

    @property
    def seat(self) -> str:
        return self.brief.name


class RubricAxis(Instruction):
    """One yes-or-no question of the rubric; yes speaks for the claim."""

    axis: str
    question: str

    @property
    def line(self) -> str:
        """The axis and its question."""
        return f"{self.axis}: {self.question}"


Contexts = Annotated[
    tuple[str, ...],
    Field(
        description="for each quote, in order, a few more words around it if it stands in the text more than once",
        json_schema_extra={"maxItems": 6},
        exclude_if=lambda value: not any(value),
    ),
]


class RubricAnswer(Record):
    """The foreperson's answer on one axis."""

    axis: str
    reason: str
    claim_quotes: tuple[str, ...] = at_most(6, "exact words of the claim that decide it")
    truth_quotes: tuple[str, ...] = at_most(6, "exact words of the truth that decide it")
    answer: YesNo
    claim_contexts: Contexts = ()
    truth_contexts: Contexts = ()


def _all_required(schema: dict[str, Any]) -> None:
    """Whoever is asked now must fill every field."""
    schema["required"] = list(schema["properties"])
    schema["properties"]["says_otherwise"].pop("default")


class Rubric(Reply):
    """One answer per axis, and the edit that would turn every No into a Yes."""

    model_config = ConfigDict(json_schema_extra=_all_required)

    answers: tuple[RubricAnswer, ...]
    reasoning: str
    minimal_edit: str = Field(
        description="the whole claim with the fewest words changed so that every answer would be Yes; empty if all are"
    )
    # Replies that were stored before this was asked lack it: then every mutated claim counted as contradicted.
    says_otherwise: YesNo = Field(
        default="Yes",
        description="if an answer is No: does the truth say something that cannot be true together with the claim?",
    )
    confidence: StatedConfidence


class AnswerRubric(Question[Rubric]):
    """The foreperson's question. Claim and truth are in it because its answers must quote them."""

    kind = "answer_rubric"
    reply = Rubric

    claim: str
    truth: tuple[Source, ...]
    frame: SerializeAsAny[Frame]
    debate: tuple[Speech, ...]
    votes: tuple[NamedVote, ...]
    rubric: tuple[RubricAxis, ...]

    @property
    def seat(self) -> str:
        return "foreperson"

    def problems(self, reply: Reply) -> list[str]:
        assert isinstance(reply, Rubric)
        asked = [axis.axis for axis in self.rubric]
        answered = [answer.axis for answer in reply.answers]
        if sorted(asked) != sorted(answered):
            return [f"answers must hold each of these axes once: {', '.join(asked)}; it holds: {', '.join(answered)}"]
        edited = " ".join(reply.minimal_edit.split()) not in ("", " ".join(self.claim.split()))
        if edited and reply.says_otherwise == "Yes" and all(answer.answer == "Yes" for answer in reply.answers):
            return [
                "every answer is Yes, but says_otherwise is Yes and minimal_edit changes the claim: answer No on the "
                "axis of that change, or leave minimal_edit empty and says_otherwise No"
            ]
        return []
