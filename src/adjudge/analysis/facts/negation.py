"""Negation: which words deny, and which words of the sentence they govern. English and German.

The scope is cheap: from the cue to the end of its clause, at most a dozen words; its `target` is the word denied first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.words import Word

_PARTICLES = word_set("not n't never nicht nie niemals cannot")
_DETERMINERS = word_set("no neither kein keine keinen keinem keiner")
_PRONOUNS = word_set("nobody nothing none nowhere noone niemand nichts")
_PREPOSITIONS = word_set("without ohne lacking absent")
_VERBS_WITH_TO = word_set("fail refus declin neglect cease")
_SELF_STANDING = word_set("deny lack disput incapabl unabl")
_WEAK = word_set("hardly scarcely barely rarely seldom kaum selten")
_BREAKS = word_set(
    ", ; : . ! ? but however although though while whereas because since unless if which who that and or - – — ( )",
    "aber sondern weil dass",
)
_FALSE_STARTS = frozenset(
    tuple(pair.split("_"))
    for pair in word_set(
        "not_only no_longer no_doubt not_just no_fewer no_less no_more not_more not_less not_least no_later",
        "nicht_nur no_one",
    )
)
_NOT_ALL = frozenset(
    (particle, word)
    for particle in ("not", "nicht")
    for word in word_set("all every everyone everybody everything alle allen aller alles jede jeder jedes jeden jedem")
)
"""Where the particle makes a smaller number of a whole, and denies nothing: "not all patients left"."""
_INSTEAD = frozenset({("rather", "than"), ("instead", "of"), ("anstelle", "von")})
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
    for index in range(len(words)):
        if kind := _cue(words, index):
            last = _scope_end(words, index)
            target = next((at for at in range(index + 1, last + 1) if words[at].content), -1)
            if target == -1:
                near = range(index - 1, max(-1, index - 1 - _REACH), -1)
                target = next((at for at in near if words[at].content), -1)
            found.append(Negation(index, index + 1, last, target, kind))
    return tuple(found)


def _cue(words: Sequence[Word], index: int) -> str:
    word = words[index]
    following = words[index + 1].lower if index + 1 < len(words) else ""
    if _in_title(words, index):
        return ""
    if word.lower in _PARTICLES:
        pair = (word.lower, following)
        return "" if pair in _FALSE_STARTS or pair in _NOT_ALL else "particle"
    if word.lower in _DETERMINERS:
        if (word.lower, following) == ("no", "longer"):
            return "particle"
        if (word.lower, following) == ("no", "one"):
            return "pronoun"
        opener = following in (",", ".", "!", "") or (word.lower, following) in _FALSE_STARTS
        return "" if opener else "determiner"
    if word.lower in _PRONOUNS:
        return "pronoun"
    if (word.lower, following) in _INSTEAD:
        return "instead"
    if word.lower in _PREPOSITIONS:
        # "With 43 members absent" says where they were not; "absent a deal" denies the deal.
        return "" if word.lower == "absent" and not following.isalnum() else "preposition"
    if word.lower in _WEAK:
        return "weak"
    if (word.stem in _VERBS_WITH_TO or word.lower == "yet") and following == "to":
        return "verb"
    if word.stem == "turn" and following == "down":
        return "verb"
    return "verb" if word.stem in _SELF_STANDING else ""


def _in_title(words: Sequence[Word], index: int) -> bool:
    """ "No Country for Old Men" denies nothing."""
    following = words[index + 1].text if index + 1 < len(words) else ""
    return words[index].text[0].isupper() and following[:1].isupper() and len(following) > 1 and following[1:].islower()


def _scope_end(words: Sequence[Word], index: int) -> int:
    last = index
    for at in range(index + 1, min(len(words), index + 1 + _REACH)):
        if words[at].lower in _BREAKS and at > index + 1:
            break
        last = at
    return last
