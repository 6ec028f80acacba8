"""Options that several commands share; the second part those that read labelled data. Nothing heavy is imported here:
help must stay fast."""

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Html = Annotated[Path | None, typer.Option("--html", help="Write the card as an HTML page to this file.")]
Markdown = Annotated[Path | None, typer.Option("--markdown", help="Write the card as Markdown to a file.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print one line: label and confidence.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Ask again even what was answered before.")]
MaxCalls = Annotated[
    int | None,
    typer.Option(
        "--max-calls", min=1, help="Stop before more calls of a language model; offline answers are not counted."
    ),
]
BudgetUsd = Annotated[float | None, typer.Option("--budget-usd", min=0, help="Stop before spending more than this.")]

Risk = Annotated[
    float | None,
    typer.Option(
        "--risk",
        min=0,
        max=1,
        help="Give no label whose expected error is above this; in a cascade, ask the next engine. Needs a "
        "calibration (see `adjudge calibrate`).",
    ),
]

Engine = Annotated[str | None, typer.Option("--engine", "-e", help="Who answers; offline if not named.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="So many rows of each file, at random.")]
ClaimCol = Annotated[str | None, typer.Option("--claim-col", help="The claim's column.")]
SourceCol = Annotated[str | None, typer.Option("--source-col", help="The source's column.")]
LabelCol = Annotated[str | None, typer.Option("--label-col", help="The label's column.")]
LabelMap = Annotated[
    list[str] | None, typer.Option("--map", help="What a label word means: WORD=CLASS. May be repeated.")
]
Concurrency = Annotated[int, typer.Option("--concurrency", min=1, help="Cases judged at the same time.")]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout", min=1, help="Seconds to wait for one answer of a model: 60, a local one 600.", show_default=False
    ),
]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Tell every answer on stderr as it comes, in place of the bar.")
]
