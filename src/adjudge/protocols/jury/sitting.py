"""Who is asked for a first vote: all at once, or one after the other until the vote is settled; and who stands in.

The default is the specification's: all jurors at once. With `stop_when: settled` they are asked in the given order. As
long as they agree, asking stops when the rest can neither turn the majority nor make the dissent strong, or when asking
the rest is expected to gain less than it costs. As soon as two of them differ, all the others are asked.
A juror that fails is replaced by its stand-in, if it has one; the failure stays in the transcript.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from adjudge.agents.hearing import Hearing
from adjudge.questions.base import Brief, Question
from adjudge.questions.jury import Side, Vote
from adjudge.transcript import Trouble

Asked = Callable[[Brief], Question[Vote]]
LIKELY = 0.75
"""The assumed accuracy of a juror whose accuracy is unknown."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """The jurors that were asked, their votes in the same order, who replaced whom, and who was not asked."""

    agents: tuple[Brief, ...]
    votes: list[Vote | Trouble]
    replaced: Mapping[str, str]
    unasked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settling:
    """When to stop: the order, how strong a dissent counts, and what a further vote must be expected to gain."""

    order: Sequence[Brief]
    dissent_threshold: int
    accuracies: Mapping[str, float]
    least_gain: float

    def settled(self, sides: Sequence[Side | None], rest: Sequence[Brief]) -> bool:
        """Whether nobody else needs to be asked. `sides` are the votes so far, None for a juror that failed."""
        cast = [side for side in sides if side is not None]
        if not rest:
            return True
        if not cast or len(set(cast)) > 1:
            return False
        if len(cast) > len(rest) and len(rest) < self.dissent_threshold:
            return True
        return self.least_gain > 0 and self._gain(sides, rest) < self.least_gain

    def _gain(self, sides: Sequence[Side | None], rest: Sequence[Brief]) -> float:
        """The expected gain in accuracy for each vote still to be asked. Jurors are assumed to err independently. They
        do not, so the real gain is smaller, never larger.
        """
        voted = [agent for agent, side in zip(self.order, sides, strict=False) if side is not None]
        agreeing, before = len(voted), [self._accuracy(agent.name) for agent in voted]
        right, wrong = prod(before), prod(1 - one for one in before)
        now = right / (right + wrong) if right + wrong else 0.5
        shares = [self._accuracy(agent.name) for agent in rest]
        after = 0.0
        for agrees_with_truth in product((True, False), repeat=len(rest)):
            chance = prod(share if yes else 1 - share for share, yes in zip(shares, agrees_with_truth, strict=True))
            yes = sum(agrees_with_truth)
            for_right = _won(agreeing + yes, len(rest) - yes)
            for_wrong = _won(yes, agreeing + len(rest) - yes)
            after += chance * (now * for_right + (1 - now) * for_wrong)
        return (after - now) / len(rest)

    def _accuracy(self, name: str) -> float:
        return min(0.99, max(0.01, self.accuracies.get(name, LIKELY)))


def _won(votes: int, others: int) -> float:
    """1 if a side with this many votes wins, 0.5 for a tie, else 0."""
    return 0.5 if votes == others else float(votes > others)


async def all_at_once(
    hearing: Hearing, agents: Sequence[Brief], stand_ins: Mapping[str, Brief], ask: Asked, *, phase: str
) -> Sitting:
    """Ask every juror at once, then the stand-ins of those that failed, at once too."""
    votes = await hearing.poll([ask(agent) for agent in agents], phase=phase)
    vacant = [at for at, agent in enumerate(agents) if isinstance(votes[at], Trouble) and agent.name in stand_ins]
    seated, replaced = list(agents), dict[str, str]()
    if vacant:
        substitutes = [stand_ins[agents[at].name] for at in vacant]
        replies = await hearing.poll([ask(one) for one in substitutes], phase=phase)
        for at, substitute, reply in zip(vacant, substitutes, replies, strict=True):
            if isinstance(reply, Vote):
                replaced[agents[at].name] = substitute.name
                seated[at], votes[at] = substitute, reply
    return Sitting(tuple(seated), votes, replaced)


async def one_by_one(
    hearing: Hearing, settling: Settling, stand_ins: Mapping[str, Brief], ask: Asked, *, phase: str
) -> Sitting:
    """Ask in order until the vote is settled; from the first disagreement on, all the rest at once."""
    order = list(settling.order)
    seated, votes, replaced = list[Brief](), list[Vote | Trouble](), dict[str, str]()
    while len(seated) < len(order):
        sides = [vote.verdict if isinstance(vote, Vote) else None for vote in votes]
        rest = order[len(seated) :]
        if settling.settled(sides, rest):
            break
        split = len({side for side in sides if side is not None}) > 1
        turn = await all_at_once(hearing, rest if split else rest[:1], stand_ins, ask, phase=phase)
        seated += turn.agents
        votes += turn.votes
        replaced |= turn.replaced
    unasked = tuple(agent.name for agent in order[len(seated) :])
    return Sitting(tuple(seated), votes, replaced, unasked)
