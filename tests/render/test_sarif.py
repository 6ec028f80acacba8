"""Issue spans as SARIF."""

import json
from typing import Any

import pytest

from adjudge.questions.factuality import ClaimLabel, ErrorType
from adjudge.render.sarif import Checked, InFile, log
from adjudge.results.factuality import IssueSpan
from adjudge.verdict import Severity

TEXT = "Opened in\n1996."


def logged(label: ClaimLabel, *, error: ErrorType = ErrorType.NUMBER, severity: Severity = Severity.HIGH) -> Any:
    issue = IssueSpan(
        start=10,
        end=14,
        text="1996",
        sentence=0,
        claim=0,
        label=label,
        severity=severity,
        error_type=error,
        explanation="Why.",
        confidence=0.9,
    )
    return json.loads(log([Checked(InFile("my süm#1.txt", TEXT), (issue,), {})]))["runs"][0]


@pytest.mark.parametrize("error", list(ErrorType))
def test_what_is_uncertain_is_a_note_under_a_rule_of_its_own(error: ErrorType) -> None:
    run = logged(ClaimLabel.UNCERTAIN, error=error)
    [result] = run["results"]
    assert result["level"] == "note"
    assert result["ruleId"].startswith("uncertain/")
    assert result["ruleId"] in {rule["id"] for rule in run["tool"]["driver"]["rules"]}


@pytest.mark.parametrize("severity", list(Severity))
def test_what_is_incorrect_is_never_a_note(severity: Severity) -> None:
    [result] = logged(ClaimLabel.INCORRECT, severity=severity)["results"]
    assert result["level"] in ("warning", "error")
    assert result["ruleId"] == "incorrect/number"


def test_an_address_is_percent_encoded() -> None:
    [result] = logged(ClaimLabel.INCORRECT)["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20s%C3%BCm%231.txt"
    assert (place["region"]["startLine"], place["region"]["startColumn"]) == (2, 1)
