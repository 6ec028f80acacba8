"""Which way each word may be loosened: upward (dogs -> animals), downward (animals -> dogs), or not at all.

From the scopes of negation and of a few quantifiers; everything else is upward.
"""

from collections.abc import Sequence

from adjudge.analysis.facts.negation import negations
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.numbers import SMALL
from adjudge.analysis.text.words import Word

_RESTRICTOR_DOWN = word_set("every each all any jeder jede jedes alle")
_BOTH_DOWN = word_set("no few neither kein keine wenige")
_BODY_DOWN = frozenset({"few"})
_FLAT = word_set("exactly most half precisely genau meisten")
_BEFORE_SUPERLATIVE = word_set("the and top second third its his her their our my your 's one a")
_CONDITION = word_set("if unless when whenever falls wenn before without than")
_LIMITS = frozenset({("at", "most"), ("less", "than"), ("fewer", "than"), ("up", "to"), ("no", "more")})
_BREAKS = word_set(", ; : . ! ?")
_NEW_CLAUSE = word_set("after because while although until since nachdem weil während obwohl")
_OBJECTS = word_set("the a an their his her its this that these those all every some any each no it them him us me")
_PAST = word_set("was were had did went came fell took made")
_VERBISH = word_set("be have do can could will would may might must should shall")


def directions(words: Sequence[Word]) -> list[int]:
    """For each word 1 (upward), -1 (downward) or 0 (neither way)."""
    way = [1] * len(words)
    for negation in negations(words):
        if negation.kind != "weak":
            _turn(way, negation.first, negation.last)
    for index, word in enumerate(words):
        following = words[index + 1].lower if index + 1 < len(words) else ""
        if word.lower in _RESTRICTOR_DOWN:
            _turn(way, index + 1, _phrase_end(words, index + 1))
        elif word.lower in _BODY_DOWN and (index == 0 or words[index - 1].lower != "a"):
            _turn(way, index + 1, _clause_end(words, index + 1))
        elif (word.lower, following) in _LIMITS:
            _turn(way, index + 2, _clause_end(words, index + 2))
        elif word.lower in _FLAT and not _superlative(words, index):
            for at in range(index + 1, _clause_end(words, index + 1) + 1):
                way[at] = 0
        elif word.lower in _CONDITION and not _states(words, index):
            _turn(way, index + 1, _clause_end(words, index + 1))
    return way


def _superlative(words: Sequence[Word], at: int) -> bool:
    """Whether "most" only makes a superlative ("the most viewed", "the top 70 most viewed") and counts nothing."""
    before = words[at - 1].lower if at else ""
    return words[at].lower == "most" and (before in _BEFORE_SUPERLATIVE or before[:1].isdigit())


def _states(words: Sequence[Word], at: int) -> bool:
    """Whether the word sets no condition here: "more than 100 people" counts, "when the bridge fell" tells."""
    if words[at].lower == "than":
        counted = any(one.text[0].isdigit() or one.lower in SMALL for one in words[at + 1 : at + 2])
        return words[at - 1].lower == "more" and counted
    clause = words[at + 1 : _clause_end(words, at + 1) + 1]
    return words[at].lower == "when" and any(word.lower in _PAST for word in clause)


def _turn(way: list[int], first: int, last: int) -> None:
    for at in range(first, min(last, len(way) - 1) + 1):
        way[at] = -way[at]


def _phrase_end(words: Sequence[Word], first: int) -> int:
    """The end of a noun phrase with its relative clause: up to the first finite verb outside it."""
    relative = False
    for at in range(first, len(words)):
        lower = words[at].lower
        if lower in _BREAKS or (at > first and lower in _NEW_CLAUSE):
            return at - 1
        if lower in ("who", "that", "which", "whose"):
            relative = True
            continue
        if at > first and (words[at].stem in _VERBISH or lower in ("not", "n't")):
            if not relative:
                return at - 1
            relative = False
        elif (
            at > first
            and not relative
            and (_past(words, at) or (not lower.endswith(("ed", "ing")) and _finite(words, at)))
        ):
            return at - 1
    return len(words) - 1


def _past(words: Sequence[Word], at: int) -> bool:
    """A word in -ed with an object, or at the end, is the verb ("passed the exam"); else it may only describe the noun
    ("enrolled in May")."""
    following = words[at + 1].lower if at + 1 < len(words) else "."
    return words[at - 1].content and words[at].lower.endswith("ed") and following in _OBJECTS | _BREAKS


def _finite(words: Sequence[Word], at: int) -> bool:
    """A plural noun followed by a bare word, or a word in -s after a singular one, is taken for the verb."""
    before, word = words[at - 1], words[at]
    if not before.content or not word.content:
        return False
    plural_before = before.lower.endswith("s") or before.lower in ("people", "men", "women", "children")
    return plural_before != word.lower.endswith("s") and (plural_before or word.lower.endswith("s"))


def _clause_end(words: Sequence[Word], first: int) -> int:
    for at in range(first, len(words)):
        if words[at].lower in _BREAKS:
            return at - 1
    return len(words) - 1
