"""Recorded cases: a claim, its documents, the reply of every role in every phase, and the verdict that must follow.

`replay` decides such a case with the scripted engine in the place of a language model: every prompt is filled, every
reply is read, repaired or asked for again like a model's, and everything after that is the product itself. `deviations`
says where the outcome is not the expected one, and which written replies nobody asked for.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from pydantic import JsonValue, model_validator

from adjudge.agents.hearing import Hearing, Observer
from adjudge.case import Case
from adjudge.check import outcome_of, protocol_named
from adjudge.engines.around.correct import Correcting, Correction
from adjudge.engines.base import Answer
from adjudge.engines.cost import prompt_tokens, tokens
from adjudge.engines.scripted import Scripted
from adjudge.engines.written import spelt_out
from adjudge.errors import EngineUnavailable
from adjudge.prompts.loader import load
from adjudge.questions.base import Question, Reply
from adjudge.record import Record, canonical
from adjudge.verdict import Failure, Share, Stance, Verdict

R = TypeVar("R", bound=Reply)
Phases = Mapping[str, Any]
"""The replies of a role by kind of question: one, or a list of several in order. A reply is a mapping, or a text."""
SAME_AS = {"vote_again": "cast_vote"}
"""If a phase has no reply, the role repeats its reply of an earlier phase: a juror keeps its first vote."""


class Conduct(StrEnum):
    """How the recorded model behaves."""

    STRONG = "strong"
    ADVERSARIAL = "adversarial"


class Expected(Record):
    """What must come of a case: a label or a failure, and what else is compared."""

    label: str = ""
    failure: str = ""
    """The name of the error, where there must be no verdict."""
    stance: Stance | None = None
    edit: str | None = None
    rejected: tuple[str, ...] = ()
    """All quotes that must have been rejected."""
    failed: tuple[str, ...] = ()
    """All agents that must be reported as failed."""
    dissent: tuple[str, ...] | None = None
    most_confidence: Share | None = None
    result: Mapping[str, JsonValue] = {}
    """Fields of the protocol's own record; others are not compared."""

    @model_validator(mode="after")
    def _one_outcome(self) -> "Expected":
        if bool(self.label) is bool(self.failure):
            raise ValueError("either a label or a failure must be expected")
        return self


class RecordedCase(Record):
    """A case with its replies by role and phase; `edit` are the replies about the corrected claim."""

    id: str
    protocol: str
    conduct: Conduct
    about: str
    case: Case
    replies: Mapping[str, Phases]
    edit: Mapping[str, Phases] = {}
    expect: Expected


@dataclass(frozen=True)
class Replayed:
    """The outcome of a recorded case."""

    recorded: RecordedCase
    case: Case
    outcome: Verdict | Failure
    deviations: tuple[str, ...]
    prompt_tokens: int
    kinds: frozenset[str]
    """The kinds of questions that were asked."""


class Rehearsal(Scripted):
    """The scripted engine in a model's place: fills the prompt of every question, and counts its tokens."""

    def __init__(self, recorded: RecordedCase) -> None:
        super().__init__(self._reply)
        self._recorded = recorded
        self._taken: dict[tuple[bool, str, str], int] = defaultdict(int)

    def identity(self, question: Question[Reply]) -> Mapping[str, JsonValue]:
        return {**super().identity(question), "prompt": load(question.kind).fingerprint}

    async def ask(self, question: Question[R]) -> Answer[R]:
        read = prompt_tokens(question)
        answer = await super().ask(question)
        written = tokens(answer.raw or canonical(answer.reply))
        usage = answer.usage.model_copy(update={"input_tokens": read, "output_tokens": written})
        return Answer(answer.reply, answer.engine, usage, answer.raw, answer.notes)

    @property
    def unused(self) -> list[str]:
        """Replies that were written and that no question asked for."""
        matters = ((False, self._recorded.replies), (True, self._recorded.edit))
        return [
            f"{'edit: ' if edited else ''}{role}.{kind}{f' (reply {at + 1})' if at else ''}"
            for edited, replies in matters
            for role, phases in replies.items()
            for kind, given in phases.items()
            for at in range(self._taken[edited, role, kind], len(_sequence(given)))
        ]

    def _reply(self, question: Question[Reply]) -> str:
        asked = question.original if isinstance(question, Correction) else question
        edited = asked.field_values.get("claim", self._recorded.case.claim) != self._recorded.case.claim
        # A claim of the factuality agent is one of the summary's, not a corrected one.
        edited = edited and bool(self._recorded.edit)
        phases = (self._recorded.edit if edited else self._recorded.replies).get(asked.seat, {})
        kind = asked.kind if asked.kind in phases else SAME_AS.get(asked.kind, asked.kind)
        replies = _sequence(phases.get(kind, []))
        place = edited, asked.seat, kind
        at = self._taken[place] if kind == asked.kind else len(replies) - 1
        if not 0 <= at < len(replies):
            raise EngineUnavailable(
                f"Case {self._recorded.id} has no reply {max(at, 0) + 1} of '{asked.seat}' to {asked.kind}"
                f"{' about the edited claim' if edited else ''}.",
                hint="Write one under `edit`." if edited else "Write one under `replies`.",
            )
        if kind == asked.kind:
            self._taken[place] += 1
        reply = replies[at]
        return reply if isinstance(reply, str) else canonical(spelt_out(reply, asked.reply_type, place=kind))


async def replay(recorded: RecordedCase, *, observe: Observer | None = None) -> Replayed:
    """Decide the case on its recorded replies."""
    rehearsal = Rehearsal(recorded)
    hearing = Hearing(recorded.case, Correcting(rehearsal), observe=observe)
    outcome = await outcome_of(protocol_named(recorded.protocol), hearing)
    found = [*deviations(recorded.expect, outcome)]
    if isinstance(outcome, Verdict):
        found += [f"never asked for: {one}" for one in rehearsal.unused]
    return Replayed(
        recorded,
        hearing.case,
        outcome,
        tuple(found),
        hearing.transcript.usage.input_tokens,
        frozenset(question.kind for question in rehearsal.asked),
    )


def deviations(expected: Expected, outcome: Verdict | Failure) -> Iterable[str]:
    """Where the outcome is not the expected one, in words."""
    if isinstance(outcome, Failure):
        if outcome.error != expected.failure:
            yield f"failed with {outcome.error} ({outcome.message}), expected {expected.label or expected.failure}"
        return
    if expected.failure:
        yield f"label {outcome.label}, expected the failure {expected.failure}"
        return
    edit = outcome.minimal_edit.text if outcome.minimal_edit else None
    pairs: list[tuple[str, object, object]] = [
        ("label", outcome.label, expected.label),
        ("stance", outcome.stance, expected.stance or outcome.stance),
        ("edit", edit, expected.edit),
        ("rejected quotes", sorted({one.text for one in outcome.rejected_quotes}), sorted(expected.rejected)),
        ("failed agents", sorted(outcome.failed_agents), sorted(expected.failed)),
    ]
    if expected.dissent is not None:
        pairs.append(("dissent", sorted(one.who for one in outcome.dissent), sorted(expected.dissent)))
    actual = outcome.result.model_dump(mode="json")
    pairs += [(f"result.{path}", _at(actual, path), value) for path, value in expected.result.items()]
    for what, found, wanted in pairs:
        if found != wanted:
            yield f"{what} {_shown(found)}, expected {_shown(wanted)}"
    most = expected.most_confidence
    if most is not None and outcome.confidence.value > most:
        yield f"confidence {outcome.confidence.value}, expected at most {most}"


def _at(data: Any, path: str) -> Any:
    """What stands at a path such as `claims.0.label`; None where there is nothing."""
    for step in path.split("."):
        if isinstance(data, Mapping):
            data = data.get(step)
        elif isinstance(data, Sequence) and not isinstance(data, str) and step.isdigit() and int(step) < len(data):
            data = data[int(step)]
        else:
            return None
    return data


def _sequence(replies: Any) -> list[Any]:
    return list(replies) if isinstance(replies, list | tuple) else [replies]


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(f"'{item}'" for item in value) or "none"
    return "none" if value is None else f"'{value}'"
