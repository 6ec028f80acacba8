"""Measure debates: a jury's votes at each step in; repairs, damages and fair baselines out.

Repaired: the first vote was wrong and the verdict is right. Damaged: the other way round. Beside it stand each juror
alone and the plain vote, with what each takes, and both with as many calls as the whole jury. Without labels there is
no right and wrong: then only what changed is counted.
"""

import operator
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import correlation
from typing import Any, TypeAlias

from adjudge.evals.labels import Gold, Scheme
from adjudge.protocols.jury.rules import Ballot, jury_stance, plain_vote
from adjudge.questions.jury import NamedVote
from adjudge.record import Record
from adjudge.results.jury import JuryLabel, JuryResult
from adjudge.results.registry import typed_result
from adjudge.transcript import Usage
from adjudge.verdict import Stance, Verdict

Shared: TypeAlias = tuple[Usage, int]
"""A usage, and the number of judges that share it."""
_PHASES = {"fact frame": "frame", "round 0": "votes", "foreperson": "ruling"}
_STEPS = {
    "first vote to revote": ("first", "revote"),
    "revote to verdict": ("revote", "final"),
    "first vote to verdict": ("first", "final"),
}


class Course(Record):
    """The course of a jury's hearing: the votes at each step, and their usage.

    The judgement of the minimal edit is not counted.
    """

    debated: bool
    first: Stance
    revote: Stance
    final: Stance
    jurors: Mapping[str, Stance]
    mutated: tuple[str, ...] = ()
    """The steps ("first", "revote", "final") and jurors that said Mutated; data may mean that label, not the stance."""
    frame: Usage
    votes: Usage
    debate: Usage
    """With the revote."""
    ruling: Usage
    rounds: int = 0
    """The number of debate rounds."""
    takes: Mapping[str, Usage] = {}
    """The usage of each juror's first vote; empty in a folder of an older version."""


@dataclass(frozen=True, slots=True)
class ScoredCourse:
    """One labelled case: its course, and which votes were right."""

    case_id: str
    course: Course
    first: bool
    revote: bool
    final: bool
    jurors: Mapping[str, bool]


def course(verdict: Verdict) -> Course | None:
    """The course of a jury's verdict; None for other protocols."""
    result = typed_result(verdict)
    if not isinstance(result, JuryResult):
        return None
    second = result.round_2 or result.round_0
    main = [entry for entry in verdict.transcript.entries if not entry.phase.startswith("edit/")]

    def used(step: str) -> Usage:
        return sum((entry.usage for entry in main if _PHASES.get(entry.phase, "debate") == step), Usage())

    def said(label: JuryLabel) -> Stance:
        # No juror says whether the truth is silent or says otherwise: that is the foreperson's, for every step alike.
        return jury_stance(label, says_otherwise=result.says_otherwise)

    labels = {
        "first": result.plain_vote.label,
        "revote": plain_vote(_ballots(second)).label,
        "final": verdict.abstained.label if verdict.abstained else verdict.label,
    }
    votes = {named.juror: JuryLabel(named.vote.verdict.value) for named in result.round_0}
    return Course(
        debated=result.debate_rounds > 0,
        first=said(JuryLabel(labels["first"])),
        revote=said(JuryLabel(labels["revote"])),
        final=verdict.abstained.stance if verdict.abstained else verdict.stance,
        jurors={name: said(vote) for name, vote in votes.items()},
        mutated=tuple(name for name, label in {**votes, **labels}.items() if label == JuryLabel.MUTATED),
        frame=used("frame"),
        votes=used("votes"),
        debate=used("debate"),
        ruling=used("ruling"),
        rounds=result.debate_rounds,
        takes={entry.agent: entry.usage for entry in main if entry.phase == "round 0" and entry.agent in votes},
    )


def scored_course(case_id: str, course_taken: Course, gold: Gold, scheme: Scheme) -> ScoredCourse:
    """Which votes were right about a case of this class."""

    def right(name: str, said: Stance) -> bool:
        return scheme.said(said, label=JuryLabel.MUTATED if name in course_taken.mutated else "") == gold.value

    jurors = {name: right(name, said) for name, said in course_taken.jurors.items()}
    first, revote = right("first", course_taken.first), right("revote", course_taken.revote)
    return ScoredCourse(case_id, course_taken, first, revote, right("final", course_taken.final), jurors)


def matrix(cases: Sequence[ScoredCourse], *, failed: int = 0) -> dict[str, Any]:
    """Repairs and damages of each step, and the accuracy and cost of each way to decide.

    Cases that failed have no course; they are in every accuracy's denominator, and wrong.
    """
    debated = [case for case in cases if case.course.debated]
    return {
        "cases": len(cases),
        "failed": failed,
        "debated": len(debated),
        "steps": {
            **{name: _step(cases, *ends) for name, ends in _STEPS.items()},
            "first vote to verdict, debated cases only": _step(debated, "first", "final"),
        },
        "ways": _ways(cases, failed),
        "independence": independence(cases),
        "repaired": [case.case_id for case in cases if case.final and not case.first],
        "damaged": [case.case_id for case in cases if case.first and not case.final],
    }


def independence(cases: Sequence[ScoredCourse]) -> dict[str, Any]:
    """How far the jurors err on different cases: the correlation of their errors, pair by pair, and how many
    independent votes they are worth together (`n_eff` = n / (1 + (n - 1) * mean correlation)).

    A juror that was never wrong, or never right, correlates with nobody: such pairs are None, and left out of the mean.
    """
    names = sorted({name for case in cases for name in case.jurors})
    errors = {name: [not case.jurors.get(name, False) for case in cases] for name in names}
    pairs = {f"{one} and {other}": _correlation(errors[one], errors[other]) for one, other in combinations(names, 2)}
    known = [value for value in pairs.values() if value is not None]
    mean = sum(known) / len(known) if known else None
    # Errors that exclude each other would be worth more votes than there are; no more is claimed than the panel has.
    worth = None if mean is None else min(len(names), len(names) / max(1e-9, 1 + (len(names) - 1) * mean))
    best = max((sum(map(operator.not_, wrong)) for wrong in errors.values()), default=0)
    return {
        "jurors": len(names),
        "error_correlation": pairs,
        "mean_error_correlation": None if mean is None else round(mean, 4),
        "n_eff": None if worth is None else round(worth, 2),
        "best_juror_accuracy": round(best / len(cases), 4) if cases else None,
    }


def _correlation(one: Sequence[bool], other: Sequence[bool]) -> float | None:
    """Pearson's correlation of two series of errors; None if one of them is constant."""
    if len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return round(correlation([float(value) for value in one], [float(value) for value in other]), 4)


def moves(taken: Mapping[str, Course]) -> dict[str, Any]:
    """Without labels: the number of cases that each step left unchanged, and how the others changed."""
    courses = list(taken.values())
    return {
        "cases": len(courses),
        "debated": sum(one.debated for one in courses),
        "moves": {name: _moved(courses, *ends) for name, ends in _STEPS.items()},
        "takes": {name: _takes(usages, len(courses)) for name, usages in _usages(courses).items()},
        "changed": [id for id, one in taken.items() if one.first is not one.final],
    }


def _ways(cases: Sequence[ScoredCourse], failed: int) -> dict[str, dict[str, float | None]]:
    """At temperature 0 the same question gets the same answer: asked as often as the jury, judge and panel stay."""

    def way(right: Sequence[float], usages: Sequence[Shared]) -> dict[str, float | None]:
        asked = len(cases) + failed
        return {"accuracy": round(sum(right) / asked, 4) if asked else None, **_takes(usages, len(cases))}

    names = sorted({name for case in cases for name in case.jurors})
    usages = _usages([case.course for case in cases])
    single, first = usages["a single judge"], [case.first for case in cases]
    mean = [sum(case.jurors.values()) / len(names) for case in cases] if names else []
    full_jury = usages["the whole jury"]
    return {
        **{f"{name} alone": way([case.jurors.get(name, False) for case in cases], single) for name in names},
        "plain vote": way(first, usages["plain vote"]),
        "a single judge, as many calls": way(mean, full_jury),
        "plain vote, as many calls": way(first, full_jury),
        "debate and revote": way([case.revote for case in cases], usages["debate and revote"]),
        "the whole jury": way([case.final for case in cases], full_jury),
    }


def _usages(courses: Sequence[Course]) -> dict[str, Sequence[Shared]]:
    """The usage of each way to decide: a single judge needs the frame and a share of the votes."""
    return {
        "a single judge": [pair for one in courses for pair in ((one.frame, 1), (one.votes, max(1, len(one.jurors))))],
        "plain vote": [(one.frame + one.votes, 1) for one in courses],
        "debate and revote": [(one.frame + one.votes + one.debate, 1) for one in courses],
        "the whole jury": [(one.frame + one.votes + one.debate + one.ruling, 1) for one in courses],
    }


def _takes(usages: Sequence[Shared], cases: int) -> dict[str, float | None]:
    """Calls, tokens and dollars per case."""
    if not cases:
        return {"calls": None, "tokens": None, "cost_usd": None}
    known = all(usage.cost_usd is not None for usage, _ in usages)
    return {
        "calls": round(sum(usage.calls / by for usage, by in usages) / cases, 2),
        "tokens": round(sum((usage.input_tokens + usage.output_tokens) / by for usage, by in usages) / cases, 2),
        "cost_usd": round(sum((usage.cost_usd or 0.0) / by for usage, by in usages) / cases, 6) if known else None,
    }


def _step(cases: Sequence[ScoredCourse], before: str, after: str) -> dict[str, int]:
    pairs = [(getattr(case, before), getattr(case, after)) for case in cases]
    return {
        "right before and after": pairs.count((True, True)),
        "repaired": pairs.count((False, True)),
        "damaged": pairs.count((True, False)),
        "wrong before and after": pairs.count((False, False)),
    }


def _moved(courses: Sequence[Course], before: str, after: str) -> dict[str, Any]:
    pairs = Counter((getattr(one, before), getattr(one, after)) for one in courses)
    changed = {f"{a.value} to {b.value}": count for (a, b), count in sorted(pairs.items()) if a is not b}
    return {"same": len(courses) - sum(changed.values()), "changed": changed}


def _ballots(votes: Sequence[NamedVote]) -> list[Ballot]:
    return [Ballot(side=named.vote.verdict, confidence=named.vote.confidence) for named in votes]
