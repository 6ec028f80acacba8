"""The `caveat` axis: what the source only announces, plans or tries, and the claim says was done.

Pure: views in, findings out. Where the sources say anywhere that it was done, or name its day, there is no finding.
"""

import re
from collections.abc import Iterator, Sequence

from adjudge.analysis.compare.align import View
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import pattern, word_set
from adjudge.analysis.text.lexicon.finite import PAST
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import Word, german, words
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.6
_PUT_AHEAD = r"""
    (?:will|shall|['’]ll)(?! have\b)(?: (?:soon|also|now|then|again|probably|likely))?|
    (?:is|are|am|['’]s|['’]re) (?:also |now |still |then )?(?:to|going to|about to|poised to)|
    (?:said|says|say) (?:it|he|she|they|that \w+) would|
    (?:expected|due|set|scheduled|slated|planned|bound|ready|willing|hoping|planning|preparing|determined) to|
    (?:plan|intend|aim|hope|want|vow|pledge|promise|threaten|offer|agree|propose|prepare|expect|wish)(?:s|n?ed|d)? to|
    (?:attempt|seek)(?:s|ed|ing)? to|sought to|tr(?:y|ies|ied|ying) to|
    (?:ask|urge|order|tell|advise|encourage|invite)(?:s|d|ed)? \w+ to|
    (?:plans?|intentions?|efforts?|proposals?|bids?|talks?|agreements?|deals?|promises?|pledges?) to
"""
_LIGHT = r"""
    be |get |have |
    (?:file|hold|make|launch|lodge|submit|take|bring|give|sign) (?:an? |the |his |her |its |their )?
"""
_AHEAD = re.compile(rf"(?<![\w'’-])(?:{pattern(_PUT_AHEAD)})\s+(?:{pattern(_LIGHT)})?$", re.IGNORECASE)
_DONE_BEFORE = word_set("has have had was were 've been got")
_PASSIVE = word_set("be get been have")
_BETWEEN = word_set("been already also now since just then finally")
_NOT_DONE = word_set("will would may might could can should must to not n't never n’t shall")
_NO_VERB = word_set("the a an its his her their this that these those of in by with for is are be being")
_NOT_PAST = word_set("need red bed bid set put cut let read hit cost shed hundred")
_GERMAN_AHEAD = re.compile(
    r"\b(?P<cue>wird|werden|will|wollen|soll|sollen|möchte|möchten|plant|planen|beabsichtigt|beabsichtigen|verspricht|"
    r"versprach|versucht|versuchte|kündigte)\b[^.;:]*?\b(?:(?P<participle>[a-zäöüß]+(?:t|en))\s+)?(?P<verb>[a-zäöüß]{2,}(?:en|ern|eln))\s*(?=[.,;!?]|$)"
)
_PREFIXES = ("ab", "an", "auf", "aus", "ein", "zurück", "vor", "nach", "mit", "zu")
_UNSTRESSED = ("be", "ver", "er", "ent", "zer", "über", "unter")


def findings(views: Sequence[View], lowered: str) -> list[Finding]:
    """At most one finding, from the sentence that answers the claim best."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    made = _german(view, lowered) if german(view.source.text) else _english(view, lowered)
    return [
        Finding(
            axis="caveat",
            relation=Relation.ABSENT,
            claim_quote=view.claim.quote(ours),
            source_quote=view.source.quote(theirs),
            explanation=f"The claim says '{ours.text}'; the source only says '{theirs.text}'.",
            severity=Severity.HIGH,
        )
        for ours, theirs in made
    ][:1]


def _english(view: View, lowered: str) -> Iterator[tuple[Span, Span]]:
    if any(period.year for period in view.source.dates):
        return  # what was to be on a known day may well have been by now
    for at, spot in view.links.items():
        theirs = view.source.words[spot]
        if view.claim.words[at].stem != theirs.stem:
            continue
        start = _done(view.claim, at)
        ahead = None if start is None else _ahead(view.source.text, theirs.start)
        if ahead is None or start is None or _modifies(view.source, spot) or _done_elsewhere(theirs.stem, lowered):
            continue
        yield (
            cut(view.claim.text, view.claim.words[start].start, view.claim.words[at].end),
            cut(view.source.text, ahead, theirs.end),
        )


def _ahead(text: str, end: int) -> int | None:
    """Where the words begin that put what follows into the future, or leave it an attempt."""
    found = next((match for match in _AHEAD.finditer(text, max(0, end - 60), end)), None)
    return found.start() if found else None


def _done(reading: Reading, at: int) -> int | None:
    """Where the verb begins, with its auxiliary, if the sentence says that it was done."""
    found = reading.words
    first = at
    while first and found[first - 1].lower in _BETWEEN:
        first -= 1
    before = found[first - 1].lower if first else ""
    if before in _DONE_BEFORE and not found[at].lower.endswith("ing"):
        ruled_out = any(word.lower in _NOT_DONE for word in found[max(0, first - 3) : first - 1])
        return None if ruled_out else first - 1
    if any(word.lower in _NOT_DONE for word in found[max(0, first - 2) : first]) or before in _NO_VERB or not first:
        return None
    return first if _past(found[at]) else None


def _past(word: Word) -> bool:
    if word.lower in _NOT_PAST:
        return False
    return word.lower in PAST or (word.lower.endswith("ed") and len(word.lower) > len("need"))


def _modifies(reading: Reading, at: int) -> bool:
    """Whether the word only says which one is meant: "will open the proposed park"."""
    before = reading.words[at - 1].lower if at else ""
    return _past(reading.words[at]) and before not in _PASSIVE


def _done_elsewhere(wanted: str, lowered: str) -> bool:
    """Whether the sources name it anywhere without putting it ahead."""
    places = [word.start for word in words(lowered) if word.stem == wanted]
    return any(_ahead(lowered, place) is None for place in places)


def _german(view: View, lowered: str) -> Iterator[tuple[Span, Span]]:
    ahead = _GERMAN_AHEAD.search(view.source.text)
    if ahead is None or any(period.year for period in view.source.dates):
        return
    passive = ahead["participle"] if ahead["verb"] == "werden" else ""
    for form in (rf"(?:wurden?|ist|sind)\b[^.;]*\b{passive}",) if passive else _forms(ahead["verb"]):
        done = re.compile(rf"\b{form}\b")
        ours = done.search(view.claim.text)
        if ours and not done.search(lowered):
            yield Span(*ours.span(), ours.group()), Span(*ahead.span(), ahead.group())


def _forms(infinitive: str) -> tuple[str, ...]:
    """The forms in which a weak German verb says that it is done: gebaut, baute; eingelegt, legte … ein."""
    prefix = next((one for one in _PREFIXES if infinitive.startswith(one) and len(infinitive) > len(one) + 4), "")
    root = re.sub(r"(?:en|n)$", "", infinitive[len(prefix) :].removeprefix("zu" if prefix else ""))
    ending = "et" if root.endswith(("t", "d")) else "t"
    if prefix:
        return f"{prefix}ge{root}{ending}", rf"{root}{ending}en?\b[^.;]*\b{prefix}"
    unstressed = root.startswith(_UNSTRESSED) or root.endswith("ier")
    participle = f"(?:{root}{ending}|{infinitive})" if unstressed else f"ge{root}{ending}"
    return rf"(?:hat|haben|hatte|hatten|wurde|wurden|ist|sind)\b[^.;]*\b{participle}", rf"{root}{ending}en?"
