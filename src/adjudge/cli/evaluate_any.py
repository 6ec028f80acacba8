"""`adjudge eval DATA`: any protocol on any labelled data, or on claims made from texts without labels."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from adjudge.cli.console import told, wait_for
from adjudge.cli.data_options import (
    ClaimCol,
    Concurrency,
    Engine,
    LabelCol,
    LabelMap,
    Limit,
    SourceCol,
    Timeout,
    Verbose,
)
from adjudge.cli.options import BudgetUsd, MaxCalls, Risk

if TYPE_CHECKING:
    from typer._click.core import Context


class RunUnlessNamed(TyperGroup):
    """`adjudge eval DATA ...` is `adjudge eval run DATA ...`: where no command is named, the first word is data."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["run", *args]
        return super().parse_args(ctx, args)


def run(
    data: Annotated[
        list[str], typer.Argument(help="JSONL or CSV files, also gzipped: claim, source and label in each row.")
    ],
    protocol: Annotated[
        str, typer.Option("--protocol", "-p", help="How to decide: jury, entailment, trial, factuality or news.")
    ] = "jury",
    engine: Engine = None,
    out_dir: Annotated[Path, typer.Option("--out", "-o", help="The folder for the results.")] = Path("results"),
    limit: Limit = None,
    seed: Annotated[int, typer.Option("--seed", help="For --limit and --mutations: which ones.")] = 0,
    mutations: Annotated[
        bool, typer.Option("--mutations", help="DATA are texts without labels: measure on claims made from them.")
    ] = False,
    per_kind: Annotated[
        int | None, typer.Option("--per-kind", min=1, help="With --mutations: at most so many of each kind.")
    ] = None,
    claim_col: ClaimCol = None,
    source_col: SourceCol = None,
    label_col: LabelCol = None,
    kind_col: Annotated[str | None, typer.Option("--kind-col", help="A column to break figures down by.")] = None,
    label_map: LabelMap = None,
    two_classes: Annotated[
        bool, typer.Option("--two-classes", help="Only faithful or not, also where the data have three classes.")
    ] = False,
    risk: Risk = None,
    concurrency: Concurrency = 8,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
    timeout: Timeout = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew, whatever the folder holds.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no table.")] = False,
    verbose: Verbose = False,
) -> None:
    """Measure a protocol on labelled data; the word `run` may be left out.

    Writes results_NAME.json, predictions.jsonl, error_cases.jsonl and report.html. Rows that failed or were
    undetermined stay in every denominator. Killed, the same command goes on and ends with the same bytes.

    Exit codes: 0 done, 2 wrong usage or input, 4 engine trouble, 130 interrupted.

    Examples: adjudge eval pairs.jsonl --protocol jury --out results ; adjudge eval --mutations article.txt
    """
    from adjudge.cli.evaluating import EvalRequest, run_eval
    from adjudge.evals.labelled import Columns

    with told(as_json=json):
        request = EvalRequest(
            data=tuple(data),
            protocol=protocol,
            engine=engine,
            out=out_dir,
            columns=Columns(claim_col, source_col, label_col, kind_col),
            mapping=tuple(label_map or ()),
            two_classes=two_classes,
            from_texts=mutations,
            per_kind=per_kind,
            limit=limit,
            seed=seed,
            concurrency=concurrency,
            risk=risk,
            max_calls=max_calls,
            budget_usd=budget_usd,
            timeout_s=timeout,
            fresh=fresh,
            json=json,
            quiet=quiet,
            verbose=verbose,
        )
        wait_for(run_eval(request))
