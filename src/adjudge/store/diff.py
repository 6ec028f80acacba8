"""Two runs compared: which verdicts changed, and what else changed with them.

Pure. Each outcome is first reduced to a small `Trace`, so that two large runs can be compared without holding their
texts. Cases are matched by the user's id, then by their texts, then by the claim alone; never by row number.
"""

import re
from collections import Counter, defaultdict
from collections.abc import AsyncIterable, Iterable, Mapping
from enum import StrEnum

from adjudge.case import Case
from adjudge.record import Record, digest
from adjudge.store.runs import StoredOutcome, title_of
from adjudge.transcript import Entry
from adjudge.verdict import Outcome, Verdict


class CaseChange(StrEnum):
    """How a case changed between two runs.

    Same: the same outcome, or the same error.
    """

    SAME = "same"
    CHANGED = "outcome changed"
    ONLY_BEFORE = "only in the first"
    ONLY_AFTER = "only in the second"


class VerdictInput(StrEnum):
    """The inputs of a verdict, from the outside in."""

    CLAIM = "claim"
    EVIDENCE = "evidence"
    PROGRAM = "program"
    SETTINGS = "settings"
    PROMPT = "prompt"
    ENGINE = "engine"
    VOTE = "vote"
    WORDING = "wording"
    """Replies that decide the same with different words or confidence."""


_OF_A_PROCEDURE = (
    VerdictInput.SETTINGS,
    VerdictInput.PROMPT,
    VerdictInput.ENGINE,
    VerdictInput.VOTE,
    VerdictInput.WORDING,
)


class DifferingPart(Record):
    """A part that differs, and how."""

    part: VerdictInput
    detail: str


class Trace(Record):
    """The parts of an outcome that a comparison needs."""

    case_id: str
    position: int
    label: str
    """The verdict's label; for a failure, the error's name."""
    outcome: Outcome | None
    stance: str | None
    confidence: float | None
    claim: str = ""
    """The beginning of the claim."""
    parts: Mapping[VerdictInput, Mapping[str, str]]
    """For each part, its pieces and their content or hash."""

    @property
    def shown(self) -> str:
        """The outcome with the protocol's own label; for a failure, the error."""
        return f"{self.outcome.value} ({self.label})" if self.outcome else self.label


class CaseDiff(Record):
    """One case in both runs, or in one."""

    case_id: str
    change: CaseChange
    before: Trace | None = None
    after: Trace | None = None
    differences: tuple[DifferingPart, ...] = ()


class RunDiff(Record):
    """All cases of both runs, in order of position."""

    cases: tuple[CaseDiff, ...] = ()

    @property
    def counts(self) -> Mapping[CaseChange, int]:
        """The number of cases by change; every case is counted once."""
        found = Counter(case.change for case in self.cases)
        return {change: found[change] for change in CaseChange}

    @property
    def changed(self) -> tuple[CaseDiff, ...]:
        """The cases whose verdict differs."""
        return tuple(case for case in self.cases if case.change is CaseChange.CHANGED)

    @property
    def parts(self) -> Mapping[VerdictInput, int]:
        """In how many of the changed cases each part changed too."""
        found = Counter(part for case in self.changed for part in {d.part for d in case.differences})
        return {part: found[part] for part in VerdictInput if found[part]}


async def diff_runs(before: AsyncIterable[StoredOutcome], after: AsyncIterable[StoredOutcome]) -> RunDiff:
    """Compare two stored runs: `diff_runs(store.outcomes(a), store.outcomes(b))`."""
    return compare([trace(stored) async for stored in before], [trace(stored) async for stored in after])


def compare(before: Iterable[Trace], after: Iterable[Trace]) -> RunDiff:
    """Compare two runs."""
    pairs = _matched(sorted(before, key=_position), sorted(after, key=_position))
    ordered = sorted(pairs, key=lambda pair: min(t.position for t in pair if t))
    return RunDiff(cases=tuple(_case_diff(*pair) for pair in ordered))


def trace(stored: StoredOutcome) -> Trace:
    """The trace of a stored outcome."""
    outcome = stored.outcome
    entries = outcome.transcript.entries if outcome.transcript else ()
    parts = _case_parts(stored.case) | (_entry_parts(entries) if entries else {})
    claim = title_of(stored.case) if stored.case else ""
    if not isinstance(outcome, Verdict):
        return Trace(
            case_id=outcome.case_id,
            position=stored.position,
            label=outcome.error,
            outcome=None,
            stance=None,
            confidence=None,
            claim=claim,
            parts=parts,
        )
    made = outcome.provenance
    return Trace(
        case_id=outcome.case_id,
        position=stored.position,
        label=outcome.label,
        outcome=outcome.outcome,
        stance=outcome.stance.value,
        confidence=outcome.confidence.value,
        claim=claim,
        parts={
            **parts,
            VerdictInput.PROGRAM: {"adjudge": made.adjudge},
            VerdictInput.SETTINGS: {name: _short(value) for name, value in made.protocol.items()},
            VerdictInput.PROMPT: dict(made.prompts),
        },
    )


def _case_parts(case: Case | None) -> dict[VerdictInput, Mapping[str, str]]:
    if case is None:
        return {}
    return {
        VerdictInput.CLAIM: {"text": digest(case.claim)},
        VerdictInput.EVIDENCE: {document.id: digest(document.text) for document in case.documents},
    }


def _entry_parts(entries: Iterable[Entry]) -> dict[VerdictInput, Mapping[str, str]]:
    engines: dict[str, str] = {}
    votes: dict[str, str] = {}
    wording: dict[str, str] = {}
    seen: Counter[str] = Counter()
    for entry in entries:
        engines[entry.agent] = entry.engine
        place = f"{entry.agent} in {entry.phase}"
        seen[place] += 1
        place = place if seen[place] == 1 else f"{place} ({seen[place]})"
        votes |= {f"{place}{axis}": decision for axis, decision in _decisions(entry).items()}
        wording[place] = digest(dict(entry.reply)) if entry.reply is not None else "failed"
    return {VerdictInput.ENGINE: engines, VerdictInput.VOTE: votes, VerdictInput.WORDING: wording}


def _decisions(entry: Entry) -> dict[str, str]:
    """The decisions of a reply by axis: the values that rules use, without reasons and confidence."""
    if entry.reply is None:
        return {"": "failed"}
    decided = [str(entry.reply[name]) for name in ("verdict", "label", "answer", "stance") if name in entry.reply]
    found = {"": ", ".join(decided)} if decided else {}
    answers = entry.reply.get("answers")
    for answer in answers if isinstance(answers, list) else ():
        if isinstance(answer, dict) and "axis" in answer:
            found[f" on {answer['axis']}"] = str(answer.get("answer"))
    return found


def _short(value: object) -> str:
    text = value if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""
    return text if text and len(text) <= 40 else digest(value)


def _position(trace: Trace) -> int:
    return trace.position


def _matched(before: list[Trace], after: list[Trace]) -> list[tuple[Trace | None, Trace | None]]:
    """Pairs of one key, in order where a key occurs twice, the surest kind of key first; then each on its own."""
    if len(before) == len(after) == 1:
        # Two single checks are compared with one another, whatever they are about.
        return [(before[0], after[0])]
    pairs: list[tuple[Trace | None, Trace | None]] = []
    for key in (_own_id, _texts, _claim_text, _unread):
        waiting: defaultdict[object, list[Trace]] = defaultdict(list)
        for one in reversed(after):
            if (of := key(one)) is not None:
                waiting[of].append(one)
        found = [(one, waiting[of].pop()) for one in before if (of := key(one)) is not None and waiting[of]]
        pairs += found
        used = {id(one) for pair in found for one in pair}
        before, after = ([one for one in side if id(one) not in used] for side in (before, after))
    return [*pairs, *((one, None) for one in before), *((None, one) for one in after)]


_ROW_ID = re.compile(r"pair-\d+")


def _own_id(trace: Trace) -> object:
    """The id that the user gave; None if it is only a row number."""
    return None if _ROW_ID.fullmatch(trace.case_id) else trace.case_id


def _texts(trace: Trace) -> object:
    texts = [trace.parts.get(part) for part in (VerdictInput.CLAIM, VerdictInput.EVIDENCE)]
    return None if None in texts else tuple(value for part in texts if part for value in part.values())


def _claim_text(trace: Trace) -> object:
    return trace.parts.get(VerdictInput.CLAIM, {}).get("text")


def _unread(trace: Trace) -> object:
    """Whether the row could not be read, so that only its number is known."""
    return trace.case_id if VerdictInput.CLAIM not in trace.parts else None


def _case_diff(before: Trace | None, after: Trace | None) -> CaseDiff:
    if before is None or after is None:
        one = before or after
        assert one is not None
        change = CaseChange.ONLY_BEFORE if before else CaseChange.ONLY_AFTER
        return CaseDiff(case_id=one.case_id, change=change, before=before, after=after)
    same = before.outcome is after.outcome and (before.outcome is not None or before.label == after.label)
    return CaseDiff(
        case_id=after.case_id,
        change=CaseChange.SAME if same else CaseChange.CHANGED,
        before=before,
        after=after,
        differences=_differences(before, after),
    )


def _differences(before: Trace, after: Trace) -> tuple[DifferingPart, ...]:
    found = []
    another = _by_two_protocols(before, after)
    # A failure has neither settings nor prompts: only what both sides have can differ.
    for part in (part for part in VerdictInput if part in before.parts and part in after.parts):
        old, new = before.parts[part], after.parts[part]
        changed = [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]
        if another and part in _OF_A_PROCEDURE:
            # That a jury's seats are not those of a trial is no news.
            changed = [name for name in changed if name in old and name in new]
        if changed:
            found.append(
                DifferingPart(part=part, detail="; ".join(_change(n, old.get(n), new.get(n)) for n in changed))
            )
    # Other votes have other words: that is no news.
    if any(difference.part is VerdictInput.VOTE for difference in found):
        found = [difference for difference in found if difference.part is not VerdictInput.WORDING]
    return tuple(found)


def _by_two_protocols(before: Trace, after: Trace) -> bool:
    """Whether both are verdicts of different protocols."""
    names = [one.parts.get(VerdictInput.SETTINGS, {}).get("name") for one in (before, after)]
    return None not in names and names[0] != names[1]


def _change(name: str, old: str | None, new: str | None) -> str:
    hashed = any(value is not None and len(value) == 64 for value in (old, new))
    if old is None or new is None:
        return f"{name} {'added' if old is None else 'gone'}"
    return f"{name} changed" if hashed else f"{name}: {old} → {new}"
