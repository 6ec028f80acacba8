"""Every axis has one function with one signature, and its values stay those of stored verdicts."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Axis, Relation


def test_the_values_are_those_of_stored_verdicts() -> None:
    assert [axis.value for axis in Axis] == [
        "quantity", "date", "name", "negation", "wording", "quantifier", "certainty", "causality", "caveat",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "source", "axis", "relation"),
    [
        ("More than 650,000 votes were cast.", "Some 500,000 votes were cast.", Axis.QUANTITY, Relation.CONTRADICTED),
        ("The bridge opened before 1931.", "The bridge opened in 1932.", Axis.DATE, Relation.CONTRADICTED),
        ("Anna Berg won the race in Oslo.", "Carl Holm won the race in Oslo.", Axis.NAME, Relation.CONTRADICTED),
        ("They approved the plan.", "They did not approve the plan.", Axis.NEGATION, Relation.CONTRADICTED),
        ("Prices rose in May.", "Prices fell in May.", Axis.WORDING, Relation.CONTRADICTED),
        ("All patients recovered.", "Most patients recovered.", Axis.QUANTIFIER, Relation.ABSENT),
        ("The drug will lower the risk.", "The drug may lower the risk.", Axis.CERTAINTY, Relation.ABSENT),
        ("Smoking caused the illness.", "Smoking was associated with the illness.", Axis.CAUSALITY, Relation.ABSENT),
        ("He will return next year.", "He will return next year if he is well.", Axis.CAVEAT, Relation.ABSENT),
        ("Exports will rise.", "Unless the strait is closed, exports will rise.", Axis.CAVEAT, Relation.ABSENT),
        ("Thirty percent fell ill.", "Thirty percent of the patients fell ill.", Axis.CAVEAT, Relation.ABSENT),
    ],
)  # fmt: skip
def test_each_pattern_that_a_seed_names_is_found(claim: str, source: str, axis: Axis, relation: Relation) -> None:
    assert relation in {one.relation for one in compare(claim, [("source", source)]).on(axis)}
