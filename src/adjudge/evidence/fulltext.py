"""One full-text store on disk (tantivy): records in, hits out; a kill in the middle of an add loses nothing.

Records of a file and the note that the file was added are committed together, so that a file is in the store whole
or not at all. One process writes at a time, others wait; reading never waits. A query is words, never syntax.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudge.analysis.text.lexicon.morphology import STOP_WORDS
from adjudge.errors import StoreError
from adjudge.evidence.locked import locked
from adjudge.evidence.ranking import rarity
from adjudge.evidence.records import Evidence, Hit, Origin, hit
from adjudge.evidence.seen import Seen
from adjudge.files import make_private, private_folder
from adjudge.record import Record

if TYPE_CHECKING:
    import tantivy

_HEAP_BYTES = 64_000_000
_MOST_TERMS = 24
_SPARE = 8
_LONGEST_QUERY = 4000
_LEAST_SHARED = 0.25
_COMMON = 20_000
_ENOUGH = 3
_WORD = re.compile(r"\w+")


class Added(Record):
    """The result of adding one file."""

    file: str
    status: str
    """`added`, `replaced`, `unchanged` where the same content is there already, or `refused`: a file of a folder that
    cannot be read."""
    records: int = 0
    duplicates: int = 0
    problems: tuple[str, ...] = ()
    """Lines that could not be read, by number, the first few; or why the file was refused."""
    skipped: int = 0


class Fulltext:
    """The store in one folder."""

    def __init__(self, folder: Path, *, name: str, origin: Origin) -> None:
        self._folder = folder
        self.name = name
        self.origin = origin
        self._seen_at = 0
        self._rows: tuple[int, list[tuple[str, int]]] | None = None

    def add(
        self, file: str, fingerprint: str, records: Iterable[Evidence], *, problems: "Problems | None" = None
    ) -> Added:
        """Add the records of a file in one commit; the same content again changes nothing.

        A file that is known by name and has other content now replaces what it had.
        """
        problems = problems or Problems()
        with locked(self._folder / "lock"), _library_errors(self._folder):
            self._index.reload()
            known = self._note("source", file)
            same = known if known and known["fingerprint"] == fingerprint else self._note("key", fingerprint)
            if same is not None:
                return Added(file=file, status="unchanged", records=same["records"])
            writer = self._index.writer(_HEAP_BYTES, 1)
            try:
                if known is not None:
                    writer.delete_documents_by_term("source", file)
                counted = self._write(writer, file, fingerprint, records, replacing=known is not None)
                writer.commit()
                writer.wait_merging_threads()
                make_private(self._folder / "full")
            except BaseException:
                # Also on Ctrl-C: what was written so far is not committed and is cleared away by the next writer.
                writer.rollback()
                raise
        status = "added" if known is None else "replaced"
        return Added(
            file=file,
            status=status,
            records=counted[0],
            duplicates=counted[1],
            problems=tuple(problems.shown),
            skipped=problems.count,
        )

    def forget(self, fingerprint: str) -> dict[str, Any] | None:
        """Remove a file with its records, by its fingerprint: the note that was kept of it, or None."""
        with locked(self._folder / "lock"), _library_errors(self._folder):
            self._index.reload()
            known = self._note("key", fingerprint)
            if known is not None:
                writer = self._index.writer(_HEAP_BYTES, 1)
                writer.delete_documents_by_term("source", known["file"])
                writer.commit()
                writer.wait_merging_threads()
                make_private(self._folder / "full")
            return known

    def search(self, query: str, *, limit: int) -> list[Hit]:
        """The best records by BM25, the best first; ties in the order they were added."""
        searcher = self._searcher()
        terms = self._terms(searcher, query)
        known = _telling(terms)
        if not known:
            return []
        import tantivy

        schema = self._index.schema
        wanted = [(tantivy.Occur.Should, tantivy.Query.term_query(schema, "text", term)) for term in known]
        found = searcher.search(tantivy.Query.boolean_query(wanted), limit * 3 + _SPARE, count=False).hits
        rows = [(round(float(score), 4), *self._row(searcher.doc(address))) for score, address in found]
        rows = [row for row in rows if _shared(terms, row[2].text) >= _LEAST_SHARED]
        rows.sort(key=lambda row: (-row[0], row[1]))
        hits = [hit(self.name, evidence, score) for score, _, evidence in rows]
        return list(_apart(hits))[:limit]

    def containing(self, query: str, *, limit: int) -> list[Hit]:
        """The records whose text contains the query, ignoring case, in the order they were added: a scan of all."""
        lowered = query.lower()
        searcher = self._searcher()
        numbers = [number for text, number in self._texts(searcher) if lowered in text][:limit]
        return [hit(self.name, self._numbered(searcher, number), 0.0) for number in numbers]

    def counts(self) -> tuple[int, list[dict[str, Any]]]:
        """The number of records, and their files."""
        searcher = self._searcher()
        sources = [json.loads(doc["data"][0]) for doc in self._of_kind(searcher, "source")]
        return searcher.num_docs - len(sources), sources

    @cached_property
    def _index(self) -> "tantivy.Index":
        try:
            import tantivy
        except ImportError as error:
            raise StoreError("The evidence index needs tantivy.", hint="pip install 'adjudge[index]'") from error
        folder = self._folder / "full"
        private_folder(folder)
        with _library_errors(self._folder):
            index = tantivy.Index(_schema(), path=str(folder))
            index.config_reader("manual")
        return index

    def _searcher(self) -> "tantivy.Searcher":
        """A searcher on the newest commit."""
        with _library_errors(self._folder):
            changed = (self._folder / "full" / "meta.json").stat().st_mtime_ns if self._index else 0
            if changed != self._seen_at:
                self._index.reload()
                self._seen_at = changed
            return self._index.searcher()

    def _write(
        self,
        writer: "tantivy.IndexWriter",
        file: str,
        fingerprint: str,
        records: Iterable[Evidence],
        *,
        replacing: bool,
    ) -> tuple[int, int]:
        import tantivy

        # The writer counts every step it has ever taken: numbers that start there are taken by no record.
        number, added, duplicates = writer.commit_opstamp, 0, 0
        # What is being replaced is still there to be found until the commit: then only this file is looked at.
        compared = number > 0 and not replacing and self.origin is not Origin.DOCUMENTS
        now = datetime.now(UTC).replace(microsecond=0).isoformat()
        with Seen() as seen:
            for record in records:
                key = record.key
                if not seen.add(key) or (compared and self._has_key(key)):
                    duplicates += 1
                    continue
                doc = tantivy.Document()
                doc.add_text("kind", "record")
                doc.add_text("key", key)
                doc.add_text("source", file)
                doc.add_text("text", _sound(record.text))
                doc.add_unsigned("number", number + added)
                doc.add_bytes("data", _data(record, now))
                writer.add_document(doc)
                added += 1
        note = {"file": file, "fingerprint": fingerprint, "records": added, "added_at": now}
        doc = tantivy.Document()
        doc.add_text("kind", "source")
        doc.add_text("key", fingerprint)
        doc.add_text("source", file)
        doc.add_bytes("data", json.dumps(note).encode())
        writer.add_document(doc)
        return added, duplicates

    def _terms(self, searcher: "tantivy.Searcher", query: str) -> dict[str, tuple[int, float]]:
        """The stems of the query's words, without grammar, with how often each occurs and what it weighs; the rarest
        where there are many."""
        words = _WORD.findall(_sound(query[:_LONGEST_QUERY]))
        telling = [word for word in words if word.lower() not in STOP_WORDS]
        terms = dict.fromkeys(_analyser().analyze(" ".join(telling or words)))
        total = searcher.num_docs
        found = sorted((searcher.doc_freq("text", term), term) for term in terms)
        there = [(frequency, term) for frequency, term in found if frequency][:_MOST_TERMS]
        unseen = [(frequency, term) for frequency, term in found if not frequency][:_MOST_TERMS]
        # Deleted documents still count in a frequency, so it may exceed the total.
        return {term: (n, rarity(min(n, total), total)) for n, term in [*there, *unseen]}

    def _row(self, doc: "tantivy.Document") -> tuple[int, Evidence]:
        return int(doc.get_first("number") or 0), _evidence(self.origin, doc)

    def _texts(self, searcher: "tantivy.Searcher") -> list[tuple[str, int]]:
        """All texts in lower case with their numbers, cached until the next commit."""
        if self._rows is None or self._rows[0] != self._seen_at:
            docs = self._of_kind(searcher, "record")
            rows = sorted((int(doc["number"][0]), str(doc["text"][0]).lower()) for doc in docs)
            self._rows = (self._seen_at, [(text, number) for number, text in rows])
        return self._rows[1]

    def _numbered(self, searcher: "tantivy.Searcher", number: int) -> Evidence:
        import tantivy

        query = tantivy.Query.term_query(self._index.schema, "number", number)
        [(_, address), *_] = searcher.search(query, 1, count=False).hits
        return _evidence(self.origin, searcher.doc(address))

    def _of_kind(self, searcher: "tantivy.Searcher", kind: str) -> Iterator[dict[str, list[Any]]]:
        import tantivy

        query = tantivy.Query.term_query(self._index.schema, "kind", kind)
        for _, address in searcher.search(query, max(1, searcher.num_docs), count=False).hits:
            yield searcher.doc(address).to_dict()

    def _note(self, field: str, value: str) -> dict[str, Any] | None:
        """The note of a file that was added, by its name (`source`) or its content (`key`)."""
        import tantivy

        searcher, schema = self._index.searcher(), self._index.schema
        both = [
            (tantivy.Occur.Must, tantivy.Query.term_query(schema, field, value)),
            (tantivy.Occur.Must, tantivy.Query.term_query(schema, "kind", "source")),
        ]
        hits = searcher.search(tantivy.Query.boolean_query(both), 1, count=False).hits
        found: dict[str, Any] | None = json.loads(searcher.doc(hits[0][1])["data"][0]) if hits else None
        return found

    def _has_key(self, key: str) -> bool:
        """Whether a record of that key is there."""
        import tantivy

        query = tantivy.Query.term_query(self._index.schema, "key", key)
        return bool(self._index.searcher().search(query, 1, count=False).hits)


class Problems:
    """Unreadable lines: all are counted, the first few are described."""

    SHOWN = 20

    def __init__(self) -> None:
        self.count = 0
        self.shown: list[str] = []

    def note(self, text: str) -> None:
        """Count one more unreadable line."""
        self.count += 1
        if len(self.shown) < self.SHOWN:
            self.shown.append(text)


def _telling(terms: dict[str, tuple[int, float]]) -> list[str]:
    """The terms to look up, the rarest first. In a large store the common ones cost most and tell least: where there
    are enough others they only count for the share that a hit has to answer."""
    known = [term for term, (frequency, _) in terms.items() if frequency]
    rare = [term for term in known if terms[term][0] <= _COMMON]
    return rare if len(rare) >= _ENOUGH else known[:_MOST_TERMS]


def _shared(terms: dict[str, tuple[int, float]], text: str) -> float:
    """The share of the query's weight that a text covers; sharing only a common word is not a match."""
    stems = set(_analyser().analyze(text))
    total = sum(weight for _, weight in terms.values())
    return sum(weight for term, (_, weight) in terms.items() if term in stems) / total if total else 1.0


def _apart(hits: Iterable[Hit]) -> Iterator[Hit]:
    """Hits without duplicates and without passages that overlap a better one of the same document."""
    ranges: dict[tuple[str, str | None], list[tuple[int, int]]] = {}
    keys: set[str] = set()
    for found in hits:
        one = found.evidence
        if one.key in keys:
            continue
        keys.add(one.key)
        places = ranges.setdefault((one.title, one.url), [])
        if one.end and any(start < one.end and one.start < end for start, end in places):
            continue
        places.append((one.start, one.end))
        yield found


def _sound(text: str) -> str:
    """The text without lone surrogates, which the index rejects."""
    return text.encode("utf-8", "replace").decode()


def _data(record: Evidence, now: str) -> bytes:
    """All fields except the text and empty ones. Written by hand, since it runs for a million records."""
    retrieved_at = record.retrieved_at.isoformat() if record.retrieved_at else now
    fields = {
        "label": record.label,
        "title": record.title,
        "url": record.url,
        "place": record.place,
        "start": record.start,
        "end": record.end,
        "retrieved_at": retrieved_at,
    }
    return json.dumps({name: value for name, value in fields.items() if value}).encode()


def _evidence(origin: Origin, doc: "tantivy.Document") -> Evidence:
    fields = json.loads(bytes(doc.get_first("data") or b"{}"))
    return Evidence(origin=origin, text=str(doc.get_first("text")), **fields)


@lru_cache(maxsize=1)
def _schema() -> "tantivy.Schema":
    import tantivy

    builder = tantivy.SchemaBuilder()
    for name in ("kind", "key", "source"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("text", stored=True, tokenizer_name="en_stem", index_option="freq")
    builder.add_unsigned_field("number", stored=True, indexed=True)
    builder.add_bytes_field("data", stored=True)
    return builder.build()


@lru_cache(maxsize=1)
def _analyser() -> "tantivy.TextAnalyzer":
    """The analyser for queries: the same steps as the field's tokenizer (`en_stem`)."""
    import tantivy

    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    for step in (tantivy.Filter.remove_long(40), tantivy.Filter.lowercase(), tantivy.Filter.stemmer("english")):
        builder = builder.filter(step)
    return builder.build()


@contextmanager
def _library_errors(folder: Path) -> Iterator[None]:
    """Convert the library's errors to `DataError`s."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise StoreError(
            f"The evidence store in '{folder}' cannot be used: {error}.",
            hint="`adjudge index remove NAME` and add its files again.",
        ) from error
