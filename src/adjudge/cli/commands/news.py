"""`adjudge news`: look a claim up in the evidence index, and on the web if allowed, and judge it."""

import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from adjudge.cli.options import (
    DEFAULT_LOG,
    AsJson,
    Brief,
    BudgetUsd,
    Claim,
    ClaimReview,
    Fresh,
    Hits,
    Html,
    LogFile,
    Markdown,
    Match,
    MaxCalls,
    NewsEngine,
    NoLog,
    Proceedings,
    Quiet,
    Spending,
    Web,
    WebBackend,
)
from adjudge.cli.show.console import EXIT_CODES, exit_code, notice, out, reported_errors, wait_for

if TYPE_CHECKING:
    from adjudge.case import Case
    from adjudge.cli.hearing import Connect
    from adjudge.protocols.news import Gathered, News
    from adjudge.verdict import Verdict

_LONGEST_SHOWN = 300


def news(
    claim: Claim,
    web: Web = False,
    web_backend: WebBackend = "duckduckgo",
    evidence_only: Annotated[bool, typer.Option("--evidence-only", help="Stop before the verdict.")] = False,
    match: Match = "ranked",
    hits: Hits = 5,
    engine: NewsEngine = None,
    servers: Annotated[
        str,
        typer.Option(
            "--servers",
            help="Run the agents as MCP servers: 'stdio' starts them, or give URLs separated by commas: analyzer, "
            "searcher, verifier, or one for all.",
        ),
    ] = "",
    log: LogFile = DEFAULT_LOG,
    no_log: NoLog = False,
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
) -> None:
    """Check a claim that has no source."""
    from adjudge.case import Case
    from adjudge.cli.hearing import CheckOptions, run_check
    from adjudge.cli.inputs import standard_input
    from adjudge.cli.outputs import require_apart
    from adjudge.cli.show.cards import CardRequest, give
    from adjudge.errors import ConfigError
    from adjudge.protocols.news import News
    from adjudge.settings.environment import load_environment

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
        require_apart([html, markdown, claimreview], [])
        text = standard_input().strip() if claim == "-" else claim
        protocol = News(
            index=str(load_environment().index_path),
            match=match,  # type: ignore[arg-type] # checked by the protocol
            hits=hits,
            web=web_backend if web else "",
            log="" if no_log or evidence_only else str(log),
        )
        case = Case.open(text)
        connect = _connection(servers, engine, protocol) if servers else None
        if evidence_only:
            if html or markdown:
                raise ConfigError(
                    "--evidence-only gives no verdict, so there is no card to write.", hint="Omit --evidence-only."
                )
            wait_for(_show_evidence(case, protocol, engine, connect, json=json))
            return
        spending = Spending(fresh=fresh, max_calls=max_calls, budget_usd=budget_usd)
        request = CheckOptions(case, protocol, engine, spending, live=card.live, status=card.status, connect=connect)
        case, verdict = wait_for(run_check(request))
        give(card, case, verdict)
        if not json:
            _say_beside(protocol, case, verdict, quiet=quiet)
        raise typer.Exit(exit_code(verdict))


news.__doc__ = f"""Check a claim that has no source.

The claim is analysed, looked up in the evidence index (`adjudge index add`) and, with --web, on the web if the index
has no match. A verifier weighs the evidence, a critic re-checks it, and code gives the verdict. A labelled record
counts only if it says the same as the claim or denies it.

{EXIT_CODES}

Example: adjudge news "Mayor opens new bridge in Brenn"

Example: adjudge news "Mayor opens new bridge in Brenn" --web --web-backend wikipedia
"""


def _connection(servers: str, engine: str | None, protocol: "News") -> "Connect":
    from adjudge.mcp.orchestrator import connection
    from adjudge.settings.environment import load_environment

    return connection(servers, engine=engine, protocol=protocol, environment=load_environment())


def _say_beside(protocol: "News", case: "Case", verdict: "Verdict", *, quiet: bool) -> None:
    """Print the logged line and, if no card shows them, the notes of failed searches."""
    from adjudge.evidence.verification_log import log_line
    from adjudge.results.news import NewsResult
    from adjudge.results.registry import typed_result

    result = typed_result(verdict)
    for note in result.notes if quiet and isinstance(result, NewsResult) else ():
        notice(note)
    if protocol.log:
        line = log_line(case.claim, verdict.label)
        shown = line if len(line) <= _LONGEST_SHOWN else f"{line[:_LONGEST_SHOWN]} …"
        notice(f"Logged in {protocol.log}: {shown}")


async def _gathered(case: "Case", protocol: "News", engine: str | None, connect: "Connect | None") -> "Gathered":
    """The evidence gathered before the verdict, by agents in this process or on servers."""
    from adjudge.agents.hearing import Hearing
    from adjudge.check import engine_of
    from adjudge.protocols.news import News
    from adjudge.settings.engines import single_engine, usual_terms
    from adjudge.settings.environment import load_environment

    async with AsyncExitStack() as stack:
        if connect:
            opened, remote = await connect(stack, protocol)
            assert isinstance(remote, News)
            return await remote.gather(Hearing(case, opened))
        environment = load_environment()
        opened = engine_of(single_engine(engine, environment), usual_terms(environment))
        stack.push_async_callback(opened.close)
        return await protocol.gather(Hearing(case, opened))


async def _show_evidence(
    case: "Case", protocol: "News", engine: str | None, connect: "Connect | None", *, json: bool
) -> None:
    """Print the analysis, the searches and their hits."""
    import json as json_module

    gathered = await _gathered(case, protocol, engine, connect)
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
        notice(note)
