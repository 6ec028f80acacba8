"""Counts with their nouns, as people read them."""


def count_of(count: int, noun: str, plural: str = "") -> str:
    """The count and the noun in singular or plural.

    >>> count_of(1, "claim"), count_of(1200, "claim"), count_of(2, "summary", "summaries")
    ('1 claim', '1,200 claims', '2 summaries')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
