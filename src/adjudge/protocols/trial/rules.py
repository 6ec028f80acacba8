"""The trial's aggregation: differences that were raised in, a label out. Pure: no engine, no text, no state.

What stands: a difference on real words that the advocate has conceded; a mismatch of the fact-checker, who takes no
side, unless it was answered with real words. What a side with an interest raises (the skeptic, or the judge alone) is
contested until it is conceded: it allows a conviction, it does not force one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from adjudge.questions.trial_replies import Gravity, Response, TrialLabel
from adjudge.verdict import Stance

TRIAL_STANCE = {
    TrialLabel.FAITHFUL: Stance.SUPPORTED,
    TrialLabel.PARTIALLY_FAITHFUL: Stance.NOT_ENOUGH_INFO,
    TrialLabel.MUTATED: Stance.CONTRADICTED,
}
SEATS = ("advocate", "skeptic", "fact_checker", "judge")
_DISPUTED = 0.5


class DifferenceStatus(StrEnum):
    """The status of a difference after the rebuttals."""

    STANDS = "stands"
    CONTESTED = "contested"
    SETTLED = "settled"
    UNFOUNDED = "unfounded"


@dataclass(frozen=True, slots=True)
class Charge:
    """A difference as the rules see it."""

    impartial: bool
    """Whether the fact-checker raised it."""
    gravity: Gravity
    founded: bool
    """Whether it quotes words, and all of them were found."""
    two_sided: bool
    """Whether both texts give words for the difference; otherwise one of them does not mention it."""
    response: Response | None = None
    """The advocate's last response; an answer without a found quote does not count."""
    withdrawn: bool = False
    """Whether the skeptic withdrew it."""


def standing(charge: Charge) -> DifferenceStatus:
    """The status of a difference."""
    if not charge.founded:
        return DifferenceStatus.UNFOUNDED
    if charge.response is Response.CONCEDED:
        return DifferenceStatus.STANDS
    if charge.withdrawn:
        return DifferenceStatus.SETTLED
    if charge.impartial and charge.response is None:
        return DifferenceStatus.STANDS
    return DifferenceStatus.CONTESTED


def counts_as_critical(charge: Charge, label: TrialLabel) -> bool:
    """Whether a difference is among the critical ones of a verdict with this label."""
    if charge.gravity is not Gravity.CRITICAL or label is TrialLabel.FAITHFUL:
        return False
    if standing(charge) is DifferenceStatus.STANDS:
        return True
    return label is TrialLabel.MUTATED and standing(charge) is DifferenceStatus.CONTESTED


def trial_label(judge: TrialLabel, charges: Iterable[Charge]) -> TrialLabel:
    """The judge's label within what the differences allow.

    A critical difference that stands excludes FAITHFUL; if it sets words of the claim against words of the truth, the
    key meaning is changed and the label is MUTATED; if one text is silent, the judge weighs how much is missing.
    MUTATED takes a critical difference on real words that was not given up; without one it is PARTIALLY_FAITHFUL.
    """
    critical = [charge for charge in charges if charge.gravity is Gravity.CRITICAL]
    standings = {standing(charge) for charge in critical}
    if any(charge.two_sided and standing(charge) is DifferenceStatus.STANDS for charge in critical):
        return TrialLabel.MUTATED
    if judge is TrialLabel.FAITHFUL and DifferenceStatus.STANDS in standings:
        return TrialLabel.PARTIALLY_FAITHFUL
    if judge is TrialLabel.MUTATED and not standings & {DifferenceStatus.STANDS, DifferenceStatus.CONTESTED}:
        return TrialLabel.PARTIALLY_FAITHFUL
    return judge


def trial_confidence(judge: TrialLabel, label: TrialLabel, confidence: float, *, failed: int) -> float:
    """The judge's confidence; if the rules overrule it, what it leaves to other labels, and at most 0.5. Each failed
    seat, of four, moves it towards 0.5 and never raises it.
    """
    sure = confidence if judge is label else min(_DISPUTED, 1 - confidence)
    diluted = (sure * (len(SEATS) - failed) + 0.5 * failed) / len(SEATS)
    return round(min(sure, diluted), 4)


def can_go_on(answered: Iterable[str]) -> bool:
    """Whether the trial can continue: it needs the neutral fact-checker, or both sides."""
    seats = set(answered)
    return "fact_checker" in seats or {"advocate", "skeptic"} <= seats
