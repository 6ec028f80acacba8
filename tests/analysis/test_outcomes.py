"""A result that the claim tells of one side, against a contest of two."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation

BEAT = "Norwood beat Eastham 2-1 at Hill Road on Sunday."
LOST = "Eastham lost 1-2 to Norwood."


def _against(claim: str, source: str) -> list[str]:
    return [one.axis for one in compare(claim, [("a", source)]).with_relation(Relation.CONTRADICTED)]


@pytest.mark.parametrize("source", [BEAT, LOST])
@pytest.mark.parametrize(
    "claim", ["Eastham won.", "Eastham won 2-1.", "Norwood lost the match.", "Norwood were beaten on Sunday."]
)
def test_the_side_that_lost_did_not_win(claim: str, source: str) -> None:
    assert "role" in _against(claim, source)


@pytest.mark.parametrize("source", [BEAT, LOST])
@pytest.mark.parametrize("claim", ["Norwood won.", "Eastham lost.", "Eastham were beaten."])
def test_the_same_result_is_no_contradiction(claim: str, source: str) -> None:
    assert not _against(claim, source)


@pytest.mark.parametrize("source", [BEAT, LOST])
@pytest.mark.parametrize(
    "claim",
    [
        "Eastham won the toss.",
        "Norwood lost two players.",
        "Weston won.",
        "Eastham did not win.",
    ],
)
def test_another_matter_is_no_result(claim: str, source: str) -> None:
    assert "role" not in _against(claim, source)
