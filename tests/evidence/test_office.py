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
    with pytest.raises(DataError, match="declares entities"):
        read_office(odt(tmp_path / "b.odt", '<!DOCTYPE x [<!ENTITY a "b">]>' + _ODT))
