"""The two sides of a tie, and the words of a sentence that make one.

In: words and a place among them. Out: the words that lead up to it or follow it, cut where their phrase ends, and the
`Side` that they make.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.lexicon.finite import AUXILIARIES, GERMAN, PAST, PRESENT
from adjudge.analysis.text.words import Word

MARKS = word_set('; : . ! ? ( ) [ ] “ ” „ " – —')
JOINTS = word_set(
    """and or but nor while whereas because although though if when that which who whom whose as after before until
    since where than und oder aber während weil obwohl wenn dass bevor nachdem als"""
)
_RELATIVE = word_set("who which that")
_GENITIVE = ("'s", "’s")
_BOTH = (["both"], ["beide"], ["both", "of", "them"])
PREPOSITIONS = word_set(
    """in on at for with by from to of into onto over under during against about through near between among within
    without via per despite following across around behind ahead above below beneath im am an auf bei mit von vom zu zum
    zur aus durch für gegen über unter vor nach seit ohne bis um"""
)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a tie: the stems of its words, and its head, without which it would be something else.

    `owned` is what stands behind a genitive ("Peru's economy"); `elliptic` says that it is left out ("Chile's").
    """

    stems: frozenset[str]
    head: str
    owned: frozenset[str] = frozenset()
    elliptic: bool = False


BOTH = Side(frozenset({"both"}), "both")
"""The two sides of the tie before, taken together."""


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


def side(words: Sequence[Word], indexes: Sequence[int]) -> Side | None:
    """The side that these words make; none without a word of weight. Numbers say nothing of who it is."""
    weighty = [at for at in indexes if _weighty(words[at])]
    if not weighty:
        return BOTH if [words[at].lower for at in indexes] in _BOTH else None
    close = [at for at in range(weighty[0], indexes[-1] + 1) if words[at].lower in PREPOSITIONS]
    core = [at for at in weighty if not close or at < close[0]]
    plain = [at for at in core if not words[at].lower.endswith("ly")] or core
    genitive = max((at for at in indexes if words[at].lower in _GENITIVE), default=None)
    owned = frozenset(words[at].stem for at in core if genitive is not None and at > genitive)
    return Side(
        frozenset(words[at].stem for at in weighty), words[plain[-1]].stem, owned, elliptic=genitive == indexes[-1]
    )


def spelt_out(tie: Tie) -> Tie:
    """The tie with what one side leaves out: "Peru's economy grew faster than Chile's"."""
    first, second = tie.first, tie.second
    return replace(tie, first=_owning(first, second), second=_owning(second, first))


def _owning(one: Side, other: Side) -> Side:
    if not one.elliptic or not other.owned:
        return one
    return Side(one.stems | other.owned, other.head, other.owned)


def before(words: Sequence[Word], at: int) -> list[int]:
    """The words that lead up to this one, from the start of its clause; around an aside, and over "who"."""
    found: list[int] = []
    current = at - 1
    while current >= 0:
        word = words[current]
        weighty = any(words[index].content for index in found)
        if word.lower in MARKS or (weighty and (word.lower == "," or word.lower in JOINTS)):
            break
        if not weighty and word.lower == ",":
            current = max((index for index in range(current) if words[index].lower == ","), default=-1) - 1
            continue
        if not weighty and word.lower in JOINTS and word.lower not in _RELATIVE:
            break
        if not weighty and word.lower in _RELATIVE:
            current -= 2 if current and words[current - 1].lower == "," else 1
            continue
        found.append(current)
        current -= 1
    return found[::-1]


def behind(words: Sequence[Word], at: int, stops: frozenset[str] = PREPOSITIONS) -> list[int]:
    """The words that follow this one, to the end of its phrase."""
    found: list[int] = []
    for index in range(at + 1, len(words)):
        lower = words[index].lower
        if lower in MARKS or lower == "," or lower in JOINTS or (found and lower in stops):
            break
        found.append(index)
    return found


def stems_of(words: Sequence[Word], indexes: Sequence[int]) -> frozenset[str]:
    return frozenset(words[at].stem for at in indexes if _weighty(words[at]))


def _weighty(word: Word) -> bool:
    return word.content and not word.lower[0].isdigit() and word.lower not in PREPOSITIONS


def verb_in(words: Sequence[Word], indexes: Sequence[int]) -> int | None:
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
