"""The headline of every view: a verdict in, its outcome, doubt and confidence in plain words out.

Terminal, HTML, Markdown, web pages and `--json --brief` all take their words from here, so that they agree.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import Field

from adjudge.record import Record
from adjudge.render.blocks import Tone
from adjudge.verdict import Outcome, Quote, Share, Verdict

OUTCOME_TONES: Mapping[Outcome, Tone] = {
    Outcome.SUPPORTED: Tone.GOOD,
    Outcome.CONTRADICTED: Tone.BAD,
    Outcome.NOT_IN_SOURCE: Tone.BEYOND,
    Outcome.UNDECIDED: Tone.UNSURE,
}
OUTCOME_MEANINGS: Mapping[Outcome, str] = {
    Outcome.SUPPORTED: "The source says what the claim says.",
    Outcome.CONTRADICTED: "The source says otherwise.",
    Outcome.NOT_IN_SOURCE: "The claim goes beyond the source: something is added or overstated.",
    Outcome.UNDECIDED: "The panel is divided, the evidence does not settle it, or the label was withheld.",
}
LEANING_BELOW = 0.6
"""Below this confidence a verdict is shown as "Leaning ..."."""
UNCALIBRATED = "not calibrated for this"
_LEVELS = ((0.9, "high confidence"), (0.75, "good confidence"), (LEANING_BELOW, "moderate confidence"))
_NEARLY_ALL, _NINETEEN_IN_TWENTY = 0.975, 0.925
_SENTENCE_END = re.compile(r"(?<=[.!?…])[”’\"')]*\s+(?=[“‘\"'(]*[A-Z0-9])")


@dataclass(frozen=True, slots=True)
class Objection:
    """What a protocol's proceedings say against its verdict; empty if nothing."""

    text: str = ""
    against: bool = False
    """Whether the verdict goes against the votes."""


class Headline(Record):
    """The headline of a verdict."""

    outcome: Outcome
    leaning: bool = False
    text: str
    """The outcome, or "Leaning ..." where it is in doubt."""
    doubt: str = ""
    """Why it only leans, or why it is undecided."""
    tone: Tone
    protocol: str
    label: str
    """The protocol's own word."""
    confidence: Share | None = None
    """The share of such verdicts that were right; None if not measured or not decided."""
    sure: str = ""
    """The confidence in words, with its figure."""
    worth: str = ""
    """The calibration in one phrase."""
    figures: str = ""
    """The calibration in figures."""
    reason: str = ""

    @property
    def caveat(self) -> str:
        """The doubt as a sentence; empty if the words of the confidence say it already."""
        return f"{self.doubt[:1].upper()}{self.doubt[1:]}." if self.doubt and self.doubt not in self.sure else ""


def headline_of(verdict: Verdict, objection: Objection) -> Headline:
    """The headline of a verdict; `objection` is what its proceedings say against it."""
    outcome, value = verdict.outcome, verdict.confidence.value
    if outcome is Outcome.UNDECIDED:
        return _headline(verdict, doubt=_withheld(verdict) or objection.text)
    calibrated = verdict.confidence.calibrated
    shown = float(f"{value:.2f}")  # what people read decides in what words
    low = "low confidence" if calibrated else "low confidence by the protocol's own count"
    doubt = objection.text if objection.against else low if shown < LEANING_BELOW else ""
    return _headline(
        verdict,
        leaning=bool(doubt),
        doubt=doubt,
        confidence=value if calibrated else None,
        sure=f"{level(shown)}, {shown:.0%}" if calibrated else f"confidence {UNCALIBRATED}",
        worth=_worth(verdict) if calibrated else UNCALIBRATED,
        figures=f"{value:.4g}, calibrated on {verdict.confidence.calibrated_on}"
        if calibrated
        else f"{value:.4g} by the protocol's own count",
    )


def _headline(
    verdict: Verdict,
    *,
    leaning: bool = False,
    doubt: str = "",
    confidence: float | None = None,
    sure: str = "",
    worth: str = "",
    figures: str = "",
) -> Headline:
    outcome = verdict.outcome
    return Headline(
        outcome=outcome,
        leaning=leaning,
        text=f"Leaning {outcome.value.lower()}" if leaning else outcome.value,
        doubt=doubt,
        tone=OUTCOME_TONES[outcome],
        protocol=verdict.protocol,
        label=verdict.label,
        confidence=confidence,
        sure=sure,
        worth=worth,
        figures=figures,
        reason=first_sentence(verdict.reasons[0]) if verdict.reasons and not verdict.abstained else "",
    )


def level(value: float) -> str:
    """A confidence in words."""
    return next((words for least, words in _LEVELS if value >= least), "low confidence")


def first_sentence(text: str) -> str:
    """The text up to the end of its first sentence."""
    return _SENTENCE_END.split(text.strip(), maxsplit=1)[0]


def _worth(verdict: Verdict) -> str:
    """The share of such verdicts that were right, in words."""
    value = verdict.confidence.value
    made = verdict.provenance.calibration or {}
    on = str(made.get("name") or (verdict.confidence.calibrated_on or "").partition(", n=")[0])
    if value >= _NEARLY_ALL:
        share = "nearly all"
    elif value >= _NINETEEN_IN_TWENTY:
        share = "about 19 in 20"
    else:
        share = f"about {max(1, round(value * 10))} in 10"
    unlike = "; your texts are unlike those, so this is the average" if verdict.confidence.unlike else ""
    # What the confidence is about: `protocols/calibration.py`.
    beyond = verdict.outcome is Outcome.NOT_IN_SOURCE
    return f"{share} such {'claims were not supported' if beyond else 'verdicts were right'} on {on}{unlike}"


def _withheld(verdict: Verdict) -> str:
    if (held := verdict.abstained) is None:
        return ""
    error, promised = held.expected_error, verdict.provenance.promise
    if promised is None or error is None:
        why = "is not known" if error is None else f"{error * 100:.4g}% is above {held.risk * 100:.4g}%"
        return f"withheld: {held.label}, expected error {why}"
    if promised.least_confidence is None:
        why = f"{promised.labels} labels allow no promise of {held.risk * 100:.4g}%"
    elif verdict.confidence.unlike:
        why = f"the texts are unlike the {promised.labels} labelled ones"
    else:
        why = f"{(1 - error) * 100:.4g}% is below {promised.least_confidence * 100:.4g}%, the least for this risk"
    return f"withheld: {held.label}, {why}"


class EvidenceWords(Record):
    """Words of a text, and where they stand in it."""

    text: str
    document: str
    start: int
    end: int
    place: str = Field(default="", exclude_if=lambda value: not value)
    """The page, cell or paragraph of the file, where the document has such places."""

    @classmethod
    def of(cls, quote: Quote, place: str = "") -> "EvidenceWords":
        """The words of a quote."""
        return cls(text=quote.text, document=quote.document_id, start=quote.start, end=quote.end, place=place)


class EvidencePair(Record):
    """The claim's words against the source's words."""

    axis: str
    relation: str
    claim: EvidenceWords | None
    source: EvidenceWords | None
    explanation: str


class BriefVerdict(Record):
    """What `--json --brief` prints: the card of a terminal as data."""

    case_id: str
    protocol: str
    outcome: Outcome
    leaning: bool
    doubt: str
    label: str
    confidence: Share | None
    calibration: str
    reason: str
    evidence: tuple[EvidencePair, ...]
    edit: str | None
