"""The `wording` axis, second part: where claim and source are nearly one sentence, what was put in or put in place.

Hardly a word list is needed here: in a near copy, a word that the source lacks says something it does not say.
"""

from collections.abc import Iterator, Sequence

from adjudge.analysis.compare.align import Edit, View, left_out
from adjudge.analysis.compare.axes import converses, naming
from adjudge.analysis.compare.axes.loosening import missed
from adjudge.analysis.compare.axes.swaps import SUBJECTS, said_elsewhere, same_with_prefix
from adjudge.analysis.facts.reading import Reading
from adjudge.analysis.text.lexicon.blocks import word_set
from adjudge.analysis.text.words import stem
from adjudge.verdict import Finding, Relation, Severity

_NEAR_COPY = 0.7
_LEFT_OUT = 0.4
_LARGEST = 3
_OPENING = 4
_PREFIXES = ("un", "in", "im", "ir", "il")
_FORBIDDING, _ALLOWING = ("ban", "prohibit", "forbid"), ("allow", "permit")
_BOOKING = frozenset(stem(word) for word in word_set("make report post record book"))
_RESULTS = frozenset(stem(word) for word in word_set("loss profit surplus deficit earnings revenue sales"))
_YEAR = ("year", "jahr", "jahre", "jahres")


def findings(views: Sequence[View]) -> list[Finding]:
    """The edits of a near copy; none where the two sentences are worded differently."""
    for view in views[:2]:
        found = list(_edits(view, views))
        if found:
            return found[:2]
    return []


def _edits(view: View, views: Sequence[View]) -> Iterator[Finding]:
    edits = [edit for edit in view.edits if _new_words(view, edit)]
    changed = frozenset(index for edit in edits for index in range(*edit.claim))
    if (
        not edits
        or view.frame_without(changed) < _NEAR_COPY
        or left_out(view) > _LEFT_OUT
        or not _in_order(view, changed)
    ):
        return
    owned = _owned(view) | converses.settled(views)
    for edit in edits:
        new, old = _new_words(view, edit), _old_words(view, edit)
        if len(new) > _LARGEST or any(view.claim.directions[index] < 0 for index in new):
            continue
        if any(index in owned for index in new):
            continue
        if all(said_elsewhere(index, view, views) for index in new) or (not old and _carried_on(view, new, views)):
            continue
        if same_with_prefix(view).issuperset(new) or _booked(view, new, old):
            continue
        yield _replaced(view, new, old) if old else _added(view, new)


def _booked(view: View, new: Sequence[int], old: Sequence[int]) -> bool:
    """Whether both sides only say that a result stands in the books: "made a loss" is "reported a loss"."""
    ours, theirs = view.claim.words, view.source.words
    verbs = [ours[index].stem for index in new] + [theirs[index].stem for index in old]
    behind = ours[new[-1] + 1 : new[-1] + 4]
    return bool(old) and _BOOKING.issuperset(verbs) and any(word.stem in _RESULTS for word in behind)


def _carried_on(view: View, new: Sequence[int], views: Sequence[View]) -> bool:
    """Whether a pronoun stands for what another sentence names: "The mill opened in 1990. It closed in 2000." """
    taken_up = any(word.lower in SUBJECTS for word in view.source.words[:_OPENING])
    return taken_up and all(any(index in other.links for other in views) for index in new)


def _owned(view: View) -> frozenset[int]:
    """Words that another axis compares."""
    claim = view.claim
    marks = (*claim.hedges, *claim.quantifiers, *claim.causes)
    # "im Jahr 2019": the word belongs to its number.
    years = {at - 1 for at in view.figures if at and claim.words[at - 1].lower in _YEAR}
    marked = frozenset(index for mark in marks for index in claim.indexes(mark.span))
    taught = (claim.indexes(name.span) for name in claim.names if naming.one_of_several(name, view))
    return (view.figures | years | marked | _denying(view)).union(*taught)


def _denying(view: View) -> frozenset[int]:
    """Words that only deny, as the source does: "failed to win" is "did not win", and "absent" is "did not attend"."""
    plain = ("fail", "absent") if missed(view) else ("fail",)
    cues = (negation.cue for negation in view.claim.negations if view.source.negations)
    return frozenset(cue for cue in cues if view.claim.words[cue].stem in plain) | _denied_in_one_word(view)


def _denied_in_one_word(view: View) -> frozenset[int]:
    """Words that hold their own "not": "undamaged" is "not damaged", "free of mould" is "no mould"."""
    denied = {view.source.words[negation.target].stem for negation in view.source.negations}
    words = view.claim.words
    return frozenset(
        at
        for at, word in enumerate(words)
        if any(word.stem == prefix + one for prefix in _PREFIXES for one in denied)
        or (word.stem in _FORBIDDING and not denied.isdisjoint(_ALLOWING))
        or (word.lower == "free" and any(words[at + 2 : at + 3]) and words[at + 2].stem in denied)
    )


def _in_order(view: View, changed: frozenset[int]) -> bool:
    """Whether most of the kept words stand in the same order, so that this is a copy and not a retelling."""
    edited = {index for edit in view.edits for index in range(*edit.claim)}
    kept = [index for index in view.claim.content if index not in edited]
    rest = [index for index in view.claim.content if index not in changed]
    return len(kept) >= max(2, 0.75 * len(rest))


def _new_words(view: View, edit: Edit) -> list[int]:
    return [index for index in range(*edit.claim) if view.claim.words[index].content and index not in view.links]


def _old_words(view: View, edit: Edit) -> list[int]:
    return [index for index in range(*edit.source) if view.source.words[index].content and index not in view.answered]


def _replaced(view: View, new: Sequence[int], old: Sequence[int]) -> Finding:
    return Finding(
        axis="wording",
        relation=Relation.ABSENT,
        claim_quote=view.claim.quote_word(new[0]),
        source_quote=view.source.quote_word(old[0]),
        explanation=f"The claim says {_named(view.claim, new)} where the source says {_named(view.source, old)}.",
        severity=Severity.HIGH,
    )


def _added(view: View, new: Sequence[int]) -> Finding:
    return Finding(
        axis="wording",
        relation=Relation.ABSENT,
        claim_quote=view.claim.quote_word(new[0]),
        explanation=f"The claim adds {_named(view.claim, new)}; the source does not say so.",
        severity=Severity.MEDIUM,
    )


def _named(reading: Reading, indexes: Sequence[int]) -> str:
    """The words in quotation marks, as one quote only where they stand side by side: else nobody said that."""
    runs: list[list[int]] = []
    for index in indexes:
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return ", ".join(f"'{' '.join(reading.words[index].text for index in run)}'" for run in runs)
