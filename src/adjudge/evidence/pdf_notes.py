"""Copies of PDF files with words highlighted and a note on each. The original is never written to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from adjudge.errors import DataError, StoreError
from adjudge.evidence.pdf import PageRectangle


@dataclass(frozen=True, slots=True)
class PdfNote:
    """Words to highlight, by their rectangles, what to say about them, and the colour as RRGGBB."""

    rectangles: tuple[PageRectangle, ...]
    text: str
    colour: str = "ffe066"


def write_annotated(path: Path, target: Path, notes: Sequence[PdfNote]) -> None:
    """Write a copy of a PDF with the notes in it; raises a `DataError` if the file cannot be copied."""
    try:
        from pypdf import PdfWriter
        from pypdf.annotations import Highlight
        from pypdf.generic import ArrayObject, FloatObject, NameObject, TextStringObject
    except ImportError as error:
        raise StoreError("Annotating PDF needs pypdf.", hint="pip install 'adjudge[documents]'") from error
    try:
        writer = PdfWriter(clone_from=path)
        for note in notes:
            for page, group in groupby(note.rectangles, key=lambda one: one.page):
                lines = list(group)
                points = [
                    at for one in lines for at in (one.x0, one.y1, one.x1, one.y1, one.x0, one.y0, one.x1, one.y0)
                ]
                highlight = Highlight(
                    rect=(
                        min(one.x0 for one in lines),
                        min(one.y0 for one in lines),
                        max(one.x1 for one in lines),
                        max(one.y1 for one in lines),
                    ),
                    quad_points=ArrayObject([FloatObject(at) for at in points]),
                    highlight_color=note.colour,
                )
                highlight[NameObject("/Contents")] = TextStringObject(note.text)
                highlight[NameObject("/T")] = TextStringObject("adjudge")
                writer.add_annotation(page - 1, highlight)
        writer.write(target)
    except OSError:
        raise
    except Exception as error:  # a broken file raises whatever its bytes lead to
        raise DataError(
            f"'{path}' cannot be annotated: {error}.", hint="Save it again with another program."
        ) from error
