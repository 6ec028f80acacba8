"""FIND: the evidence index, a folder of named stores, each of one kind of record. No server.

`add` reads files as they are published (`importers.py`) into a store; `search` asks all stores, or those named. The
default is ranked full text; `substring` scans every record as the seed describes it; `hybrid` ranks the best of the
full text again by meaning.
"""

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias
from uuid import uuid4

from adjudge.errors import ConfigError, DataError, NotInStore, StoreError
from adjudge.evidence.fulltext import Added, Fulltext, Problems
from adjudge.evidence.importers import FORMATS, Format, OnProgress, files_of, fingerprint
from adjudge.evidence.locked import locked
from adjudge.evidence.records import NO_DB_MATCH, Hit, Origin, Searched, searched
from adjudge.files import private_folder, write_private
from adjudge.record import Record

Match: TypeAlias = Literal["ranked", "substring", "hybrid"]
MATCHES: tuple[Match, ...] = ("ranked", "substring", "hybrid")
SEARCH_DATABASES = "search_databases"
STORE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_CANDIDATES = 50

"""Called with the number of bytes read so far."""


class StoreStats(Record):
    """The size of a store."""

    name: str
    origin: Origin
    records: int
    files: int
    bytes_on_disk: int
    last_added_at: datetime | None = None


class StoredFile(Record):
    """A file whose records are in a store."""

    id: str
    """The fingerprint of its content."""
    file: str
    """Where it was when it was added."""
    records: int
    added_at: datetime


class Index:
    """The index in a folder. Stores are opened on first use."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self._open: dict[str, Fulltext] = {}

    def add(
        self,
        format: str,
        paths: Sequence[str | Path],
        *,
        name: str = "",
        label: str = "",
        progress: OnProgress | None = None,
    ) -> Iterator[Added]:
        """Add files to the store of that name (by default the format's), one by one, each whole or not at all.

        A file of another format raises an error if it was named, and is reported as refused if found in a folder.
        """
        reader = FORMATS.get(format)
        if reader is None:
            raise ConfigError(f"There is no format '{format}'.", hint=f"There are: {', '.join(FORMATS)}.")
        if label and label not in reader.labels:
            allowed = ", ".join(reader.labels) or "none"
            raise ConfigError(f"'{label}' is not a label of {format}.", hint=f"Its labels are: {allowed}.")
        files = files_of(reader, [Path(path) for path in paths])
        read = 0
        for chosen in files:
            path, before = chosen.path, read

            def report(done: int, before: int = before) -> None:
                if progress:
                    progress(before + done)

            try:
                added = self._add(name or format, reader, path, label, report)
            except DataError as error:
                if chosen.named:
                    raise
                added = Added(file=str(path.resolve()), status="refused", problems=(error.message,))
            yield added
            read += path.stat().st_size
            report(read - before)

    def search(self, query: str, *, limit: int = 5, match: Match = "ranked", stores: Sequence[str] = ()) -> Searched:
        """The hits of every store, store by store in the order of their names, the best first."""
        if match not in MATCHES:
            raise ConfigError(f"match is '{match}'.", hint=f"Use one of: {', '.join(MATCHES)}.")
        names = list(stores) or self.names()
        hits = [hit for name in names for hit in self._search(self._store(name), query, limit, match)]
        problem = "" if names else "The evidence index is empty."
        return searched(SEARCH_DATABASES, query, hits, nothing=NO_DB_MATCH, problem=problem)

    def names(self) -> list[str]:
        """The names of the stores: labelled databases first, which are searched first."""
        if not self.folder.is_dir():
            return []
        there = [
            path.parent.name for path in self.folder.glob("*/store.json") if STORE_NAME.fullmatch(path.parent.name)
        ]
        order = list(Origin)
        return sorted(there, key=lambda name: (order.index(self._origin(name)), name))

    def stats(self) -> list[StoreStats]:
        """The size of every store."""
        return [self._stats(name) for name in self.names()]

    def files(self, name: str) -> list[StoredFile]:
        """The files of a store, the newest first."""
        _, sources = self._store(name).counts()
        found = [
            StoredFile(
                id=source["fingerprint"],
                file=source["file"],
                records=source["records"],
                added_at=datetime.fromisoformat(source["added_at"]),
            )
            for source in sources
        ]
        return sorted(found, key=lambda one: (-one.added_at.timestamp(), one.file))

    def remove_file(self, name: str, id: str) -> str:
        """Remove a file's records from a store; where the file was when it was added."""
        with locked(self._lock(name)):
            known = self._store(name).forget(id)
        if known is None:
            raise NotInStore(f"The store '{name}' has no such file.", hint="It may have been replaced or removed.")
        return str(known["file"])

    def remove(self, name: str) -> None:
        """Remove a store. It is gone at once, even if deleting its files takes a while or is cut short."""
        self._store(name)
        with locked(self._lock(name)):
            self._open.pop(name, None)
            gone = self.folder / f".removed-{name}-{uuid4().hex[:8]}"
            (self.folder / name).rename(gone)
        shutil.rmtree(gone, ignore_errors=True)

    def _add(self, name: str, reader: Format, path: Path, label: str, progress: OnProgress) -> Added:
        problems = Problems()
        # The first record is read before anything is written: a file of another format leaves no trace.
        read = reader.read(path, label=label, problems=problems, progress=progress)
        content = fingerprint(path, reader, label)
        self._check_name(name)
        # Beside the store and not in it: no other process removes it between its making and the first record.
        with locked(self._lock(name)):
            store = self._create(name, reader.origin)
            return store.add(str(path.resolve()), content, read, problems=problems)

    def _lock(self, name: str) -> Path:
        return self.folder / f".{name}.lock"

    def _search(self, store: Fulltext, query: str, limit: int, match: Match) -> list[Hit]:
        if not query.strip():
            return []
        if match == "substring":
            return store.containing(query, limit=limit)
        if match == "hybrid":
            from adjudge.evidence.embeddings import reranked

            return reranked(query, store.search(query, limit=max(limit, _CANDIDATES)))[:limit]
        return store.search(query, limit=limit)

    def _stats(self, name: str) -> StoreStats:
        store = self._store(name)
        records, sources = store.counts()
        size = sum(path.stat().st_size for path in (self.folder / name).rglob("*") if path.is_file())
        added = max((datetime.fromisoformat(source["added_at"]) for source in sources), default=None)
        return StoreStats(
            name=name,
            origin=store.origin,
            records=records,
            files=len(sources),
            bytes_on_disk=size,
            last_added_at=added,
        )

    def _check_name(self, name: str) -> None:
        if not STORE_NAME.fullmatch(name):
            raise ConfigError(
                f"'{name}' is not a valid store name.", hint="Use up to 64 characters of a-z, 0-9, - and _."
            )

    def _create(self, name: str, origin: Origin) -> Fulltext:
        note = self.folder / name / "store.json"
        if not note.exists():
            self._open.pop(name, None)
            private_folder(note.parent)
            write_private(note, json.dumps({"version": 1, "origin": origin.value}).encode())
        store = self._store(name)
        if store.origin is not origin:
            raise ConfigError(f"The store '{name}' contains records of {store.origin}.", hint="Choose another --name.")
        return store

    def _store(self, name: str) -> Fulltext:
        if name not in self._open:
            if not STORE_NAME.fullmatch(name) or not (self.folder / name / "store.json").exists():
                known = ", ".join(self.names()) or "none"
                raise NotInStore(f"The index has no store '{name}'.", hint=f"There are: {known}.")
            self._open[name] = Fulltext(self.folder / name, name=name, origin=self._origin(name))
        return self._open[name]

    def _origin(self, name: str) -> Origin:
        note = self.folder / name / "store.json"
        try:
            return Origin(json.loads(note.read_text())["origin"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise StoreError(
                f"'{note}' cannot be read: {error}.", hint=f"Remove the folder '{note.parent}'."
            ) from error
