"""docs/rules.md has a count for everything that can speak against a claim: no axis and no rule without its row."""

import re
from pathlib import Path

import pytest

from adjudge.analysis.judge.overrule import RULES
from adjudge.analysis.judge.weights import Weights
from adjudge.verdict import Axis

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()
COUNTED = set(re.findall(r"^\| (\w+) \| [\d,]+ \|", PAGE, re.MULTILINE))


@pytest.mark.parametrize("name", [*(axis.value for axis in Axis), *RULES, "overstated"])
def test_every_axis_and_every_overruling_rule_has_its_count(name: str) -> None:
    assert name in COUNTED


def test_the_rules_that_are_counted_are_those_that_overrule() -> None:
    known = Weights.overruled.__annotations__.keys() - {"return"}
    assert known == set(RULES)
