"""The home page in figures: what runs, what was decided on which day, and how far people who reviewed verdicts agree.

In: narrow rows of the store. Out: one record. Only the headlines of recent runs read a verdict.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, timezone

from adjudge.evals.calibration import ScoredConfidence, ece
from adjudge.protocols.calibration import Kind
from adjudge.record import Record
from adjudge.server.listed import ListedRun, listed
from adjudge.store.listing import RunFilter, RunLine, list_runs
from adjudge.store.overview import OutcomeCount, ReviewedVerdict, dead_runs, outcomes_since, reviewed_verdicts
from adjudge.store.store import Store
from adjudge.verdict import Outcome

RECENT = 8
MOST_RUNNING = 20
_BINS = 10


class DayOutcomes(Record):
    """What was decided in the runs that began on a day."""

    day: date
    outcomes: Mapping[str, int]
    failed: int = 0


class Agreement(Record):
    """How many reviewed verdicts their reviewers agree with. To correct a verdict to what it says is to agree."""

    reviewed: int = 0
    agreed: int = 0


class ConfidenceBin(Record):
    """Reviewed verdicts of about the same confidence: what they said of themselves, and how often reviewers agreed."""

    count: int
    said: float
    right: float


class ReviewFigures(Record):
    """Reviews in figures, of one reviewer or of all."""

    reviewer: str
    total: Agreement
    by_protocol: Mapping[str, Agreement]
    by_outcome: Mapping[str, Agreement]
    bins: tuple[ConfidenceBin, ...]
    """Without undecided verdicts, whose confidence is about nothing."""
    ece: float | None = None
    """The expected calibration error: how far confidence and agreement lie apart."""


class Overview(Record):
    """What the home page shows."""

    running: tuple[RunLine, ...]
    recent: tuple[ListedRun, ...]
    days: tuple[DayOutcomes, ...]
    """One for each day, the last one today."""
    reviews: ReviewFigures
    reviewers: tuple[str, ...]


async def overview(store: Store, *, days: int, reviewer: str = "", utc_offset_min: int = 0) -> Overview:
    """The last days as they are where the reader's clock is so many minutes ahead of UTC."""
    zone = timezone(timedelta(minutes=utc_offset_min))
    today = datetime.now(zone).date()
    first = today - timedelta(days=days - 1)
    since = datetime(first.year, first.month, first.day, tzinfo=zone).astimezone(UTC)
    reviewed = await reviewed_verdicts(store)
    recent = await list_runs(store, RunFilter(), limit=RECENT)
    return Overview(
        running=await running_runs(store),
        recent=await listed(store, recent.runs),
        days=days_of(await outcomes_since(store, since), first, today, zone),
        reviews=review_figures([one for one in reviewed if reviewer in ("", one.reviewer)], reviewer),
        reviewers=tuple(sorted({one.reviewer for one in reviewed if one.reviewer})),
    )


async def running_runs(store: Store) -> tuple[RunLine, ...]:
    """What runs, then what waits; without runs whose process is gone."""
    found: list[RunLine] = []
    for status in ("running", "queued"):
        found += (await list_runs(store, RunFilter(status=status), limit=MOST_RUNNING)).runs
    dead = await dead_runs(store, [one.id for one in found if one.kind == "cli"])
    return tuple(one for one in found if one.id not in dead)


def days_of(tallies: Iterable[OutcomeCount], first: date, last: date, zone: timezone) -> tuple[DayOutcomes, ...]:
    """The outcomes of each day from the first to the last, also of days without any."""
    counts: dict[date, dict[str | None, int]] = {}
    for tally in tallies:
        those = counts.setdefault(tally.since.astimezone(zone).date(), {})
        those[tally.outcome] = those.get(tally.outcome, 0) + tally.count
    found = []
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        counted = counts.get(day, {})
        outcomes = {outcome.value: counted[outcome.value] for outcome in Outcome if counted.get(outcome.value)}
        found.append(DayOutcomes(day=day, outcomes=outcomes, failed=counted.get(None, 0)))
    return tuple(found)


def review_figures(reviewed: Sequence[ReviewedVerdict], reviewer: str) -> ReviewFigures:
    """Agreement in all, by protocol and by outcome; and what the confidence of reviewed verdicts is worth."""
    by_protocol = {name: [one for one in reviewed if one.protocol == name] for name in _in(reviewed, "protocol")}
    by_outcome = {name: [one for one in reviewed if one.outcome == name] for name in _in(reviewed, "outcome")}
    decided = [one for one in reviewed if one.outcome != Outcome.UNDECIDED.value]
    scored = [ScoredConfidence(Kind(one.stance.value), one.confidence, one.agrees) for one in decided]
    return ReviewFigures(
        reviewer=reviewer,
        total=_agreement(reviewed),
        by_protocol={name: _agreement(those) for name, those in by_protocol.items()},
        by_outcome={name: _agreement(those) for name, those in by_outcome.items()},
        bins=bins_of(scored),
        ece=round(ece(scored), 4) if scored else None,
    )


def bins_of(scored: Sequence[ScoredConfidence]) -> tuple[ConfidenceBin, ...]:
    """The reliability diagram: ten bins of equal width, without empty ones."""
    bins: dict[int, list[ScoredConfidence]] = {}
    for one in scored:
        bins.setdefault(min(int(one.said * _BINS), _BINS - 1), []).append(one)
    return tuple(
        ConfidenceBin(
            count=len(those),
            said=round(sum(one.said for one in those) / len(those), 4),
            right=round(sum(one.right for one in those) / len(those), 4),
        )
        for _, those in sorted(bins.items())
    )


def _in(reviewed: Iterable[ReviewedVerdict], field: str) -> list[str]:
    return sorted({getattr(one, field) for one in reviewed})


def _agreement(reviewed: Sequence[ReviewedVerdict]) -> Agreement:
    return Agreement(reviewed=len(reviewed), agreed=sum(one.agrees for one in reviewed))
