"""Files that were damaged on their way."""

import gzip
from pathlib import Path

import pytest

from adjudge.batch.pairs import Pairs
from adjudge.errors import DataError
from adjudge.files import read_text
from adjudge.rows import table_rows


@pytest.fixture
def cut_short(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.csv.gz"
    whole = gzip.compress(b"claim,truth\n" + b"".join(b"The mill burnt %d.,It burnt.\n" % n for n in range(5000)))
    path.write_bytes(whole[: len(whole) // 2])
    return path


def test_a_gzip_file_that_was_cut_short_is_said_to_be_damaged(cut_short: Path) -> None:
    with pytest.raises(DataError, match="damaged"):
        list(Pairs(cut_short).cases())


@pytest.mark.parametrize("row", ["The mayor, Anna Weber, left.,The mayor left.", "a,b,c"])
def test_a_row_with_more_fields_than_the_header_is_refused_with_its_line(tmp_path: Path, row: str) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text(f"claim,truth\nIt rained.,It rained.\n{row}\n")
    with pytest.raises(DataError, match=r"Line 3 of .* fields, the header 2"):
        list(Pairs(path).cases())
    with pytest.raises(DataError, match=r"Line 3 of .* fields, the header 2"):
        list(table_rows(path))


def test_empty_fields_behind_a_row_are_no_fields(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("claim,truth\nIt rained.,It rained., ,\n")
    assert len(list(Pairs(path).cases())) == 1


def test_reading_it_whole_says_so_too(cut_short: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_text(cut_short)


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\n\0\0\x01", bytes(range(1, 256)) * 4, b"\x89PNG\r\n\x1a\n" + bytes(range(128, 256)) * 3],
    ids=["nul", "all bytes", "high bytes"],
)
def test_a_binary_file_is_no_text(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "picture"
    path.write_bytes(data)
    with pytest.raises(DataError, match="is no text"):
        read_text(path)


@pytest.mark.parametrize(
    "data",
    [
        "Ein Fluß fällt über Gerölle.".encode("cp1252"),
        "Łódź leży w środku Polski, 日本語も。".encode(),
        "Any text.".encode("utf-16"),
        b"\xef\xbb\xbfAny text.",
        b"",
    ],
)
def test_text_of_any_usual_encoding_is_text(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "text"
    path.write_bytes(data)
    assert "\0" not in read_text(path)
