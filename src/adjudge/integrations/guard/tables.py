"""JSON and tables as sentences that can be compared: "opened: 1931; length: 412 m." Other text stays as it is.

Tool outputs are often data. A value is only evidence together with its name, so each row becomes one line of names and
values.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

_DEEPEST = 20
_MOST_LINES = 20_000
_RULE = re.compile(r"[|\s:\-+]+")
_FEWEST_ROWS = 2


def readable(text: str) -> str:
    """The text, or the lines that say what its JSON or table says."""
    stripped = text.strip()
    if stripped[:1] in ("{", "["):
        try:
            value = json.loads(stripped)
        except (ValueError, RecursionError):
            return text
        return "\n".join(_first(_lines(value, (), 0)))
    rows = _markdown_rows(stripped) or _separated_rows(stripped)
    return "\n".join(_first(_row_lines(rows))) if rows else text


def _first(lines: Iterator[str]) -> Iterator[str]:
    for _, line in zip(range(_MOST_LINES), lines, strict=False):
        yield line


def _lines(value: Any, path: tuple[str, ...], depth: int) -> Iterator[str]:
    """A line for each object with its plain values, then its nested ones; deeper than any table the value as JSON."""
    if depth >= _DEEPEST:
        yield f"{_named(path, json.dumps(value, ensure_ascii=False))}."
    elif isinstance(value, dict):
        plain = {key: one for key, one in value.items() if not isinstance(one, dict | list)}
        if plain:
            said = "; ".join(f"{_words(key)}: {_shown(one)}" for key, one in plain.items())
            yield f"{_named(path, said)}."
        for key, one in value.items():
            if key not in plain:
                yield from _lines(one, (*path, _words(key)), depth + 1)
    elif isinstance(value, list):
        if all(not isinstance(one, dict | list) for one in value):
            yield f"{_named(path, ', '.join(map(_shown, value)))}."
            return
        for one in value:
            yield from _lines(one, path, depth + 1)
    elif isinstance(value, str):
        yield f"{' '.join(path)}: {value}" if path else value
    else:
        yield f"{_named(path, _shown(value))}."


def _named(path: tuple[str, ...], said: str) -> str:
    return f"{' '.join(path)}: {said}" if path else said


def _words(key: object) -> str:
    return re.sub(r"[_\-.]+", " ", str(key))


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    return str(value)


def _markdown_rows(text: str) -> list[list[str]]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) < _FEWEST_ROWS or not all(line.startswith("|") for line in lines):
        return []
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not _RULE.fullmatch(line)]


def _separated_rows(text: str) -> list[list[str]]:
    """The rows of CSV or tab-separated text: every line has as many fields, two or more, as the first."""
    first = text.partition("\n")[0]
    for mark in ("\t", ";", ","):
        if mark not in first:
            continue
        try:
            rows = [row for row in csv.reader(io.StringIO(text), delimiter=mark) if row]
        except csv.Error:
            continue
        if len(rows) >= _FEWEST_ROWS and {len(row) for row in rows} == {len(rows[0])} and _is_head(rows[0]):
            return rows
    return []


def _is_head(row: list[str]) -> bool:
    """Names of columns are short, and none is empty."""
    return all(cell.strip() and len(cell.split()) <= 5 and not cell.rstrip().endswith(".") for cell in row)


def _row_lines(rows: list[list[str]]) -> Iterator[str]:
    head = rows[0]
    for row in rows[1:]:
        yield "; ".join(f"{_words(name)}: {cell.strip()}" for name, cell in zip(head, row, strict=False)) + "."
