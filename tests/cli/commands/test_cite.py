"""`adjudge cite` from end to end: rulings, outputs, exit codes, and input that is refused."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adjudge.cli import app
from tests.evidence.pdfs import line, write_pdf
from tests.support.sarif import require_sarif

pytest.importorskip("pypdfium2", reason="PDF needs the extra 'documents'")


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADJUDGE_HOME", str(tmp_path / "home"))
    (tmp_path / "works").mkdir()
    page = line(72, 700, "The Alder bridge was opened in May 1931 after four years of con-") + line(
        72, 688, "struction. In the first summer it carried about 40,000 people a day."
    )
    write_pdf(tmp_path / "works" / "miller2019.pdf", [line(72, 700, "Contents of this volume."), page])
    (tmp_path / "refs.bib").write_text(
        "@book{miller2019, title={Bridges}}\n@book{never, title={x}}\n@book{lost, title={y}}"
    )
    (tmp_path / "paper.md").write_text(
        "---\nbibliography: refs.bib\n---\n\nThe Alder bridge was opened in 1931 [@miller2019]. "
        "It carried 90,000 people a day in its first summer [@miller2019]. Steel was cheap in 1930 [@lost]. "
        "Nobody minded the noise [@unknown].\n"
    )
    return tmp_path / "paper.md"


def run(*options: object) -> tuple[int, str]:
    ran = CliRunner().invoke(app, ["cite", *map(str, options)])
    return ran.exit_code, ran.stdout


def test_sentences_are_judged_against_what_they_cite_with_page_and_rectangles(paper: Path) -> None:
    folder = paper.parent
    outputs = ["--html", folder / "r.html", "--sarif", folder / "r.sarif", "--annotate", folder / "marked"]
    code, printed = run(paper, "--works", folder / "works", "--json", *outputs)
    report = json.loads(printed)
    rulings = report["rulings"]
    assert [one["verdict"] for one in rulings] == ["supported", "contradicted", "source missing", "source missing"]
    assert code == 1
    [words] = rulings[1]["quotes"]
    assert words["text"] == "In the first summer it carried about 40,000 people a day."
    assert words["place"] == "page 2"
    assert [one["page"] for one in words["rectangles"]] == [2]
    assert (report["uncited"], report["unknown"]) == (["never"], ["unknown"])
    assert 'works/miller2019.pdf#page=2"' in (folder / "r.html").read_text()
    log = json.loads((folder / "r.sarif").read_text())
    require_sarif(log)
    results = log["runs"][0]["results"]
    assert [one["level"] for one in results] == ["error", "warning", "warning"]
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    said = paper.read_text().splitlines()[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]
    assert said == paper.read_text()[region["charOffset"] :][: region["charLength"]]
    assert (region["startLine"], region["endLine"], said[:10]) == (5, 5, "It carried")
    from pypdf import PdfReader

    pages = PdfReader(folder / "marked" / "miller2019.pdf").pages
    assert ["/Annots" in page for page in pages] == [False, True]


def test_numbered_references_and_a_scan_among_the_works(paper: Path) -> None:
    folder = paper.parent
    from tests.evidence.pdfs import PICTURE

    write_pdf(folder / "works" / "2.pdf", [PICTURE])
    text = folder / "paper.txt"
    text.write_text(
        "The Alder bridge was opened in 1931 [1]. It was red [2].\n\nReferences\n\n[1] Miller. Bridges.\n[2] Lee.\n"
    )
    code, printed = run(
        text, "--works", folder / "works", "--work", f"1={folder / 'works' / 'miller2019.pdf'}", "--json"
    )
    rulings = json.loads(printed)["rulings"]
    assert [one["verdict"] for one in rulings] == ["supported", "source missing"]
    assert "is a scan" in rulings[1]["reason"]
    assert code == 3


def test_input_that_makes_no_sense_is_refused(paper: Path) -> None:
    folder = paper.parent
    assert run(paper, "--works", folder / "nowhere")[0] == 2
    assert run(paper, "--work", "miller2019")[0] == 2
    assert run(paper, "--works", folder / "works", "--html", paper)[0] == 2
    (folder / "plain.md").write_text("Nothing is cited here.")
    code, printed = run(folder / "plain.md", "--json")
    assert code == 2
    assert "cites anything" in json.loads(printed)["message"]
