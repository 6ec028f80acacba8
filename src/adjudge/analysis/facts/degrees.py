"""Words that say how sure, how many and why: marks on ordered scales, each with its exact span.

Certainty: proves > (plain) > suggests > may. Quantifiers: all > most > many > some > few > none. Causes: caused >
contributed > associated > followed.
"""

import re
from dataclasses import dataclass
from functools import partial

from adjudge.analysis.facts.dates import dates
from adjudge.analysis.text.lexicon.scales import CAUSES, CAVEATS, CERTAINTY, LEVELS, QUANTIFIERS
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.spans import Span, touches
from adjudge.analysis.text.words import stem


@dataclass(frozen=True, slots=True)
class Mark:
    """A word or phrase, its level on its scale (higher says more), and the stem of the noun it binds, if any."""

    span: Span
    level: int
    group: str
    head: str = ""


_NEAR = 40
PLAIN = 3  # the certainty of a sentence that carries no mark


def _compiled(table: dict[str, str]) -> re.Pattern[str]:
    body = "|".join(f"(?P<{group}>{words})" for group, words in table.items())
    return re.compile(rf"(?<![\w'’-])(?:{body})(?![\w])", re.IGNORECASE)


_CERTAINTY, _QUANTIFIERS, _CAUSES, _CAVEATS = map(_compiled, (CERTAINTY, QUANTIFIERS, CAUSES, CAVEATS))
_OF_PEOPLE = ("everyone", "everybody", "anyone", "anybody", "nobody", "no one")
_HEAD = re.compile(
    r"\s(?:(?:(?:of|the|these|those|their|his|her|its|our|other|der|den|die)\s){1,3}(?:\d[\d.,]*\s)?)?"
    r"(?:[^\W\d_]+['’]s\s)?(?!(?:of|the|in|on|at|by|der|den|die)\b)([^\W\d_]+)(?:\s([^\W\d_]+))?"
)
"""The noun, past articles, a number and a possessor: "most of the island's inhabitants" are inhabitants."""
_REJECTED = re.compile(r"\b(?:reject|den(?=y|ie)|dismiss|refut|disput)\w*\s(?:\w+\s)?$", re.IGNORECASE)


def _marks(text: str, pattern: re.Pattern[str]) -> tuple[Mark, ...]:
    found = []
    for match in pattern.finditer(text):
        group = match.lastgroup or ""
        head = _head(text, match) if pattern is _QUANTIFIERS else ""
        found.append(Mark(Span(*match.span(), match.group()), LEVELS[group], group, head))
    return tuple(found)


def _head(text: str, mark: re.Match[str]) -> str:
    """What is counted: the noun behind the mark, or people where the mark itself says so."""
    if mark.group().lower().endswith(_OF_PEOPLE):
        return stem("people")
    match = _HEAD.match(text, mark.end())
    if match is None:
        return ""
    first, second = match.group(1).lower(), (match.group(2) or "").lower()
    plural = second.endswith("s") and not first.endswith("s") and not second.endswith(("ss", "us", "is"))
    return stem(second if plural else first)


@remembered
def hedges(text: str) -> tuple[Mark, ...]:
    """The marks of certainty."""
    marks = _marks(text, _CERTAINTY)
    months = [one.span for one in dates(text)] if any(mark.span.text == "May" for mark in marks) else []
    return tuple(
        mark
        for mark in marks
        if not (mark.span.text == "May" and touches(mark.span.start, mark.span.end, months))
        and not (mark.group == "report" and _REJECTED.search(text[max(0, mark.span.start - _NEAR) : mark.span.start]))
    )


quantifiers = remembered(partial(_marks, pattern=_QUANTIFIERS))
"""The words that say how many of a kind, with the noun they bind."""
causes = remembered(partial(_marks, pattern=_CAUSES))
"""The words that tie an effect to a cause, however loosely."""
caveats = remembered(partial(_marks, pattern=_CAVEATS))
"""The words that limit a statement: to whom, when, on whose word, under which condition."""
