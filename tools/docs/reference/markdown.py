"""Small pieces of Markdown that the reference pages share."""

import re
from collections.abc import Iterable, Sequence


def cell(text: object) -> str:
    """Return text that fits into one cell of a table."""
    return " ".join(str(text).split()).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table, or nothing if it has no rows."""
    lines = [f"| {' | '.join(map(cell, row))} |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines])


def code(text: object) -> str:
    """Return text as inline code; it may contain a bar or back-ticks."""
    return f"`{str(text).replace('`', '')}`"


def prose(text: str | None) -> str:
    """Return the paragraphs of a docstring, each on one line, with reStructuredText markup removed."""
    parts = re.split(r"\n\s*\n", (text or "").replace("\b", "").strip())
    return "\n\n".join(" ".join(part.split()) for part in parts)


def page(*parts: str) -> str:
    """Join the parts of a page; empty ones are left out."""
    return "\n\n".join(part for part in parts if part) + "\n"
