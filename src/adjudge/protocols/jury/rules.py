"""Pure aggregation: typed replies in, labels out. No engine, no text, no state."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from adjudge.questions.jury import Side
from adjudge.results.jury import JuryLabel, PlainVote
from adjudge.verdict import Stance


class AxisAnswer(StrEnum):
    """The effect of a rubric answer. A No without any quote that was found is unfounded: it decides the label like any
    other No, but only a founded No can make the stance CONTRADICTED."""

    YES = "yes"
    NO = "no"
    UNFOUNDED = "unfounded"


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote as the rules see it. `side` is None for a juror that failed; `founded` is False if it gave quotes and none
    was real."""

    side: Side | None
    confidence: float = 0.5
    founded: bool = True


def panel_failed(ballots: Sequence[Ballot]) -> bool:
    """Whether more than half of the jurors have no vote."""
    return 2 * sum(ballot.side is None for ballot in ballots) > len(ballots)


def minority(ballots: Iterable[Ballot]) -> int:
    """How many jurors are on the smaller side."""
    sides = [ballot.side for ballot in ballots]
    return min(sides.count(Side.FAITHFUL), sides.count(Side.MUTATED))


def jury_label(answers: Sequence[AxisAnswer], ballots: Sequence[Ballot], *, dissent_threshold: int) -> JuryLabel:
    """The foreperson's aggregation.

    All yes: Faithful. Three fifths of the axes or more, but not all, yes and at least `dissent_threshold` jurors on the
    smaller side: Ambiguous. Otherwise Mutated. For five axes, three fifths or more are the 3 or 4 of the original rule.
    """
    yes = sum(answer is AxisAnswer.YES for answer in answers)
    if yes == len(answers):
        return JuryLabel.FAITHFUL
    if 5 * yes >= 3 * len(answers) and minority(ballots) >= dissent_threshold:
        return JuryLabel.AMBIGUOUS
    return JuryLabel.MUTATED


def contradicts(answers: Sequence[AxisAnswer], *, says_otherwise: bool) -> bool:
    """Whether the truth says something that excludes the claim: the foreperson says so, and one No has real quotes."""
    return says_otherwise and AxisAnswer.NO in answers


def jury_stance(label: JuryLabel, *, says_otherwise: bool) -> Stance:
    """The stance. A mutated claim is contradicted if the truth excludes it, and left open if the truth does not say it
    or says it less strongly."""
    if label is JuryLabel.FAITHFUL:
        return Stance.SUPPORTED
    return Stance.CONTRADICTED if label is JuryLabel.MUTATED and says_otherwise else Stance.NOT_ENOUGH_INFO


def plain_vote(ballots: Sequence[Ballot]) -> PlainVote:
    """The label by the votes alone; a tie is Ambiguous."""
    sides = [ballot.side for ballot in ballots]
    faithful, mutated = sides.count(Side.FAITHFUL), sides.count(Side.MUTATED)
    label = JuryLabel.AMBIGUOUS
    if faithful != mutated:
        label = JuryLabel.FAITHFUL if faithful > mutated else JuryLabel.MUTATED
    return PlainVote(label=label, faithful=faithful, mutated=mutated, failed=sides.count(None))


def jury_confidence(label: JuryLabel, ballots: Sequence[Ballot]) -> float:
    """The panel's mean belief in the label. A juror that failed, or whose quotes were not found, counts as 0.5. For
    Ambiguous, the confidence is how divided the panel is.
    """
    beliefs = [_belief_in_faithful(ballot) for ballot in ballots]
    faithful = sum(beliefs) / len(beliefs)
    if label is JuryLabel.AMBIGUOUS:
        return round(1 - abs(2 * faithful - 1), 4)
    return round(faithful if label is JuryLabel.FAITHFUL else 1 - faithful, 4)


def _belief_in_faithful(ballot: Ballot) -> float:
    if ballot.side is None or not ballot.founded:
        return 0.5
    return ballot.confidence if ballot.side is Side.FAITHFUL else 1 - ballot.confidence
