"""The `wording` axis: what rises in the claim and falls in the source.

Pure: views in, findings out. A sentence often tells of two things that moved apart ("sales rose, profit fell"), so each
verb is read with its own subject; a model that sees both verbs and both nouns takes either for the other.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.periods import dated_apart
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import pattern, word_set
from adjudge.analysis.text.lexicon.finite import AUXILIARIES
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import Word
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.15
_HELD = r"(?:closed|ended|finished|traded|trading|was|were|is|are|been|stood|schloss|schlossen|lag|lagen)"
_SOMEWHAT = (
    r"(?:(?:[\d.,]+|%|[\d.,]+%|per ?cent|points?|\w+ly|about|some|just|a little|much|um|prozent|\w+lich|etwas) ){0,4}"
)
_THERE = r"(?=\s*(?:[.,;!?]|$)|\s+(?:on|at|after|in|against|compared|am|im|nach|gegen)\b)"
_ALONE = r"(?![^.,;]*\b(?:aus|auf|an|ein|um|weg|vor|ab|durch)\s*(?:[.,;!?]|$))"  # "fiel aus" is another verb
_UP = pattern(rf"""
    rose|rises?|risen|grew|grows?|grown|increase[sd]?|climb(?:s|ed)?|jump(?:s|ed)?|surge[sd]?|soar(?:s|ed)?|gain(?:s|ed)|
    went up|goes up|gone up|{_HELD} {_SOMEWHAT}(?:higher|up){_THERE}|
    (?:stieg(?:en)?|steigt|steigen){_ALONE}|gestiegen|wuchs(?:en)?|wächst|gewachsen|kletter(?:te|ten|t)|
    (?:nahm|nahmen|legte|legten|legt|nimmt|nehmen) {_SOMEWHAT}zu
""")
_DOWN = pattern(rf"""
    fell|falls?|fallen|drop(?:s|ped)?|decline[sd]?|decrease[sd]?|shr[aiu]nk(?:s)?|slid(?:es?)?|sank|sinks?|sunk|
    plunge[sd]?|plummet(?:s|ed)?|tumble[sd]?|slump(?:s|ed)?|
    went down|goes down|gone down|{_HELD} {_SOMEWHAT}(?:lower|down){_THERE}|
    (?:fiel(?:en)?|fällt){_ALONE}|gefallen|sank(?:en)?|sinkt|sinken|gesunken|schrumpf(?:te|ten|t)|
    (?:ging|gingen|geht) {_SOMEWHAT}zurück|(?:nahm|nahmen|nimmt|nehmen) {_SOMEWHAT}ab|
    (?:gab|gaben|gibt|geben) {_SOMEWHAT}nach
""")
_MOVE = re.compile(rf"(?<![\w'’-])(?:(?P<up>{_UP})|(?P<down>{_DOWN}))(?![\w-])", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:not|never|no|if|whether|may|might|could|would|should|expect\w*|forecast\w*|predict\w*|likely|hop\w+|fear\w*|"
    r"nicht|kein\w*|ob|wenn|könnte\w*|würde\w*|soll\w*|erwart\w*|dürfte\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
_BREAKS = word_set(
    """, ; : . ! ? ( ) - – — while but whereas although though because as when after before since that which who and
    if than während aber obwohl weil als nachdem bevor dass und wenn"""
)
_PREPOSITIONS = word_set("of in at for among from on by with to within across bei in von für unter im am aus mit")
_LIGHT = word_set("number amount share rate level total volume proportion figure zahl anteil rate menge summe zahlen")
_PRICES = word_set("price prices kurs kurse preis preise")
_ADVERBS = word_set("also again then now only still even auch wieder nur erneut once just both all each")
_LATER = word_set("again later then since before earlier previously recovering wieder danach später zuvor zunächst")


@dataclass(frozen=True, slots=True)
class _Move:
    """A verb of rising or falling, what it is said of, and all words of that subject."""

    span: Span
    rises: bool
    head: str
    subject: frozenset[str]


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding: the first thing that moves one way in the claim and only the other way in the sources."""
    if not views or _OPEN.search(views[0].claim.text):
        return []
    for ours in _moves(views[0].claim):
        found = [
            (view, theirs)
            for view in views
            if view.coverage >= _FRAME and not dated_apart(view)
            for theirs in _moves(view.source)
            if _same(ours.head, theirs.head)
        ]
        if not found or any(theirs.rises is ours.rises for _, theirs in found):
            continue
        view, theirs = found[0]
        if _foreign(view, ours, theirs) or _OPEN.search(_clause(view.source.text, theirs.span)):
            continue
        return [
            Finding(
                axis="wording",
                relation=Relation.CONTRADICTED,
                claim_quote=view.claim.quote(ours.span),
                source_quote=view.source.quote(theirs.span),
                explanation=f"Of the same thing the claim says '{ours.span.text}', the source '{theirs.span.text}'.",
                severity=Severity.HIGH,
            )
        ]
    return []


def _same(ours: str, theirs: str) -> bool:
    return ours == theirs or sense(ours, theirs) is Sense.SYNONYM


def _foreign(view: View, ours: _Move, theirs: _Move) -> bool:
    """Whether the claim speaks of somebody's that the source sentence does not know, or of another time of it."""
    known = {word.stem for word in view.source.words}
    named = {part for name in view.claim.names for part in name.parts}
    words = {word.stem: word.lower for word in view.claim.words}
    others = [
        one
        for one in ours.subject - {ours.head}
        if one not in known and words.get(one, one) not in named and words.get(one, one) not in _PRICES
    ]
    more = theirs.subject - ours.subject - {theirs.head}
    return bool(others and more) or any(word.lower in _LATER for word in view.claim.words)


def _clause(text: str, span: Span) -> str:
    start = max((text.rfind(sign, 0, span.start) for sign in ",;"), default=-1)
    return text[start + 1 : span.end]


def _moves(reading: Reading) -> Iterator[_Move]:
    for match in _MOVE.finditer(reading.text):
        at = min(reading.indexes(Span(*match.span(), match.group())), default=0)
        subject = _subject(reading.words, at)
        if head := _head(subject):
            content = frozenset(word.stem for word in subject if word.content)
            yield _Move(cut(reading.text, *match.span()), bool(match["up"]), head, content)


def _subject(words: Sequence[Word], verb: int) -> Sequence[Word]:
    """The words of the verb's own clause that stand before it."""
    end = verb
    while end and words[end - 1].lower in AUXILIARIES | _ADVERBS:
        end -= 1
    start = end
    while start and words[start - 1].lower not in _BREAKS:
        start -= 1
    return words[start:end]


def _head(subject: Sequence[Word]) -> str:
    """What the subject names: its last word before "of" or "in"; of "the number of cases" the cases."""
    first = next((at for at, word in enumerate(subject) if at and word.lower in _PREPOSITIONS), len(subject))
    heads = [word for word in subject[:first] if word.content]
    if heads and heads[-1].lower in _LIGHT | _PRICES and first < len(subject):
        heads = [word for word in subject[first + 1 : first + 4] if word.content] or heads
    if len(heads) > 1 and heads[-1].lower in _PRICES and heads[-2].text.islower():
        heads = heads[:-1]  # "the share price" moves as the shares do
    return heads[-1].stem if heads else ""
