"""`adjudge eval compare` and `adjudge eval debate`: two evaluations side by side, and what a debate was worth."""

from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.console import told, wait_for
from adjudge.cli.data_options import LabelMap


def compare(
    a: Annotated[Path, typer.Argument(help="The output folder of one evaluation.")],
    b: Annotated[Path, typer.Argument(help="The output folder of another evaluation of the same data.")],
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Compare two evaluations of the same data: paired differences, McNemar's exact test, and the cases that flipped.

    Exit codes: 0 compared, 2 wrong usage or input.
    """
    from adjudge.cli.compared import compare_folders

    with told(as_json=json):
        compare_folders(a, b, json=json)


def debate(
    run: Annotated[
        str, typer.Argument(help="A stored jury run (its id, a part of it, or 'last'), or an evaluation's folder.")
    ],
    labels: Annotated[
        Path | None, typer.Option("--labels", help="The data file with the gold labels; else those in the run's rows.")
    ] = None,
    label_col: Annotated[str | None, typer.Option("--label-col", help="The label's column in --labels.")] = None,
    label_map: LabelMap = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """What a jury's debates repaired and what they damaged, beside single jurors and the plain vote, at which cost.

    RUN is a run of `adjudge run`, or a folder that `adjudge eval DATA --protocol jury --out` has written. Without
    labels it is told how many verdicts changed from the first vote to the last word.

    Examples: adjudge eval debate last --labels pairs.jsonl ; adjudge eval debate results

    Exit codes: 0 done, 2 wrong usage or input, 5 store or disk trouble.
    """
    from adjudge.cli.debated import debate_of

    with told(as_json=json):
        wait_for(debate_of(run, labels, label_col=label_col, mapping=label_map or [], json=json))
