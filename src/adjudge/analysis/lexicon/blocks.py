"""Reads the blocks of words in which the lists of this package are written."""


def word_set(*blocks: str) -> frozenset[str]:
    """The words of the blocks, apart by white space."""
    return frozenset(word for block in blocks for word in block.split())
