"""The results of an evaluation as a table that people read, and as a Markdown page."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudge.plurals import count_of

COLUMNS = ("set", "rows", "unfaithful", "balanced accuracy", "AUROC", "F1", "MCC", "decided", "span F1", "per s")
NARROW = (0, 1, 3, 4, 7, 8)
"""The columns that fit on a terminal."""
_EXPLAINED = """\
Positive class: unfaithful. *Balanced accuracy*, *F1* and *MCC* are those of the decision by score, with one threshold
for every set; beside each value the 95 % interval of a bootstrap over documents. *Decided* is the share of summaries
whose label is faithful or unfaithful rather than uncertain. *Span F1* counts the characters of the weakest claims,
where annotators marked some.
"""

_GATE_COLUMNS = (
    *("set", "claims with evidence", "changed by the gate", "not covered"),
    *("issue spans with evidence", "summaries decided", "abstained"),
)
_GATE_EXPLAINED = """\
*Changed by the gate*: judged claims whose label became uncertain for lack of evidence. *Not covered*: claims with a
number, date or name that the selected passage lacks; their label stands, with a lower confidence. *Decided* and
*abstained* are shares of the summaries that have a label.
"""


def row(result: Mapping[str, Any]) -> tuple[str, ...]:
    """One set as the cells of a table."""
    by_score = result["by_score"]
    spans = result["span_characters"]
    return (
        str(result["dataset"]),
        f"{result['rows']['scored']} of {result['rows']['asked']}",
        str(result["ground_truth"]["unfaithful"]),
        _figure(by_score["balanced_accuracy"]),
        _figure(by_score["auroc"]),
        _figure(by_score["f1"]),
        _figure(by_score["mcc"]),
        _share(result["by_label"]["coverage"]),
        f"{spans['weak_claims']['f1']:.3f}" if spans else "–",
        str(result["speed"]["summaries_per_second"]),
    )


def written(results: Sequence[Mapping[str, Any]]) -> str:
    """The page."""
    lines = [
        "# Factuality: results",
        "",
        _EXPLAINED,
        f"| {' | '.join(COLUMNS)} |",
        f"|{'---|' * len(COLUMNS)}",
        *(f"| {' | '.join(row(result))} |" for result in results),
        "",
        *(_claims(result) for result in results),
        "",
        "## The evidence gate",
        "",
        _GATE_EXPLAINED,
        f"| {' | '.join(_GATE_COLUMNS)} |",
        f"|{'---|' * len(_GATE_COLUMNS)}",
        *(_gate(result) for result in results),
    ]
    return "\n".join(lines) + "\n"


def _claims(result: Mapping[str, Any]) -> str:
    counts = result["claims"]
    counted = ", ".join(f"{counts.get(name, 0)} {name}" for name in ("correct", "incorrect", "uncertain", "excluded"))
    settings = f"threshold {result['threshold']}, engine {result['engine']}"
    asked, failed = counts.get("asked", 0), counts.get("failed", 0)
    return f"- **{result['dataset']}** ({settings}): {count_of(asked, 'claim')}: {counted}, {failed} failed."


def _gate(result: Mapping[str, Any]) -> str:
    claims, spans = result["claims"], result["issue_spans"]
    judged = claims["correct"] + claims["incorrect"] + claims["uncertain"]
    labelled = sum(result["ground_truth"].values())
    return (
        "| "
        + " | ".join(
            (
                str(result["dataset"]),
                _of(claims["evidence_found"], judged),
                _of(claims["changed_by_the_gate"], judged),
                _of(claims["coverage_failed"], judged),
                _of(spans["evidence_found"], spans["issue_spans"]),
                f"{_share(result['by_label']['coverage'])} of {labelled}",
                f"{_share(result['by_label']['abstention'])} of {labelled}",
            )
        )
        + " |"
    )


def _of(part: int, total: int) -> str:
    return f"{part} of {total} ({part / total:.0%})" if total else "–"


def _figure(figure: Mapping[str, float | None]) -> str:
    if figure["value"] is None:
        return "–"
    if figure["low"] is None or figure["high"] is None:
        return f"{figure['value']:.3f}"
    return f"{figure['value']:.3f} ({figure['low']:.2f}–{figure['high']:.2f})"


def _share(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"
