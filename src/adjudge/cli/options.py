"""Options that several commands share. Nothing heavy is imported here: help must stay fast."""

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
