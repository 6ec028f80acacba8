"""Wording: denial, quantifiers, hedges, causes, scope, comparisons, opposites. Each change says more, or the opposite.

Nothing denied or conditional is touched (`Sentence.plain`, `Sentence.denied`): there, more may say less.
"""

import re
from collections.abc import Iterator

from adjudge.analysis.facts.degrees import causes, hedges
from adjudge.analysis.facts.heads import plural
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.engines.offline.verbs import has_verb
from adjudge.evals.mutations.clause import two_parties
from adjudge.evals.mutations.lexicon import (
    ANTONYMS,
    CAUSES,
    COMPARISONS,
    EFFECTS,
    HEDGE_ADVERBS,
    HEDGES,
    PAST_FORMS,
    QUANTIFIERS,
    SCOPES,
    THRESHOLDS,
)
from adjudge.evals.mutations.mutation import MutationKind
from adjudge.evals.mutations.sentence import Draft, Sentence, draft, swapped
from adjudge.evals.mutations.standing import is_used_as

_AUXILIARY = re.compile(r"\b(?:is|are|was|were|will|has|have|had)\b(?!\s(?:not|no|only|just|merely|all|also)\b)")
_PERFECT = re.compile(r"\s(?:been|become|\w+ed|made|taken|found|shown|grown|fallen|risen|lost|won|built|begun)\b")
_GERMAN_PARTICIPLE = re.compile(r"\s((?:ge|be|er|ver|ent|zer|ab|an|auf|aus|ein)\w+(?:t|en)|\w+iert)([.!])$")
_GERMAN_AUXILIARY = re.compile(r"\b(?:ist|sind|war|waren|wurde|wurden|wird|werden|hat|haben|hatte|hatten)\b")
_LIMITS = re.compile(
    r"\b(?:all|every|each|only|both|most|many|some|several|few|parts?|half|Hälfte|50|alle|jede[rns]?|nur|beide|viele|"
    r"lots|plenty|majority|minority|numbers?|numerous|thousands|hundreds|dozens|millions|others|quarter|thirds?|when|"
    r"while|although|though|mainly|especially|largely|allem|meisten|einige|mehrere|teile?|mehrheit|minderheit)\b",
    re.I,
)
_GERMAN_INDEFINITE = re.compile(r"\b(?:ein|eine|einen|einem|einer|eines|etwas|jemand|man|etwa|rund)\b", re.IGNORECASE)
_GERMAN_LEADS = word_set(
    """der die das den dem des im am zum zur vom beim ins in an auf aus bei mit nach seit von zu vor für durch gegen
    über unter zwischen sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer dieser diese dieses diesen diesem"""
)
_GERMAN_TIE = re.compile(r"\b(?:ist|sind|war|waren)\s(mit)\s([A-ZÄÖÜ]\w+)\s(assoziiert)\b")
_HITS = re.compile(r"\b(?:destroyed|damaged|closed|flooded|covered|covers|sold|lost|burned|rebuilt|evacuated)\s$")
_NORTHERN = re.compile(r"\bin (?:northern|southern|eastern|western|central) (?=[A-Z])")
# Only what can be everywhere is told as everywhere: nobody is born throughout a country.
_SUPERLATIVE = re.compile(r"\bthe (?:most \w+|\w+est)\s(?:\w+\s){1,2}$")
_SPREADS = re.compile(
    r"\b(?:fell|rained|snowed|spread|broke out|trapped|closed|flooded|common|rare|banned|legal|illegal|poor|unemployed|"
    r"people|residents|farmers|voters|schools|roads|shops|homes|prices|rents)\s$"
)
_BEFORE_MANY = word_set(
    "the so how as too very around about nearly almost roughly relatively just only over than not more less wie die "
    "der das am etwa fast "
    "sehr zu"
)
_BARE = word_set("some many several few most") | {"a few"}
_BEFORE_BARE = word_set("and but that while because in for among with when where")
_MEASURES = word_set(
    """years months weeks days hours minutes seconds times yards metres meters miles kilometres kilometers feet inches
    decades steps percent hundred thousand million dozen hundert tausend hunderte tausende millionen milliarden
    dutzend zeit dank mal leute jahre jahren monate monaten wochen tage tagen stunden minuten male meter kilometer"""
)
_PAST_SENSE = re.compile(r"\b(?:was|were|had|did|so|where|said|who|than)\b|\b\w{3,30}ed\b")
_ADVERB = re.compile(rf"(?:,\s)?\b(?:{'|'.join(sorted(HEDGE_ADVERBS))})\b,?\s", re.IGNORECASE)


def negation(sentence: Sentence) -> Iterator[Draft]:
    """The statement denied."""
    if sentence.denied or _LIMITS.search(sentence.text) or hedges(sentence.text):
        return
    if sentence.german:
        last = _GERMAN_PARTICIPLE.search(sentence.text)
        if last and _takes_nicht(sentence, last.start(1)):
            yield draft(MutationKind.NEGATION, (last.start(1), last.start(1), "nicht "))
        return
    found = two_parties(sentence)
    if found is not None and found.verb.text in PAST_FORMS:
        base = PAST_FORMS[found.verb.text][0]
        yield draft(MutationKind.NEGATION, (found.verb.start, found.verb.end, f"did not {base}"))
    match = _AUXILIARY.search(sentence.text)
    if match is None or has_verb(sentence.text[: match.start()]) or "," in sentence.text[: match.start()]:
        return
    if any(one.number.start < match.start() for one in sentence.quantities):
        return  # Where four in ten were tested, four in ten may well not have been.
    if match.group() in ("has", "have", "had") and not _PERFECT.match(sentence.text, match.end()):
        return
    yield draft(MutationKind.NEGATION, (match.end(), match.end(), " not"))


def _takes_nicht(sentence: Sentence, at: int) -> bool:
    """Whether "nicht" before the participle denies a German sentence: "ein Buch" would take "kein", "um 5 Prozent" and
    "schwer" would be denied instead."""
    auxiliary = _GERMAN_AUXILIARY.findall(sentence.text)
    if len(auxiliary) != 1 or "," in sentence.text or _GERMAN_INDEFINITE.search(sentence.text):
        return False
    dated = [(one.span.start, one.span.end) for one in sentence.dates]
    if any(not any(a <= one.number.start < b for a, b in dated) for one in sentence.quantities):
        return False
    before = sentence.text[:at].split()
    match = re.search(rf"\b{auxiliary[0]}\s(.*)$", sentence.text[:at])
    middle = match[1].split() if match else []
    return not middle or (_led(middle) and (before[-1][:1].isupper() or before[-1].isdigit()))


def _led(words: list[str]) -> bool:
    """Whether each noun has its article or preposition: "hat Bücher gekauft" takes "keine"."""
    led = False
    for word in words:
        if word.lower() in _GERMAN_LEADS or word.isdigit():
            led = True
        elif word[:1].isupper() and not led:
            return False
    return True


def quantifier(sentence: Sentence) -> Iterator[Draft]:
    """More of them than the source says."""
    if sentence.denied:
        return
    for one in swapped(sentence, MutationKind.QUANTIFIER, QUANTIFIERS, fresh=False):
        [change] = one.changes
        word = sentence.text[change.start : change.end].lower()
        following = re.match(r"\s(?!(?:more|other|different)\b)([^\W\d_]+)", sentence.text[change.end :])
        frequent = word in ("oft", "häufig", "manchmal", "meist")
        # After "viele" an adjective has another ending than after "alle".
        noun = frequent or (following is not None and following[1][0].isupper())
        counted = word.endswith((" of", "ly")) or word in ("often", "sometimes") or (sentence.german and noun)
        before = "".join(sentence.text[: change.start].split()[-1:]).lower()
        if not sentence.german and word in _BARE and before and before.strip(",;:") not in _BEFORE_BARE:
            continue  # "There are some" and "he has many" are not about all of them.
        if (
            following
            and following[1].lower() not in _MEASURES
            and (counted or plural(following[1].lower()))
            and before not in _BEFORE_MANY
        ):
            yield one


def hedge(sentence: Sentence) -> Iterator[Draft]:
    """A possible, reported or likely statement made certain."""
    if sentence.denied:
        return
    certain = {mark.span.start for mark in hedges(sentence.text)}
    for one in swapped(sentence, MutationKind.HEDGE, HEDGES, fresh=False):
        [change] = one.changes
        word, after = sentence.text[change.start : change.end].lower(), sentence.text[change.end :]
        is_reported = not word.startswith(("suggest", "indicate")) or after.startswith(" that ")
        # "could" is a hedge only where nothing is past: there it says what someone was able to do.
        able = word == "could" and _PAST_SENSE.search(sentence.text)
        month = change.start == 0 and word == "may"
        if (
            change.start in certain
            and is_reported
            and not able
            and not month
            and not re.match(r"\s(?:have|be able|well)\b", after)
            and not re.search(r"\b(?:gewesen|worden|\w+t|\w+en) (?:sein|haben)[.,!]", after)
        ):
            yield one
    for match in _ADVERB.finditer(sentence.text):
        before, opened, closed = sentence.text[: match.start()], match.group()[0] == ",", "," in match.group()[1:]
        # ", allegedly ill, he" and "probably, he": with one comma the word leads or ends more than itself.
        if before and len(certain) == 1 and opened == closed:
            yield draft(MutationKind.HEDGE, (match.start(), match.end(), " " if opened else ""))


def cause(sentence: Sentence) -> Iterator[Draft]:
    """A correlation changed to cause and effect, if the source names no cause."""
    if sentence.denied or any(mark.group in ("cause", "contribution") for mark in causes(sentence.source)):
        return
    for one in swapped(sentence, MutationKind.CAUSE, CAUSES):
        following = re.match(r"\s(?:an?\s|the\s)?([\w-]+)(?:\s([\w-]+))?", sentence.text[one.changes[0].end :])
        if following and not EFFECTS.isdisjoint(word.lower() for word in following.groups() if word):
            yield one
    for match in _GERMAN_TIE.finditer(sentence.text):
        if match[2].lower() in EFFECTS:
            yield draft(
                MutationKind.CAUSE,
                (match.start(1), match.end(1), "durch"),
                (match.start(3), match.end(3), "verursacht"),
            )


def scope(sentence: Sentence) -> Iterator[Draft]:
    """A part changed to the whole."""
    if sentence.denied:
        return
    for one in swapped(sentence, MutationKind.SCOPE, SCOPES):
        [change] = one.changes
        part = sentence.text[change.start : change.end].lower() in ("part of the", "parts of the")
        # "It is part of the Balkans" is no share of anything.
        agrees = not part or not re.search(r"\b(?:were|are|have)\b", sentence.text[change.end :])
        degree = re.match(
            r"\s(?:because|due|as|to|by|on|in|wegen|weil|aufgrund|auch|durch)\b", sentence.text[change.end :]
        )
        if agrees and not degree and (not part or change.start == 0 or _HITS.search(sentence.text[: change.start])):
            yield one
    for match in _NORTHERN.finditer(sentence.text):
        before = sentence.text[: match.start()]
        if _SUPERLATIVE.search(before):
            yield draft(MutationKind.SCOPE, (match.start(), match.end(), "in all of "))
        elif _SPREADS.search(before):
            yield draft(MutationKind.SCOPE, (match.start(), match.end(), "throughout "))


def comparison(sentence: Sentence) -> Iterator[Draft]:
    """Higher changed to lower."""
    if sentence.denied:
        return
    for one in swapped(sentence, MutationKind.COMPARISON, COMPARISONS):
        [change] = one.changes
        if one.changes[0].text.lower() not in ("above", "below") or re.match(r"\s\d", sentence.text[change.end :]):
            yield one
    for one in swapped(sentence, MutationKind.COMPARISON, THRESHOLDS):
        [change] = one.changes
        over = sentence.text[change.start : change.end].lower() in ("over", "under")
        after = re.match(r"\s[$€£]?(\d[\d.,]*)\s?([^\W\d_]*)", sentence.text[change.end :])
        # "Over 10 years" may be during them, and one serves under 3 presidents.
        during = after is not None and over and (after[2].lower() in _MEASURES or len(after[1].strip(".,")) == 1)
        if after and not during:
            yield one


def antonym(sentence: Sentence) -> Iterator[Draft]:
    """One word turned into its opposite."""
    if sentence.denied:
        return
    for use, table in ANTONYMS:
        for one in swapped(sentence, MutationKind.ANTONYM, table):
            [change] = one.changes
            if is_used_as(use, sentence.text, change.start, change.end, german=sentence.german):
                yield one
