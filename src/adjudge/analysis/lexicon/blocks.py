"""Reads the blocks of words and patterns in which the lists of this package are written."""

import re


def word_set(*blocks: str) -> frozenset[str]:
    """The words of the blocks, apart by white space."""
    return frozenset(word for block in blocks for word in block.split())


def pattern(block: str) -> str:
    """A pattern written over several lines, as one."""
    return re.sub(r"\s*\n\s*", "", block)
