"""The blocks of a card: typed content that every writer converts to its own format.

All texts are as users and models gave them; escaping is the writers' work. A new protocol builds its sections from
these and gets a terminal card, a Markdown card and a page.
"""

from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """What an item says about the claim; every tone has a colour and a sign."""

    GOOD = "good"
    BAD = "bad"
    BEYOND = "beyond"
    """The source does not say it."""
    UNSURE = "unsure"
    FAILED = "failed"
    PLAIN = "plain"


SIGNS = {
    Tone.GOOD: "✓",
    Tone.BAD: "✗",
    Tone.BEYOND: "∅",
    Tone.UNSURE: "?",
    Tone.FAILED: "!",
    Tone.PLAIN: "·",
}


class Emphasis(StrEnum):
    """The emphasis of a piece of text."""

    PLAIN = "plain"
    MARK = "mark"
    WIDE = "wide"
    """Marked, but only by quotes that contain a shorter one."""
    REMOVED = "removed"
    ADDED = "added"
    GAP = "gap"


class Depth(StrEnum):
    """How a document shows a section: open, or folded under its title. A terminal shows sections with --verbose."""

    OPEN = "open"
    FOLDED = "folded"


@dataclass(frozen=True, slots=True)
class StyledText:
    """A stretch of text in one look; `refs` are the numbers of the points it decides.

    A quote may hold another: `opens` says how many begin with this piece, `closes` gives the points of each that ends.
    """

    text: str
    look: Emphasis = Emphasis.PLAIN
    tone: Tone = Tone.PLAIN
    refs: tuple[int, ...] = ()
    anchor: str = ""
    opens: int = 0
    closes: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion:
    """A decision and its confidence, if one was given."""

    word: str
    tone: Tone
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """Quoted words and their place."""

    text: str
    place: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class CitedPoint:
    """One point of a vote or speech, as its author gave it."""

    field: str
    claim_says: str
    truth_says: str
    issue: str


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence and its subject."""

    lead: str
    text: str
    tone: Tone = Tone.PLAIN
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A short word with a sign."""

    text: str
    tone: Tone
    note: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """Chips in a row, such as votes or axes."""

    lead: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text with its deciding words marked, shortened if it is long."""

    title: str
    note: str
    pieces: tuple[StyledText, ...]
    url: str = ""


@dataclass(frozen=True, slots=True)
class ClaimAndSources:
    """The claim and its sources."""

    claim: MarkedText
    sources: tuple[MarkedText, ...]


@dataclass(frozen=True, slots=True)
class NumberedFinding:
    """A numbered finding: the claim's words against the source's words."""

    number: int
    axis: str
    relation: str
    tone: Tone
    explanation: str
    claim: tuple[QuotedWords, ...] = ()
    source: tuple[QuotedWords, ...] = ()


@dataclass(frozen=True, slots=True)
class Points:
    """The findings, the deciding ones first."""

    points: tuple[NumberedFinding, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """An edited claim and its new verdict."""

    pieces: tuple[StyledText, ...]
    text: str
    outcome: Opinion | None


@dataclass(frozen=True, slots=True)
class JurorOpinion:
    """One juror: the first opinion if there was one before, the last one, and why. No last opinion: failed."""

    who: str
    role: str
    last: Opinion | None
    first: Opinion | None = None
    reason: str = ""
    evidence: tuple[CitedPoint, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the juror changed its mind."""
        return self.first is not None and self.last is not None and self.first.word != self.last.word


@dataclass(frozen=True, slots=True)
class Ballots:
    """The votes."""

    ballots: tuple[JurorOpinion, ...]


@dataclass(frozen=True, slots=True)
class DebateSpeech:
    """A speech; `left` is the side of the exchange on which it is shown."""

    speaker: str
    side: Opinion
    left: bool
    heading: str
    text: str
    evidence: tuple[CitedPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class DebateRounds:
    """A debate between two sides."""

    turns: tuple[DebateSpeech, ...]


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A yes-or-no question, its answer, and the words that decide it."""

    name: str
    question: str
    answer: Opinion
    reason: str
    quotes: tuple[QuotedWords, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class AnsweredQuestions:
    """The answers, question by question."""

    checks: tuple[AnsweredQuestion, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Struck:
    """Quotes that were not found in their document."""

    items: tuple[tuple[str, str], ...]
    """The words, and who gave them and why they do not count."""


Block = Note | Strip | ClaimAndSources | Points | Revision | Ballots | DebateRounds | AnsweredQuestions | Facts | Struck


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading; `label` is a short heading."""

    title: str
    blocks: tuple[Block, ...]
    depth: Depth = Depth.OPEN
    label: str = ""
