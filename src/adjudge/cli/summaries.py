"""Summaries from files: one case from two texts, or many from a file of pairs, with a progress bar and a table."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from adjudge.case import Case
from adjudge.check import check_many
from adjudge.cli.console import err, notice, out
from adjudge.cli.engines import single_engine
from adjudge.cli.inputs import case_from
from adjudge.cli.standard import standard_of
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
from adjudge.settings.environment import load_environment
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
    """Judge all pairs of a file: a line each with --json, else a table; the exit code."""
    total = pairs.count()
    environment = load_environment()
    name = single_engine(wanted.engine, environment)
    standard = standard_of(environment, None, protocol=wanted.protocol.name, engines=[name])
    tally = Tally()
    kept: list[tuple[Case, Verdict, str]] = []
    cases: dict[str, Case] = {}

    def fed() -> Iterator[Case | Failure]:
        for case in pairs.cases():
            if isinstance(case, Case) and sarif:
                cases[case.id] = case
            yield case

    with progress(total, shown=not (wanted.json or wanted.quiet)) as advance:
        async for outcome in check_many(fed(), protocol=wanted.protocol, engine=name, standard=standard):
            tally = tally.with_outcome(outcome)
            advance()
            if wanted.json:
                sys.stdout.write(as_json(outcome, without={"transcript"}) + "\n")
            elif isinstance(outcome, Verdict):
                out().print(f"{outcome.case_id}  {wanted.line(outcome)}", markup=False)
            else:
                err().print(f"{outcome.case_id}  failed: {outcome.message}", markup=False)
            if sarif and isinstance(outcome, Verdict):
                kept.append((cases.pop(outcome.case_id), outcome, f"{pairs.path}#{outcome.case_id}"))
    if sarif:
        write_sarif(sarif, kept, articles=[])
    if not wanted.json:
        err().print(terminal.summary_table(tally, asked=total, title=str(pairs.path)))
    if tally.failed:
        notice(f"{tally.failed} of {total} summaries could not be judged.")
    return 4 if tally.failed == total else 0


def write_sarif(path: Path, checked: Sequence[tuple[Case, Verdict, str]], *, articles: Sequence[str]) -> None:
    """The issue spans of these verdicts as one SARIF file."""
    from adjudge.cli.check import write_card

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
def progress(total: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr where someone sits before it; otherwise nothing. Call what it gives once a case."""
    console = err()
    if not shown or not console.is_terminal:
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("checking", total=total)
        yield lambda: bar.advance(task)
