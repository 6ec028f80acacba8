"""An audit: the sentences of documents, selected, judged against their sources, and reported.

In: documents, configuration, an engine. Out: an `AuditReport`. `plan` reads everything and raises for wrong input
before anything is judged; `judge` asks the engine only for what the cache does not have.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudge.audit.baseline import Baseline
from adjudge.audit.cache import JudgementCache
from adjudge.audit.config import AuditConfig
from adjudge.audit.git import Changes
from adjudge.audit.judgement import SentenceJudgement, judgement_of, key_of
from adjudge.audit.report import AuditEntry, AuditReport, Status, status_of
from adjudge.audit.sources import Sources
from adjudge.audit.suppress import suppressions
from adjudge.audit.tree import relative
from adjudge.case import Case, Document
from adjudge.check import check_many
from adjudge.engines.base import Engine
from adjudge.errors import DataError
from adjudge.evidence.sources import SourceFile
from adjudge.manuscripts.model import Manuscript, WrittenSentence
from adjudge.manuscripts.reading import read_manuscript
from adjudge.plurals import count_of
from adjudge.protocols.base import Procedure
from adjudge.verdict import Failure

_STOPPING = ("BudgetReached", "EngineUnavailable")
_UNCLAIMED = ("NotAClaim",)


@dataclass(frozen=True)
class AuditItem:
    """A sentence that was selected, with its sources."""

    manuscript: Manuscript
    sentence: WrittenSentence
    sources: Mapping[str, SourceFile] = field(default_factory=dict)
    """By what reports call them."""
    suppressed: str = ""

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The sources as documents; a table is put into words about the sentence."""
        return tuple(source.document(self.sentence.text, id=name) for name, source in self.sources.items())

    @cached_property
    def case(self) -> Case:
        """The sentence as a case."""
        return Case(claim=self.sentence.text, documents=self.documents)


@dataclass(frozen=True)
class AuditPlan:
    """The items of an audit, and messages about skipped documents."""

    root: Path
    items: tuple[AuditItem, ...]
    documents: int
    skipped: int
    messages: tuple[str, ...]


def plan(root: Path, documents: Sequence[Path], config: AuditConfig, changes: Changes | None = None) -> AuditPlan:
    """Read the documents and their sources. A document that is not text is skipped with a message."""
    sources = Sources(root, config)
    items: list[AuditItem] = []
    messages: list[str] = []
    skipped = read = 0
    for path in documents:
        try:
            manuscript = read_manuscript(path, root=root, follow=False)
        except DataError as error:
            messages.append(f"{relative(path, root)} was skipped: {error}")
            continue
        read += 1
        found, more = _items(manuscript, sources, root)
        chosen = [one for one in found if changes is None or _changed(one, changes)]
        skipped += len(found) - len(chosen)
        items.extend(chosen)
        messages.extend((*manuscript.messages, *more))
    return AuditPlan(root, tuple(items), read, skipped, (*messages, *sources.messages))


def _items(manuscript: Manuscript, sources: Sources, root: Path) -> tuple[list[AuditItem], list[str]]:
    name = relative(manuscript.path, root)
    ignored = suppressions(manuscript, name=name)
    shared = sources.of_document(manuscript)
    items = []
    for number, sentence in enumerate(manuscript.sentences):
        # A sentence that names its own source is judged against that alone.
        named = {sources.name_of(one): one for one in sources.of_sentence(manuscript, sentence) or shared}
        items.append(AuditItem(manuscript, sentence, named, ignored.reasons.get(number, "")))
    return items, ignored.messages


def _changed(item: AuditItem, changes: Changes) -> bool:
    sentence, path = item.sentence, item.manuscript.path.resolve()
    return changes.touches(path, sentence.line, sentence.end_line) or any(
        changes.file(source.path.resolve()) for source in item.sources.values()
    )


@dataclass
class SentenceJudge:
    """Judges items with one engine and protocol, through the cache."""

    protocol: Procedure
    engine: Engine
    engine_name: str
    cache: JudgementCache
    concurrency: int = 4
    cached: int = 0
    stopped: str = ""
    found: dict[str, SentenceJudgement | Failure] = field(default_factory=dict)
    """What was judged so far, by `case.id`."""

    async def judge(
        self, items: Sequence[AuditItem], done: Callable[[str], None] = lambda _word: None
    ) -> dict[str, SentenceJudgement | Failure]:
        """The judgements by `case.id`. Equal sentences with equal sources are judged once."""
        found = self.found
        open_cases: dict[str, tuple[str, Case]] = {}
        for case in {item.case.id: item.case for item in items}.values():
            key = key_of(case, self.protocol, self.engine_name)
            known = self.cache.get(key)
            if known is None:
                open_cases[case.id] = (key, case)
            else:
                found[case.id] = known
                self.cached += 1
                done(known.outcome)
        cases = (case for _, case in open_cases.values())
        outcomes = check_many(
            cases, protocol=self.protocol, engine=self.engine, concurrency=self.concurrency, stop_on=_STOPPING
        )
        async with aclosing(outcomes):
            async for outcome in outcomes:
                key, case = open_cases[outcome.case_id]
                if isinstance(outcome, Failure):
                    found[case.id] = outcome
                    self.stopped = self.stopped or (outcome.message if outcome.error in _STOPPING else "")
                    done("failed")
                    continue
                judged = judgement_of(case, outcome)
                self.cache.put(key, judged)
                found[case.id] = judged
                done(judged.outcome)
        return found


def judged_items(plan: AuditPlan) -> tuple[AuditItem, ...]:
    """The items that need a judgement: they have sources and are not suppressed."""
    return tuple(item for item in plan.items if item.sources and not item.suppressed)


async def audit(
    plan: AuditPlan,
    judge: SentenceJudge,
    *,
    baseline: Baseline | None = None,
    done: Callable[[str], None] = lambda _word: None,
) -> AuditReport:
    """Judge a plan and report every sentence of it."""
    found = await judge.judge(judged_items(plan), done)
    entries = tuple(_entries(plan, found, baseline or Baseline()))
    messages = list(plan.messages)
    if baseline and (stale := baseline.stale({entry.path for entry in entries})) and not plan.skipped:
        gone = count_of(stale, "finding")
        messages.append(f"{gone} of the baseline no longer found; --update-baseline removes what is gone.")
    return AuditReport(
        documents=plan.documents,
        entries=entries,
        skipped=plan.skipped,
        cached=judge.cached,
        messages=tuple(messages),
        stopped=judge.stopped,
    )


def _entries(
    plan: AuditPlan, found: dict[str, SentenceJudgement | Failure], baseline: Baseline
) -> Iterator[AuditEntry]:
    for item in plan.items:
        outcome = found.get(item.case.id) if item.sources and not item.suppressed else None
        entry = _entry(plan.root, item, outcome)
        is_finding = entry.status in (Status.CONTRADICTED, Status.UNSUPPORTED)
        yield entry.model_copy(update={"status": Status.BASELINE}) if is_finding and baseline.take(entry) else entry


def _entry(root: Path, item: AuditItem, outcome: SentenceJudgement | Failure | None) -> AuditEntry:
    sentence = item.sentence
    status, message = _status_and_message(item, outcome)
    judgement = outcome if isinstance(outcome, SentenceJudgement) else None
    first, last = (judgement.start, judgement.end) if judgement and judgement.start < judgement.end else (0, 0)
    start, end = sentence.place(first, last) if first < last <= len(sentence.text) else (sentence.start, sentence.end)
    return AuditEntry(
        path=relative(item.manuscript.path, root),
        line=sentence.line,
        column=sentence.column,
        end_line=sentence.end_line,
        end_column=sentence.end_column,
        start=start,
        end=end,
        text=sentence.text,
        status=status,
        words=sentence.text[first:last],
        message=message,
        sources=tuple(item.sources),
        judgement=judgement,
        **_place(item, judgement),
    )


def _place(item: AuditItem, judgement: SentenceJudgement | None) -> dict[str, Any]:
    """Where the evidence stands in its source: page, cell or paragraph, and the rectangles on the pages of a PDF."""
    quote = judgement.evidence if judgement else None
    if quote is None or quote.document_id not in item.sources:
        return {}
    place = item.case.document(quote.document_id).place(quote.start, quote.end)
    return {"place": place, "rectangles": tuple(item.sources[quote.document_id].rectangles(quote))}


def _status_and_message(item: AuditItem, outcome: SentenceJudgement | Failure | None) -> tuple[Status, str]:
    if item.suppressed:
        return Status.SUPPRESSED, item.suppressed
    if not item.sources:
        return Status.NO_SOURCE, ""
    if isinstance(outcome, SentenceJudgement):
        return status_of(outcome), outcome.explanation
    if outcome is not None and outcome.error in _UNCLAIMED:
        return Status.NOT_CHECKABLE, outcome.message
    return Status.FAILED, outcome.message if outcome else "It was not judged: the audit stopped before."
