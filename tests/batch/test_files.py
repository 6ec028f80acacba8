"""Files that were damaged on their way."""

import gzip
from pathlib import Path

import pytest

from adjudge.batch.pairs import Pairs
from adjudge.errors import DataError
from adjudge.files import read_text


@pytest.fixture
def cut_short(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.csv.gz"
    whole = gzip.compress(b"claim,truth\n" + b"".join(b"The mill burnt %d.,It burnt.\n" % n for n in range(5000)))
    path.write_bytes(whole[: len(whole) // 2])
    return path


def test_a_gzip_file_that_was_cut_short_is_said_to_be_damaged(cut_short: Path) -> None:
    with pytest.raises(DataError, match="damaged"):
        list(Pairs(cut_short).cases())


def test_reading_it_whole_says_so_too(cut_short: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_text(cut_short)
