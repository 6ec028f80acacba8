"""PDF files for tests, written by hand: what stands where on which page is up to the test."""

import io
from collections.abc import Sequence
from pathlib import Path

_FONT = (
    b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding "
    b"/BaseEncoding /WinAnsiEncoding /Differences [2 /fi] >> >>"
)
_IMAGE = (
    b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\n"
    b"stream\n\x80\nendstream"
)
PICTURE = b"q 612 0 0 792 0 0 cm /Im1 Do Q"


def line(x: float, y: float, text: str, *, size: float = 10, mode: int = 0) -> bytes:
    """A line of text at a place; mode 3 is invisible."""
    return b"BT /F1 %f Tf %d Tr %f %f Td (%b) Tj ET\n" % (size, mode, x, y, text.encode("latin-1"))


def write_pdf(path: Path, pages: Sequence[bytes], *, password: str = "") -> Path:
    """Write a PDF with these pages of drawing instructions."""
    kids = b" ".join(b"%d 0 R" % (5 + 2 * number) for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, len(pages)),
        _FONT,
        _IMAGE,
    ]
    for number, content in enumerate(pages):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources "
            b"<< /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> >> >>" % (6 + 2 * number)
        )
        objects.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content))
    body, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%btrailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF"
    path.write_bytes(body + end % (len(objects) + 1, table, len(objects) + 1, len(body)))
    if password:
        from pypdf import PdfReader, PdfWriter

        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(path.read_bytes())))
        writer.encrypt(password, algorithm="RC4-128")
        writer.write(path)
    return path
