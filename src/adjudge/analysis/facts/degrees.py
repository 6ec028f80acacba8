"""Words that say how sure, how many and why: marks on ordered scales, each with its exact span.

Certainty: proves > (plain) > suggests > may. Quantifiers: all > most > many > some > few > none. Causes: caused >
contributed > associated > followed.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from adjudge.analysis.text.lexicon.scales import CAUSES, CAVEATS, CERTAINTY, LEVELS, QUANTIFIERS
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import stem


class Scale(StrEnum):
    """What a mark speaks about."""

    CERTAINTY = "certainty"
    QUANTIFIER = "quantifier"
    CAUSALITY = "causality"
    CAVEAT = "caveat"


@dataclass(frozen=True, slots=True)
class Mark:
    """A word or phrase, its level on its scale (higher says more), and the stem of the noun it binds, if any."""

    span: Span
    scale: Scale
    level: int
    group: str
    head: str = ""


_NEAR = 40
PLAIN = 3  # the certainty of a sentence that carries no mark


def _compiled(table: dict[str, str]) -> re.Pattern[str]:
    body = "|".join(f"(?P<{group}>{words})" for group, words in table.items())
    return re.compile(rf"(?<![\w'’-])(?:{body})(?![\w])", re.IGNORECASE)


_PATTERNS = {
    Scale.CERTAINTY: _compiled(CERTAINTY),
    Scale.QUANTIFIER: _compiled(QUANTIFIERS),
    Scale.CAUSALITY: _compiled(CAUSES),
    Scale.CAVEAT: _compiled(CAVEATS),
}
_OF_PEOPLE = ("everyone", "everybody", "anyone", "anybody", "nobody", "no one")
_HEAD = re.compile(
    r"\s(?:(?:(?:of|the|these|those|their|his|her|its|our|other|der|den|die)\s){1,3}(?:\d[\d.,]*\s)?)?"
    r"(?:[^\W\d_]+['’]s\s)?(?!(?:of|the|in|on|at|by|der|den|die)\b)([^\W\d_]+)(?:\s([^\W\d_]+))?"
)
"""The noun, past articles, a number and a possessor: "most of the island's inhabitants" are inhabitants."""
_REJECTED = re.compile(r"\b(?:reject|den(?=y|ie)|dismiss|refut|disput)\w*\s(?:\w+\s)?$", re.IGNORECASE)
_MONTH_MAY = re.compile(r"(?:\b(?:in|of|by|since|until|early|mid|late|\d{1,2}(?:st|nd|rd|th)?)[\s-]+$)", re.IGNORECASE)


@remembered
def hedges(text: str) -> tuple[Mark, ...]:
    """The marks of certainty."""
    return tuple(
        mark
        for mark in _marks(text, Scale.CERTAINTY)
        if not (mark.span.text == "May" and _is_month(text, mark.span.start, mark.span.end))
        and not (mark.group == "report" and _REJECTED.search(text[max(0, mark.span.start - _NEAR) : mark.span.start]))
    )


def _is_month(text: str, start: int, end: int) -> bool:
    return bool(_MONTH_MAY.search(text[max(0, start - 12) : start])) or bool(
        re.match(r"\s?,?\s?\d", text[end : end + 5])
    )


@remembered
def quantifiers(text: str) -> tuple[Mark, ...]:
    """The words that say how many of a kind, with the noun they bind."""
    return _marks(text, Scale.QUANTIFIER)


@remembered
def causes(text: str) -> tuple[Mark, ...]:
    """The words that tie an effect to a cause, however loosely."""
    return _marks(text, Scale.CAUSALITY)


@remembered
def caveats(text: str) -> tuple[Mark, ...]:
    """The words that limit a statement: to whom, when, on whose word, under which condition."""
    return _marks(text, Scale.CAVEAT)


def _marks(text: str, scale: Scale) -> tuple[Mark, ...]:
    found = []
    for match in _PATTERNS[scale].finditer(text):
        group = match.lastgroup or ""
        head = _head(text, match) if scale is Scale.QUANTIFIER else ""
        found.append(Mark(Span(*match.span(), match.group()), scale, LEVELS[group], group, head))
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
