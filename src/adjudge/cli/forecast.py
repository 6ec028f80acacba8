"""What a run would take: calls and cost, told before anything is asked."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from adjudge.case import Case
from adjudge.engines.cascade import stage_names
from adjudge.engines.cost import estimate
from adjudge.engines.models import Provider, parse
from adjudge.protocols.base import Procedure
from adjudge.questions.base import Source
from adjudge.questions.jury import ParseFrame
from adjudge.render.parts import dollars


def forecast(protocol: Procedure, engines: Mapping[str, str], sample: Sequence[Case], *, asked: int) -> Table:
    """A table with the fewest and the most calls, and the cost of them, estimated from a sample of the cases."""
    fewest, most = protocol.calls()
    table = Table(title=f"Dry run: {asked} cases, protocol {protocol.name}", title_justify="left")
    for column in ("", "at least", "at most"):
        table.add_column(column, justify="left" if not column else "right")
    table.add_row("calls", f"{asked * fewest:,}", f"{asked * most:,}")
    asked_of = [stage for name in engines.values() for stage in stage_names(name)]
    dearest = max(asked_of, key=lambda name: parse(name).provider is not Provider.OFFLINE)
    per_call = _cost_per_call(dearest, sample)
    if per_call is None:
        table.add_row("cost", "no price known", "no price known")
    else:
        table.add_row("cost (estimated)", dollars(per_call * asked * fewest), dollars(per_call * asked * most))
    table.caption = f"engines: {', '.join(sorted(set(engines.values())))}; nothing was asked"
    return table


def _cost_per_call(engine: str, sample: Sequence[Case]) -> float | None:
    """The mean cost of one question; every question of a case holds its claim and its sources."""
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
