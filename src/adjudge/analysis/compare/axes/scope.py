"""The `quantifier` axis, third part: a part for which the claim puts the whole.

Parts of a place, partly, temporarily, in certain cases, in mice; against all of it, completely, permanently, in every
case, in people. Both sides must speak of the same thing, and the sources must nowhere say it of the whole.
"""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.align import View
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import pattern
from adjudge.analysis.text.lexicon.morphology import STOP_WORDS
from adjudge.analysis.text.spans import Span, cut
from adjudge.analysis.text.words import stem
from adjudge.verdict import Finding, Relation, Severity

_FRAME = 0.5


def _compiled(block: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern(block)})(?![\w-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pair:
    """Words for a part and words for the whole. `adverb`: the word in front counts as well as the one behind."""

    part: re.Pattern[str]
    whole: re.Pattern[str]
    adverb: bool = False


_COMPASS = r"(?:(?:north|south)(?:-?(?:east|west))?|east|west|cent(?:re|er))"
_PLACES = Pair(
    part=_compiled(rf"""
    (?<!all )(?<!every )(?<!other )(?<!various )(?<!different )(?<!most )(?<!both )parts\s+of|
    (?:a|one|only|just)\s+(?:(?:small|large|big|tiny|minor|{_COMPASS}ern)\s+)?(?:part|portion|section|corner)\s+of|
    (?:{_COMPASS}ern|central)(?:\s+(?:parts?|half|halves|third|quarter|side|edge|tip)\s+of)?|the\s+{_COMPASS}\s+of|
    (?<!a )(?<!as )(?<!large )(?<!great )(?<!every )part\s+of|
    (?:ein(?:en?|em|er)?|nur)\s+(?:(?:kleine[rnsm]?|große[rnsm]?)\s+)?teil|
    (?<!alle )(?<!allen )(?<!weite )(?<!weiten )teilen?|
    im\s+(?:nord|süd)?(?:norden|süden|osten|westen|zentrum)|(?:nörd|süd|öst|west)lichen?
    """),
    whole=_compiled(r"""
    all(?:\s+(?:over|across|around))?|throughout|(?:the|a)\s+(?:whole|entire|entirety)|across(?:\s+the\s+(?:whole|entire))?|
    ganz|(?:die|der|das|dem|den|des|im|am|ins)\s+(?:ganzen?|gesamten?)|überall\s+in
    """),
)
_DEGREES = Pair(
    part=_compiled(r"partly|partially|in\s+part|teilweise|zum\s+teil|teils"),
    whole=_compiled(r"""
    completely|fully|entirely|wholly|totally|utterly|in\s+full|vollständig|völlig|komplett|gänzlich|ganz|restlos
    """),
    adverb=True,
)
_DURATIONS = Pair(
    part=_compiled(r"""
    temporar(?:y|ily)|provisional(?:ly)?|briefly|for\s+now|vorübergehend(?:e[nrsm]?)?|zeitweise|zeitweilig(?:e[nrsm]?)?|
    vorläufig(?:e[nrsm]?)?|kurzzeitig|befristet(?:e[nrsm]?)?
    """),
    whole=_compiled(r"""
    permanent(?:ly|e[nrsm]?)?|for\s+good|forever|for\s+ever|dauerhaft(?:e[nrsm]?)?|endgültig(?:e[nrsm]?)?|für\s+immer|
    unbefristet(?:e[nrsm]?)?
    """),
    adverb=True,
)
# What `degrees` has on its scale (some, several, einige) is compared there.
_CASES = Pair(
    part=_compiled(r"""
    select(?:ed)?|individual|isolated|
    manche[nrsm]|mehrere[nrsm]?|etliche[nrsm]?|bestimmten?|gewissen?|vereinzelten?|einzelnen?|ausgewählten?
    """),
    whole=_compiled(r"all|every|each|alle[nr]?|jede[rnsm]?|sämtlichen?"),
)
_PAIRS = (_PLACES, _DEGREES, _DURATIONS, _CASES)
_ANIMALS = r"(?:mice|mouse\s+models?|rats?|rodents?|macaques|monkeys|ferrets|rabbits|zebrafish|hamsters)"
_TIERE = r"(?:mäusen?|ratten|nagetieren?|makaken|affen|frettchen|hamstern?|kaninchen|zebrafischen?)"
_SUBJECTS = Pair(
    part=_compiled(rf"""
    in\s+(?:[\w-]+\s+){{0,2}}?(?:{_ANIMALS}|animals?|cells|cell\s+cultures?|vitro|a\s+(?:test\s+tube|dish))|
    (?:bei|an|in)\s+(?:[\w-]+\s+){{0,2}}?(?:{_TIERE}|(?:versuchs)?tieren|zellen|zellkulturen)|
    im\s+(?:tierversuch|reagenzglas)
    """),
    whole=_compiled(r"""
    (?:in|among|for)\s+(?:[\w-]+\s+){0,1}?(?:people|humans|patients|adults|women|men|children|volunteers)|
    (?:bei|beim|am|an|für)\s+(?:[\w-]+\s+){0,1}?(?:menschen|patienten|patientinnen|erwachsenen|frauen|männern|kindern)
    """),
)
_PEOPLE = _compiled(r"""
    people|persons?|humans?(?!\s+(?:cells?|tissue))|patients?|adults?|women|woman|men|man|child(?:ren)?|volunteers?|
    participants?|clinical|mensch(?:en|lichen?)?|patient(?:en|innen)|probanden|erwachsene[nr]?|frauen|männern?|kindern?|
    teilnehmern?|klinischen?
""")
_SENTENCE = re.compile(r"(?<=[.;!?])\s")
_NOT_SAID = _compiled(r"not|never|no|yet|whether|unknown|unclear|nicht|nie|noch|ob|unklar|unbekannt")
_ELSEWHERE = _compiled(r"""
    everywhere|elsewhere|nationwide|countrywide|worldwide|statewide|citywide|
    the\s+rest\s+of(?![^.;!?]*\b(?:intact|spared|unaffected|untouched|unharmed|not|no)\b)|
    überall|landesweit(?:e[nrsm]?)?|bundesweit(?:e[nrsm]?)?|flächendeckend(?:e[nrsm]?)?|anderswo
""")
# Whatever means the whole has a word that begins so: a first look, as most claims have none.
_BEGINNINGS = re.compile(
    pattern(r"""
    \b(?:across|all|each|ever|every|forever|good|through|whol|entire|complete|full|total|utter|permanent|
    gan|gänz|gesamt|überall|voll|völl|komplett|restlos|dauerhaft|endgültig|immer|unbefristet|jede|sämtlich|
    people|human|patient|adult|women|men|child|volunteer|erwachsene|frauen|männer|kinder)
    """)
)
_NEXT = re.compile(r"\s+(?:(?:of|the|its|their|in|von|vom|der|des|dem|den|die|das)\s+){0,3}([^\W\d_]{2,})")
_PREVIOUS = re.compile(r"([^\W\d_]{3,})\s+$")
_SOFTENED = re.compile(
    r"(?:\b(?:not|never|almost|nearly|virtually|practically|hardly|barely|nicht|nie|fast|beinahe|nahezu|kaum)|n['’]t)"
    r"\s+(?:\w+\s+)?$",
    re.IGNORECASE,
)
_MEMBER = re.compile(r"\b(?:is|are|was|were|be|been|as|became|becomes?|remains?|forms?|ist|sind|war|waren|als)\s+$")
_SIDE = re.compile(
    r"(?<!\w)(?:north|south|east|west)(?:ern|east\w*|west\w*)?(?!\w)|(?<!\w)(?:nord|nörd|süd|ost|öst|west)(?:en|lich\w*)(?!\w)",
    re.IGNORECASE,
)
_COMPOUND = re.compile(r"(?<!\w)(?:nord|süd|ost|west|mittel|zentral)-?([^\W\d_]{4,})", re.IGNORECASE)


def findings(views: Sequence[View], lowered: str) -> list[Finding]:
    """What the sentence that answers the claim best leaves open; `lowered` holds all sources, in lower case."""
    if not views or not _BEGINNINGS.search(views[0].claim.text.lower()):
        return []
    view = views[0]
    widened = next((found for pair in _PAIRS if (found := _widened(view, pair, lowered))), None)
    found = widened or _other_beings(view, lowered)
    return [found] if found else []


def _widened(view: View, pair: Pair, lowered: str) -> Finding | None:
    """The claim's words for the whole of something of which the source has a part only."""
    for ours in pair.whole.finditer(view.claim.text):
        heads = _heads(view.claim.text, ours, pair)
        parts = _parts(view.source.text, pair, heads) if heads and _stands(view, ours) else {}
        if not parts or _said(pair.part, view.claim.text, heads, pair) or _said(pair.whole, lowered, heads, pair):
            continue
        if pair is _PLACES and _ELSEWHERE.search(lowered):
            continue
        head, part = next(iter(parts.items()))
        if _same_frame(view, ours, part):
            return _made(view, heads[head], part)
    return None


def _heads(text: str, match: re.Match[str], pair: Pair) -> dict[str, Span]:
    """The stems of what the words bind, with both: the next word, and for an adverb the one in front."""
    behind = _NEXT.match(text, match.end())
    before = _PREVIOUS.search(text, max(0, match.start() - 30), match.start()) if pair.adverb else None
    found = {}
    if behind and behind[1].lower() not in STOP_WORDS:
        found[stem(behind[1].lower())] = cut(text, match.start(), behind.end())
    if before and before[1].lower() not in STOP_WORDS:
        found[stem(before[1].lower())] = cut(text, before.start(), match.end())
    return found


def _said(words: re.Pattern[str], text: str, heads: Container[str], pair: Pair) -> bool:
    return any(head in heads for match in words.finditer(text) for head in _heads(text, match, pair))


def _parts(text: str, pair: Pair, heads: Container[str]) -> dict[str, Span]:
    """Where the text has words for a part of one of the heads."""
    if pair is not _PLACES:
        return _bound(text, pair.part.finditer(text), pair, heads)
    if len({side.group().lower()[:3] for side in _SIDE.finditer(text)}) > 1:
        return {}  # the north and the south together may well be the whole
    parts = (one for one in pair.part.finditer(text) if not _MEMBER.search(text, 0, one.start()))
    compounds = {stem(one[1].lower()): cut(text, *one.span()) for one in _COMPOUND.finditer(text)}
    return _bound(text, parts, pair, heads) | {head: span for head, span in compounds.items() if head in heads}


def _bound(text: str, matches: Iterable[re.Match[str]], pair: Pair, heads: Container[str]) -> dict[str, Span]:
    return {head: span for one in matches for head, span in _heads(text, one, pair).items() if head in heads}


def _other_beings(view: View, lowered: str) -> Finding | None:
    """What was seen in animals or cells, said of people of whom the sources do not speak."""
    ours = _SUBJECTS.whole.search(view.claim.text)
    theirs = _SUBJECTS.part.search(view.source.text)
    if ours is None or theirs is None or _SUBJECTS.part.search(view.claim.text):
        return None
    # "Not yet tested in people" speaks of people, and says nothing of them.
    if any(_PEOPLE.search(one) and not _NOT_SAID.search(one) for one in _SENTENCE.split(lowered)):
        return None
    part = cut(view.source.text, *theirs.span())
    if not _stands(view, ours) or not _same_frame(view, ours, part):
        return None
    return _made(view, cut(view.claim.text, *ours.span()), part)


def _stands(view: View, ours: re.Match[str]) -> bool:
    """Whether the claim means its words: neither denied nor softened."""
    if _SOFTENED.search(view.claim.text[max(0, ours.start() - 24) : ours.start()]):
        return False
    return not _denied(view.claim, cut(view.claim.text, *ours.span()))


def _denied(reading: Reading, span: Span) -> bool:
    return any(one.governs(index) for one in reading.negations for index in reading.indexes(span))


def _same_frame(view: View, ours: re.Match[str], theirs: Span) -> bool:
    """Whether the rest of the two sentences is the same, and the source does not deny its part."""
    around = view.coverage_without(view.claim.indexes(cut(view.claim.text, *ours.span())))
    return around >= _FRAME and not _denied(view.source, theirs)


def _made(view: View, ours: Span, theirs: Span) -> Finding:
    return Finding(
        axis="quantifier",
        relation=Relation.ABSENT,
        claim_quote=view.claim.quote(ours),
        source_quote=view.source.quote(theirs),
        explanation=f"The claim says '{ours.text}', the source '{theirs.text}': the claim says more than the source.",
        severity=Severity.HIGH,
    )
