"""Format figures: values, intervals, shares and undefined values."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudge.plurals import count_of

MEASURE_NAMES = {
    "balanced_accuracy": "balanced accuracy",
    "accuracy": "accuracy",
    "macro_f1": "macro F1",
    "mcc": "MCC",
    "kappa": "Cohen's kappa",
    "auroc": "AUROC",
}


def number(value: float | int | None) -> str:
    """A value, or "undefined"."""
    if value is None:
        return "undefined"
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def share(value: float | None) -> str:
    """A share in percent."""
    return "undefined" if value is None else f"{value:.1%}"


def interval(figure: Mapping[str, Any]) -> str:
    """A value with its interval."""
    if figure["value"] is None or figure["low"] is None or figure["high"] is None:
        return number(figure["value"])
    return f"{figure['value']:.3f} ({figure['low']:.2f} to {figure['high']:.2f})"


def measures(results: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Name, value with interval and majority baseline of every measure; also for the strict reading."""
    rows = []
    for name, figure in results["metrics"].items():
        rows.append((MEASURE_NAMES[name], interval(figure), number(figure["majority"])))
        if name == "balanced_accuracy" and "strict" in results:
            rows.append(("balanced accuracy, undetermined is wrong", interval(results["strict"][name]), ""))
    found = results["calibration"]
    for name, title in (("ece", "ECE"), ("brier", "Brier score")):
        low, high = found["intervals"][name]
        shown = interval({"value": found[name], "low": low, "high": high})
        rows.append((title, shown, number(found["majority"].get(name))))
    return rows


def classes(results: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """For each class: rows, predictions, and precision, recall and F1 with intervals."""
    rows = []
    for name, one in results["by_class"].items():
        shares = []
        for measure in ("precision", "recall", "f1"):
            low, high = one["intervals"][measure]
            shares.append(interval({"value": one[measure], "low": low, "high": high}))
        rows.append((name, f"{one['support']:,}", f"{one['predicted']:,}", *shares))
    return rows


CLASS_COLUMNS = ("class", "rows", "called so", "precision", "recall", "F1")
FEW_DOCUMENTS = 30


def few(results: Mapping[str, Any]) -> str:
    """A warning if there are few documents; otherwise empty."""
    if results["documents"] >= FEW_DOCUMENTS:
        return ""
    return f"Too few documents ({results['documents']}) for reliable figures; the intervals are too narrow."


def counts(results: Mapping[str, Any]) -> str:
    """The conservation line."""
    rows = results["rows"]
    parts = ("supported", "contradicted", "not_enough_info", "failed")
    sum_of_parts = " + ".join(f"{rows[name]:,} {name.replace('_', ' ')}" for name in parts)
    extra = f"; {rows['undetermined']:,} undetermined, {rows.get('unlabelled', 0):,} without a label (not judged)"
    if rows.get("duplicates"):
        extra += f", {count_of(rows['duplicates'], 'duplicate')} in the data"
    return f"{rows['asked']:,} asked = {sum_of_parts}{extra}"


def calibrated(results: Mapping[str, Any]) -> str:
    """The share of calibrated confidences, their data and their calibration error."""
    found = results["calibration"]
    part, on = found["calibrated"], "; ".join(found["on"])
    if not found["cases"]:
        return "No verdict has a confidence."
    if not part["cases"]:
        return "Uncalibrated."
    if part["cases"] == found["cases"]:
        return f"Calibrated on {on}."
    how_many = f"{part['cases']:,} of {found['cases']:,} verdicts"
    return f"{how_many} are calibrated on {on}; here their ECE is {number(part['ece'])}. The others are uncalibrated."


def left_out_kinds(results: Mapping[str, Any]) -> str:
    """What the table of kinds does not show; nothing where it shows all."""
    shown = len(results["by_kind"])
    more = results["kinds"] - shown
    return f"{results['kinds']:,} kinds: the {shown} commonest are shown, {more:,} left out." if more else ""


def spent(results: Mapping[str, Any], seconds: Sequence[float] = ()) -> str:
    """Calls, tokens, cost, and latency where some was measured."""
    usage = results["usage"]
    cost = "cost unknown" if usage["cost_usd"] is None else f"${usage['cost_usd']:.4f}"
    each = "undefined" if usage["calls_per_case"] is None else f"{usage['calls_per_case']:.1f}"
    parts = [f"{count_of(usage['calls'], 'call')} ({each} a case)"]
    parts.append(f"{usage['input_tokens']:,} tokens in, {usage['output_tokens']:,} out, {cost}")
    if seconds:
        ordered = sorted(seconds)
        median, late = (ordered[min(len(ordered) - 1, int(at * len(ordered)))] for at in (0.5, 0.95))
        rows = count_of(len(ordered), "row")
        parts.append(f"latency {median:.2f} s (median), {late:.2f} s (95 %), measured on {rows}")
    if results.get("cascade"):
        handed = results["cascade"]
        usd = handed["usage"]["cost_usd"]
        spent_usd = "cost unknown" if usd is None else f"${usd:.4f}"
        parts.append(f"{handed['escalated']:,} handed on ({share(handed['share'])}), {spent_usd}")
    return "; ".join(parts)
