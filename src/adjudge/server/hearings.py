"""A hearing told as events: live from what an observer is told, or rebuilt from the stored transcript.

Both ways give the same events: `case`, `phase`, `answer`, then `verdict` or `failure`. An answer carries the quotes of
its reply, looked up in the case's documents: with offsets where they are found, with the reason where they are not.
"""

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from adjudge.agents.gate import Gate
from adjudge.agents.hearing import Event
from adjudge.case import CLAIM_ID, Case
from adjudge.record import as_json
from adjudge.server.events import as_data
from adjudge.store.runs import StoredOutcome
from adjudge.transcript import Entry
from adjudge.verdict import Quote, RejectedQuote, Verdict

Tell = Callable[[str, bytes], None]

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


class Teller:
    """Tells one hearing. May be called in any thread, as long as it is one at a time."""

    def __init__(self, case: Case, tell: Tell) -> None:
        self._tell = tell
        self._answers = 0
        self._phase = ""
        self._gate = Gate(case)
        tell("case", as_data(case))

    def watch(self, event: Event) -> None:
        """What an observer is told, told on."""
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
        said = as_json(entry, without=_LEFT_OUT)[:-1]
        quotes = ",".join(map(as_json, self._quotes(entry)))
        self._tell("answer", f'{said},"number":{self._answers},"quotes":[{quotes}]}}'.encode())

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


_LEFT_OUT = {"number", "question", "question_hash", "ledger_key", "raw"}


def retold(stored: StoredOutcome, tell: Tell) -> None:
    """The hearing of a stored outcome, as it was."""
    outcome = stored.outcome
    if stored.case is not None:
        teller = Teller(stored.case, tell)
        for entry in outcome.transcript.entries if outcome.transcript else ():
            teller.answer(entry)
    tell("verdict" if isinstance(outcome, Verdict) else "failure", stored.json)


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
