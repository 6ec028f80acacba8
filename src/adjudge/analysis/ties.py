"""From a sentence to the ties it states between two sides, and which side is which: who beat whom, what is deeper.

In: a sentence. Out: one `Tie` for each comparison, contest, handing over, place, kinship or deed that shows by its
words. What is denied, wished or only possible is no tie, and what cannot be cut into two sides is left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from adjudge.analysis.lexicon.blocks import word_set
from adjudge.analysis.lexicon.converses import CONTESTS, DIRECTIONS, GIVING, KIN, PLACES, SCALES, TAKING
from adjudge.analysis.lexicon.finite import AUXILIARIES, GERMAN, PAST, PRESENT
from adjudge.analysis.lexicon.numbers import SMALL
from adjudge.analysis.reading import Reading
from adjudge.analysis.words import Word

_MARKS = word_set('; : . ! ? ( ) [ ] “ ” „ " – —')
_JOINTS = word_set(
    """and or but nor while whereas because although though if when that which who whom whose as after before until
    since where than und oder aber während weil obwohl wenn dass bevor nachdem als"""
)
_RELATIVE = word_set("who which that")
_PREPOSITIONS = word_set(
    """in on at for with by from to of into onto over under during against about through near between among within
    without via per despite following across around behind ahead above below beneath im am an auf bei mit von vom zu zum
    zur aus durch für gegen über unter vor nach seit ohne bis um"""
)
_BE = word_set("is are was were be been being get gets got gotten 's 're")
_BECOME = word_set("wird werden wurde wurden")
_COPULA = word_set("is are was were ist sind war waren 's")
_THAN, _MORE, _LESS = word_set("than als"), word_set("more mehr"), word_set("less fewer weniger")
_AND = word_set("and but und aber")
_NO_DEGREE = word_set("rather other anders ever eher")
_ONLY_POSSIBLE = word_set(
    "would could might may should can if whether unless to könnte würde sollte nearly almost fast"
)
_AT_STAKE = word_set(
    """match game final semifinal race election case title bout fight derby series cup opener tie contest narrowly
    heavily badly the a an in straight sets their his her"""
)
_DETERMINERS = word_set("the a an his her its their this that some der die das den dem ein eine einen einem")
_AGENTS, _ACTED_ON, _ACTING = word_set("von vom durch"), word_set("den dem einen einem"), word_set("der ein")
_WITH_OF = word_set("of von")
_NUMBERS = frozenset(SMALL)
_PARTICIPLE = re.compile(
    r"[a-z]+(?:ed|en|wn|t|ung|um|un|id|ld|nd)|made|led|won|sung|shot|run|done|gone|struck|become|overcome|begun|fed|hit|put|set"
)
_FAR = 5
_MUCH = "much"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a tie: the stems of its words, and its head, without which it would be something else."""

    stems: frozenset[str]
    head: str


@dataclass(frozen=True, slots=True)
class Tie:
    """`first` did it to `second`, or has more of it. `thing` is what passes between them or what is compared, `at` are
    the words that say so, `turned` whether `first` stands behind, as in a passive."""

    word: str
    first: Side
    second: Side
    at: tuple[int, ...]
    thing: frozenset[str] = frozenset()
    turned: bool = False


class _Degree(NamedTuple):
    """What is compared, whether it is "less", and where the words for it begin."""

    key: str
    less: bool
    at: int


def direction(word: str, other: str) -> int:
    """1 if the two words tie the same way round, -1 if one says of the second side what the other says of the first, 0
    if they say different things."""
    return 1 if word == other else DIRECTIONS.get((word, other), 0)


def ties(reading: Reading, deeds: frozenset[str] = frozenset()) -> tuple[Tie, ...]:
    """The ties of a sentence; `deeds` are the stems of verbs to look for besides those known by themselves."""
    found = (*_compared(reading), *_placed(reading), *_related(reading), *_done(reading, deeds))
    return tuple(tie for tie in found if not _open(reading, tie))


def passives(reading: Reading) -> frozenset[str]:
    """The stems of the verbs that stand in the passive, with the one who did it."""
    words = reading.words
    return frozenset(
        words[at].stem for at in reading.content if _by(words, at) is not None or _von(words, at) is not None
    )


def side(words: Sequence[Word], indexes: Sequence[int]) -> Side | None:
    """The side that these words make; none without a word of weight. Numbers say nothing of who it is."""
    weighty = [at for at in indexes if _weighty(words[at])]
    if not weighty:
        return None
    close = [at for at in range(weighty[0], indexes[-1] + 1) if words[at].lower in _PREPOSITIONS]
    core = [at for at in weighty if not close or at < close[0]]
    plain = [at for at in core if not words[at].lower.endswith("ly")] or core
    return Side(frozenset(words[at].stem for at in weighty), words[plain[-1]].stem)


def before(words: Sequence[Word], at: int) -> list[int]:
    """The words that lead up to this one, from the start of its clause; around an aside, and over "who"."""
    found: list[int] = []
    current = at - 1
    while current >= 0:
        word = words[current]
        weighty = any(words[index].content for index in found)
        if word.lower in _MARKS or (weighty and (word.lower == "," or word.lower in _JOINTS)):
            break
        if not weighty and word.lower == ",":
            current = max((index for index in range(current) if words[index].lower == ","), default=-1) - 1
            continue
        if not weighty and word.lower in _JOINTS and word.lower not in _RELATIVE:
            break
        if not weighty and word.lower in _RELATIVE:
            current -= 2 if current and words[current - 1].lower == "," else 1
            continue
        found.append(current)
        current -= 1
    return found[::-1]


def behind(words: Sequence[Word], at: int, stops: frozenset[str] = _PREPOSITIONS) -> list[int]:
    """The words that follow this one, to the end of its phrase."""
    found: list[int] = []
    for index in range(at + 1, len(words)):
        lower = words[index].lower
        if lower in _MARKS or lower == "," or lower in _JOINTS or (found and lower in stops):
            break
        found.append(index)
    return found


def _open(reading: Reading, tie: Tie) -> bool:
    """Whether the tie is denied, or only possible."""
    first = tie.at[0]
    near = [word.text for word in reading.words[max(0, first - 4) : first]]
    return bool(_ONLY_POSSIBLE.intersection(near)) or any(
        negation.governs(at) for negation in reading.negations for at in tie.at
    )


def _stems(words: Sequence[Word], indexes: Sequence[int]) -> frozenset[str]:
    return frozenset(words[at].stem for at in indexes if _weighty(words[at]))


def _weighty(word: Word) -> bool:
    return word.content and not word.lower[0].isdigit() and word.lower not in _PREPOSITIONS


def _verb(words: Sequence[Word], indexes: Sequence[int]) -> int | None:
    """The first finite verb behind a word of weight."""
    weighty = False
    for at in indexes:
        lower = words[at].lower
        finite = (
            lower in AUXILIARIES or lower in PAST or lower in GERMAN or not PRESENT.isdisjoint((lower, f"{lower}s"))
        )
        if (weighty or lower in AUXILIARIES) and (finite or (lower.endswith("ed") and words[at].text.islower())):
            return at
        weighty = weighty or words[at].content
    return None


def _compared(reading: Reading) -> Iterator[Tie]:
    """ "Deeper than", "more expensive than", "fewer pupils than"; and "deeper than Lake Vann but smaller"."""
    words = reading.words
    for than in (at for at, word in enumerate(words) if at and word.lower in _THAN):
        degree = _degree(words, than)
        if degree is None:
            continue
        lead = before(words, degree.at)
        verb = _verb(words, lead)
        subject = side(words, [at for at in lead if verb is None or at < verb])
        second = None if _counted(words, than + 1) else side(words, behind(words, than))
        if subject is None or second is None or verb is None:
            continue
        tie = Tie(degree.key, subject, second, tuple(range(degree.at, than + 1)), _stems(words, range(verb, degree.at)))
        yield _turned(tie) if degree.less else tie
        for other in _besides(words, than, degree):
            yield replace(tie, word=words[other].stem, at=(other,))


def _counted(words: Sequence[Word], at: int) -> bool:
    """Whether a number follows, which is compared as one: "more than 20 members"."""
    return any(word.lower[0].isdigit() or word.lower in _NUMBERS for word in words[at : at + 1])


def _degree(words: Sequence[Word], than: int) -> _Degree | None:
    for at in range(than - 1, max(-1, than - 4), -1):
        if words[at].lower in _MORE or words[at].lower in _LESS:
            named = [word for word in words[at + 1 : than] if word.content]
            return _Degree(named[-1].stem if named else _MUCH, words[at].lower in _LESS, at)
    word = words[than - 1]
    comparative = word.stem in SCALES or (word.lower.endswith("er") and word.text.islower())
    return _Degree(word.stem, False, than - 1) if comparative and word.lower not in _NO_DEGREE else None


def _besides(words: Sequence[Word], than: int, degree: _Degree) -> Iterator[int]:
    """The comparatives that are joined to this one and compare the same two: "but smaller", "older and"."""
    end = than + len(behind(words, than)) + 1
    after, closed = words[end : end + 2], end + 2 >= len(words) or words[end + 2].lower in _MARKS
    if len(after) == 2 and closed and after[0].lower in _AND and _alone(after[1]):
        yield end + 1
    if degree.at > 1 and words[degree.at - 1].lower in _AND and _alone(words[degree.at - 2]):
        yield degree.at - 2


def _alone(word: Word) -> bool:
    return word.stem in SCALES and word.lower.endswith("er")


def _turned(tie: Tie) -> Tie:
    return replace(tie, first=tie.second, second=tie.first, turned=not tie.turned)


def _placed(reading: Reading) -> Iterator[Tie]:
    """ "North of", "ahead of", "behind", "above"."""
    words = reading.words
    for at, word in enumerate(words):
        if word.stem not in PLACES or not word.text.islower():
            continue
        opened = at + 1 < len(words) and words[at + 1].lower in _WITH_OF
        if not opened and word.lower not in ("behind", "above", "below", "beneath", "underneath"):
            continue
        lead = before(words, at)
        verb = _verb(words, lead)
        subject = side(words, [index for index in lead if verb is not None and index < verb])
        other = side(words, behind(words, at + opened))
        if subject is not None and other is not None and verb is not None:
            yield Tie(word.stem, subject, other, tuple(range(at, at + 1 + opened)), _stems(words, range(verb, at)))


def _related(reading: Reading) -> Iterator[Tie]:
    """ "Ruth is the mother of Ben", "Ruth is Ben's mother"."""
    words = reading.words
    for at, word in enumerate(words):
        if word.stem not in KIN:
            continue
        copula = max((index for index in range(at) if words[index].lower in _COPULA), default=-1)
        own = at > 1 and words[at - 1].lower in ("'s", "’s") and copula == at - 1
        if own:
            copula = max((index for index in range(at - 1) if words[index].lower in _COPULA), default=-1)
        if copula < 1 or at - copula > _FAR:
            continue
        subject = side(words, before(words, copula))
        if own:
            other = side(words, range(copula + 1, at - 1))
        elif at + 1 < len(words) and words[at + 1].lower in _WITH_OF:
            other = side(words, behind(words, at + 1))
        else:
            continue
        if subject is not None and other is not None:
            yield Tie(word.stem, subject, other, (at,))


def _done(reading: Reading, deeds: frozenset[str]) -> Iterator[Tie]:
    """What one did to another, in either voice."""
    words = reading.words
    for at in reading.content:
        root = words[at].stem
        if (agent := _by(words, at)) is not None:
            yield from _suffered(words, at, agent)
            continue
        if (agent := _von(words, at)) is not None:
            yield from _suffered_in_german(words, at, agent)
            continue
        if root in GIVING or root in TAKING:
            yield from _handed(words, at)
        if root in ("lose", "win"):
            yield from _contested(words, at)
        if (root in CONTESTS or root in deeds) and _active(words, at):
            subject, other = side(words, before(words, at)), side(words, behind(words, at))
            if subject is not None and other is not None:
                yield Tie(root, subject, other, (at,))


def _by(words: Sequence[Word], at: int) -> int | None:
    """Where the "by" of a passive stands behind its participle; none if this is no passive."""
    if not _PARTICIPLE.fullmatch(words[at].text) or (at and words[at - 1].lower in _DETERMINERS):
        return None
    for index in range(at + 1, min(len(words) - 1, at + _FAR)):
        lower = words[index].lower
        if lower == "by":
            led = _auxiliary(words, at) or (index == at + 1 and words[at].lower.endswith(("ed", "en")))
            return index if led and not words[index + 1].lower.endswith("ing") else None
        if lower in _MARKS or lower == "," or lower in _JOINTS or lower in AUXILIARIES:
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
    if at + 1 < len(words) and words[at + 1].lower not in _MARKS and words[at + 1].lower != ",":
        return None
    if not words[at].text.islower():
        return None
    become = max((index for index in range(at) if words[index].lower in _BECOME), default=-1)
    found = [index for index in range(become + 1, at) if words[index].lower in _AGENTS]
    return found[0] if become > 0 and found else None


def _active(words: Sequence[Word], at: int) -> bool:
    """Whether the word is a verb of its own, and not a noun or a participle behind "was"."""
    lead = words[at - 1].lower if at else ""
    if not words[at].text.islower() or lead in _DETERMINERS or lead in _PREPOSITIONS or words[at].lower.endswith("ing"):
        return False
    return not _auxiliary(words, at)


def _suffered(words: Sequence[Word], at: int, agent: int) -> Iterator[Tie]:
    """ "Norvex was sued by Halden", "the farm was sold to Mills by Harper", "Omar was given the letter by Dana"."""
    root = words[at].stem
    doer, patient = side(words, behind(words, agent)), side(words, before(words, _first_auxiliary(words, at)))
    if doer is None or patient is None:
        return
    preposition = "to" if root in GIVING else "from"
    towards = next((index for index in range(at + 1, len(words)) if words[index].lower == preposition), None)
    other = side(words, behind(words, towards)) if towards and root in GIVING | TAKING else None
    if other is not None:
        yield Tie(root, doer, other, (at,), patient.stems, turned=True)
    elif root in GIVING and agent > at + 1:
        yield Tie(root, doer, patient, (at,), _stems(words, range(at + 1, agent)), turned=True)
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
        things = _stems(words, thing)
    elif giving:
        cut = _second_object(words, thing)
        other, things = side(words, thing[:cut]), _stems(words, thing[cut:])
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
