"""`adjudge stability`: measure whether verdicts are stable under changes that should not matter."""

import sys
from dataclasses import replace
from json import dumps
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudge.cli.options import BudgetUsd, ClaimCol, Engine, Limit, MaxCalls, Risk, SourceCol, Timeout
from adjudge.cli.show.console import notice, out, reported_errors, wait_for
from adjudge.plurals import count_of


def stability(
    cases: Annotated[
        list[Path], typer.Argument(help="JSONL or CSV files, also gzipped: a claim and a source in each row.")
    ],
    times: Annotated[
        int, typer.Option("--times", "-k", min=1, help="How often each case is judged with each change.")
    ] = 3,
    protocol: Annotated[str, typer.Option("--protocol", "-p", help="The protocol.")] = "jury",
    engine: Engine = None,
    limit: Limit = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of orders, paraphrases and the sample of --limit.")] = 0,
    claim_col: ClaimCol = None,
    source_col: SourceCol = None,
    risk: Risk = None,
    max_calls: MaxCalls = None,
    budget_usd: BudgetUsd = None,
    timeout: Timeout = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON with every hearing.")] = False,
) -> None:
    """Judge the same cases again and count how often the verdict flips.

    The verdict should not change if a case is simply judged again, if jurors or sources are reordered, or if the claim
    is paraphrased. A claim and its negation must not both be supported, nor both be contradicted. The ledger is not
    used, so that a model really answers again. With --risk, a label that is withheld only once is a flip too.

    Exit codes: 0 done, 2 wrong usage or input, 4 engine error, 130 interrupted.
    """
    from adjudge.cli.eval.evaluation import tell_failures
    from adjudge.cli.show.progress import progress
    from adjudge.evals.labelled import Columns, LabelledData
    from adjudge.evals.stability import Rehearing, flip_rates, trials

    async def rehear_all() -> tuple[list[Rehearing], int]:
        from adjudge.case import Case
        from adjudge.check import engine_of, protocol_named
        from adjudge.engines.around.budget import Budget
        from adjudge.settings.engines import single_engine, usual_terms
        from adjudge.settings.environment import load_environment
        from adjudge.settings.standard import standard_of

        environment = load_environment()
        name = single_engine(engine, environment)
        standard = standard_of(environment, risk, protocol=protocol, engines=[name])
        data = LabelledData(tuple(cases), columns=Columns(claim_col, source_col), limit=limit, seed=seed)
        judgeable = [case for case in data.cases() if isinstance(case, Case)]
        excluded = sum(1 for _ in data.cases()) - len(judgeable)
        budget = Budget(max_calls=max_calls, max_usd=budget_usd)
        usual = usual_terms(environment, timeout_s=timeout)
        opened = engine_of(name, replace(usual, fresh=True, budget=budget))
        rehearings: list[Rehearing] = []
        with progress(len(judgeable), shown=not json, what="hearing") as advance:
            last_case = ""
            try:
                hearings = trials(
                    judgeable,
                    protocol_named(protocol).for_measuring(),
                    opened,
                    times=times,
                    seed=seed,
                    standard=standard,
                )
                async for one in hearings:
                    rehearings.append(one)
                    if one.case_id != last_case:
                        last_case = one.case_id
                        advance(last_case)
            finally:
                await opened.close()
        return rehearings, excluded

    with reported_errors(as_json=json):
        rehearings, excluded = wait_for(rehear_all())
        rates = flip_rates(rehearings)
        if json:
            hearings = [
                {
                    "case": one.case_id,
                    "change": one.change.value,
                    "claim": one.claim,
                    "flipped": one.flipped,
                }
                | {"before": one.before, "after": one.after}
                for one in rehearings
            ]
            sys.stdout.write(dumps({**rates, "excluded": excluded, "hearings": hearings}, ensure_ascii=False) + "\n")
        else:
            _show(rates, excluded)
        tell_failures(
            [one.error for one in rehearings if one.error],
            len(rehearings),
            what="hearings",
            json=json,
        )


def _show(rates: dict[str, Any], excluded: int) -> None:
    from adjudge.cli.show.tables import figures
    from adjudge.evals.figures import share

    rows = [
        (name, str(one["heard"]), str(one["flips"]), share(one["flip_rate"]), str(one["failed"]))
        for name, one in {**rates["by_change"], "in all": rates["overall"]}.items()
    ]
    heads = ("what changed", "judged again", "flips", "flip rate", "failed")
    out().print(figures("How often the verdict flips", heads, rows))
    shaky = sorted(((one["flip_rate"] or 0.0, id) for id, one in rates["by_case"].items()), reverse=True)
    for rate, id in [entry for entry in shaky if entry[0] > 0][:10]:
        out().print(f"  {id}: {share(rate)}", markup=False)
    if excluded:
        notice(f"Not judged: {count_of(excluded, 'row')} without a claim or a source.")
