"""From a sentence to its atomic claims: clauses that can be read by themselves, each with its span. English and German.

Splits where two clauses are joined (and, but, while; und, aber, während), takes out relative clauses and appositions,
and spreads lists. What depends on another clause (if, because, that) stays with it. Careful rather than complete: where
no verb shows on both sides, nothing is split. Words of a claim are the sentence's own, subject and list frame repeated.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.text.spans import Span, trimmed
from adjudge.analysis.text.words import german
from adjudge.engines.offline.verbs import has_verb, verb_at

_JOINT = re.compile(
    r"\s?;\s|\s[–—]\s|,?\s(?:and|but|while|whereas|although|though|und|aber|während|doch)\s", re.IGNORECASE
)
_ASIDE = re.compile(
    r",\s(?:(?P<relative>who|which|whose|where|welche[rsnm]?|dessen|deren)\b|(?P<article>an?|the|ein|eine|einer)\b)",
    re.IGNORECASE,
)
_GERMAN_RELATIVE = re.compile(r",\s(?P<relative>der|die|das|dem|den|in der|in dem|auf dem|mit dem|mit der)\b")
_SAYS_THAT = re.compile(r"^.{2,80}?\b(?:that|dass)\s", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|unless|whether|would|when|wenn|falls|ob|sobald|either|between|zwischen|both)\b", re.IGNORECASE
)
_DETERMINER = re.compile(
    r"\b(?:the|an?|his|her|its|their|der|die|das|ein|eine|einen|sein|seine|ihre?)\s", re.IGNORECASE
)
_LIST = re.compile(r"(?P<middle>(?:,\s[^,;:]{2,40}?){1,8}),?\s(?:and|und|sowie)\s(?P<last>[^,;:]{2,40}?)[.!]?$")
_ARTICLE = re.compile(r"(?:the|an?|his|her|its|their|der|die|das|den|dem|ein|eine|einen|einem)\s", re.IGNORECASE)
_NAME_BEFORE = re.compile(r"(?:[A-ZÄÖÜ][\w’'-]{0,40}\.?\s){0,3}[A-ZÄÖÜ][\w’'-]{0,40}$")
_NOUN_AROUND = re.compile(
    r"\b(?:the|an?|his|her|its|their|der|die|das|ein|eine)\s(?:[^\W\d_][\w-]{0,40}\s){1,3}"
    r"(?:of|to|in|from|for|at|on|von|nach|in|zu|aus|bei)\s(?:the\s|der\s)?$",
    re.IGNORECASE,
)
_WORD_BEFORE = re.compile(r"[^\W_][\w’'-]{0,40}$")
_GOES_ON = re.compile(r"\s(?:and|but|und|aber)\s")
_PREPOSITION = re.compile(
    r"(?:im|in|am|an|auf|bei|nach|seit|vor|zu|mit|für|um|aus|durch|dort|hier|da|heute|gestern)\b", re.IGNORECASE
)
_NEAR = 12
_LONGEST_SUBJECT = 12
_FEWEST_WORDS = 3
_LONGEST = 1200


@dataclass(frozen=True, slots=True)
class Clause:
    """One claim: the words as they can be read alone, and where the sentence says it."""

    span: Span
    text: str


def clauses(sentence: str) -> tuple[Clause, ...]:
    """The claims of a sentence, in its order; the whole sentence where nothing can be told apart."""
    whole = trimmed(sentence, 0, len(sentence))
    if not whole.text:
        return ()
    if len(whole.text) > _LONGEST:
        return tuple(Clause(span, span.text) for span in _stretches(sentence))
    main, asides = _without_asides(sentence)
    parts = [] if asides else _coordinated(whole)
    if not parts:
        parts = [Clause(whole, main)]
    spread = [item for part in parts for item in (_listed(part) if part.text == part.span.text else [part])]
    return tuple(sorted([*spread, *asides], key=lambda one: (one.span.start, -one.span.end)))


def _coordinated(whole: Span) -> list[Clause]:
    """The clauses that are joined on one level, or nothing."""
    text = whole.text
    if _CONDITION.search(text):
        return []
    cuts = [match for match in _JOINT.finditer(text) if _joins_clauses(text, match)]
    if not cuts:
        return []
    starts, ends = [0, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), len(text)]
    pieces = [trimmed(text, start, end) for start, end in zip(starts, ends, strict=True)]
    if any(_size(piece.text) < _FEWEST_WORDS or not has_verb(piece.text) for piece in pieces):
        return []
    lead = _lead(pieces[0].text)
    if not lead.subject and any(verb_at(piece.text) == 0 for piece in pieces[1:]):
        return []
    first = Clause(pieces[0].shifted(whole.start), pieces[0].text)
    return [first, *(Clause(piece.shifted(whole.start), _completed(piece.text, lead)) for piece in pieces[1:])]


def _joins_clauses(text: str, joint: re.Match[str]) -> bool:
    """Whether words with a verb stand on both sides, up to the next joint."""
    after = text[joint.end() :]
    upcoming = _JOINT.search(after)
    near = after[: upcoming.start()] if upcoming else after
    if '"' in text or "“" in text or "„" in text:
        return False
    verb = verb_at(near)
    # A verb far behind the joint belongs to what follows a list, not to the word after "and".
    return verb >= 0 and _size(near[:verb]) <= _LONGEST_SUBJECT and has_verb(text[: joint.start()])


@dataclass(frozen=True, slots=True)
class _Lead:
    """What a later clause may need from the first: its subject, and "X said that" where it is reported."""

    subject: str
    reported: str


def _lead(first: str) -> _Lead:
    reported = _SAYS_THAT.match(first)
    rest = first[reported.end() :] if reported else first
    verb = verb_at(rest)
    subject = rest[:verb].strip() if verb > 0 else ""
    if german(first) and _PREPOSITION.match(subject):
        # German puts the verb second: what stands before it may be a time or a place.
        subject = ""
    if "," in subject:
        subject = subject.rsplit(",", 1)[1].strip()
    fits = 0 < _size(subject) <= _LONGEST_SUBJECT
    return _Lead(subject if fits else "", reported.group() if reported else "")


def _completed(clause: str, lead: _Lead) -> str:
    """A clause with the subject it shares with the first, and with who said it."""
    if verb_at(clause) == 0 and lead.subject:
        return f"{lead.reported}{lead.subject} {clause}"
    return f"{lead.reported}{clause}" if lead.reported else clause


def _without_asides(sentence: str) -> tuple[str, list[Clause]]:
    """The sentence without its relative clauses and appositions, and these as claims of their own."""
    whole = trimmed(sentence, 0, len(sentence))
    pattern = _GERMAN_RELATIVE if german(sentence) else _ASIDE
    asides: list[Clause] = []
    main, position = "", whole.start
    for match in [*pattern.finditer(sentence)]:
        aside = _aside(sentence, match, whole)
        if match.start() < position or aside is None:
            continue
        asides.append(aside)
        main += sentence[position : match.start()]
        position = aside.span.end + (sentence[aside.span.end : aside.span.end + 1] == ",")
    main = (main + sentence[position : whole.end]).strip()
    if not asides or not has_verb(main) or _size(main) < _FEWEST_WORDS:
        return whole.text, []
    return main, asides


def _aside(sentence: str, match: re.Match[str], whole: Span) -> Clause | None:
    """The claim between two commas, with the noun it is about; None where it does not read as one."""
    begin = match.start() + 1
    close = _closing_comma(sentence, begin, whole.end)
    end = close if close > 0 else len(sentence[: whole.end].rstrip(".!"))
    span = trimmed(sentence, begin, end)
    noun = _noun_before(sentence[whole.start : match.start()])
    if not noun or _size(span.text) < 2:
        return None
    if match.groupdict().get("article"):
        # "Ann Lee, the mayor, said": an apposition is closed by a comma and followed by the sentence's verb.
        named = bool(_NAME_BEFORE.search(noun)) and not has_verb(span.text)
        return Clause(span, f"{noun} is {span.text}") if close > 0 and named else None
    if not has_verb(span.text):
        return None
    pronoun = match["relative"].lower()
    if pronoun in ("who", "which"):
        return Clause(span, f"{noun} {span.text[len(pronoun) :].strip()}")
    return Clause(span, f"{noun}, {span.text}")


def _closing_comma(sentence: str, begin: int, end: int) -> int:
    """The first comma after which the main clause goes on: with its verb, or with "and"; -1 if there is none."""
    for comma in re.finditer(",", sentence[:end]):
        if comma.start() > begin:
            following = sentence[comma.end() : end]
            if 0 <= verb_at(following) <= _NEAR or _GOES_ON.match(following):
                return comma.start()
    return -1


def _noun_before(text: str) -> str:
    """The noun phrase that ends here: a name, or the words from the last article on."""
    if name := _NAME_BEFORE.search(text):
        start = name.start()
        if inside := _NOUN_AROUND.search(text[:start]):
            return text[inside.start() :]
        article = re.search(r"\b(?:[Tt]he|[Dd]er|[Dd]ie|[Dd]as)\s$", text[:start])
        return text[article.start() if article else start :]
    articles = list(_DETERMINER.finditer(text))
    noun = text[articles[-1].start() :] if articles else ""
    return noun if 2 <= _size(noun) <= 6 and not has_verb(noun) else ""


def _listed(part: Clause) -> list[Clause]:
    """ "It has a café, a museum and a cinema" as three claims; the part itself where it does not end in a list."""
    text = part.text
    match = _LIST.search(text)
    if match is None or '"' in text or has_verb(match.group()) or _CONDITION.search(text):
        return [part]
    first = _first_item(text[: match.start()], match["middle"])
    frame = text[:first]
    if first < 0 or not has_verb(frame) or re.search(r"[:(]|\b(?:of|between|zwischen|from|von|by|als|than)\s?$", frame):
        return [part]
    spans = [trimmed(text, first, match.start())]
    spans += [
        trimmed(text, match.start("middle") + item.start(1), match.start("middle") + item.end(1))
        for item in re.finditer(r",\s([^,]+)", match["middle"])
    ]
    spans.append(trimmed(text, match.start("last"), match.end("last")))
    end = "." if text.endswith(".") else ""
    return [Clause(span.shifted(part.span.start), f"{frame}{span.text}{end}") for span in spans]


def _first_item(before: str, middle: str) -> int:
    """Where the list's first item begins, shaped like its second; -1 if it cannot be told."""
    second = middle[1:].strip()
    if _ARTICLE.match(second):
        articles = list(re.finditer(rf"\b{_ARTICLE.pattern}", before, re.IGNORECASE))
        return articles[-1].start() if articles else -1
    found = _NAME_BEFORE.search(before) if second[:1].isupper() else _WORD_BEFORE.search(before)
    return found.start() if found and found.start() > 0 else -1


def _stretches(sentence: str) -> Sequence[Span]:
    """A sentence beyond all measure, in stretches that end at a comma or a space."""
    found = []
    position = 0
    while position < len(sentence):
        end = min(position + _LONGEST // 2, len(sentence))
        if end < len(sentence):
            cut = max(sentence.rfind(mark, position, end) for mark in (", ", "; "))
            end = cut + 1 if cut > position else max(sentence.rfind(" ", position, end), position + 1)
        found.append(trimmed(sentence, position, end))
        position = end
    return [span for span in found if span.text]


def _size(text: str) -> int:
    return len(text.split())
