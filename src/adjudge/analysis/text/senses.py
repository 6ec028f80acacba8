"""What two words mean to each other: the same, broader, narrower, opposite, or two members of one kind.

Looks words up under their stems in the lexicon; a pair it does not know is `NONE`, never a guess.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache

from adjudge.analysis.text.lexicon.kinds import EXCLUSIVE_KINDS, HYPERNYMS_EXTRA, PERSONS
from adjudge.analysis.text.lexicon.opposites import POSITIONAL, STRONG
from adjudge.analysis.text.lexicon.synonyms import SYNONYM_SETS
from adjudge.analysis.text.words import stem


class Sense(StrEnum):
    """How the claim's word stands to the source's word."""

    SAME = "same"
    SYNONYM = "synonym"
    BROADER = "broader"
    NARROWER = "narrower"
    OPPOSITE = "opposite"
    SIBLING = "sibling"
    NONE = "none"


def _table(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """For each stem of the first words, the stems of the second words that go with it."""
    table: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        table[stem(one)].add(stem(other))
    return {word: frozenset(others - {word}) for word, others in table.items()}


def _both_ways(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for one, other in pairs:
        yield from ((one, other), (other, one))


def _of_kinds() -> Iterator[tuple[str, str]]:
    """Each word with the words for its kind."""
    yield from ((word, kind) for kind, groups in EXCLUSIVE_KINDS.items() for group in groups for word in group)
    yield from ((word, kind) for kind, members in HYPERNYMS_EXTRA.items() for word in members.split())
    yield from ((word, kind) for word in PERSONS for kind in ("person", "human", "individual", "somebody", "someone"))


def _memberships() -> dict[str, dict[str, int]]:
    """For each stem, the kinds it belongs to, and which of the kind's things it is."""
    table: dict[str, dict[str, int]] = defaultdict(dict)
    for kind, groups in EXCLUSIVE_KINDS.items():
        for number, group in enumerate(groups):
            for word in group:
                table[stem(word)][kind] = number
    return dict(table)


_STRONG = _table(_both_ways(STRONG))
_ALL_OPPOSITES = _table(_both_ways(STRONG + POSITIONAL))
_SYNONYM = _table((one, other) for group in SYNONYM_SETS for one in group for other in group)
_MEMBER = _memberships()
_HYPERNYM = _table(_of_kinds())
_HYPONYM = _table((kind, word) for word, kind in _of_kinds())
_FELLOWS = {
    kind: frozenset(stem(word) for group in groups for word in group) for kind, groups in EXCLUSIVE_KINDS.items()
}
_DENYING = ("un", "non", "dis", "in", "im", "ir", "il")


@lru_cache(maxsize=16_384)
def relatives(word: str) -> frozenset[str]:
    """Every stem that may mean something to this one: of any other, `sense` is `NONE`, and no opposite stands there."""
    tables = (_ALL_OPPOSITES, _SYNONYM, _HYPERNYM, _HYPONYM)
    found = {word, _negated_form(word), *(prefix + word for prefix in _DENYING)}
    return frozenset(
        found.union(*(table.get(word, ()) for table in tables), *(_FELLOWS[kind] for kind in _MEMBER.get(word, ())))
    )


@lru_cache(maxsize=65_536)
def sense(claim: str, source: str) -> Sense:
    """How the claim's stem stands to the source's stem. Opposites come first, then agreement, then kinds."""
    if claim == source:
        return Sense.SAME
    if source in _STRONG.get(claim, ()):
        return Sense.OPPOSITE
    if source in _SYNONYM.get(claim, ()):
        return Sense.SYNONYM
    if claim in _HYPERNYM.get(source, ()):
        return Sense.BROADER
    if source in _HYPERNYM.get(claim, ()):
        return Sense.NARROWER
    if _kind(claim, source, same=True):
        return Sense.SYNONYM
    if kind_shared(claim, source):
        return Sense.SIBLING
    if _negated_form(claim) == source or _negated_form(source) == claim:
        return Sense.OPPOSITE
    return Sense.NONE


@lru_cache(maxsize=65_536)
def opposite_in_place(claim: str, source: str) -> bool:
    """Whether the two exclude each other when one stands in the other's place."""
    return source in _ALL_OPPOSITES.get(claim, ())


@lru_cache(maxsize=65_536)
def kind_shared(claim: str, source: str) -> str:
    """The kind of which the two are different members, or an empty text."""
    return _kind(claim, source, same=False)


def person(word: str) -> bool:
    """Whether the stem names a person by role, age or sex."""
    return "person" in _HYPERNYM.get(word, ()) or word == "person"


def known(word: str) -> bool:
    """Whether the lexicon has anything to say about the stem."""
    return word in _ALL_OPPOSITES or word in _SYNONYM or word in _MEMBER or word in _HYPERNYM


def _kind(claim: str, source: str, *, same: bool) -> str:
    ours, theirs = _MEMBER.get(claim), _MEMBER.get(source)
    if not ours or not theirs:
        return ""
    shared = [kind for kind in ours if kind in theirs and (ours[kind] == theirs[kind]) is same]
    if not same and any(ours[kind] == theirs.get(kind) for kind in ours):
        return ""
    return shared[0] if shared else ""


@lru_cache(maxsize=65_536)
def _negated_form(word: str) -> str:
    for prefix in _DENYING:
        if word.startswith(prefix) and len(word) > len(prefix) + 4:
            return word[len(prefix) :]
    return ""
