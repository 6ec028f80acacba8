"""`adjudge summary`: every sentence of a summary against its article."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from adjudge.cli.console import exit_code, notice, out, told, wait_for
from adjudge.cli.options import BudgetUsd, Fresh, MaxCalls
from adjudge.errors import ConfigError


def summary(
    summary: Annotated[
        str, typer.Argument(help="A file with the summary, '-' for standard input, or a JSONL or CSV file of pairs.")
    ],
    article: Annotated[
        list[str] | None,
        typer.Option("--article", "-a", help="A file with the article; '-' for standard input. May be repeated."),
    ] = None,
    engine: Annotated[
        str | None, typer.Option("--engine", "-e", help="Who answers: offline (default) or a language model.")
    ] = None,
    retriever: Annotated[str, typer.Option("--retriever", help="How evidence is found: bm25 or jaccard.")] = "bm25",
    passages: Annotated[int, typer.Option("--passages", min=1, help="Passages that each claim is read against.")] = 4,
    require_evidence_for_correct: Annotated[
        bool, typer.Option(help="Whether `correct` needs words of the article, as `incorrect` always does.")
    ] = True,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else; one line a pair.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write article and summary as an HTML page.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write the card as Markdown to a file.")] = None,
    sarif: Annotated[Path | None, typer.Option("--sarif", help="Write the spans as SARIF, for editors and CI.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print one line: label and score.")] = False,
    live: Annotated[bool, typer.Option("--live", help="Show every claim as it is verified.")] = False,
    fresh: Fresh = False,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
) -> None:
    """Check every sentence of a summary against its article."""
    from adjudge.cli.outputs import require_apart
    from adjudge.cli.summaries import Pairs, Wanted, check_pairs, is_pairs, write_sarif

    with told(as_json=json):
        require_apart([html, markdown, sarif], [summary, *(article or [])])
        command = shlex.join(["adjudge", *sys.argv[1:]])
        wanted = Wanted(
            engine=engine,
            retriever=retriever,
            passages=passages,
            require_evidence_for_correct=require_evidence_for_correct,
            json=json,
            quiet=quiet,
            fresh=fresh,
            max_calls=max_calls,
            budget_usd=budget_usd,
            command=command,
        )
        if is_pairs(summary, article or []):
            if html or markdown or live:
                raise ConfigError(
                    "--html, --markdown and --live are for one summary, not for a file of pairs.",
                    hint="For a file of pairs use --json or --sarif.",
                )
            raise typer.Exit(wait_for(check_pairs(Pairs(Path(summary)), wanted, sarif=sarif)))
        from adjudge.cli.cards import write_card
        from adjudge.cli.hearing import CheckRequest, run_check
        from adjudge.cli.summaries import one_case
        from adjudge.record import as_json
        from adjudge.render import html as html_card
        from adjudge.render import markdown as markdown_card
        from adjudge.render import terminal

        case = one_case(summary, article or [])
        request = CheckRequest(
            case=case,
            protocol=wanted.protocol,
            engine=engine,
            live=live and not (json or quiet),
            fresh=fresh,
            max_calls=max_calls,
            budget_usd=budget_usd,
            dry_run=False,
            command=command,
        )
        verdict = wait_for(run_check(request))
        assert verdict is not None
        if html:
            write_card(html, html_card.card(case, verdict))
        if markdown:
            write_card(markdown, markdown_card.card(case, verdict))
        if sarif:
            write_sarif(sarif, case, verdict, summary=summary, articles=article or [])
        if json:
            sys.stdout.write(as_json(verdict) + "\n")
        elif quiet:
            out().print(wanted.line(verdict), markup=False, soft_wrap=True)
        else:
            out().print(terminal.card(case, verdict))
        for path in (html, markdown, sarif):
            if path and not json:
                notice(f"Written to {path}")
        raise typer.Exit(exit_code(verdict))


summary.__doc__ = """Check every sentence of a summary against its article.

Each sentence is taken apart into claims; each claim is correct, incorrect or uncertain by words of the article that are
shown with their place. Only words of the article make a claim incorrect: what it does not mention is uncertain.

Exit codes: 0 faithful, 1 unfaithful, 3 uncertain, 2 wrong usage or input, 4 engine trouble, 5 store or disk trouble,
130 interrupted. A file of pairs ends with 0 when all of it was judged; interrupted, it goes on where it stopped when
the same command is given again.

Example: adjudge summary summary.txt --article article.txt --html report.html
"""
