"""The evidence index: what goes in can be found, whole or not at all, by one writer at a time."""

import gzip
import hashlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudge.errors import ConfigError, DataError, NotInStore, StoreError
from adjudge.evidence.encoder import encoder
from adjudge.evidence.index import Index
from adjudge.evidence.records import Origin
from adjudge.evidence.seen import Seen
from tests.evidence.files import CLAIMS, FAKE, REAL, fever, isot


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """ISOT and FEVER files, added."""
    index = Index(tmp_path / "index")
    list(index.add("isot", [isot(tmp_path, "True.csv", REAL), isot(tmp_path, "Fake.csv", FAKE)]))
    list(index.add("fever", [fever(tmp_path)]))
    return index


def test_the_lines_are_those_of_the_seed(index: Index) -> None:
    assert index.search("mayor lizard", limit=1).returned.splitlines() == [
        "[ISOT DB] Headline: 'Mayor of Brenn admits to being a lizard' | Label: FAKE"
    ]
    found = index.search("Alder bridge", limit=1)
    assert found.returned.splitlines() == [
        "[ISOT DB] Headline: 'Mayor of Brenn opens new bridge over the Alder' | Label: REAL",
        "[FEVER DB] Claim: 'The Alder bridge opened in 1931.' | Label: SUPPORTS",
    ]
    assert [hit.evidence.origin for hit in found.hits] == [Origin.ISOT, Origin.FEVER]
    assert all(hit.score > 0 and hit.id == hit.evidence.key for hit in found.hits)
    assert index.search("zebra").returned == "NO_DB_MATCH"


def test_substring_is_the_seed_s_behaviour_exactly(index: Index) -> None:
    def found(query: str) -> list[str]:
        return [hit.evidence.text for hit in index.search(query, match="substring", limit=100).hits]

    for query in ("BRENN", "of brenn", "the", "40,000", "e.", "bridge alder"):
        seed = [title for title in [*REAL, *FAKE] if query.lower() in title.lower()]
        seed += [claim for claim, _ in CLAIMS if query.lower() in claim.lower()]
        assert found(query) == seed


def test_inflections_and_word_order_do_not_matter_to_the_ranking(index: Index) -> None:
    assert index.search("bridges opening, Alder", limit=1).hits[1].evidence.text == CLAIMS[0][0]


@pytest.mark.parametrize(
    "query",
    ["the of and", "AND OR NOT", '"', "a AND (b", "title:x* ~2 ^3 [1 TO 5]", "\\", "  ", "🦓", "'' OR 1=1 --", "\x00"],
)
@pytest.mark.parametrize("match", ["ranked", "substring"])
def test_a_query_is_words_and_never_syntax(index: Index, query: str, match: str) -> None:
    found = index.search(query, match=match)  # type: ignore[arg-type]
    assert found.returned == "NO_DB_MATCH" or found.hits


def test_a_very_long_query_is_answered(index: Index) -> None:
    assert index.search("The Alder bridge opened in 1931. " * 2000, limit=1).hits[-1].evidence.text == CLAIMS[0][0]


def test_adding_the_same_file_again_changes_nothing(index: Index, tmp_path: Path) -> None:
    before = index.stats()
    added = list(index.add("isot", [tmp_path / "True.csv"]))
    copy = tmp_path / "copied" / "True.csv"
    copy.parent.mkdir()
    copy.write_bytes((tmp_path / "True.csv").read_bytes())
    added += index.add("isot", [copy])
    assert [(one.status, one.records) for one in added] == [("unchanged", len(REAL)), ("unchanged", len(REAL))]
    assert index.stats() == before


def test_a_changed_file_replaces_what_it_had(index: Index, tmp_path: Path) -> None:
    isot(tmp_path, "True.csv", [REAL[0], "A ferry sails to Alder Island"])
    [added] = index.add("isot", [tmp_path / "True.csv"])
    assert (added.status, added.records, added.duplicates) == ("replaced", 2, 0)
    texts = {hit.evidence.text for hit in index.search("e", match="substring", stores=["isot"], limit=99).hits}
    assert texts == {REAL[0], "A ferry sails to Alder Island", *FAKE}


def test_after_a_replacement_every_record_is_still_found_under_its_own_words(tmp_path: Path) -> None:
    """Fewer records than before must not lead to numbers that are given twice."""

    def add(name: str, word: str, count: int) -> None:
        list(index.add("fever", [fever(tmp_path, name, [(f"{word} record {n}.", "SUPPORTS") for n in range(count)])]))

    index = Index(tmp_path / "index")
    add("a.jsonl", "Alpha", 40)
    add("b.jsonl", "Beta", 40)
    add("a.jsonl", "Gamma", 3)
    add("c.jsonl", "Delta", 40)
    for word, count in (("Alpha", 0), ("Beta", 40), ("Gamma", 3), ("Delta", 40)):
        found = [hit.evidence.text for hit in index.search(word, match="substring", limit=100).hits]
        assert found == [f"{word} record {n}." for n in range(count)]


def test_duplicate_records_are_kept_once_and_counted(index: Index, tmp_path: Path) -> None:
    [added] = index.add("isot", [isot(tmp_path, "more-true.csv", [REAL[0], REAL[0], "Another headline"])])
    assert (added.records, added.duplicates) == (1, 2)


def test_a_record_with_two_labels_is_kept_under_both(index: Index, tmp_path: Path) -> None:
    list(index.add("isot", [isot(tmp_path, "Fake2.csv", [REAL[0]])]))
    labels = {hit.evidence.label for hit in index.search(REAL[0], stores=["isot"], limit=2).hits}
    assert labels == {"REAL", "FAKE"}


def test_keys_are_told_apart_whether_they_are_held_or_in_the_file() -> None:
    keys = [hashlib.sha256(str(n).encode()).hexdigest()[:24] for n in range(100)]
    with Seen(held=7) as seen:
        assert all(seen.add(key) for key in keys)
        assert not any(seen.add(key) for key in keys)


def test_an_empty_index_says_so(tmp_path: Path) -> None:
    found = Index(tmp_path / "nothing").search("anything")
    assert (found.returned, found.problem) == ("NO_DB_MATCH", "The evidence index is empty.")


def test_a_removed_store_is_gone_and_the_others_stay(index: Index) -> None:
    index.remove("isot")
    assert index.names() == ["fever"]
    with pytest.raises(NotInStore, match="no store 'isot'"):
        index.remove("isot")


def test_a_store_keeps_to_one_kind_of_record(index: Index, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="contains records of ISOT DB"):
        list(index.add("fever", [fever(tmp_path, "more.jsonl", [("A ferry.", "SUPPORTS")])], name="isot"))
    with pytest.raises(ConfigError, match="not a valid store name"):
        list(index.add("fever", [fever(tmp_path)], name="../outside"))
    with pytest.raises(ConfigError, match="no format 'liar'"):
        list(index.add("liar", [tmp_path]))


def test_a_file_of_another_format_leaves_no_trace(tmp_path: Path) -> None:
    index = Index(tmp_path / "index")
    with pytest.raises(DataError, match="no column 'title'"):
        list(index.add("isot", [fever(tmp_path, "True.csv")]))
    with pytest.raises(DataError, match="contains no record of fever"):
        list(index.add("fever", [isot(tmp_path, "Fake.csv", FAKE)]))
    assert index.names() == []


def test_a_file_of_a_folder_that_cannot_be_read_is_refused_and_the_others_are_added(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    (folder / "a.txt").write_text("The bridge opened in 1931.")
    (folder / "b.txt").write_text(" \n")
    (folder / "c.pdf").write_bytes(b"%PDF-1.4 nothing")
    (folder / "d.txt.gz").write_bytes(gzip.compress(b"The ferry sails. " * 999)[:-20])
    (folder / "e.md").write_text("A ferry sails daily.")
    index = Index(tmp_path / "index")
    added = list(index.add("docs", [folder]))
    assert [one.status for one in added] == ["added", "refused", "refused", "refused", "added"]
    assert "contains no record" in added[1].problems[0]
    assert "not a readable PDF" in added[2].problems[0]
    assert "is damaged" in added[3].problems[0]
    with pytest.raises(DataError, match="not a readable PDF"):
        list(index.add("docs", [folder / "c.pdf"]))


def test_a_store_that_was_removed_can_be_made_anew_under_a_reader(index: Index, tmp_path: Path) -> None:
    reader = Index(index.folder)
    assert reader.search("Orland sea", stores=["fever"]).hits
    index.remove("fever")
    assert reader.names() == ["isot"]
    list(index.add("fever", [fever(tmp_path, "dev.jsonl", [("A ferry sails daily.", "SUPPORTS")])]))
    assert [hit.evidence.text for hit in reader.search("ferry").hits] == ["A ferry sails daily."]
    assert reader.search("Orland sea", stores=["fever"]).returned == "NO_DB_MATCH"


def test_a_broken_store_says_what_to_do(index: Index) -> None:
    (index.folder / "isot" / "full" / "meta.json").write_text("{")
    with pytest.raises(StoreError, match="add its files again"):
        Index(index.folder).search("bridge", stores=["isot"])


def test_a_reader_sees_what_another_writer_adds(index: Index, tmp_path: Path) -> None:
    reader = Index(index.folder)
    assert reader.search("ferry").returned == "NO_DB_MATCH"
    list(index.add("fever", [fever(tmp_path, "dev.jsonl", [("A ferry sails daily.", "SUPPORTS")])]))
    assert "A ferry sails daily." in reader.search("ferry").returned


_SLOW_ADD = """
import sys, time
from adjudge.evidence.fulltext import Fulltext
from adjudge.evidence.records import Evidence, Origin
from pathlib import Path

def records():
    for n in range(int(sys.argv[3])):
        yield Evidence(origin=Origin.FEVER, text=f"Record {n} of {sys.argv[2]}.", label="SUPPORTS")
        if n == 500:
            print("half", flush=True)
            time.sleep(float(sys.argv[4]))

store = Fulltext(Path(sys.argv[1]), name="fever", origin=Origin.FEVER)
print(store.add(sys.argv[2], sys.argv[2], records()).status, flush=True)
"""


def _adding(folder: Path, file: str, records: int, pause_s: float) -> "subprocess.Popen[str]":
    arguments = [sys.executable, "-c", _SLOW_ADD, str(folder), file, str(records), str(pause_s)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def test_a_kill_in_the_middle_of_an_add_leaves_what_was_there(index: Index) -> None:
    folder = index.folder / "fever"
    running = _adding(folder, "big", 100_000, 60)
    assert running.stdout is not None
    assert running.stdout.readline() == "half\n"
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    running.stdout.close()
    assert index.stats()[1].records == len(CLAIMS)
    again = _adding(folder, "big", 1000, 0)
    assert again.communicate(timeout=60)[0].split() == ["half", "added"]
    assert index.stats()[1].records == len(CLAIMS) + 1000


def test_of_two_processes_that_add_at_once_one_waits(index: Index) -> None:
    folder = index.folder / "fever"
    began = time.monotonic()
    both = [_adding(folder, name, 600, 0.5) for name in ("one", "two")]
    assert [process.communicate(timeout=60)[0].split()[-1] for process in both] == ["added", "added"]
    assert time.monotonic() - began < 60
    assert index.stats()[1].records == len(CLAIMS) + 1200


def test_halves_of_characters_break_nothing(index: Index, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text('{"claim": "A ferry \\ud800 sails.", "label": "SUPPORTS"}\n')
    assert [one.records for one in index.add("fever", [path])] == [1]
    assert "A ferry ? sails." in index.search("ferry \ud800 sails").returned


def test_hybrid_ranks_the_candidates_again_by_meaning(index: Index, tmp_path: Path) -> None:
    if not encoder().available:
        pytest.skip("the embedding model is an extra")
    claims = [
        ("Brenn council banned cars in the old town.", "SUPPORTS"),
        ("Cars in Brenn are painted by the council.", "REFUTES"),
    ]
    list(index.add("fever", [fever(tmp_path, "cars.jsonl", claims)]))
    hits = index.search("Brenn council: no more cars in the historic centre", stores=["fever"], match="hybrid").hits
    assert hits[0].evidence.text == claims[0][0]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert index.search("zebra", match="hybrid").returned == "NO_DB_MATCH"


def test_without_the_model_hybrid_says_what_to_install(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge.evidence.encoder.find_spec", lambda _name: None)
    with pytest.raises(ConfigError, match="embedding model"):
        index.search("bridge", match="hybrid")
