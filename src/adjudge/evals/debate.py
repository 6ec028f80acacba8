"""Is debate worth its calls? A stored jury run and its gold labels in; first vote, revote and verdict compared out.

Repaired: the first vote was wrong and the verdict is right. Damaged: the other way round. The fair baselines stand
beside it: each juror alone, and the plain vote, with the calls that each takes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudge.errors import DataError
from adjudge.evals.labels import Gold, Scheme
from adjudge.protocols.rules import JURY_STANCE, Ballot, plain_vote
from adjudge.questions.jury import NamedVote, Side
from adjudge.results.jury import JuryResult
from adjudge.results.registry import typed_result
from adjudge.verdict import Stance, Verdict

_SIDES = {Side.FAITHFUL: Stance.SUPPORTED, Side.MUTATED: Stance.CONTRADICTED}
_FIRST_PHASES = ("fact frame", "round 0")


@dataclass(frozen=True, slots=True)
class Heard:
    """One case of the run: its gold class, and who was right about it."""

    case_id: str
    debated: bool
    first: bool
    revote: bool
    final: bool
    jurors: dict[str, bool]
    first_calls: int
    calls: int


def heard(verdict: Verdict, gold: Gold, scheme: Scheme) -> Heard:
    """What a verdict of the jury says about its own debate."""
    result = typed_result(verdict)
    if not isinstance(result, JuryResult):
        raise DataError(f"Case {verdict.case_id} was decided by {verdict.protocol}.", hint="Only a jury debates.")
    stance = verdict.abstained.stance if verdict.abstained else verdict.stance

    def right(said: Stance) -> bool:
        return scheme.said(said) == gold.value

    second = result.round_2 or result.round_0
    main = [entry for entry in verdict.transcript.entries if not entry.phase.startswith("edit/")]
    return Heard(
        case_id=verdict.case_id,
        debated=result.debate_rounds > 0,
        first=right(JURY_STANCE[result.plain_vote.label]),
        revote=right(JURY_STANCE[plain_vote(_ballots(second, failed=result.plain_vote.failed)).label]),
        final=right(stance),
        jurors={named.juror: right(_SIDES[named.vote.verdict]) for named in result.round_0},
        first_calls=sum(entry.usage.calls for entry in main if entry.phase in _FIRST_PHASES),
        calls=sum(entry.usage.calls for entry in main),
    )


def matrix(cases: Sequence[Heard]) -> dict[str, Any]:
    """Repairs and damages of each step, and every way of deciding with its accuracy and calls."""
    debated = [case for case in cases if case.debated]
    return {
        "cases": len(cases),
        "debated": len(debated),
        "steps": {
            "first vote to revote": _step([(case.first, case.revote) for case in cases]),
            "revote to verdict": _step([(case.revote, case.final) for case in cases]),
            "first vote to verdict": _step([(case.first, case.final) for case in cases]),
            "first vote to revote, debated cases only": _step([(case.first, case.revote) for case in debated]),
        },
        "ways": _ways(cases),
        "repaired": [case.case_id for case in cases if case.final and not case.first],
        "damaged": [case.case_id for case in cases if case.first and not case.final],
    }


def _ways(cases: Sequence[Heard]) -> dict[str, dict[str, float | None]]:
    jurors = sorted({name for case in cases for name in case.jurors})
    ways: dict[str, dict[str, float | None]] = {
        f"{name} alone": {"accuracy": _share([case.jurors.get(name, False) for case in cases]), "calls": 1.0}
        for name in jurors
    }
    first = [case.first_calls for case in cases]
    whole = [case.calls for case in cases]
    ways["plain vote"] = {"accuracy": _share([case.first for case in cases]), "calls": _mean(first)}
    ways["debate and revote"] = {"accuracy": _share([case.revote for case in cases]), "calls": _mean(whole)}
    ways["the whole jury"] = {"accuracy": _share([case.final for case in cases]), "calls": _mean(whole)}
    return ways


def _step(pairs: Sequence[tuple[bool, bool]]) -> dict[str, int]:
    return {
        "right before and after": pairs.count((True, True)),
        "repaired": pairs.count((False, True)),
        "damaged": pairs.count((True, False)),
        "wrong before and after": pairs.count((False, False)),
    }


def _ballots(votes: Sequence[NamedVote], *, failed: int) -> list[Ballot]:
    cast = [Ballot(side=named.vote.verdict, confidence=named.vote.confidence) for named in votes]
    return [*cast, *([Ballot(side=None)] * failed)]


def _share(right: Sequence[bool]) -> float | None:
    return round(sum(right) / len(right), 4) if right else None


def _mean(values: Sequence[int]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None
