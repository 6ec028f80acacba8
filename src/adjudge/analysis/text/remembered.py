"""What was found in a text is remembered: a passage is read again for every claim that is compared with it.

Only for pure functions of a text that return what cannot be changed. Long texts are not kept: memory stays flat.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

T = TypeVar("T")

_KEPT = 1024
_LONGEST = 3000


def remembered(read: Callable[[str], T]) -> Callable[[str], T]:
    """The function, remembering what it found in the last texts of a passage's length."""
    kept = lru_cache(maxsize=_KEPT)(read)

    @wraps(read)
    def reading(text: str) -> T:
        return kept(text) if len(text) <= _LONGEST else read(text)

    return reading
