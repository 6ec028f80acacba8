"""`adjudge check`: one claim against its sources, live on the terminal."""

import shlex
import sys
from typing import Annotated

import typer

from adjudge.cli.options import AsJson, BudgetUsd, Fresh, Html, Markdown, MaxCalls, Quiet, Risk
from adjudge.cli.show.console import EXIT_CODES, exit_code, told, wait_for


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
        str, typer.Option("--protocol", "-p", help="How to decide: jury, entailment, trial, factuality or news.")
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
    json: AsJson = False,
    html: Html = None,
    markdown: Markdown = None,
    quiet: Quiet = False,
    fresh: Fresh = False,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what calls and cost to expect.")] = False,
    risk: Risk = None,
) -> None:
    """Check one claim against its sources."""
    from adjudge.cli.hearing import CheckRequest, run_check
    from adjudge.cli.inputs import case_from
    from adjudge.cli.outputs import require_apart
    from adjudge.cli.show.cards import CardRequest, give

    card = CardRequest(json=json, quiet=quiet, html=html, markdown=markdown)
    with told(as_json=json):
        require_apart([html, markdown], source or [])
        case = case_from(claim, source or [], source_text or [], kind=kind)
        request = CheckRequest(
            case=case,
            protocol=protocol,
            engine=engine,
            live=card.live,
            fresh=fresh,
            max_calls=max_calls,
            budget_usd=budget_usd,
            dry_run=dry_run,
            command=shlex.join(["adjudge", *sys.argv[1:]]),
            risk=risk,
            json=json,
        )
        verdict = wait_for(run_check(request))
        if verdict is None:
            return
        give(card, case, verdict)
        raise typer.Exit(exit_code(verdict))


check.__doc__ = f"""Check one claim against its sources.

Watch the jury frame the facts, vote, debate where it is split, vote again and answer its rubric.

{EXIT_CODES}

Example: adjudge check "All patients recovered." --source-text "Most patients recovered."
"""
