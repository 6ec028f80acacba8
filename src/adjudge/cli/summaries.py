"""Summaries from files: one case from two texts, or many from a file of pairs, with a progress bar and a table."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from adjudge.batch.run import Plan, StoredRun
from adjudge.case import Case
from adjudge.check import engine_of
from adjudge.cli.console import err, notice, out
from adjudge.cli.inputs import case_from
from adjudge.engines.budget import Budget
from adjudge.engines.ledger import Meter
from adjudge.engines.receipts import Receipts
from adjudge.errors import CaseError
from adjudge.evals.datasets import Example, load
from adjudge.files import read_text
from adjudge.protocols.factuality import Factuality
from adjudge.record import as_json
from adjudge.render import sarif, terminal
from adjudge.render.factuality import score_line
from adjudge.render.tally import Tally
from adjudge.results.factuality import FactualityResult
from adjudge.results.registry import typed_result
from adjudge.settings.engines import single_engine, usual_terms
from adjudge.settings.environment import load_environment
from adjudge.settings.standard import standard_of
from adjudge.store.runs import RunStatus
from adjudge.store.store import Store
from adjudge.verdict import Failure, Verdict

_PAIR_FILES = (".jsonl", ".jsonl.gz", ".csv", ".csv.gz", ".ndjson")


@dataclass(frozen=True)
class Wanted:
    """What `adjudge summary` was asked for, whatever the number of summaries."""

    engine: str | None
    retriever: str
    passages: int
    json: bool
    quiet: bool
    fresh: bool = False
    max_calls: int | None = None
    budget_usd: float | None = None
    command: str = ""

    @property
    def protocol(self) -> Factuality:
        """The protocol with these settings; a retriever that does not exist is told by it."""
        return Factuality(retriever=self.retriever, passages=self.passages)  # type: ignore[arg-type]

    def line(self, verdict: Verdict) -> str:
        """Label and score."""
        result = typed_result(verdict)
        scored = score_line(result) if isinstance(result, FactualityResult) else ""
        return f"{verdict.label} {scored}"


@dataclass(frozen=True)
class Pairs:
    """A file whose rows are summaries with their articles."""

    path: Path

    def cases(self) -> Iterator[Case | Failure]:
        """The rows as cases."""
        for example in load(self.path):
            yield example.case if isinstance(example, Example) else example

    def identity(self) -> dict[str, str | int]:
        """What makes it the same file when a run is taken up again."""
        stat = self.path.stat() if self.path.is_file() else None
        found = {"size": stat.st_size, "modified": stat.st_mtime_ns} if stat else {}
        return {"source": str(self.path.resolve()), **found}

    def count(self) -> int:
        """How many rows there are."""
        return sum(1 for _ in load(self.path))


def is_pairs(summary: str, articles: Sequence[str]) -> bool:
    """Whether the summary is a file of pairs: it has its articles in it."""
    return not articles and summary != "-" and summary.lower().endswith(_PAIR_FILES)


def one_case(summary: str, articles: Sequence[str]) -> Case:
    """The case of one summary, read from a file or standard input."""
    if not articles:
        raise CaseError("There is no article to check against.", hint="Give --article FILE, or a JSONL file of pairs.")
    if summary == "-":
        return case_from("-", articles, [])
    text = read_text(Path(summary), what="The summary file")
    if not text.strip():
        raise CaseError(f"The summary '{summary}' is empty.", hint="It holds no text to check.")
    # A text file's last line end is no part of the summary; all else is kept, so that offsets fit the file.
    return case_from(text.rstrip("\r\n"), articles, [])


async def check_pairs(pairs: Pairs, wanted: Wanted, *, sarif: Path | None) -> int:
    """Judge all pairs of a file, kept in the store as they are decided: a line each with --json, else a table; the exit
    code. What an interrupted run of the same file has decided is shown again and not judged again."""
    environment = load_environment()
    name = single_engine(wanted.engine, environment)
    standard = standard_of(environment, None, protocol=wanted.protocol.name, engines=[name])
    total, meter, shown = pairs.count(), Meter(), _Shown(wanted, pairs, keep=sarif is not None)
    plan = Plan(
        protocol=wanted.protocol,
        engines={"default": name},
        data=pairs.identity(),
        asked=total,
        command=wanted.command,
        standard=standard,
    )
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await Store.open(environment.store_path))
        terms = replace(
            usual_terms(environment),
            budget=Budget(max_calls=wanted.max_calls, max_usd=wanted.budget_usd),
            answers=store,
            receipts=stack.enter_context(Receipts(environment.receipts_path, fresh=wanted.fresh)),
            fresh=wanted.fresh,
            meter=meter,
        )
        engine = engine_of(name, terms)
        stack.push_async_callback(engine.close)
        run = await StoredRun.begin(store, plan, meter=meter, fresh=wanted.fresh)
        if run.done:
            notice(f"Going on with run {run.run.id}: {len(run.done)} of {total} summaries are decided already.")
            async for stored in store.outcomes(run.run.id):
                shown.take(stored.case, stored.outcome)
        with progress(total, done=len(run.done), shown=not (wanted.json or wanted.quiet)) as advance:
            async for _, case, outcome in run.outcomes(enumerate(pairs.cases()), engine):
                shown.take(case, outcome)
                advance()
    if sarif:
        write_sarif(sarif, shown.kept, articles=[])
    if not wanted.json:
        err().print(terminal.summary_table(shown.tally, asked=total, title=str(pairs.path)))
    if shown.tally.failed:
        notice(f"{shown.tally.failed} of {total} summaries could not be judged.")
    return 4 if shown.tally.failed == total or run.run.status is not RunStatus.FINISHED else 0


class _Shown:
    """Outcomes as they are shown: a line each, counted, and kept where they are wanted again."""

    def __init__(self, wanted: Wanted, pairs: Pairs, *, keep: bool) -> None:
        self._wanted, self._pairs, self._keep = wanted, pairs, keep
        self.tally = Tally()
        self.kept: list[tuple[Case, Verdict, str]] = []

    def take(self, case: Case | None, outcome: Verdict | Failure) -> None:
        """Show one."""
        self.tally = self.tally.with_outcome(outcome)
        if self._wanted.json:
            sys.stdout.write(as_json(outcome, without={"transcript"}) + "\n")
        elif isinstance(outcome, Verdict):
            out().print(f"{outcome.case_id}  {self._wanted.line(outcome)}", markup=False)
        else:
            err().print(f"{outcome.case_id}  failed: {outcome.message}", markup=False)
        if self._keep and case is not None and isinstance(outcome, Verdict):
            self.kept.append((case, outcome, f"{self._pairs.path}#{outcome.case_id}"))


def write_sarif(path: Path, checked: Sequence[tuple[Case, Verdict, str]], *, articles: Sequence[str]) -> None:
    """The issue spans of these verdicts as one SARIF file."""
    from adjudge.cli.cards import write_card

    logged = []
    for case, verdict, uri in checked:
        result = typed_result(verdict)
        if isinstance(result, FactualityResult):
            places = [*articles, *(document.id for document in case.documents)]
            sources = {
                document.id: (document.text, place) for document, place in zip(case.documents, places, strict=False)
            }
            logged.append(sarif.Checked(case.claim, uri, result.issue_spans, sources))
    write_card(path, sarif.log(logged))


@contextmanager
def progress(total: int, *, shown: bool, done: int = 0) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr where someone sits before it; otherwise nothing. Call what it gives once a case."""
    console = err()
    if not shown or not console.is_terminal:
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("checking", total=total, completed=done)
        yield lambda: bar.advance(task)
