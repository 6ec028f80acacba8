"""`adjudge summary`: check every sentence of a summary against its article; one pair, or many from a file."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.case import Case
from adjudge.cli.options import BudgetUsd, Fresh, MaxCalls, Spending
from adjudge.cli.show.console import err, exit_code, notice, out, reported_errors, wait_for
from adjudge.errors import CaseError, ConfigError, DataError
from adjudge.plurals import count_of
from adjudge.record import as_json
from adjudge.render.tally import Tally
from adjudge.render.visible import one_line, visible
from adjudge.verdict import Failure, Verdict

if TYPE_CHECKING:
    from adjudge.protocols.factuality import Factuality
    from adjudge.results.factuality import FactualityResult

_PAIR_FILES = (".jsonl", ".jsonl.gz", ".csv", ".csv.gz", ".ndjson")
_STDIN = "stdin"
_MOST_MARKED = 20
"""How many unfaithful summaries are shown with their marked words; the others get one line."""
_MOST_MARKS = 8


@dataclass(frozen=True)
class SummaryOptions:
    """The options of `adjudge summary`, for one summary or many."""

    engine: str | None
    retriever: str
    passages: int
    require_evidence_for_correct: bool
    json: bool
    quiet: bool
    spending: Spending

    @property
    def protocol(self) -> "Factuality":
        """The protocol with these settings. Raises a `ConfigError` for an unknown retriever."""
        from adjudge.protocols.factuality import Factuality

        return Factuality(
            retriever=self.retriever,  # type: ignore[arg-type]
            passages=self.passages,
            require_evidence_for_correct=self.require_evidence_for_correct,
        )

    def line(self, verdict: Verdict) -> str:
        """Outcome, label and score."""
        return f"{verdict.outcome} ({verdict.label}) {self.score(verdict)}"

    @staticmethod
    def score(verdict: Verdict) -> str:
        """The score in words."""
        from adjudge.render.factuality import score_line

        result = _result(verdict)
        return score_line(result) if result else ""


@dataclass(frozen=True)
class SummaryFile:
    """A file whose rows are summaries with their articles."""

    path: Path

    def cases(self) -> Iterator[Case | Failure]:
        """The rows as cases."""
        from adjudge.evals.datasets import Example, load

        for example in load(self.path):
            yield example.case if isinstance(example, Example) else example

    def identity(self) -> dict[str, str | int]:
        """What identifies the file when a run is resumed."""
        stat = self.path.stat() if self.path.is_file() else None
        found = {"size": stat.st_size, "modified": stat.st_mtime_ns} if stat else {}
        return {"source": str(self.path.resolve()), **found}

    def lines(self) -> list[int]:
        """The line on which each row begins; 0 for a row that cannot be judged. Raises an `InputError` if no row can be
        judged."""
        from adjudge.evals.datasets import Example, load

        examples = list[int]()
        refused = list[str]()
        for example in load(self.path):
            examples.append(example.line if isinstance(example, Example) else 0)
            if isinstance(example, Failure):
                refused.append(example.message)
        if len(refused) == len(examples):
            more = f" and {len(refused) - 3} more" if len(refused) > 3 else ""
            raise DataError(
                f"No row of '{self.path}' can be judged. {' '.join(refused[:3])}{more}",
                hint="Each row needs a summary and an article with text in them.",
            )
        return examples


def summary(
    summary: Annotated[
        str, typer.Argument(help="A file with the summary, '-' for standard input, or a JSONL or CSV file of pairs.")
    ],
    article: Annotated[
        list[str] | None,
        typer.Option("--article", "-a", help="A file with the article; '-' for standard input. May be repeated."),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", "-e", help="The engine that answers: offline (default) or a language model."),
    ] = None,
    retriever: Annotated[str, typer.Option("--retriever", help="How passages are ranked: bm25 or jaccard.")] = "bm25",
    passages: Annotated[
        int, typer.Option("--passages", min=1, help="Number of passages that each claim is checked against.")
    ] = 6,
    require_evidence_for_correct: Annotated[
        bool, typer.Option(help="Whether `correct` requires a quote from the article, as `incorrect` always does.")
    ] = True,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON and nothing else; for a file of pairs, one line per pair.")
    ] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write article and summary as an HTML page.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write the card as Markdown to a file.")] = None,
    sarif: Annotated[Path | None, typer.Option("--sarif", help="Write the spans as SARIF, for editors and CI.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print one line: label and score.")] = False,
    live: Annotated[bool, typer.Option("--live", help="Show every claim as it is verified.")] = False,
    fresh: Fresh = False,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
) -> None:
    """Check every sentence of a summary against its article."""
    from adjudge.cli.outputs import require_apart

    with reported_errors(as_json=json):
        require_apart([html, markdown, sarif], [summary, *(article or [])])
        wanted = SummaryOptions(
            engine=engine,
            retriever=retriever,
            passages=passages,
            require_evidence_for_correct=require_evidence_for_correct,
            json=json,
            quiet=quiet,
            spending=Spending(fresh=fresh, max_calls=max_calls, budget_usd=budget_usd),
        )
        if _is_pairs(summary, article or []):
            if html or markdown or live:
                raise ConfigError(
                    "--html, --markdown and --live are for one summary, not for a file of pairs.",
                    hint="For a file of pairs use --json or --sarif.",
                )
            raise typer.Exit(wait_for(_check_pairs(SummaryFile(Path(summary)), wanted, sarif=sarif)))
        from adjudge.cli.hearing import CheckOptions, run_check
        from adjudge.cli.show.cards import MORE, write_card
        from adjudge.render import html as html_card
        from adjudge.render import markdown as markdown_card
        from adjudge.render import terminal

        case = _one_case(summary, article or [])
        request = CheckOptions(case, wanted.protocol, engine, wanted.spending, live=live and not (json or quiet))
        _, verdict = wait_for(run_check(request))
        if html:
            write_card(html, html_card.card(case, verdict))
        if markdown:
            write_card(markdown, markdown_card.card(case, verdict))
        if sarif:
            _write_sarif(sarif, case, verdict, summary=summary, articles=article or [])
        if json:
            sys.stdout.write(as_json(verdict) + "\n")
        elif quiet:
            out().print(wanted.line(verdict), markup=False, soft_wrap=True)
        else:
            out().print(terminal.card(case, verdict, more=f"Score {wanted.score(verdict)}. {MORE}"))
        for path in (html, markdown, sarif):
            if path and not json:
                notice(f"Written to {path}")
        raise typer.Exit(exit_code(verdict))


summary.__doc__ = """Check every sentence of a summary against its article.

Each sentence is split into claims; each claim is correct, incorrect or uncertain. A claim is incorrect only if
words of the article contradict it, and these are shown; what the article does not mention is uncertain.

Exit codes: 0 faithful, 1 unfaithful, 3 uncertain, 2 wrong usage or input, 4 engine error, 5 store or disk error,
130 interrupted. For a file of pairs, 0 means that every pair was judged; after an interruption, the same command
resumes where it stopped.

Example: adjudge summary summary.txt --article article.txt --html report.html
"""


def _is_pairs(summary: str, articles: Sequence[str]) -> bool:
    """Whether the summary is a file of pairs, which contains its articles."""
    return not articles and summary != "-" and summary.lower().endswith(_PAIR_FILES)


def _one_case(summary: str, articles: Sequence[str]) -> Case:
    """The case of one summary, read from a file or standard input."""
    from adjudge.cli.inputs import case_from
    from adjudge.files import read_text

    if not articles:
        raise CaseError("There is no article to check against.", hint="Give --article FILE, or a JSONL file of pairs.")
    if summary == "-":
        return case_from("-", articles, [])
    text = read_text(Path(summary), what="The summary file")
    if not text.strip():
        raise CaseError(f"The summary '{summary}' is empty.", hint="It contains no text to check.")
    # Only the final line end is removed, so that offsets fit the file.
    return case_from(text.rstrip("\r\n"), articles, [])


async def _check_pairs(pairs: SummaryFile, wanted: SummaryOptions, *, sarif: Path | None) -> int:
    """Judge all pairs of a file and store them; print a line per pair with --json, else a table. Returns the exit code.

    Pairs that an interrupted run of the same file has decided are shown but not judged again.
    """
    from adjudge.batch.run import Plan, StoredRun
    from adjudge.cli.session import command_line, open_session
    from adjudge.cli.show.progress import checking
    from adjudge.render import terminal
    from adjudge.settings.engines import single_engine
    from adjudge.settings.environment import load_environment
    from adjudge.settings.standard import standard_of
    from adjudge.store.runs import RunStatus

    environment = load_environment()
    name = single_engine(wanted.engine, environment)
    standard = standard_of(environment, None, protocol=wanted.protocol.name, engines=[name])
    lines = pairs.lines()
    total, shown = len(lines), _Shown(wanted, lines, keep=sarif is not None)
    plan = Plan(
        protocol=wanted.protocol,
        engines={"default": name},
        data=pairs.identity(),
        asked=total,
        command=command_line(),
        standard=standard,
    )
    async with open_session(environment, wanted.spending) as session:
        engine = session.engine(name)
        run = await StoredRun.begin(session.store, plan, meter=session.meter, fresh=wanted.spending.fresh)
        if run.done:
            done = f"{len(run.done):,} of {count_of(total, 'summary', 'summaries')}"
            notice(f"Resuming run {run.run.id}: {done} already decided.")
            async for stored in session.store.outcomes(run.run.id):
                shown.take(stored.position, stored.case, stored.outcome)
        with checking(total, done=len(run.done), shown=not (wanted.json or wanted.quiet)) as advance:
            async with aclosing(run.outcomes(enumerate(pairs.cases()), engine)) as outcomes:
                async for position, case, outcome in outcomes:
                    shown.take(position, case, outcome)
                    advance()
    shown.finish()
    if sarif:
        _write_pairs_sarif(sarif, pairs, shown.kept)
    if not wanted.json:
        err().print(terminal.summary_table(shown.tally, asked=total, title=str(pairs.path)))
    if shown.tally.failed:
        notice(f"{shown.tally.failed:,} of {count_of(total, 'summary', 'summaries')} could not be judged.")
    return 4 if shown.tally.failed == total or run.run.status is not RunStatus.FINISHED else 0


class _Shown:
    """Shows outcomes in the order of the file, counts them, and keeps them if they are needed later."""

    def __init__(self, wanted: SummaryOptions, lines: Sequence[int], *, keep: bool) -> None:
        self._wanted, self._lines, self._keep = wanted, lines, keep
        self._waiting: dict[int, tuple[Case | None, Verdict | Failure]] = {}
        self._next = 0
        self._marked = 0
        self.tally = Tally()
        self.kept: list[tuple[Case, Verdict, int]] = []

    def take(self, position: int, case: Case | None, outcome: Verdict | Failure) -> None:
        """Show an outcome once all before it are shown."""
        self._waiting[position] = (case, outcome)
        while self._next in self._waiting:
            self._show(self._next)
            self._next += 1

    def finish(self) -> None:
        """Show the outcomes that still wait for missing rows, and say how many were left out."""
        for position in sorted(self._waiting):
            self._show(position)
        if self._marked > _MOST_MARKED:
            notice(f"{self._marked - _MOST_MARKED} more are not faithful; --json and --sarif list all spans.")

    def _show(self, position: int) -> None:
        case, outcome = self._waiting.pop(position)
        self.tally = self.tally.with_outcome(outcome)
        if self._wanted.json:
            sys.stdout.write(as_json(outcome, without={"transcript"}) + "\n")
        elif isinstance(outcome, Verdict):
            _line(f"{outcome.case_id}  {self._wanted.line(outcome)}")
            self._mark(outcome)
        else:
            err().print(visible(f"{outcome.case_id}  failed: {outcome.message}"), markup=False, soft_wrap=True)
        if self._keep and case is not None and isinstance(outcome, Verdict):
            self.kept.append((case, outcome, self._lines[position]))

    def _mark(self, verdict: Verdict) -> None:
        """Print the marked words of a summary and the words of the article that contradict them."""
        result = _result(verdict)
        if self._wanted.quiet or not result or not result.issue_spans:
            return
        self._marked += 1
        if self._marked > _MOST_MARKED:
            return
        for span in result.issue_spans[:_MOST_MARKS]:
            _line(f"    {span.label.value} '{one_line(span.text, limit=120)}': {one_line(span.explanation)}")
            if span.evidence_quote:
                _line(f'        the article: "{one_line(span.evidence_quote.text, limit=300)}"')
        if len(result.issue_spans) > _MOST_MARKS:
            _line(f"    and {len(result.issue_spans) - _MOST_MARKS} more")


def _line(text: str) -> None:
    # Soft-wrapped, so that long lines can still be searched.
    out().print(visible(text), markup=False, soft_wrap=True)


def _write_sarif(path: Path, case: Case, verdict: Verdict, *, summary: str, articles: Sequence[str]) -> None:
    """The issue spans of one summary as a SARIF file; `summary` and `articles` are the file names from the command
    line."""
    from adjudge.cli.show.cards import write_card
    from adjudge.render import sarif

    result = _result(verdict)
    assert result is not None
    places = {
        document.id: sarif.InFile(_place(article), document.text)
        for document, article in zip(case.documents, articles, strict=True)
    }
    checked = sarif.Checked(sarif.InFile(_place(summary), case.claim), result.issue_spans, places)
    write_card(path, sarif.log([checked]))


def _write_pairs_sarif(path: Path, pairs: SummaryFile, judged: Sequence[tuple[Case, Verdict, int]]) -> None:
    """Write the issue spans of a file of pairs; each is located by the line of its row."""
    from adjudge.cli.show.cards import write_card
    from adjudge.render import sarif

    logged = []
    for case, verdict, line in judged:
        if result := _result(verdict):
            row = sarif.OnLine(str(pairs.path), line, case.id)
            logged.append(sarif.Checked(row, result.issue_spans, dict.fromkeys((d.id for d in case.documents), row)))
    write_card(path, sarif.log(logged))


def _result(verdict: Verdict) -> "FactualityResult | None":
    """The protocol's own record."""
    from adjudge.results.factuality import FactualityResult
    from adjudge.results.registry import typed_result

    found = typed_result(verdict)
    return found if isinstance(found, FactualityResult) else None


def _place(given: str) -> str:
    return _STDIN if given == "-" else given
