"""Limits on packed documents (DOCX, ODT, XLSX): what a small file may unpack to.

Reading XML takes far more memory than its bytes, and a workbook may name a range of cells that it does not hold. So a
file is measured before a library reads it. A file that exceeds a limit or is broken is a `DataError`.
"""

import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO

from adjudge.errors import DataError
from adjudge.files import MOST_BYTES

MOST_UNPACKED = 2 * MOST_BYTES
"""Bytes of all files in an archive: readers also load its pictures."""
MOST_ELEMENTS = 500_000
"""Elements of a document: reading one takes up to 300 bytes, however short it is."""
MOST_CELLS = 4_000_000
_MARKUP = (".xml", ".rels")
_BLOCK = 1_000_000


def require_bounded_archive(path: Path) -> int:
    """The bytes that a packed file unpacks to; raises a `DataError` if it is broken or unpacks to more than is read."""
    try:
        with zipfile.ZipFile(path) as archive:
            items = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise DataError(
            f"'{path}' is not a readable {path.suffix[1:].upper()} file: {error}.", hint="Save or download it again."
        ) from error
    unpacked = sum(item.file_size for item in items)
    markup = sum(item.file_size for item in items if item.filename.lower().endswith(_MARKUP))
    for size, most, what in ((markup, MOST_BYTES, " of XML"), (unpacked, MOST_UNPACKED, "")):
        if size > most:
            raise DataError(f"'{path}' unpacks to {size:,} bytes{what}.", hint=f"At most {most:,} are read.")
    return unpacked


def require_few_elements(path: Path) -> None:
    """Raise a `DataError` if the XML of a packed document has too many elements."""
    tags = 0
    for file in files_in(path):
        # Most elements have two tags. In any encoding, a tag has at least one such byte.
        tags += sum(block.count(b"<") for block in iter(partial(file.read, _BLOCK), b""))
    if tags > 2 * MOST_ELEMENTS:
        raise DataError(
            f"'{path}' has more than {MOST_ELEMENTS:,} XML elements.", hint="Give the part that the claim is about."
        )


def files_in(path: Path) -> Iterator[IO[bytes]]:
    """The files in an archive. All of them: which of them are read depends on what they say, not on their names."""
    with zipfile.ZipFile(path) as archive:
        for item in archive.infolist():
            with archive.open(item) as file:
                yield file


def require_few_cells(cells: int, name: str) -> None:
    """Raise a `DataError` if a table has too many cells, empty ones included."""
    if cells > MOST_CELLS:
        raise DataError(
            f"'{name}' has more than {MOST_CELLS:,} cells, empty ones included.",
            hint="Give the part that the claim is about.",
        )
