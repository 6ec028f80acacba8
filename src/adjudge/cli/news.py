"""`adjudge news`: a claim without a source: looked up in the evidence index, and on the web if that is allowed."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.console import EXIT_BY_STANCE, EXIT_CODES, err, out, told, wait_for

if TYPE_CHECKING:
    from adjudge.case import Case
    from adjudge.cli.hearing import Connect
    from adjudge.protocols.news import News


def news(
    claim: Annotated[str, typer.Argument(help="The claim, or '-' to read it from standard input.")],
    web: Annotated[bool, typer.Option("--web", help="Search the web where the index has nothing.")] = False,
    web_backend: Annotated[
        str, typer.Option("--web-backend", help="duckduckgo, wikipedia, brave, tavily or searxng.")
    ] = "duckduckgo",
    evidence_only: Annotated[bool, typer.Option("--evidence-only", help="Stop before the verdict.")] = False,
    match: Annotated[str, typer.Option("--match", help="ranked, substring or hybrid.")] = "ranked",
    hits: Annotated[int, typer.Option("--hits", min=1, max=100, help="Hits of each store for each query.")] = 5,
    engine: Annotated[
        str | None, typer.Option("--engine", "-e", help="Who answers; see `adjudge check --help`.")
    ] = None,
    servers: Annotated[
        str,
        typer.Option(
            "--servers",
            help="Run the agents as MCP servers: 'stdio' starts them; or their URLs, with commas: analyzer, searcher, "
            "verifier, or one for all.",
        ),
    ] = "",
    log: Annotated[Path, typer.Option("--log", help="The verification log.")] = Path("data/verification_logs.txt"),
    no_log: Annotated[bool, typer.Option("--no-log", help="Write no log line.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    html: Annotated[Path | None, typer.Option("--html", help="Write the card as an HTML page to this file.")] = None,
    markdown: Annotated[Path | None, typer.Option("--markdown", help="Write the card as Markdown to a file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print one line: label and confidence.")] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask again even what was answered before.")] = False,
    max_calls: Annotated[int | None, typer.Option("--max-calls", min=1, help="Stop before more calls.")] = None,
    budget_usd: Annotated[
        float | None, typer.Option("--budget-usd", min=0, help="Stop before spending more than this.")
    ] = None,
) -> None:
    """Check a claim that has no source."""
    from adjudge.case import Case
    from adjudge.cli.check import write_card
    from adjudge.cli.hearing import CheckRequest, run_case
    from adjudge.files import decode
    from adjudge.protocols.news import News
    from adjudge.record import as_json
    from adjudge.render import html as html_card
    from adjudge.render import markdown as markdown_card
    from adjudge.render import terminal
    from adjudge.settings.environment import load_environment

    with told(as_json=json):
        text = decode(sys.stdin.buffer.read()).strip() if claim == "-" else claim
        protocol = News(
            index=str(load_environment().index_path),
            match=match,  # type: ignore[arg-type] # checked by the protocol
            hits=hits,
            web=web_backend if web else "",
            log="" if no_log or evidence_only else str(log),
        )
        case = Case.open(text)
        if evidence_only:
            wait_for(_show_evidence(case, protocol, engine, json=json))
            return
        request = CheckRequest(
            case=case,
            protocol=protocol,
            engine=engine,
            live=not (json or quiet),
            fresh=fresh,
            max_calls=max_calls,
            budget_usd=budget_usd,
            dry_run=False,
            command=shlex.join(["adjudge", *sys.argv[1:]]),
            connect=_connection(servers, engine, protocol) if servers else None,
        )
        heard = wait_for(run_case(request))
        assert heard is not None
        case, verdict = heard
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
            if protocol.log:
                err().print(f"Logged in {protocol.log}", style="dim", markup=False)
        raise typer.Exit(EXIT_BY_STANCE[verdict.stance])


news.__doc__ = f"""Check a claim that has no source.

The claim is analysed, looked up in the evidence index (`adjudge index add`) and, with --web, on the web if the index
has nothing; a verifier weighs what was found, a critic re-checks it, and code gives the verdict. A labelled record
counts only if it says the same as the claim or denies it.

{EXIT_CODES}

Example: adjudge news "Mayor opens new bridge in Brenn"
"""


def _connection(servers: str, engine: str | None, protocol: "News") -> "Connect":
    from adjudge.mcp.orchestrator import connection
    from adjudge.settings.environment import load_environment

    return connection(servers, engine=engine, protocol=protocol, environment=load_environment())


async def _show_evidence(case: "Case", protocol: "News", engine: str | None, *, json: bool) -> None:
    """Analysis, searches and what they found."""
    import json as json_module

    from adjudge.agents.hearing import Hearing
    from adjudge.check import engine_of
    from adjudge.cli.engines import single_engine
    from adjudge.settings.environment import load_environment

    opened = engine_of(single_engine(engine, load_environment()))
    try:
        gathered = await protocol.gather(Hearing(case, opened))
    finally:
        await opened.close()
    lines = [one.evidence.line for one in gathered.found]
    if json:
        content = {
            "claim": case.claim,
            **gathered.analysis.model_dump(mode="json"),
            "evidence": lines,
            "searches": [search.model_dump(mode="json") for search in gathered.searches],
            "notes": list(gathered.notes),
        }
        sys.stdout.write(json_module.dumps(content, ensure_ascii=False) + "\n")
        return
    console = out()
    analysis = gathered.analysis
    console.print(f"entities    {', '.join(analysis.entities) or 'none'}", markup=False, soft_wrap=True)
    for query in analysis.queries:
        console.print(f"query       {query}", markup=False, soft_wrap=True)
    console.print(f"complexity  {analysis.complexity}", markup=False)
    for line in lines or ["NO_DB_MATCH"]:
        console.print(line, markup=False, soft_wrap=True)
    for note in gathered.notes:
        err().print(note, style="dim", markup=False)
