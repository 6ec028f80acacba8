"""The evidence gate: a quote counts only if its words are in the document it names.

In: words an agent gives as a quote, and words around them where they stand more than once. Out: a `Quote` with offsets
into the original text, or a `RejectedQuote` with the reason. Nothing is guessed: a paraphrase is rejected, and so is a
quote that cuts a number in two.
"""

from collections.abc import Iterable, Iterator

from adjudge.agents.normal import NormalText, normal
from adjudge.case import CLAIM_ID, Case
from adjudge.prompts.defuse import restored
from adjudge.verdict import Quote, RejectedQuote

_SHOWN_PLACES = 20
_OUTER_QUOTES = "\"'"


class Gate:
    """The gate of one case. The claim itself is the document 'claim'."""

    def __init__(self, case: Case) -> None:
        self._texts = {document.id: document.text for document in case.documents}
        self._texts[CLAIM_ID] = case.claim
        self._normal: dict[str, NormalText] = {}
        self._found: dict[tuple[str, str, str], Quote | str] = {}

    @property
    def source_ids(self) -> tuple[str, ...]:
        """The ids of the documents, without the claim."""
        return tuple(id for id in self._texts if id != CLAIM_ID)

    def admit(self, words: str, *, who: str, document_ids: Iterable[str], context: str = "") -> Quote | RejectedQuote:
        """Look the words up in these documents, in order; the first that holds them is the one quoted.

        `context` are words of the text around them: the occurrence inside these is taken. A context that no document
        has is ignored, since the words may still be there.
        """
        ids = tuple(document_ids)
        reason = "not in the document"
        for id in sorted(ids, key=lambda id: not self._spans(id, context)) if context else ids:
            found = self._find(words, id, context)
            if isinstance(found, Quote):
                return found
            reason = found or reason
        return RejectedQuote(text=words, document_id=", ".join(ids), who=who, reason=reason)

    def _find(self, words: str, id: str, context: str) -> Quote | str:
        """A quote, or why there is none; looked up once."""
        key = words, id, context
        if key not in self._found:
            self._found[key] = self._looked_up(words, id, self._spans(id, context))
        return self._found[key]

    def _spans(self, id: str, context: str) -> list[tuple[int, int]]:
        """Where the context stands in a document."""
        text = self._texts.get(id, "")
        if not context.strip():
            return []
        return list(_places(text, context)) or list(self._normal_text(id).find(normal(context).strip()) if text else ())

    def _looked_up(self, words: str, id: str, spans: list[tuple[int, int]]) -> Quote | str:
        text = self._texts.get(id)
        if text is None:
            return f"there is no document '{id}'"
        if not words.strip():
            return "an empty quote"
        verbatim = list(_places(text, words)) or list(_places(text, restored(words)))
        if uncut := [place for place in verbatim if not _cuts_a_number(text, *place)]:
            return _quote(text, id, uncut, "verbatim", spans)
        repaired: list[tuple[int, int]] = []
        for candidate in dict.fromkeys((*_candidates(words), *_candidates(restored(words)))):
            repaired = list(self._normal_text(id).find(candidate))
            if uncut := [place for place in repaired if not _cuts_a_number(text, *place)]:
                return _quote(text, id, uncut, "repaired", spans)
        return "cuts a number in two" if verbatim or repaired else "not in the document"

    def _normal_text(self, id: str) -> NormalText:
        if id not in self._normal:
            self._normal[id] = NormalText(self._texts[id])
        return self._normal[id]


def _places(text: str, words: str) -> Iterator[tuple[int, int]]:
    start = text.find(words)
    while start >= 0:
        yield start, start + len(words)
        start = text.find(words, start + len(words))


def _candidates(words: str) -> Iterator[str]:
    """The words in normal form; then without quotation marks or an ellipsis put around them."""
    plain = normal(words).strip()
    bare = plain.strip(_OUTER_QUOTES).removeprefix("...").removesuffix("...").strip()
    yield from dict.fromkeys(candidate for candidate in (plain, bare) if candidate)


def _cuts_a_number(text: str, start: int, end: int) -> bool:
    """Whether the place begins or ends inside a number: '65' in '650', '2.5' in '12.5'."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    starts_inside = text[start].isdigit() and (
        before[-1:].isdigit() or (before[-1:] in (".", ",") and before[:-1].isdigit())
    )
    ends_inside = text[end - 1].isdigit() and (after[:1].isdigit() or (after[:1] in (".", ",") and after[1:].isdigit()))
    return starts_inside or ends_inside


def _quote(text: str, id: str, places: list[tuple[int, int]], match: str, spans: list[tuple[int, int]]) -> Quote:
    def rank(place: tuple[int, int]) -> tuple[bool, bool, tuple[int, int]]:
        inside = any(start <= place[0] and place[1] <= end for start, end in spans)
        # Words that stand alone come before the same letters inside a longer word.
        return not inside, _inside_a_word(text, *place), place

    ordered = sorted(places, key=rank)
    (start, end), others = ordered[0], ordered[1:]
    return Quote(
        text=text[start:end],
        document_id=id,
        start=start,
        end=end,
        match="verbatim" if match == "verbatim" else "repaired",
        occurrences=len(places),
        also_at=tuple(start for start, _ in others[:_SHOWN_PLACES]),
    )


def _inside_a_word(text: str, start: int, end: int) -> bool:
    return (text[start].isalnum() and text[max(0, start - 1) : start].isalnum()) or (
        text[end - 1].isalnum() and text[end : end + 1].isalnum()
    )
