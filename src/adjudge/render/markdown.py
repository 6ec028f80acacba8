"""A verdict card as Markdown, to be mailed or pasted into an issue.

No text can break out of its place: Markdown and HTML signs are escaped, mentions, references and
bare links defused.
"""

import re

from adjudge.case import Case
from adjudge.render import blocks as b
from adjudge.render.blocks import SIGNS, Block, Depth, Emphasis, Opinion, Tone
from adjudge.render.cards import build
from adjudge.render.marks import Room
from adjudge.render.visible import one_line, visible
from adjudge.verdict import Verdict

_ROOM = Room(text=3000, around=250)
_RAISED = str.maketrans("0123456789,", "⁰¹²³⁴⁵⁶⁷⁸⁹˒")

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_LINE_START = re.compile(r"^([ \t]*)([#+=-]|\d+[.)])", re.MULTILINE)
_MENTION = re.compile(r"([@#])(?=\w)")
_LINK = re.compile(r"(?i)(?<=\w):(?=//)|(?<=\bwww)\.|(?<=\bmailto):")
_JOINER = "\u2060"


def card(case: Case, verdict: Verdict) -> str:
    """The card of a verdict."""
    built = build(case, verdict, room=_ROOM)
    top = built.headline
    head = f"# {SIGNS[top.tone]} {line(top.text)}"
    details = [
        line(part)
        for part in (top.sure, top.caveat.removesuffix("."), top.worth if top.confidence is not None else "")
        if part
    ]
    about = f"{_strong(f'{top.protocol}: {top.label}')}{''.join(f' · {part}' for part in details)}"
    sections = [_section(section) for section in built.sections]
    foot = f"---\n\n{line(top.protocol)} · case {line(built.case_id)} · {line(built.footer)}"
    return "\n\n".join(part for part in (head, about, line(top.reason), *sections, foot) if part) + "\n"


def escape(text: str) -> str:
    """A text that shows as it is, whatever it holds; line feeds stay."""
    # A colon or a full stop as an entity looks the same and is no link; a word joiner is nothing to see.
    shown = _SPECIAL.sub(r"\\\1", visible(text).translate(_ENTITIES))
    shown = _LINE_START.sub(lambda m: f"{m[1]}{m[2][:-1]}\\{m[2][-1]}", shown)
    shown = _MENTION.sub(rf"\1{_JOINER}", shown)
    return _LINK.sub(lambda m: f"&#{ord(m[0])};", shown)


def line(text: str, *, limit: int = 4000) -> str:
    """A text in one line."""
    return escape(one_line(text, limit=limit))


def _section(section: b.Section) -> str:
    body = "\n\n".join(filter(None, (_block(block) for block in section.blocks)))
    if section.depth is not Depth.FOLDED:
        return f"## {line(section.title)}\n\n{body}"
    return f"<details>\n<summary>{line(section.title)}</summary>\n\n{body}\n\n</details>"


def _block(block: Block) -> str:
    match block:
        case b.Note(lead, text, tone, hint):
            sign = "" if tone is Tone.PLAIN else f"{SIGNS[tone]} "
            return f"{sign}{_strong(lead) + ': ' if lead else ''}{line(text)} {line(hint)}".strip()
        case b.Strip(lead, chips):
            return f"{_strong(lead)}: {' · '.join(_chip(chip) for chip in chips)}"
        case b.ClaimAndSources(claim, sources):
            return "\n\n".join(_passage(passage) for passage in (claim, *sources))
        case b.Points(points):
            return "\n\n".join(_point(point) for point in points)
        case b.Revision(pieces, _, outcome):
            judged = f"Judged again: {_opinion(outcome)}" if outcome else "Not judged again."
            return f"{_quoted(''.join(_piece(piece) for piece in pieces))}\n\n{judged}"
        case b.Ballots(ballots):
            rows = [_ballot(ballot) for ballot in ballots]
            return _table(("Juror", "First vote", "Last vote", "Reason", "Words"), rows)
        case b.DebateRounds(turns):
            return "\n\n".join(_turn(turn) for turn in turns)
        case b.AnsweredQuestions(checks):
            return _table(("Axis", "Answer", "Reason", "Words"), [_check(check) for check in checks])
        case b.Facts(pairs):
            return _table(("", ""), [(line(name), line(value)) for name, value in pairs])
        case b.Struck(items):
            return "\n".join(f"- {_wrap(line(text), '~~', 'del')} ({line(why)})" for text, why in items)


def _passage(passage: b.MarkedText) -> str:
    note = " · ".join(line(part) for part in (passage.note, passage.url) if part)
    body = "".join(_piece(piece) for piece in passage.pieces)
    return f"{_strong(passage.title)}{f' ({note})' if note else ''}\n\n{_quoted(body)}"


def _piece(piece: b.StyledText) -> str:
    match piece.look:
        case Emphasis.MARK | Emphasis.WIDE:
            refs = " ".join(",".join(str(ref) for ref in one) for one in piece.closes).translate(_RAISED)
            # Two marks that touch would make one run of stars; tags cannot.
            alone = piece.look is Emphasis.MARK and piece.opens == len(piece.closes) == 1
            shown = escape(piece.text)
            tag = "b" if piece.look is Emphasis.MARK else "i"
            return (_wrap(shown, "**", tag) if alone else f"<{tag}>{shown}</{tag}>") + refs
        case Emphasis.REMOVED:
            return _wrap(escape(piece.text), "~~", "del")
        case Emphasis.ADDED:
            return _wrap(escape(piece.text), "**", "ins")
        case Emphasis.GAP:
            return f"[{escape(piece.text.strip())}] "
        case Emphasis.PLAIN:
            return escape(piece.text)


def _wrap(text: str, sign: str, tag: str) -> str:
    """Emphasis that holds: by sign where Markdown surely sees it, by tag where punctuation or space would hide it."""
    sure = text[:1].isalnum() and text[-1:].isalnum() and "\n" not in text
    return f"{sign}{text}{sign}" if sure else f"<{tag}>{text}</{tag}>"


def _quoted(text: str) -> str:
    """A block quote. Indentation and empty lines would end it or make code of it."""
    return "\n".join(f"> {part.strip()}".rstrip() for part in text.split("\n"))


def _point(point: b.NumberedFinding) -> str:
    says = f"{SIGNS[point.tone]} {_strong(f'{point.axis}, {point.relation}')}"
    head = f"{point.number}\\. {says}: {line(point.explanation)}"
    words = [f"> {name}: “{line(w.text, limit=600)}” ({line(w.place)})" for name, w in _sides(point)]
    return "\n".join([head, "", "\\\n".join(words)] if words else [head])


def _sides(point: b.NumberedFinding) -> list[tuple[str, b.QuotedWords]]:
    return [*(("Claim", words) for words in point.claim), *(("Source", words) for words in point.source)]


def _ballot(ballot: b.JurorOpinion) -> tuple[str, ...]:
    role = f" ({line(ballot.role)})" if ballot.role else ""
    last = _opinion(ballot.last) if ballot.last else "! failed"
    first = _opinion(ballot.first) if ballot.first else ""
    return (
        f"{_strong(ballot.who)}{role}",
        first,
        f"{last} (changed)" if ballot.changed else last,
        line(ballot.reason),
        "<br>".join(_evidence(point) for point in ballot.evidence),
    )


def _evidence(point: b.CitedPoint) -> str:
    sides = (("claim", point.claim_says), ("source", point.truth_says))
    said = " / ".join(f"{name} “{line(text, limit=300)}”" for name, text in sides if text.strip())
    return f"{line(point.field)}: {said or line(point.issue)}"


def _turn(turn: b.DebateSpeech) -> str:
    said = [f"> {line(turn.text)}", *(f"> {_evidence(point)}" for point in turn.evidence)]
    head = f"{'◀' if turn.left else '▶'} {_opinion(turn.side)} {_strong(turn.speaker)}, {line(turn.heading)}"
    return f"{head}\n\n" + "\n>\n".join(said)


def _check(check: b.AnsweredQuestion) -> tuple[str, ...]:
    words = "<br>".join(f"“{line(words.text, limit=300)}” ({line(words.place)})" for words in check.quotes)
    reason = f"{line(check.reason)} {line(check.note)}".strip()
    return (f"{_strong(check.name)}<br>{line(check.question)}", _opinion(check.answer), reason, words)


def _chip(chip: b.Chip) -> str:
    return f"{SIGNS[chip.tone]} {line(chip.text)}{f' ({line(chip.note)})' if chip.note else ''}"


def _opinion(opinion: Opinion) -> str:
    sure = f" {opinion.confidence:.0%}" if opinion.confidence is not None else ""
    return f"{SIGNS[opinion.tone]} {line(opinion.word)}{sure}"


def _strong(text: str) -> str:
    return _wrap(line(text), "**", "b")


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table without the columns that no row fills."""
    used = [n for n, name in enumerate(head) if not name or any(row[n] for row in rows)]
    lines = [tuple(head), tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(row[n] for n in used) + " |" for row in lines)
