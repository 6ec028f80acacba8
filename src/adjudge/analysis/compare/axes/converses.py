"""The `role` axis, where a word or the voice changes with the sides: "A beat B", "B lost to A", "A lost to B".

Also the order of events: "the mayor came before the minister" is "the minister came after the mayor". Of two sentences
that tie the same sides, one may say the same with both changed, or exchange the sides: then it says the reverse.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.periods import dated_apart
from adjudge.analysis.compare.deeds import passives
from adjudge.analysis.compare.sequence import EARLIER, MEANWHILE, sequence
from adjudge.analysis.compare.sides import Side, Tie
from adjudge.analysis.compare.ties import direction, ties
from adjudge.analysis.facts.coreference import resolved
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.converses import GENDERED
from adjudge.analysis.text.spans import Span, cut
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.8
_SHARED = 0.4
_NEAR = 3
_PRONOUNS = ("it", "he", "she", "its")


@dataclass(frozen=True, slots=True)
class Compared:
    """A tie of the claim beside one of a source sentence: whether they agree, and whether in other words."""

    view: View
    ours: Tie
    theirs: Tie
    source: Reading
    agrees: bool

    @property
    def reworded(self) -> bool:
        """Whether the same is said in other words. Whoever has a mother need not be a daughter."""
        changed = self.ours.turned != self.theirs.turned or self.ours.word != self.theirs.word
        return self.agrees and changed and self.ours.word not in GENDERED

    @property
    def whole(self) -> bool:
        """Whether the tie and its figures are all that the claim says: two further words might be exchanged, and those
        of an event that is told before or after another are not looked at here."""
        if self.ours.word in (EARLIER, MEANWHILE):
            return False
        told, claim = self.ours.first.stems | self.ours.second.stems | self.ours.thing, self.view.claim
        known = self.view.figures.union(self.ours.at)
        return sum(1 for at in claim.content if at not in known and claim.words[at].stem not in told) <= 1


def compared(views: Sequence[View]) -> Compared | None:
    """The first tie of the claim that a source sentence has too; one that agrees before one that does not."""
    found = [one for view in views if view.coverage >= _SHARED for one in _beside(view, views)]
    return next((one for one in found if one.agrees), found[0] if found else None)


def finding(one: Compared) -> Finding | None:
    """What a tie says for or against the claim; nothing where it is only repeated."""
    ours, theirs = _quoted(one.view.claim, one.ours), _quoted(one.source, one.theirs)
    source = one.view.source.quote(theirs) if one.source is one.view.source else one.view.source.whole
    if one.agrees and not (one.reworded and one.whole):
        return None
    said = f"The claim says '{ours.text}', the source '{theirs.text}'"
    reverse = "exchange which of the two is which" if ours.text.lower() != theirs.text.lower() else "exchange the two"
    return Finding(
        axis="role",
        relation=Relation.SAME if one.agrees else Relation.CONTRADICTED,
        claim_quote=one.view.claim.quote(ours),
        source_quote=source,
        explanation=f"{said}: with the sides changed it is the same." if one.agrees else f"{said}, and they {reverse}.",
        severity=Severity.LOW if one.agrees else Severity.HIGH,
    )


def settled(views: Sequence[View]) -> frozenset[int]:
    """The claim's words that say the same as the source's with the sides changed, though they look like opposites."""
    found = compared(views)
    return frozenset(found.ours.at) if found is not None and found.agrees else frozenset()


def _beside(view: View, views: Sequence[View]) -> Iterator[Compared]:
    source = _spelt_out(view, views)
    ours = (*sequence(view.claim), *ties(view.claim, passives(source)))
    if not ours or dated_apart(view):
        return
    theirs = (*sequence(source), *ties(source, passives(view.claim)))
    for one in ours:
        for other in theirs:
            agrees = _agrees(one, other)
            if agrees is not None and _framed(view, one, other):
                yield Compared(view, one, other, source, agrees)


def _spelt_out(view: View, views: Sequence[View]) -> Reading:
    """The source sentence with the name that the sentence right before it gives to its first pronoun."""
    source = view.source
    if not source.words or source.words[0].lower not in _PRONOUNS:
        return source
    for other in (one.source for one in views):
        apart = source.span.start - other.span.end
        if other.document_id == source.document_id and 0 <= apart <= _NEAR:
            text = resolved((other.text, source.text))[1].text
            return source if text == source.text else Reading(source.document_id, Span(0, len(text), text))
    return source


def _agrees(ours: Tie, theirs: Tie) -> bool | None:
    """Whether the two say the same of the same two sides (true) or the reverse (false); none if neither shows."""
    if {ours.word, theirs.word} == {EARLIER, MEANWHILE}:
        told = _fits(ours, theirs.first, theirs.second) or _fits(ours, theirs.second, theirs.first)
        return False if told else None
    way = direction(ours.word, theirs.word)
    if way == 0 or (ours.thing and theirs.thing and ours.thing.isdisjoint(theirs.thing)):
        return None
    first, second = (theirs.first, theirs.second) if way == 1 else (theirs.second, theirs.first)
    if _fits(ours, first, second):
        return True
    return False if ours.word != MEANWHILE and _crossed(ours, first, second) else None


def _fits(ours: Tie, first: Side, second: Side) -> bool:
    return all(
        mine.stems <= other.stems and other.head in mine.stems
        for mine, other in ((ours.first, first), (ours.second, second))
    )


def _crossed(ours: Tie, first: Side, second: Side) -> bool:
    """Whether each side stands where the other does; words that both have ("Lake") tell nothing."""
    here, there = ours.first.stems - first.stems, ours.second.stems - second.stems
    return (
        bool(here and there)
        and here <= second.stems
        and there <= first.stems
        and second.head in ours.first.stems
        and first.head in ours.second.stems
    )


def _framed(view: View, ours: Tie, theirs: Tie) -> bool:
    """Whether the source says nearly all the rest of the claim, too."""
    spelt = theirs.first.stems | theirs.second.stems | theirs.thing
    rest = {at: weight for at, weight in view.weights.items() if at not in ours.at}
    told = sum(weight for at, weight in rest.items() if at in view.links or view.claim.words[at].stem in spelt)
    return bool(rest) and told >= _FRAME * sum(rest.values())


def _quoted(reading: Reading, tie: Tie) -> Span:
    return cut(reading.text, reading.words[tie.at[0]].start, reading.words[tie.at[-1]].end)
