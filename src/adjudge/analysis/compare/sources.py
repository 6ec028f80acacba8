"""All words of a claim's sources: what they say anywhere, also outside the sentences aligned with the claim."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View
from adjudge.analysis.facts.names import words_of
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.words import composed

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W_]+")


@dataclass(frozen=True, slots=True)
class SourceWords:
    """All sources of a claim as lower-cased words: what is said anywhere, outside the aligned sentences too."""

    lowered: str
    vocabulary: frozenset[str]
    counts: Mapping[str, int]

    @classmethod
    def of(cls, texts: Iterable[str]) -> "SourceWords":
        """The words of these texts."""
        return _words_of("\n".join(texts))

    def elsewhere(self, words: str, shown: Sequence[View]) -> bool:
        """Whether the first of these words also stands in a source sentence that none of the views shows."""
        first = _TOKEN.search(words.lower())
        if first is None or first.group() not in self.counts:
            return False
        texts = {(one.source.document_id, one.source.span.start): one.source.text for one in shown}.values()
        return self.counts[first.group()] > sum(_TOKEN.findall(text.lower()).count(first.group()) for text in texts)


@remembered
def _words_of(text: str) -> SourceWords:
    lowered = composed(text).lower()
    return SourceWords(lowered, words_of(lowered), Counter(_TOKEN.findall(lowered)))
