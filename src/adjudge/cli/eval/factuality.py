"""`adjudge eval factuality`: measure the factuality agent on labelled summaries and trace every claim through the
gate."""

import sys
from collections.abc import Sequence
from json import dumps
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudge.cli.options import Engine, Limit
from adjudge.cli.show.console import err, notice, out, reported_errors, wait_for


def factuality(
    data: Annotated[
        list[Path], typer.Argument(help="JSONL or CSV files, also gzipped: summary, article and label in each row.")
    ],
    out_dir: Annotated[Path, typer.Option("--out", "-o", help="The folder for the results.")] = Path("results"),
    engine: Engine = None,
    retriever: Annotated[str, typer.Option("--retriever", help="How passages are ranked: bm25 or jaccard.")] = "bm25",
    require_evidence_for_correct: Annotated[
        bool, typer.Option(help="Whether `correct` requires a quote from the article, as `incorrect` always does.")
    ] = True,
    threshold: Annotated[
        float | None,
        typer.Option("--threshold", min=0, max=1, help="A score below this threshold counts as unfaithful."),
    ] = None,
    limit: Limit = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the sample that --limit takes.")] = 0,
    concurrency: Annotated[
        int, typer.Option("--concurrency", min=1, help="Maximum number of summaries judged at the same time.")
    ] = 8,
    json: Annotated[bool, typer.Option("--json", help="Print the results as JSON lines and nothing else.")] = False,
) -> None:
    """Measure the factuality agent on labelled summaries.

    Writes results_NAME.json for each file, debug_claims.jsonl with every claim's trace through the evidence gate,
    error_cases.jsonl with the summaries that were decided wrongly, and summary.md. Nothing is tuned to the data: one
    threshold is used for all files.

    Exit codes: 0 done, 2 wrong usage or input, 4 engine error, 130 interrupted.
    """
    from adjudge.cli.outputs import require_apart
    from adjudge.cli.show.progress import checking
    from adjudge.evals.factuality import evaluate, set_names
    from adjudge.evals.summary import written
    from adjudge.protocols.factuality import Factuality
    from adjudge.protocols.factuality.rules import THRESHOLD
    from adjudge.settings.engines import single_engine, usual_terms
    from adjudge.settings.environment import load_environment

    with reported_errors(as_json=json):
        files = (
            "summary.md",
            "debug_claims.jsonl",
            "error_cases.jsonl",
            *(f"results_{n}.json" for n in set_names(data)),
        )
        require_apart([out_dir / file for file in files], data)
        environment = load_environment()
        name = single_engine(engine, environment)
        protocol = Factuality(
            retriever=retriever,  # type: ignore[arg-type]
            require_evidence_for_correct=require_evidence_for_correct,
        )
        rows = _measurable(data)
        _cleared(out_dir)
        results: list[dict[str, Any]] = []
        for path, called, all_rows in zip(data, set_names(data), rows, strict=True):
            with checking(min(all_rows, limit or all_rows), shown=not json) as advance:
                results.append(
                    wait_for(
                        evaluate(
                            path,
                            out_dir,
                            protocol=protocol,
                            engine=name,
                            terms=usual_terms(environment),
                            threshold=THRESHOLD if threshold is None else threshold,
                            limit=limit,
                            seed=seed,
                            concurrency=concurrency,
                            on_case=advance,
                            name=called,
                        )
                    )
                )
        (out_dir / "summary.md").write_text(written(results))
        _show(results, json=json)
        if not json:
            notice(f"Written to {out_dir}")


def _measurable(data: Sequence[Path]) -> list[int]:
    """The number of rows of each file. Raises a `DataError` for a file without known labels, before anything is
    judged."""
    from adjudge.evals.datasets import counted_labels, require_labels, surveyed

    found = []
    for path in data:
        survey = surveyed(path)
        require_labels(survey)
        if survey.unknown_labels:
            notice(f"Unknown labels in '{path}': {counted_labels(survey.unknown_labels)}. These rows are not measured.")
        found.append(survey.rows)
    return found


def _cleared(folder: Path) -> None:
    """Empty the two files that every data file appends to."""
    from adjudge.errors import DataError
    from adjudge.files import write_error

    if (folder / "run.json").exists():
        raise DataError(
            f"'{folder}' contains an evaluation of `adjudge eval DATA`.", hint="Choose another folder with --out."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("debug_claims.jsonl", "error_cases.jsonl"):
            (folder / name).write_text("")
    except OSError as error:
        raise write_error(folder, error, hint="Choose another folder with --out.") from error


def _show(results: Sequence[dict[str, Any]], *, json: bool) -> None:
    if json:
        for result in results:
            sys.stdout.write(dumps(result, ensure_ascii=False) + "\n")
        return
    from adjudge.cli.show.tables import figures
    from adjudge.evals.summary import COLUMNS, NARROW, row

    every = [row(result) for result in results]
    out().print(
        figures("Factuality", [COLUMNS[at] for at in NARROW], [[cells[at] for at in NARROW] for cells in every])
    )
    if any(result["rows"]["failed"] for result in results):
        err().print("Failed rows are not measured; results_NAME.json counts them.", style="dim", markup=False)
