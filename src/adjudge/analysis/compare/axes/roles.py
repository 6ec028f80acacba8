"""The `role` axis: the same words, but who did it and to whom it was done exchanged.

"A hired B" against "B hired A"; not "B was hired by A", and not verbs and words that tie both ways ("met", "and").
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from adjudge.analysis.compare.align import View, left_out
from adjudge.analysis.compare.axes import converses, swaps
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon import finite
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.senses import opposite_in_place
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import content_words, german, words
from adjudge.verdict import Finding, Quote, Relation, Severity

_ANSWERED, _AT_LENGTH, _TWO = 0.95, 0.35, 2
_MORE = frozenset({"more", "mehr"})
_DEGREE = re.compile(r"\b(more|less|fewer|mehr|weniger)\b(?=.*\b(?:than|als)\b)")
_THAN = re.compile(r"\b(?:than|als)\b")
_TIE = re.compile(
    r"\b(?:and|or|with|married|met|meets|und|oder|mit)\b|[,;&/]|\b(?:play|spiel)\w*\b.*\b(?:against|gegen)\b"
    r"|\bas\b.*\bas\b|\b(?:so|ebenso|genauso)\b.*\bwie\b"
)
_MARKING = word_set(
    """der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner dieser diese dieses
    diesen diesem sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer von vom zu zum zur in im ins am an auf aus
    bei beim mit nach seit für um durch über unter vor zwischen als wie bis gegen ohne"""
)
"""German words that show what a noun does in its sentence, wherever it stands."""
_SUBJECT, _OBJECT = (("der",), ("ein",)), (("den",), ("einen",), ("dem",), ("einem",))
_AGENT = (("von",), ("vom",), ("durch",))
_BECOME = word_set("wird werden wurde wurden worden")
_BOTH_WAYS = word_set("traf trafen getroffen heiratete heirateten geheiratet")
_GERMAN_VERBS = finite.GERMAN - finite.AUXILIARIES - finite.PAST - word_set("war stand bat bot lag hat mag")
_OF_TWO = word_set(
    """besiegte besiegten besiegt schlug schlugen geschlagen bezwang bezwangen bezwungen übernahm übernahmen übernommen
    verklagte verklagten verklagt beschuldigte beschuldigten beschuldigt kritisierte kritisierten kritisiert lobte
    lobten gelobt überholte überholten überholt verdrängte verdrängten verdrängt jagte jagten gejagt"""
)
"""Verbs whose two sides are alike, so that without a case to see the first is taken for the one who acts."""


@dataclass(frozen=True, slots=True)
class _Thing:
    """A content word, or a whole name."""

    span: Span
    stems: tuple[str, ...]


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding; where no tie of two sides is read, from the sentence that answers the claim best."""
    tied = converses.compared(views)
    if tied is not None and (tied.reworded or tied.whole or not tied.agrees):
        found = converses.finding(tied)
        return [found] if found and not _told_by_wording(tied, views) else []
    if not views or views[0].coverage < _ANSWERED or _passive(views[0].claim) != _passive(views[0].source):
        return []
    view = views[0]
    if left_out(view) > _AT_LENGTH:
        found = _names_exchanged(view) if _same_verb_after_the_first(view) else None
        return [found] if found else []
    found = _names_exchanged(view) or _words_exchanged(view)
    return [found] if found else []


def _told_by_wording(tied: converses.Compared, views: Sequence[View]) -> bool:
    """Whether the words of the tie are opposites in place, which is a swap of words and none of roles."""
    starts = {tied.view.claim.quote_word(at).start for at in tied.ours.at}
    return not tied.agrees and any(one.claim_quote and one.claim_quote.start in starts for one in swaps.findings(views))


def _same_verb_after_the_first(view: View) -> bool:
    """Whether the first names of both sides are followed by the same word: "City beat United" of a sentence in which
    United beat City 3-1 on Sunday."""
    if len(view.claim.names) != _TWO or not view.source.names:
        return False
    ours, theirs = (max(one.indexes(one.names[0].span), default=-1) for one in (view.claim, view.source))
    return view.links.get(ours + 1) == theirs + 1


def _names_exchanged(view: View) -> Finding | None:
    """Two names around the same verb, in another order; what is named besides stays where it is."""
    pairs = [
        (ours, theirs)
        for ours in view.claim.names
        for theirs in view.source.names
        if set(ours.parts) == set(theirs.parts)
    ]
    if len({ours.parts for ours, _ in pairs}) != len(pairs):
        return None
    for (first, source_first), (second, source_second) in pairwise(pairs):
        if source_first.span.start < source_second.span.start:
            continue
        between = view.claim.text[first.span.end : second.span.start]
        back = view.source.text[source_second.span.end : source_first.span.start]
        if _TIE.search(between) or _TIE.search(back) or not _shares_content(between, back) or _opposed(between, back):
            continue
        if _roles_follow_places(view, (first.span, second.span), (source_second.span, source_first.span)):
            return _made(view.claim.quote(first.span), view.source.quote(source_first.span), second.span.text)
    return None


def _words_exchanged(view: View) -> Finding | None:
    """All that is said is the same and in the same order, but for two things that change places."""
    ours, theirs = _things(view.claim), _things(view.source)
    if len(ours) != len(theirs) or len(ours) < 3:
        return None
    differing = [at for at, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one.stems != other.stems]
    if len(differing) != 2:
        return None
    first, second = differing
    crossed = ours[first].stems == theirs[second].stems and ours[second].stems == theirs[first].stems
    between = view.claim.text[ours[first].span.end : ours[second].span.start]
    places = (ours[first].span, ours[second].span)
    told_apart = _THAN.search(between) or content_words(between) or _told_by_case(view, places)
    if not crossed or _TIE.search(between) or not told_apart:
        return None
    if ours[first].span.text[0].isdigit() or _turned_round(view):
        return None  # numbers have an axis of their own
    if not _roles_follow_places(view, (ours[first].span, ours[second].span), (theirs[first].span, theirs[second].span)):
        return None
    return _made(view.claim.quote(ours[first].span), view.source.quote(theirs[second].span), ours[second].span.text)


def _turned_round(view: View) -> bool:
    """ "Women smoked less than men" is "men smoked more than women"."""
    ours, theirs = (_DEGREE.findall(reading.text.lower()) for reading in (view.claim, view.source))
    return len(ours) == len(theirs) == 1 and (ours[0] in _MORE) is not (theirs[0] in _MORE)


def _roles_follow_places(view: View, ours: tuple[Span, Span], theirs: tuple[Span, Span]) -> bool:
    """In German the case says who acts: "den Preis gewann Anna" is no other than "Anna gewann den Preis"."""
    if not (_german(view.claim) or _german(view.source)):
        return True
    if not all(span.text[0].isupper() for span in (*ours, *theirs)):
        return False
    if any(word.lower in _BOTH_WAYS for word in view.claim.words):
        return False
    here = [_marking(view.claim, span) for span in ours]
    there = [_marking(view.source, span) for span in theirs]
    agents = [[mark[:1] in _AGENT for mark in marks] for marks in (here, there)]
    if any(agents[0]) or any(agents[1]):
        return agents[0] == agents[1] != [True, True]
    if _case_turned(here[0], there[1]) or _case_turned(here[1], there[0]):
        return True
    alike = here[0] == here[1]
    return here == there and (not alike or any(word.lower in _OF_TWO for word in view.claim.words))


def _case_turned(mark: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one noun acts here and is acted on there: "der Hund" and "den Hund"."""
    return (mark in _SUBJECT and other in _OBJECT) or (mark in _OBJECT and other in _SUBJECT)


def _told_by_case(view: View, ours: tuple[Span, Span]) -> bool:
    """Whether German shows who acts though the verb stands behind both: "Otto wurde von Bosch übernommen"."""
    here = [_marking(view.claim, span)[:1] for span in ours]
    if any(mark in _AGENT for mark in here) and any(word.lower in _BECOME for word in view.claim.words):
        return True
    last = view.claim.words[view.claim.content[-1]].lower
    return last in _OF_TWO or {mark in _SUBJECT for mark in here} == {mark in _OBJECT for mark in here} == {True, False}


def _german(reading: Reading) -> bool:
    """Whether the sentence shows it by its small words, or by its verb alone: "Gold gewann Anna Keller"."""
    return german(reading.text) or any(word.text in _GERMAN_VERBS for word in reading.words)


def _marking(reading: Reading, span: Span) -> tuple[str, ...]:
    """The determiner and preposition right before a noun, as far as there are any."""
    at = min(reading.indexes(span))
    first = at
    while first > 0 and reading.words[first - 1].lower in _MARKING:
        first -= 1
    return tuple(word.lower for word in reading.words[first:at])


def _things(reading: Reading) -> list[_Thing]:
    """The content words in their order; the words of a name are one thing."""
    named = {at: name.span for name in reading.names for at in reading.indexes(name.span)}
    found: dict[tuple[int, int], list[str]] = {}
    for at in reading.content:
        word = reading.words[at]
        span = named.get(at, Span(word.start, word.end, word.text))
        found.setdefault((span.start, span.end), []).append(word.stem)
    return [_Thing(cut(reading.text, *place), tuple(stems)) for place, stems in found.items()]


def _made(claim: Quote, source: Quote, other: str) -> Finding:
    return Finding(
        axis="role",
        relation=Relation.CONTRADICTED,
        claim_quote=claim,
        source_quote=source,
        explanation=f"The claim and the source exchange the roles of {claim.text} and {other}.",
        severity=Severity.HIGH,
    )


def _passive(reading: Reading) -> bool:
    return any(word.lower == "by" for word in reading.words)


def _shares_content(first: str, second: str) -> bool:
    return bool({word.stem for word in content_words(first)} & {word.stem for word in content_words(second)})


def _opposed(first: str, second: str) -> bool:
    """Whether a word turns with the roles: "two years older than" and "two years younger than"."""
    return any(
        opposite_in_place(ours.stem, theirs.stem)
        for ours in words(first)
        for theirs in words(second)
        if ours.stem != theirs.stem
    )
