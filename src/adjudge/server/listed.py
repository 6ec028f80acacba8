"""Runs as lists show them: with the headline of a run of one, so that a verdict in doubt looks so in a list, too."""

from collections.abc import Iterable

from adjudge.record import Record
from adjudge.render.cards import headline
from adjudge.store.listing import RunLine
from adjudge.store.store import Store
from adjudge.verdict import Outcome, Verdict


class ListedRun(RunLine):
    """A run in a list."""

    text: str = ""
    """Of a run of one: the outcome as it is shown, with "Leaning" where it is in doubt."""
    leaning: bool = False


class ListedRuns(Record):
    """A page of runs, the newest first, and the cursor of the next page."""

    runs: tuple[ListedRun, ...]
    next: str | None = None


async def listed(store: Store, runs: Iterable[RunLine]) -> tuple[ListedRun, ...]:
    """The runs with their headlines."""
    return tuple([await _listed(store, run) for run in runs])


async def _listed(store: Store, run: RunLine) -> ListedRun:
    outcome = {"text": run.outcome or "", "leaning": False}
    # An undecided verdict leans nowhere.
    if run.outcome not in (None, Outcome.UNDECIDED.value):
        for stored in await store.page(run.id, limit=1, transcripts=False):
            if isinstance(stored.outcome, Verdict):
                top = headline(stored.outcome)
                outcome = {"text": top.text, "leaning": top.leaning}
    return ListedRun.model_validate({**dict(run), **outcome})
