"""Each block of a card as an HTML fragment.

Every text passes `text` and nothing else writes one, so that whatever a claim holds shows as text. Anchors, tones and
numbers are ours.
"""

from collections.abc import Iterable
from html import escape

from adjudge.render import blocks as b
from adjudge.render.blocks import SIGNS, Block, Emphasis, Opinion, Tone
from adjudge.render.visible import one_line, visible

LinkTargets = frozenset[str]


def text(given: str) -> str:
    """A text as HTML: hidden characters visible, everything escaped."""
    return escape(visible(given))


def fragment(block: Block, links: LinkTargets) -> str:
    """A block as HTML; `links` are the anchors of marks that may be pointed to."""
    match block:
        case b.Note():
            return _note(block)
        case b.Strip(lead, chips):
            row = "".join(_chip(chip) for chip in chips)
            return f'<div class="strip"><strong>{text(lead)}</strong><ul class="chips">{row}</ul></div>'
        case b.ClaimAndSources(claim, sources):
            against = "".join(_passage(one) for one in sources)
            return f'<div class="sides">\n{_passage(claim)}\n<div>{against}</div>\n</div>'
        case b.Points(points):
            return f'<ol class="points">{_lines(_point(point, links) for point in points)}</ol>'
        case b.Revision():
            return _revision(block)
        case b.Ballots(ballots):
            return f'<div class="ballots">{_lines(_ballot(ballot) for ballot in ballots)}</div>'
        case b.DebateRounds(turns):
            return f'<ol class="talk">{_lines(_turn(turn) for turn in turns)}</ol>'
        case b.AnsweredQuestions(checks):
            return f'<div class="checks">{_lines(_check(check, links) for check in checks)}</div>'
        case b.Facts(pairs):
            rows = _lines(f'<tr><th scope="row">{text(name)}</th><td>{text(value)}</td></tr>' for name, value in pairs)
            return f"<table>{rows}</table>"
        case b.Struck(items):
            struck = (f"<li><del>{text(words)}</del> <small>{text(why)}</small></li>" for words, why in items)
            return f'<ul class="plainly">{_lines(struck)}</ul>'


def _lines(parts: Iterable[str]) -> str:
    return "\n" + "\n".join(parts) + "\n"


def bar(share: float | None) -> str:
    """A confidence as a bar and a percentage."""
    if share is None:
        return ""
    filled = f'<i style="width:{share:.0%}"></i>'
    return f'<span class="bar" aria-hidden="true">{filled}</span> {share:.0%}'


def opinion(given: Opinion) -> str:
    """Sign, word and, if there is one, confidence."""
    word = f'<span class="says {given.tone.value}">{SIGNS[given.tone]} {text(given.word)}</span>'
    return (
        f'{word} <span class="{given.tone.value}">{bar(given.confidence)}</span>'
        if given.confidence is not None
        else word
    )


def _note(note: b.Note) -> str:
    sign = "" if note.tone is Tone.PLAIN else f'<span class="says {note.tone.value}">{SIGNS[note.tone]}</span> '
    lead = f"<strong>{text(note.lead)}</strong> " if note.lead else ""
    hint = f" <small>{text(note.hint)}</small>" if note.hint else ""
    return f"<p>{sign}{lead}{text(note.text)}{hint}</p>"


def _chip(chip: b.Chip) -> str:
    note = f" <small>({text(chip.note)})</small>" if chip.note else ""
    return f'<li class="chip {chip.tone.value}">{SIGNS[chip.tone]} {text(chip.text)}{note}</li>'


def _passage(passage: b.MarkedText) -> str:
    note = f" <small>{text(passage.note)}</small>" if passage.note else ""
    # Only web addresses become links: any other scheme could run something.
    safe = passage.url.lower().startswith(("http://", "https://"))
    url = (
        f' <small><a rel="noreferrer nofollow" href="{text(passage.url)}">{text(passage.url)}</a></small>'
        if safe
        else ""
    )
    body = "".join(_piece(piece) for piece in passage.pieces)
    return f'<div><h3>{text(passage.title)}{note}{url}</h3>\n<p class="text" lang="" dir="auto">{body}</p></div>'


def _piece(piece: b.StyledText) -> str:
    shown = text(piece.text)
    match piece.look:
        case Emphasis.MARK | Emphasis.WIDE:
            wide = " wide" if piece.look is Emphasis.WIDE else ""
            mark = f'<mark id="{piece.anchor}" class="{piece.tone.value}{wide}">{shown}</mark>'
            numbers = " ".join(f'<a href="#point-{ref}">{ref}</a>' for refs in piece.closes for ref in refs)
            linked = f'<a class="to" href="#point-{piece.refs[0]}">{mark}</a>' if piece.refs else mark
            return f"{linked}<sup>{numbers}</sup>" if numbers else linked
        case Emphasis.REMOVED:
            return f"<del>{shown}</del>"
        case Emphasis.ADDED:
            return f"<ins>{shown}</ins>"
        case Emphasis.GAP:
            return f'<span class="gap">{shown}</span>'
        case Emphasis.PLAIN:
            return shown


def _words(words: b.QuotedWords, links: LinkTargets) -> str:
    place = text(words.place)
    if words.anchor in links:
        place = f'<a href="#{words.anchor}">{place}</a>'
    return f'<q lang="" dir="auto">{text(one_line(words.text, limit=1000))}</q> <small>{place}</small>'


def _point(point: b.NumberedFinding, links: LinkTargets) -> str:
    tone = point.tone.value
    sides = [*(("Claim", words) for words in point.claim), *(("Source", words) for words in point.source)]
    quotes = "".join(f"<br>{name}: {_words(words, links)}" for name, words in sides)
    says = f'<span class="says {tone}">{SIGNS[point.tone]} {text(point.axis)}, {text(point.relation)}</span>'
    return f'<li id="point-{point.number}" class="{tone}">{point.number} {says}: {text(point.explanation)}{quotes}</li>'


def _revision(revision: b.Revision) -> str:
    body = "".join(_piece(piece) for piece in revision.pieces)
    judged = f"Judged again: {opinion(revision.outcome)}" if revision.outcome else "Not judged again."
    return f'<p class="text" lang="" dir="auto">{body}</p>\n<p>{judged}</p>'


def _ballot(ballot: b.JurorOpinion) -> str:
    tone = ballot.last.tone if ballot.last else Tone.FAILED
    last = opinion(ballot.last) if ballot.last else f'<span class="says failed">{SIGNS[Tone.FAILED]} failed</span>'
    role = f" <small>{text(ballot.role)}</small>" if ballot.role else ""
    before = ""
    if ballot.first and (ballot.changed or not ballot.last):
        before = f" · {'changed its mind, was' if ballot.changed else 'had voted'} {opinion(ballot.first)}"
    reason = f"<p>{text(ballot.reason)}</p>" if ballot.reason else ""
    head = f"<strong>{text(ballot.who)}</strong>{role} {last}{before}"
    return f'<div class="{tone.value}">{head}{reason}{_evidence(ballot.evidence)}</div>'


def _evidence(points: tuple[b.CitedPoint, ...]) -> str:
    items = []
    for point in points:
        sides = (("claim", point.claim_says), ("source", point.truth_says))
        said = " · ".join(
            f'{name} <q lang="" dir="auto">{text(one_line(t, limit=1000))}</q>' for name, t in sides if t.strip()
        )
        issue = f" – {text(point.issue)}" if point.issue and said else text(point.issue)
        items.append(f"<li><small>{text(point.field)}: {said}{issue}</small></li>")
    return f'<ul class="plainly">{"".join(items)}</ul>' if items else ""


def _turn(turn: b.DebateSpeech) -> str:
    side = f"{turn.side.tone.value} {'left' if turn.left else 'right'}"
    head = f"{opinion(turn.side)} <strong>{text(turn.speaker)}</strong> <small>{text(turn.heading)}</small>"
    return f'<li class="{side}">{head}<p>{text(turn.text)}</p>{_evidence(turn.evidence)}</li>'


def _check(check: b.AnsweredQuestion, links: LinkTargets) -> str:
    tone = check.answer.tone.value
    quotes = "".join(f"<br>{_words(words, links)}" for words in check.quotes)
    note = f"<br><small>{text(check.note)}</small>" if check.note else ""
    head = f"{opinion(check.answer)} <strong>{text(check.name)}</strong> <small>{text(check.question)}</small>"
    return f'<div class="{tone}">{head}<br>{text(check.reason)}{quotes}{note}</div>'
