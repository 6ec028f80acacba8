"""`adjudge eval news`: measure the news checker on a list of cases; prints metrics and writes results.csv."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.options import Engine, Hits, Match, Web, WebBackend
from adjudge.cli.show.console import err, notice, out, reported_errors, wait_for

if TYPE_CHECKING:
    from adjudge.evals.news import Aggregate


def news(
    cases: Annotated[Path, typer.Argument(help="A JSON list of cases: id, claim, expected, difficulty.")],
    out_file: Annotated[Path, typer.Option("--out", "-o", help="The CSV file for the results.")] = Path(
        "eval/results.csv"
    ),
    engine: Engine = None,
    match: Match = "ranked",
    hits: Hits = 5,
    web: Web = False,
    web_backend: WebBackend = "duckduckgo",
    json: Annotated[bool, typer.Option("--json", help="Print the aggregates as JSON and nothing else.")] = False,
) -> None:
    """Measure the news checker: success rate, latency, tool calls, constraint violations, by difficulty.

    Writes one row per case to eval/results.csv. A failed case has no prediction and counts as incorrect.

    Example: adjudge eval news examples/news/test_cases.json

    Exit codes: 0 done, 2 wrong usage or input, 4 engine error, 130 interrupted.
    """
    from adjudge.cli.outputs import require_apart
    from adjudge.evals.news import aggregate, by_difficulty, evaluate, load_cases, write_csv
    from adjudge.protocols.news import News
    from adjudge.settings.engines import single_engine, usual_terms
    from adjudge.settings.environment import load_environment

    with reported_errors(as_json=json):
        require_apart([out_file], [cases])
        environment = load_environment()
        protocol = News(
            index=str(environment.index_path),
            match=match,  # type: ignore[arg-type] # checked by the protocol
            hits=hits,
            web=web_backend if web else "",
        )
        name = single_engine(engine, environment)
        loaded = load_cases(cases)
        with _progress(len(loaded), quiet=json) as advance:
            rows = wait_for(
                evaluate(
                    loaded,
                    protocol=protocol,
                    engine=name,
                    terms=usual_terms(environment),
                    on_row=lambda _row: advance(),
                )
            )
        write_csv(rows, out_file)
        total, parts = aggregate(rows), by_difficulty(rows)
        if json:
            content = {
                "all": total.model_dump(),
                "by_difficulty": {key: one.model_dump() for key, one in parts.items()},
            }
            sys.stdout.write(dumps(content, ensure_ascii=False) + "\n")
            return
        from adjudge.cli.show.tables import figures

        heads = (
            "",
            "cases",
            "Success Rate",
            "Average Latency",
            "Average Tool Calls",
            "Constraint Violations",
            "failed",
        )
        shown = [_row(head or "no difficulty", one) for head, one in parts.items()]
        out().print(figures("", heads, [*shown, _row("all", total)]))
        if total.violating:
            notice(f"Constraint violations in case {', '.join(map(str, total.violating))}.")
        notice(f"Results: {out_file}")


def _row(head: str, one: "Aggregate") -> tuple[str, ...]:
    share, seconds = f"{one.success_rate:.1%}", f"{one.average_latency_sec:.3f} s"
    calls, broken = f"{one.average_tool_calls:.1f}", str(one.constraint_violations)
    return head, str(one.cases), share, seconds, calls, broken, str(one.failed)


@contextmanager
def _progress(cases: int, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr, if it is a terminal."""
    console = err()
    if quiet or not console.is_terminal:
        yield lambda: None
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("judging", total=cases)
        yield lambda: progress.advance(task)
