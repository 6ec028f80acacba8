"""The process that draws a page: `python -m adjudge.evidence.page_drawing`.

In, on standard input: JSON with the path, the page from 1, and the rectangles to light in points. Out: PNG. Its memory
and time are limited, since a small file can ask for more than a machine has.
"""

import json
import struct
import sys
import zlib
from contextlib import suppress
from ctypes import byref, c_int
from typing import Any

_WIDTH, _MOST_HEIGHT = 1_100, 3_300
"""Pixels: sharp where a page is shown half as wide as a screen."""
_MOST_MEMORY, _MOST_SECONDS = 2_000_000_000, 25
_LIT = (255, 226, 110)
_MARGIN = 1.0


def main() -> None:
    """Draw what standard input asks for."""
    _limit()
    asked = json.load(sys.stdin)
    sys.stdout.buffer.write(_png(_drawn(asked["path"], asked["page"], asked["lit"])))


def _limit() -> None:
    with suppress(ImportError, ValueError, OSError):  # not on Windows, and never above a limit that is set already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))


def _drawn(path: str, number: int, lit: list[list[float]]) -> Any:
    """The page's pixels, in red, green and blue."""
    import numpy as np
    import pypdfium2
    import pypdfium2.raw as raw

    page = pypdfium2.PdfDocument(path)[number - 1]
    width, height = page.get_size()
    scale = min(_WIDTH / width, _MOST_HEIGHT / height)
    bitmap = page.render(scale=scale, rev_byteorder=True)
    pixels = bitmap.to_numpy()[:, :, :3].copy()
    marked = np.zeros(pixels.shape[:2], dtype=bool)
    x, y = c_int(), c_int()
    for x0, y0, x1, y1 in lit:
        corners = []
        for at in ((x0 - _MARGIN, y0 - _MARGIN), (x1 + _MARGIN, y1 + _MARGIN)):
            # pdfium knows how a page is turned and cropped.
            raw.FPDF_PageToDevice(page, 0, 0, bitmap.width, bitmap.height, 0, *at, byref(x), byref(y))
            corners.append((max(0, x.value), max(0, y.value)))
        (left, right), (top, bottom) = (sorted(side) for side in zip(*corners, strict=True))
        marked[top:bottom, left:right] = True
    # As a marker does: dark letters stay dark.
    pixels[marked] = pixels[marked].astype(np.uint16) * np.array(_LIT, np.uint16) // 255
    return pixels


def _png(pixels: Any) -> bytes:
    """Pixels as a PNG file."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    chunks = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + chunks


if __name__ == "__main__":
    main()
