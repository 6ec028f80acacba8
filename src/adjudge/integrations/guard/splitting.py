"""From pieces of text as they arrive to whole sentences. Nothing is lost: the parts together are the text, letter by
letter. Not more than the current sentence is kept."""

import re
from dataclasses import dataclass

from adjudge.analysis.text.sentences import sentences

LONGEST_SENTENCE = 2_000
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_LINE_END = re.compile(r"[\r\n]+")
_BULLET = re.compile(r"\s*(?:(?:[-*+•–]|\d{1,3}[.)]|#{1,6}|>)\s+)*")
_MARKS = re.compile(r"`([^`\n]+)`|\*\*|__|`")


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A part of the answer: a sentence with the white space after it, or text that is no prose, such as code."""

    text: str
    start: int
    prose: bool = True

    @property
    def sentence(self) -> str:
        """The words to judge: without the bullet, the marks of Markdown and the space around them."""
        return without_marks(self.text[len(self.lead) :])

    @property
    def lead(self) -> str:
        """The bullet, number or heading mark before the sentence."""
        found = _BULLET.match(self.text)
        return found.group() if found else ""


def without_marks(text: str) -> str:
    """The text without Markdown's emphasis and backticks; what stands between backticks is as it is: `__init__.py`."""
    return _MARKS.sub(lambda mark: mark[1] or "", text).strip()


class Splitter:
    """Takes text piece by piece and gives parts as soon as they are complete."""

    def __init__(self) -> None:
        self._held = ""
        self._at = 0
        self._in_code = False

    def feed(self, text: str) -> list[AnswerPart]:
        """The parts that this piece completes."""
        self._held += text
        found: list[AnswerPart] = []
        while end := self._complete():
            found.append(self._take(end))
        return found

    def finish(self) -> list[AnswerPart]:
        """The rest."""
        return [*self.feed(""), *([self._take(len(self._held))] if self._held else [])]

    def _complete(self) -> int:
        """Where the first part ends, 0 if that is still open."""
        line = _LINE_END.search(self._held)
        # The last line break may be half of one: what follows decides.
        ended = line.end() if line and line.end() < len(self._held) else 0
        if self._in_code or _FENCE.match(self._held):
            return ended or self._too_long()
        until = self._held[: line.start()] if line else self._held
        spans = sentences(until)
        if len(spans) > 1:
            return spans[1].start
        return ended or self._too_long()

    def _too_long(self) -> int:
        return LONGEST_SENTENCE if len(self._held) > LONGEST_SENTENCE else 0

    def _take(self, end: int) -> AnswerPart:
        text, self._held = self._held[:end], self._held[end:]
        fence = bool(_FENCE.match(text))
        prose = not self._in_code and not fence and len(text) < LONGEST_SENTENCE
        self._in_code ^= fence
        part = AnswerPart(text, self._at, prose=prose and bool(text.strip()))
        self._at += len(text)
        return part
