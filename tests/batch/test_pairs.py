"""Pairs from files as people keep them."""

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest

from adjudge.batch.pairs import PairSelection
from adjudge.case import Case
from adjudge.errors import ConfigError, DataError
from adjudge.evidence.index import Index
from adjudge.verdict import Failure


def written(tmp_path: Path, content: str | bytes, name: str = "pairs.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def claims(pairs: PairSelection) -> list[str]:
    return [case.claim if isinstance(case, Case) else f"failed: {case.error}" for _, case in pairs.cases()]


def test_rows_are_numbered_from_zero_and_chosen_by_number(tmp_path: Path) -> None:
    path = written(tmp_path, "claim,truth\na,A\nb,B\nc,C\n")
    chosen = list(PairSelection(path, pair_ids=(2, 0)).cases())
    assert [(number, case.claim) for number, case in chosen if isinstance(case, Case)] == [(0, "a"), (2, "c")]
    assert [case.id for _, case in chosen if isinstance(case, Case)] == ["pair-0", "pair-2"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("\ufeffclaim,truth\na,A\n".encode(), ["a"]),
        (b"claim;truth\na;A, with a comma\n", ["a"]),
        (b"claim\ttruth\na\tA\n", ["a"]),
        (b'claim,truth\n"a\nb","A"\n', ["a\nb"]),
        (b'claim,truth\r\n"a ""b""",A\r\n', ['a "b"']),
        (b"claim,truth\n500\xa0million \x96 more,A\n", ["500\xa0million – more"]),
        ("claim,truth\nа,A\n".encode("utf-16"), ["а"]),
        (b"claim,truth\na\x00b,A\n", ["a\x00b"]),
        ("claim,truth\nשלום 👍🏽,A\n".encode(), ["שלום 👍🏽"]),
        (b"claim,truth\na,A\n\n\nb,B\n", ["a", "b"]),
    ],
    ids=["bom", "semicolon", "tab", "newline", "crlf", "cp1252", "utf-16", "nul", "rtl-emoji", "blank-lines"],
)
def test_files_of_all_kinds_are_read(tmp_path: Path, content: bytes, expected: list[str]) -> None:
    assert claims(PairSelection(written(tmp_path, content))) == expected


def test_json_lines_and_gzip_are_read(tmp_path: Path) -> None:
    line = json.dumps({"claim": "a", "truth": "A"}) + "\n"
    assert claims(PairSelection(written(tmp_path, line, "p.jsonl"))) == ["a"]
    assert claims(PairSelection(written(tmp_path, gzip.compress(line.encode()), "p.jsonl.gz"))) == ["a"]
    assert claims(PairSelection(written(tmp_path, gzip.compress(b"claim,truth\na,A\n"), "p.csv.gz"))) == ["a"]


@pytest.mark.parametrize("row", ['"",A', "a,", "   ,A", "a"], ids=["no claim", "no truth", "blank claim", "short row"])
def test_a_row_without_claim_or_truth_is_a_recorded_failure_and_the_rest_goes_on(tmp_path: Path, row: str) -> None:
    path = written(tmp_path, f"claim,truth\n{row}\nb,B\n")
    assert claims(PairSelection(path)) == ["failed: CaseError", "b"]
    [(_, failure), _] = PairSelection(path).cases()
    assert isinstance(failure, Failure)
    assert failure.case_id == "pair-0"


def test_a_missing_column_lists_the_columns_there_are(tmp_path: Path) -> None:
    path = written(tmp_path, "id,claims,truth\n1,a,A\n")
    with pytest.raises(DataError, match=r"no column 'claim'.*id, claims, truth.*Did you mean 'claims'"):
        list(PairSelection(path).cases())


@pytest.mark.parametrize(
    ("ids", "error", "message"),
    [
        ((0, 7), DataError, "Pair id 7 is out of range.*2 pairs: 0 to 1"),
        ((-1,), DataError, "Pair id -1 is out of range"),
        ("random-9", ConfigError, "asks for 9 random pairs.*only 2"),
        ("random-x", ConfigError, "'random-x'.*random-N"),
        ("random-0", ConfigError, "random-0"),
        ("some", ConfigError, "'some'"),
    ],
)
def test_pair_ids_that_cannot_be_are_named(tmp_path: Path, ids: object, error: type[Exception], message: str) -> None:
    path = written(tmp_path, "claim,truth\na,A\nb,B\n")
    with pytest.raises(error, match=message):
        list(PairSelection(path, pair_ids=ids).cases())  # type: ignore[arg-type]


def test_random_pairs_depend_on_the_seed_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "claim,truth\n" + "".join(f"c{n},t\n" for n in range(50)))
    first, again, other = (PairSelection(path, pair_ids="random-5", seed=seed).chosen for seed in (1, 1, 2))
    assert first == again != other
    assert first is not None
    assert len(first) == 5


@pytest.mark.parametrize(("content", "message"), [("", "no rows"), ("claim,truth\n", "no rows")])
def test_a_file_without_pairs_is_refused(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        list(PairSelection(written(tmp_path, content)).cases())


def test_a_missing_file_and_a_folder_without_tables_are_named(tmp_path: Path) -> None:
    written(tmp_path, "claim,truth\na,A\n", "Nova.csv")
    with pytest.raises(DataError, match=r"does not exist.*Nova\.csv"):
        list(PairSelection(tmp_path / "Nava.csv").cases())
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match=r"The folder '.*empty' contains no tables\. Tables end in \.csv"):
        list(PairSelection(tmp_path / "empty").cases())


def test_a_line_that_is_not_json_is_named_by_its_number(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Line 2"):
        list(PairSelection(written(tmp_path, '{"claim":"a","truth":"A"}\n{"claim":\n', "p.jsonl")).cases())


def test_a_source_of_two_megabytes_is_one_field(tmp_path: Path) -> None:
    long = "word " * 400_000
    [(_, case)] = PairSelection(written(tmp_path, f'claim,truth\na,"{long}"\n')).cases()
    assert isinstance(case, Case)
    assert len(case.documents[0].text) == len(long)


def test_a_file_of_200_000_rows_is_streamed(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    with path.open("w") as file:
        file.write("claim,truth\n")
        file.writelines(f"claim number {n},truth number {n} with some more words to it\n" for n in range(200_000))
    pairs = PairSelection(path, pair_ids=(0, 199_999))
    tracemalloc.start()
    assert [number for number, _ in pairs.cases()] == [0, 199_999]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < path.stat().st_size / 5


def test_two_columns_called_alike_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("claim,truth,claim\na,b,c\n")
    with pytest.raises(DataError, match="more than one column called 'claim'"):
        list(PairSelection(path).cases())


def test_a_header_of_too_many_columns_is_refused_since_every_row_has_a_value_for_each(tmp_path: Path) -> None:
    path = tmp_path / "True.csv"
    path.write_text(f"claim,truth,title,{','.join(f'n{n}' for n in range(2_000))}\n" + "a\n" * 10)
    for read in (
        lambda: list(PairSelection(path).cases()),
        lambda: list(Index(tmp_path / "index").add("isot", [path])),
    ):
        with pytest.raises(DataError, match="has 2,003 columns"):
            read()


def test_a_line_of_a_million_lists_is_refused_since_it_would_take_hundreds_of_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"claim": "a", "truth": "b", "x": [' + "[]," * 1_000_000 + "[]]}\n")
    tracemalloc.start()
    with pytest.raises(DataError, match=r"Line 1 of .* more than 500,000 lists and objects"):
        list(PairSelection(path).cases())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000


def test_a_quoted_column_name_may_hold_a_line_break(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text('claim,truth,"my\nnotes",\nThe mill burnt.,The mill burnt in May.,x,\n')
    [(number, case)] = PairSelection(path).cases()
    assert number == 0
    assert isinstance(case, Case)
    assert case.claim == "The mill burnt."
