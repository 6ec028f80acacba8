"""The cache of judgements: what survives a kill, another version and many unused entries."""

from pathlib import Path

import pytest

from adjudge.audit import cache
from adjudge.audit.cache import JudgementCache
from adjudge.audit.judgement import SentenceJudgement
from adjudge.errors import AdjudgeError
from adjudge.verdict import Outcome

SUPPORTED = SentenceJudgement(outcome=Outcome.SUPPORTED, label="faithful", confidence=0.9)


def test_a_judgement_is_read_back_by_the_next_audit_and_not_by_a_fresh_one(tmp_path: Path) -> None:
    JudgementCache(tmp_path / "c").put("key", SUPPORTED)
    assert JudgementCache(tmp_path / "c").get("key") == SUPPORTED
    assert JudgementCache(tmp_path / "c", fresh=True).get("key") is None
    assert (tmp_path / "c" / ".gitignore").read_text() == "*\n"


@pytest.mark.parametrize(
    "line", ['{"key": "b", "judgem', "[]", '{"key": "b"}', "\ufffd", '{"key": [], "judgement": 1}']
)
def test_a_broken_line_costs_only_itself(tmp_path: Path, line: str) -> None:
    JudgementCache(tmp_path).put("a", SUPPORTED)
    with (tmp_path / "audit.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    JudgementCache(tmp_path).put("c", SUPPORTED)
    assert [JudgementCache(tmp_path).get(key) for key in "abc"] == [SUPPORTED, None, SUPPORTED]


def test_a_judgement_in_the_form_of_another_version_counts_as_missing(tmp_path: Path) -> None:
    (tmp_path / "audit.jsonl").write_text('{"key": "old", "judgement": {"verdict": "yes"}}\n')
    assert JudgementCache(tmp_path).get("old") is None


def test_a_file_of_mostly_unused_entries_is_rewritten_with_the_used_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_MOST_UNUSED", 5)
    judgements = JudgementCache(tmp_path)
    for number in range(8):
        judgements.put(str(number), SUPPORTED)
    judgements.compact({"0", "1", "2"})
    assert len((tmp_path / "audit.jsonl").read_text().splitlines()) == 8
    judgements.compact({"0", "7"})
    assert len((tmp_path / "audit.jsonl").read_text().splitlines()) == 2
    assert JudgementCache(tmp_path).get("7") == SUPPORTED
    assert JudgementCache(tmp_path).get("3") is None


def test_a_folder_that_cannot_be_written_is_named_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AdjudgeError, match="--cache"):
        JudgementCache(tmp_path / "file" / "cache").put("key", SUPPORTED)
