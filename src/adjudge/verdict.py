"""OUT: what was decided, on which words, and by whom.

A `Verdict` is the complete record; a `Failure` takes its place if there is none. Both serialise to the same bytes for
the same case, engine and settings: wall-clock times (`timing`) are kept outside.
"""

import operator
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue, SerializeAsAny

from adjudge.record import OpenRecord, Record
from adjudge.transcript import Transcript, Usage

Share = Annotated[float, Field(ge=0.0, le=1.0)]


class Stance(StrEnum):
    """The common axis on which protocols are compared and scored."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"


class Outcome(StrEnum):
    """What a person reads, in the same four words for every protocol. The protocol's own label stands beside it."""

    SUPPORTED = "Supported"
    CONTRADICTED = "Contradicted"
    NOT_IN_SOURCE = "Not in the source"
    """The claim goes beyond the source: something is added or overstated."""
    UNDECIDED = "Undecided"
    """The panel is divided, the evidence does not settle it, or the label was withheld."""

    @classmethod
    def of(cls, label: str, stance: Stance, *, withheld: bool = False) -> "Outcome":
        """The outcome of a verdict with this label and stance; `withheld` if another label was held back."""
        if stance is Stance.SUPPORTED:
            return cls.SUPPORTED
        if stance is Stance.CONTRADICTED:
            return cls.CONTRADICTED
        return cls.NOT_IN_SOURCE if label in BEYOND_LABELS and not withheld else cls.UNDECIDED


BEYOND_LABELS = frozenset({"Mutated", "NOT ENOUGH INFO", "PARTIALLY_FAITHFUL"})
"""Labels that, where the source does not contradict the claim, say that it goes beyond the source."""


class Relation(StrEnum):
    """The relation of a part of the claim to the source."""

    SAME = "same"
    ENTAILED = "entailed"
    COARSER = "coarser"
    CONTRADICTED = "contradicted"
    ABSENT = "absent"


class Axis(StrEnum):
    """What a finding is about. The values are part of stored verdicts."""

    QUANTITY = "quantity"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    WORDING = "wording"
    QUANTIFIER = "quantifier"
    CERTAINTY = "certainty"
    CAUSALITY = "causality"
    CAVEAT = "caveat"


class Severity(StrEnum):
    """How much a finding matters to a reader."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Quote(Record):
    """Words of a document, found there: `document.text[start:end]` is `text`, always.

    `match` says whether the agent gave them letter for letter or whether white space and typography had to be repaired;
    `occurrences` counts how often they stand in the document, `also_at` names where else they begin (the first few).
    """

    text: str
    document_id: str
    start: int
    end: int
    match: Literal["verbatim", "repaired"] = "verbatim"
    occurrences: int = 1
    also_at: tuple[int, ...] = ()


class Finding(Record):
    """One difference or agreement between claim and source, on one axis."""

    axis: str
    relation: Relation
    claim_quote: Quote | None = None
    source_quote: Quote | None = None
    explanation: str
    severity: Severity = Severity.MEDIUM


class Confidence(Record):
    """How sure, and whether that number has been checked against labelled cases."""

    value: Share
    calibrated_on: str | None = None
    unlike: bool = Field(default=False, exclude_if=operator.not_)
    """Whether the texts are unlike those of the calibration. The value is then the average accuracy of such
    verdicts."""

    @property
    def calibrated(self) -> bool:
        """Whether the value was fitted on labelled cases."""
        return self.calibrated_on is not None


class Dissent(Record):
    """An agent that disagreed with the verdict, and why."""

    who: str
    verdict: str
    confidence: Share
    reasoning: str


class MinimalEdit(Record):
    """The smallest change of the claim that would make it faithful, applied and judged again."""

    text: str
    removed: tuple[Quote, ...] = ()
    added: tuple[str, ...] = ()
    rejudged_label: str | None = None


class RejectedQuote(Record):
    """Words that an agent gave as a quote and that are not in the document it named."""

    text: str
    document_id: str
    who: str
    reason: str


class Stage(Record):
    """One engine of a cascade, and what it said: its label and expected error where it had them."""

    engine: str
    label: str | None = None
    expected_error: float | None = None
    trouble: str = ""
    usage: Usage = Field(default_factory=Usage)


class Abstention(Record):
    """The label that was withheld, because its expected error is above what was allowed, or is not known."""

    label: str
    stance: Stance
    expected_error: float | None
    risk: float


class Promised(Record):
    """What `--risk` promised on labelled cases: the confidence from which labels are given; None if none is."""

    least_confidence: Share | None
    labels: int


class Provenance(Record):
    """What made the verdict: enough to make it again."""

    adjudge: str
    protocol: Mapping[str, object]
    engines: Mapping[str, str]
    case_digest: str
    prompts: Mapping[str, str] = Field(default_factory=dict)
    calibration: Mapping[str, JsonValue] | None = Field(default=None, exclude_if=lambda value: value is None)
    """The complete calibration behind the confidence, since the stored one may be fitted again later."""
    risk: float | None = Field(default=None, exclude_if=lambda value: value is None)
    """The expected error above which labels are withheld."""
    promise: Promised | None = Field(default=None, exclude_if=lambda value: value is None)
    """What the labelled cases of the calibration promised at that risk. Without it, each verdict's own expected error
    decided."""
    cascade: tuple[Stage, ...] = Field(default=(), exclude_if=lambda value: not value)
    """Which engines judged before the one that decided, and why their verdicts were not used."""


class Result(OpenRecord):
    """Base of the protocols' own records, whose JSON is the schema of their seed document."""


class Timing(Record):
    """Wall-clock seconds, by agent and in total. Not part of a verdict's bytes."""

    total_s: float
    by_agent_s: Mapping[str, float] = Field(default_factory=dict)
    cached_calls: int = 0


class Verdict(Record):
    """The complete record of one decided case."""

    case_id: str
    protocol: str
    label: str
    stance: Stance
    confidence: Confidence
    reasons: tuple[str, ...]
    quotes: tuple[Quote, ...] = ()
    rejected_quotes: tuple[RejectedQuote, ...] = ()
    findings: tuple[Finding, ...] = ()
    dissent: tuple[Dissent, ...] = ()
    failed_agents: tuple[str, ...] = ()
    minimal_edit: MinimalEdit | None = None
    abstained: Abstention | None = Field(default=None, exclude_if=lambda value: value is None)
    result: SerializeAsAny[Result]
    usage: Usage
    provenance: Provenance
    transcript: Transcript
    timing: Timing | None = Field(default=None, exclude=True)

    @property
    def outcome(self) -> Outcome:
        """The verdict in the words that people read."""
        return Outcome.of(self.label, self.stance, withheld=self.abstained is not None)

    @property
    def total_usage(self) -> Usage:
        """What the verdict took with the stages of a cascade that handed it on; `usage` is of its own transcript."""
        return sum((stage.usage for stage in self.provenance.cascade), Usage()) + self.usage


class Failure(Record):
    """A case that has no verdict, and why. Counted, never a label."""

    case_id: str
    error: str
    message: str
    hint: str = ""
    retryable: bool = False
    exit_code: int = 4
    transcript: Transcript | None = None
