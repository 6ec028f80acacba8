"""Files that clients send: documents are returned as text, tables are stored until their batch is deleted. PDFs are
kept so that their pages can be shown.

Paths from clients are never used: a file's name is a label, its suffix a hint at the format, and stored files get new
names.
"""

import json
import re
import time
from html import unescape
from itertools import islice
from pathlib import Path
from secrets import token_hex
from typing import Any

from pydantic import JsonValue

from adjudge.errors import AdjudgeError, DataError, NotInStore
from adjudge.evidence.documents import html_text
from adjudge.evidence.fulltext import Problems
from adjudge.evidence.page_images import PageImages
from adjudge.evidence.pdf import read_pdf
from adjudge.files import decode, private_folder, require_text, write_private
from adjudge.rows import table_rows
from adjudge.server.config import RequestLimits
from adjudge.server.problems import RequestRefused
from adjudge.server.requests import Upload

_ID = re.compile(r"[0-9a-f]{24}")
_TABLES = {".csv": ".csv", ".tsv": ".csv", ".jsonl": ".jsonl", ".ndjson": ".jsonl", ".json": ".jsonl"}
_PAGES = (".html", ".htm", ".xhtml")
_SAMPLE_ROWS = 5
_SHORT_PAGE = 20_000
_SAMPLE_CELL = 300
_KEPT_S = 7 * 86_400.0
_UNSEEN = re.compile(r"[\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Uploads:
    """The stored tables, in the server's own folder."""

    def __init__(self, folder: Path, limits: RequestLimits, images: PageImages) -> None:
        self._folder = folder
        self._limits = limits
        self._images = images

    def take(self, content: bytes, *, name: str, media_type: str = "") -> Upload:
        """What is in a file. Reads, and for a table keeps, its content; to be called outside of the event loop."""
        label = shown_name(name)
        ending = Path(label).suffix.lower()
        if not content.strip():
            raise DataError(f"'{label}' is empty.", hint="Choose a file that holds something.")
        if content.startswith(b"%PDF-") or ending == ".pdf":
            return self._pdf(content, label)
        if ending in _TABLES or media_type.split(";")[0] in ("text/csv", "application/x-ndjson"):
            return self._table(content, label, _TABLES.get(ending, ".csv"))
        require_text(content, what=f"'{label}'")
        text = decode(content)
        if ending in _PAGES or re.match(r"\s*(<!doctype html|<html)", text[:1000], re.IGNORECASE):
            return self._page(text, label)
        return self._document(label, text, title="")

    def path_of(self, id: str) -> Path:
        """The path of the stored table with that id."""
        if _ID.fullmatch(id):
            for ending in sorted(set(_TABLES.values())):
                path = self._folder / f"{id}{ending}"
                if path.is_file():
                    return path
        raise NotInStore("There is no such upload.", hint="Upload the table again.")

    def name_of(self, id: str) -> str:
        """What the client called it."""
        note = self._folder / f"{id}.name"
        return note.read_text(encoding="utf-8") if _ID.fullmatch(id) and note.is_file() else ""

    def remove(self, id: str) -> None:
        """Forget a table."""
        if _ID.fullmatch(id):
            for path in self._folder.glob(f"{id}.*"):
                path.unlink(missing_ok=True)

    def prune(self, *, keep: set[str]) -> None:
        """Delete tables that no job refers to and that have not been used for a week."""
        oldest = time.time() - _KEPT_S
        for path in self._folder.glob("*.*") if self._folder.is_dir() else ():
            if path.stem not in keep and path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)

    def _table(self, content: bytes, label: str, ending: str) -> Upload:
        id = token_hex(12)
        path = self._stored(id, ending, content)
        try:
            sample = [row for _, row in islice(table_rows(path), _SAMPLE_ROWS)]
            count = sum(1 for _ in table_rows(path))
            if not sample:
                raise DataError(f"'{label}' has no rows.", hint="It needs a header and at least one pair.")
        except AdjudgeError as error:
            path.unlink(missing_ok=True)
            error.message = error.message.replace(str(path), label)
            raise
        write_private(self._folder / f"{id}.name", label.encode())
        columns = tuple(str(name) for name in sample[0])
        shown = tuple({str(name): _cell(value) for name, value in row.items()} for row in sample)
        return Upload(id=id, name=label, kind="table", columns=columns, rows=count, sample=shown)

    def _pdf(self, content: bytes, label: str) -> Upload:
        path = self._stored(token_hex(12), ".pdf", content)
        problems = Problems()
        try:
            pdf = read_pdf(path, problems, name=label)
            found = self._document(label, pdf.text, title="")
            self._images.keep(path, pdf)
        except AdjudgeError as error:
            error.message = error.message.replace(str(path), label)
            raise
        except Exception as error:  # a hostile file raises whatever its bytes lead to
            raise DataError(f"'{label}' is not a readable PDF: {type(error).__name__}.") from error
        finally:
            path.unlink(missing_ok=True)
        return found.model_copy(update={"problems": tuple(problems.shown), "places": pdf.places})

    def _page(self, page: str, label: str) -> Upload:
        try:
            text, title = html_text(page)
        except AdjudgeError:
            raise
        except Exception as error:  # the parser of a hostile page
            raise DataError(f"'{label}' is not a readable page: {type(error).__name__}.") from error
        return self._document(label, text or _bare(page), title=title)

    def _document(self, label: str, text: str, *, title: str) -> Upload:
        if not text.strip():
            raise DataError(f"No text was found in '{label}'.", hint="Run text recognition (OCR) on a scan first.")
        if len(text) > self._limits.text_characters:
            raise RequestRefused(
                422,
                f"'{label}' has {len(text):,} characters.",
                hint=f"At most {self._limits.text_characters:,} are taken; give the part that the claim is about.",
            )
        return Upload(id=token_hex(12), name=label, kind="document", text=text, title=title or label)

    def _stored(self, id: str, ending: str, content: bytes) -> Path:
        private_folder(self._folder)
        path = self._folder / f"{id}{ending}"
        write_private(path, content)
        return path


def shown_name(name: str) -> str:
    """A file's name as a label: without folders, control characters and signs that turn text around."""
    last = re.split(r"[\\/]", name)[-1]
    return _UNSEEN.sub("", last).strip(". ")[-200:] or "upload"


def _bare(page: str) -> str:
    """The text of a page in which the extractor finds none, for example a very short one."""
    without = re.sub(r"(?is)<(script|style|head)\b.*?</\1\s*>", " ", page[:_SHORT_PAGE])
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", without)).split())


def _cell(value: Any) -> JsonValue:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text[:_SAMPLE_CELL]
