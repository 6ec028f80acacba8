"""What label words mean: the words of a file in, its classes out. A word that is not known is an error that lists it.

Data with words for "faithful" have two classes; data that tell contradiction from not enough information have three.
Where there are two classes, a verdict without enough information does not support the text: it is read as unfaithful,
never as faithful, and the stricter reading (undetermined is wrong either way) is given beside it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.errors import DataError
from adjudge.verdict import Stance


class Gold(StrEnum):
    """A class of labelled data."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"
    FAITHFUL = "FAITHFUL"
    UNFAITHFUL = "UNFAITHFUL"


_MUTATED = "mutated"
UNDETERMINED = "UNDETERMINED"
FAILED = "FAILED"

WORDS: Mapping[Gold, frozenset[str]] = {
    Gold.SUPPORTED: word_set("supported supports support entailment entailed entails"),
    Gold.CONTRADICTED: word_set("contradicted contradicts contradiction refuted refutes mutated"),
    Gold.NOT_ENOUGH_INFO: word_set(
        "nei not_enough_info not_enough_information neutral ambiguous unverifiable uncertain"
    ),
    Gold.FAITHFUL: word_set("faithful consistent correct true yes 1 factual"),
    Gold.UNFAITHFUL: word_set("unfaithful inconsistent incorrect false no 0 hallucinated non-factual not_supported"),
}
_BY_WORD = {word: gold for gold, words in WORDS.items() for word in words}
TWO = (Gold.FAITHFUL, Gold.UNFAITHFUL)
THREE = (Gold.SUPPORTED, Gold.CONTRADICTED, Gold.NOT_ENOUGH_INFO)


@dataclass(frozen=True)
class Scheme:
    """The classes of a set of data, and the class of each of its words."""

    classes: tuple[Gold, ...]
    of: Mapping[str, Gold]

    def said(self, stance: Stance | None, *, abstained: bool = False, label: str = "") -> str:
        """The class that a verdict names: one of the classes, undetermined, or failed where there is no verdict.

        Data that call rows "mutated" mean the label of that name, whether the truth says otherwise or only says less.
        """
        if stance is None:
            return FAILED
        if abstained:
            return UNDETERMINED
        if normal(label) == _MUTATED in self.of:
            return self.of[_MUTATED].value
        if self.classes == TWO:
            return (Gold.FAITHFUL if stance is Stance.SUPPORTED else Gold.UNFAITHFUL).value
        return stance.value if stance.value in self.classes else UNDETERMINED


def normal(word: object) -> str:
    """A label word in the form used for lookup."""
    return str(word).strip().lower().replace(" ", "_")


def parse_mapping(entries: Iterable[str]) -> dict[str, Gold]:
    """`--map` entries, WORD=CLASS."""
    table: dict[str, Gold] = {}
    for entry in entries:
        word, mark, name = entry.rpartition("=")
        gold = _BY_WORD.get(normal(name)) if mark else None
        if gold is None:
            raise DataError(
                f"'{entry}' maps no label.", hint="Write WORD=CLASS; classes: " + ", ".join(item.value for item in Gold)
            )
        table[normal(word)] = gold
    return table


def scheme(words: Collection[str], mapping: Mapping[str, Gold] | None = None, *, two: bool = False) -> Scheme:
    """The scheme of these words, each as `normal` gives it."""
    known = {**_BY_WORD, **(mapping or {})}
    unknown = sorted(word for word in words if word not in known)
    if unknown:
        listed = ", ".join(f"'{word}'" for word in unknown[:20])
        raise DataError(
            f"{len(unknown)} label {'word is' if len(unknown) == 1 else 'words are'} not known: {listed}.",
            hint=f"Say what {'it means' if len(unknown) == 1 else 'they mean'}: --map {unknown[0]}=SUPPORTED "
            "(or CONTRADICTED, NOT_ENOUGH_INFO, FAITHFUL, UNFAITHFUL).",
        )
    used = {known[word] for word in words}
    told_apart = {Gold.CONTRADICTED, Gold.NOT_ENOUGH_INFO} <= used
    if two or Gold.UNFAITHFUL in used or (Gold.FAITHFUL in used and not told_apart):
        return Scheme(TWO, {word: _as_two(known[word]) for word in words})
    classes = tuple(gold for gold in THREE if told_apart or gold is not Gold.NOT_ENOUGH_INFO or gold in used)
    return Scheme(classes, {word: Gold.SUPPORTED if known[word] is Gold.FAITHFUL else known[word] for word in words})


def _as_two(gold: Gold) -> Gold:
    return Gold.FAITHFUL if gold in (Gold.SUPPORTED, Gold.FAITHFUL) else Gold.UNFAITHFUL
