"""What data files are called."""

from pathlib import Path

import pytest

from adjudge.evals.names import joined, names_of


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a/pairs.jsonl", "more.v2.csv.gz"], ["pairs", "more"]),
        (["v1.0.jsonl", "v1.1.jsonl.gz", "other.csv"], ["v1.0", "v1.1", "other"]),
        (["v1.jsonl", "v1.1.jsonl"], ["v1", "v1.1"]),
        (["d1/pairs.jsonl", "d2/pairs.jsonl"], ["d1/pairs", "d2/pairs"]),
        (["d1/pairs.jsonl", "d1/pairs.csv", "d1/pairs.jsonl"], ["d1/pairs", "d1/pairs-2", "d1/pairs-3"]),
    ],
)
def test_names_are_short_where_they_can_be_and_never_the_same(paths: list[str], names: list[str]) -> None:
    assert names_of(list(map(Path, paths))) == names


def test_a_name_for_all_of_them_fits_into_a_file_name() -> None:
    assert joined(["pairs", "more", "pairs"]) == "pairs+more"
    long = [f"{number}-{'ä' * 40}" for number in range(12)]
    assert joined(long).startswith(long[0])
    assert len(joined(long).encode()) < 210
    assert joined(long) != joined(long[::-1])
    assert len(joined(["ä" * 240]).encode()) < 210
