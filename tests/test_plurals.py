"""Counts agree with their nouns in what people read."""

import pytest

from adjudge.plurals import count_of
from tests.cli.support import adjudge as command


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 claims"), (1, "1 claim"), (2, "2 claims"), (12_000, "12,000 claims")]
)
def test_a_count_and_its_noun_agree(count: int, said: str) -> None:
    assert count_of(count, "claim") == said


def test_an_irregular_plural_is_given() -> None:
    assert [count_of(n, "summary", "summaries") for n in (1, 2)] == ["1 summary", "2 summaries"]


def test_a_dry_run_of_one_claim_speaks_of_one_case() -> None:
    ran = command("check", "It opened in 1932.", "--source-text", "The bridge opened in 1931.", "--dry-run")
    assert "Dry run: 1 case, " in ran.out
