"""Parquet files as data and as verdicts."""

import subprocess
import sys
from pathlib import Path

import pytest

from adjudge.batch.pairs import PairSelection
from adjudge.case import Case
from adjudge.errors import DataError
from adjudge.verdict import Failure
from tests.cli.support import adjudge

pyarrow = pytest.importorskip("pyarrow", reason="the library pyarrow is not installed (extra `parquet`)")
parquet = pytest.importorskip("pyarrow.parquet")

ROWS = [
    {"id": "a", "claim": "The bridge opened in 1932.", "truth": "The bridge opened in 1931.", "label": "no"},
    {"id": "b", "claim": None, "truth": "A truth without a claim.", "label": "no"},
    {"id": "c", "claim": "The bridge opened in 1931.", "truth": "The bridge opened in 1931.", "label": "yes"},
]


def written(path: Path, columns: dict[str, object]) -> Path:
    parquet.write_table(pyarrow.table(columns), path)
    return path


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    return written(tmp_path / "pairs.parquet", {name: [row[name] for row in ROWS] for name in ROWS[0]})


def test_a_parquet_file_gives_the_same_cases_as_a_csv_file(pairs: Path, tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text("id,claim,truth,label\n" + "".join(f"{','.join(v or '' for v in row.values())}\n" for row in ROWS))
    found = [[case for _, case in PairSelection(path).cases()] for path in (pairs, table)]
    assert [type(case) for case in found[0]] == [Case, Failure, Case]
    claims = [[case.claim for case in cases if isinstance(case, Case)] for cases in found]
    assert claims[0] == claims[1]
    assert found[0][0].meta["label"] == "no"  # type: ignore[union-attr]


def test_texts_that_a_data_frame_has_packed_are_read(tmp_path: Path) -> None:
    packed = pyarrow.array(["It rained.", "It rained."]).dictionary_encode()
    large = pyarrow.array(["It rained all day.", "It was dry."], type=pyarrow.large_string())
    path = written(tmp_path / "pairs.parquet", {"claim": packed, "truth": large})
    assert [case.claim for _, case in PairSelection(path).cases()] == ["It rained."] * 2  # type: ignore[union-attr]


def test_other_columns_are_named_with_those_that_there_are(tmp_path: Path) -> None:
    path = written(tmp_path / "pairs.parquet", {"klaim": ["a"], "truth": ["b"]})
    with pytest.raises(DataError, match=r"no column 'claim'\. Its columns are: klaim, truth\. Did you mean 'klaim'"):
        list(PairSelection(path).cases())


@pytest.mark.parametrize(("value", "kind"), [(["a", "b"], "list"), ({"text": "a"}, "dict")])
def test_nested_types_are_refused_with_the_column(tmp_path: Path, value: object, kind: str) -> None:
    path = written(tmp_path / "pairs.parquet", {"claim": [value], "truth": ["b"]})
    with pytest.raises(
        DataError, match=rf"first row of '.*' holds a value of type {kind} in 'claim'\. It must be text"
    ):
        list(PairSelection(path).cases())


def test_values_that_are_no_text_are_named_in_each_row(tmp_path: Path) -> None:
    path = written(tmp_path / "pairs.parquet", {"claim": [None, ["a"]], "truth": ["b", "c"]})
    path2 = written(tmp_path / "years.parquet", {"claim": [1931, 1932], "truth": ["b", "c"]})
    failed = [case for one in (path, path2) for _, case in PairSelection(one).cases()]
    assert [case.message for case in failed if isinstance(case, Failure)] == [
        "The claim is empty.",
        "The column 'claim' holds a value of type list.",
        *["The column 'claim' holds a value of type int."] * 2,
    ]


@pytest.mark.parametrize("damage", ["cut", "other"])
def test_a_file_that_is_no_parquet_is_named(pairs: Path, damage: str) -> None:
    pairs.write_bytes(pairs.read_bytes()[:-30] if damage == "cut" else b"claim,truth\n")
    with pytest.raises(DataError, match=r"is not a readable Parquet file"):
        list(PairSelection(pairs).cases())


def test_verdicts_as_parquet_are_those_of_the_json_lines_also_in_shards(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("config.yaml").write_text("data: {source: pairs.parquet}\nprotocol: entailment\n")
    run = ("run", "config.yaml", "-e", "offline", "-q")
    assert adjudge(*run, "--out", "lines.jsonl").code == 0
    assert adjudge(*run, "--out", "table.parquet").code == 0
    for number in (1, 2):
        assert adjudge(*run, "--shard", f"{number}/2", "--format", "parquet").code == 0
    assert adjudge("run", "merge", "config.shards").code == 0
    table = parquet.read_table("table.parquet")
    assert table.column("json").to_pylist() == Path("lines.jsonl").read_text().splitlines()
    assert table.column("case_id").to_pylist() == ["a", "b", "c"]
    assert table.column("outcome").to_pylist() == ["Contradicted", None, "Supported"]
    assert table.column("error").to_pylist() == [None, "CaseError", None]
    assert parquet.read_table("config.verdicts.parquet").equals(table)


def test_without_the_library_the_extra_is_named(pairs: Path, tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from pathlib import Path; from adjudge.rows import table_rows\n"
        "from adjudge.errors import ConfigError\n"
        "try:\n    list(table_rows(Path(sys.argv[1])))\n"
        "except ConfigError as error:\n    print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(pairs)], capture_output=True, text=True, check=True)
    assert "pip install 'adjudge[parquet]'" in ran.stdout
