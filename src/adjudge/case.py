"""IN: the text under test and the documents it is tested against.

A `Case` validates itself: an empty claim, a missing document or a duplicate document id raises a `CaseError`, so
later code need not check again. Only an open case (`Case.open`) may have no documents: its protocol looks for them.
Texts are stored unchanged, and every offset in a verdict refers to them.
"""

from bisect import bisect_right
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Self

from pydantic import Field, JsonValue, ModelWrapValidatorHandler, field_validator, model_validator

from adjudge.errors import CaseError
from adjudge.record import Record, digest

CLAIM_ID = "claim"


class TextPlace(Record):
    """The place in the file of the text from `start` up to the next place: a page, a cell, a paragraph."""

    start: int
    label: str


class Document(Record):
    """A source. `kind` describes its type in words: a study, a press release, a blog post."""

    id: str = "source"
    text: str
    title: str = ""
    kind: str = ""
    url: str | None = None
    retrieved_at: datetime | None = None
    places: tuple[TextPlace, ...] = Field(default=(), exclude_if=lambda value: not value)
    """Places in the file that the text was read from, in order; empty for a plain text."""

    def place(self, start: int, end: int) -> str:
        """The place of the characters from `start` to `end`: 'page 3', 'R12 C3'; empty where none is known.

        >>> pages = (TextPlace(start=0, label="page 1"), TextPlace(start=5, label="page 2"))
        >>> Document(text="One. Two.", places=pages).place(5, 9)
        'page 2'
        """
        ends = (start, max(start, end - 1))
        found = [bisect_right(self.places, at, key=lambda place: place.start) for at in ends]
        labels = dict.fromkeys(self.places[at - 1].label for at in found if at)
        return " to ".join(labels)


class Case(Record):
    """One claim, or a whole summary, and the documents that should support it.

    >>> case = Case(claim="The bridge opened in 1932.", documents=["The bridge opened in 1932."])
    >>> case.documents[0].id
    'source'
    """

    id: str = ""
    claim: str
    documents: tuple[Document, ...]
    meta: Mapping[str, JsonValue] = Field(default_factory=dict)
    open_domain: bool = Field(default=False, exclude_if=lambda value: not value)
    """Whether documents are still to be found. Protocols that do not look for any refuse such a case."""

    @classmethod
    def open(cls, claim: str, *, id: str = "") -> "Case":
        """A claim without a source, for a protocol that looks for one.

        >>> Case.open("The bridge opened in 1932.").documents
        ()
        """
        return cls(id=id, claim=claim, documents=(), open_domain=True)

    @field_validator("documents", mode="before")
    @classmethod
    def _documents_from_texts(cls, given: Any) -> Any:
        if isinstance(given, str | Document):
            given = [given]
        if not isinstance(given, list | tuple):
            return given
        return tuple(
            Document(id="source" if n == 1 else f"source-{n}", text=item) if isinstance(item, str) else item
            for n, item in enumerate(given, start=1)
        )

    @model_validator(mode="after")
    def _can_be_judged(self) -> "Case":
        if not self.claim.strip():
            raise CaseError("The claim is empty.", hint="Give the text to check.")
        if not self.open_domain:
            self.require_documents()
        for document in self.documents:
            if not document.text.strip():
                raise CaseError(
                    f"The document '{document.id}' is empty.",
                    hint="Give the source's text, not only its name.",
                )
        ids = [document.id for document in self.documents]
        doubled = sorted({id for id in ids if ids.count(id) > 1})
        if doubled or CLAIM_ID in ids:
            raise CaseError(
                f"Document ids must differ from one another and from '{CLAIM_ID}': {', '.join(doubled or [CLAIM_ID])}.",
                hint="Quotes name their document by id.",
            )
        return self

    @model_validator(mode="wrap")
    @classmethod
    def _with_an_id(cls, data: Any, validated: ModelWrapValidatorHandler[Self]) -> Self:
        case = validated(data)
        if case.id:
            return case
        fingerprint = digest({"claim": case.claim, "documents": [document.text for document in case.documents]})
        return validated({**dict(case), "id": f"case-{fingerprint[:12]}"})

    def require_documents(self) -> None:
        """Raise a `CaseError` if the case has no documents."""
        if not self.documents:
            raise CaseError("The case has no documents.", hint="Give at least one source to check against.")

    @property
    def truth(self) -> str:
        """The sources as one text, as the jury and the trial read them."""
        return "\n\n".join(document.text for document in self.documents)

    @property
    def digest(self) -> str:
        """The hash of claim and documents: what was judged."""
        return digest({"claim": self.claim, "documents": [item.model_dump(mode="json") for item in self.documents]})

    def document(self, id: str) -> Document:
        """The document of that id; the claim itself counts as the document 'claim'."""
        if id == CLAIM_ID:
            return Document(id=CLAIM_ID, text=self.claim)
        for document in self.documents:
            if document.id == id:
                return document
        known = ", ".join(document.id for document in self.documents)
        raise CaseError(f"The case has no document '{id}'.", hint=f"It has: {known}.")
