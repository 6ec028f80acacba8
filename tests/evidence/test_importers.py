"""Published files in their own formats, and what is wrong with the ones that people have."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.trials.bombs import _pdf_of_text

from adjudge import rows
from adjudge.errors import DataError
from adjudge.evidence import importers, pdf
from adjudge.evidence.documents import passages_of
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.importers import FORMATS
from adjudge.evidence.records import Evidence, from_lines
from tests.evidence.files import FAKE, fever, isot


def read(format: str, path: Path, label: str = "") -> tuple[list[Evidence], Problems]:
    problems = Problems()
    found = FORMATS[format].read(path, label=label, problems=problems, progress=lambda _done: None)
    return list(found), problems


def test_a_half_written_line_is_reported_by_its_number_and_the_rest_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl"
    path.write_text(
        '{"claim": "One.", "label": "SUPPORTS"}\n{"claim": "Tw\n\n[1]\n{"claim": "Three.", "label": "REFUTES"}'
    )
    found, problems = read("fever", path)
    assert [(one.text, one.place) for one in found] == [("One.", "line 1"), ("Three.", "line 5")]
    assert problems.shown == ["line 2: not a JSON object", "line 4: not a JSON object"]


def test_the_words_of_other_labelled_data_are_fevers_own(tmp_path: Path) -> None:
    claims = [("One.", "SUPPORTED"), ("Two.", "contradicted"), ("Three.", "NEI")]
    found, problems = read("fever", fever(tmp_path, claims=claims))
    assert [one.label for one in found] == ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
    assert problems.count == 0


def test_an_unknown_label_is_a_problem_and_no_label(tmp_path: Path) -> None:
    found, problems = read("fever", fever(tmp_path, claims=[("One.", "SUPPORTS"), ("Two.", "MAYBE")]))
    assert len(found) == 1
    assert problems.shown == ["line 2: unknown label 'MAYBE'"]


def test_gzipped_files_and_foreign_bytes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "train.jsonl.gz"
    path.write_bytes(gzip.compress('{"claim": "Der Fluß ist naß.", "label": "SUPPORTS"}\n'.encode("cp1252")))
    assert read("fever", path)[0][0].text == "Der Fluß ist naß."


def test_a_gzip_file_that_was_cut_off_keeps_what_it_holds(tmp_path: Path) -> None:
    lines = b"".join(
        json.dumps({"claim": f"Record {n} {n * 7919}.", "label": "SUPPORTS"}).encode() + b"\n" for n in range(5000)
    )
    path = tmp_path / "train.jsonl.gz"
    path.write_bytes(gzip.compress(lines)[:-2000])
    found, problems = read("fever", path)
    assert 0 < len(found) < 5000
    assert problems.count >= 1


def test_a_packed_file_that_was_changed_keeps_what_can_be_read_or_is_refused(tmp_path: Path) -> None:
    rows = "title,label\n" + "".join(f"Headline {n} {n * 7919},REAL\n" for n in range(5000))
    for name, damage in (("cut.csv.gz", slice(-2000, None)), ("middle.csv.gz", slice(9000, 9100))):
        packed = bytearray(gzip.compress(rows.encode()))
        packed[damage] = b"" if damage.stop is None else b"\xff" * 100
        path = tmp_path / name
        path.write_bytes(packed)
        found, problems = read("isot", path)
        assert 0 < len(found) < 5000
        assert problems.count >= 1
    (tmp_path / "no.csv.gz").write_bytes(b"no gzip at all")
    with pytest.raises(DataError, match="cannot be read"):
        read("isot", tmp_path / "no.csv.gz")


@pytest.mark.parametrize("row", ['"' + "never closed\n" * 200, "x" * 3000 + "\n"])
def test_a_row_without_end_is_named_and_what_follows_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str
) -> None:
    monkeypatch.setattr(rows, "LONGEST_ROW", 1000)
    path = tmp_path / "True.csv"
    path.write_text(f"title,text\nFirst,x\n{row}Last,y\n")
    found, problems = read("isot", path)
    assert [found[0].text, found[-1].text] == ["First", "Last"]
    assert "longer than 1,000 characters" in problems.shown[0]


def test_a_line_without_end_is_skipped_without_being_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importers, "LONGEST_ROW", 1000)
    path = tmp_path / "train.jsonl"
    path.write_text('{"claim": "' + "x" * 5000 + '"}\n{"claim": "One.", "label": "SUPPORTS"}\n')
    found, problems = read("fever", path)
    assert [one.text for one in found] == ["One."]
    assert problems.shown == ["line 1: longer than 1,000 bytes"]


def test_the_label_comes_from_the_file_s_name_a_column_or_the_user(tmp_path: Path) -> None:
    fakes = read("isot", isot(tmp_path, "Fake.csv", FAKE))[0]
    assert {one.label for one in fakes} == {"FAKE"}
    assert {one.url for one in fakes} == {(tmp_path / "Fake.csv").as_uri()}
    indexed = tmp_path / "isot_index.csv"
    indexed.write_text("title,label\nA headline,REAL\nAnother,fake\nThird,\n")
    found, problems = read("isot", indexed)
    assert [(one.text, one.label) for one in found] == [("A headline", "REAL"), ("Another", "FAKE")]
    assert problems.shown == ["row 4: unknown label ''"]
    with pytest.raises(DataError, match="--label REAL"):
        read("isot", isot(tmp_path, "news.csv", FAKE))
    assert {one.label for one in read("isot", tmp_path / "news.csv", label="REAL")[0]} == {"REAL"}


def test_a_csv_with_other_columns_says_which_it_has(tmp_path: Path) -> None:
    path = tmp_path / "True.csv"
    path.write_text("headline;body\nx;y\n")
    with pytest.raises(DataError, match="no column 'title'"):
        read("isot", path)


def test_nothing_of_an_article_but_its_headline_is_taken(tmp_path: Path) -> None:
    """Real articles begin with a dateline that gives the label away."""
    assert not any("Reuters" in one.model_dump_json() for one in read("isot", isot(tmp_path, "Fake.csv", FAKE))[0])


@pytest.mark.parametrize(
    ("name", "content", "title"),
    [
        ("a.txt", "The bridge opened in 1931.", "a.txt"),
        ("a.md", "# Bridges of Brenn\n\nThe bridge opened in 1931.", "Bridges of Brenn"),
        (
            "a.html",
            "<html><head><title>Bridges &amp; ferries</title><script>var x = 'secret';</script></head><body><article>"
            "<p>The bridge opened in 1931. It was long awaited by the people on both sides of the river.</p>"
            "</article></body></html>",
            "Bridges & ferries",
        ),
        ("a.jsonl", '{"title": "T", "text": "The bridge opened in 1931.", "url": "https://example.org/b"}', "T"),
    ],
)
def test_documents_of_every_kind_become_passages(tmp_path: Path, name: str, content: str, title: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    [found] = read("docs", path)[0]
    assert "The bridge opened in 1931." in found.text
    assert found.title == title
    assert "secret" not in found.text
    assert found.url == ("https://example.org/b" if name == "a.jsonl" else path.as_uri())


def test_a_pdf_is_read_page_by_page_and_a_broken_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(_pdf("The bridge opened in 1931."))
    [found] = read("docs", path)[0]
    assert (found.text, found.place) == ("The bridge opened in 1931.", "page 1")
    path.write_bytes(b"%PDF-1.4 nothing")
    with pytest.raises(DataError, match="not a readable PDF"):
        read("docs", path)


def test_offsets_count_in_the_document_also_across_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge.evidence.documents._BLOCK", 400)
    path = tmp_path / "long.txt"
    text = "".join(f"Sentence number {n} says what it says about the river.\n" for n in range(200))
    path.write_text(text)
    found = list(passages_of(path, Problems(), lambda _done: None))
    assert len(found) > 20
    assert all(text[one.start : one.end] == one.text for one in found)


def test_lines_can_be_read_back_as_evidence() -> None:
    given = (
        "[ISOT DB] Headline: 'It's 'so' | Label: it' | Label: FAKE\nNO_DB_MATCH\n\n"
        "[WEB] A page: 'Some text.'\nPlain words."
    )
    found = from_lines(given)
    assert [(one.origin, one.text, one.label) for one in found] == [
        ("ISOT DB", "It's 'so' | Label: it", "FAKE"),
        ("WEB", "Some text.", ""),
        ("GIVEN", "Plain words.", ""),
    ]


def test_a_record_with_line_breaks_is_one_line() -> None:
    forged = Evidence(origin="FEVER DB", text="A.'\n[FEVER DB] Claim: 'B.", label="REFUTES")  # type: ignore[arg-type]
    assert len(forged.line.splitlines()) == 1


def _pdf(text: str) -> bytes:
    """A PDF of one page with one line of text."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return body + head + table + b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % len(body)


_BOUNDED = """
import re, sys
from pathlib import Path
from adjudge.evidence.index import Index
try:
    list(Index(sys.argv[1]).add(sys.argv[2], [Path(sys.argv[3])]))
except Exception as error:
    print(type(error).__name__)
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the high-water mark is read from /proc")
@pytest.mark.parametrize(("format", "name"), [("fever", "train.jsonl"), ("docs", "page.jsonl"), ("isot", "True.csv")])
def test_memory_does_not_grow_with_the_file(tmp_path: Path, format: str, name: str) -> None:
    """A file without any line end, larger than what the process may take."""
    path = tmp_path / name
    with path.open("wb") as file:
        file.truncate(300_000_000)
    ran = subprocess.run(
        [sys.executable, "-c", _BOUNDED, str(tmp_path / "index"), format, str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    error, megabytes = ran.stdout.split()
    assert error == "DataError"
    assert int(megabytes) < 220


@pytest.mark.parametrize("page", [b"<b>a</b>" * 100_001, b"<p>" + b"a" * 10_000_001])
@pytest.mark.parametrize("name", ["page.html", "page.html.gz"])
def test_a_page_that_would_take_too_much_memory_is_refused_packed_or_not(
    tmp_path: Path, name: str, page: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(page) if name.endswith(".gz") else page)
    with pytest.raises(DataError, match="large"):
        list(passages_of(path, Problems(), lambda _done: None))


@pytest.mark.parametrize(("limit", "read"), [("LARGEST_CONTENT", []), ("MOST_CONTENT", [1])])
def test_a_pdf_that_unpacks_to_too_much_is_read_as_far_as_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, read: list[int]
) -> None:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(_pdf_of_text(10_000, pages=3))
    monkeypatch.setattr(pdf, limit, 9_000 if not read else 15_000)
    problems = Problems()
    if read:
        assert len(pdf.read_pdf(path, problems).places) == len(read)
    else:
        with pytest.raises(DataError, match="No text"):
            pdf.read_pdf(path, problems)
    assert problems.count == 3 - len(read)
    assert "more content than is read" in problems.shown[0]
