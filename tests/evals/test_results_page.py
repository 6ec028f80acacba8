"""docs/results.md says what is bad by the same rules for all."""

from typing import Any

from benchmarks.results_page import faults, page, with_table


def figure(value: float | None, majority: float | None = None) -> dict[str, Any]:
    return {"value": value, "low": None, "high": None, "majority": majority}


def result(
    balanced: float | None = 0.8, accuracy: float = 0.8, ece: float | None = 0.05, failed: int = 0
) -> dict[str, Any]:
    metrics = {"balanced_accuracy": figure(balanced, 0.5), "accuracy": figure(accuracy, 0.6)}
    others = {name: figure(0.5, 0.5) for name in ("macro_f1", "mcc", "kappa", "auroc")}
    return {
        "dataset": "mills",
        "protocol": {"name": "jury"},
        "engine": "offline",
        "documents": 9,
        "gold": {"FAITHFUL": 6, "UNFAITHFUL": 4},
        "rows": {"asked": 10, "failed": failed, "undetermined": 1},
        "metrics": metrics | others,
        "calibration": {"ece": ece},
        "risk_coverage": {"coverage_at_risk": {"0.05": 0.4}},
        "usage": {"calls_per_case": 9.0},
    }


def test_a_good_result_has_no_faults() -> None:
    assert faults(result()) == []


def test_chance_majority_confidence_and_failures_are_named() -> None:
    said = " ".join(faults(result(balanced=0.52, accuracy=0.5, ece=0.3, failed=2)))
    for words in ("no better than chance", "commonest class", "off by 0.30", "2 rows failed"):
        assert words in said


def test_the_page_shows_every_set_and_what_is_undefined() -> None:
    text = page([result(balanced=None)])
    assert "## mills" in text
    assert "undefined" in text
    assert "## What is bad about it" in text
    assert "Nothing has been measured yet" in page([])


def test_the_table_goes_between_its_marks_and_nothing_else_changes() -> None:
    kinds = {
        "number": {"label": "MUTATED", "count": 4, "rate": 0.75},
        "verbatim": {"label": "FAITHFUL", "count": 2, "rate": 0.0},
    }
    found = {"kinds": kinds, "mutated": 4, "faithful": 2, "catch_rate": 0.75, "false_alarm_rate": 0.0}
    before = "# A\n<!-- mutations -->\nold\n<!-- /mutations -->\nrest\n"
    after = with_table(before, [result() | {"mutations": found}])
    assert after.startswith("# A\n<!-- mutations -->\n| caught | claims | jury |")
    assert after.endswith("<!-- /mutations -->\nrest\n")
    assert "| number | 4 | 75% |" in after
    assert "old" not in after
