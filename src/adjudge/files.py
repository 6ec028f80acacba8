"""Text from files as people keep them: any of the usual encodings, plain or gzipped, read as a stream.

Bytes that are not UTF-8 are read as Windows-1252, where they nearly always come from, and counted.
"""

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import IO, TextIO, cast

from adjudge.errors import DataError

_BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_HANDLER = "adjudge-cp1252"
_CONTROL = bytes(set(range(0x20)) - set(b"\t\n\f\r\x1b\b")) + b"\x7f"
_MOST_BROKEN = 0.3
"""The share of bytes that are neither UTF-8 nor printable above which a file is no text."""
_UNREADABLE = (OSError, EOFError, zlib.error)
"""The last two are what a damaged gzip file raises."""


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    broken = error.object[error.start : error.end]
    # latin-1 for the five bytes that Windows-1252 leaves undefined: no byte may be lost.
    return "".join(_cp1252(byte) for byte in broken), error.end


def _cp1252(byte: int) -> str:
    try:
        return bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


codecs.register_error(_HANDLER, _as_cp1252)


def require_file(path: Path, *, what: str) -> None:
    """Raise a `DataError` unless the path is a readable file."""
    if path.is_dir():
        raise DataError(f"{what} '{path}' is a directory.", hint="Name a file in it.")
    if not path.exists():
        near = _similar_names(path)
        raise DataError(f"{what} '{path}' does not exist.", hint=f"Did you mean {near}?" if near else "Check the path.")


def decode(data: bytes) -> str:
    """Bytes as text, whatever their encoding."""
    for bom, encoding in _BOMS.items():
        if data.startswith(bom):
            return data.decode(encoding, errors="replace" if encoding == "utf-16" else _HANDLER)
    return data.decode("utf-8", errors=_HANDLER)


def require_text(data: bytes, *, what: str) -> None:
    """Raise a `DataError` where bytes are no text: a picture, a PDF, an archive."""
    if any(data.startswith(bom) for bom in _BOMS):
        return
    broken = len(data) - len(data.decode("utf-8", errors="ignore").encode().translate(None, _CONTROL))
    if b"\0" in data or broken > _MOST_BROKEN * len(data):
        raise DataError(f"{what} is no text.", hint="It holds binary data; give the text itself, best as UTF-8.")


def read_text(path: Path, *, what: str = "The file") -> str:
    """A whole file as text."""
    require_file(path, what=what)
    try:
        with _opened(path) as file:
            data = file.read()
    except _UNREADABLE as error:
        raise DataError(f"{what} '{path}' cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    require_text(data, what=f"{what} '{path}'")
    return decode(data)


@contextmanager
def open_text(path: Path, *, what: str = "The file") -> Iterator[TextIO]:
    """A file as a stream of text; line ends are kept, as the csv module wants them."""
    require_file(path, what=what)
    try:
        with _opened(path) as probe:
            start = probe.read(4)
    except _UNREADABLE as error:
        raise DataError(f"{what} '{path}' cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    encoding = next((name for bom, name in _BOMS.items() if start.startswith(bom)), "utf-8")
    errors = "replace" if encoding == "utf-16" else _HANDLER
    with io.TextIOWrapper(_opened(path), encoding=encoding, errors=errors, newline="") as text:
        try:
            yield text
        except (EOFError, zlib.error) as error:
            raise DataError(f"{what} '{path}' is damaged: {error}.", hint="Copy or download it again.") from error


def _opened(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def _similar_names(path: Path) -> str:
    if not path.parent.is_dir():
        return ""
    names = get_close_matches(path.name, [item.name for item in path.parent.iterdir()], n=1)
    return f"'{path.parent / names[0]}'" if names else ""
