import pytest
from hypothesis import given, settings

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.judge.combine import probabilities
from tests.analysis.strategies import texts


def likeliest(claim: str, source: str) -> str:
    shares = probabilities(compare(claim, [("s", source)]))
    return max(shares._asdict().items(), key=lambda item: item[1])[0]


@settings(deadline=None, max_examples=50)
@given(texts, texts)
def test_the_three_shares_sum_to_one(claim: str, source: str) -> None:
    shares = probabilities(compare(claim, [("s", source)]))
    assert sum(shares) == pytest.approx(1.0)
    assert min(shares) > 0.0


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("The ferry sank in May.", "On 3 May the old ferry sank near Bergen.", "supported"),
        ("More than 30 million birds nest there.", "Approximately 47 million birds nest there.", "supported"),
        ("The ferry sank in June.", "The ferry sank in May.", "contradicted"),
        ("The minister did not resign.", "The minister resigned.", "contradicted"),
        ("All patients recovered.", "Most patients recovered.", "unclear"),
        ("Under 650,000 votes were cast.", "More than 645,000 votes were cast.", "unclear"),
        ("The baker likes opera.", "The ferry sank in May.", "unclear"),
    ],
)
def test_the_likeliest_stance_is_the_one_a_reader_would_name(claim: str, source: str, expected: str) -> None:
    assert likeliest(claim, source) == expected
