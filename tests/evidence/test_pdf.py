"""PDF as text with places: reading order, hyphens, ligatures, heads, hidden text, and files that are refused."""

from pathlib import Path

import pytest

from adjudge.case import Document
from adjudge.errors import DataError
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.pdf import PdfText, read_pdf
from adjudge.evidence.pdf_notes import PdfNote, write_annotated
from tests.evidence.pdfs import PICTURE, line, write_pdf

pytest.importorskip("pypdfium2", reason="PDF needs the extra 'documents'")


def read(path: Path) -> tuple[PdfText, list[str]]:
    problems = Problems()
    return read_pdf(path, problems), problems.shown


def test_two_columns_are_read_one_after_the_other_whatever_the_order_of_the_file(tmp_path: Path) -> None:
    rows = [
        line(72, 700 - 12 * n, f"left line {n} is as wide as that")
        + line(330, 700 - 12 * n, f"right line {n} is as wide as this")
        for n in range(8)
    ]
    title = line(72, 740, "A title that crosses both columns and is therefore read before either of them.")
    pdf, _ = read(write_pdf(tmp_path / "a.pdf", [b"".join(rows) + title]))
    assert pdf.text.startswith("A title")
    assert pdf.text.index("left line 7") < pdf.text.index("right line 0")


def test_hyphens_of_lines_go_and_hyphens_of_words_stay(tmp_path: Path) -> None:
    content = (
        line(72, 700, "A well-known bridge. The con-")
        + line(72, 688, "struction was of a well-")
        + line(72, 676, "known kind.")
    )
    pdf, _ = read(write_pdf(tmp_path / "a.pdf", [content]))
    assert pdf.text == "A well-known bridge. The construction was of a well-known kind."


def test_ligatures_are_letters(tmp_path: Path) -> None:
    pdf, _ = read(write_pdf(tmp_path / "a.pdf", [line(72, 700, "The \x02rst of the \x02sh.")]))
    assert pdf.text == "The first of the fish."


def test_headers_footers_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    pages = [
        line(72, 770, f"Journal of Bridges {n}") + line(72, 600, f"Body {'abcd'[n]}.") + line(300, 30, str(n + 1))
        for n in range(4)
    ]
    pdf, _ = read(write_pdf(tmp_path / "a.pdf", pages))
    assert pdf.text.split() == ["Body", "a.", "Body", "b.", "Body", "c.", "Body", "d."]


def test_a_quote_has_its_page_and_a_rectangle_for_each_line(tmp_path: Path) -> None:
    second = line(72, 700, "Nothing here. The bridge") + line(72, 688, "opened in 1931. More words.")
    pdf, _ = read(write_pdf(tmp_path / "a.pdf", [line(72, 700, "First page."), second]))
    start = pdf.text.index("The bridge")
    end = pdf.text.index("1931.") + 5
    assert Document(text=pdf.text, places=pdf.places).place(start, end) == "page 2"
    first, last = pdf.rectangles(start, end)
    assert (first.page, last.page) == (2, 2)
    assert first.x0 > 120
    assert last.x0 == pytest.approx(72, abs=1)
    assert first.y0 > last.y0
    assert 680 < last.y0 < 690


def test_what_cannot_be_seen_is_left_out_and_reported(tmp_path: Path) -> None:
    content = (
        line(72, 700, "Seen.")
        + line(72, 650, "Hidden order", mode=3)
        + line(72, 900, "Off")
        + line(72, 600, "Tiny", size=0.4)
    )
    pdf, problems = read(write_pdf(tmp_path / "a.pdf", [content]))
    assert pdf.text == "Seen."
    assert "2 invisible" in problems[0]
    assert "1 outside of the page" in problems[0]
    assert "1 too small" in problems[0]


def test_white_words_are_left_out_where_nothing_dark_lies_behind_them(tmp_path: Path) -> None:
    white, banner = b"1 1 1 rg\n", b"0.1 0.2 0.6 rg 60 490 300 30 re f\n"
    page = line(72, 700, "The medicine helped 12 patients.") + banner + white
    page += line(72, 600, "It cured everyone.") + line(72, 500, "The fair opens in May.")
    problems = Problems()
    found = read_pdf(write_pdf(tmp_path / "a.pdf", [page]), problems)
    assert " ".join(found.text.split()) == "The medicine helped 12 patients. The fair opens in May."
    assert problems.shown == ["page 1: words left out: 3 white on white"]


def test_a_scan_is_refused_and_one_with_recognised_text_is_read_and_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a scan") as refused:
        read(write_pdf(tmp_path / "scan.pdf", [PICTURE, PICTURE]))
    assert "text recognition" in refused.value.hint
    pdf, problems = read(
        write_pdf(tmp_path / "ocr.pdf", [PICTURE + b"\n" + line(72, 700, "Recognised words.", mode=3)])
    )
    assert pdf.text == "Recognised words."
    assert "a scan, read from the invisible text" in problems[0]


def test_an_encrypted_and_a_broken_file_are_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="encrypted with a password"):
        read(write_pdf(tmp_path / "a.pdf", [line(72, 700, "Secret.")], password="open"))
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    with pytest.raises(DataError, match="not a readable PDF"):
        read(tmp_path / "b.pdf")


def test_many_pages_keep_their_numbers(tmp_path: Path) -> None:
    pdf, _ = read(write_pdf(tmp_path / "a.pdf", [line(72, 400, f"This is what page x{n}x says.") for n in range(300)]))
    assert len(pdf.page_starts) == 300
    assert pdf.page_text(212) == "This is what page x211x says."
    assert pdf.rectangles(pdf.page_starts[211], pdf.page_starts[211] + 4)[0].page == 212


def test_a_copy_has_the_highlight_and_the_original_stays(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", [line(72, 700, "The bridge opened in 1931.")])
    before = path.read_bytes()
    pdf, _ = read(path)
    write_annotated(path, tmp_path / "copy.pdf", [PdfNote(tuple(pdf.rectangles(0, 10)), "supported: it opened")])
    from pypdf import PdfReader

    [note] = [one.get_object() for one in PdfReader(tmp_path / "copy.pdf").pages[0]["/Annots"]]
    assert (note["/Subtype"], note["/Contents"]) == ("/Highlight", "supported: it opened")
    assert len(note["/QuadPoints"]) == 8
    assert path.read_bytes() == before


@pytest.mark.parametrize("rotate", [0, 90])
@pytest.mark.parametrize(
    ("matrix", "first"),
    [
        (b"0 1 -1 0 612 0", (612 - 500, 72)),
        (b"-1 0 0 -1 612 792", (612 - 72, 792 - 500)),
        (b"0 -1 1 0 0 792", (500, 792 - 72)),
    ],
)
def test_a_page_is_read_in_the_direction_of_its_text(
    tmp_path: Path, matrix: bytes, first: tuple[float, float], rotate: int
) -> None:
    from pypdf import PdfReader, PdfWriter

    lines = ["The crossing to Skerrow Head takes", "25 minutes in calm weather and", "more than an hour in a storm."]
    drawn = b"".join(line(72, 500 - 14 * at, text) for at, text in enumerate(lines))
    turned = write_pdf(tmp_path / "a.pdf", [b"q %b cm %b Q %b" % (matrix, drawn, line(20, 20, "Stamp."))])
    writer = PdfWriter(clone_from=PdfReader(turned))
    writer.pages[0].rotate(rotate)
    writer.write(turned)
    problems = Problems()
    found = read_pdf(turned, problems)
    assert found.text == " ".join(lines)
    assert problems.shown == ["page 1: words left out: 1 turned sideways"]
    [word] = found.rectangles(0, 3)
    x, y = ((word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2)
    assert (x, y) == pytest.approx(first, abs=15)
