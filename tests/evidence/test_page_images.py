import struct
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from adjudge.errors import DataError, NotInStore
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.page_images import PageImages, drawn
from adjudge.evidence.pdf import PdfText, read_pdf
from tests.server.support import pdf_of

LINE = "The reservoir holds 12 million litres. It was filled in spring."


def kept(folder: Path, *, turned: int = 0) -> tuple[PageImages, PdfText]:
    path = folder / "report.pdf"
    path.write_bytes(pdf_of(LINE).replace(b"/Type /Page /Parent", b"/Type /Page /Rotate %d /Parent" % turned))
    pdf = read_pdf(path, Problems())
    images = PageImages(folder / "pages")
    images.keep(path, pdf)
    path.unlink()
    return images, pdf


def pixels(png: bytes) -> npt.NDArray[np.int_]:
    width, height = struct.unpack(">II", png[16:24])
    length = struct.unpack(">I", png[33:37])[0]
    rows = np.frombuffer(zlib.decompress(png[41 : 41 + length]), np.uint8).reshape(height, -1)
    return rows[:, 1:].reshape(height, width, 3).astype(int)


def dark(page: npt.NDArray[np.int_]) -> int:
    return int((page.sum(axis=-1) < 300).sum())


@pytest.mark.parametrize("turned", [0, 180])
def test_the_quoted_words_and_no_others_are_lit_on_the_page(tmp_path: Path, turned: int) -> None:
    images, pdf = kept(tmp_path, turned=turned)
    at = pdf.text.index("12 million")
    page = pixels(images.draw(pdf.text, at, at + len("12 million"), 1))
    lit = (page[..., 0] - page[..., 2]) > 60
    rows, columns = np.nonzero(lit)
    marked = page[rows.min() : rows.max(), columns.min() : columns.max()]
    # "12 million" are 9 of the line's 53 letters.
    assert 0.1 < dark(marked) / dark(page) < 0.25
    assert not ((pixels(images.draw(pdf.text, 0, 0, 1))[..., 0] - page[..., 2]) > 60)[~lit].any()


def test_a_text_that_was_changed_or_deleted_has_no_page(tmp_path: Path) -> None:
    images, pdf = kept(tmp_path)
    with pytest.raises(NotInStore, match="was not kept"):
        images.draw(f"{pdf.text} And more.", 0, 5, 1)
    images.forget([pdf.text])
    with pytest.raises(NotInStore, match="was not kept"):
        images.draw(pdf.text, 0, 5, 1)
    assert not list((tmp_path / "pages").iterdir())


def test_a_page_that_is_not_there_is_an_error_and_not_a_crash(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")
    with pytest.raises(DataError, match="Page 1 cannot be drawn"):
        drawn(broken, 1)
    images, pdf = kept(tmp_path)
    with pytest.raises(DataError, match="Page 7 cannot be drawn"):
        images.draw(pdf.text, 0, 5, 7)
