"""`adjudge calibrate`: what a confidence is worth, fitted on labelled cases and kept for later verdicts."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.console import told, wait_for


def calibrate(
    data: Annotated[
        list[str], typer.Argument(help="JSONL or CSV files, also gzipped: claim, source, label; or `reviews`.")
    ],
    protocol: Annotated[str, typer.Option("--protocol", "-p", help="Whose confidence.")] = "jury",
    engine: Annotated[str | None, typer.Option("--engine", "-e", help="On which engine; offline if not named.")] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="What verdicts shall call it; the files' names otherwise.")
    ] = None,
    out_dir: Annotated[
        Path | None, typer.Option("--out", "-o", help="Keep the judged rows here; a folder in ADJUDGE_HOME otherwise.")
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="So many rows of each file, at random.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="For --limit: which rows.")] = 0,
    claim_col: Annotated[str | None, typer.Option("--claim-col", help="The claim's column.")] = None,
    source_col: Annotated[str | None, typer.Option("--source-col", help="The source's column.")] = None,
    label_col: Annotated[str | None, typer.Option("--label-col", help="The label's column.")] = None,
    label_map: Annotated[
        list[str] | None, typer.Option("--map", help="What a label word means: WORD=CLASS. May be repeated.")
    ] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Cases judged at the same time.")] = 8,
    max_calls: Annotated[int | None, typer.Option("--max-calls", min=1, help="Stop before more calls.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Judge all rows again.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the calibration as JSON and nothing else.")] = False,
) -> None:
    """Fit what a protocol's confidence on an engine is worth, and keep it.

    From then on verdicts of that protocol on that engine say "calibrated on NAME, n, ECE", and --risk means something.
    `reviews` stands for the verdicts that were reviewed in `adjudge serve`. The ECE is measured on documents that were
    not fitted on. Killed, the same command goes on.

    Exit codes: 0 done, 2 wrong usage or input, 4 engine trouble, 130 interrupted.

    Example: adjudge calibrate pairs.jsonl --protocol jury --engine offline
    """
    from adjudge.cli.calibrating import fit_and_keep
    from adjudge.cli.evaluating import EvalRequest
    from adjudge.cli.reviewed import with_reviews
    from adjudge.evals.labelled import Columns

    with told(as_json=json):
        request = EvalRequest(
            data=tuple(wait_for(with_reviews(data))),
            protocol=protocol,
            engine=engine,
            out=out_dir or Path(),
            columns=Columns(claim_col, source_col, label_col),
            mapping=tuple(label_map or ()),
            two_classes=False,
            from_texts=False,
            per_kind=None,
            limit=limit,
            seed=seed,
            concurrency=concurrency,
            risk=None,
            max_calls=max_calls,
            budget_usd=None,
            timeout_s=60,
            fresh=fresh,
            json=json,
            quiet=json,
            command=shlex.join(["adjudge", *sys.argv[1:]]),
        )
        wait_for(fit_and_keep(request, name=name, keep=out_dir))
