"""Numbers and dates of what was meant to be: a budget is not the cost, the day a hall was to open not the day it did.

In: a span of the claim and one of the source. Out: whether only one of them tells what was meant. What still lies
ahead is both: "will cost 50 million" can be set against "the budget is 60 million".
"""

import re

from adjudge.analysis.alignment import View
from adjudge.analysis.lexicon.blocks import pattern
from adjudge.analysis.spans import Span

_MEANT_WORDS = r"""
    budget(?:ed)?|targets?|originally|(?:its|the|their|an) original|
    (?:had|has|have) (?:been )?(?:originally )?(?:planned|expected|scheduled|hoped|forecast|meant|intended)|
    (?:was|were) (?:originally )?(?:meant|supposed)|than (?:planned|expected|scheduled|hoped|forecast)|
    ursprünglich\w*|geplant(?:e[nrs]?)?|vorgesehen(?:e[nrs]?)?|etat|budgetiert
"""
_MEANT = re.compile(rf"(?<!\w)(?:{pattern(_MEANT_WORDS)})(?!\w)", re.IGNORECASE)
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
    return bool(_MEANT.search(here)) is not bool(_MEANT.search(there))


def _clause(text: str, span: Span) -> str:
    start = max(text.rfind(sign, 0, span.start) for sign in _CLAUSE_ENDS) + 1
    ends = [at for sign in _CLAUSE_ENDS if (at := text.find(sign, span.end)) >= 0]
    return text[start : min(ends, default=len(text))]
