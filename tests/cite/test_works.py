"""Which file is the cited work."""

from pathlib import Path

import pytest

from adjudge.cite.bibliography import bib_of
from adjudge.cite.works import CitedReference, works_in
from adjudge.errors import AdjudgeError, DataError


def folder(tmp_path: Path, *names: str) -> Path:
    for name in names:
        (tmp_path / name).write_text("The bridge opened in 1931.")
    return tmp_path


def test_a_work_is_found_by_key_number_bib_file_and_title(tmp_path: Path) -> None:
    works = works_in(folder(tmp_path, "Miller_2019.txt", "03-steel.txt", "x99.txt", "lost-steel-works.txt"), {})
    entry = bib_of("@book{k, title={Other}, file={Full:papers/x99.txt:text}}").entries["k"]
    assert works.path("miller2019", None) == tmp_path / "Miller_2019.txt"
    assert works.path("3", None) == tmp_path / "03-steel.txt"
    assert works.path("k", CitedReference("k", "", entry)) == tmp_path / "x99.txt"
    assert works.path("7", CitedReference("7", "B. Lee. Lost steel works. 2001.")) == tmp_path / "lost-steel-works.txt"
    assert works.path("nobody", None) is None


def test_two_files_that_fit_are_an_error_that_names_both(tmp_path: Path) -> None:
    works = works_in(folder(tmp_path, "a1.txt", "a1.md"), {})
    with pytest.raises(DataError, match=r"a1\.md.*a1\.txt"):
        works.path("a1", None)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = folder(tmp_path, "secret.txt") / "secret.txt"
    (tmp_path / "works").mkdir()
    (tmp_path / "works" / "a.txt").symlink_to(outside)
    works = works_in(tmp_path / "works", {})
    assert works.path("a", None) is None
    assert "not followed" in works.messages[0]


def test_a_work_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x00\x01\x02" * 50)
    found = works_in(tmp_path, {}).read(tmp_path / "a.txt")
    assert isinstance(found, AdjudgeError)
    assert "is not text" in found.message
