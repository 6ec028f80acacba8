"""Estimate the calls and cost of a run before anything is asked."""

import sys
from collections.abc import Mapping, Sequence

from adjudge.case import Case
from adjudge.cli.show.console import out
from adjudge.cli.show.tables import figures
from adjudge.engines.cascade import stage_names
from adjudge.engines.cost import estimate
from adjudge.engines.models import Provider, parse
from adjudge.plurals import count_of
from adjudge.protocols.base import Procedure
from adjudge.questions.base import Source
from adjudge.questions.jury import ParseFrame
from adjudge.record import Record
from adjudge.record import as_json as to_json
from adjudge.render.parts import dollars


class Forecast(Record):
    """The fewest and the most calls, and their cost in USD if prices are known."""

    protocol: str
    engines: tuple[str, ...]
    cases: int
    calls_at_least: int
    calls_at_most: int
    usd_at_least: float | None
    usd_at_most: float | None


def forecast(protocol: Procedure, engines: Mapping[str, str], sample: Sequence[Case], *, asked: int) -> Forecast:
    """Estimate the calls and cost of `asked` cases from a sample of them."""
    fewest, most = (asked * calls for calls in protocol.calls())
    asked_of = [stage for name in engines.values() for stage in stage_names(name)]
    dearest = max(asked_of, key=lambda name: parse(name).provider is not Provider.OFFLINE)
    per_call = _cost_per_call(dearest, sample)
    return Forecast(
        protocol=protocol.name,
        engines=tuple(sorted(set(engines.values()))),
        cases=asked,
        calls_at_least=fewest,
        calls_at_most=most,
        usd_at_least=None if per_call is None else round(per_call * fewest, 6),
        usd_at_most=None if per_call is None else round(per_call * most, 6),
    )


def print_forecast(expected: Forecast, *, as_json: bool) -> None:
    """Print it: a table, or one JSON object."""
    if as_json:
        sys.stdout.write(to_json(expected) + "\n")
        return
    rows = [("calls", f"{expected.calls_at_least:,}", f"{expected.calls_at_most:,}")]
    if expected.usd_at_least is None or expected.usd_at_most is None:
        rows.append(("cost", "no price known", "no price known"))
    else:
        rows.append(("cost (estimated)", dollars(expected.usd_at_least), dollars(expected.usd_at_most)))
    title = f"Dry run: {count_of(expected.cases, 'case')}, protocol {expected.protocol}"
    caption = f"engines: {', '.join(expected.engines)}; nothing was asked"
    out().print(figures(title, ("", "at least", "at most"), rows, caption=caption))


def _cost_per_call(engine: str, sample: Sequence[Case]) -> float | None:
    """The mean cost of one question that contains the claim and the sources of its case."""
    if parse(engine).provider is Provider.OFFLINE:
        return 0.0
    costs: list[float] = []
    for case in sample:
        truth = tuple(Source(id=document.id, text=document.text) for document in case.documents)
        usage = estimate(ParseFrame(claim=case.claim, truth=truth), parse(engine))
        if usage.cost_usd is None:
            return None
        costs.append(usage.cost_usd)
    return sum(costs) / len(costs) if costs else 0.0
