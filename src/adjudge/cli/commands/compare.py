"""`adjudge compare`: one claim judged by every claim protocol, side by side."""

import asyncio
import sys
from dataclasses import replace
from json import dumps
from typing import TYPE_CHECKING

import typer

from adjudge.cli.options import AsJson, Claim, Engine, Kind, Sources, SourceTexts
from adjudge.cli.show.console import out, reported_errors, wait_for
from adjudge.verdict import Failure, Verdict

if TYPE_CHECKING:
    from rich.text import Text

    from adjudge.cli.show.tables import Fitting


def compare(
    claim: Claim,
    source: Sources = None,
    source_text: SourceTexts = None,
    kind: Kind = "",
    engine: Engine = None,
    json: AsJson = False,
) -> None:
    """Judge one claim by every claim protocol and show where they disagree.

    Exit codes: 0 all agree on the outcome, 1 they disagree, 4 a protocol has no verdict.
    """
    from adjudge.cli.inputs import case_from

    with reported_errors(as_json=json):
        case = case_from(claim, source or [], source_text or [], kind=kind)
        outcomes = wait_for(_judged(case, engine))
        if json:
            content = {
                name: outcome.model_dump(mode="json", exclude={"transcript"}) for name, outcome in outcomes.items()
            }
            sys.stdout.write(dumps(content, ensure_ascii=False) + "\n")
        else:
            _show(outcomes)
        if any(isinstance(outcome, Failure) for outcome in outcomes.values()):
            raise typer.Exit(4)
        if _disagree(outcomes):
            raise typer.Exit(1)


async def _judged(case: object, engine: str | None) -> dict[str, Verdict | Failure]:
    from contextlib import AsyncExitStack

    from adjudge.agents.hearing import Hearing
    from adjudge.case import Case
    from adjudge.check import engine_of, outcome_of
    from adjudge.protocols.calibration import read
    from adjudge.protocols.decision import Standard
    from adjudge.protocols.registry import PROTOCOLS, protocol_type
    from adjudge.settings.engines import single_engine, usual_terms
    from adjudge.settings.environment import load_environment
    from adjudge.store.store import Store

    assert isinstance(case, Case)
    environment = load_environment()
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(await Store.open(environment.store_path))
        terms = replace(usual_terms(environment), answers=store)
        asked = engine_of(single_engine(engine, environment), terms)
        stack.push_async_callback(asked.close)
        standard = Standard(calibrations=read(environment.calibrations_path))
        kinds = [kind for kind in map(protocol_type, PROTOCOLS) if kind.judges_single_claims]
        outcomes = await asyncio.gather(*(outcome_of(kind(), Hearing(case, asked), standard) for kind in kinds))
        return {kind.name: outcome for kind, outcome in zip(kinds, outcomes, strict=True)}


def _disagree(outcomes: dict[str, Verdict | Failure]) -> bool:
    return len({outcome.outcome for outcome in outcomes.values() if isinstance(outcome, Verdict)}) > 1


def _table(outcomes: dict[str, Verdict | Failure]) -> "Fitting":
    from adjudge.cli.show.tables import Column, Fitting

    columns = (
        Column("protocol", folds=False),
        Column("outcome"),
        Column("label"),
        Column("confidence", right=True),
        Column("calls", folds=False, right=True),
        Column("cost", folds=False, right=True, spared=True),
    )
    return Fitting("One claim, every protocol", columns, [_row(*one) for one in outcomes.items()])


def _row(name: str, outcome: Verdict | Failure) -> "list[Text]":
    from rich.text import Text

    from adjudge.render.cards import headline
    from adjudge.render.parts import dollars
    from adjudge.render.terminal_brush import COLOURS

    if isinstance(outcome, Failure):
        return [Text(name), Text("Failed", "red"), Text(outcome.error), Text(), Text(), Text()]
    top = headline(outcome)
    sure = "" if top.confidence is None else f"{top.confidence:.0%}"
    cells = (top.label, sure, str(outcome.usage.calls), dollars(outcome.usage.cost_usd))
    return [Text(name), Text(top.text, COLOURS[top.tone]), *map(Text, cells)]


def _show(outcomes: dict[str, Verdict | Failure]) -> None:
    from rich.text import Text

    from adjudge.render.visible import one_line

    out().print(_table(outcomes))
    for name, outcome in outcomes.items():
        why = outcome.message if isinstance(outcome, Failure) else next(iter(outcome.reasons), "")
        out().print(Text(f"{name}: ", "bold") + Text(one_line(why)))
    if _disagree(outcomes):
        out().print("The protocols disagree on the outcome.", style="bold")
