"""`adjudge calibrate`: calibrate a protocol's confidence on labelled cases and save the result."""

from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.options import (
    BudgetUsd,
    ClaimCol,
    Concurrency,
    LabelCol,
    LabelMap,
    Limit,
    MaxCalls,
    SourceCol,
    Timeout,
    Verbose,
)
from adjudge.cli.show.console import reported_errors, wait_for


def calibrate(
    data: Annotated[
        list[str], typer.Argument(help="JSONL or CSV files, also gzipped: claim, source, label; or `reviews`.")
    ],
    protocol: Annotated[str, typer.Option("--protocol", "-p", help="The protocol to calibrate.")] = "jury",
    engine: Annotated[
        str | None, typer.Option("--engine", "-e", help="The engine to calibrate. Default: offline.")
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="A name for the calibration, shown in verdicts. Default: the file names."),
    ] = None,
    out_dir: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The folder for the judged rows. Default: a folder in ADJUDGE_HOME."),
    ] = None,
    limit: Limit = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the sample that --limit takes.")] = 0,
    claim_col: ClaimCol = None,
    source_col: SourceCol = None,
    label_col: LabelCol = None,
    label_map: LabelMap = None,
    concurrency: Concurrency = 8,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
    timeout: Timeout = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Judge all rows again.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the calibration as JSON and nothing else.")] = False,
    verbose: Verbose = False,
) -> None:
    """Calibrate a protocol's confidence on labelled data and save the result.

    Later verdicts of that protocol on that engine say "calibrated on NAME, n, ECE", and --risk can be used. Use
    `reviews` as DATA for the verdicts that were reviewed in `adjudge serve`. The ECE is measured on documents that were
    not used for fitting. If the command is interrupted, run it again to resume.

    Exit codes: 0 done, 2 wrong usage or input, 4 engine error, 130 interrupted.

    Example: adjudge calibrate pairs.jsonl --protocol jury --engine offline
    """
    from adjudge.cli.eval.calibration import fit_and_keep, with_reviews
    from adjudge.cli.eval.evaluation import EvalRequest
    from adjudge.evals.labelled import Columns

    with reported_errors(as_json=json):
        request = EvalRequest(
            data=tuple(wait_for(with_reviews(data))),
            protocol=protocol,
            engine=engine,
            out=out_dir or Path(),
            columns=Columns(claim_col, source_col, label_col),
            mapping=tuple(label_map or ()),
            limit=limit,
            seed=seed,
            concurrency=concurrency,
            max_calls=max_calls,
            budget_usd=budget_usd,
            timeout_s=timeout,
            fresh=fresh,
            json=json,
            verbose=verbose,
        )
        wait_for(fit_and_keep(request, name=name, keep=out_dir))
