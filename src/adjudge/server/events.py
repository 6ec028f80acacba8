"""What happens in a job, as server-sent events: a log that only grows, streams that read it from any point, and the
hearing that is told in it.

The id of an event is GENERATION-NUMBER. A client that comes back with the last id it saw gets what followed; one that
comes back to another generation (the service was restarted, or the log rebuilt from the store) gets `reset` and then
everything again. A log belongs to one event loop; a thousand streams of one log share its events and one waker. Other
threads tell it what happened: as long as nobody watches, that wakes nobody.

A hearing is told live from what an observer is told, or rebuilt from the stored transcript. Both ways give the same
events: `case`, `phase`, `answer`, then `verdict` or `failure`. An answer carries the quotes of its reply, looked up in
the case's documents: with offsets where they are found, with the reason where they are not.
"""

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from secrets import token_hex
from typing import Any

from pydantic import BaseModel, JsonValue

from adjudge.agents.gate import Gate
from adjudge.agents.hearing import Event
from adjudge.case import CLAIM_ID, Case
from adjudge.record import as_json
from adjudge.render.cards import headline
from adjudge.store.runs import StoredOutcome
from adjudge.transcript import Entry
from adjudge.verdict import Quote, RejectedQuote, Verdict

HEARTBEAT_S = 15.0
Tell = Callable[[str, bytes], None]
_ID = re.compile(r"([0-9a-z]{1,32})-([0-9]{1,9})")
_LEFT_OUT = {"number", "question", "question_hash", "ledger_key", "raw"}
# Fields that hold words of the texts, and whether they are the claim's.
_PLACES = {
    **dict.fromkeys(("claim_says", "claim_quotes", "claim_quote", "in_claim"), True),
    **dict.fromkeys(("truth_says", "truth_quotes", "evidence_quote", "in_truth"), False),
}
# Fields whose name does not say of which text they are the words.
_BY_KIND = {
    "extract_claims": {"quote": True},
    "determine_verdict": {"quote": False},
    "extract_statements": {"text": False},
}


class Log:
    """The events of one job, encoded once."""

    def __init__(self, generation: str | None = None) -> None:
        self.generation = generation or token_hex(4)
        self.ended = False
        self._events: list[bytes] = []
        self._dropped = 0
        self._grown: asyncio.Future[None] | None = None
        self._told: deque[tuple[str, bytes, bool]] = deque()
        self._watched: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return self._dropped + len(self._events)

    def tell(self, name: str, data: bytes, *, alone: bool = False) -> None:
        """One more event, from another thread. After the end nothing is added."""
        if alone:
            self._told.clear()
        self._told.append((name, data, alone))
        if self._watched is not None:
            self._watched.call_soon_threadsafe(self._hear)

    def _hear(self) -> None:
        while self._told:
            name, data, alone = self._told.popleft()
            if not self.ended:
                self._add(name, data, alone=alone)

    def add(self, name: str, data: bytes, *, alone: bool = False) -> None:
        """Append an event. `end` closes the log; a self-contained event replaces all before it."""
        self._hear()
        self._add(name, data, alone=alone)

    def _add(self, name: str, data: bytes, *, alone: bool) -> None:
        number = len(self) + 1
        if alone:
            self._events, self._dropped = [], len(self)
        self._events.append(_encoded(name, data, f"{self.generation}-{number}"))
        self.ended = self.ended or name == "end"
        self.wake()

    def close(self) -> None:
        """Let streams go, although there was no `end`: the service is going away, and clients may come back."""
        self.ended = True
        self.wake()

    def wake(self) -> None:
        """Tell every stream to look again."""
        if self._grown is not None and not self._grown.done():
            self._grown.set_result(None)
        self._grown = None

    async def stream(self, last_id: str = "", *, leaving: Callable[[], bool] = lambda: False) -> AsyncIterator[bytes]:
        """The events behind that id, as they come, until the log ends or the service leaves."""
        # Before listening to what was told already: what is told in between wakes us.
        self._watched = asyncio.get_running_loop()
        self._hear()
        seen = self._place(last_id)
        if seen is None:
            yield _encoded("reset", b"{}", f"{self.generation}-0")
            seen = 0
        while True:
            if seen < len(self):
                part = b"".join(self._events[max(0, seen - self._dropped) :])
                seen = len(self)
                yield part
                continue
            if self.ended or leaving():
                return
            if not await self._more():
                yield b": still here\n\n"

    def _place(self, last_id: str) -> int | None:
        """The number of events up to that id; None if it belongs to another generation."""
        if not last_id:
            return 0
        found = _ID.fullmatch(last_id)
        if found is None or found[1] != self.generation or int(found[2]) > len(self):
            return None
        return int(found[2])

    async def _more(self) -> bool:
        """Whether something came within a heartbeat."""
        if self._grown is None:
            self._grown = asyncio.get_running_loop().create_future()
        done, _ = await asyncio.wait({self._grown}, timeout=HEARTBEAT_S)
        return bool(done)


def as_data(content: BaseModel | dict[str, Any]) -> bytes:
    """A record or plain data as the one line that an event carries."""
    if isinstance(content, BaseModel):
        return as_json(content).encode()
    return json.dumps(content, separators=(",", ":")).encode()


def _encoded(name: str, data: bytes, id: str) -> bytes:
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (id.encode(), name.encode(), data)


class Teller:
    """Tells one hearing. May be called in any thread, as long as it is one at a time."""

    def __init__(self, case: Case, tell: Tell) -> None:
        self._tell = tell
        self._answers = 0
        self._phase = ""
        self._gate = Gate(case)
        tell("case", as_data(case))

    def watch(self, event: Event) -> None:
        """Publish what an observer receives."""
        if event.what == "documents" and event.case is not None and "/" not in event.phase:
            self._gate = Gate(event.case)
            self._tell("case", as_data(event.case))
        elif event.entry is not None:
            self.answer(event.entry)
        elif event.what == "phase":
            self.phase(event.phase)

    def phase(self, name: str) -> None:
        """What comes next."""
        self._phase = name
        self._tell("phase", as_data({"phase": name}))

    def answer(self, entry: Entry) -> None:
        """What an agent said."""
        if entry.phase != self._phase:
            self.phase(entry.phase)
        self._answers += 1
        entry_json = as_json(entry, without=_LEFT_OUT)[:-1]
        quotes = ",".join(map(as_json, self._quotes(entry)))
        self._tell("answer", f'{entry_json},"number":{self._answers},"quotes":[{quotes}]}}'.encode())

    def _quotes(self, entry: Entry) -> list[Quote | RejectedQuote]:
        sources = self._gate.source_ids
        found = []
        for words, of_claim in _quoted(entry.kind, entry.reply or {}):
            # In an inner hearing the claim is another one, so that its words have no place in this one.
            if of_claim and "/" in entry.phase:
                continue
            ids = (CLAIM_ID,) if of_claim else sources
            found.append(self._gate.admit(words, who=entry.agent, document_ids=ids))
        return found


def replayed(stored: StoredOutcome, tell: Tell) -> None:
    """The hearing of a stored outcome, as it was."""
    outcome = stored.outcome
    if stored.case is not None:
        teller = Teller(stored.case, tell)
        for entry in outcome.transcript.entries if outcome.transcript else ():
            teller.answer(entry)
    tell_outcome(stored, tell)


def tell_outcome(stored: StoredOutcome, tell: Tell) -> None:
    """What came of a case: the headline and the verdict, or the failure."""
    if isinstance(stored.outcome, Verdict):
        tell("headline", as_data(headline(stored.outcome)))
        tell("verdict", stored.json)
    else:
        tell("failure", stored.json)


def _quoted(kind: str, reply: Mapping[str, JsonValue]) -> list[tuple[str, bool]]:
    """The words that a reply gives as quotes, and whether they are the claim's; each once, in their order."""
    places = _PLACES | _BY_KIND.get(kind, {})
    found: dict[tuple[str, bool], None] = {}

    def walk(value: JsonValue, name: str) -> None:
        if isinstance(value, dict):
            for inner, content in value.items():
                walk(content, inner)
        elif isinstance(value, list):
            for content in value:
                walk(content, name)
        elif name in places and isinstance(value, str) and value.strip():
            found[value, places[name]] = None

    walk(dict(reply), "")
    return list(found)
