"""The `negation` axis: what one side affirms and the other denies, word by aligned word."""

import re
from collections.abc import Sequence
from functools import lru_cache

from adjudge.analysis.compare.align import View
from adjudge.analysis.compare.axes.swaps import said_elsewhere
from adjudge.analysis.facts.negation import Negation, implied, same_clause
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.opposites import PHRASES
from adjudge.analysis.text.spans import Span
from adjudge.analysis.text.words import stem
from adjudge.verdict import Finding, Quote, Relation, Severity

_FRAME = 0.7
_ATTEMPTS = frozenset(stem(word) for word in word_set("try attempt seek hope want like wish plan aim intend versuchen"))
_AWAITED = frozenset(stem(word) for word in word_set("need require await seek pending lack without expect demand"))
_OFFERED = frozenset(
    stem(word) for word in word_set("offer bid proposal request demand invitation plea appeal application call")
)
_GRANTED = frozenset(stem(word) for word in word_set("accept take took grant approve welcome agree honour honor"))
_SETTING_APART = word_set(", ; : - – — ( ) but and or who which that after before nearly almost while until for")
_OPEN = re.compile(
    r"\b(?:whether|or not|may not|might not|could not be|unless|"
    r"not (?:\w+ ){0,2}(?:so|as|this) \w+ (?:since|before|as))\b",
    re.IGNORECASE,
)
_MOOD = re.compile(
    r"\b(?:whether|or not|or may not|should(?: have)?|ought to|would have|if|unless|nothing but|none but|not only|"
    r"unlike|not as|nearly as|all but|all except|alle bis auf|"
    r"once (?:the|an?|its?|they|their|all)|as soon as|sobald)\b",
    re.IGNORECASE,
)


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding: the first denial that only one side makes in the same frame."""
    crossed = _crossed(views)
    if crossed is not None:
        return [crossed]
    for view in views:
        if view.coverage < _FRAME:
            break
        found = None if _open(view) else _one_sided(view)
        if found is not None:
            return [found]
    return []


def _open(view: View) -> bool:
    """Whether one side leaves the matter open itself ("may or may not", "not all") or moves in another mood."""
    return bool(_MOOD.search(view.source.text)) or bool(_OPEN.search(view.claim.text)) or _of_not_all(view)


def _of_not_all(view: View) -> bool:
    """What "not all" is beside "none" or "did not" is a matter of how many."""
    return any(mark.group == "not_all" for mark in (*view.claim.quantifiers, *view.source.quantifiers))


def _one_sided(view: View) -> Finding | None:
    ours = [negation for negation in view.claim.negations if negation.kind != "weak"]
    theirs = [negation for negation in view.source.negations if negation.kind != "weak"]
    if ours and theirs:
        return None  # both deny something: what exactly is beyond a word-by-word look
    if any(negation.kind == "instead" for negation in (*ours, *theirs)):
        return None  # what is done instead need not be said to be denied
    if len(ours) == 1 and _surrounded(view, ours[0].target) and not _of_others(view):
        # Where the denied word has no answer, what it is said of is not denied: "did not change its forecast".
        denied = view.links.get(ours[0].target)
        open_yet = denied is not None and (_tried(view, denied) or _awaited(view, denied))
        if denied is not None and not open_yet and not view.alternative(_at(ours[0]), _at()):
            taken = _implied(view.source, denied, view.answered)
            return None if taken else _made(view, _cue(view.claim, ours[0]), None, denied)
    if len(theirs) == 1 and not _only_refused(view, theirs[0]):
        answers = {at: index for index, at in view.links.items()}
        affirmed = answers.get(theirs[0].target)
        if affirmed is not None and _surrounded(view, affirmed) and not view.alternative(_at(), _at(theirs[0])):
            taken = _implied(view.claim, affirmed, frozenset(view.links))
            return None if taken else _made(view, None, _cue(view.source, theirs[0]), affirmed)
    return None


def _implied(reading: Reading, at: int, shared: frozenset[int]) -> bool:
    """Whether this side denies the word too, by a word of its own: "prohibited from opening" beside "must not open"."""
    cues = (cue for cue in implied(reading.words) if cue not in shared and cue != at)
    return any(same_clause(reading.words, cue, at) for cue in cues)


def _crossed(views: Sequence[View]) -> Finding | None:
    """Phrases that exclude each other, said of the same thing: "went ahead" and "was called off"."""
    if not views or _open(views[0]) or views[0].source.hedges:
        return None
    view = views[0]
    for first, second, about in PHRASES:
        if about and not any(word.lower in about for word in view.claim.words):
            continue
        for one, other in ((first, second), (second, first)):
            ours, theirs = _spots(view.claim, one), _spots(view.source, other)
            if not ours or not theirs or min(ours) in view.links or said_elsewhere(min(ours), view, views):
                continue
            if _said_of_the_same(view, ours, theirs):
                return _excluded(view, ours, theirs)
    return None


def _spots(reading: Reading, phrase: tuple[str, ...]) -> frozenset[int]:
    """Where the phrase stands first, word beside word."""
    stems = [word.stem for word in reading.words]
    wanted = _stems(phrase)
    starts = [at for at in range(len(stems)) if stems[at : at + len(wanted)] == wanted]
    return frozenset(at + step for at in starts[:1] for step in range(len(wanted)))


@lru_cache(maxsize=64)
def _stems(phrase: tuple[str, ...]) -> list[str]:
    return [stem(word) for word in phrase]


def _said_of_the_same(view: View, ours: frozenset[int], theirs: frozenset[int]) -> bool:
    """Whether all the rest of the claim stands by the source's phrase with nothing between, and neither is denied.

    "The rematch was called off" and "it was held until Monday" are about something else.
    """
    denied = view.denied(frozenset({min(ours)}), frozenset({min(theirs)}))
    if any(denied) or view.coverage_without(ours) < 1:
        return False
    known = view.answered | theirs
    return not any(
        word.lower in _SETTING_APART or (word.content and at not in known)
        for at, word in enumerate(view.source.words[: max(known)])
    )


def _excluded(view: View, ours: frozenset[int], theirs: frozenset[int]) -> Finding:
    mine, other = _quoted(view.claim, ours), _quoted(view.source, theirs)
    return Finding(
        axis="negation",
        relation=Relation.CONTRADICTED,
        claim_quote=mine,
        source_quote=other,
        explanation=f"The claim says '{mine.text}', the source '{other.text}': both cannot be true.",
        severity=Severity.HIGH,
    )


def _quoted(reading: Reading, spots: frozenset[int]) -> Quote:
    start, end = reading.words[min(spots)].start, reading.words[max(spots)].end
    return reading.quote(Span(start, end, reading.text[start:end]))


def _tried(view: View, at: int) -> bool:
    """Whether the source only says that it was tried: "failed to land" does not deny "tried to land"."""
    return any(word.stem in _ATTEMPTS for word in view.source.words[max(0, at - 2) : at])


def _of_others(view: View) -> bool:
    """Whether the claim denies it of another number than the source affirms it of: four did not, one did."""
    known = {one.value for one in view.source.quantities}
    return bool(known) and any(one.value not in known for one in view.claim.quantities)


def _awaited(view: View, at: int) -> bool:
    """Whether the source says that it is still to come: "needs the approval" does not affirm "approved"."""
    return any(word.stem in _AWAITED for word in view.source.words[max(0, at - 3) : at])


def _only_refused(view: View, negation: Negation) -> bool:
    """Whether an offer or a request was refused, which is not to say that it was not made, but that it was granted."""
    refused = negation.kind == "verb" and view.source.words[negation.target].stem in _OFFERED
    return refused and not any(word.stem in _GRANTED for word in view.claim.words)


def _at(negation: Negation | None = None) -> frozenset[int]:
    return frozenset({negation.cue}) if negation else frozenset()


def _surrounded(view: View, index: int) -> bool:
    """Whether the words around the denied one are the same too, so that the same thing is denied and affirmed."""
    return len(view.weights) == 1 or view.coverage_without(frozenset({index})) >= _FRAME


def _cue(reading: Reading, negation: Negation) -> Quote:
    return reading.quote_word(negation.cue)


def _made(view: View, ours: Quote | None, theirs: Quote | None, at: int) -> Finding:
    if ours is not None:
        word = view.source.words[at]
        explanation = f"The claim denies '{word.text}' ({ours.text}); the source affirms it."
        theirs = view.source.quote_word(at)
    else:
        word = view.claim.words[at]
        cue = theirs.text if theirs else "not"
        explanation = f"The source denies '{word.text}' ({cue}); the claim affirms it."
        ours = view.claim.quote_word(at)
    return Finding(
        axis="negation",
        relation=Relation.CONTRADICTED,
        claim_quote=ours,
        source_quote=theirs,
        explanation=explanation,
        severity=Severity.HIGH,
    )
