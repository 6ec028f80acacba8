"""Judge the same cases again under changes that should not change the verdict, and count how often it flips.

Jurors or sources reordered, or the claim paraphrased by the mutation bench: another stance is a flip. If the claim is
negated, the verdict must change: the claim and its opposite both supported, or both contradicted, is a flip too.
"""

import random
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from adjudge.case import Case, Document
from adjudge.check import check_many
from adjudge.engines.base import Engine
from adjudge.engines.replay import recorded_error
from adjudge.evals.evaluation import STOPPING
from adjudge.evals.mutations.bench import mutations
from adjudge.evals.mutations.mutation import MutationKind
from adjudge.protocols.base import Procedure
from adjudge.protocols.decision import Standard
from adjudge.protocols.jury import Jury
from adjudge.transcript import Trouble
from adjudge.verdict import Failure, Stance, Verdict


class Perturbation(StrEnum):
    """A way to change a case before it is judged again."""

    AGAIN = "asked again"
    JURORS = "jurors reordered"
    SOURCES = "sources reordered"
    PARAPHRASED = "claim paraphrased"
    NEGATED = "claim negated"


@dataclass(frozen=True, slots=True)
class Rehearing:
    """One repeated hearing: the change, the outcome, and whether the verdict flipped; None if it failed."""

    case_id: str
    change: Perturbation
    claim: str
    before: Stance | None
    after: Stance | None
    error: str = ""

    @property
    def flipped(self) -> bool | None:
        """Whether the verdict is not the one that it should be."""
        if self.before is None or self.after is None:
            return None
        if self.change is Perturbation.NEGATED:
            return self.before is self.after and self.before is not Stance.NOT_ENOUGH_INFO
        return self.before is not self.after


def variants(
    case: Case, protocol: Procedure, *, times: int, seed: int
) -> Iterator[tuple[Perturbation, Case, Procedure]]:
    """Variants of the case, at most `times` for each change; changes that do not apply give none."""
    chance = random.Random(f"{seed}/{case.id}")
    for _ in range(times):
        yield Perturbation.AGAIN, case, protocol
        if isinstance(protocol, Jury) and len(protocol.agents) > 1:
            yield Perturbation.JURORS, case, replace(protocol, agents=_shuffled(protocol.agents, chance))
        if len(case.documents) > 1:
            yield (
                Perturbation.SOURCES,
                case.model_copy(update={"documents": _shuffled(case.documents, chance)}),
                protocol,
            )
    for change, kinds in (
        (Perturbation.PARAPHRASED, (MutationKind.SYNONYM, MutationKind.VOICE, MutationKind.REORDERED)),
        (Perturbation.NEGATED, (MutationKind.NEGATION,)),
    ):
        for claim in _reworded(case.claim, kinds, times=times, seed=seed):
            yield change, case.model_copy(update={"claim": claim}), protocol


async def trials(
    cases: Iterable[Case],
    protocol: Procedure,
    engine: Engine,
    *,
    times: int = 3,
    seed: int = 0,
    standard: Standard | None = None,
) -> AsyncIterator[Rehearing]:
    """Hear every case, and hear it again."""
    for case in cases:
        before, error = await _stance(case, protocol, engine, standard)
        for change, varied, asked in variants(case, protocol, times=times, seed=seed):
            after, trouble = await _stance(varied, asked, engine, standard)
            yield Rehearing(case.id, change, varied.claim, before, after, error or trouble)


def flip_rates(found: Sequence[Rehearing]) -> dict[str, Any]:
    """Flips by change, by case and in total. Failed hearings are counted but are not in any rate."""
    return {
        "overall": _rate(found),
        "by_change": {
            change.value: _rate([one for one in found if one.change is change])
            for change in Perturbation
            if any(one.change is change for one in found)
        },
        "by_case": {
            id: _rate([one for one in found if one.case_id == id]) for id in dict.fromkeys(one.case_id for one in found)
        },
    }


def _rate(found: Sequence[Rehearing]) -> dict[str, Any]:
    flips, failed = sum(one.flipped is True for one in found), sum(one.flipped is None for one in found)
    decided = len(found) - failed
    rate = round(flips / decided, 4) if decided else None
    return {"heard": len(found), "flips": flips, "failed": failed, "flip_rate": rate}


async def _stance(
    case: Case, protocol: Procedure, engine: Engine, standard: Standard | None
) -> tuple[Stance | None, str]:
    """The stance, or why there is none."""
    outcome: Verdict | Failure
    [outcome] = [one async for one in check_many([case], protocol=protocol, engine=engine, standard=standard)]
    if isinstance(outcome, Failure) and outcome.error in STOPPING:
        raise recorded_error(Trouble(error=outcome.error, message=outcome.message, hint=outcome.hint))
    if isinstance(outcome, Failure):
        return None, f"{outcome.error}: {outcome.message}"
    return outcome.stance, ""


def _reworded(claim: str, kinds: tuple[MutationKind, ...], *, times: int, seed: int) -> list[str]:
    found: dict[str, None] = {}
    for turn in range(times):
        for one in mutations([Document(id="claim", text=claim)], seed=seed + turn, kinds=kinds):
            # A claim of several sentences is changed in one of them; the others stay.
            found[claim[: one.sentence_start] + one.claim + claim[one.sentence_end :]] = None
    return list(found)[:times]


def _shuffled(items: Sequence[Any], chance: random.Random) -> tuple[Any, ...]:
    """Another order, always."""
    order = list(items)
    while order == list(items):
        chance.shuffle(order)
    return tuple(order)
