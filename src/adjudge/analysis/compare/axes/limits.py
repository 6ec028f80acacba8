"""The `caveat` axis: limits of the source's sentence that the claim leaves out.

Among them what a share is a share of, who of them it counts, and what a rate is counted against.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from adjudge.analysis.compare.align import View
from adjudge.analysis.facts.quantities import Quantity
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import pattern, word_set
from adjudge.analysis.text.lexicon.finite import AUXILIARIES, GERMAN
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import Word, german, stem
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.6
_SHARES = ("percent",)
_SEVERITY = {3: Severity.MEDIUM, 2: Severity.LOW}
_NOUN_WITHIN = 6
_LONGEST = 14
_BREAKS = word_set(', . ; : ! ? ( ) and or but und oder aber - – — " “ ”')
_OPENERS = word_set("in among amongst for bei unter")
# After the noun these can only narrow it; the others may also belong to the verb, which then has to stand behind them.
_NARROWING = word_set("who whose aged")
_PERHAPS_NARROWING = word_set("that with without held born made given taken sold bought built found seen mit ohne")
_AGES = word_set("over under above below older younger über unter ab")
_GERMAN_RELATIVES = word_set("die der das denen deren welche welcher")
_PARTICIPLE = re.compile(r"\w{3,}(?:ed|ing)")
_BEFORE_NOUN = re.compile(
    pattern(r"""
    (?:un|non)?(?:vaccinated|infected|treated|tested|hospitali[sz]ed|insured|employed|married|registered|surveyed|polled|
    examined|screened|diagnosed|affected|injured|educated|paid)|elderly|older|younger|young|old|female|male|pregnant|
    diabetic|obese|overweight|severe|rural|urban|poor|wealthy|eligible|self-employed|
    (?:un)?ge\w{3,}t(?:e[nrsm]?)|infizierten?|erkrankten?|schwangeren?|älteren?|jüngeren?|weiblichen?|männlichen?|
    ärmeren?|reicheren?|befragten?|untersuchten?|behandelten?|registrierten?|betroffenen?
    """),
    re.IGNORECASE,
)
_KEPT_IN_FRONT = re.compile(
    r"\b(?:among|amongst|those|with|without|who|whose|aged|if|when|for|mit|ohne|bei|unter|wenn|falls)\b", re.IGNORECASE
)
_NOUN_GOES_ON = word_set("in on at from of by for to als aus von im am auf nach")
_BASES = pattern(r"""
    \d[\d.,]*\d|(?:an?\s+|one\s+)?(?:hundred|thousand|million)|hundert|tausend|million(?:en)?|
    capita|head|person|inhabitants?|households?|kopf|einwohner|haushalt|
    second|minute|hour|day|week|month|quarter|year|night|sekunde|minute|stunde|tag|woche|monat|quartal|jahr|nacht
""")
_RATE = re.compile(
    r"(?<![\w.,])(?P<number>\d+(?:[.,]\d+)*|two|three|four|five|six|seven|eight|nine|ten|twelve)"
    r"(?P<counted>(?:\s+[^\W\d_]+){0,2}?)\s+"
    r"(?:per|for\s+every|in\s+every|in\s+each|out\s+of\s+every|of\s+every|of\s+each|je|pro|von\s+je|auf\s+je)\s+"
    rf"(?P<base>{_BASES})(?!\w)",
    re.IGNORECASE,
)
_RATE_WORD = re.compile(
    pattern(r"""
    \b(?:per|every|each|rates?|ratio|averag\w+|mean|daily|hourly|weekly|monthly|annual\w*|yearly|nightly|capita|percent|
    an?\s+(?:second|minute|hour|day|week|month|quarter|year|night)|out\s+of|in\s+(?:a|one|\d[\d.,]*)|
    je|pro|jede\w*|täglich\w*|stündlich\w*|wöchentlich\w*|monatlich\w*|jährlich\w*|\w*rate|\w*quote|durchschnitt\w*|
    schnitt|prozent)\b|[%‰/]
    """),
    re.IGNORECASE,
)
_ANYONE = word_set("person people human man woman patient menschen personen leute einwohner")


def findings(views: Sequence[View]) -> list[Finding]:
    """A finding for each limit that stands in the best sentence and not in the claim."""
    if not views or views[0].coverage < _FRAME:
        return []
    view = views[0]
    limits = _limits(view)
    return [*limits, *_denominators(view), *_bare_rates(views), *_widened_shares(views, limits)]


def _denominators(view: View) -> list[Finding]:
    """A share of something that the claim gives as a share of nothing in particular."""
    present = {word.stem for word in view.claim.words}
    bare = [ours for ours in view.claim.quantities if ours.unit in _SHARES and not ours.head]
    found = []
    for ours in bare:
        for theirs in view.source.quantities:
            if theirs.unit != ours.unit or theirs.value != ours.value or stem(theirs.head) in present:
                continue
            of_what = _of_what(view, theirs)
            if of_what is not None:
                text = f"The source says {theirs.surface} {of_what.text}; the claim does not say of what."
                found.append(_left_out(view, ours.span, of_what, text))
    return found


def _of_what(view: View, share: Quantity) -> Span | None:
    """From "of" to the noun that is counted, right behind the number."""
    after = [word for word in view.source.words if word.start >= share.span.end]
    if not share.head or not after or after[0].text.lower() != "of":
        return None
    noun = next((word for word in after[:8] if word.stem == stem(share.head)), None)
    if noun is None:
        return None
    return Span(after[0].start, noun.end, view.source.text[after[0].start : noun.end])


def _widened_shares(views: Sequence[View], limits: Sequence[Finding]) -> Iterator[Finding]:
    """A share of some of them ("of the patients who stopped") that the claim gives as a share of them all."""
    view = views[0]
    known = [one.source_quote for one in limits if one.severity is not Severity.LOW and one.source_quote]
    for ours in view.claim.quantities:
        if ours.unit not in _SHARES or not ours.head or _KEPT_IN_FRONT.search(view.claim.text, 0, ours.span.start):
            continue
        noun = _noun(view.claim, ours)
        if noun is None or _modified(view.claim, noun) or any(_at_large(one, ours, noun) for one in views):
            continue
        span = next(_narrowed(view, ours, noun), None)
        if span is None:
            continue
        quote = view.source.quote(span)
        if not any(one.start < quote.end and quote.start < one.end for one in known):
            said = cut(view.claim.text, ours.span.start, view.claim.words[noun].end)
            text = f"The source says this of '{quote.text}' only; the claim leaves the limit out."
            yield _left_out(view, said, span, text)


def _noun(reading: Reading, share: Quantity) -> int | None:
    """The noun of which the share is taken. A German one has a capital letter, also after an adjective."""
    near = [at for at in _behind(reading, share.span.end) if reading.words[at].text[0].isalnum()][:_NOUN_WITHIN]
    if german(reading.text):
        return next((at for at in near if reading.words[at].text[0].isupper()), None)
    return next((at for at in near if reading.words[at].stem == stem(share.head)), None)


def _behind(reading: Reading, position: int) -> Iterator[int]:
    return (at for at, word in enumerate(reading.words) if word.start >= position)


def _modified(claim: Reading, noun: int) -> bool:
    """Whether the claim narrows the noun too, in whatever words."""
    following = [word.lower for word in claim.words[noun + 1 : noun + 3]]
    if not following:
        return False
    if following[0] == ",":
        return len(following) > 1 and following[1] in _GERMAN_RELATIVES | _NARROWING
    return following[0] in _NARROWING | _PERHAPS_NARROWING | _AGES | _NOUN_GOES_ON


def _at_large(view: View, ours: Quantity, noun: int) -> bool:
    """Whether this sentence, too, gives the share of them all."""
    return any(not span.text for span in _narrowed(view, ours, noun))


def _narrowed(view: View, ours: Quantity, noun: int) -> Iterator[Span]:
    """For each such share of the same noun, the noun with what narrows it; empty where nothing does."""
    words, wanted = view.source.words, view.claim.words[noun].stem
    said = {word.stem for word in view.claim.words}
    for theirs in view.source.quantities:
        if theirs.unit != ours.unit or theirs.value != ours.value:
            continue
        near = list(_behind(view.source, theirs.span.end))[:_NOUN_WITHIN]
        at = next((index for index in near if words[index].stem == wanted), None)
        if at is None:
            continue
        in_front = [word for word in words[near[0] : at] if word.content and word.stem not in said]
        if not in_front:
            end = _narrowed_to(view, theirs, at, noun)
            yield cut(view.source.text, words[at].start, words[end].end) if end > at else Span(0, 0, "")
        elif all(_BEFORE_NOUN.fullmatch(word.text) for word in in_front):
            yield cut(view.source.text, in_front[0].start, words[at].end)


def _narrowed_to(view: View, share: Quantity, noun: int, ours: int) -> int:
    """The last word of the clause that narrows the noun; the noun itself where none does."""
    words = view.source.words
    cue = noun + 1
    relative = german(view.source.text) and _lowered(words, cue) == ","
    cue += relative
    kind = _lowered(words, cue)
    sure = kind in _GERMAN_RELATIVES if relative else kind in _NARROWING
    aged = kind in _AGES and any(mark.isdigit() for word in words[cue + 1 : cue + 5] for mark in word.text)
    if not (sure or aged or (not relative and (kind in _PERHAPS_NARROWING or _PARTICIPLE.fullmatch(kind)))):
        return noun
    stop = _clause_end(words, cue)
    verb = _verb(view, cue, stop, ours)
    if verb is None and not (sure or (_opened(view.source, share) and not _PARTICIPLE.fullmatch(kind))):
        return noun
    last = (verb or stop) - 1
    narrowing = range(cue, last + 1)
    if not any(words[at].content for at in narrowing) or any(at in view.answered for at in narrowing):
        return noun
    return last


def _lowered(words: Sequence[Word], at: int) -> str:
    return words[at].lower if at < len(words) else ""


def _clause_end(words: Sequence[Word], cue: int) -> int:
    last = min(len(words), cue + _LONGEST)
    return next((at for at in range(cue, last) if words[at].lower in _BREAKS), last)


def _verb(view: View, cue: int, stop: int, noun: int) -> int | None:
    """Where the source goes on as the claim does behind its noun; or, at least, where its own verb stands."""
    words = view.source.words
    following = view.claim.words[noun + 1].stem if noun + 1 < len(view.claim.words) else ""
    for at in range(cue + 1, stop):
        if words[at].stem == following and any(words[one].content for one in range(cue, at)):
            return at
    answered = next((at for at in range(cue + 1, stop) if at in view.answered), None)
    if answered is None:
        return None
    auxiliaries = AUXILIARIES | GERMAN
    return next((at for at in range(answered - 1, cue + 1, -1) if words[at].lower in auxiliaries), None)


def _opened(reading: Reading, share: Quantity) -> bool:
    """Whether the share stands behind "in" or "among": what follows its noun then belongs to it."""
    before = [word for word in reading.words if word.end <= share.span.start]
    return bool(before) and before[-1].lower in _OPENERS


def _bare_rates(views: Sequence[View]) -> Iterator[Finding]:
    """A number of so many ("9 per 1,000") that the claim gives as a number outright."""
    view = views[0]
    rates = list(_RATE.finditer(view.source.text)) if view.claim.quantities else []
    if not rates or _RATE_WORD.search(view.claim.text):
        return
    for ours in view.claim.quantities:
        for rate in rates:
            if ours.number.text.lower() != rate["number"].lower() or rate["base"] in view.claim.text:
                continue
            counted = {stem(word) for word in rate["counted"].lower().split()}
            if ours.head and counted and stem(ours.head) not in counted and ours.head not in _ANYONE:
                continue
            if not any(_outright(one.source.text, rate["number"]) for one in views):
                quote = cut(view.source.text, *rate.span())
                text = f"The source says '{quote.text}'; the claim gives {ours.number.text} as a plain number."
                yield _left_out(view, ours.span, quote, text)


def _outright(text: str, number: str) -> bool:
    """Whether the number also stands in the text outside every rate."""
    edges = [0, *(edge for rate in _RATE.finditer(text) for edge in rate.span()), len(text)]
    outside = [text[start:end] for start, end in list(pairwise(edges))[::2]]
    return any(re.search(rf"(?<![\w.,]){re.escape(number)}(?![\w]|[.,]\d)", part, re.IGNORECASE) for part in outside)


def _left_out(view: View, ours: Span, theirs: Span, text: str) -> Finding:
    return Finding(
        axis="caveat",
        relation=Relation.ABSENT,
        claim_quote=view.claim.quote(ours),
        source_quote=view.source.quote(theirs),
        explanation=text,
        severity=Severity.MEDIUM,
    )


def _limits(view: View) -> list[Finding]:
    kept = {mark.group for mark in view.claim.caveats}
    present = {word.stem for word in view.claim.words}
    found = []
    for mark in view.source.caveats:
        touched = view.source.indexes(mark.span)
        content = {view.source.words[index].stem for index in touched if view.source.words[index].content}
        if mark.group in kept or (content and content <= present):
            continue
        found.append(
            Finding(
                axis="caveat",
                relation=Relation.ABSENT,
                claim_quote=view.claim.whole,
                source_quote=view.source.quote(mark.span),
                explanation=f"The source limits this ('{mark.span.text}'); the claim leaves the limit out.",
                severity=_SEVERITY[mark.level],
            )
        )
    return found
