"""Cases of one source come one after the other, and none is lost."""

from adjudge.batch.grouping import by_source
from adjudge.case import Case
from adjudge.verdict import Failure


def case(source: int) -> Case:
    return Case(claim="It rained.", documents=[f"Source {source}."])


def test_within_a_window_the_claims_about_one_source_stand_together() -> None:
    cases = [(n, case(n % 3)) for n in range(9)]
    assert [n for n, _ in by_source(iter(cases))] == [0, 3, 6, 1, 4, 7, 2, 5, 8]
    assert [n for n, _ in by_source(cases, window=4)] == [0, 3, 1, 2, 4, 7, 5, 6, 8]


def test_a_row_that_is_no_case_is_kept() -> None:
    failure = Failure(case_id="b", error="CaseError", message="The claim is empty.")
    cases = [(0, case(1)), (1, failure), (2, case(1))]
    assert list(by_source(cases)) == [(0, cases[0][1]), (2, cases[2][1]), (1, failure)]
