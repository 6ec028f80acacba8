"""One sentence of a claim or a source, read: its words, and on demand its quantities, dates, names and marks.

Everything inside counts from the sentence's own first character; `quote` gives offsets in the whole document.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property

from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.names import Name, names
from adjudge.analysis.facts.negation import Negation, negations
from adjudge.analysis.facts.periods import Period
from adjudge.analysis.facts.quantities import Quantity, quantities
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import Word, words
from adjudge.verdict import Quote

_MOST_VALUES = 16
"""So many numbers, dates and names of a sentence are compared: a sentence with more is a list or a table."""


words_in = remembered(words)
"""The words of a sentence, remembered."""


@remembered
def _negations(text: str) -> tuple[Negation, ...]:
    return negations(words_in(text))


@dataclass(frozen=True, eq=False)
class Reading:
    """A sentence and what it holds. Parts are read when they are first asked for."""

    document_id: str
    span: Span

    @property
    def text(self) -> str:
        """The sentence's own text."""
        return self.span.text

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """All words and marks."""
        return words_in(self.text)

    @cached_property
    def content(self) -> tuple[int, ...]:
        """Indexes of the words that carry content."""
        return tuple(index for index, word in enumerate(self.words) if word.content)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Numbers as intervals."""
        return quantities(self.text)[:_MOST_VALUES]

    @cached_property
    def dates(self) -> tuple[Period, ...]:
        """Periods."""
        return dates(self.text)[:_MOST_VALUES]

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """Names."""
        return names(self.text)[:_MOST_VALUES]

    @cached_property
    def negations(self) -> tuple[Negation, ...]:
        """Negations with their scope."""
        return _negations(self.text)[:_MOST_VALUES]

    def indexes(self, span: Span) -> frozenset[int]:
        """The words that the span touches."""
        starts, ends = self._edges
        return frozenset(range(bisect_right(ends, span.start), bisect_left(starts, span.end)))

    @cached_property
    def _edges(self) -> tuple[list[int], list[int]]:
        return [word.start for word in self.words], [word.end for word in self.words]

    def quote(self, span: Span) -> Quote:
        """The span as words of the whole document."""
        return Quote(
            text=span.text,
            document_id=self.document_id,
            start=self.span.start + span.start,
            end=self.span.start + span.end,
        )

    def quote_word(self, index: int) -> Quote:
        """One word as a quote."""
        word = self.words[index]
        return self.quote(Span(word.start, word.end, word.text))

    @property
    def whole(self) -> Quote:
        """The sentence as a quote."""
        return self.quote(Span(0, len(self.text), self.text))
