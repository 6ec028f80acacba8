"""Group cases by source, so that each source is read once.

In: numbered cases in the order of a file. Out: the same cases; within each window, those of one source stand together,
in the order in which the sources first occur. Memory holds one window.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from adjudge.case import Case
from adjudge.verdict import Failure

WINDOW = 4_096


def by_source(
    cases: Iterable[tuple[int, Case | Failure]], *, window: int = WINDOW
) -> Iterator[tuple[int, Case | Failure]]:
    """The cases, grouped by source within windows of `window` cases."""
    remaining = iter(cases)
    while batch := list(islice(remaining, window)):
        groups: dict[tuple[str, ...], list[tuple[int, Case | Failure]]] = {}
        for position, case in batch:
            texts = tuple(document.text for document in case.documents) if isinstance(case, Case) else ()
            groups.setdefault(texts, []).append((position, case))
        for group in groups.values():
            yield from group
