"""Records of evidence, hits, and the lines that `search_databases` returns.

In: what an importer reads. Out: typed records and hits, and beside them one line of text each. White space inside a
record is folded in its line, so that no record can pass for two.
"""

import hashlib
import re
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from pydantic import Field

from adjudge.record import Record

NO_DB_MATCH = "NO_DB_MATCH"
NO_WEB_MATCH = "NO_WEB_MATCH"
WEB_IS_OFF = "WEB_SEARCH_OFF: nothing was searched, since web search is off."


class Origin(StrEnum):
    """Where a piece of evidence comes from, as its line names it."""

    ISOT = "ISOT DB"
    FEVER = "FEVER DB"
    DOCUMENTS = "DOCUMENTS"
    WEB = "WEB"
    GIVEN = "GIVEN"


class RecordStanding(StrEnum):
    """What a label says about the record's own statement."""

    TRUE = "true"
    FALSE = "false"
    OPEN = "open"


STANDINGS = {
    "REAL": RecordStanding.TRUE,
    "SUPPORTS": RecordStanding.TRUE,
    "FAKE": RecordStanding.FALSE,
    "REFUTES": RecordStanding.FALSE,
    "NOT ENOUGH INFO": RecordStanding.OPEN,
}
LABELS = {Origin.ISOT: ("REAL", "FAKE"), Origin.FEVER: ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")}
_LINE = re.compile(
    r"\[(?P<origin>ISOT DB|FEVER DB)\] (?:Headline|Claim): '(?P<text>.*)' \| Label: (?P<label>[A-Z ]+)"
    r"|\[(?P<other>DOCUMENTS|WEB|GIVEN)\] (?P<title>.*?): '(?P<passage>.*)'"
)


class Evidence(Record):
    """One record: a headline, a claim or a passage, with its label if it has one."""

    origin: Origin
    text: str
    label: str = ""
    title: str = ""
    url: str | None = None
    place: str = ""
    """Where in its file it stands: a row, a line or a page."""
    start: int = 0
    end: int = 0
    """Offsets of a passage in its document."""
    retrieved_at: datetime | None = None

    @property
    def key(self) -> str:
        """Equal records have equal keys: the same words under the same label, from the same place."""
        where = [self.title, self.url or "", str(self.start)] if self.origin in (Origin.DOCUMENTS, Origin.WEB) else []
        joined = "\x1f".join([self.origin.value, self.text, self.label, *where])
        return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:24]

    @property
    def standing(self) -> RecordStanding | None:
        """What the label says of the statement; None where there is no label."""
        return STANDINGS.get(self.label)

    @property
    def line(self) -> str:
        """The record as `search_databases` and `search_web` return it."""
        text = folded(self.text)
        if self.origin is Origin.ISOT:
            return f"[{self.origin}] Headline: '{text}' | Label: {self.label}"
        if self.origin is Origin.FEVER:
            return f"[{self.origin}] Claim: '{text}' | Label: {self.label}"
        return f"[{self.origin}] {folded(self.title or self.url or 'untitled')}: '{text}'"


class Hit(Record):
    """A record found by a search, its store and its score. `id` is the record's key."""

    store: str
    id: str = ""
    evidence: Evidence
    score: float = Field(description="BM25, or its fusion with embeddings; 0 for substring matches")


def hit(store: str, evidence: Evidence, score: float) -> Hit:
    """A hit with its id."""
    return Hit(store=store, id=evidence.key, evidence=evidence, score=score)


class Searched(Record):
    """What one search gave: the text that the tool returns, and the same typed."""

    tool: str
    query: str
    returned: str
    hits: tuple[Hit, ...] = ()
    problem: str = ""
    """Why a search found less than it could, in words."""


def searched(tool: str, query: str, hits: Iterable[Hit], *, nothing: str, problem: str = "") -> Searched:
    """A search with its text: one line per hit, or the marker for no match."""
    found = tuple(hits)
    returned = "\n".join(hit.evidence.line for hit in found) or nothing
    return Searched(tool=tool, query=query, returned=returned, hits=found, problem=problem)


def from_lines(text: str) -> list[Evidence]:
    """Evidence from text as `search_databases` returns it; any other line is evidence as given."""
    found = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line.strip())
        if match and match["origin"]:
            found.append(Evidence(origin=Origin(match["origin"]), text=match["text"], label=match["label"].strip()))
        elif match:
            found.append(Evidence(origin=Origin(match["other"]), text=match["passage"], title=match["title"]))
        elif line.strip() and line.strip() not in (NO_DB_MATCH, NO_WEB_MATCH, WEB_IS_OFF):
            found.append(Evidence(origin=Origin.GIVEN, text=line.strip()))
    return [one for one in found if one.text.strip()]


def folded(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())
