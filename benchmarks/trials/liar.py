"""A language model server that lies: every case must end as a verdict or a named failure, and never as a label that
was read out of garbage.

Half of the cases get nothing but lies of one kind, the other half a lie for every second reply.
"""

import asyncio
from itertools import count, cycle, product
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.engines.llm.test_odd_servers import ENVELOPES
from tests.evidence.files import fever
from tests.support.fake_llm import Act, FakeLLM

from adjudge import Case, Failure, Verdict
from adjudge.agents.hearing import Hearing
from adjudge.check import engine_of, outcome_of
from adjudge.engines.around.retry import Patience
from adjudge.engines.build import build
from adjudge.evidence.index import Index
from adjudge.protocols.base import Procedure
from adjudge.protocols.news import News
from adjudge.protocols.registry import PROTOCOLS, protocol_type
from benchmarks.trials.trial import Trial

SPOKEN = (Act.FENCED, Act.PROSE, Act.WRONG_CASE, Act.UNKNOWN_LABEL, Act.TWO_OBJECTS)
"""Kinds that hold a reply, or hold one for questions without a label: a verdict may come of them."""
SILENT = (Act.CUT_OFF, Act.EMPTY, Act.REFUSAL)
KINDS: dict[str, Act | bytes] = {**ENVELOPES, **{act.value: act for act in (*SILENT, *SPOKEN)}}


class Liar(FakeLLM):
    """A server that lies in one way, always or every second time."""

    lie: Act | bytes = Act.EMPTY
    always = True

    def respond(self, path: str, body: bytes, key: str) -> bytes | None:
        if not self.always and self.calls % 2:
            return super().respond(path, body, key)
        if isinstance(self.lie, Act):
            self.script.append(self.lie)
            return super().respond(path, body, key)
        head = f"HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: {len(self.lie)}\r\n\r\n"
        return head.encode() + self.lie


def lies(trial: Trial) -> None:
    """Ask until the trial has as many replies as its size."""
    for kind in ("unexpected errors", "failures that blame Adjudge", "labels from garbage"):
        trial.fault(kind, 0)
    verdicts, failures, numbers = 0, 0, count()
    kinds: set[str] = set()
    with TemporaryDirectory() as folder, Liar(keep=1) as server:
        procedures = _procedures(Path(folder))
        for kind, always in cycle(product(KINDS, (True, False))):
            if not trial.goes_on():
                break
            server.lie, server.always, before = KINDS[kind], always, server.calls
            kinds.add(kind)
            for name, outcome in asyncio.run(_outcomes(procedures, numbers, server)).items():
                what = f"{name}, {kind}: {outcome!r}"
                if isinstance(outcome, Failure):
                    failures += 1
                    trial.fault("failures that blame Adjudge", outcome.error == "Fault", what)
                elif isinstance(outcome, Verdict):
                    verdicts += 1
                    trial.fault("labels from garbage", always and KINDS[kind] not in SPOKEN, what)
                else:
                    trial.fault("unexpected errors", 1, what)
            trial.step(server.calls - before)
    trial.counts = {
        "replies": f"{trial.done:,}",
        "kinds of lie, protocols": f"{len(kinds)}, {len(PROTOCOLS)}",
        "cases": f"{next(numbers):,}",
        "verdicts": f"{verdicts:,}",
        "named failures": f"{failures:,}",
    }


def _procedures(folder: Path) -> dict[str, Procedure]:
    index = Index(folder / "index")
    list(index.add("fever", [fever(folder)]))
    return {name: News(index=str(index.folder)) if name == "news" else protocol_type(name)() for name in PROTOCOLS}


def _case(protocol: str, number: int) -> Case:
    if protocol == "news":
        return Case.open(f"The Alder bridge number {number} opened in 1931.")
    source = f"The bridge number {number} opened in 1931 after years of work."
    return Case(id=str(number), claim=f"The bridge number {number} opened in 1932.", documents=[source])


async def _outcomes(
    procedures: dict[str, Procedure], numbers: "count[int]", server: Liar
) -> dict[str, Verdict | Failure | BaseException]:
    """Judge one case by each protocol."""
    engine = build(f"{server.url}#fake", patience=Patience(base_s=0.0, attempts=2))
    try:
        hearings = [Hearing(_case(name, next(numbers)), engine_of(engine)) for name in procedures]
        decided = [outcome_of(procedures[name], one) for name, one in zip(procedures, hearings, strict=True)]
        return dict(zip(procedures, await asyncio.gather(*decided, return_exceptions=True), strict=True))
    finally:
        await engine.close()
