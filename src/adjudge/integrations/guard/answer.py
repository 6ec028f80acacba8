"""An answer on its way through the guard: text in as it arrives, text out as the mode wants it, and the report.

Where text is only flagged it passes at once. Otherwise a sentence is kept until it is judged, and nothing beyond it.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudge.integrations.guard.context import GuardContext
from adjudge.integrations.guard.judge import AnswerJudge, AnswerJudgement, SentenceStatus
from adjudge.integrations.guard.metrics import GuardMetrics
from adjudge.integrations.guard.settings import GuardMode
from adjudge.integrations.guard.splitting import AnswerPart, Splitter

_BEFORE = 2


@dataclass
class GuardedText:
    """One text of an answer: a choice of a chat completion, or a part of a response's output."""

    answer: "GuardedAnswer"
    choice: int
    splitter: Splitter = field(default_factory=Splitter)
    before: list[str] = field(default_factory=list)
    sent: str = ""
    """What the client has of it."""
    changed: bool = False
    stopped: bool = False
    _finished: bool = False

    async def feed(self, text: str) -> str:
        """Text that arrived; returns what may be sent now."""
        passed = text if self.answer.mode is GuardMode.FLAG else ""
        return await self._treated(passed, self.splitter.feed(text))

    async def finish(self) -> str:
        """The end of the text; returns the rest that may be sent."""
        if self._finished:
            return ""
        self._finished = True
        return await self._treated("", self.splitter.finish())

    async def _treated(self, passed: str, parts: Sequence[AnswerPart]) -> str:
        for part in parts:
            if self.stopped:
                break
            judgement = await self.answer.judged(part, " ".join(self.before[-_BEFORE:]), self.choice)
            if part.prose:
                self.before = [*self.before[-1:], part.sentence]
            if self.answer.mode is GuardMode.FLAG:
                continue
            shown = _shown(part, judgement, self.answer.mode)
            self.stopped = shown is None
            self.changed |= shown != part.text
            passed += shown or ""
        self.sent += passed
        return passed


class GuardedAnswer:
    """All texts of an answer, and the judgements of their sentences."""

    def __init__(self, mode: GuardMode, context: GuardContext, judge: AnswerJudge, metrics: GuardMetrics) -> None:
        self.mode = mode
        self.choices = context.choices
        self._context = context
        self._judge = judge
        self._metrics = metrics
        self._texts: dict[Hashable, GuardedText] = {}
        self._sentences: list[dict[str, Any]] = []
        self._told = 0

    def text(self, key: Hashable, choice: int) -> GuardedText:
        """The text of that key; a new one the first time."""
        return self._texts.setdefault(key, GuardedText(self, choice))

    @property
    def texts(self) -> Sequence[GuardedText]:
        """The texts that have begun."""
        return list(self._texts.values())

    async def judged(self, part: AnswerPart, before: str, choice: int) -> AnswerJudgement:
        """Judge a part and note it in the report."""
        if not self._context.documents:
            return AnswerJudgement(SentenceStatus.UNCHECKED)
        if not part.prose or not part.sentence:
            return AnswerJudgement(SentenceStatus.NOT_CHECKABLE)
        edit = self.mode is GuardMode.CORRECT
        with self._metrics.judging():
            judgement = await self._judge.judge(part.sentence, before, self._context.documents, edit=edit)
        self._metrics.count_sentence(judgement.status)
        self._sentences.append(_entry(part, judgement, choice))
        return judgement

    @property
    def has_news(self) -> bool:
        """Whether a sentence was judged since `news` was asked."""
        return self._told < len(self._sentences)

    def news(self) -> list[dict[str, Any]]:
        """The judgements since the last time."""
        found, self._told = self._sentences[self._told :], len(self._sentences)
        return found

    def report(self) -> dict[str, Any]:
        """What the response says about its sentences."""
        counts = {status.value: 0 for status in SentenceStatus}
        for one in self._sentences:
            counts[one["status"]] += 1
        return {
            "mode": self.mode.value,
            "context": [document.id for document in self._context.documents],
            "counts": counts,
            "sentences": self._sentences,
            "notes": list(self._context.notes),
        }


def _shown(part: AnswerPart, judgement: AnswerJudgement, mode: GuardMode) -> str | None:
    """The part as the client gets it; None if the answer ends before it."""
    if not judgement.is_unsupported:
        return part.text
    contradicted = judgement.status is SentenceStatus.CONTRADICTED
    if mode is GuardMode.WITHHOLD:
        return None if contradicted else part.text
    if mode is GuardMode.CORRECT:
        if judgement.corrected:
            return _replaced(part, judgement.corrected)
        if not contradicted:
            return part.text
    return _replaced(part, f"~~{part.text[len(part.lead) :].strip()}~~")


def _replaced(part: AnswerPart, words: str) -> str:
    body = part.text[len(part.lead) :]
    return part.lead + words + body[len(body.rstrip()) :]


def _entry(part: AnswerPart, judgement: AnswerJudgement, choice: int) -> dict[str, Any]:
    start = part.start + len(part.lead)
    entry: dict[str, Any] = {
        "choice": choice,
        "start": start,
        "end": part.start + len(part.text.rstrip()),
        "text": part.text[len(part.lead) :].rstrip(),
        "status": judgement.status.value,
        "reason": judgement.reason,
    }
    if quote := judgement.evidence:
        entry["evidence"] = {
            "document": quote.document_id, "text": quote.text, "start": quote.start, "end": quote.end,
        }  # fmt: skip
    if judgement.corrected:
        entry["corrected"] = judgement.corrected
    return entry
