"""`adjudge eval`: measure a protocol on labelled data, compare evaluations, and analyse juries."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from adjudge.cli.eval.factuality import factuality
from adjudge.cli.eval.news import news
from adjudge.cli.options import (
    BudgetUsd,
    ClaimCol,
    Concurrency,
    Engine,
    LabelCol,
    LabelMap,
    Limit,
    MaxCalls,
    Risk,
    SourceCol,
    Timeout,
    Verbose,
)
from adjudge.cli.show.console import reported_errors, wait_for

if TYPE_CHECKING:
    from typer._click.core import Context


_EXAMPLES = """Examples: adjudge eval pairs.jsonl --protocol jury --out results ; adjudge eval --mutations article.txt ;
adjudge eval compare results-a results-b. All options of the first two: adjudge eval run --help"""


class RunUnlessNamed(TyperGroup):
    """`adjudge eval DATA ...` is `adjudge eval run DATA ...`: if no subcommand is named, the first word is a data
    file."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["run", *args]
        return super().parse_args(ctx, args)


eval_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, cls=RunUnlessNamed)


@eval_app.callback(epilog=_EXAMPLES)
def _root() -> None:
    """Measure a protocol on labelled data."""


@eval_app.command()
def run(
    data: Annotated[
        list[str], typer.Argument(help="JSONL or CSV files, also gzipped: claim, source and label in each row.")
    ],
    protocol: Annotated[
        str, typer.Option("--protocol", "-p", help="The protocol: jury, entailment, trial, factuality or news.")
    ] = "jury",
    engine: Engine = None,
    out_dir: Annotated[Path, typer.Option("--out", "-o", help="The folder for the results.")] = Path("results"),
    limit: Limit = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed for --limit and --mutations.")] = 0,
    mutations: Annotated[
        bool, typer.Option("--mutations", help="DATA are texts without labels: measure on claims generated from them.")
    ] = False,
    per_kind: Annotated[
        int | None, typer.Option("--per-kind", min=1, help="With --mutations: the most claims of each kind.")
    ] = None,
    claim_col: ClaimCol = None,
    source_col: SourceCol = None,
    label_col: LabelCol = None,
    kind_col: Annotated[
        str | None, typer.Option("--kind-col", help="A column whose values the figures are broken down by.")
    ] = None,
    label_map: LabelMap = None,
    two_classes: Annotated[
        bool, typer.Option("--two-classes", help="Use two classes (faithful or not) even if the data have three.")
    ] = False,
    risk: Risk = None,
    concurrency: Concurrency = 8,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
    timeout: Timeout = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start again and overwrite what is in the folder.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar and no table.")] = False,
    verbose: Verbose = False,
) -> None:
    """Measure a protocol on labelled data; the word `run` is optional.

    Writes results_NAME.json, predictions.jsonl, error_cases.jsonl and report.html. Rows that failed or were
    undetermined stay in every denominator. After an interruption, the same command resumes and gives the same bytes.

    Exit codes: 0 done, 2 wrong usage or input, 4 engine error, 130 interrupted.

    Examples: adjudge eval pairs.jsonl --protocol jury --out results ; adjudge eval --mutations article.txt
    """
    from adjudge.cli.eval.evaluation import EvalRequest, run_eval
    from adjudge.evals.labelled import Columns

    with reported_errors(as_json=json):
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


@eval_app.command()
def compare(
    a: Annotated[Path, typer.Argument(help="The output folder of one evaluation.")],
    b: Annotated[Path, typer.Argument(help="The output folder of another evaluation of the same data.")],
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Compare two evaluations of the same data: paired differences, McNemar's exact test, and the cases that flipped.

    Exit codes: 0 compared, 2 wrong usage or input.
    """
    from adjudge.cli.eval.folders import compare_folders

    with reported_errors(as_json=json):
        compare_folders(a, b, json=json)


@eval_app.command()
def debate(
    run: Annotated[
        str, typer.Argument(help="A stored jury run (its id, a part of it, or 'last'), or an evaluation's folder.")
    ],
    labels: Annotated[
        Path | None,
        typer.Option("--labels", help="The data file with the gold labels. Default: the labels in the run's rows."),
    ] = None,
    label_col: Annotated[str | None, typer.Option("--label-col", help="The column with the label in --labels.")] = None,
    label_map: LabelMap = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Measure what a jury's debates repaired and damaged, compared with single jurors and a plain vote, and their cost.

    RUN is a run of `adjudge run`, or a folder that `adjudge eval DATA --protocol jury --out` has written. Without
    labels it only counts the verdicts that changed between the first and the last vote.

    Examples: adjudge eval debate last --labels pairs.jsonl ; adjudge eval debate results

    Exit codes: 0 done, 2 wrong usage or input, 5 store or disk error.
    """
    from adjudge.cli.eval.folders import debate_of

    with reported_errors(as_json=json):
        wait_for(debate_of(run, labels, label_col=label_col, mapping=label_map or [], json=json))


@eval_app.command()
def panel(
    run_or_data: Annotated[
        str,
        typer.Argument(
            help="A stored jury run (its id, a part of it, or 'last'), an evaluation's folder, or a labelled file."
        ),
    ],
    labels: Annotated[
        Path | None,
        typer.Option("--labels", help="The data file with the gold labels. Default: the labels in the run's rows."),
    ] = None,
    label_col: LabelCol = None,
    label_map: LabelMap = None,
    engine: Engine = None,
    limit: Limit = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw error correlations and value against cost to this SVG file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Measure how large a jury should be: the accuracy and cost of each juror, each round and each smaller panel.

    Shows each juror's accuracy and what the panel loses without it, how far the jurors err together, how many
    independent votes they are worth, what debates gained, the best smaller panel, and whether a single judge would have
    done as well. A labelled file is judged first. Reviews count as labels where the run has none. Without any label it
    shows only how far the jurors agree (Krippendorff's alpha).

    Examples: adjudge eval panel last --labels pairs.jsonl ; adjudge eval panel pairs.jsonl --picture panel.svg

    Exit codes: 0 done, 2 wrong usage or input, 4 engine error, 5 store or disk error.
    """
    from adjudge.cli.eval.panel import panel_of

    with reported_errors(as_json=json):
        wait_for(
            panel_of(
                run_or_data,
                labels,
                label_col=label_col,
                mapping=label_map or [],
                engine=engine,
                limit=limit,
                picture=picture,
                json=json,
            )
        )


eval_app.command()(news)
eval_app.command()(factuality)
