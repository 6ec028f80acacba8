"""Reads the blocks of words and patterns in which the lists of this package are written."""

import re
from collections import defaultdict
from collections.abc import Iterable


def word_set(*blocks: str) -> frozenset[str]:
    """The words of the blocks, apart by white space."""
    return frozenset(word for block in blocks for word in block.split())


def pattern(block: str) -> str:
    """A pattern written over several lines, as one."""
    return re.sub(r"\s*\n\s*", "", block)


def patterns(block: str) -> dict[str, str]:
    """Named patterns: each begins with "name = " at the head of a line and may run on over indented lines."""
    entries = (entry.partition(" =") for entry in re.split(r"\n(?=\S)", block.strip()))
    return {name: pattern(alternatives).lstrip() for name, _, alternatives in entries}


def openings(words: Iterable[str]) -> str:
    """A pattern of the first three letters that the words begin with, by which a text is passed over quickly."""
    letters: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for word in words:
        letters[word[0]][word[1]].add(word[2])
    return "|".join(f"{first}(?:{_either(rest)})" for first, rest in sorted(letters.items()))


def _either(letters: dict[str, set[str]]) -> str:
    return "|".join(f"{second}[{''.join(sorted(thirds))}]" for second, thirds in sorted(letters.items()))
