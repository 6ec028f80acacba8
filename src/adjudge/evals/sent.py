"""What every role would be sent for a case: the questions that a protocol asks, with their prompts, tokens and cost.

Later questions hold what earlier roles said. The offline engine answers for them, so nothing is sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from adjudge.agents.hearing import Hearing
from adjudge.case import Case
from adjudge.check import offline_engine
from adjudge.engines.base import Answer, Engine, Wrapper
from adjudge.engines.cost import estimate
from adjudge.engines.models import ModelName
from adjudge.errors import ConfigError
from adjudge.prompts.loader import Messages, Prompt, load, render
from adjudge.protocols.base import Procedure
from adjudge.protocols.decision import decide
from adjudge.questions.base import Question, Reply
from adjudge.transcript import Usage

R = TypeVar("R", bound=Reply)


@dataclass(frozen=True)
class SentQuestion:
    """One question as a language model would be sent it. The reply is estimated at its usual length."""

    role: str
    kind: str
    prompt: Prompt
    messages: Messages
    usage: Usage


class _Watched(Wrapper):
    """Keeps the questions that pass."""

    def __init__(self, inner: Engine) -> None:
        super().__init__(inner)
        self.asked: list[Question[Reply]] = []

    async def ask(self, question: Question[R]) -> Answer[R]:
        self.asked.append(question)
        return await super().ask(question)


async def sent_for(case: Case, protocol: Procedure, model: ModelName) -> tuple[SentQuestion, ...]:
    """Every question of the case in the order of asking; what a jury asks about its own edit is left out."""
    watched = _Watched(offline_engine())
    await decide(protocol.for_measuring(), Hearing(case, watched))
    return tuple(
        SentQuestion(question.seat, question.kind, load(question.kind), render(question), estimate(question, model))
        for question in watched.asked
    )


def of_role(sent: Sequence[SentQuestion], role: str) -> tuple[SentQuestion, ...]:
    """What one role is sent. Raises a `ConfigError` if it is asked nothing in this case."""
    found = tuple(one for one in sent if one.role == role)
    if not found:
        asked = ", ".join(dict.fromkeys(one.role for one in sent))
        raise ConfigError(f"The role '{role}' is not asked in this case.", hint=f"The roles are: {asked}.")
    return found


def by_role(sent: Sequence[SentQuestion]) -> Mapping[tuple[str, str], tuple[int, Usage]]:
    """How often each role is asked each kind of question, and what that takes."""
    found: dict[tuple[str, str], tuple[int, Usage]] = {}
    for one in sent:
        count, usage = found.get((one.role, one.kind), (0, Usage()))
        found[one.role, one.kind] = count + 1, usage + one.usage
    return found
