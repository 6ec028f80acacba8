"""A test call: one small question to an engine, asked anew, to see whether it answers and what it costs."""

import asyncio
import time

from adjudge.agents.roles import juror
from adjudge.check import Terms, engine_of
from adjudge.engines.around.ledger import Ledger
from adjudge.engines.offline.engine import Offline
from adjudge.errors import EngineTimeout
from adjudge.questions.base import Source
from adjudge.questions.jury import CastVote, Frame
from adjudge.record import Record
from adjudge.server.lanes import InLane, in_own_lane
from adjudge.transcript import Usage

LONGEST_S = 60.0
CLAIM = "The bridge opened in 1932."
SOURCE = "The bridge opened in 1931."


class EngineAnswer(Record):
    """What an engine said to the test question: whether a claim follows from a source that differs in one year."""

    engine: str
    claim: str = CLAIM
    source: str = SOURCE
    verdict: str
    confidence: float
    reasoning: str
    seconds: float
    usage: Usage
    notes: tuple[str, ...] = ()
    """What had to be repaired in the reply."""


@in_own_lane
async def asked_once(name: str, terms: Terms) -> EngineAnswer:
    """The answer of an engine to the test question. Nothing of it is stored, and nothing stored is used."""
    engine = engine_of(name, terms)
    if isinstance(engine, Ledger) and isinstance(engine.inner, Offline):
        engine.inner = InLane(engine.inner)
    question = CastVote(claim=CLAIM, truth=(Source(id="source", text=SOURCE),), frame=Frame(), brief=juror("literal"))
    began = time.perf_counter()
    try:
        async with asyncio.timeout(LONGEST_S):
            answer = await engine.ask(question)
    except TimeoutError as error:
        raise EngineTimeout(
            f"{name} did not answer within {LONGEST_S:g} seconds.",
            hint="Check that its server is running and reachable.",
        ) from error
    finally:
        await engine.close()
    vote = answer.reply
    return EngineAnswer(
        engine=answer.engine,
        verdict=vote.verdict.value,
        confidence=vote.confidence,
        reasoning=vote.reasoning,
        seconds=round(time.perf_counter() - began, 3),
        usage=answer.usage,
        notes=answer.notes,
    )
