"""A configuration measured on the mutation bench: mutations caught of each kind, and false alarms.

A mutation is caught if it is not called faithful: contradicted, or without enough information. A claim that failed is
not caught. One whose verdict was withheld is neither caught nor a false alarm: it is counted separately.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from adjudge.case import Case, Document
from adjudge.evals.labelled import LabelledCase
from adjudge.evals.labels import FAILED, TWO, UNDETERMINED, Gold, Scheme
from adjudge.evals.mutations.mutation import Label, Mutation, MutationKind
from adjudge.evals.prediction import Prediction
from adjudge.verdict import Stance

SCHEME = Scheme(TWO, {"faithful": Gold.FAITHFUL, "mutated": Gold.UNFAITHFUL})


def labelled(mutations: Iterable[Mutation]) -> Iterator[LabelledCase]:
    """Mutations as labelled cases."""
    for one in mutations:
        gold = Gold.FAITHFUL if one.label is Label.FAITHFUL else Gold.UNFAITHFUL
        case = Case(id=one.id, claim=one.claim, documents=(Document(id="source", text=one.source),))
        yield LabelledCase(one.id, case, gold, "mutations", one.document, one.kind.value)


def mutation_table(predictions: Sequence[Prediction]) -> dict[str, Any]:
    """The catch rate of each kind of mutation, the false alarm rate of each kind of faithful claim, and both in all."""
    kinds: dict[str, dict[str, Any]] = {}
    for kind in MutationKind:
        mine = [one for one in predictions if one.kind == kind.value]
        if mine:
            said = Counter(_predicted(one) for one in mine)
            alarmed = said[Stance.CONTRADICTED.value] + said[Stance.NOT_ENOUGH_INFO.value]
            kinds[kind.value] = {
                "label": kind.label.value,
                "count": len(mine),
                "rate": round(alarmed / len(mine), 4),
                "contradicted": said[Stance.CONTRADICTED.value],
                "not_enough_info": said[Stance.NOT_ENOUGH_INFO.value],
                "supported": said[Stance.SUPPORTED.value],
                "withheld": said[UNDETERMINED],
                "failed": said[FAILED],
            }
    return {
        "kinds": kinds,
        "mutated": _total(kinds, Label.MUTATED),
        "faithful": _total(kinds, Label.FAITHFUL),
        "withheld": sum(one["withheld"] for one in kinds.values()),
        "catch_rate": _rate(kinds, Label.MUTATED),
        "false_alarm_rate": _rate(kinds, Label.FAITHFUL),
    }


def _predicted(one: Prediction) -> str:
    """The stance that was given; undetermined where it was withheld, whatever it would have been."""
    if one.stance is None:
        return FAILED
    return UNDETERMINED if one.said == UNDETERMINED else one.stance.value


def _total(kinds: dict[str, dict[str, Any]], label: Label) -> int:
    return sum(one["count"] for one in kinds.values() if one["label"] == label.value)


def _rate(kinds: dict[str, dict[str, Any]], label: Label) -> float | None:
    alarmed = sum(one["contradicted"] + one["not_enough_info"] for one in kinds.values() if one["label"] == label.value)
    total = _total(kinds, label)
    return round(alarmed / total, 4) if total else None
