"""Find statements that contradict each other. Pure: statements in, the pairs that cannot both be true out.

Precise rather than complete, since one false alarm removes a correct verdict. Two statements clash only if they say the
same about the same subject and differ in exactly one thing that has one value: affirmed and denied, two numbers, all
and none, two opposites, or two dates of what happens once. Who says it makes no difference: "the union said" is
ignored. A denial also clashes with a statement that says more about the same: "resigned on Monday" and "had not
resigned".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from adjudge.analysis.compare.comparison import Comparison, compare
from adjudge.analysis.facts.negation import negations
from adjudge.analysis.text.remembered import remembered
from adjudge.analysis.text.words import content_words, stem, words
from adjudge.questions.entailment import Statement
from adjudge.verdict import Finding, Relation, Severity

_DENIED = "one affirms what the other denies."
_AXES = ("negation", "quantifier", "wording", "quantity", "date")
_DENIAL = frozenset({"negation", "quantifier"})
_ONCE = frozenset(
    map(
        stem, ["born", "died", "founded", "established", "incorporated", "opened", "ratified", "invented", "discovered"]
    )
)
_FEWEST_SHARED = 2
_LEAST_OVERLAP = 0.6
# In longer statements a single difference is as likely to mean two different matters.
_MOST_SHARED = 14
# Words that tie a sentence to a moment, speaker or thing: another sentence may say the opposite without contradiction.
_ELSEWHERE = re.compile(
    r"\b(?:then|later|earlier|before|after|afterwards|previously|now|initially|originally|once|again|until|since|"
    r"former(?:ly)?|today|yesterday|tomorrow|next|last|first|second|other|another|if|whether|would|could|may|might|"
    r"argued?|denied|denies|believes?|one|each|some)\b"
    r"|[:?]|\bat \d|^\W*(?:he|she|it|they|we|i|you|this|that|these|those|there)\b",
    re.IGNORECASE,
)


_SAID = r"(?:said|says|say|told\s\w+|claims?|claimed|stated?s?|reported|reports|announced|wrote)"
_SPEAKER_FIRST = re.compile(
    rf"^(?:according to [^,]{{2,60}},\s|[^,.;:]{{2,60}}?\s{_SAID}\s(?:on \w+\s)?(?:that\s)?)", re.IGNORECASE
)
_SPEAKER_LAST = re.compile(
    rf",\s(?:according to [^,]{{2,60}}|[^,]{{2,60}}\s{_SAID}(?:\son\s\w+)?|{_SAID}\s[^,]{{2,60}})\.?$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Two statements that cannot both be true, and why."""

    first: int
    second: int
    why: str

    def __str__(self) -> str:
        return f"Statements {self.first} and {self.second} contradict each other: {self.why}"


def clashes(statements: Sequence[Statement], *, most_pairs: int) -> tuple[Inconsistency, ...]:
    """The contradicting pairs among the first `most_pairs` pairs about the same thing."""
    return _clashes(tuple(statements), most_pairs)


@lru_cache(maxsize=64)
def _clashes(statements: tuple[Statement, ...], most_pairs: int) -> tuple[Inconsistency, ...]:
    """Remembered: claims about one source follow each other, and its statements are the same."""
    found = []
    for tried, (one, other) in enumerate(_kindred(statements)):
        if tried >= most_pairs:
            break
        if _denied(one.text, other.text) or _denied(other.text, one.text):
            found.append(Inconsistency(one.id, other.id, _DENIED))
        elif difference := _difference(one.text, other.text):
            found.append(Inconsistency(one.id, other.id, _plain(difference)))
    return tuple(found)


def _kindred(statements: Sequence[Statement]) -> Iterator[tuple[Statement, Statement]]:
    """The pairs of statements that share nearly all words; others need no comparison."""
    plain = [Statement(id=one.id, text=_unattributed(one.text)) for one in statements]
    candidates = [(one, _stems(one.text)) for one in plain if not _ELSEWHERE.search(one.text)]
    for (one, ours), (other, theirs) in combinations(candidates, 2):
        shared = len(ours & theirs)
        # A denial may omit words of the statement, so the shorter one sets the threshold.
        size = (min if _negated(one.text) is not _negated(other.text) else max)(len(ours), len(theirs))
        if _FEWEST_SHARED <= shared <= _MOST_SHARED and shared >= _LEAST_OVERLAP * size:
            yield one, other


def _unattributed(text: str) -> str:
    """The statement without its attribution ("the director said")."""
    core = _SPEAKER_LAST.sub("", _SPEAKER_FIRST.sub("", text))
    return core if len(_stems(core)) >= _FEWEST_SHARED else text


@remembered
def _negated(text: str) -> bool:
    return bool(negations(words(text)))


def _denied(denial: str, affirmation: str) -> bool:
    """Whether the denial contradicts the affirmation: all its content words occur in it."""
    return _negated(denial) and not _negated(affirmation) and _stems(denial) <= _stems(affirmation)


@remembered
def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in content_words(text))


def _difference(one: str, other: str) -> Finding | None:
    """The single contradicting difference between two statements, found in both directions."""
    forward, backward = _single(compare(one, [("other", other)])), _single(compare(other, [("other", one)]))
    if forward is None or backward is None or _sort(forward) != _sort(backward):
        return None
    return forward if forward.axis != "date" or _stems(one) & _stems(other) & _ONCE else None


def _single(comparison: Comparison) -> Finding | None:
    against = _merged(comparison.with_relation(Relation.CONTRADICTED))
    open_points = [one for one in comparison.with_relation(Relation.ABSENT) if one.severity is not Severity.LOW]
    if len({_sort(finding) for finding in against}) != 1 or open_points:
        return None
    difference = min(against, key=lambda finding: finding.axis != "quantifier")
    if difference.axis not in _AXES or difference.severity is not Severity.HIGH or difference.claim_quote is None:
        return None
    place = difference.claim_quote
    if place.start == 0 and place.text.isdigit():  # the number of a step or a line
        return None
    rest = [word for word in comparison.unmatched if not place.start <= word.start < place.end]
    return None if rest else difference


def _merged(against: Sequence[Finding]) -> list[Finding]:
    """The findings without wording findings that repeat a quantifier finding ("all" and "none" are opposites too)."""
    counted = [finding.claim_quote for finding in against if finding.axis == "quantifier"]
    return [finding for finding in against if finding.axis != "wording" or finding.claim_quote not in counted]


def _sort(finding: Finding) -> str:
    """None of them: that is a quantifier and a denial at once."""
    return "denial" if finding.axis in _DENIAL else finding.axis


def _plain(difference: Finding) -> str:
    if difference.axis != "negation" and difference.claim_quote and difference.source_quote:
        return f"'{difference.claim_quote.text}' and '{difference.source_quote.text}'."
    return _DENIED
