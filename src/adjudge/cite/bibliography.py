"""BibTeX files as entries: key, type, fields and line. An entry with an error is reported, and reading goes on.

Only what is needed to find a work is read: no cross-references, no name parsing, no TeX but for braces.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from adjudge.files import read_text

_HEAD = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
_FIELD = re.compile(r"\s*+,?\s*+(?<![\w:-])([\w:-]++)\s*+=\s*+")
_KEY = re.compile(r"^\s*+([^\s,{}()=]++)\s*+(?=[,})])")
_NOT_ENTRIES = ("comment", "preamble", "string")


@dataclass(frozen=True, slots=True)
class BibEntry:
    """An entry; names of fields are in lower case, values without braces."""

    key: str
    type: str
    fields: dict[str, str]
    line: int


@dataclass(slots=True)
class BibFile:
    """The entries of a file by key, and what was wrong with it. Of a key that is there twice, the first counts."""

    entries: dict[str, BibEntry] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)


def read_bib(path: Path) -> BibFile:
    """Read a .bib file."""
    return bib_of(read_text(path, what="The bibliography"), name=path.name)


def bib_of(text: str, *, name: str = "bibliography") -> BibFile:
    """Read the text of a .bib file."""
    found = BibFile()
    strings: dict[str, str] = {}
    for head, body in _bodies(text):
        line = text.count("\n", 0, head.start()) + 1
        kind = head[1].lower()
        if body is None:
            found.messages.append(f"{name}, line {line}: the entry has no end; a brace is missing. It was skipped.")
        elif kind == "string":
            strings |= {key.lower(): value for key, value in _fields(body, 0, strings)[0].items()}
        elif kind not in _NOT_ENTRIES:
            _add(found, kind, body, line, name, strings)
    return found


def _add(found: BibFile, kind: str, body: str, line: int, name: str, strings: dict[str, str]) -> None:
    key = _KEY.match(body + ",")
    if key is None:
        found.messages.append(f"{name}, line {line}: the entry has no key. It was skipped.")
        return
    if key[1] in found.entries:
        first = found.entries[key[1]].line
        found.messages.append(f"{name}, line {line}: the key '{key[1]}' is there twice; that of line {first} counts.")
        return
    fields, rest = _fields(body, key.end(), strings)
    if rest:
        found.messages.append(f"{name}, line {line}: '{key[1]}' has a field that cannot be read: {rest[:40]!r}.")
    found.entries[key[1]] = BibEntry(key[1], kind, fields, line)


def _bodies(text: str) -> Iterator[tuple[re.Match[str], str | None]]:
    """Every entry's head and what stands in its braces; None if they are not closed before the next entry."""
    at = 0
    while head := _HEAD.search(text, at):
        end = _closing(text, head.end() - 1)
        following = re.compile(r"^@\s*[A-Za-z]+\s*[{(]", re.MULTILINE).search(text, head.end())
        if end is None or (following and end > following.start()):
            at = following.start() if following else len(text)
            yield head, None
        else:
            at = end + 1
            yield head, text[head.end() : end]


def _closing(text: str, at: int) -> int | None:
    """Where the brace that opens at `at` is closed."""
    close = "}" if text[at] == "{" else ")"
    depth = 0
    for place in range(at + 1, len(text)):
        if text[place] == close and depth == 0:
            return place
        depth += (text[place] == "{") - (text[place] == "}")
        if depth < 0:
            return None
    return None


def _fields(body: str, at: int, strings: dict[str, str]) -> tuple[dict[str, str], str]:
    """The fields from `at` on, and what could not be read."""
    fields: dict[str, str] = {}
    while head := _FIELD.match(body, at):
        value, at = _value(body, head.end(), strings)
        fields.setdefault(head[1].lower(), value)
    return fields, body[at:].strip(" ,\n\r\t")


def _value(body: str, at: int, strings: dict[str, str]) -> tuple[str, int]:
    parts: list[str] = []
    while at < len(body):
        if (end := _value_end(body, at)) is not None:
            parts.append(body[at + 1 : end])
            at = end + 1
        else:
            word = re.compile(r"[^\s,#{}\"]*").match(body, at)
            parts.append(strings.get(word[0].lower(), word[0]) if word else "")
            at = word.end() if word else at
        more = re.compile(r"\s*#\s*").match(body, at)
        if not more:
            break
        at = more.end()
    return " ".join(re.sub(r"[{}]", "", "".join(parts)).split()), at


def _value_end(body: str, at: int) -> int | None:
    """Where a value in braces or quotation marks ends; none if it is a bare word."""
    if body[at] == "{":
        return _closing(body, at)
    if body[at] != '"':
        return None
    depth = 0
    for place in range(at + 1, len(body)):
        if body[place] == '"' and depth == 0:
            return place
        depth += (body[place] == "{") - (body[place] == "}")
    return None
