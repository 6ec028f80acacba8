"""From a sentence to what one did to another in it, in either voice: "A sued B", "B was sued by A", "B lost to A"."""

import re
from collections.abc import Iterator, Sequence

from adjudge.analysis.compare.sides import JOINTS, MARKS, PREPOSITIONS, Tie, before, behind, side, stems_of
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.converses import CONTESTS, GIVING, RIVALS, SAME_WAY, TAKING
from adjudge.analysis.text.lexicon.finite import AUXILIARIES
from adjudge.analysis.text.lexicon.numbers import SMALL
from adjudge.analysis.text.words import Word, stem

_BE = word_set("is are was were be been being get gets got gotten 's 're")
_BECOME = word_set("wird werden wurde wurden")
_AT_STAKE = word_set(
    """match game final semifinal race election case title bout fight derby series cup opener tie contest narrowly
    heavily badly the a an in straight sets their his her"""
)
_DETERMINERS = word_set("the a an his her its their this that some der die das den dem ein eine einen einem")
_AGENTS = word_set("von vom durch")
_NAMES_AGENT = _AGENTS | {"by"}
_NUMBERS = frozenset(SMALL)
_PARTICIPLE = re.compile(
    r"[a-z]+(?:ed|en|wn|t|ung|um|un|id|ld|nd)|made|led|won|sung|shot|run|done|gone|struck|become|overcome|begun|fed|hit|put|set"
)
_FAR = 5
_TAKE_OVER = stem("acquire")
_ACCUSING = frozenset(stem(word) for word in word_set("accuse suspect convict charge blame acquit"))
_ACCUSED_OF, _ACCUSED = word_set("of for with"), "accused of"
_LOSING, _WINNING = word_set("verlor verloren unterlag unterlagen"), word_set("gewann gewannen siegt siegten")
_CLAUSE_ENDS = MARKS | JOINTS | {","}
_WITHOUT_AGAINST, _AGAINST_WITHIN = word_set("unterlag unterlagen"), 8


def passives(reading: Reading) -> frozenset[str]:
    """The stems of the verbs that stand in the passive, with the one who did it, and of those that say the same."""
    if not _has_agent(reading):
        return frozenset()
    words = reading.words
    found = {_root(words, at) for at in reading.content if _by(words, at) is not None or _von(words, at) is not None}
    return frozenset(found.union(*(SAME_WAY.get(root, ()) for root in found)))


def deeds(reading: Reading, sought: frozenset[str]) -> Iterator[Tie]:
    """What one did to another; `sought` are the stems of verbs to look for besides those known by themselves."""
    words, has_agent = reading.words, _has_agent(reading)
    for at in reading.content:
        root = _root(words, at)
        if root in _ACCUSING:
            yield from _accused(words, at)
        if has_agent and (agent := _by(words, at)) is not None:
            yield from _suffered(words, at, agent)
            continue
        if has_agent and (agent := _von(words, at)) is not None:
            yield from _suffered_in_german(words, at, agent)
            continue
        if root in GIVING or root in TAKING:
            yield from _handed(words, at)
        if root in ("lose", "win"):
            yield from _contested(words, at)
        if root in _LOSING or root in _WINNING:
            yield from _contested_in_german(words, at)
        known = root in CONTESTS or root in sought or (root in RIVALS and _between_names(words, at))
        if known and _active(words, at):
            subject, other = side(words, before(words, at)), side(words, behind(words, at))
            if subject is not None and other is not None:
                yield Tie(root, subject, other, (at,))


def _accused(words: Sequence[Word], at: int) -> Iterator[Tie]:
    """Who is said to have done what to whom: "accused Orr of lying to Bell", "was accused of robbing Bell"."""
    within = range(at + 1, min(len(words) - 1, at + _AGAINST_WITHIN))
    lead = next((index for index in within if words[index].lower in _ACCUSED_OF), None)
    if lead is None or not words[lead + 1].lower.endswith("ing"):
        return
    passive = _auxiliary(words, at)
    accused = side(words, before(words, _first_auxiliary(words, at)) if passive else range(at + 1, lead))
    other = side(words, behind(words, lead + 1))
    if accused is not None and other is not None:
        yield Tie(_ACCUSED, accused, other, (at,), frozenset({words[lead + 1].stem}))


def _root(words: Sequence[Word], at: int) -> str:
    """The stem of a verb, under which "taken over" is "acquired"."""
    over = words[at].stem == "take" and at + 1 < len(words) and words[at + 1].lower == "over"
    return _TAKE_OVER if over else words[at].stem


def _between_names(words: Sequence[Word], at: int) -> bool:
    """Whether names stand on both sides: what exceeds expectations outdoes nobody."""
    return all(
        any(words[index].content and words[index].text[0].isupper() for index in phrase)
        for phrase in (before(words, at), behind(words, at))
    )


def _has_agent(reading: Reading) -> bool:
    """Whether a word stands in the sentence that can name the one who did it."""
    return any(word.lower in _NAMES_AGENT for word in reading.words)


def _by(words: Sequence[Word], at: int) -> int | None:
    """Where the "by" of a passive stands behind its participle; none if this is no passive."""
    if not _PARTICIPLE.fullmatch(words[at].text) or (at and words[at - 1].lower in _DETERMINERS):
        return None
    for index in range(at + 1, min(len(words) - 1, at + _FAR)):
        lower = words[index].lower
        if lower == "by":
            led = _auxiliary(words, at) or (index == at + 1 and words[at].lower.endswith(("ed", "en")))
            return index if led and not words[index + 1].lower.endswith("ing") else None
        if lower in MARKS or lower == "," or lower in JOINTS or lower in AUXILIARIES:
            return None
    return None


def _auxiliary(words: Sequence[Word], at: int) -> bool:
    for index in range(at - 1, max(-1, at - 4), -1):
        if words[index].lower in _BE:
            return True
        if words[index].content and not words[index].lower.endswith("ly"):
            return False
    return False


def _von(words: Sequence[Word], at: int) -> int | None:
    """Where the "von" of a German passive stands, whose participle closes the clause."""
    if at + 1 < len(words) and words[at + 1].lower not in MARKS and words[at + 1].lower != ",":
        return None
    if not words[at].text.islower():
        return None
    become = max((index for index in range(at) if words[index].lower in _BECOME), default=-1)
    found = [index for index in range(become + 1, at) if words[index].lower in _AGENTS]
    return found[0] if become > 0 and found else None


def _active(words: Sequence[Word], at: int) -> bool:
    """Whether the word is a verb of its own, and not a noun or a participle behind "was"."""
    lead = words[at - 1].lower if at else ""
    if not words[at].text.islower() or lead in _DETERMINERS or lead in PREPOSITIONS or words[at].lower.endswith("ing"):
        return False
    return not _auxiliary(words, at)


def _suffered(words: Sequence[Word], at: int, agent: int) -> Iterator[Tie]:
    """ "Norvex was sued by Halden", "the farm was sold to Mills by Harper", "Omar was given the letter by Dana"."""
    root = _root(words, at)
    doer, patient = side(words, behind(words, agent)), side(words, before(words, _first_auxiliary(words, at)))
    if doer is None or patient is None:
        return
    preposition = "to" if root in GIVING else "from"
    towards = next((index for index in range(at + 1, len(words)) if words[index].lower == preposition), None)
    other = side(words, behind(words, towards)) if towards and root in GIVING | TAKING else None
    if other is not None:
        yield Tie(root, doer, other, (at,), patient.stems, turned=True)
    elif root in GIVING and agent > at + 1:
        yield Tie(root, doer, patient, (at,), stems_of(words, range(at + 1, agent)), turned=True)
    else:
        yield Tie(root, doer, patient, (at,), turned=True)


def _first_auxiliary(words: Sequence[Word], at: int) -> int:
    """Where the verb begins: at "has" in "has also been sued"."""
    first = at
    for index in range(at - 1, max(-1, at - _FAR), -1):
        if words[index].lower in _BE or words[index].lower in AUXILIARIES:
            first = index
        elif words[index].content and not words[index].lower.endswith("ly"):
            break
    return first


def _suffered_in_german(words: Sequence[Word], at: int, agent: int) -> Iterator[Tie]:
    become = max(index for index in range(at) if words[index].lower in _BECOME)
    doer = side(words, [index for index in behind(words, agent) if index < at])
    patient = side(words, before(words, become))
    if doer is not None and patient is not None:
        yield Tie(words[at].stem, doer, patient, (at,), turned=True)


def _handed(words: Sequence[Word], at: int) -> Iterator[Tie]:
    """ "Mills bought the farm from Harper", "gave the letter to Omar", "gave Omar the letter"."""
    giving = words[at].stem in GIVING
    subject = side(words, before(words, at))
    if subject is None or not _active(words, at):
        return
    thing = behind(words, at)
    end = thing[-1] + 1 if thing else at + 1
    if end < len(words) and words[end].lower == ("to" if giving else "from"):
        other = side(words, behind(words, end))
        things = stems_of(words, thing)
    elif giving:
        cut = _second_object(words, thing)
        other, things = side(words, thing[:cut]), stems_of(words, thing[cut:])
        if not things and words[at].stem != "teach":
            return
    else:
        return
    if other is not None:
        yield Tie(words[at].stem, subject, other, (at,), things)


def _second_object(words: Sequence[Word], phrase: Sequence[int]) -> int:
    """Where the thing begins behind the one who gets it: at the next article or number."""
    weighty = False
    for position, at in enumerate(phrase):
        lower = words[at].lower
        if weighty and (lower in _DETERMINERS or lower[0].isdigit() or lower in _NUMBERS):
            return position
        weighty = weighty or words[at].content
    return len(phrase)


def _contested(words: Sequence[Word], at: int) -> Iterator[Tie]:
    """ "Lost 3-1 to City", "lost the final against City", "won against City"."""
    if not _active(words, at):
        return
    losing = words[at].stem == "lose"
    for index in range(at + 1, min(len(words), at + 8)):
        lower = words[index].lower
        if lower == "against" or (losing and lower == "to"):
            subject, other = side(words, before(words, at)), side(words, behind(words, index))
            if subject is not None and other is not None:
                yield Tie("lose" if losing else "beat", subject, other, (at, index))
            return
        if words[index].text[0].isalpha() and lower not in _AT_STAKE:
            return


def _contested_in_german(words: Sequence[Word], at: int) -> Iterator[Tie]:
    """ "Verlor das Endspiel gegen Kiel", "siegte gegen Kiel", "unterlag Kiel"."""
    losing = words[at].stem in _LOSING
    clause = words[at + 1 : at + _AGAINST_WITHIN]
    ends = next((step for step, word in enumerate(clause) if word.lower in _CLAUSE_ENDS), len(clause))
    against = next((at + 1 + step for step, word in enumerate(clause[:ends]) if word.lower == "gegen"), None)
    if against is None and words[at].stem not in _WITHOUT_AGAINST:
        return
    subject, other = side(words, before(words, at)), side(words, behind(words, at if against is None else against))
    if subject is not None and other is not None:
        yield Tie("lose" if losing else "beat", subject, other, (at,) if against is None else (at, against))
