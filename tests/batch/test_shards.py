"""Shards of a run and their merging: the same bytes as one run, and clear words for everything that does not fit."""

import gzip
import json
import os
import resource
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudge.batch.pairs import PairSelection
from adjudge.batch.shards import Shard
from adjudge.batch.written import write_verdicts
from adjudge.cli.sharding import shards_beside
from adjudge.errors import ConfigError, DataError
from adjudge.evidence.locked import locked
from tests.cli.support import Ran, adjudge

ROWS = [(f"The bridge opened in {1930 + n}.", f"The bridge opened in {1930 + n % 3}.") for n in range(7)]
SHARDS = 3


def write_rows(folder: Path) -> None:
    rows = [*ROWS, ("", "A truth without a claim."), ("Did it rain?", "It rained.")]
    (folder / "pairs.csv").write_text("claim,truth\n" + "".join(f'"{claim}","{truth}"\n' for claim, truth in rows))
    (folder / "config.yaml").write_text("data: {source: pairs.csv}\nprotocol: entailment\n")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run file, its data and all its shards."""
    folder = tmp_path_factory.mktemp("sharded")
    write_rows(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("ADJUDGE_HOME", str(folder / "home"))
        for number in range(1, SHARDS + 1):
            assert run_shard(number).code == 0
    return folder


@pytest.fixture
def here(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the finished folder, as the current one."""
    shutil.copytree(finished, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def run_shard(number: int, of: int = SHARDS, *more: str) -> Ran:
    return adjudge("run", "config.yaml", "-e", "offline", "-q", "--shard", f"{number}/{of}", *more)


def files(number: int, ending: str) -> Path:
    return Path("config.shards") / f"shard-{number:04}-of-{SHARDS:04}.{ending}"


def said(*command: str) -> tuple[int, str]:
    ran = adjudge(*command)
    return ran.code, " ".join(ran.err.split())


def test_every_row_is_in_one_shard_and_claims_about_one_source_stay_together(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = [{"claim": f"Claim {n}.", "truth": f"Source {n // 20}."} for n in range(2_000)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    parts = [PairSelection(path, shard=Shard(number, 8)) for number in range(1, 9)]
    found = [[position for position, _ in part.cases()] for part in parts]
    assert sorted(position for part in found for position in part) == list(range(2_000))
    assert list(PairSelection(path).asked_by_shard(8)) == [len(positions) for positions in found]
    assert max(map(len, found)) < 2 * min(map(len, found))
    homes = {(position // 20, number) for number, part in enumerate(found) for position in part}
    assert len(homes) == 100


def test_a_single_source_is_spread_over_the_shards() -> None:
    homes = {n for row in range(0, 20_000, 500) for n in range(1, 5) if Shard(n, 4).contains(row, "The only source.")}
    assert homes == {1, 2, 3, 4}


@pytest.mark.parametrize("text", ["0/4", "5/4", "3", "3/0", "-1/4", "a/b", "1/100001", "1/4/2", "9" * 5000 + "/4"])
def test_a_shard_number_out_of_range_is_named(text: str) -> None:
    with pytest.raises(ConfigError, match="counted from 1"):
        Shard.parse(text)


def test_merged_shards_are_the_same_bytes_as_one_run_and_are_replayed_and_counted(here: Path) -> None:
    assert adjudge("run", "config.yaml", "-e", "offline", "-q", "--out", "one.jsonl").code == 0
    ran = adjudge("run", "merge", "config.shards", "--json")
    assert ran.code == 0
    assert Path("config.verdicts.jsonl").read_bytes() == Path("one.jsonl").read_bytes()
    merged, one = json.loads(ran.out), json.loads(adjudge("runs", "list", "--json").out)[1]
    assert merged["counts"] == one["counts"]
    assert merged["usage"] == one["usage"]
    assert merged["counts"]["asked"] == len(ROWS) + 2
    assert merged["title"]
    assert "9 of 9 outcomes replayed byte for byte" in adjudge("runs", "replay", merged["id"]).out
    assert adjudge("runs", "verify", merged["id"]).code == 0


def test_the_counts_of_a_marker_add_up(here: Path) -> None:
    markers = [json.loads(files(number, "done.json").read_text()) for number in range(1, SHARDS + 1)]
    for marker in markers:
        assert marker["asked"] == marker["decided"] + marker["failed"] + marker["excluded"]
    assert sum(marker["excluded"] for marker in markers) == 1
    assert sum(marker["failed"] for marker in markers) == 1


def test_a_complete_shard_does_nothing_when_it_is_started_again(here: Path) -> None:
    before = files(2, "db").read_bytes()
    code, err = said("run", "config.yaml", "-e", "offline", "--shard", f"2/{SHARDS}")
    assert code == 0
    assert "complete already" in err
    assert files(2, "db").read_bytes() == before


def test_a_shard_that_lost_its_marker_goes_on_from_its_store(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = files(1, "done.json").read_bytes()
    verdicts = files(1, "verdicts.jsonl").read_bytes()
    files(1, "done.json").unlink()
    files(1, "verdicts.jsonl").write_text("half a li")
    assert run_shard(1).code == 0
    assert files(1, "verdicts.jsonl").read_bytes() == verdicts
    assert json.loads(files(1, "done.json").read_bytes())["verdicts_sha256"] == json.loads(marker)["verdicts_sha256"]


def drop_marker() -> None:
    files(2, "done.json").unlink()


def cut_marker() -> None:
    files(2, "done.json").write_bytes(files(2, "done.json").read_bytes()[:40])


def drop_verdicts() -> None:
    files(2, "verdicts.jsonl").unlink()


def drop_store() -> None:
    files(2, "db").unlink()


def cut_verdicts() -> None:
    path = files(2, "verdicts.jsonl")
    path.write_bytes(path.read_bytes()[:-10])


def double_shard() -> None:
    shutil.copy(files(2, "done.json"), files(3, "done.json"))


def another_version() -> None:
    text = json.loads(files(2, "done.json").read_text())
    text["plan"]["edition"] = "9.9.9+abc"
    files(2, "done.json").write_text(json.dumps(text))


def other_data() -> None:
    text = json.loads(files(2, "done.json").read_text())
    text["plan"]["fingerprint"] = "0" * 64
    files(2, "done.json").write_text(json.dumps(text))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (drop_marker, "1 of 3 shards in 'config.shards' are missing or not complete: 2. Run each of them"),
        (cut_marker, "is not the marker of a shard"),
        (drop_verdicts, "is marked as complete, but 'config.shards/shard-0002-of-0003.verdicts.jsonl' is missing"),
        (drop_store, "is marked as complete, but 'config.shards/shard-0002-of-0003.db' is missing"),
        (cut_verdicts, "is not what shard 2/3 wrote"),
        (double_shard, "is the marker of shard 2/3. Each shard must exist once"),
        (another_version, "belongs to another run. It differs in the version of Adjudge: 9.9.9+abc, not "),
        (other_data, "belongs to another run. It differs in the data, the calibration or --risk."),
    ],
)
def test_shards_that_do_not_fit_are_not_merged_and_nothing_is_written(
    here: Path, damage: Callable[[], None], words: str
) -> None:
    damage()
    code, err = said("run", "merge", "config.shards")
    assert code == 2, err
    assert words in err
    assert not Path("config.verdicts.jsonl").exists()
    assert json.loads(adjudge("runs", "list", "--json").out) == []


def test_a_folder_without_shards_is_named(here: Path) -> None:
    Path("empty").mkdir()
    assert "holds no complete shard" in said("run", "merge", "empty")[1]
    assert "does not exist" in said("run", "merge", "nowhere")[1]


@pytest.mark.parametrize(
    ("text", "options", "differs"),
    [
        ("data: {source: pairs.csv}\nprotocol: trial\n", (), "the protocol or its settings"),
        ("data: {source: pairs.csv, pair_ids: [1]}\nprotocol: entailment\n", (), "the data"),
        ("data: {source: pairs.csv}\nprotocol: entailment\n", ("--full",), "--full: False, not True"),
    ],
)
def test_a_run_file_that_was_edited_between_shards_is_noticed_before_anything_is_asked(
    here: Path, text: str, options: tuple[str, ...], differs: str
) -> None:
    files(3, "done.json").unlink()
    Path("config.yaml").write_text(text)
    code, err = said("run", "config.yaml", "-e", "offline", "--shard", "3/3", *options)
    assert code == 2
    assert f"belongs to another run. It differs in {differs}" in err
    assert "Undo what was changed, or start again in another folder" in err


def test_another_number_of_shards_in_the_same_folder_is_noticed(here: Path) -> None:
    code, err = said("run", "config.yaml", "-e", "offline", "--shard", "1/4")
    assert (code, "It differs in the number of shards: 3, not 4." in err) == (2, True)


def test_other_engines_are_named(here: Path) -> None:
    code, err = said("run", "config.yaml", "-e", "http://127.0.0.1:9/v1#m", "--shard", "1/3")
    assert (code, "default=offline, not default=http" in err) == (2, True), err


@pytest.mark.parametrize("name", ["verdicts.parquet", "verdicts.jsonl"])
def test_a_file_is_no_place_for_a_shard(here: Path, name: str) -> None:
    code, err = said("run", "config.yaml", "-e", "offline", "--shard", "1/3", "--out", name)
    assert (code, f"--out is '{name}', but a shard is a folder" in err) == (2, True)
    assert not Path(name).exists()


def test_shards_are_not_merged_into_a_folder(here: Path) -> None:
    code, err = said("run", "merge", "config.shards", "--out", "config.shards")
    assert (code, "--out is 'config.shards', a folder" in err) == (2, True)
    assert json.loads(adjudge("runs", "list", "--json").out) == []


def test_the_shards_of_a_run_on_ray_are_beside_its_verdicts(here: Path) -> None:
    assert shards_beside(Path("out/demo.verdicts.jsonl")) == Path("out/demo.shards")
    assert shards_beside(Path("table.parquet")) == Path("table.shards")
    for folder in ("config.shards", "new.shards"):
        with pytest.raises(ConfigError, match="name the file of the verdicts"):
            shards_beside(Path(folder))


def test_two_processes_never_carry_out_one_shard_at_the_same_time(here: Path) -> None:
    files(1, "done.json").unlink()
    with locked(files(1, "lock"), wait_s=0):
        code, err = said("run", "config.yaml", "-e", "offline", "--shard", "1/3")
    assert code == 5
    assert "Shard 1/3 in 'config.shards' is already being judged by another process" in err


def test_data_that_were_copied_to_another_place_are_the_same_data(here: Path, tmp_path: Path) -> None:
    """Another machine has another path and another time of change; shards there fit nevertheless."""
    files(3, "done.json").unlink()
    moved = tmp_path / "other machine"
    shutil.copytree(here, moved, copy_function=shutil.copyfile)
    os.utime(moved / "pairs.csv", (1, 1))
    os.chdir(moved)
    assert run_shard(3).code == 0
    assert adjudge("run", "merge", "config.shards").code == 0


def test_a_full_disk_is_told_and_what_was_decided_is_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files(1, "done.json").unlink()
    files(1, "verdicts.jsonl").unlink()

    async def on_a_full_disk(*arguments: Any, **options: Any) -> None:
        usual = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, usual[1]))
        try:
            await write_verdicts(*arguments, **options)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)

    with monkeypatch.context() as patch:
        patch.setattr("adjudge.batch.sharded.write_verdicts", on_a_full_disk)
        ran = run_shard(1)
    assert ran.code == 5
    assert "Decided cases are stored; run the same command again" in ran.err
    assert not files(1, "done.json").exists()
    assert [path.name for path in Path("config.shards").glob("*.part")] == []
    assert run_shard(1).code == 0


def test_options_that_exclude_each_other_are_named(here: Path) -> None:
    assert said("run", "config.yaml", "--shard", "1/3", "--on", "ray")[0] == 2
    assert "--workers needs --on" in said("run", "config.yaml", "--workers", "2")[1]
    assert "--watch" in said("run", "config.yaml", "-e", "offline", "--shard", "1/3", "--watch")[1]
    assert "Give jsonl or parquet" in said("run", "config.yaml", "-e", "offline", "--format", "xml")[1]


def test_a_run_file_called_merge_can_still_be_run(here: Path) -> None:
    Path("config.yaml").rename("merge")
    assert adjudge("run", "./merge", "-e", "offline", "-q").code == 0
    assert "Example: adjudge run merge" in adjudge("run", "merge", "--help").out


def test_verdicts_are_not_written_into_the_folder_of_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("data").mkdir()
    Path("data/pairs.csv").write_text("claim,truth\nIt rained.,It rained.\n")
    Path("config.yaml").write_text("data: {source: data}\n")
    code, err = said("run", "config.yaml", "-e", "offline", "--out", "data/verdicts.jsonl")
    assert (code, "is in a folder that this command reads" in err) == (2, True)


def test_a_folder_of_tables_is_one_table(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("claim,truth\nA1,B1\nA2,B2\n")
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(b'{"claim": "A3", "truth": "B3"}\n'))
    (tmp_path / "README.md").write_text("No table.")
    (tmp_path / ".hidden.csv").write_text("x\n")
    cases = [(position, case.claim) for position, case in PairSelection(tmp_path).cases()]  # type: ignore[union-attr]
    assert cases == [(0, "A1"), (1, "A2"), (2, "A3")]


def test_a_file_of_a_folder_that_has_other_columns_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("claim,truth\nA1,B1\n")
    (tmp_path / "b.csv").write_text("hypothesis,truth\nA2,B2\n")
    with pytest.raises(DataError, match=r"b\.csv' has no column 'claim'\. Its columns are: hypothesis, truth"):
        print(PairSelection(tmp_path).asked)
