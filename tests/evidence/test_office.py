"""DOCX and ODT: paragraphs as places, and files that are refused."""

import zipfile
from pathlib import Path

import pytest

from adjudge.case import Document
from adjudge.errors import DataError
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.office import read_office
from adjudge.evidence.sources import source_of

_ODT = """<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>
<text:tracked-changes><text:p>Deleted.</text:p></text:tracked-changes><text:h>Bridges</text:h>
<text:p>The bridge<text:s/>opened in <text:span>1931</text:span>.</text:p></office:text></office:body>
</office:document-content>"""


def place(found: Document, words: str) -> str:
    start = found.text.index(words)
    return found.place(start, start + len(words))


def odt(path: Path, content: str = _ODT) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("content.xml", content)
    return path


def test_paragraphs_of_an_odt_are_places_and_deleted_text_is_not_read(tmp_path: Path) -> None:
    found = source_of(odt(tmp_path / "a.odt"), Problems()).document()
    assert found.text == "Bridges\n\nThe bridge opened in 1931."
    assert place(found, "opened in 1931") == "paragraph 2"


def test_paragraphs_and_tables_of_a_docx_are_places(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx", reason="DOCX needs the extra 'documents'")
    document = docx.Document()
    document.add_paragraph("Bridges.")
    document.add_paragraph("")
    document.add_paragraph("The bridge opened in 1931.")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Length", "40 m"
    document.save(tmp_path / "a.docx")
    found = source_of(tmp_path / "a.docx", Problems()).document()
    assert place(found, "opened in 1931") == "paragraph 3"
    assert "Length; 40 m" in found.text


def test_a_broken_file_and_one_with_entities_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"PK nothing")
    with pytest.raises(DataError, match="not a readable DOCX"):
        read_office(tmp_path / "a.docx")
    with pytest.raises(DataError, match="declares XML entities"):
        read_office(odt(tmp_path / "b.odt", '<!DOCTYPE x [<!ENTITY a "b">]>' + _ODT))


def docx_with(path: Path, **changed: str) -> Path:
    """A DOCX with a paragraph and a table of three rows and two columns, with some of its XML replaced."""
    docx = pytest.importorskip("docx", reason="DOCX needs the extra 'documents'")
    document = docx.Document()
    document.add_paragraph("The bridge opened in 1931.")
    table = document.add_table(3, 2)
    for row in range(3):
        table.cell(row, 0).text, table.cell(row, 1).text = f"Length {row}", f"{row} m"
    document.save(path)
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for old, new in changed.items():
        files["word/document.xml"] = files["word/document.xml"].replace(f"<w:{old}>".encode(), new.encode(), 1)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def test_a_cell_that_is_two_billion_columns_wide_is_listed_once(tmp_path: Path) -> None:
    path = docx_with(tmp_path / "a.docx", tcPr='<w:tcPr><w:gridSpan w:val="2000000000"/>')
    assert "Length 0; 0 m" in read_office(path)[0]


def test_a_merged_cell_holds_for_all_its_rows(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx", reason="DOCX needs the extra 'documents'")
    document = docx.Document()
    table = document.add_table(3, 3)
    table.cell(0, 0).merge(table.cell(1, 1)).text = "Length"
    for row in range(3):
        table.cell(row, 2).text = f"{row} m"
    document.save(tmp_path / "a.docx")
    assert read_office(tmp_path / "a.docx")[0].split("\n\n") == ["Length; 0 m", "Length; 1 m", "; 2 m"]


@pytest.mark.parametrize("deep", [False, True])
def test_a_document_of_a_million_elements_is_refused(tmp_path: Path, deep: bool) -> None:
    many = "<text:p>" * 700_000 + "</text:p>" * 700_000 if deep else "<text:p/>" * 1_400_000
    with pytest.raises(DataError, match="more than 500,000 XML elements"):
        read_office(odt(tmp_path / "a.odt", _ODT.replace("<text:h>", f"{many}<text:h>")))
    path = docx_with(tmp_path / "a.docx", tbl="<w:p/>" * 1_400_000 + "<w:tbl>")
    with pytest.raises(DataError, match="more than 500,000 XML elements"):
        read_office(path)


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="unpacks to 100,"):
        read_office(odt(tmp_path / "a.odt", _ODT + " " * 100_000_000))
    path = docx_with(tmp_path / "a.docx")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/media/image1.png", bytes(200_000_000))
    with pytest.raises(DataError, match="unpacks to 200,"):
        read_office(path)
