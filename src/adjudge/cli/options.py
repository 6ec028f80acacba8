"""Options that several commands share. Imports nothing heavy, so that `--help` stays fast."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

Claim = Annotated[str, typer.Argument(help="The claim, or '-' to read it from standard input.")]
Sources = Annotated[
    list[str] | None,
    typer.Option("--source", "-s", help="A file with a source text; '-' for standard input. May be repeated."),
]
SourceTexts = Annotated[list[str] | None, typer.Option("--source-text", help="A source text itself. May be repeated.")]
Kind = Annotated[str, typer.Option("--kind", help="The type of the source, such as 'study' or 'press release'.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Html = Annotated[Path | None, typer.Option("--html", help="Write the card as an HTML page to this file.")]
Markdown = Annotated[Path | None, typer.Option("--markdown", help="Write the card as Markdown to a file.")]
ClaimReview = Annotated[
    Path | None, typer.Option("--claimreview", help="Write the verdict as schema.org ClaimReview (JSON-LD) to a file.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print one line: outcome, confidence and label.")]
Brief = Annotated[
    bool, typer.Option("--brief", help="With --json: only outcome, confidence, reason, evidence and edit.")
]
Proceedings = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show the proceedings as they happen, and the full card.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Ignore stored answers and ask again.")]
MaxCalls = Annotated[
    int | None,
    typer.Option(
        "--max-calls",
        min=1,
        help="Stop before this many calls to a language model are exceeded; offline answers are not counted.",
    ),
]
BudgetUsd = Annotated[float | None, typer.Option("--budget-usd", min=0, help="Stop before spending more than this.")]


@dataclass(frozen=True)
class Spending:
    """Limits on calls and cost."""

    fresh: bool = False
    """Ignore answers in the ledger."""
    max_calls: int | None = None
    budget_usd: float | None = None


Risk = Annotated[
    float | None,
    typer.Option(
        "--risk",
        min=0,
        max=1,
        help="Withhold labels so that no more than this share of those given is wrong; in a cascade, ask the next "
        "engine. Holds for texts like the calibrated ones (see `adjudge calibrate`, `adjudge runs drift`).",
    ),
]

Engine = Annotated[str | None, typer.Option("--engine", "-e", help="The engine that answers. Default: offline.")]
Limit = Annotated[
    int | None, typer.Option("--limit", min=1, help="Use a random sample of this many rows of each file.")
]
ClaimCol = Annotated[str | None, typer.Option("--claim-col", help="The column with the claim.")]
SourceCol = Annotated[str | None, typer.Option("--source-col", help="The column with the source.")]
LabelCol = Annotated[str | None, typer.Option("--label-col", help="The column with the label.")]
LabelMap = Annotated[
    list[str] | None, typer.Option("--map", help="What a label word means: WORD=CLASS. May be repeated.")
]
Concurrency = Annotated[
    int, typer.Option("--concurrency", min=1, help="Maximum number of cases judged at the same time.")
]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout",
        min=1,
        help="Timeout in seconds for one answer of a model. Default: 60, or 600 for a local one.",
        show_default=False,
    ),
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Print every answer on stderr as it arrives, instead of the progress bar."),
]

Web = Annotated[bool, typer.Option("--web", help="Search the web if the index has no match.")]
WebBackend = Annotated[str, typer.Option("--web-backend", help="duckduckgo, wikipedia, brave, tavily or searxng.")]
Match = Annotated[str, typer.Option("--match", help="How the index is searched: ranked, substring or hybrid.")]
Hits = Annotated[int, typer.Option("--hits", min=1, max=100, help="Maximum number of hits per store and query.")]
NewsEngine = Annotated[
    str | None, typer.Option("--engine", "-e", help="The engine that answers; see `adjudge check --help`.")
]
LogFile = Annotated[Path, typer.Option("--log", help="The verification log.")]
NoLog = Annotated[bool, typer.Option("--no-log", help="Write no log line.")]
DEFAULT_LOG = Path("data/verification_logs.txt")
