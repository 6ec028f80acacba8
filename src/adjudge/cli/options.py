"""Options that several commands share. Nothing heavy is imported here: help must stay fast."""

from typing import Annotated

import typer

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
