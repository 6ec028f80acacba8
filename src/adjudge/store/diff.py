"""Two runs compared: which verdicts changed, and what else changed with them.

Pure. Each outcome is first reduced to a small `Trace`, so that two large runs can be compared without holding their
texts. Cases are matched by id; what is left by position, since a case whose evidence changed may have got a new id.
"""

from collections import Counter, defaultdict
from collections.abc import AsyncIterable, Iterable, Mapping
from enum import StrEnum

from adjudge.case import Case
from adjudge.record import Record, digest
from adjudge.store.runs import StoredOutcome
from adjudge.transcript import Entry
from adjudge.verdict import Verdict


class Change(StrEnum):
    """What became of a case from one run to the other.

    Same: the same label and stance, or the same error; between protocols, which have labels of their own, the stance.
    """

    SAME = "same"
    CHANGED = "verdict changed"
    ONLY_BEFORE = "only in the first"
    ONLY_AFTER = "only in the second"


class Part(StrEnum):
    """What goes into a verdict, from the outside in."""

    CLAIM = "claim"
    EVIDENCE = "evidence"
    PROGRAM = "program"
    SETTINGS = "settings"
    PROMPT = "prompt"
    ENGINE = "engine"
    VOTE = "vote"
    WORDING = "wording"
    """Replies whose words or confidence differ although they decide alike."""


_OF_A_PROCEDURE = (Part.SETTINGS, Part.PROMPT, Part.ENGINE, Part.VOTE, Part.WORDING)


class Difference(Record):
    """A part that differs, and how."""

    part: Part
    detail: str


class Trace(Record):
    """What a comparison needs of an outcome."""

    case_id: str
    position: int
    label: str
    """The verdict's label; for a failure, the error's name."""
    stance: str | None
    confidence: float | None
    parts: Mapping[Part, Mapping[str, str]]
    """For each part, its pieces and their content or hash."""


class CaseDiff(Record):
    """One case in both runs, or in one."""

    case_id: str
    change: Change
    before: Trace | None = None
    after: Trace | None = None
    differences: tuple[Difference, ...] = ()


class RunDiff(Record):
    """All cases of both runs, in order of position."""

    cases: tuple[CaseDiff, ...] = ()

    @property
    def counts(self) -> Mapping[Change, int]:
        """How many cases went which way; every case is in exactly one."""
        found = Counter(case.change for case in self.cases)
        return {change: found[change] for change in Change}

    @property
    def changed(self) -> tuple[CaseDiff, ...]:
        """The cases whose verdict is another one."""
        return tuple(case for case in self.cases if case.change is Change.CHANGED)

    @property
    def parts(self) -> Mapping[Part, int]:
        """In how many of the changed cases each part changed too."""
        found = Counter(part for case in self.changed for part in {d.part for d in case.differences})
        return {part: found[part] for part in Part if found[part]}


async def diff_runs(before: AsyncIterable[StoredOutcome], after: AsyncIterable[StoredOutcome]) -> RunDiff:
    """Compare two stored runs: `diff_runs(store.outcomes(a), store.outcomes(b))`."""
    return compare([trace(stored) async for stored in before], [trace(stored) async for stored in after])


def compare(before: Iterable[Trace], after: Iterable[Trace]) -> RunDiff:
    """Compare two runs."""
    pairs = _matched(sorted(before, key=_position), sorted(after, key=_position))
    ordered = sorted(pairs, key=lambda pair: min(t.position for t in pair if t))
    return RunDiff(cases=tuple(_case_diff(*pair) for pair in ordered))


def trace(stored: StoredOutcome) -> Trace:
    """What a comparison needs of a stored outcome."""
    outcome = stored.outcome
    entries = outcome.transcript.entries if outcome.transcript else ()
    parts = _case_parts(stored.case) | (_entry_parts(entries) if entries else {})
    if not isinstance(outcome, Verdict):
        return Trace(
            case_id=outcome.case_id,
            position=stored.position,
            label=outcome.error,
            stance=None,
            confidence=None,
            parts=parts,
        )
    made = outcome.provenance
    return Trace(
        case_id=outcome.case_id,
        position=stored.position,
        label=outcome.label,
        stance=outcome.stance.value,
        confidence=outcome.confidence.value,
        parts={
            **parts,
            Part.PROGRAM: {"adjudge": made.adjudge},
            Part.SETTINGS: {name: _short(value) for name, value in made.protocol.items()},
            Part.PROMPT: dict(made.prompts),
        },
    )


def _case_parts(case: Case | None) -> dict[Part, Mapping[str, str]]:
    if case is None:
        return {}
    return {
        Part.CLAIM: {"text": digest(case.claim)},
        Part.EVIDENCE: {document.id: digest(document.text) for document in case.documents},
    }


def _entry_parts(entries: Iterable[Entry]) -> dict[Part, Mapping[str, str]]:
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
    return {Part.ENGINE: engines, Part.VOTE: votes, Part.WORDING: wording}


def _decisions(entry: Entry) -> dict[str, str]:
    """What a reply decides, by axis: the words that rules count, without reasons and confidence."""
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
    """Pairs of one id, in order where an id occurs twice; then pairs of one position; then each on its own."""
    by_id: defaultdict[str, list[Trace]] = defaultdict(list)
    for one in reversed(after):
        by_id[one.case_id].append(one)
    pairs: list[tuple[Trace | None, Trace | None]] = []
    alone: list[Trace] = []
    for one in before:
        if by_id[one.case_id]:
            pairs.append((one, by_id[one.case_id].pop()))
        else:
            alone.append(one)
    by_position = {one.position: one for rest in by_id.values() for one in rest}
    pairs += [(one, by_position.pop(one.position, None)) for one in alone]
    return pairs + [(None, one) for one in by_position.values()]


def _case_diff(before: Trace | None, after: Trace | None) -> CaseDiff:
    if before is None or after is None:
        one = before or after
        assert one is not None
        change = Change.ONLY_BEFORE if before else Change.ONLY_AFTER
        return CaseDiff(case_id=one.case_id, change=change, before=before, after=after)
    same = before.stance == after.stance and (before.label == after.label or _by_two_protocols(before, after))
    return CaseDiff(
        case_id=after.case_id,
        change=Change.SAME if same else Change.CHANGED,
        before=before,
        after=after,
        differences=_differences(before, after),
    )


def _differences(before: Trace, after: Trace) -> tuple[Difference, ...]:
    found = []
    another = _by_two_protocols(before, after)
    # A failure has neither settings nor prompts: only what both sides have can differ.
    for part in (part for part in Part if part in before.parts and part in after.parts):
        old, new = before.parts[part], after.parts[part]
        changed = [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]
        if another and part in _OF_A_PROCEDURE:
            # That a jury's seats are not those of a trial is no news.
            changed = [name for name in changed if name in old and name in new]
        if changed:
            found.append(Difference(part=part, detail="; ".join(_said(n, old.get(n), new.get(n)) for n in changed)))
    # Other votes have other words: that is no news.
    if any(difference.part is Part.VOTE for difference in found):
        found = [difference for difference in found if difference.part is not Part.WORDING]
    return tuple(found)


def _by_two_protocols(before: Trace, after: Trace) -> bool:
    """Whether both are verdicts, each of another protocol."""
    names = [one.parts.get(Part.SETTINGS, {}).get("name") for one in (before, after)]
    return None not in names and names[0] != names[1]


def _said(name: str, old: str | None, new: str | None) -> str:
    hashed = any(value is not None and len(value) == 64 for value in (old, new))
    if old is None or new is None:
        return f"{name} {'added' if old is None else 'gone'}"
    return f"{name} changed" if hashed else f"{name}: {old} → {new}"
