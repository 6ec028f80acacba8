"""Names that a claim brings in from elsewhere: the sources do not have them, and nothing in them resolves them.

Such a name keeps a claim from being supported: the model often reads over one name in another's place. Texts of one or
two sentences do not introduce what they speak of, so nothing is foreign to them; nor are acronyms and capitalised
terms, which texts write in many ways.
"""

import re
from collections.abc import Sequence

from adjudge.analysis.compare.comparison import Comparison
from adjudge.analysis.facts.calendar import SEASONS
from adjudge.questions.base import Source
from adjudge.verdict import Axis, Finding, Relation, Severity

_INTRODUCES = 3
"""Sentences from which on a text names what it speaks of."""
_STEM = 5
_PLAIN_NAME = re.compile(r"[^\W\d_][^\W\d_A-Z]+(?:['’]\w+)?(?:\s(?:[^\W\d_][^\W\d_A-Z]+))*")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_TITLE_CASE = 0.5


def foreign_names(claim: str, comparison: Comparison, sources: Sequence[Source]) -> tuple[Finding, ...]:
    """The findings about such names; none in a claim that capitalises most of its words."""
    if comparison.source_sentences < _INTRODUCES or _title_case(claim):
        return ()
    absent = (one for one in comparison.on(Axis.NAME) if one.relation is Relation.ABSENT)
    grave = [one for one in absent if one.severity is not Severity.LOW and one.claim_quote is not None]
    told = " ".join(source.text for source in sources).casefold() if grave else ""
    return tuple(one for one in grave if one.claim_quote and _unresolved(one.claim_quote.text, told))


def _unresolved(name: str, told: str) -> bool:
    """Whether it is written as a name, and no word of the sources begins as one of its words does."""
    words = [word for word in name.casefold().split() if len(word) >= _STEM]
    is_name = _PLAIN_NAME.fullmatch(name) and name.casefold() not in SEASONS
    return bool(is_name) and not any(re.search(rf"\b{re.escape(word[:_STEM])}", told) for word in words)


def _title_case(claim: str) -> bool:
    words = _LONG_WORD.findall(claim)[1:]
    return len([word for word in words if word[0].isupper()]) > _TITLE_CASE * max(1, len(words))
