"""Count a run's outcomes and show them as a table."""

from rich.console import RenderableType

from adjudge.render import terminal
from adjudge.render.tally import Tally
from adjudge.store.runs import Run
from adjudge.store.store import Store


async def tally_of(store: Store, run: Run) -> Tally:
    """The counts of a stored run."""
    tally = Tally()
    async for stored in store.outcomes(run.id):
        tally = tally.with_outcome(stored.outcome)
    return tally


def summary(run: Run, tally: Tally, *, timed: bool = True) -> RenderableType:
    """The table of a run's counts; `timed` with what it took, which says nothing of a run that was merged."""
    seconds = (run.finished_at - run.started_at).total_seconds() if run.finished_at and timed else None
    title = f"Run {run.id} · {run.status.value}"
    return terminal.summary_table(tally, asked=run.counts.asked or None, total_s=seconds, title=title)
