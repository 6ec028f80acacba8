"""Negation: which words deny, and which words of the sentence they govern. English and German.

The scope is cheap: from the cue to the end of its clause, at most a dozen words; its `target` is the word denied first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.words import Word

_PARTICLES = frozenset("not n't never nicht nie niemals cannot".split())
_DETERMINERS = frozenset("no neither kein keine keinen keinem keiner".split())
_PRONOUNS = frozenset("nobody nothing none nowhere noone niemand nichts".split())
_PREPOSITIONS = frozenset("without ohne lacking absent".split())
_VERBS = frozenset("fail deny refus lack reject declin disput avoid prevent cease neglect ban prohibit forbid".split())
_VERBS_WITH_TO = frozenset("fail refus declin neglect cease".split())
_SELF_STANDING = frozenset("deny lack disput".split())
_WEAK = frozenset("hardly scarcely barely rarely seldom kaum selten".split())
_BREAKS = frozenset(
    ", ; : . ! ? but however although though while whereas because since unless if which who that and or - – — ( ) aber sondern weil dass".split()
)
_FALSE_STARTS = frozenset({("not", "only"), ("no", "longer"), ("no", "doubt"), ("not", "just"), ("no", "fewer"), ("no", "less"), ("no", "more"),
                           ("not", "more"), ("not", "less"), ("not", "least"), ("no", "later"), ("nicht", "nur"), ("no", "one")})  # fmt: skip
_REACH = 12


@dataclass(frozen=True, slots=True)
class Negation:
    """A cue (index of its word), the words it governs, and the content word it denies first (-1: none)."""

    cue: int
    first: int
    last: int
    target: int
    kind: str

    def governs(self, index: int) -> bool:
        """Whether the word of that index lies in the scope."""
        return self.first <= index <= self.last


def negations(words: Sequence[Word]) -> tuple[Negation, ...]:
    """The negations of one sentence, in order."""
    found = []
    for index, word in enumerate(words):
        kind = _cue(words, index)
        if kind:
            last = _scope_end(words, index)
            target = next((at for at in range(index + 1, last + 1) if words[at].content), -1)
            if word.lower in _PRONOUNS and target == -1:
                target = index
            found.append(Negation(index, index + 1, last, target, kind))
    return tuple(found)


def polarity(found: Sequence[Negation], index: int) -> bool:
    """Whether the word stands affirmed: outside negations, or inside an even number of them."""
    return sum(1 for negation in found if negation.governs(index)) % 2 == 0


def _cue(words: Sequence[Word], index: int) -> str:
    word = words[index]
    following = words[index + 1].lower if index + 1 < len(words) else ""
    if word.lower in _PARTICLES:
        return "" if (word.lower, following) in _FALSE_STARTS else "particle"
    if word.lower in _DETERMINERS:
        if (word.lower, following) == ("no", "longer"):
            return "particle"
        if (word.lower, following) == ("no", "one"):
            return "pronoun"
        opener = following in (",", ".", "!", "") or (word.lower, following) in _FALSE_STARTS
        return "" if opener else "determiner"
    if word.lower in _PRONOUNS:
        return "pronoun"
    if word.lower in _PREPOSITIONS:
        return "preposition"
    if word.lower in _WEAK:
        return "weak"
    if word.stem in _VERBS_WITH_TO and following == "to":
        return "verb"
    return "verb" if word.stem in _SELF_STANDING else ""


def _scope_end(words: Sequence[Word], index: int) -> int:
    last = index
    for at in range(index + 1, min(len(words), index + 1 + _REACH)):
        if words[at].lower in _BREAKS and at > index + 1:
            break
        last = at
    return last
