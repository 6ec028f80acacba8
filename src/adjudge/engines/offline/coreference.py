"""Pronouns and "the company" at the head of a statement, put back to the name they stand for, where that is plain.

In: statements in the order of their text. Out: the same statements with the name in place of the referring words, and
for each the names it could have stood for where there were several. Nothing is guessed: only one fitting name in the
nearest statement before that has any is taken.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudge.analysis.facts.names import Name, NameKind, names

_COLLECTIVES = """company firm group bank club agency charity university party team band organisation organization"""
_PLACES = """city town village country island region state"""
# Two capitalised words look like a person; these last words say that they are none.
_THINGS = """farm house hall street road avenue square bridge tower museum park garden theatre theater school church
castle centre center hotel prize award cup medal act bill day festival airport station stadium library gallery"""

_PERSONAL = (NameKind.PERSON, NameKind.OTHER)
_COLLECTIVE = (NameKind.ORGANISATION, NameKind.OTHER)
_THING = (NameKind.ORGANISATION, NameKind.PLACE, NameKind.OTHER)
_PRONOUNS = {
    **dict.fromkeys(("he", "she", "his", "her"), _PERSONAL),
    **dict.fromkeys(("it", "its"), _THING),
}
_NOUNS = {
    **dict.fromkeys(_COLLECTIVES.split(), _COLLECTIVE),
    **dict.fromkeys(_PLACES.split(), (NameKind.PLACE, NameKind.OTHER)),
}
_THING_WORDS = frozenset(_THINGS.split())
_ARTICLE = re.compile(r"\b(?:the|a|an|this|that)\s(?:[a-z-]+\s)?$", re.IGNORECASE)
_NEXT_WORD = re.compile(r"\s[a-z]{3,}(?<!ed)\b(?!\s(?:the|a|an)\b)")
_OF_ITS_OWN = ("his", "her", "its")
_REFERRING = re.compile(
    r"^(?P<lead>(?:[^,]{1,40},\s)?)"
    rf"(?:(?P<pronoun>{'|'.join(_PRONOUNS)})|the\s(?P<noun>{'|'.join(_NOUNS)}))\b(?!\sof\b)",
    re.IGNORECASE,
)
_EMPTY_IT = re.compile(
    r"^it(?:'s|’s)?\s(?:is|was|has been|will be|seems|appears|takes|took)\s(?:\w+\s){0,3}(?:that|to|for)\b",
    re.IGNORECASE,
)


_BACKWARDS = re.compile(
    r"\b(?:he|she|it|they|him|her|them|his|hers|its|their|this|these|those|such|both|former|latter|same)\b",
    re.IGNORECASE,
)


def refers_back(sentence: str) -> bool:
    """Whether the sentence has a word that stands for something said before."""
    return _BACKWARDS.search(sentence) is not None


@dataclass(frozen=True, slots=True)
class Resolved:
    """A statement that can be read by itself; `open` are the names it may be about where that is not plain."""

    text: str
    open: tuple[str, ...] = ()


def resolved(statements: Sequence[str]) -> tuple[Resolved, ...]:
    """Each statement with its leading reference put back to the name it stands for."""
    return _in_order(tuple(statements))


@lru_cache(maxsize=128)
def _in_order(statements: tuple[str, ...]) -> tuple[Resolved, ...]:
    found: list[Resolved] = []
    for number, statement in enumerate(statements):
        found.append(_resolved(statement, [_standing_alone(other.text) for other in found[max(0, number - 3) :]]))
    return tuple(found)


def _resolved(statement: str, before: Sequence[Sequence[Name]]) -> Resolved:
    match = _REFERRING.match(statement)
    if match is None or _EMPTY_IT.match(statement) or names(match["lead"]):
        return Resolved(statement)
    word = (match["pronoun"] or match["noun"]).lower()
    candidates = _candidates(before, (_PRONOUNS | _NOUNS)[word])
    if len(candidates) != 1:
        return Resolved(statement, open=candidates)
    name = f"{candidates[0]}'s" if word in _OF_ITS_OWN else candidates[0]
    return Resolved(match["lead"] + name + statement[match.end() :])


def _standing_alone(text: str) -> list[Name]:
    """The names that name something by themselves; in "the Elbe bridge" it is the bridge that "it" would stand for."""
    return [
        name
        for name in names(text)
        if not (_ARTICLE.search(text[: name.span.start]) and _NEXT_WORD.match(text, name.span.end))
    ]


def _is_thing(name: Name, fitting: Sequence[NameKind]) -> bool:
    return fitting is _PERSONAL and name.parts[-1] in _THING_WORDS


def _candidates(before: Sequence[Sequence[Name]], fitting: Sequence[NameKind]) -> tuple[str, ...]:
    """The fitting names of the nearest statement that has any; a longer form stands for the shorter one."""
    for held in reversed(before):
        fit = [name for name in held if name.kind in fitting and not _is_thing(name, fitting)]
        if fit:
            whole = [one for one in fit if not any(set(one.parts) < set(other.parts) for other in fit)]
            return tuple(dict.fromkeys(name.span.text for name in whole))
    return ()
