"""From a sentence to what it says came first: "after the fire, residents were moved" ties the fire to the move.

In: a sentence. Out: one `Tie` for each "before", "after", "until", "since", its `first` side the earlier; and for each
"during" one whose `second` side is the time. Dates and mere spans ("after two years") are compared elsewhere.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudge.analysis.compare.sides import Side, Tie, behind, side
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.finite import GERMAN
from adjudge.analysis.text.words import Word

EARLIER, MEANWHILE = "before", "during"
_EARLIER = word_set("before until till bevor vor bis")
_LATER = word_set("after since nachdem nach seit seitdem")
_WITHIN = word_set("during während")
_ORDER = _EARLIER | _LATER | _WITHIN
_BREAKS = word_set('; : . ! ? ( ) “ ” „ " – — , and or but while whereas because although though that which who')
_BREAKS_IN_GERMAN = word_set("und oder aber weil obwohl dass")
_FIXED = word_set("named called look looked looking take takes took sought run appear appeared appears brought soon")
_PERIODS = word_set("second minute hour day week month year decade century night tag woche monat jahr stunde minute")
_NEARLY = word_set("just soon long right even only immediately shortly directly days day weeks week hours hour months")
_GENERAL = word_set("all that then this which day month year night war")


@dataclass(frozen=True, slots=True)
class _Told:
    """The words of what happened, and of what it is told by."""

    event: Sequence[int]
    anchor: Sequence[int]


def sequence(reading: Reading) -> tuple[Tie, ...]:
    """What the sentence says about which came first."""
    return tuple(tie for at, word in enumerate(reading.words) if word.lower in _ORDER for tie in _told(reading, at))


def _told(reading: Reading, at: int) -> Iterator[Tie]:
    words = reading.words
    if at and words[at - 1].lower in _FIXED:
        return
    found = _fronted(words, at) if _opens(words, at) else _inside(words, at)
    if found is None or _dated(reading, found.anchor) or _denied(reading, found):
        return
    event, anchor = side(words, found.event), side(words, found.anchor)
    if event is None or anchor is None:
        return
    yield _tie(words[at].lower, event, anchor, at)


def _tie(word: str, event: Side, anchor: Side, at: int) -> Tie:
    if word in _WITHIN:
        return Tie(MEANWHILE, event, anchor, (at,))
    return Tie(EARLIER, event, anchor, (at,)) if word in _EARLIER else Tie(EARLIER, anchor, event, (at,), turned=True)


def _opens(words: Sequence[Word], at: int) -> bool:
    """Whether the word opens the sentence, or a part of it: "Shortly after the vote, he left"."""
    start = at
    while start and (words[start - 1].lower in _NEARLY or words[start - 1].lower[0].isdigit()):
        start -= 1
    return start == 0


def _fronted(words: Sequence[Word], at: int) -> _Told | None:
    """ "After the fire, residents were moved", "Nach dem Brand wurden die Bewohner verlegt"."""
    anchor = _until(words, at + 1)
    end = anchor[-1] + 1 if anchor else at + 1
    if end < len(words) and words[end].lower == ",":
        return _Told(_until(words, end + 1), anchor)
    verb = next((index for index in anchor if words[index].lower in GERMAN), None)
    if verb is None or words[at].lower in ("bevor", "nachdem"):
        return None
    return _Told(range(verb, end), range(at + 1, verb))


def _inside(words: Sequence[Word], at: int) -> _Told:
    """ "Residents were moved after the fire"; in German what follows the anchor may still belong to the event."""
    start = at - (words[at - 1].lower == ",")
    event: list[int] = []
    while start and words[start - 1].lower not in _BREAKS | _BREAKS_IN_GERMAN | _ORDER:
        start -= 1
        event.insert(0, start)
    while event and (words[event[-1]].lower in _NEARLY or words[event[-1]].lower[0].isdigit()):
        event.pop()
    if words[at].lower in ("vor", "nach", "seit"):
        phrase = _noun(words, behind(words, at))
        rest = _until(words, phrase[-1] + 1) if phrase else []
        return _Told([*event, *rest], phrase)
    return _Told(event, _until(words, at + 1))


def _noun(words: Sequence[Word], phrase: list[int]) -> list[int]:
    """A German phrase to the end of its noun, behind which the verb may stand."""
    last = next((n for n, at in enumerate(phrase) if words[at].text[0].isupper()), len(phrase) - 1)
    while last + 1 < len(phrase) and words[phrase[last + 1]].text[0].isupper():
        last += 1
    return phrase[: last + 1]


def _until(words: Sequence[Word], start: int) -> list[int]:
    """The words from here to the next break."""
    found: list[int] = []
    for at in range(start, len(words)):
        if words[at].lower in _BREAKS | _BREAKS_IN_GERMAN | _ORDER:
            break
        found.append(at)
    return found


def _dated(reading: Reading, anchor: Sequence[int]) -> bool:
    """Whether the anchor is a date or a length of time, or points at something said before."""
    words = reading.words
    spoken = [at for at in anchor if words[at].content]
    if not spoken or any(at in reading.indexes(date.span) for date in reading.dates for at in spoken):
        return True
    return words[spoken[-1]].stem in _PERIODS or all(words[at].lower in _GENERAL for at in spoken)


def _denied(reading: Reading, told: _Told) -> bool:
    """Whether either is denied: "did not open until the flood was over"."""
    cues = {negation.cue for negation in reading.negations}
    return any(at in cues for at in (*told.event, *told.anchor))
