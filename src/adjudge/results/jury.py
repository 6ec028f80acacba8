"""The jury's record: the verdict card, and the proceedings that led to it."""

from collections.abc import Mapping
from enum import StrEnum

from pydantic import SerializeAsAny

from adjudge.questions.jury import Frame, NamedVote, RubricAnswer, Side, Speech
from adjudge.record import Record
from adjudge.verdict import Quote, Result, Share


class JuryLabel(StrEnum):
    """The jury's three verdicts."""

    FAITHFUL = "Faithful"
    MUTATED = "Mutated"
    AMBIGUOUS = "Ambiguous"


class RubricLine(Record):
    """One axis of the rubric as it counted: the answer, and the quotes that were found in the texts."""

    axis: str
    question: str
    answer: RubricAnswer
    quotes: tuple[Quote, ...]
    founded: bool
    """Whether a quote of the answer was found. A No without one does not count against the claim."""


class PlainVote(Record):
    """What a plain vote of Round 0 would have said; a tie is Ambiguous."""

    label: JuryLabel
    faithful: int
    mutated: int
    failed: int


class ChangedMind(Record):
    """A juror whose second vote differs from the first."""

    juror: str
    before: Side
    after: Side


class JuryResult(Result):
    """The verdict card (the first five fields) and the proceedings."""

    verdict: JuryLabel
    confidence: Share
    reasoning: str
    minimal_edit: str | None
    dissent_note: str | None
    fact_frame: SerializeAsAny[Frame]
    round_0: tuple[NamedVote, ...]
    debate: tuple[Speech, ...]
    debate_rounds: int
    debate_stopped: str
    """Why there was no more debate: unanimous, no new reasoning, max rounds, or no one left to speak."""
    round_2: tuple[NamedVote, ...]
    changed_minds: tuple[ChangedMind, ...]
    failed_jurors: tuple[str, ...]
    replaced_jurors: Mapping[str, str] = {}
    """Jurors that failed, and the stand-in that voted in their place."""
    unasked_jurors: tuple[str, ...] = ()
    """With `stop_when: settled`: who was not asked, because the vote was settled."""
    rubric: tuple[RubricLine, ...]
    plain_vote: PlainVote
    foreperson_confidence: Share
    says_otherwise: bool = True
    """Whether the truth says something that excludes the claim; False: what the claim adds is only not there."""
