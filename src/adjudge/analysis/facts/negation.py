"""Negation: which words deny, and which words of the sentence they govern. English and German.

The scope is cheap: from the cue to the end of its clause, at most a dozen words; its `target` is the word denied first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.words import Word, stem

_PARTICLES = word_set("not n't never nicht nie niemals cannot")
_DETERMINERS = word_set("no neither kein keine keinen keinem keiner")
_PRONOUNS = word_set("nobody nothing none nowhere noone niemand nichts")
_PREPOSITIONS = word_set("without ohne lacking absent")
_VERBS = word_set("fail deny refus lack reject declin disput avoid prevent cease neglect ban prohibit forbid")
_VERBS_WITH_TO = word_set("fail refus declin neglect cease")
_SELF_STANDING = word_set("deny lack disput incapabl unabl")
_WEAK = word_set("hardly scarcely barely rarely seldom kaum selten")
_BREAKS = word_set(
    ", ; : . ! ? but however although though while whereas because since unless if which who that and or - – — ( )",
    "aber sondern weil dass",
)
_FALSE_STARTS = frozenset(
    tuple(pair.split("_"))
    for pair in word_set(
        "not_only no_longer no_doubt not_just no_fewer no_less no_more not_more not_less not_least no_later",
        "nicht_nur no_one",
    )
)
_NOT_ALL = frozenset(
    (particle, word)
    for particle in ("not", "nicht")
    for word in word_set("all every everyone everybody everything alle allen aller alles jede jeder jedes jeden jedem")
)
"""Where the particle makes a smaller number of a whole, and denies nothing: "not all patients left"."""
_ASKED = word_set("it he she they we you i")
_ENDS = word_set(". ? ! ,")
_INSTEAD = frozenset({("rather", "than"), ("instead", "of"), ("anstelle", "von")})
_IMPLYING = frozenset(
    stem(word)
    for word in word_set(
        "prohibit ban forbid prevent cancel cancelled scrap abolish suspend halt lose absence impossible incapable",
        "unlikely unaffected untouched unharmed refrain abstain exempt deprive devoid forgo zero reject",
        "verbot verboten verbietet verbieten untersagt untersagte untersagten verzichtet verzichtete verzichteten",
        "verzichten verzicht unmöglich gestrichen abgesagt entfiel entfielen fehlte fehlten fehlt fehlen",
        "verlor verloren verhindert verhinderte unverändert",
    )
)
"""Words that deny what stands by them; too loose to have a scope, they only answer a denial of the other side."""
_IMPLYING_WITH_FROM = word_set("bar stop keep block")
_IMPLYING_PAIRS = frozenset(
    (stem(pair.split("_")[0]), pair.split("_")[1])
    for pair in word_set(
        "decide_against advise_against vote_against free_of free_from clear_of deprive_of rid_of out_of cut_off",
        "knock_out rule_out call_off do_without short_of frei_von",
    )
)
_REFUSING = frozenset(stem(word) for word in word_set("rejected dismissed denied rebuffed vetoed"))
_REQUESTS = frozenset(
    stem(word) for word in word_set("demand call request plea bid motion proposal petition application appeal")
)
_ASKING_FOR = word_set("for to that")
_REQUEST_WITHIN, _ASKED_WITHIN = 3, 5
_CLAUSE_ENDS = word_set("; : . ! ? but and while whereas although though aber sondern und während obwohl")
_REACH = 12


@dataclass(frozen=True, slots=True)
class Negation:
    """A cue (index of its word), the words it governs, and the content word it denies first (-1: none)."""

    cue: int
    first: int
    last: int
    target: int
    kind: str

    def governs(self, index: int) -> bool:
        """Whether the word of that index lies in the scope."""
        return self.first <= index <= self.last


def negations(words: Sequence[Word]) -> tuple[Negation, ...]:
    """The negations of one sentence, in order."""
    found = []
    for index in range(len(words)):
        # Of a refused request what was asked for is denied, not that it was asked.
        refused = _refused(words, index)
        kind = "verb" if refused else _cue(words, index)
        if kind:
            first = refused or index + 1
            last = _scope_end(words, first - 1)
            target = next((at for at in range(first, last + 1) if words[at].content), -1)
            if target == -1:
                target = next((at for at in range(index - 1, -1, -1) if words[at].content), -1)
            found.append(Negation(index, first, last, target, kind))
    return tuple(found)


def implied(words: Sequence[Word]) -> tuple[int, ...]:
    """The words that deny without a "not": "prohibited from opening", "free of symptoms", "too ill to play"."""
    return tuple(index for index in range(len(words)) if _implies(words, index))


def same_clause(words: Sequence[Word], one: int, other: int) -> bool:
    """Whether nothing between the two words opens another statement: "lost a shoe and won the race"."""
    between = words[min(one, other) : max(one, other)]
    return len(between) <= _REACH and not any(word.lower in _CLAUSE_ENDS for word in between)


def polarity(found: Sequence[Negation], index: int) -> bool:
    """Whether the word stands affirmed: outside negations, or inside an even number of them."""
    return sum(1 for negation in found if negation.governs(index)) % 2 == 0


def _cue(words: Sequence[Word], index: int) -> str:
    word = words[index]
    following = words[index + 1].lower if index + 1 < len(words) else ""
    if _in_title(words, index):
        return ""
    if word.lower in _PARTICLES:
        if _asks_back(words, index):
            return ""
        pair = (word.lower, following)
        return "" if pair in _FALSE_STARTS or pair in _NOT_ALL else "particle"
    if word.lower in _DETERMINERS:
        if (word.lower, following) == ("no", "longer"):
            return "particle"
        if (word.lower, following) == ("no", "one"):
            return "pronoun"
        opener = following in (",", ".", "!", "") or (word.lower, following) in _FALSE_STARTS
        return "" if opener else "determiner"
    if word.lower in _PRONOUNS:
        return "pronoun"
    if (word.lower, following) in _INSTEAD:
        return "instead"
    if word.lower in _PREPOSITIONS:
        # "With 43 members absent" says where they were not; "absent a deal" denies the deal.
        return "" if word.lower == "absent" and not following.isalnum() else "preposition"
    if word.lower in _WEAK:
        return "weak"
    if (word.stem in _VERBS_WITH_TO or word.lower == "yet") and following == "to":
        return "verb"
    if word.stem == "turn" and following == "down":
        return "verb"
    return "verb" if word.stem in _SELF_STANDING else ""


def _refused(words: Sequence[Word], index: int) -> int:
    """Where what was asked for begins, if the word refuses a request: "rejected a call for the plant to be closed"."""
    if words[index].stem not in _REFUSING:
        return 0
    near = range(index + 1, min(len(words), index + 1 + _REQUEST_WITHIN))
    asked = next((at for at in near if words[at].stem in _REQUESTS), 0)
    if not asked:
        return 0
    behind = range(asked + 1, min(len(words), asked + 1 + _ASKED_WITHIN))
    return next((at + 1 for at in behind if words[at].lower in _ASKING_FOR and at + 1 < len(words)), 0)


def _implies(words: Sequence[Word], index: int) -> bool:
    word = words[index]
    following = [after.lower for after in words[index + 1 : index + 6]]
    if word.lower == "too":
        return "to" in following[1:3]
    if word.stem in _IMPLYING_WITH_FROM:
        return "from" in following
    return word.stem in _IMPLYING or (word.stem, following[0] if following else "") in _IMPLYING_PAIRS


def _asks_back(words: Sequence[Word], index: int) -> bool:
    """ "It stands on the shore, isn't it?" denies nothing."""
    after = [word.lower for word in words[index + 1 : index + 3]]
    return bool(after) and after[0] in _ASKED and (len(after) == 1 or after[1] in _ENDS) and index > 3


def _in_title(words: Sequence[Word], index: int) -> bool:
    """ "No Country for Old Men" denies nothing."""
    following = words[index + 1].text if index + 1 < len(words) else ""
    return words[index].text[0].isupper() and following[:1].isupper() and len(following) > 1 and following[1:].islower()


def _scope_end(words: Sequence[Word], index: int) -> int:
    last = index
    for at in range(index + 1, min(len(words), index + 1 + _REACH)):
        if words[at].lower in _BREAKS and at > index + 1:
            break
        last = at
    return last
