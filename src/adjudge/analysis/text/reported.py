"""Who is said to have said what: the speakers of a sentence and the words that are given to each. English and German.

Pure: a sentence in, its statements out. Where a speaker cannot be told from the words around, there is no statement.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adjudge.analysis.text.clauses import has_verb
from adjudge.analysis.text.lexicon.blocks import pattern
from adjudge.analysis.text.spans import Span, trimmed
from adjudge.analysis.text.words import content_words

_PLAIN = r"""
    sa(?:id|ys?)|state[sd]?|argue[sd]?|claim(?:s|ed)?|insist(?:s|ed)?|warn(?:s|ed)?|announce[sd]?|explain(?:s|ed)?|
    acknowledge[sd]?|conclude[sd]?|believe[sd]?|tells?|told|estimate[sd]?(?!\s+(?:at|by|to)\b)|
    sag(?:t|te|ten)|erklär(?:t|te|ten)|mein(?:t|te|ten)|beton(?:t|te|ten)|warn(?:te|ten)|behaupte(?:t|te|ten)
"""
_JUDGING = r"""
    call(?:s|ed)?(?!\s+(?:off|on|in|up|out|back|for)\b)|describe[sd]?|consider(?:s|ed)?|regard(?:s|ed)?|label(?:s|led|ed)?|
    dismisse[sd]|denounce[sd]?|welcome[sd]?|praise[sd]?|criticise[sd]?|criticize[sd]?|condemn(?:s|ed)?|demand(?:s|ed)?|
    hail(?:s|ed)(?!\s+from\b)|brand(?:s|ed)|slam(?:s|med)(?!\s+(?:into|on|shut)\b)|blast(?:s|ed)(?!\s+off\b)|dub(?:s|bed)|
    puts?\s+(?:the|its|their)\s+(?:\w+\s+){0,2}(?:figures?|numbers?|toll|total|count|turnout|crowd|costs?|damage)\s+at|
    sp(?:oke|eaks?)\s+of|count(?:s|ed)(?=\s+\d)|
    spr(?:ach|achen|icht|echen)\s+von|w(?:arf|arfen|irft|erfen)(?=\s[^.;:]{3,80}\svor\b)|
    nannten?|nennt|bezeichne(?:t|te|ten)|begrüß(?:t|te|ten)|kritisier(?:t|te|ten)|forder(?:t|te|ten)|lob(?:t|te|ten)
"""
_VERB = re.compile(rf"(?<![\w-])(?:(?P<judging>{pattern(_JUDGING)})|{pattern(_PLAIN)})(?![\w-])")
_GERMAN_NOUN = (
    r"(?:(?:de[rnms]|die|das|eine[rnms]?|ein)\s+)?(?:[a-zäöüß]+en\s+)?[A-ZÄÖÜ][\w-]+(?:\s+(?:von\s+)?[A-ZÄÖÜ][\w-]+)*"
)
_SOURCES = (
    re.compile(r"\b[Aa]ccording\s+to\s+(?P<speaker>[^,.;:\"“”]{2,80})"),
    re.compile(rf"\b(?:[Ll]aut|[Nn]ach\s+Angaben(?:\s+von)?)\s+(?P<speaker>{_GERMAN_NOUN})"),
    re.compile(rf"(?P<speaker>{_GERMAN_NOUN})\s+zufolge\b"),
)
_EDGE = re.compile(r"[;:,()\"“”„—–]|\s(?:but|while|whereas|although|though|that|aber|während)\s", re.IGNORECASE)
_STRONG_EDGE = re.compile(r"[;:()\"“”„—–]|\s(?:but|while|whereas|although|aber|während)\s", re.IGNORECASE)
_JOINED = re.compile(r"\s(?:and|but|while|whereas|und|aber|während)\s+(?=[^\s])", re.IGNORECASE)
_NOT_SAID = re.compile(
    r"\s*(?:in|on|at|after|during|by|late|early|yesterday|today|in\s+einer|am|im|nach)\b", re.IGNORECASE
)
_QUOTES_ON = re.compile(r"\s*(?:[:,]?\s*[\"“„]|:|,\s*(?:dass|das|die|der|er|sie|es|man)\b)")
_RELATIVE = re.compile(r",\s+(?:who|which|whose|der|die|das|deren|dessen)\s[^,;:\"“”„]{3,90},\s*$")
_APPOSED = re.compile(r",\s+(?:the|an?|der|die|ein|eine)\s+[^,.;:\"“”]{2,60}")
_STOP = re.compile(r"[,.;:\"“”!?]")
_NOUN = re.compile(r"\b(?:the|an?|its|his|her|their|these|those|some|of|to|and|die|der|das|den)\s+$", re.IGNORECASE)
_LONGEST_SPEAKER, _LONGEST_WITH_APPOSITION = 8, 12


@dataclass(frozen=True, slots=True)
class Statement:
    """A speaker and what is given to him, as spans of the sentence."""

    speaker: Span
    said: Span


@dataclass(frozen=True, slots=True)
class _Cue:
    """A speaker with the verb beside it: from `start` to `end`; what was said stands behind, or before."""

    start: int
    end: int
    speaker: Span
    behind: bool


def statements(text: str) -> tuple[Statement, ...]:
    """The statements of a sentence that have a speaker, in order."""
    cues = sorted((*_verbs(text), *_named(text)), key=lambda cue: cue.start)
    found = []
    for number, cue in enumerate(cues):
        first = cues[number - 1].end if number and cues[number - 1].behind is False else 0
        last = cues[number + 1].start if number + 1 < len(cues) and cues[number + 1].behind else len(text)
        said = trimmed(text, cue.end, last) if cue.behind else trimmed(text, first, cue.start)
        if content_words(said.text) and not said.overlaps(cue.speaker):
            found.append(Statement(cue.speaker, said))
    return tuple(found)


def _named(text: str) -> Iterator[_Cue]:
    for form in _SOURCES:
        for match in form.finditer(text):
            speaker = trimmed(text, *match.span("speaker"))
            opens = not content_words(text[: match.start()])
            yield _Cue(match.start(), match.end(), speaker, behind=opens)


def _verbs(text: str) -> Iterator[_Cue]:
    for verb in _VERB.finditer(text):
        if _NOUN.search(text, 0, verb.start()):
            continue  # "the demands"
        edges = [edge for edge in _EDGE.finditer(text, 0, verb.start() + 1) if edge.end() <= verb.start() + 1]
        start = min(edges[-1].end(), verb.start()) if edges else 0
        subject = trimmed(text, start, verb.start())
        cue = _after_subject(text, subject, verb) if subject.text else _without_subject(text, verb)
        if cue is not None:
            yield cue


def _after_subject(text: str, subject: Span, verb: re.Match[str]) -> _Cue | None:
    """ "The union said …", and "…, the union said"."""
    if _acts(subject.text):
        joints = list(_JOINED.finditer(subject.text))
        if not joints:
            return None
        subject = trimmed(text, subject.start + joints[-1].end(), verb.start())
    if _acts(subject.text) or not _fits(subject.text, _LONGEST_SPEAKER):
        return None
    rest = _rest(text, verb.end())
    told = bool(_QUOTES_ON.match(text, verb.end()))
    says_on = has_verb(rest) or (bool(content_words(rest)) and not _NOT_SAID.match(rest))
    behind = bool(verb["judging"]) or told or says_on or not content_words(text[: subject.start])
    return _Cue(subject.start, verb.end(), subject, behind=behind)


def _without_subject(text: str, verb: re.Match[str]) -> _Cue | None:
    """ "…, said Anna Reyes", and "Anna Reyes, the mayor, said …"."""
    rest = _rest(text, verb.end())
    aside = _RELATIVE.search(text, 0, verb.start())
    if aside is not None and _acts(aside.group()):
        cue = _before_aside(text, aside, verb)
        if cue is not None:
            return cue
    if not verb["judging"] and rest.strip() and not has_verb(rest) and content_words(text[: verb.start()]):
        end = verb.end() + len(rest)
        apposed = _APPOSED.match(text, end)
        speaker = trimmed(text, verb.end(), apposed.end() if apposed else end)
        fits = _fits(speaker.text, _LONGEST_WITH_APPOSITION)
        return _Cue(verb.start(), speaker.end, speaker, behind=False) if fits else None
    edges = [edge.end() for edge in _STRONG_EDGE.finditer(text, 0, verb.start())]
    speaker = trimmed(text, edges[-1] if edges else 0, verb.start())
    if _acts(speaker.text) or not _fits(speaker.text, _LONGEST_WITH_APPOSITION):
        return None
    return _Cue(speaker.start, verb.end(), speaker, behind=True)


def _before_aside(text: str, aside: re.Match[str], verb: re.Match[str]) -> _Cue | None:
    """ "Anna Reyes, who built it, said …": what is told of the speaker on the way is not what the speaker said."""
    edges = [edge.end() for edge in _STRONG_EDGE.finditer(text, 0, aside.start())]
    speaker = trimmed(text, edges[-1] if edges else 0, aside.start())
    if _acts(speaker.text) or not _fits(speaker.text, _LONGEST_WITH_APPOSITION):
        return None
    return _Cue(speaker.start, verb.end(), speaker, behind=True)


def _rest(text: str, start: int) -> str:
    """The words up to the next mark."""
    stop = _STOP.search(text, start)
    return text[start : stop.start() if stop else len(text)]


def _acts(words: str) -> bool:
    """Whether the words hold a verb, and so are more than a speaker."""
    return has_verb(words) or _VERB.search(words) is not None


def _fits(speaker: str, longest: int) -> bool:
    return 0 < len(speaker.split()) <= longest
