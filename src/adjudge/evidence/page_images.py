"""Pictures of the pages of PDF sources, with quoted words lit.

A PDF is kept under the hash of the text that was read from it, with the box of every word. So whoever has the text of a
case can be shown its pages, and a text that was changed has none. Pages are drawn in a process of its own, because
pdfium draws whatever a file asks for.
"""

import hashlib
import io
import json
import subprocess
import sys
import time
from array import array
from collections.abc import Iterable
from pathlib import Path

from adjudge.errors import DataError, NotInStore
from adjudge.evidence.pdf import PageRectangle, PdfText
from adjudge.evidence.pdf_layout import WordPlaces
from adjudge.files import private_folder, write_private

LARGEST_KEPT = 50_000_000
"""Bytes of a PDF; a larger one is read, but not kept."""
_KEPT_S = 90 * 86_400.0
_LONGEST_DRAWING_S = 120.0
"""Of the clock, on a busy machine; the process itself limits its seconds of processor time."""


class PageImages:
    """The kept PDFs in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, file: Path, pdf: PdfText) -> None:
        """Keep a PDF and where the words of its text stand."""
        if file.stat().st_size > LARGEST_KEPT:
            return
        private_folder(self._folder)
        import numpy as np

        words = io.BytesIO()
        np.savez_compressed(
            words, starts=pdf.words.starts, ends=pdf.words.ends, pages=pdf.words.pages, boxes=pdf.words.boxes
        )
        path = self._path(pdf.text)
        write_private(path.with_suffix(".npz"), words.getvalue())
        write_private(path, file.read_bytes())

    def draw(self, text: str, start: int, end: int, page: int) -> bytes:
        """A page as PNG, with those of the characters from `start` to `end` lit that stand on it.

        Raises `NotInStore` if the PDF of this text was not kept, `DataError` if the page cannot be drawn.
        """
        path = self._path(text)
        if not path.is_file() or not path.with_suffix(".npz").is_file():
            raise NotInStore("The PDF of this text was not kept.", hint="Check the claim with the file again.")
        path.touch()
        lit = [one for one in _read(path, text).rectangles(start, end) if one.page == page]
        return drawn(path, page, lit)

    def forget(self, texts: Iterable[str]) -> None:
        """Delete the PDFs of these texts."""
        for text in texts:
            for ending in (".pdf", ".npz"):
                self._path(text).with_suffix(ending).unlink(missing_ok=True)

    def prune(self) -> None:
        """Delete what nobody has looked at for 90 days."""
        oldest = time.time() - _KEPT_S
        for path in self._folder.glob("*.pdf"):
            if path.stat().st_mtime < oldest:
                path.with_suffix(".npz").unlink(missing_ok=True)
                path.unlink(missing_ok=True)

    def _path(self, text: str) -> Path:
        return self._folder / f"{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.pdf"


def _read(path: Path, text: str) -> PdfText:
    import numpy as np

    with np.load(path.with_suffix(".npz"), allow_pickle=False) as found:
        starts, ends, pages = (array("L", found[name].tolist()) for name in ("starts", "ends", "pages"))
        return PdfText(text, (), WordPlaces(starts, ends, pages, array("f", found["boxes"].tolist())))


def drawn(path: Path, page: int, lit: Iterable[PageRectangle] = ()) -> bytes:
    """A page of a PDF as PNG with rectangles lit."""
    asked = {"path": str(path), "page": page, "lit": [[one.x0, one.y0, one.x1, one.y1] for one in lit]}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "adjudge.evidence.page_drawing"],
            input=json.dumps(asked).encode(),
            capture_output=True,
            timeout=_LONGEST_DRAWING_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise DataError(f"Page {page} takes too long to draw.", hint="Open the PDF itself.") from error
    if done.returncode or not done.stdout.startswith(b"\x89PNG"):
        raise DataError(f"Page {page} cannot be drawn.", hint="Open the PDF itself.")
    return done.stdout
