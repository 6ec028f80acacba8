"""The `negation` axis: what one side affirms and the other denies, word by aligned word."""

import re
from collections.abc import Sequence

from adjudge.analysis.alignment import View
from adjudge.analysis.lexicon.blocks import word_set
from adjudge.analysis.negation import Negation, implied, same_clause
from adjudge.analysis.reading import Reading
from adjudge.analysis.words import stem
from adjudge.verdict import Finding, Quote, Relation, Severity

_FRAME = 0.7
_ATTEMPTS = frozenset(stem(word) for word in word_set("try attempt seek hope want plan aim intend versuchen"))
_OPEN = re.compile(r"\b(?:whether|or not|may not|might not|could not be|unless)\b", re.IGNORECASE)
_MOOD = re.compile(
    r"\b(?:whether|or not|or may not|should(?: have)?|ought to|would have|if|unless|nothing but|none but|not only|"
    r"unlike|not as|nearly as)\b",
    re.IGNORECASE,
)


def findings(views: Sequence[View]) -> list[Finding]:
    """At most one finding: the first denial that only one side makes in the same frame."""
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
    if len(ours) == 1 and _surrounded(view, ours[0].target):
        # Where the denied word has no answer, what it is said of is not denied: "did not change its forecast".
        denied = view.links.get(ours[0].target)
        if denied is not None and not _tried(view, denied) and not view.alternative(_at(ours[0]), _at()):
            taken = _implied(view.source, denied, view.answered)
            return None if taken else _made(view, _cue(view.claim, ours[0]), None, denied)
    if len(theirs) == 1:
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


def _tried(view: View, at: int) -> bool:
    """Whether the source only says that it was tried: "failed to land" does not deny "tried to land"."""
    return any(word.stem in _ATTEMPTS for word in view.source.words[max(0, at - 2) : at])


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
