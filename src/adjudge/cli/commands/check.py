"""`adjudge check`: one claim against its sources, live on the terminal."""

from typing import Annotated

import typer

from adjudge.cli.options import (
    AsJson,
    Brief,
    BudgetUsd,
    Claim,
    ClaimReview,
    Fresh,
    Html,
    Kind,
    Markdown,
    MaxCalls,
    Proceedings,
    Quiet,
    Risk,
    Sources,
    SourceTexts,
    Spending,
)
from adjudge.cli.show.console import EXIT_CODES, exit_code, reported_errors, wait_for


def check(
    claim: Claim,
    source: Sources = None,
    source_text: SourceTexts = None,
    kind: Kind = "",
    protocol: Annotated[
        str, typer.Option("--protocol", "-p", help="The protocol: jury, entailment, trial, factuality or news.")
    ] = "jury",
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            "-e",
            help="The engine that answers: offline (default), gpt-4o-mini, "
            "anthropic:MODEL, google:MODEL, ollama:MODEL, "
            "http://HOST:PORT/v1#MODEL.",
        ),
    ] = None,
    json: AsJson = False,
    html: Html = None,
    markdown: Markdown = None,
    claimreview: ClaimReview = None,
    brief: Brief = False,
    verbose: Proceedings = False,
    quiet: Quiet = False,
    fresh: Fresh = False,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Estimate calls and cost without asking anything.")
    ] = False,
    risk: Risk = None,
) -> None:
    """Check one claim against its sources."""
    from adjudge.cli.hearing import CheckOptions, run_check, show_forecast
    from adjudge.cli.inputs import case_from
    from adjudge.cli.outputs import require_apart
    from adjudge.cli.show.cards import CardRequest, give

    with reported_errors(as_json=json):
        card = CardRequest(
            json=json,
            quiet=quiet,
            html=html,
            markdown=markdown,
            claimreview=claimreview,
            verbose=verbose,
            brief=brief,
        )
        require_apart([html, markdown, claimreview], source or [])
        case = case_from(claim, source or [], source_text or [], kind=kind)
        spending = Spending(fresh=fresh, max_calls=max_calls, budget_usd=budget_usd)
        request = CheckOptions(case, protocol, engine, spending, live=card.live, status=card.status, risk=risk)
        if dry_run:
            show_forecast(request, as_json=json)
            return
        _, verdict = wait_for(run_check(request))
        give(card, case, verdict)
        raise typer.Exit(exit_code(verdict))


check.__doc__ = f"""Check one claim against its sources.

Prints the outcome, the words that decide it, and the corrected claim. With --verbose, it also prints the votes, the
debate and the rubric as they happen.

{EXIT_CODES}

Example: adjudge check "All patients recovered." --source-text "Most patients recovered."
"""
