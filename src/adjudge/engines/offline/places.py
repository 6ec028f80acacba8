"""Where a quote stands, in words: enough of the text around it to tell it from the same words elsewhere."""

import re
from collections.abc import Sequence

from adjudge.verdict import Quote

_BEFORE = re.compile(r"\S+\s*$")
_AFTER = re.compile(r"\s*\S+")
_MOST_WORDS = 40


def context_of(quote: Quote, text: str, others: Sequence[str] = ()) -> str:
    """The fewest words around a quote that stand only there in its text and the other texts; empty if its own words do,
    or if its whole surroundings are repeated."""
    start, end = quote.start, quote.end
    if _occurrences(text[start:end], text, others) <= 1:
        return ""
    for turn in range(_MOST_WORDS):
        # Words before it first: what follows on a number or a name is more often the same.
        if turn % 3 < 2 and (before := _BEFORE.search(text, max(0, start - 200), start)):
            start = before.start()
        elif after := _AFTER.match(text, end):
            end = after.end()
        if _occurrences(text[start:end], text, others) == 1:
            return text[start:end].strip()
    return ""


def _occurrences(words: str, text: str, others: Sequence[str]) -> int:
    return sum(one.count(words) for one in (text, *others))
