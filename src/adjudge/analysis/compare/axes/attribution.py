"""The `name` axis, third part: what the source lets one speaker say and the claim another.

Pure: views in, findings out. Speakers that may be one and the same ("the mayor", "Anna Reyes", "she") never clash.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View, view
from adjudge.analysis.facts.names import NameKind, matches, names
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.reported import Statement, statements
from adjudge.analysis.text.senses import Sense, sense
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import content_words, stem, words
from adjudge.verdict import Finding, Quote, Relation, Severity

_SAID_SO, _FEWEST, _MORE = 0.75, 2, 0.5
"""How much of what the claim lets somebody say another must say, of at least how many words, and how much more."""
_KIN = (Sense.SAME, Sense.SYNONYM, Sense.BROADER, Sense.NARROWER)
_ANYBODY = frozenset(
    stem(word)
    for word in word_set(
        """spokesman spokeswoman spokesperson official officials leader leaders head group organisation organization
        source sources authority authorities report statement man woman people expert experts researcher researchers
        scientist author authors critic critics observer analyst analysts side sides party parties member members
        representative chief director president chairman chairwoman boss sprecher sprecherin behörde behörden experte
        experten dr mr mrs ms prof monday tuesday wednesday thursday friday saturday sunday study studie bericht"""
    )
)
"""Speakers who may be any other speaker of the same text."""
_EVERYBODY = re.compile(r"\b(?:both|all|each|everyone|beide|alle|and|und)\b", re.IGNORECASE)
_APART = re.compile(
    r"[;.!?]|\b(?:and|but|while|whereas|und|aber|während|said|says|warned|told|accused|critici[sz]ed|praised|warf|sagte|warnte|"
    r"kritisierte|lobte)\b"
)
"""What stands between two who are not one: "the minister accused the railway"."""
_CLOSE, _LONG_ENOUGH = 4, 5
_QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{3,200})[\"”“»]|(?<!\w)['‘](.{3,200}?)['’](?!\w)")
_SHORT = 3
_NOT_PEOPLE = (NameKind.PLACE, NameKind.NATIONALITY)


@dataclass(frozen=True, slots=True)
class _Told:
    """A statement of a source sentence, and how much of the claim's it says."""

    view: View
    statement: Statement
    share: float


def findings(views: Sequence[View], lowered: str) -> list[Finding]:
    """At most one finding: the claim's statement, where the source has another speaker for it."""
    ours = statements(views[0].claim.text) if views else ()
    if len(ours) != 1 or not _who(ours[0].speaker.text):
        return []
    claim = views[0].claim
    said = _part(claim, ours[0].said)
    if len(said.content) < _FEWEST:
        return []
    told = list(_told(said, views))
    own = [one for one in told if _may_be(ours[0].speaker, one.statement.speaker, lowered)]
    others = [one for one in told if one not in own and one.share >= _SAID_SO]
    if not others:
        return []
    best = max(others, key=lambda one: one.share)
    if best.share - max((one.share for one in own), default=0.0) < _MORE:
        return []
    if _speaks(ours[0].speaker, own, best):
        return [_made(claim, ours[0].speaker, best, Relation.CONTRADICTED)]
    present = _who(ours[0].speaker.text) <= {word.stem for word in best.view.source.words}
    apart = present or _both_named(ours[0].speaker, best, views)
    return [_made(claim, ours[0].speaker, best, Relation.ABSENT)] if apart else []


def _told(said: Reading, views: Sequence[View]) -> Iterator[_Told]:
    for one in views:
        for statement in statements(one.source.text):
            share = view(said, _part(one.source, statement.said)).coverage
            yield _Told(one, statement, 1.0 if _holds_the_core(said, statement.said.text) else share)


def _holds_the_core(said: Reading, theirs: str) -> bool:
    """Whether the claim lets somebody say all that the source puts between quotation marks, or the bare figure that is
    all the source lets somebody say: "the union said 3,000"."""
    ours = {word.stem for word in said.words}
    quoted = [word.stem for match in _QUOTED.finditer(theirs) for word in content_words(match[1] or match[2])]
    if len(quoted) > _FEWEST:
        return ours.issuperset(quoted)
    spoken = content_words(theirs)
    figure = any(word.lower[0].isdigit() for word in spoken)
    return figure and len(spoken) <= _SHORT and ours.issuperset(word.stem for word in spoken)


def _both_named(speaker: Span, best: _Told, views: Sequence[View]) -> bool:
    """Whether both speakers go by a name of their own; they share no word of it, or they might be one."""
    own = [one for one in best.view.claim.names if one.span.overlaps(speaker) and one.kind not in _NOT_PEOPLE]
    known = [one for each in views for one in each.source.names if not one.tentative]
    sure = any(not one.tentative or any(matches(one, other) for other in known) for one in own)
    theirs = [one for one in best.view.source.names if one.span.overlaps(best.statement.speaker)]
    return sure and any(not one.tentative and one.kind not in _NOT_PEOPLE for one in theirs)


def _part(reading: Reading, span: Span) -> Reading:
    return Reading(reading.document_id, span.shifted(reading.span.start))


def _who(speaker: str) -> frozenset[str]:
    """The stems that tell the speaker from others; none where it may be anybody."""
    if _EVERYBODY.search(speaker):
        return frozenset()
    return frozenset(word.stem for word in content_words(speaker)) - _ANYBODY


def _may_be(ours: Span, theirs: Span, lowered: str) -> bool:
    """Whether the two may be one: by a shared word, or since the sources put them side by side ("Reyes, the mayor")."""
    mine, other = _who(ours.text), _who(theirs.text)
    if not mine or not other:
        return True
    pairs = [(one, two) for one in mine for two in other]
    return any(_kin(one, two) for one, two in pairs) or _side_by_side(mine, other, lowered)


def _kin(one: str, other: str) -> bool:
    """Whether two stems mean the same or a kind of it; German plurals and cases only add to the end."""
    shorter, longer = sorted((one, other), key=len)
    return sense(one, other) in _KIN or (len(shorter) >= _LONG_ENOUGH and longer.startswith(shorter))


def _side_by_side(mine: frozenset[str], other: frozenset[str], lowered: str) -> bool:
    for part in _APART.split(lowered):
        stems = [word.stem for word in words(part)]
        places = [at for at, one in enumerate(stems) if one in mine]
        others = [at for at, one in enumerate(stems) if one in other]
        if any(abs(one - two) <= _CLOSE for one in places for two in others):
            return True
    return False


def _speaks(ours: Span, own: Sequence[_Told], best: _Told) -> bool:
    """Whether the claim's speaker says something else in the source, and is surely not the one who says this.

    A name and a noun may be one person, unless a single sentence sets them against each other.
    """
    mine = _who(ours.text)
    known = [one for one in own if any(_kin(two, three) for two in mine for three in _who(one.statement.speaker.text))]
    if any(one.view is best.view for one in known):
        return True
    theirs = best.statement.speaker.text
    alike = (names(ours.text) and names(theirs)) or (_nouns(ours.text) and _nouns(theirs))
    return bool(known) and bool(alike)


def _nouns(speaker: str) -> list[str]:
    """What the speaker is called besides a name."""
    named = [name.span for name in names(speaker)]
    return [
        word.stem for word in content_words(speaker) if not any(span.start <= word.start < span.end for span in named)
    ]


def _made(claim: Reading, speaker: Span, best: _Told, relation: Relation) -> Finding:
    theirs: Quote = best.view.source.quote(best.statement.speaker)
    return Finding(
        axis="name",
        relation=relation,
        claim_quote=claim.quote(speaker),
        source_quote=theirs,
        explanation=f"The claim lets '{speaker.text}' say this, the source '{theirs.text}'.",
        severity=Severity.HIGH,
    )
