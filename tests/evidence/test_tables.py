"""Tables as sources: cells with places, German decimals, merged cells, dates, formulas, and what a claim computes."""

import json
import zipfile
from datetime import date
from pathlib import Path

import pytest

from adjudge.case import Document
from adjudge.errors import DataError
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.sources import source_of
from adjudge.evidence.table_text import MOST_ROWS_READ

COUNTRIES = "Country,Population,Area\nNorway,5400000,385.2\nSweden,10500000,450.3\nDenmark,5900000,43.1\n"


def document(path: Path, claim: str = "") -> Document:
    return source_of(path, Problems()).document(claim)


def place(found: Document, words: str) -> str:
    start = found.text.index(words)
    return found.place(start, start + len(words))


def test_a_cell_is_evidence_with_row_and_column(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(COUNTRIES)
    found = document(tmp_path / "a.csv")
    assert place(found, "Population: 10500000") == "R3 C2"
    assert place(found, "Area: 43.1") == "R4 C3"


@pytest.mark.parametrize(
    ("claim", "sentence", "formula"),
    [
        (
            "The total population is 21.8 million.",
            "The total population is 21.8 million.",
            "SUM(R2:R4 C2) = 21,800,000",
        ),
        (
            "Sweden has the highest population.",
            "Sweden has the highest population.",
            "MAX(R2:R4 C2) = R3 C2 = 10500000",
        ),
        ("Denmark is the smallest by area.", "Denmark is the smallest by area.", "MIN(R2:R4 C3) = R4 C3 = 43.1"),
        (
            "Sweden's population is 5.1 million higher than that of Norway.",
            "The Population of Sweden is 5,100,000 higher than that of Norway.",
            "R3 C2 - R2 C2 = 5,100,000",
        ),
        (
            "Denmark ranks second by population.",
            "Denmark ranks second by population.",
            "RANK(R4 C2; R2:R4 C2) = 2",
        ),
        ("The average area is 292.9.", "The average area is 292.9.", "AVERAGE(R2:R4 C3) = 292.866667"),
    ],
)
def test_what_a_claim_computes_is_computed_from_the_cells(
    tmp_path: Path, claim: str, sentence: str, formula: str
) -> None:
    (tmp_path / "a.csv").write_text(COUNTRIES)
    assert place(document(tmp_path / "a.csv", claim), sentence) == formula


def test_nothing_is_computed_that_the_claim_does_not_ask_for(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(COUNTRIES)
    assert document(tmp_path / "a.csv", "Norway is a country.").text.startswith("Country: Norway")


def test_german_decimals_are_read_by_column(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Land;Einwohner;Anteil\nNorwegen;5.400.000;1,5\nSchweden;10.500.000;1.234,5\n")
    found = document(tmp_path / "a.csv", "Die Summe der Einwohner")
    assert "The total Einwohner is 15,900,000." in found.text
    assert "Anteil: 1,234.5" in found.text
    assert "Anteil: 1.5" in found.text


def test_a_long_table_is_computed_whole_and_shown_in_part(tmp_path: Path) -> None:
    rows = "".join(f"item{n},{n}\n" for n in range(100_000))
    (tmp_path / "a.csv").write_text(f"Name,Count\n{rows}")
    found = document(tmp_path / "a.csv", "The total count is 4,999,950,000, and item73123 has 73,123.")
    assert "The total Count is 4,999,950,000." in found.text
    assert place(found, "Name: item73123;") == "R73125 C1"
    assert found.text.count("\n") <= MOST_ROWS_READ + 2


def test_records_are_rows(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[{"city": "Brenn", "people": 40000}, {"city": "Alder", "people": null}]')
    found = document(tmp_path / "a.json")
    assert place(found, "people: 40000") == "R2 C2"
    (tmp_path / "b.json").write_text("[1, 2]")
    with pytest.raises(DataError, match="holds no records"):
        document(tmp_path / "b.json")
    (tmp_path / "c.csv").write_text("a,b\n")
    with pytest.raises(DataError, match="has no rows"):
        document(tmp_path / "c.csv")


def test_a_workbook_is_read_by_its_values_with_merged_cells_and_dates(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="XLSX needs the extra 'documents'")
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ["Region", "City", "Opened", "People"],
        ["North", "Brenn", date(1931, 5, 4), 40],
        [None, "Alder", None, "=D2+2"],
    ):
        sheet.append(row)
    sheet.merge_cells("A2:A3")
    book.save(tmp_path / "a.xlsx")
    problems = Problems()
    found = source_of(tmp_path / "a.xlsx", problems).document()
    assert "Opened: 1931-05-04" in found.text
    assert "Region: North; City: Alder" in found.text
    assert "R3 C4: a formula without a stored value" in problems.shown[0]
    assert "=D2" not in found.text
    (tmp_path / "b.xlsx").write_bytes(b"PK nothing")
    with pytest.raises(DataError, match="not a readable XLSX"):
        document(tmp_path / "b.xlsx")


def sheet_with(path: Path, xml: str) -> Path:
    """A workbook with two cells and further XML after its rows."""
    openpyxl = pytest.importorskip("openpyxl", reason="XLSX needs the extra 'documents'")
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"] = "Count", 1
    book.save(path)
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    files[sheet] = files[sheet].replace(b"</sheetData>", xml.encode())
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


FAR = '<row r="1048576"><c r="XFD1048576" t="n"><v>1</v></c></row></sheetData>'
MERGED = '</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'


@pytest.mark.parametrize("xml", [FAR, MERGED])
def test_a_small_workbook_with_billions_of_cells_is_refused(tmp_path: Path, xml: str) -> None:
    with pytest.raises(DataError, match="more than 4,000,000 cells"):
        source_of(sheet_with(tmp_path / "a.xlsx", xml), Problems())


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "," * 10_000 + "\n" + "a\n" * 10_000),
        ("b.csv", "a,b\n" + "x,1\n" * 10_000 + "," * 10_000 + "\n"),
        ("a.json", json.dumps([{f"k{n}": n} for n in range(10_000)])),
        ("a.jsonl", "\n".join(json.dumps({f"k{n}": n}) for n in range(10_000))),
    ],
)
def test_a_small_table_with_billions_of_empty_cells_is_refused(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(DataError, match="more than 4,000,000 cells"):
        source_of(tmp_path / name, Problems())
