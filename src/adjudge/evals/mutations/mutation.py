"""What the bench makes: a claim, the sentence it was made from, every change, and the label that follows.

A claim is its source sentence with the edits applied and nothing else: `Mutation.rebuilt` proves it.
"""

from collections.abc import Iterable
from enum import StrEnum

from adjudge.record import Record


class Label(StrEnum):
    """Known by construction: a faithful claim follows from its source, a mutated one does not."""

    FAITHFUL = "FAITHFUL"
    MUTATED = "MUTATED"


class MutationKind(StrEnum):
    """In which one way a claim differs from its source."""

    VERBATIM = "verbatim"
    SYNONYM = "synonym"
    VOICE = "active/passive"
    REORDERED = "reordered"
    ROUNDED = "rounded"
    COARSER = "coarser"
    NUMBER = "number"
    UNIT = "unit"
    POINTS = "percentage against points"
    DATE = "date"
    PERIOD = "period"
    PLACE = "place"
    PERSON = "person"
    ROLES = "role swap"
    NEGATION = "negation"
    QUANTIFIER = "quantifier"
    HEDGE = "hedge removed"
    CAUSE = "cause from correlation"
    SCOPE = "scope widened"
    COMPARISON = "comparison turned"
    DENOMINATOR = "denominator dropped"
    ANTONYM = "antonym"

    @property
    def label(self) -> Label:
        """What every claim of this kind is."""
        return Label.FAITHFUL if self in FAITHFUL_KINDS else Label.MUTATED


FAITHFUL_KINDS = frozenset(
    {
        MutationKind.VERBATIM,
        MutationKind.SYNONYM,
        MutationKind.VOICE,
        MutationKind.REORDERED,
        MutationKind.ROUNDED,
        MutationKind.COARSER,
    }
)


class MutationEdit(Record):
    """One change: `was` is in the source sentence at `source_start`, `now` in the claim at `start`."""

    start: int
    end: int
    now: str
    source_start: int
    source_end: int
    was: str


class Mutation(Record):
    """A claim with its label, its kind and its edits; offsets of edits count in the sentence and in the claim."""

    id: str
    kind: MutationKind
    label: Label
    claim: str
    source: str
    sentence_start: int
    sentence_end: int
    edits: tuple[MutationEdit, ...] = ()
    language: str = "en"
    document: str = ""

    @property
    def sentence(self) -> str:
        """The sentence of the source that was changed."""
        return self.source[self.sentence_start : self.sentence_end]

    @property
    def rebuilt(self) -> str:
        """The claim made again from sentence and edits alone."""
        changes = [Replacement(start=edit.source_start, end=edit.source_end, text=edit.now) for edit in self.edits]
        return applied(self.sentence, changes)[0]


class Replacement(Record):
    """A replacement of some words by others."""

    start: int
    end: int
    text: str


def applied(sentence: str, changes: Iterable[Replacement]) -> tuple[str, tuple[MutationEdit, ...]]:
    """The sentence with the changes made, and each as an edit."""
    parts: list[str] = []
    edits: list[MutationEdit] = []
    position = written = 0
    for change in sorted(changes, key=lambda one: (one.start, one.end)):
        unchanged = sentence[position : change.start]
        begin = written + len(unchanged)
        parts += [unchanged, change.text]
        edits.append(
            MutationEdit(
                start=begin,
                end=begin + len(change.text),
                now=change.text,
                source_start=change.start,
                source_end=change.end,
                was=sentence[change.start : change.end],
            )
        )
        position, written = change.end, begin + len(change.text)
    return "".join(parts) + sentence[position:], tuple(edits)
