"""Cited works on the web: open ones are fetched, and DOIs are looked up. Used with `--web` only; all of it goes through
the guard.

In: references. Out: files in a folder, and what the registries say: that a DOI does not exist, or that its work was
retracted. What cannot be reached is a message, never an error: the citations are judged without it.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from adjudge.cite.works import CitedReference
from adjudge.errors import AdjudgeError
from adjudge.evidence.fetch import Fetcher
from adjudge.evidence.guard import AddressRefused, AddressUnknown
from adjudge.files import private_folder, write_private

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`]+[^\s\"<>{}|\\^`.,;:)\]]")
_ADDRESS = re.compile(r"https?://[^\s\"<>{}|\\^`]+[^\s\"<>{}|\\^`.,;:)\]]")
_ARXIV = re.compile(r"\barxiv[:\s]\s*(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+/\d{7})", re.IGNORECASE)
_ENDINGS = {"application/pdf": ".pdf", "text/html": ".html", "application/xhtml+xml": ".html", "text/plain": ".txt"}
_AT_ONCE = 4


@dataclass
class WebWorks:
    """What the web has of the cited works. The addresses of the services can be changed for tests."""

    fetcher: Fetcher
    folder: Path
    """Where fetched works are kept; a work that is there is not fetched again."""
    handles: str = "https://doi.org/api/handles/"
    registry: str = "https://api.crossref.org/works/"
    resolver: str = "https://doi.org/"
    preprints: str = "https://arxiv.org/pdf/"
    found: dict[str, Path] = field(default_factory=dict)
    """The files of works that were fetched, by key."""
    retracted: dict[str, str] = field(default_factory=dict)
    """Keys of works that were retracted, and the DOI of the notice."""
    unregistered: dict[str, str] = field(default_factory=dict)
    """Keys whose DOI does not exist, and the DOI."""
    messages: list[str] = field(default_factory=list)

    async def look_up(self, references: Iterable[CitedReference], *, without_file: frozenset[str]) -> None:
        """Check the DOIs of all references, and fetch the works of those without a file."""
        turns = asyncio.Semaphore(_AT_ONCE)

        async def one(reference: CitedReference) -> None:
            async with turns:
                if doi := doi_of(reference):
                    await self._check(reference.key, doi)
                if reference.key in without_file and reference.key not in self.unregistered:
                    await self._fetch(reference)

        async with asyncio.TaskGroup() as group:
            for reference in references:
                group.create_task(one(reference))

    async def _check(self, key: str, doi: str) -> None:
        try:
            await self.fetcher.json_text(self.handles + quote(doi, safe="/"))
        except AddressUnknown:
            self.unregistered[key] = doi
            return
        except AddressRefused as error:
            self.messages.append(f"{key}: whether the DOI {doi} exists could not be checked: {error.message}")
            return
        try:
            answer = json.loads(await self.fetcher.json_text(self.registry + quote(doi, safe="")))
            updates = answer["message"].get("updated-by", [])
            notices = [str(one.get("DOI", "")) for one in updates if one.get("type") == "retraction"]
        except AddressUnknown:
            return  # a DOI of another registry
        except (AddressRefused, ValueError, TypeError, KeyError, AttributeError) as error:
            why = error.message if isinstance(error, AdjudgeError) else "the answer cannot be read"
            self.messages.append(f"{key}: whether the work was retracted could not be checked: {why}")
            return
        if notices:
            self.retracted[key] = notices[0]

    async def _fetch(self, reference: CitedReference) -> None:
        """Fetch the first address that gives a readable file."""
        refused = []
        for address in self._addresses(reference):
            name = hashlib.sha256(address.encode()).hexdigest()[:24]
            if kept := next(iter(sorted(self.folder.glob(f"{name}.*"))), None):
                self.found[reference.key] = kept
                return
            try:
                final, kind, content = await self.fetcher.file(address)
            except AddressRefused as error:
                refused.append(error.message)
                continue
            ending = ".pdf" if content.startswith(b"%PDF-") else _ENDINGS.get(kind.split(";")[0].strip().lower())
            if ending is None:
                refused.append(f"'{final}' is '{kind}', which is not read.")
                continue
            private_folder(self.folder)
            path = self.folder / f"{name}{ending}"
            write_private(path, content)
            self.found[reference.key] = path
            self.messages.append(f"{reference.key}: fetched from {final}")
            return
        if refused:
            self.messages.append(f"{reference.key}: not fetched: {' '.join(refused)}")

    def _addresses(self, reference: CitedReference) -> Iterator[str]:
        """Where a work may be open: its preprint, its address, its DOI."""
        fields = reference.entry.fields if reference.entry else {}
        preprint = _ARXIV.search(reference.text)
        archive = fields.get("archiveprefix", fields.get("eprinttype", "")).lower()
        number = fields.get("eprint") if archive == "arxiv" else preprint[1] if preprint else None
        if number:
            yield self.preprints + quote(number, safe="/")
        address = _ADDRESS.search(fields.get("url", "")) or _ADDRESS.search(reference.text)
        if address:
            yield address[0]
        if doi := doi_of(reference):
            yield self.resolver + quote(doi, safe="/")


def doi_of(reference: CitedReference) -> str:
    """The DOI of a reference; empty if it has none."""
    fields = reference.entry.fields if reference.entry else {}
    found = _DOI.search(fields.get("doi", "")) or _DOI.search(reference.text)
    return found[0] if found else ""
