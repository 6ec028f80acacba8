"""`adjudge serve` as a process of its own for browser tests, whose engine can be slow, misquote or change its mind.

    python -m tests.server.web.served --delay 0.4 --misquote --persuade

Prints the address as its only line. The engine is the offline one behind a wrapper, so that verdicts are real ones.
"""

import argparse
import asyncio
from contextlib import suppress
from typing import TypeVar

from adjudge.check import EngineChoice, Terms, engine_of
from adjudge.engines.base import Answer, Engine, Wrapper
from adjudge.evidence.fetch import Fetcher
from adjudge.evidence.guard import Guard
from adjudge.questions.base import Question, Reply
from adjudge.questions.jury import Vote, VoteAgain
from adjudge.server import service, worker
from adjudge.server.config import Config
from adjudge.server.serve import serve

R = TypeVar("R", bound=Reply)
INVENTED = "words that stand nowhere"


class Slowed(Wrapper):
    """Waits before it answers; if told to, it puts an invented quote into the first juror's vote, and lets the steelman
    vote in the end as the literal juror did."""

    def __init__(self, inner: Engine, *, delay_s: float, misquote: bool, persuade: bool) -> None:
        super().__init__(inner)
        self._delay_s = delay_s
        self._misquote = misquote
        self._persuade = persuade

    async def ask(self, question: Question[R]) -> Answer[R]:
        await asyncio.sleep(self._delay_s)
        answer = await self.inner.ask(question)
        if self._misquote and question.seat == "literal" and isinstance(answer.reply, Vote):
            rests = [one.model_copy(update={"truth_says": INVENTED}) for one in answer.reply.key_evidence]
            reply = answer.reply.model_copy(update={"key_evidence": tuple(rests)})
            return Answer(reply=reply, engine=answer.engine, usage=answer.usage)  # type: ignore[arg-type]
        if self._persuade and isinstance(question, VoteAgain) and question.seat == "steelman":
            literal = next(one.vote for one in question.first_votes if one.juror == "literal")
            return Answer(reply=literal, engine=answer.engine, usage=answer.usage)  # type: ignore[arg-type]
        return answer


def main() -> None:
    """Serve until a signal comes."""
    options = argparse.ArgumentParser()
    options.add_argument("--delay", type=float, default=0.0)
    options.add_argument("--misquote", action="store_true")
    options.add_argument("--persuade", action="store_true")
    options.add_argument(
        "--trusted-port", type=int, default=0, help="a port of this machine that pages are fetched from"
    )
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--token", default="", help="listen on all addresses, behind this token")
    given = options.parse_args()

    def slowed(choice: EngineChoice, terms: Terms | None = None) -> Engine:
        inner = engine_of(choice, terms) if terms else engine_of(choice)
        if not (given.delay or given.misquote or given.persuade):
            return inner
        return Slowed(inner, delay_s=given.delay, misquote=given.misquote, persuade=given.persuade)

    if given.trusted_port:
        guard = Guard(trusted=frozenset({("127.0.0.1", given.trusted_port)}))
        service.Fetcher = lambda: Fetcher(guard)  # type: ignore[attr-defined, assignment, misc]
    config = Config(host="0.0.0.0" if given.token else "127.0.0.1", port=given.port, token=given.token)
    worker.engine_of = slowed  # type: ignore[assignment]
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(config, ready=lambda address: print(address, flush=True)))


if __name__ == "__main__":
    main()
