"""Read text files in any common encoding, plain or gzipped, as a stream.

Bytes that are not UTF-8 are read as Windows-1252, where they nearly always come from, and counted.
"""

import codecs
import gzip
import hashlib
import io
import json
import os
import unicodedata
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from errno import EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, EPERM, EROFS
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, TextIO, cast

from adjudge.errors import AdjudgeError, DataError, Fault

_BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_HANDLER = "adjudge-cp1252"
_CONTROL = bytes(set(range(0x20)) - set(b"\t\n\f\r\x1b\b")) + b"\x7f"
_MOST_BROKEN = 0.3
"""The share of bytes that are neither UTF-8 nor printable above which a file is no text."""
_MOST_ODD = 0.05
"""The share of characters that no text has (unassigned, private, control) above which UTF-16 is no text."""
_MOST_SCRIPT_CHANGES = 0.4
"""The share of neighbouring letters of two scripts above which UTF-16 is no text: nearly any bytes decode as it."""
_MOST_TWO_ASCII = 0.8
"""The share of characters that are two ASCII letters read as one above which UTF-16 is no text."""
_PROBE = 65_536
MOST_NESTED = 500_000
"""Lists and objects of one row."""
MOST_RECORDS = 2_000_000
"""Lists and objects of a whole file."""
MOST_BYTES = 64_000_000
"""The largest text that is read as a whole."""
_UNREADABLE = (OSError, EOFError, zlib.error)
"""The last two are what a damaged gzip file raises."""
WRONG_PATH = frozenset({EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, EPERM, EROFS})
"""Error numbers that blame the path. Any other, such as a full disk, blames the machine."""


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
    if "\0" in str(path):
        raise DataError(f"{what} {str(path)!r} has a NUL character in its path.", hint="Check the path.")
    if path.is_dir():
        raise DataError(f"{what} '{path}' is a directory.", hint="Name a file in it.")
    if not path.exists():
        near = _similar_names(path)
        raise DataError(f"{what} '{path}' does not exist.", hint=f"Did you mean {near}?" if near else "Check the path.")


def require_regular_file(path: Path, *, what: str) -> None:
    """Raise a `DataError` unless the path is a file that can be read twice and ends: no pipe and no device."""
    require_file(path, what=what)
    if not path.is_file():
        raise DataError(f"{what} '{path}' is a pipe or a device.", hint="It is read more than once: name a file.")


def decode(data: bytes) -> str:
    """Bytes as text, whatever their encoding."""
    for bom, encoding in _BOMS.items():
        if data.startswith(bom):
            return data.decode(encoding, errors="replace" if encoding == "utf-16" else _HANDLER)
    return data.decode("utf-8", errors=_HANDLER)


def require_text(data: bytes, *, what: str, nul_allowed: bool = False) -> None:
    """Raise a `DataError` if the bytes are not text: a picture, a PDF, an archive."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        no_text = _is_gibberish(data.decode("utf-16", errors="replace"))
    else:
        broken = len(data) - len(data.decode("utf-8", errors="ignore").encode().translate(None, _CONTROL))
        no_text = (b"\0" in data and not nul_allowed) or broken > _MOST_BROKEN * len(data)
    if no_text:
        raise DataError(f"{what} is not text.", hint="It contains binary data; use a text file, preferably UTF-8.")


def _is_gibberish(text: str) -> bool:
    """Whether UTF-16 decoding gave random characters: unassigned ones, or letters of a different script each time."""
    if "\0" in text:
        return True
    sample = text[:_PROBE]
    if sum(map(_is_odd, sample)) > max(1, _MOST_ODD * len(sample)):
        return True
    if sum(map(_is_two_ascii_letters, sample)) > max(3, _MOST_TWO_ASCII * len(sample)):
        return True
    scripts = [_script(one) for one in sample if one.isalpha()]
    changes = sum(1 for one, next_one in pairwise(scripts) if one != next_one)
    return changes > max(2, _MOST_SCRIPT_CHANGES * len(scripts))


_PLAIN = "\t\n\f\r\b\x1b\u200b\u200c\u200d\u200e\u200f\ufeff\u00ad\u2060"
_MIXED = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HALFWIDTH", "FULLWIDTH", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
"""Scripts that one sentence mixes."""


def _is_odd(character: str) -> bool:
    """Whether a character is rare in text: control, private, unassigned, broken, or of CJK extension A."""
    if character == "\ufffd" or "\u3400" <= character <= "\u4dbf":
        return True
    return unicodedata.category(character)[0] == "C" and character not in _PLAIN


def _is_two_ascii_letters(character: str) -> bool:
    high, low = divmod(ord(character), 256)
    return 0x20 <= high < 0x7F and 0x20 <= low < 0x7F


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "").partition(" ")[0]
    return "CJK" if name in _MIXED else name


def reason_of(error: Exception) -> str:
    """Why a file could not be read: the system's own words, without the path that they are put beside."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def read_text(path: Path, *, what: str = "The file", most_bytes: int = MOST_BYTES) -> str:
    """A whole file as text; raises a `DataError` if it is larger, whatever its size on disk or at its end."""
    require_file(path, what=what)
    try:
        with _opened(path) as file:
            data = file.read(most_bytes + 1)
    except _UNREADABLE as error:
        raise DataError(f"{what} '{path}' cannot be read: {reason_of(error)}.") from error
    require_size(data, what=f"{what} '{path}'", most_bytes=most_bytes)
    require_text(data, what=f"{what} '{path}'")
    return decode(data)


def read_json(path: Path, *, what: str = "The file") -> Any:
    """The content of a JSON file; raises a `DataError` that says why it has none."""
    text = read_text(path, what=what)
    try:
        return bounded_json(text, most=MOST_RECORDS)
    except RecursionError as error:
        raise DataError(f"{what} '{path}' is nested too deeply to be read as JSON.") from error
    except ValueError as error:
        raise DataError(f"{what} '{path}' is not JSON: {error}.") from error


def bounded_json(text: str, *, most: int = MOST_NESTED) -> Any:
    """The value of a JSON text. Raises a `ValueError` if it is not JSON or has more lists and objects than allowed:
    each takes twenty times the memory of its two characters."""
    if text.count("[") + text.count("{") > most:
        raise ValueError(f"it has more than {most:,} lists and objects")
    return json.loads(text)


def require_size(data: bytes, *, what: str, most_bytes: int = MOST_BYTES) -> None:
    """Raise a `DataError` if the data is larger than allowed."""
    if len(data) > most_bytes:
        raise DataError(f"{what} is larger than {most_bytes:,} bytes.", hint="Give a smaller one.")


@contextmanager
def open_text(path: Path, *, what: str = "The file") -> Iterator[TextIO]:
    """A file as a stream of text with its line ends unchanged, as the csv module expects."""
    require_file(path, what=what)
    try:
        with _opened(path) as probe:
            start = probe.read(4)
            with suppress(*_UNREADABLE):  # what can be read of a damaged file is read
                start += probe.read(_PROBE)
    except _UNREADABLE as error:
        raise DataError(f"{what} '{path}' cannot be read: {reason_of(error)}.") from error
    # Tables that programs write hold a NUL here and there.
    require_text(start, what=f"{what} '{path}'", nul_allowed=True)
    encoding = next((name for bom, name in _BOMS.items() if start.startswith(bom)), "utf-8")
    errors = "replace" if encoding == "utf-16" else _HANDLER
    with io.TextIOWrapper(_opened(path), encoding=encoding, errors=errors, newline="") as text:
        try:
            yield text
        except (EOFError, zlib.error) as error:
            raise DataError(f"{what} '{path}' is damaged: {error}.", hint="Copy or download it again.") from error


def private_folder(path: Path) -> None:
    """Make a folder that only its owner can open, and those above it that are missing; one that is there stays."""
    for folder in [one for one in (path, *path.parents) if not one.exists()][::-1]:
        folder.mkdir(mode=0o700, exist_ok=True)
    path.mkdir(exist_ok=True)  # raises where a file has that name


def make_private(folder: Path) -> None:
    """Remove the permissions of group and others from our files in a folder."""
    for path in folder.iterdir():
        with suppress(OSError):
            path.chmod(0o700 if path.is_dir() else 0o600)


def private_file(path: Path) -> None:
    """Create an empty file that only its owner can read; an existing file is left alone."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_private(path: Path, data: bytes) -> None:
    """Write a file atomically, readable only by its owner."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_error(path: Path, error: OSError, *, hint: str = "") -> AdjudgeError:
    """The error to raise when a file cannot be written: a `DataError` if its path is at fault, otherwise a `Fault`."""
    kind = DataError if error.errno in WRONG_PATH else Fault
    return kind(f"'{path}' cannot be written: {error.strerror or error}.", hint=hint)


def file_hash(path: Path, *, what: str = "The data file") -> str:
    """SHA-256 of a file's bytes, in hex; the file is read in blocks."""
    require_regular_file(path, what=what)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _opened(path: Path) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def _similar_names(path: Path) -> str:
    if not path.parent.is_dir():
        return ""
    names = get_close_matches(path.name, [item.name for item in path.parent.iterdir()], n=1)
    return f"'{path.parent / names[0]}'" if names else ""
