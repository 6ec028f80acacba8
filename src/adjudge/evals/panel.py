"""Measure panels: labelled votes in; the contribution of each juror, round and smaller panel out. Pure.

A panel decides by plain vote, and a tie is Ambiguous, as in the jury. Every figure has an interval from drawing cases
again. The best smaller panel is chosen on other cases than those it is measured on: the best of many panels looks
better than it is. Cases that failed are in every denominator, and wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from adjudge.errors import DataError
from adjudge.evals.agreement import krippendorff
from adjudge.evals.debate import Course, ScoredCourse, independence, scored_course
from adjudge.evals.labels import Gold, Scheme
from adjudge.evals.metrics import Floats, draws_of, figure_of
from adjudge.results.jury import JuryLabel
from adjudge.transcript import Usage
from adjudge.verdict import Stance

DRAWS = 1000
MOST_JURORS = 10
"""Above this number of jurors, not every smaller panel is tried."""
_FOLDS = 5
_FEWEST_FOR_CHOICE = 20
_LABELS = (JuryLabel.MUTATED, JuryLabel.AMBIGUOUS, JuryLabel.FAITHFUL)

JurorNames = tuple[str, ...]
Rights = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PolledCase:
    """One labelled case: each juror's first vote, and which labels would have been right."""

    scored: ScoredCourse
    votes: Mapping[str, bool]
    """Whether the juror said Faithful; a juror that failed is not in it."""
    right: Mapping[JuryLabel, bool]


def polled(case_id: str, course: Course, gold: Gold, scheme: Scheme) -> PolledCase:
    """A case with its label."""
    mutated = next((said for name, said in course.jurors.items() if name in course.mutated), Stance.CONTRADICTED)
    stances = dict(zip(_LABELS, (mutated, Stance.NOT_ENOUGH_INFO, Stance.SUPPORTED), strict=True))
    right = {label: scheme.said(said, label=label.value) == gold.value for label, said in stances.items()}
    return PolledCase(scored_course(case_id, course, gold, scheme), votes_of(course), right)


def votes_of(course: Course) -> dict[str, bool]:
    """The first votes: whether each juror said Faithful."""
    return {name: stance is Stance.SUPPORTED for name, stance in course.jurors.items()}


class Poll:
    """The votes of all cases as a table, so that any panel's accuracy is one sum."""

    def __init__(self, cases: Sequence[PolledCase], *, failed: int = 0) -> None:
        self.cases = cases
        self.failed = failed
        self.names: JurorNames = tuple(sorted({name for case in cases for name in case.scored.course.jurors}))
        self._votes = np.array([[_sign(case.votes.get(name)) for name in self.names] for case in cases])
        self._right = np.array([[case.right[label] for label in _LABELS] for case in cases])

    def rights(self, panel: JurorNames) -> Rights:
        """Which cases the plain vote of these jurors decides rightly."""
        columns = [self.names.index(name) for name in panel]
        label = np.sign(self._votes[:, columns].sum(axis=1)) + 1
        return np.asarray(self._right[np.arange(len(label)), label], dtype=bool)

    @cached_property
    def draws(self) -> list[Floats]:
        """How often each case is in each draw."""
        ids = [str(at) for at in range(len(self.cases))]
        return list(draws_of(ids, DRAWS, 0))

    def figure(self, gains: npt.NDArray[Any]) -> dict[str, float | None]:
        """The mean of a value a case, failures counting nothing, with its interval."""
        values = gains.astype(np.float64)
        asked = len(values) + self.failed
        sample = [float(times @ values) / asked for times in self.draws]
        return figure_of(float(values.sum()) / asked, sample).model_dump()

    def takes(self, panel: JurorNames) -> dict[str, float | None]:
        """What the votes of these jurors take a case; the fact frame comes on top, once for any panel."""
        usages = [case.scored.course.takes.get(name, Usage()) for case in self.cases for name in panel]
        total, cases = sum(usages, Usage()), len(self.cases)
        cost = None if total.cost_usd is None else round(total.cost_usd / cases, 6)
        tokens = round((total.input_tokens + total.output_tokens) / cases, 2)
        return {"calls": round(total.calls / cases, 2), "tokens": tokens, "cost_usd": cost}


def _sign(vote: bool | None) -> int:
    return 0 if vote is None else (1 if vote else -1)


def worth(cases: Sequence[PolledCase], *, failed: int = 0) -> dict[str, Any]:
    """Everything about a panel with labels."""
    poll = Poll(cases, failed=failed)
    require_panel(poll.names)
    full_panel = poll.rights(poll.names)
    return {
        "cases": len(cases),
        "failed": failed,
        "accuracy": poll.figure(full_panel),
        "jurors": _jurors(poll, full_panel),
        "never_differ": _never_differ(case.votes for case in cases),
        "agreement": {"krippendorff_alpha": krippendorff([tuple(case.votes.values()) for case in cases])},
        "independence": independence([case.scored for case in cases]) | {"if_independent": _if_independent(poll)},
        "rounds": _rounds(poll),
        "panels": _panels(poll),
        "smaller": _smaller(poll, full_panel),
        "single": _single(poll),
        "order": _order(poll),
    }


def unlabelled_worth(courses: Mapping[str, Course]) -> dict[str, Any]:
    """What can be said without labels: how far the jurors agree, and how often each stands alone."""
    votes = [votes_of(course) for course in courses.values()]
    names = tuple(sorted({name for one in votes for name in one}))
    require_panel(names)
    alone = {name: sum(_alone(name, one) for one in votes) for name in names}
    return {
        "cases": len(votes),
        "agreement": {"krippendorff_alpha": krippendorff([tuple(one.values()) for one in votes])},
        "never_differ": _never_differ(votes),
        "agreement_by_pair": {
            f"{one} and {other}": _same_share(one, other, votes) for one, other in combinations(names, 2)
        },
        "stands_alone": alone,
    }


def require_panel(names: Sequence[str]) -> None:
    """Raise a `DataError` where there is nobody to compare with."""
    if len(names) < 2:
        present = f"one juror, '{names[0]}'" if names else "no juror that voted"
        raise DataError(
            f"The panel has {present}.",
            hint="A panel has two jurors or more. Measure a single judge with `adjudge eval DATA`.",
        )


def _jurors(poll: Poll, full_panel: Rights) -> dict[str, Any]:
    """Each juror alone, and what the panel loses without it."""
    found = {}
    for name in poll.names:
        rest = tuple(other for other in poll.names if other != name)
        gain = full_panel.astype(int) - poll.rights(rest).astype(int)
        found[name] = {
            "accuracy": poll.figure(poll.rights((name,))),
            "marginal": poll.figure(gain),
            "failed": sum(name not in case.votes for case in poll.cases),
            **poll.takes((name,)),
        }
    return found


def _rounds(poll: Poll) -> dict[str, Any]:
    """What each step after the first vote gained: debates by their length, then the foreperson's rubric."""
    steps: dict[str, Any] = {}
    cases = [case.scored for case in poll.cases]
    revoted = np.array([int(case.revote) - int(case.first) for case in cases])
    ruled = np.array([int(case.final) - int(case.revote) for case in cases])
    for length in sorted({case.course.rounds for case in cases}):
        chosen = np.array([case.course.rounds == length for case in cases])
        name = "revote without debate" if not length else f"debate of {length} round{'s'[: length > 1]} and revote"
        steps[name] = _step(poll, revoted, chosen, [case.course.debate for case in cases])
    steps["the rubric"] = _step(poll, ruled, np.ones(len(cases), dtype=bool), [case.course.ruling for case in cases])
    return steps


def _step(poll: Poll, gains: npt.NDArray[Any], chosen: Rights, usages: Sequence[Usage]) -> dict[str, Any]:
    spent = sum((usage for usage, mine in zip(usages, chosen, strict=True) if mine), Usage())
    count = int(chosen.sum())
    return {
        "cases": count,
        "gain": poll.figure(np.where(chosen, gains, 0)),
        "repaired": int((gains[chosen] > 0).sum()),
        "damaged": int((gains[chosen] < 0).sum()),
        "calls": round(spent.calls / count, 2),
        "cost_usd": None if spent.cost_usd is None else round(spent.cost_usd / count, 6),
    }


def smaller_panels(names: JurorNames) -> list[JurorNames]:
    """All panels but the whole one; of very many jurors, the single ones and those that lack one."""
    sizes = range(1, len(names)) if len(names) <= MOST_JURORS else (1, len(names) - 1)
    return [panel for size in sizes for panel in combinations(names, size)]


def _panels(poll: Poll) -> list[dict[str, Any]]:
    """Every panel with its accuracy and calls, for the picture; the best first."""
    every = [*smaller_panels(poll.names), poll.names]
    asked = len(poll.cases) + poll.failed
    rows = [
        {"jurors": list(panel), "accuracy": round(float(poll.rights(panel).sum()) / asked, 4), **poll.takes(panel)}
        for panel in every
    ]
    return sorted(rows, key=lambda row: (-row["accuracy"], row["calls"], row["jurors"]))


def _smaller(poll: Poll, full_panel: Rights) -> dict[str, Any] | None:
    """The best smaller panel, and what it would gain or lose on cases it was not chosen on."""
    if len(poll.cases) < _FEWEST_FOR_CHOICE:
        return None
    candidates = smaller_panels(poll.names)
    table = np.array([poll.rights(panel) for panel in candidates])
    folds = np.arange(len(poll.cases)) % _FOLDS
    unseen = np.zeros(len(poll.cases), dtype=bool)
    for fold in range(_FOLDS):
        best = _best(table[:, folds != fold], candidates)
        unseen[folds == fold] = table[best][folds == fold]
    chosen = candidates[_best(table, candidates)]
    return {
        "jurors": list(chosen),
        "accuracy_on_other_cases": poll.figure(unseen),
        "difference": poll.figure(unseen.astype(int) - full_panel.astype(int)),
        **poll.takes(chosen),
    }


def _best(table: Rights, candidates: Sequence[JurorNames]) -> int:
    """The most often right; of equals the smallest."""
    right = table.sum(axis=1)
    return min(range(len(candidates)), key=lambda at: (-int(right[at]), len(candidates[at]), candidates[at]))


def _single(poll: Poll) -> dict[str, Any]:
    """The best juror alone against the whole jury. With as many calls at temperature 0 it gives the same answer."""
    best = _best(np.array([poll.rights((name,)) for name in poll.names]), [(name,) for name in poll.names])
    alone = poll.rights((poll.names[best],))
    final = np.array([case.scored.final for case in poll.cases])
    return {
        "juror": poll.names[best],
        "accuracy": poll.figure(alone),
        "jury": poll.figure(final),
        "jury_gains": poll.figure(final.astype(int) - alone.astype(int)),
        "jury_calls": round(sum(_calls(case.scored.course) for case in poll.cases) / len(poll.cases), 2),
    }


def _calls(course: Course) -> int:
    return (course.frame + course.votes + course.debate + course.ruling).calls


def _if_independent(poll: Poll) -> float:
    """The accuracy of as many jurors, as good as these, that err independently; a tie is right half the time."""
    chances = np.ones(1)
    for name in poll.names:
        share = float(poll.rights((name,)).mean())
        chances = np.convolve(chances, [1 - share, share])
    right, count = np.arange(len(chances)), len(poll.names)
    return round(float(chances[2 * right > count].sum() + chances[2 * right == count].sum() / 2), 4)


def _order(poll: Poll) -> list[str]:
    """In which order to ask: the juror that adds most to those before it first. For `jury.order`."""
    chosen: JurorNames = ()
    while len(chosen) < len(poll.names):
        rest = [name for name in poll.names if name not in chosen]
        chosen += (min(rest, key=lambda name: (-int(poll.rights((*chosen, name)).sum()), name)),)
    return list(chosen)


def _never_differ(votes: Any) -> bool:
    return all(len(set(one.values())) < 2 for one in votes)


def _alone(name: str, votes: Mapping[str, bool]) -> bool:
    others = {vote for other, vote in votes.items() if other != name}
    return name in votes and len(others) == 1 and votes[name] not in others


def _same_share(one: str, other: str, votes: Sequence[Mapping[str, bool]]) -> float | None:
    both = [
        (votes_of_case[one], votes_of_case[other])
        for votes_of_case in votes
        if one in votes_of_case and other in votes_of_case
    ]
    return round(sum(a == b for a, b in both) / len(both), 4) if both else None
