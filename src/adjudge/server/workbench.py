"""The rows of a batch as its table shows them, alone or beside those of another run: stored outcomes and reviews in,
one short line for each row out.

A line holds what a reader sorts, filters and reviews by. It never replaces the verdict, which has its own page.
"""

from collections.abc import AsyncIterator, Iterable, Mapping

from adjudge.record import Record
from adjudge.render.blocks import Tone
from adjudge.render.cards import headline
from adjudge.render.marks import RELATION_TONES
from adjudge.results.jury import JuryResult
from adjudge.results.registry import typed_result
from adjudge.store.diff import RunDiff, diff_runs
from adjudge.store.reviews import Review, ReviewerOpinion
from adjudge.store.runs import Run, StoredOutcome
from adjudge.store.store import Store
from adjudge.verdict import Finding, Share, Stance, Verdict

LONGEST_CELL = 240
FAILED = "Failed"
_WORST_FIRST = (Tone.BAD, Tone.BEYOND, Tone.UNSURE, Tone.GOOD)


class RowReview(Record):
    """The newest review of a row."""

    judgement: ReviewerOpinion
    stance: Stance | None = None
    reviewer: str = ""
    note: str = ""


class BatchRow(Record):
    """One row of a batch."""

    position: int
    case_id: str
    claim: str = ""
    outcome: str
    """One of the four outcomes, or `Failed`."""
    text: str
    """The outcome as it is shown, with "Leaning" where it is in doubt."""
    tone: Tone
    leaning: bool = False
    label: str = ""
    confidence: Share | None = None
    reason: str = ""
    corrected: str = ""
    dissent: int = 0
    """How many agents disagree with the verdict or with each other."""
    axes: Mapping[str, Tone] = {}
    """What each axis of the rubric, or of the findings, says."""
    own: Mapping[str, str] = {}
    """The other columns of the uploaded table."""
    review: RowReview | None = None


class RowPage(Record):
    """Some rows in order, and the position to ask on from."""

    rows: tuple[BatchRow, ...]
    next: int | None = None


class ComparedRun(Record):
    """One side of a comparison."""

    run: Run
    rows: tuple[BatchRow, ...]


class RunsCompared(RunDiff):
    """Two runs beside each other; a row of a run is found by the position that its case has there."""

    before: ComparedRun
    after: ComparedRun


async def compare_runs(store: Store, before: Run, after: Run) -> RunsCompared:
    """Compare two stored runs, and show their rows in the words of their tables."""
    first: list[BatchRow] = []
    second: list[BatchRow] = []
    found = await diff_runs(_read(store, before, first), _read(store, after, second))
    return RunsCompared(
        cases=found.cases,
        before=ComparedRun(run=before, rows=tuple(first)),
        after=ComparedRun(run=after, rows=tuple(second)),
    )


async def _read(store: Store, run: Run, rows: list[BatchRow]) -> AsyncIterator[StoredOutcome]:
    """The outcomes of a run, each with its row kept."""
    async for stored in store.outcomes(run.id):
        rows.extend(batch_rows([stored], ()))
        yield stored


def batch_rows(
    outcomes: Iterable[StoredOutcome], reviews: Iterable[Review], own: Mapping[int, Mapping[str, str]] | None = None
) -> tuple[BatchRow, ...]:
    """The lines of these outcomes; of several reviews of a row the newest counts. `own` are further columns."""
    newest = {review.position: review for review in reviews}
    return tuple(_row(one, newest.get(one.position), (own or {}).get(one.position, {})) for one in outcomes)


def _row(stored: StoredOutcome, review: Review | None, own: Mapping[str, str]) -> BatchRow:
    outcome = stored.outcome
    columns = {_cell(name): _cell(value) for name, value in own.items()}
    claim = _cell(stored.case.claim) if stored.case else ""
    opinion = review and RowReview(
        judgement=review.judgement, stance=review.stance, reviewer=review.reviewer, note=_cell(review.note)
    )
    if not isinstance(outcome, Verdict):
        return BatchRow(
            position=stored.position,
            case_id=outcome.case_id,
            claim=claim,
            outcome=FAILED,
            text=FAILED,
            tone=Tone.FAILED,
            label=outcome.error,
            reason=_cell(outcome.message),
            own=columns,
            review=opinion,
        )
    top = headline(outcome)
    return BatchRow(
        position=stored.position,
        case_id=outcome.case_id,
        claim=claim,
        outcome=top.outcome.value,
        text=top.text,
        tone=top.tone,
        leaning=top.leaning,
        label=top.label,
        confidence=top.confidence,
        reason=_cell(top.reason or top.doubt),
        corrected=_cell(outcome.minimal_edit.text) if outcome.minimal_edit else "",
        dissent=len(outcome.dissent),
        axes=axes_of(outcome),
        own=columns,
        review=opinion,
    )


def axes_of(verdict: Verdict) -> dict[str, Tone]:
    """What each axis says: of a jury the rubric, of every other protocol the worst finding on the axis."""
    result = typed_result(verdict)
    if isinstance(result, JuryResult):
        return {line.axis: _rubric_tone(line.answer.answer == "Yes", line.founded) for line in result.rubric}
    found: dict[str, list[Finding]] = {}
    for finding in verdict.findings:
        found.setdefault(finding.axis, []).append(finding)
    return {axis: _worst(RELATION_TONES[one.relation] for one in those) for axis, those in found.items()}


def _rubric_tone(passed: bool, founded: bool) -> Tone:
    if passed:
        return Tone.GOOD
    return Tone.BAD if founded else Tone.UNSURE


def _worst(tones: Iterable[Tone]) -> Tone:
    return min(tones, key=_WORST_FIRST.index)


def _cell(text: str) -> str:
    """A text on one line, cut where a table would cut it."""
    line = " ".join(text[: 4 * LONGEST_CELL].split())
    return line if len(line) <= LONGEST_CELL else f"{line[: LONGEST_CELL - 1].rstrip()}…"
