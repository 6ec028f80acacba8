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


def test_a_map_names_files_beside_it_and_an_option_comes_before_the_map(tmp_path: Path) -> None:
    folder(tmp_path, "one.txt", "two.txt")
    (tmp_path / "works.json").write_text('{"a": "one.txt", "b": "one.txt"}')
    works = works_in(None, {"b": tmp_path / "two.txt"}, tmp_path / "works.json")
    assert works.path("a", None) == tmp_path / "one.txt"
    assert works.path("b", None) == tmp_path / "two.txt"
    assert works.path("c", None) is None


@pytest.mark.parametrize("content", ["[]", '"a.txt"', '{"a": 1}', '{"a": null}'])
def test_a_map_that_is_none_is_refused_with_an_example(tmp_path: Path, content: str) -> None:
    (tmp_path / "works.json").write_text(content)
    with pytest.raises(DataError, match="is not a map of works") as refused:
        works_in(None, {}, tmp_path / "works.json")
    assert "miller2019" in refused.value.hint


def test_a_work_that_is_named_must_exist_and_the_folder_too(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="The work 'a' is mapped to"):
        works_in(None, {"a": tmp_path / "none.txt"})
    with pytest.raises(DataError, match="is not a folder"):
        works_in(tmp_path / "none", {})


def test_each_work_is_read_once_and_its_problems_are_told_once(tmp_path: Path) -> None:
    works = works_in(folder(tmp_path, *(f"work-{n}.txt" for n in range(30))), {})
    first = works.read(tmp_path / "work-0.txt")
    assert works.read(tmp_path / "work-0.txt") is first
    for n in range(1, 30):
        works.read(tmp_path / f"work-{n}.txt")
    # Only so many stay in memory; one that is needed again is read again, and says the same.
    again = works.read(tmp_path / "work-0.txt")
    assert again is not first
    assert again == first
    assert works.messages == []


@pytest.mark.parametrize("field", ["doi = {10.1000/abc.12}", "eprint = {1000.abc12}"])
def test_a_work_is_found_by_its_doi_or_arxiv_number(tmp_path: Path, field: str) -> None:
    works = works_in(folder(tmp_path, "10.1000_ABC-12.txt", "1000-abc12.txt"), {})
    entry = bib_of(f"@article{{k, {field}}}").entries["k"]
    name = "10.1000_ABC-12.txt" if field.startswith("doi") else "1000-abc12.txt"
    assert works.path("k", CitedReference("k", "", entry)) == tmp_path / name
