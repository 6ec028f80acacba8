"""Options of all commands that read labelled data. Nothing heavy is imported here: help must stay fast."""

from typing import Annotated

import typer

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
