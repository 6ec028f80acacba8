"""Files that were damaged on their way."""

import gzip
import os
from pathlib import Path

import pytest

from adjudge import rows
from adjudge.batch.pairs import PairSelection
from adjudge.errors import DataError
from adjudge.evals.news import load_cases
from adjudge.files import read_json, read_text
from adjudge.protocols.calibration import read as read_calibrations
from adjudge.rows import table_rows


@pytest.fixture
def cut_short(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.csv.gz"
    whole = gzip.compress(b"claim,truth\n" + b"".join(b"The mill burnt %d.,It burnt.\n" % n for n in range(5000)))
    path.write_bytes(whole[: len(whole) // 2])
    return path


def test_a_gzip_file_that_was_cut_short_is_said_to_be_damaged(cut_short: Path) -> None:
    with pytest.raises(DataError, match="damaged"):
        list(PairSelection(cut_short).cases())


@pytest.mark.parametrize("row", ["The mayor, Anna Weber, left.,The mayor left.", "a,b,c"])
def test_a_row_with_more_fields_than_the_header_is_refused_with_its_line(tmp_path: Path, row: str) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text(f"claim,truth\nIt rained.,It rained.\n{row}\n")
    with pytest.raises(DataError, match=r"Line 3 of .* fields, the header 2"):
        list(PairSelection(path).cases())
    with pytest.raises(DataError, match=r"Line 3 of .* fields, the header 2"):
        list(table_rows(path))


def test_empty_fields_behind_a_row_are_no_fields(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("claim,truth\nIt rained.,It rained., ,\n")
    assert len(list(PairSelection(path).cases())) == 1


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
    with pytest.raises(DataError, match="is not text"):
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


GIBBERISH = {
    "each letter of another script": b"\xff\xfe" + bytes(range(1, 129)),
    "ascii behind a wrong mark": b"\xff\xfe" + b"The bridge opened in 1932.",
    "zeros": b"\xff\xfe\0\0\0\0",
    "chance": b"\xff\xfe" + bytes((n * n * 7919 + n * 104_729) >> 5 & 0xFF for n in range(400)),
    "big-endian chance": b"\xfe\xff" + bytes((n * n * 7919 + n * 104_729) >> 5 & 0xFF for n in range(400)),
    "private use": b"\xff\xfe" + b"\x01\xe0" * 20,
    "half characters": b"\xff\xfe" + b"\x01\xd8" * 20,
}


@pytest.mark.parametrize("data", GIBBERISH.values(), ids=GIBBERISH.keys())
@pytest.mark.parametrize("name", ["note.txt", "pairs.csv", "pairs.jsonl"])
def test_bytes_that_only_decode_to_characters_are_no_text(tmp_path: Path, data: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(DataError, match="is not text"):
        _ = read_text(path) if name == "note.txt" else list(table_rows(path))


@pytest.mark.parametrize(
    "text",
    [
        "東京タワーは1958年に完成した。カタカナとひらがなと漢字とLatin。",
        "서울은 大韓民國의 수도이다.",
        "Αθήνα and Москва and القاهرة and Tel Aviv תל אביב.",
        "x",
        "1.5 % → 2 % 🙂",
        "The price rose by \ufffd 5.",
        "Nǐ hǎo 你好 x² + y² = z², α β γ δ",
    ],
)
def test_text_in_utf_16_is_text_in_any_script(tmp_path: Path, text: str) -> None:
    path = tmp_path / "text"
    path.write_bytes(text.encode("utf-16"))
    assert read_text(path) == text


def test_a_row_without_end_is_refused_without_being_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "LONGEST_ROW", 1000)
    for name, content in [
        ("line.csv", "claim,truth\n" + "x" * 3000),
        ("header.csv", "x" * 3000),
        ("quote.csv", 'claim,truth\n"' + "never closed\n" * 200),
        ("line.jsonl", '{"claim": "' + "x" * 3000 + '"}\n'),
    ]:
        path = tmp_path / name
        path.write_text(content)
        with pytest.raises(DataError, match="longer than 1,000 characters"):
            list(table_rows(path))


def test_rows_of_any_number_of_lines_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "LONGEST_ROW", 1000)
    path = tmp_path / "many.csv"
    path.write_text("claim,truth\n" + "A sentence.,Another one.\n\n" * 500)
    assert len(list(table_rows(path))) == 500


def test_a_pipe_is_no_table(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pairs.csv")
    with pytest.raises(DataError, match="pipe or a device"):
        list(table_rows(tmp_path / "pairs.csv"))


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5_000, "{"], ids=["deep", "digits", "cut"])
def test_json_that_cannot_be_read_is_the_file_s_fault(tmp_path: Path, text: str) -> None:
    path = tmp_path / "content.json"
    path.write_text(text)
    with pytest.raises(DataError, match="JSON"):
        read_json(path)
    with pytest.raises(DataError, match="JSON"):
        load_cases(path)
    with pytest.raises(DataError, match="cannot be read"):
        read_calibrations(path)


def test_a_file_in_a_folder_of_a_name_with_nul_is_refused() -> None:
    with pytest.raises(DataError, match="NUL"):
        read_text(Path("a\0b"))


def test_a_text_larger_than_is_taken_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.txt.gz"
    path.write_bytes(gzip.compress(b"word " * 1000))
    with pytest.raises(DataError, match="larger than 4,999 bytes"):
        read_text(path, most_bytes=4_999)
    assert len(read_text(path, most_bytes=5_000)) == 5_000
