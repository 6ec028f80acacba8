"""Citations and footnote marks that are written as text: `[@key]`, `@key`, `[3, 5-7]`, `[^1]`.

In: a block's flow. Out: the marks with file offsets, and the flow without those that are no words of the sentence.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TypeAlias

from adjudge.manuscripts.flow import Flow
from adjudge.manuscripts.model import CitationMark, CitationStyle, NoteMark

_KEY = r"[A-Za-z0-9_](?:[\w:.#$%&\-+?~/]{0,200}\w)?"
_NUMBERS = re.compile(r"\[(\d{1,3}(?:\s?[,;\u2013\u2014-]\s?\d{1,3}){0,40})\]")
_PANDOC = re.compile(rf"\[[^\[\]@]{{0,200}}-?@{_KEY}[^\[\]]{{0,1000}}\]")
_PANDOC_KEY = re.compile(rf"@\{{?({_KEY})\}}?")
_NARRATIVE = re.compile(rf"(?<![\w@.\[;])@({_KEY})(?:\s\[([^\[\]@]{{1,200}})\])?")
_NOTE = re.compile(r"\[\^([^\]\s]{1,100})\]")
_MOST_NUMBERS = 200


@dataclass(frozen=True, slots=True)
class _MarkInFlow:
    start: int
    end: int
    mark: "AnyMark"
    is_word: bool = False
    """Whether the sentence needs it: "@miller2019 says that..."."""


AnyMark: TypeAlias = CitationMark | NoteMark


@dataclass(frozen=True, slots=True)
class MarkedFlow:
    """A flow without its marks, and the marks with their positions in it."""

    flow: Flow
    marks: tuple[tuple[int, AnyMark], ...]


def marked(flow: Flow, *, pandoc: bool) -> MarkedFlow:
    """Find the marks of a flow. `pandoc` is for Markdown, where `@key` cites."""
    found = _apart([*_numbered(flow), *_notes(flow), *(_pandoc(flow) if pandoc else ())])
    rest = flow.without((one.start, one.end) for one in found if not one.is_word)
    return MarkedFlow(rest, tuple((_position(rest, one.mark.start), one.mark) for one in found))


def numbers(listed: str) -> tuple[str, ...]:
    """The numbers of a list such as "3, 5-7".

    >>> numbers("3, 5-7")
    ('3', '5', '6', '7')
    """
    found: list[int] = []
    for part in re.split(r"[,;]", listed):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        if ends:
            found.extend(range(ends[0], min(ends[-1], ends[0] + _MOST_NUMBERS) + 1) if len(ends) > 1 else ends)
    return tuple(str(number) for number in dict.fromkeys(found))


def _numbered(flow: Flow) -> list[_MarkInFlow]:
    found = []
    for match in _NUMBERS.finditer(flow.text):
        keys = numbers(match[1])
        # "[1066]" may be a year and "[0]" an index; a citation counts from 1, and a range goes up.
        if keys and "0" not in keys:
            place = flow.place(*match.span())
            found.append(_MarkInFlow(*match.span(), CitationMark(keys, *place, CitationStyle.NUMBERED)))
    return found


def _notes(flow: Flow) -> list[_MarkInFlow]:
    return [
        _MarkInFlow(*match.span(), NoteMark(match[1], *flow.place(*match.span())))
        for match in _NOTE.finditer(flow.text)
    ]


def _pandoc(flow: Flow) -> list[_MarkInFlow]:
    found = []
    for match in _PANDOC.finditer(flow.text):
        keys = tuple(dict.fromkeys(_PANDOC_KEY.findall(match[0])))
        locator = " ".join(_PANDOC_KEY.sub(" ", match[0][1:-1]).replace(";", " ").split()).strip(" ,-")
        mark = CitationMark(keys, *flow.place(*match.span()), CitationStyle.PANDOC, locator)
        found.append(_MarkInFlow(*match.span(), mark))
    for match in _NARRATIVE.finditer(flow.text):
        mark = CitationMark((match[1],), *flow.place(*match.span()), CitationStyle.PANDOC, match[2] or "")
        found.append(_MarkInFlow(*match.span(), mark, is_word=True))
    return found


def _apart(found: list[_MarkInFlow]) -> list[_MarkInFlow]:
    apart: list[_MarkInFlow] = []
    for one in sorted(found, key=lambda item: (item.start, -item.end)):
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    return apart


def _position(flow: Flow, file_offset: int) -> int:
    """The first character of the flow that stands at or after a place in the file."""
    return bisect_left(flow.starts, file_offset)
