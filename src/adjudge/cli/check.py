"""`adjudge check`: one claim against its sources, live on the terminal."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.console import EXIT_BY_STANCE, EXIT_CODES, err, out, told, wait_for
from adjudge.cli.options import Risk


def check(
    claim: Annotated[str, typer.Argument(help="The claim, or '-' to read it from standard input.")],
    source: Annotated[
        list[str] | None,
        typer.Option("--source", "-s", help="A file with a source text; '-' for standard input. May be repeated."),
    ] = None,
    source_text: Annotated[
        list[str] | None, typer.Option("--source-text", help="A source text itself. May be repeated.")
    ] = None,
    kind: Annotated[str, typer.Option("--kind", help="What type of source it is: a study, a press release ...")] = "",
    protocol: Annotated[
        str, typer.Option("--protocol", "-p", help="How to decide: jury, entailment, trial or news.")
    ] = "jury",
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            "-e",
            help="Who answers: offline (default), gpt-4o-mini, anthropic:MODEL, google:MODEL, ollama:MODEL, "
            "http://HOST:PORT/v1#MODEL.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write the card as an HTML page to this file.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write the card as Markdown to a file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print one line: label and confidence.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask again even what was answered before.")] = False,
    max_calls: Annotated[int | None, typer.Option("--max-calls", min=1, help="Stop before more calls.")] = None,
    budget_usd: Annotated[
        float | None, typer.Option("--budget-usd", min=0, help="Stop before spending more than this.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what calls and cost to expect.")] = False,
    risk: Risk = None,
) -> None:
    """Check one claim against its sources."""
    from adjudge.cli.hearing import CheckRequest, run_check
    from adjudge.cli.inputs import case_from
    from adjudge.record import as_json
    from adjudge.render import html as html_card
    from adjudge.render import markdown as markdown_card
    from adjudge.render import terminal

    with told(as_json=json):
        case = case_from(claim, source or [], source_text or [], kind=kind)
        request = CheckRequest(
            case=case,
            protocol=protocol,
            engine=engine,
            live=not (json or quiet),
            fresh=fresh,
            max_calls=max_calls,
            budget_usd=budget_usd,
            dry_run=dry_run,
            command=shlex.join(["adjudge", *sys.argv[1:]]),
            risk=risk,
        )
        verdict = wait_for(run_check(request))
        if verdict is None:
            return
        if html:
            write_card(html, html_card.card(case, verdict))
        if markdown:
            write_card(markdown, markdown_card.card(case, verdict))
        if json:
            sys.stdout.write(as_json(verdict) + "\n")
        elif quiet:
            out().print(f"{verdict.label} {verdict.confidence.value:.2f}", markup=False)
        else:
            out().print(terminal.card(case, verdict))
        for path in (html, markdown):
            if path and not json:
                err().print(f"Card written to {path}", style="dim", markup=False)
        raise typer.Exit(EXIT_BY_STANCE[verdict.stance])


check.__doc__ = f"""Check one claim against its sources.

Watch the jury frame the facts, vote, debate where it is split, vote again and answer its rubric.

{EXIT_CODES}

Example: adjudge check "All patients recovered." --source-text "Most patients recovered."
"""


def write_card(path: Path, text: str) -> None:
    """Write a card, or say why not."""
    from adjudge.errors import DataError

    try:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    except OSError as error:
        raise DataError(
            f"The card cannot be written to '{path}': {error.strerror or error}.", hint="Choose another file."
        ) from error
