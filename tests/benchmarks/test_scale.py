"""The measurement of many pairs fits into its window and goes on where it stopped; nothing is timed."""

import json
from pathlib import Path

import pytest
from benchmarks.scale import SIZES, SOURCES, Results, Way, sizes_for, write_pairs
from benchmarks.scale_page import table

from benchmarks import scale


def test_what_takes_longest_is_reduced_until_all_fits() -> None:
    assert sizes_for(600, 0.012, 0.002, ray=True) == SIZES
    reduced = sizes_for(25, 0.012, 0.002, ray=True)
    assert reduced["repeated"] < SIZES["repeated"]
    assert sizes_for(5, 0.012, 0.002, ray=True)["judged"] < reduced["judged"]
    assert reduced["small"] == SIZES["small"]


def test_repeated_pairs_are_there_a_hundred_times(tmp_path: Path) -> None:
    write_pairs(tmp_path, 250, repeated=True)
    lines = (tmp_path / "pairs.jsonl").read_text().splitlines()
    assert len(lines) == 250
    assert [lines.count(line) for line in dict.fromkeys(lines)] == [100, 100, 50]
    write_pairs(tmp_path, 250)
    assert len(set((tmp_path / "pairs.jsonl").read_text().splitlines())) == 250


def test_a_measurement_that_was_stopped_goes_on_with_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def measured(name: str, pairs: int, *, repeated: bool = False, expected: str = "") -> Way:
        asked.append(name)
        if name == "two shards" and len(asked) == 2:
            raise KeyboardInterrupt
        return Way(name, pairs, 2.0, 2.0, 100, same_bytes=expected in ("", "abc"), sha256="abc", repeated=repeated)

    monkeypatch.setattr(scale, "measured", measured)
    path = tmp_path / "scale.json"
    first = Results(path, dict(SIZES) | {SOURCES: 7})
    with pytest.raises(KeyboardInterrupt):
        first.measure_ways(["one process", "two shards"], 10)
    again = Results.unfinished(path)
    assert again is not None
    assert again.sizes[SOURCES] == 7
    again.measure_ways(["one process", "two shards"], 10)
    assert asked == ["one process", "two shards", "two shards"]
    again.save(finished=True)
    assert Results.unfinished(path) is None
    assert all(way["same_bytes"] for way in json.loads(path.read_text())["ways"])


def test_each_kind_of_pairs_is_compared_with_its_own_process() -> None:
    ways = [
        Way("one process", 100, 10, 10, 1, same_bytes=True),
        Way("one process", 100, 2, 2, 1, same_bytes=True, repeated=True),
        Way("two shards", 100, 2, 4, 1, same_bytes=True, repeated=True),
    ]
    assert "| 100 repeated | two shards | 2 | 4 | 25.0 | 0.50 |" in table(ways, "a machine")
