"""The `wording` axis: a word of the claim whose place the source gives to its opposite or to another of its kind."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes import converses, outcomes, referents
from adjudge.analysis.compare.axes.periods import dated_apart, relate
from adjudge.analysis.compare.axes.states import said_too
from adjudge.analysis.compare.sides import Tie
from adjudge.analysis.compare.ties import ties
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.senses import Sense, kind_shared, known, loose, opposite_in_place, person, relatives, sense
from adjudge.analysis.text.words import lemma, stem
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.5
_SHORT = 3  # words: "far away from" for "near"
_SURE_FRAME = 0.75
_WHEN = word_set("last first next")
_TIMES = word_set("year month week night quarter season summer winter spring autumn decade century")
_PARENTS = frozenset(stem(word) for word in word_set("father dad mother mom mum"))
_CHILDREN = frozenset(stem(word) for word in word_set("son daughter"))
SUBJECTS = word_set("it he she they er sie es")
_AGREEING = (Relation.SAME, Relation.COARSER)
_AMONG = word_set("in with for among")
_MORE = word_set("more longer higher greater larger stronger increased mehr länger höher stärker")
_LESS = word_set("less fewer shorter lower smaller weaker reduced weniger kürzer niedriger schwächer")
_LEAD_BREAKS = word_set(", ; : . and but while than und aber während als")
_THAN = ("than", "als")
_WAYS = frozenset({"from", "to", "into", "onto"})
_LIVE, _TO_THE_END = (stem("live"), stem("lebte")), ("to", "until", "till", "from", "bis")
_CONVERSE = frozenset(
    stem(word)
    for word in word_set(
        """before after above below ahead behind north south east west buy sell lend borrow to from vor nach
        nördlich südlich östlich westlich kaufte kauften gekauft verkaufte verkauften verkauft"""
    )
)
"""Words that say the same as their opposites do when both sides change places."""
_GERMAN_NOT = ("nicht", "nie", "niemals")
_BREAKS = (",", ";", ":", ".")
_PREFIXES = word_set("ab an auf aus ein zu zurück")
_JOINTS = ("und", "oder", "als", "wie")
_CARRIERS, _TURNING = word_set("stieg stiegen steigt fiel fielen fällt"), word_set("auf aus ein")
_PRONOUNS = (word_set("he him his himself"), word_set("she her hers herself"))


class _Clash(NamedTuple):
    """A claim word, the source word that clashes with it (both as indexes), and why."""

    at: int
    spot: int
    reason: str


class _Separable(NamedTuple):
    """The stem of a German verb with its prefix, and where the prefix stands."""

    stem: str
    prefix: int


def findings(views: Sequence[View]) -> list[Finding]:
    """The swaps in the sentences that answer the claim best."""
    for view in views[:2]:
        if dated_apart(view):
            continue
        for at, spot, reason in _wording(view):
            if at in converses.settled(views) | outcomes.settled(views) or said_too(view, at, spot):
                continue
            if outcomes.told_of_another(view, at, spot) or referents.apart(view, at, spot):
                continue
            if not said_elsewhere(at, view, views):
                return [_made(view, at, spot, reason)]
    return []


def said_elsewhere(at: int, view: View, views: Sequence[View]) -> bool:
    """Whether another sentence says the claim's own word of the same thing: "It opened in 1990. It closed in 2000." """
    word = frozenset({at})
    enough = max(_FRAME, view.frame_without(word))
    return any(
        at in other.links
        and _agrees_in_time(other)
        and not any(other.denied(word, frozenset({other.links[at]})))
        and (other.frame_without(word) >= enough or _goes_on(other, at))
        for other in views
        if other is not view
    )


def _goes_on(view: View, at: int) -> bool:
    """Whether a pronoun beside the word takes up whatever was spoken of before."""
    spot = view.links[at]
    return any(word.lower in SUBJECTS for word in view.source.words[max(0, spot - 4) : spot + 2])


def _agrees_in_time(view: View) -> bool:
    """Whether the sentence has each date of the claim."""
    return all(any(relate(ours, theirs) in _AGREEING for theirs in view.source.dates) for ours in view.claim.dates)


def _wording(view: View) -> Iterator[_Clash]:
    yield from _in_place(view)
    yield from _anywhere(view)
    yield from _with_prefix(view)


def _in_place(view: View) -> Iterator[_Clash]:
    """Clashing words of which one stands where the other stands."""
    ours, theirs = view.claim.words, view.source.words
    owned = _owned(view)
    for edit in view.replacements:
        exact = edit.claim[1] - edit.claim[0] <= _SHORT and edit.source[1] - edit.source[0] <= _SHORT
        for at in range(*edit.claim):
            if at in owned or (at in view.links and not (exact and _doubly_answered(view, at))):
                continue
            kin = relatives(ours[at].stem)
            for spot in range(*edit.source):
                if theirs[spot].stem not in kin:
                    continue
                reason = _clash(ours[at].stem, theirs[spot].stem, in_place=exact)
                if reason and view.frame_without(frozenset({at})) >= _FRAME and _stands(view, at, spot):
                    yield _Clash(at, spot, reason)


def _doubly_answered(view: View, at: int) -> bool:
    """Whether another claim word has the same answer, so that this one may have none of its own."""
    return any(index != at and spot == view.links[at] for index, spot in view.links.items())


def _anywhere(view: View) -> Iterator[_Clash]:
    """Clashing words that answer nothing, wherever they stand in the same frame."""
    owned = _owned(view)
    free = [index for index in view.source.content if index not in view.answered]
    for at in view.claim.content:
        if at in view.links or at in owned:
            continue
        ours = view.claim.words[at].stem
        kin = relatives(ours)
        for spot in free:
            theirs = view.source.words[spot].stem
            if theirs not in kin:
                continue
            reason = _clash(ours, theirs, in_place=False)
            beside = view.locality(frozenset({at}), frozenset({spot}), reach=1) > 0
            bound = beside or sense(ours, theirs) is Sense.OPPOSITE
            if reason and bound and _tied(view, at, spot) and _stands(view, at, spot):
                yield _Clash(at, spot, reason)


def _with_prefix(view: View) -> Iterator[_Clash]:
    """Opposites of which German keeps a part for the end: "nahm den Antrag an" and "lehnte den Antrag ab"."""
    ours, theirs = _separable(view.claim), _separable(view.source)
    for at in view.claim.content if ours or theirs else ():
        for spot in view.source.content:
            elsewhere = at in view.links or spot in view.answered
            if (at not in ours and spot not in theirs) or (elsewhere and view.links.get(at) != spot):
                continue
            verb = ours.get(at, _Separable(view.claim.words[at].stem, at))
            other = theirs.get(spot, _Separable(view.source.words[spot].stem, spot))
            denied = view.denied(frozenset({verb.prefix}), frozenset({other.prefix}))
            if sense(verb.stem, other.stem) is not Sense.OPPOSITE or any(denied):
                continue
            if _tied(view, at, spot, besides=verb.prefix) and _stands(view, at, spot):
                yield _Clash(at, spot, "opposites")


def same_with_prefix(view: View) -> frozenset[int]:
    """The claim's words that the source says too, where one of them keeps a part for the end: "ging zurück", "sank"."""
    ours, theirs = _separable(view.claim), _separable(view.source)
    found: set[int] = set()
    for at in view.claim.content if ours or theirs else ():
        verb = ours.get(at, _Separable(view.claim.words[at].stem, at))
        for spot in view.source.content:
            other = theirs[spot].stem if spot in theirs else view.source.words[spot].stem
            if (at in ours or spot in theirs) and sense(verb.stem, other) is Sense.SYNONYM:
                found |= {at, verb.prefix}
    return frozenset(found)


def _separable(reading: Reading) -> dict[int, _Separable]:
    """The verbs whose meaning only the prefix at the end of the clause gives, by the place of their finite part."""
    found = {}
    for prefix in _closing(reading):
        for at in range(prefix - 1, -1, -1):
            word, whole = reading.words[at], stem(reading.words[prefix].text + reading.words[at].text)
            if word.text in _BREAKS:
                break
            if word.content and known(whole) and not known(word.stem):
                found[at] = _Separable(whole, prefix)
                break
    return found


def _closing(reading: Reading) -> list[int]:
    """The prefixes that stand at the end of a clause, or before "und" or "als"."""
    words = reading.words
    return [
        at
        for at, word in enumerate(words)
        if word.text in _PREFIXES
        and not any(after.text.isalnum() and after.text not in _JOINTS for after in words[at + 1 : at + 2])
    ]


def _turned(reading: Reading, at: int) -> bool:
    """Whether a prefix makes another verb of it: "der Zug fiel am Montag aus" is no fall."""
    closing = (reading.words[prefix].text for prefix in _closing(reading) if prefix > at)
    return reading.words[at].text in _CARRIERS and any(prefix in _TURNING for prefix in closing)


def _tied(view: View, at: int, spot: int, *, besides: int = -1) -> bool:
    """Whether the two words belong to the same frame though they do not stand in the same place."""
    frame = view.frame_without(frozenset({at, besides}))
    return frame >= _FRAME and (frame >= _SURE_FRAME or view.locality(frozenset({at}), frozenset({spot}), reach=3) >= 1)


def _owned(view: View) -> frozenset[int]:
    """Words that another axis compares: numbers, dates, names."""
    claim = view.claim
    spans = [item.span for group in (claim.quantities, claim.dates, claim.names) for item in group]
    return frozenset(index for span in spans for index in claim.indexes(span))


def _stands(view: View, at: int, spot: int) -> bool:
    """Whether the clash survives the words around it: no negation on either side, no "or" beside it, no idiom."""
    ours, theirs = frozenset({at}), frozenset({spot})
    if _denied_behind(view.claim, at) or _denied_behind(view.source, spot):
        return False
    if _turned(view.claim, at) or _turned(view.source, spot):
        return False
    if _both_spoken_of(view, at) or _dates_back(view, at) or _converse(view, at, spot):
        return False
    if _compares_others(view, at, spot) or _turned_twice(view, at, spot) or _other_end(view, at, spot):
        return False
    if _life_told(view.claim, at) or _life_told(view.source, spot) or _of_time(view.claim, at):
        return False
    return not any(view.denied(ours, theirs)) and not view.alternative(ours, theirs)


def _denied_behind(reading: Reading, at: int) -> bool:
    """Whether a German negation at the end of the clause denies its verb: "stieg am Montag nicht"."""
    closing = _closing(reading)
    for cue in (negation.cue for negation in reading.negations if negation.cue > at):
        behind = cue + 2 if cue + 1 in closing else cue + 1
        ends = not any(word.text.isalnum() for word in reading.words[behind : behind + 1])
        within = not any(word.text in _BREAKS for word in reading.words[at:cue])
        if reading.words[cue].lower in _GERMAN_NOT and ends and within:
            return True
    return False


def _both_spoken_of(view: View, at: int) -> bool:
    """Whether the source speaks of a "she" too, who may only stand elsewhere in it: "she was loved by him"."""
    forms = next((group for group in _PRONOUNS if view.claim.words[at].lower in group), frozenset[str]())
    return any(word.lower in forms for word in view.source.words)


def _converse(view: View, at: int, spot: int) -> bool:
    """Whether both sides change places with the opposites: "Anna is younger than Ben", "Ben is older than Anna"."""
    here, there = _joint(view.claim, at), _joint(view.source, spot)
    if here is None or there is None or _passive(view.claim) is not _passive(view.source):
        return False
    return any(index < here and answer > there for index, answer in view.links.items()) and any(
        index > here and answer < there for index, answer in view.links.items()
    )


def _compares_others(view: View, at: int, spot: int) -> bool:
    """Whether the two comparatives compare other sides: "Ben is younger than Carla", "Anna is older than Ben"."""
    ours, theirs = _comparisons(view.claim, at), _comparisons(view.source, spot)
    named = {stem(part) for name in view.claim.names for part in name.parts}
    return any(not _sides_in(one, other, named) for one in ours for other in theirs)


def _turned_twice(view: View, at: int, spot: int) -> bool:
    """Whether what it is said of is turned round too: "who slept less had lower marks", "longer sleep raises them"."""
    ours, theirs = _leading(view.claim, at), _leading(view.source, spot)
    return bool((ours & _MORE and theirs & _LESS) or (ours & _LESS and theirs & _MORE))


def _leading(reading: Reading, at: int) -> frozenset[str]:
    """The words of the clause before this one."""
    lead = [word.lower for word in reading.words[:at]]
    start = max((index for index, lower in enumerate(lead) if lower in _LEAD_BREAKS), default=-1)
    return frozenset(lead[start + 1 :])


def _comparisons(reading: Reading, at: int) -> list[Tie]:
    """The ties with "than" that this word makes."""
    return [tie for tie in ties(reading) if at in tie.at and any(reading.words[one].lower in _THAN for one in tie.at)]


def _sides_in(one: Tie, other: Tie, named: set[str]) -> bool:
    """Whether the names that the one compares are compared by the other; plain words may say the same as others do."""
    return (one.first.stems | one.second.stems) & named <= other.first.stems | other.second.stems


def _joint(reading: Reading, at: int) -> int | None:
    """Where the second side of a comparison or of a converse begins: at "than", or at the word itself."""
    than = next((index for index in range(at + 1, len(reading.words)) if reading.words[index].lower in _THAN), None)
    return at if than is None and reading.words[at].stem in _CONVERSE else than


def _passive(reading: Reading) -> bool:
    return any(word.lower == "by" for word in reading.words)


def _other_end(view: View, at: int, spot: int) -> bool:
    """Whether the two name the two ends of one way: "a gift from Norway" is what was given "to Chile"."""
    if not {view.claim.words[at].lower, view.source.words[spot].lower} <= _WAYS:
        return False
    ours, theirs = (
        next((index for index in reading.content if index > place), None)
        for reading, place in ((view.claim, at), (view.source, spot))
    )
    return ours is not None and ours in view.links and view.links[ours] != theirs


def _dates_back(view: View, at: int) -> bool:
    """ "Dates back to the war" is what "dates from the war" is."""
    return view.claim.words[at].lower == "to" and at > 0 and view.claim.words[at - 1].lower == "back"


def _of_time(reading: Reading, at: int) -> bool:
    """Whether the word only says when: "last year" is no opposite of a "first quarter"."""
    following = reading.words[at + 1].lower if at + 1 < len(reading.words) else ""
    return reading.words[at].lower in _WHEN and following in _TIMES


def _life_told(reading: Reading, at: int) -> bool:
    """Whether a life is told by its end, as a death is: who "lived to be 80" or "lived until 1990" died then."""
    following = reading.words[at + 1].lower if at + 1 < len(reading.words) else ""
    return reading.words[at].stem in _LIVE and following in _TO_THE_END


def _clash(ours: str, theirs: str, *, in_place: bool) -> str:
    relation = sense(ours, theirs)
    if relation is Sense.OPPOSITE or (in_place and opposite_in_place(ours, theirs)):
        return "opposites"
    if relation is Sense.SIBLING:
        if (ours in _PARENTS and theirs in _CHILDREN) or (ours in _CHILDREN and theirs in _PARENTS):
            return ""  # whoever has a daughter is a parent: one sentence speaks of both
        kind = kind_shared(ours, theirs)
        return f"different kinds of {kind.replace('_', ' ')}" if in_place or not loose(kind) else ""
    return ""


def _open(view: View, at: int, spot: int) -> bool:
    """Whether both may be true: what was tested in adults may have been tested in children too."""
    ours, theirs = view.claim.words, view.source.words
    plural = all(word.lower != lemma(word.lower) for word in (ours[at], theirs[spot]))
    people = plural and person(ours[at].stem) and person(theirs[spot].stem)
    lead, other = ours[at - 1].lower if at else "", theirs[spot - 1].lower if spot else ""
    return people and lead == other and lead in _AMONG


def _made(view: View, at: int, spot: int, reason: str) -> Finding:
    left_open = _open(view, at, spot)
    ours, theirs = _said(view.claim, at), _said(view.source, spot)
    return Finding(
        axis="wording",
        relation=Relation.ABSENT if left_open else Relation.CONTRADICTED,
        claim_quote=view.claim.quote_word(at),
        source_quote=view.source.quote_word(spot),
        explanation=f"The claim says '{ours}', the source '{theirs}': {reason}.",
        severity=Severity.MEDIUM if left_open else Severity.HIGH,
    )


def _said(reading: Reading, at: int) -> str:
    """The word, with the prefix that belongs to it: "nahm … an"."""
    verb = _separable(reading).get(at)
    return f"{reading.words[at].text} … {reading.words[verb.prefix].text}" if verb else reading.words[at].text
