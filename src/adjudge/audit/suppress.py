"""Suppressions in comments of a document, each with a reason.

    adjudge: ignore REASON        the sentence before it on the same line, otherwise the next sentence
    adjudge: off REASON           everything up to `adjudge: on`
    adjudge: ignore-file REASON   the whole document

One without a reason suppresses nothing and is reported.
"""

import re
from dataclasses import dataclass, field

from adjudge.manuscripts.assemble import Lines
from adjudge.manuscripts.model import Manuscript, Remark, WrittenSentence

_DIRECTIVE = re.compile(r"adjudge:\s*(ignore-file|ignore|off|on)\b[\s:–—-]*(.*)", re.DOTALL)
_UNKNOWN = re.compile(r"adjudge:\s*(\S*)")


@dataclass
class Suppressions:
    """The suppressions of a document: reasons by sentence number, and messages about invalid ones."""

    reasons: dict[int, str] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)


def suppressions(manuscript: Manuscript, *, name: str) -> Suppressions:
    """Read the directives of a document."""
    found = Suppressions()
    lines = Lines(manuscript.text)
    since: tuple[int, str] | None = None
    for remark in sorted(manuscript.remarks, key=lambda one: one.start):
        directive = _DIRECTIVE.match(remark.text)
        place = f"{name}:{lines.place(remark.start)[0]}"
        if not directive:
            if unknown := _UNKNOWN.match(remark.text):
                found.messages.append(f"{place}: 'adjudge: {unknown[1]}' is unknown. Use ignore, ignore-file, off, on.")
            continue
        kind, reason = directive[1], " ".join(directive[2].split())
        if kind == "on":
            if since:
                _take(found, manuscript, since[0], remark.start, since[1])
            since = None
        elif not reason:
            found.messages.append(f"{place}: 'adjudge: {kind}' gives no reason, so it suppresses nothing.")
        elif kind == "off":
            since = remark.start, reason
        elif kind == "ignore-file":
            _take(found, manuscript, 0, len(manuscript.text), reason)
        else:
            _ignore(found, manuscript, remark, reason, place)
    if since:
        _take(found, manuscript, since[0], len(manuscript.text), since[1])
    return found


def _take(found: Suppressions, manuscript: Manuscript, start: int, end: int, reason: str) -> None:
    for number, sentence in enumerate(manuscript.sentences):
        if start <= sentence.start < end:
            found.reasons.setdefault(number, reason)


def _ignore(found: Suppressions, manuscript: Manuscript, remark: Remark, reason: str, place: str) -> None:
    number = _meant(manuscript.sentences, remark, manuscript.text)
    if number is None:
        found.messages.append(f"{place}: 'adjudge: ignore' has no sentence before it or after it.")
    else:
        found.reasons.setdefault(number, reason)


def _meant(sentences: tuple[WrittenSentence, ...], remark: Remark, text: str) -> int | None:
    """The sentence that holds the comment or ends before it on its line, otherwise the next one."""
    around = [
        n for n, one in enumerate(sentences) if one.start < remark.start and "\n" not in text[one.end : remark.start]
    ]
    if around and sentences[around[-1]].end > text.rfind("\n", 0, remark.start):
        return around[-1]
    return next((n for n, one in enumerate(sentences) if one.start >= remark.end), None)
