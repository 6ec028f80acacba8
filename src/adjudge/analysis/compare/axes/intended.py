"""Numbers and dates of what was meant to be: a budget is not the cost, the day a hall was to open not the day it did.

In: a span of the claim and one of the source. Out: whether only one of them tells what was meant. What still lies
ahead is both: "will cost 50 million" can be set against "the budget is 60 million".
"""

import re

from adjudge.analysis.compare.align import View
from adjudge.analysis.text.spans import Span

_PLANNED = "planned|expected|scheduled|hoped|forecast|meant|intended|supposed|budgeted"
_MEANT = re.compile(
    rf"(?<!\w)(?:(?:had|has|have|was|were)\s+(?:been\s+)?(?:originally\s+)?(?:{_PLANNED})|originally\s+(?:{_PLANNED})|"
    rf"than\s+(?:{_PLANNED})|ursprünglich\s+geplant|geplant(?:e[nrs]?)?|vorgesehen(?:e[nrs]?)?)(?!\w)",
    re.IGNORECASE,
)
_GOAL = r"(?:budget|target|goal|estimate|deadline|etat|ziel)"
_MEANT_BEFORE = re.compile(rf"\b{_GOAL}\s+(?:(?:of|was|is|were|von)\s+)?$", re.IGNORECASE)
_MEANT_BEHIND = re.compile(rf"[\s-]+{_GOAL}\b", re.IGNORECASE)
_AHEAD = re.compile(
    r"(?<!\w)(?:will|shall|would|(?:is|are) (?:to|set to|due to|going to|expected to)|wird|werden|soll(?:en)?)(?!\w)",
    re.IGNORECASE,
)
_CLAUSE_ENDS = ",;:"


def meant_apart(ours: Span, theirs: Span, view: View) -> bool:
    """Whether only one of the two, in its own clause, is of what was meant to be."""
    here, there = _clause(view.claim.text, ours), _clause(view.source.text, theirs)
    if _AHEAD.search(here) or _AHEAD.search(there):
        return False
    return _meant(view.claim.text, ours, here) is not _meant(view.source.text, theirs, there)


def _meant(text: str, span: Span, clause: str) -> bool:
    beside = _MEANT_BEFORE.search(text[: span.start]) or _MEANT_BEHIND.match(text, span.end)
    return bool(beside or _MEANT.search(clause))


def _clause(text: str, span: Span) -> str:
    start = max(text.rfind(sign, 0, span.start) for sign in _CLAUSE_ENDS) + 1
    ends = [at for sign in _CLAUSE_ENDS if (at := text.find(sign, span.end)) >= 0]
    return text[start : min(ends, default=len(text))]
